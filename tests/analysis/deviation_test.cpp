#include "analysis/deviation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bramah {
namespace {

// Fills all channels of a recording with zeros, then some of them with given values.
struct Made {
  Model model;
  Recording recording;

  Made(const std::string& name, std::vector<double> times)
      : model(load(std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml")) {
    recording.times = std::move(times);
    recording.columns = model.channels().size();
    recording.values.assign(recording.times.size() * recording.columns, 0.0);
  }
  double& at(std::size_t row, const std::string& channel) {
    const int c = model.find_channel(channel);
    EXPECT_GE(c, 0) << channel;
    return recording.values[row * recording.columns + static_cast<std::size_t>(c)];
  }
};

TEST(Deviation, LargestLengthAndRmsPressureRelativeToItsRange) {
  Made ours("naya_rod", {0.0, 0.1, 0.2}), exact("naya_rod", {0.0, 0.1, 0.2});
  ours.at(1, "lift.length") = -0.003;
  ours.at(2, "lift.length") = 0.002;
  exact.at(2, "lift.A.p") = 4e5;  // range 4 bar
  ours.at(2, "lift.A.p") = 4e5;
  ours.at(1, "lift.A.p") = 1e5;
  const Deviation error = deviation(ours.model, ours.recording, exact.model, exact.recording);
  EXPECT_DOUBLE_EQ(error.position, 0.003);
  EXPECT_DOUBLE_EQ(error.pressure_max, 0.25);
  EXPECT_DOUBLE_EQ(error.pressure, std::sqrt((0.25 * 0.25) / 3.0));  // B never changes: left out
}

TEST(Deviation, OnlyCommonInstantsCount) {
  Made ours("naya_rod", {0.0, 0.05, 0.1, 0.15, 0.2}), exact("naya_rod", {0.0, 0.1, 0.2});
  ours.at(1, "lift.length") = 9.0;  // the reference has no row there
  ours.at(4, "lift.length") = 0.001;
  EXPECT_DOUBLE_EQ(deviation(ours.model, ours.recording, exact.model, exact.recording).position,
                   0.001);
  Made other("naya_rod", {0.0, 0.07});
  EXPECT_TRUE(
      std::isnan(deviation(other.model, other.recording, exact.model, exact.recording).position));
}

TEST(Deviation, WithoutPressuresThatChangeThereIsNoPressureError) {
  Made ours("naya_rod", {0.0, 0.1}), exact("naya_rod", {0.0, 0.1});
  const Deviation error = deviation(ours.model, ours.recording, exact.model, exact.recording);
  EXPECT_EQ(error.position, 0.0);
  EXPECT_TRUE(std::isnan(error.pressure));
}

TEST(CommonGrid, IsAMultipleOfAllSteps) {
  EXPECT_NEAR(common_grid(std::vector{5e-3, 2e-3, 1e-3, 5e-4}, 10.0), 0.02, 1e-12);
  EXPECT_NEAR(common_grid(std::vector{3e-3, 1e-3}, 10.0), 0.021, 1e-12);
  EXPECT_NEAR(common_grid(std::vector{3e-3, 5e-3}, 10.0), 0.03, 1e-12);
  EXPECT_NEAR(common_grid(std::vector{1e-3}, 0.1), 0.002, 1e-12);  // fifty instants
  EXPECT_EQ(common_grid(std::vector{3e-3, 0.001001}, 1.0), 0.0);   // they meet every 3.003 s
}

TEST(Deviation, RmsAndShareOfTheRange) {
  Made ours("naya_rod", {0.0, 0.1, 0.2}), exact("naya_rod", {0.0, 0.1, 0.2});
  exact.at(2, "lift.length") = ours.at(2, "lift.length") = 0.2;  // range 200 mm
  ours.at(1, "lift.length") = 0.03;
  const Deviation error = deviation(ours.model, ours.recording, exact.model, exact.recording);
  EXPECT_DOUBLE_EQ(error.position_rms, 0.03 / std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(error.position_share, 0.15);
  exact.at(2, "lift.length") = ours.at(2, "lift.length") = 0.0;  // stands still: counts as 1 mm
  EXPECT_DOUBLE_EQ(
      deviation(ours.model, ours.recording, exact.model, exact.recording).position_share, 30.0);
}

TEST(Deviation, ResampledRowsAreCubicsAndEndWithTheRecording) {
  Recording rows;
  rows.columns = 2;
  const auto cubic = [](double t) { return 1.0 + t * (2.0 + t * (3.0 - 4.0 * t)); };
  for (const double t : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5}) {
    rows.times.push_back(t);
    rows.values.push_back(cubic(t));
    rows.values.push_back(-t);
  }
  const std::vector<double> times{0.0, 0.03, 0.2, 0.25, 0.48, 0.5, 0.6};
  const Recording result = resampled(rows, times);
  ASSERT_EQ(result.times.size(), 6u);  // 0.6 is beyond the end
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(result.row(k)[0], cubic(times[k]), 1e-14);
    EXPECT_NEAR(result.row(k)[1], -times[k], 1e-15);
  }
  EXPECT_EQ(result.row(2)[0], cubic(0.2));  // a row that is there already, to the bit
}

}  // namespace
}  // namespace bramah
