#include "hydraulics/compliance_lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace bramah {
namespace {

Volume random_volume(std::mt19937& random, int kind) {
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Volume v;
  v.fluid.bulk = between(1e9, 2e9), v.fluid.air = kind == 1 ? 0.0 : between(1e-3, 0.05);
  v.fluid.polytropic = between(1.0, 1.4);
  if (kind == 2) v.fluid.logarithmic = true;
  v.dead = between(1e-4, 1e-2), v.dead_wall = between(0.0, 1e-12);
  v.area = between(0.0, 0.02), v.barrel = between(0.0, 1e-10);
  if (kind >= 3) v.fluid.air = 0.0, v.fluid.tension = true, v.area = kind == 3 ? 0.0 : v.area;
  return v;
}

double relative(double found, double expected) {
  return std::abs(found - expected) / std::max(std::abs(expected), 1e-300);
}

// Of every kind of oil, in counts that leave lanes empty, far above and far below the atmosphere.
TEST(ComplianceLanes, AreWhatEachVolumeSaysOfItself) {
  constexpr double kRoundOff = 1e-13, kSlopes = 1e-9;  // the slope is a difference of likes
  std::mt19937 random(1);
  for (int count = 1; count <= 9; ++count) {
    std::vector<Volume> volumes;
    for (int k = 0; k < count; ++k) volumes.push_back(random_volume(random, k % 3));
    const ComplianceLanes lanes(volumes);
    ASSERT_GE(lanes.room(), count);
    std::vector<double> length(static_cast<std::size_t>(lanes.room())), pressure(length);
    std::vector<Compliance> found(volumes.size());
    for (const double level : {-1e5, 1e3, 1.9e4, 2.1e4, 1e5, 3e6, 2e7, 5e7}) {
      for (int k = 0; k < count; ++k) {
        length[static_cast<std::size_t>(k)] = 0.1 * k;
        pressure[static_cast<std::size_t>(k)] = level * (1.0 + 0.01 * k);
      }
      lanes.evaluate(volumes, length.data(), pressure.data(), found.data());
      for (std::size_t k = 0; k < volumes.size(); ++k) {
        SCOPED_TRACE(testing::Message() << k << " of " << count << " at " << pressure[k] << " Pa");
        const Compliance expected = volumes[k].compliance(length[k], pressure[k]);
        EXPECT_LT(relative(found[k].value, expected.value), kRoundOff);
        EXPECT_LT(relative(found[k].by_l, expected.by_l), kRoundOff);
        EXPECT_LT(relative(found[k].by_p, expected.by_p), kSlopes);
      }
    }
  }
}

// A volume's bits do not depend on its place in the list, nor on its neighbours.
TEST(ComplianceLanes, AreTheSameInEveryLane) {
  std::mt19937 random(2);
  const Volume one = random_volume(random, 0);
  double value = 0.0;
  for (int place = 0; place < 8; ++place) {
    std::vector<Volume> volumes(static_cast<std::size_t>(place), random_volume(random, 0));
    volumes.push_back(one);
    const ComplianceLanes lanes(volumes);
    std::vector<double> length(static_cast<std::size_t>(lanes.room()), 0.3),
        pressure(length.size(), 1.2345e7);
    std::vector<Compliance> found(volumes.size());
    lanes.evaluate(volumes, length.data(), pressure.data(), found.data());
    if (place == 0) value = found.back().value;
    EXPECT_EQ(found.back().value, value) << place;
  }
}

// Without air, with pistons and without: packs that no formula in lanes serves, alone and among others.
TEST(ComplianceLanes, OilThatBearsTension) {
  std::mt19937 random(3);
  for (const int first : {3, 4})  // four alike, then a mixture
    for (int count = 1; count <= 8; ++count) {
      std::vector<Volume> volumes;
      for (int k = 0; k < count; ++k)
        volumes.push_back(random_volume(random, k < 4 ? first : k % 5));
      const ComplianceLanes lanes(volumes);
      std::vector<double> length(static_cast<std::size_t>(lanes.room()), 0.2), pressure(length);
      std::vector<Compliance> found(volumes.size());
      for (const double level : {-3e6, 0.0, 1e5, 2e7}) {
        pressure.assign(pressure.size(), level);
        lanes.evaluate(volumes, length.data(), pressure.data(), found.data());
        for (std::size_t k = 0; k < volumes.size(); ++k) {
          const Compliance expected = volumes[k].compliance(length[k], pressure[k]);
          EXPECT_LT(relative(found[k].value, expected.value), 1e-13) << k << " of " << count;
          EXPECT_LT(relative(found[k].by_l, expected.by_l), 1e-13) << k << " of " << count;
        }
      }
    }
}

}  // namespace
}  // namespace bramah
