// Planar machines declared spatial, and runs of the machine in which everything occurs.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "bramah/analysis.h"
#include "machine/recorded_run.h"
#include "machine/spatial_machine.h"

namespace bramah {
namespace {

std::string model_text(const std::string& name) {
  std::ifstream file(std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Every point gets a third coordinate, gravity too.
std::string made_spatial(const std::string& planar) {
  std::istringstream lines(planar);
  std::string spatial;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("points:") != std::string::npos || line.find("com:") != std::string::npos)
      line =
          std::regex_replace(line, std::regex(R"(\[([^\[\],]*), ([^\[\],]*)\])"), "[$1, $2, 0 m]");
    spatial += line + "\n";
  }
  spatial = std::regex_replace(spatial, std::regex("mechanism: planar"), "mechanism: spatial");
  return std::regex_replace(spatial, std::regex(R"(\[0, -9.81\])"), "[0, -9.81, 0]");
}

TEST(SpatialRun, AFourBarMovesAsInThePlane) {
  const std::string text = model_text("four_bar");
  const RecordedRun plane(text, "sdirk2", 1e-3, 2.0),
      space(made_spatial(text), "sdirk2", 1e-3, 2.0);
  double largest = 0.0, travel = 0.0;
  for (std::size_t k = 0; k <= plane.last(); ++k) {
    largest = std::max(largest, std::abs(plane("lift.length", k) - space("lift.length", k)));
    travel = std::max(travel, std::abs(plane("lift.length", k) - plane("lift.length", 0)));
  }
  EXPECT_GT(travel, 0.01);
  EXPECT_LT(largest, 1e-8);  // [m]
  EXPECT_LT(space.summary.constraint_max, 1e-9);
}

// A revolute that closes a planar loop in space repeats what the other three say: 3 of its 5
// equations.
TEST(SpatialRun, RedundantConstraintsAreCounted) {
  const CheckReport report = check(load_text(made_spatial(model_text("four_bar")), "m.yaml"));
  EXPECT_EQ(report.constraints, 5);
  EXPECT_EQ(report.redundant, 3);
  EXPECT_EQ(report.degrees_of_freedom, 1);
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(
      report.notes.back(),
      "3 constraints are redundant: the motion is determined, the reactions they share are not "
      "unique");
}

class SpatialMachineRun : public testing::TestWithParam<const char*> {};

// 1 s with loops, spheres, feedback, stops and oil: gaps stay closed, and the books balance.
TEST_P(SpatialMachineRun, KeepsLoopsAndBooks) {
  const RecordedRun r(kSpatialMachine, GetParam(), 1e-3, 1.0);
  EXPECT_LT(r.summary.constraint_max, 1e-9);
  EXPECT_LT(r.summary.constraint_rate_max, 1e-8);
  double size = 0.0;
  for (std::size_t k = 0; k <= r.last(); ++k) size = std::max(size, r("energy.kinetic", k));
  EXPECT_GT(size, 10.0);  // [J]: it moves
  EXPECT_LT(r.summary.energy_residual_max, 1e-2 * size);
}

INSTANTIATE_TEST_SUITE_P(Integrators, SpatialMachineRun,
                         testing::Values("sdirk2", "trapezoidal", "gen_alpha"));

// Halving the step: the residual of the energy falls with h².
TEST_P(SpatialMachineRun, EnergyResidualIsSecondOrder) {
  double before = 0.0, h = 1e-3;
  for (int k = 0; k < 3; ++k, h *= 0.5) {
    const RecordedRun r(kSpatialMachine, GetParam(), h, 0.5);
    const double residual = r.summary.energy_residual_max;
    if (k > 0) {
      EXPECT_NEAR(std::log2(before / residual), 2.0, 0.2) << h;
    }
    before = residual;
  }
}

TEST(SpatialRun, DegreesOfFreedomOfTheSpatialMachine) {
  const CheckReport report = check(load_text(kSpatialMachine, "spatial.yaml"));
  EXPECT_EQ(report.bodies, 13);
  EXPECT_EQ(report.loops, 3);
  EXPECT_EQ(report.constraints, 3 + 4 + 5 + 1);  // spherical, universal, revolute, driver
  EXPECT_EQ(report.redundant, 0);
  // slew 1 + hinge 1 + tube 2 + stroke 1 + sleeve 3 + slide 1 + rail 1 + ball 3 + flap 6 + spin 2 +
  // cardan 2 + floor 3
  EXPECT_EQ(report.coordinates, 26);
  EXPECT_EQ(report.degrees_of_freedom, 13);
}

}  // namespace
}  // namespace bramah
