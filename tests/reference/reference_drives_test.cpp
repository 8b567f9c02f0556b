// A wheel loader whose levers are moved at random, with end dampers, torn oil and relief valves on
// its way: the reference must not depend on the rows, and fixed steps of 0.1 ms are an independent
// rival that knows no switches. tools/reference_drives has more of them.
#include <bramah/bramah.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "machine/spatial_machine.h"

namespace bramah {
namespace {

struct Drive {
  const char *name, *tilt, *lift;
  double until;
};
// Seeds with which a damper once stayed on after the piston had left it; levers that are moved more
// often; pistons that are held against their ends.
constexpr Drive kOnceOff{"once_off",
                         "{random: {range: [-1, 1], hold: 0.7 s, seed: 35, initial: 0}}",
                         "{random: {range: [-1, 1], hold: 0.9 s, seed: 135, initial: 0}}", 3.9};
constexpr Drive kRandom{"random", "{random: {range: [-1, 1], hold: 0.2 s, seed: 3, initial: 0}}",
                        "{random: {range: [-1, 1], hold: 0.3 s, seed: 4, initial: 0}}", 2.0};
constexpr Drive kEnds{"ends", "{steps: [[0.1 s, 1], [1.6 s, -1], [3 s, 0.5]]}",
                      "{steps: [[0.1 s, -1], [0.6 s, 1], [1.3 s, -1]]}", 4.0};

Model loader(const Drive& drive, const char* integrator) {
  LoadOptions options;
  options.integrator = integrator;
  options.step = 1e-4;
  options.substeps = "off";
  const std::string text = std::string("bramah: 1\ninclude: ") + BRAMAH_SOURCE_DIR +
                           "/models/wheel_loader.yaml\nsignals:\n  tilt_lever: " + drive.tilt +
                           "\n  lift_lever: " + drive.lift + "\n";
  return load_text(text, "drive.yaml", options);
}

// Channels that are named, every 0.1 s.
std::vector<double> motion(const Model& model, const std::vector<std::string>& names, double until,
                           int rows_each) {
  RunOptions options;
  options.until = until;
  options.every = 0.1 / rows_each;
  Recording rows;
  const RunSummary summary = run(model, options, rows);
  EXPECT_TRUE(summary.converged) << summary.message;
  std::vector<double> values;
  for (std::size_t k = 0; k < rows.times.size(); k += rows_each)
    for (const std::string& name : names) values.push_back(rows.row(k)[model.find_channel(name)]);
  return values;
}

const std::vector<std::string> kLengths{"lift.length", "tilt.length"};

// Rows are interpolated between steps that do not know of them; 10 times 0.01 s is 0.1 s up to
// round-off alone.
auto same_as(const std::vector<double>& values) {
  return testing::Pointwise(testing::DoubleNear(1e-13), values);
}

TEST(ReferenceDrives, RowsDoNotChangeTheMotion) {
  const Model model = loader(kOnceOff, "sundials");
  const auto seldom = motion(model, kLengths, kOnceOff.until, 1);
  EXPECT_THAT(motion(model, kLengths, kOnceOff.until, 10), same_as(seldom));
  EXPECT_THAT(motion(model, kLengths, kOnceOff.until, 100), same_as(seldom));
}

TEST(ReferenceDrives, RowsDoNotChangeTheMotionOfSphericalJoints) {
  LoadOptions options;
  options.integrator = "sundials";
  const Model model = load_text(kSpatialMachine, "machine.yaml", options);
  const std::vector<std::string> names{"lift.length", "ball.qx", "sleeve_ball.qz", "bob.tail.x"};
  EXPECT_THAT(motion(model, names, 0.5, 50), same_as(motion(model, names, 0.5, 1)));
}

class ReferenceDrivesAgree : public testing::TestWithParam<Drive> {};

TEST_P(ReferenceDrivesAgree, WithTinyFixedSteps) {
  const Drive& drive = GetParam();
  const auto exact = motion(loader(drive, "sundials"), kLengths, drive.until, 5);
  const auto steps = motion(loader(drive, "sdirk2"), kLengths, drive.until, 5);
  ASSERT_EQ(exact.size(), steps.size());
  double error = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k)
    error = std::max(error, std::abs(exact[k] - steps[k]));
  std::printf("largest difference of a length: %.5f mm\n", 1e3 * error);
  EXPECT_LT(error, 2e-5);  // [m] O(h²), and O(h) of the instants of contacts
}

INSTANTIATE_TEST_SUITE_P(Loader, ReferenceDrivesAgree, testing::Values(kOnceOff, kRandom, kEnds),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace bramah
