#include "build/straight_load.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bramah/analysis.h"
#include "bramah/basics.h"
#include "machine/recorded_run.h"

namespace bramah {
namespace {

std::string text(const std::string& load, const std::string& cylinder = "",
                 const std::string& rest = "") {
  return R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
cylinders:
  c: {area_A: 20 cm2, area_B: 12 cm2, closed: 0 m, stroke: 1 m, )" +
         cylinder + " load: {" + load + "}}\n" + rest;
}

// Vast hoses: the pressure does not answer, the force p_A A_A - p_B A_B stays.
const std::string kSoft = "hose_A: {volume: 1e6 m3}, hose_B: {volume: 1e6 m3},";

// x = x0 + a cos(omega t) about the rest of the spring, shifted by gravity and the oil's force.
TEST(StraightLoad, SwingsAsInClosedForm) {
  const RecordedRun run(text("mass: 4 kg, stiffness: 400 N/m, rest: 0.5 m, angle: 30 deg, start: "
                             "0.6 m",
                             kSoft + "start_A: 1 bar, start_B: 1 bar,"),
                        "sdirk2", 1e-3, 1.0);
  const double force = 1e5 * 8e-4 - 4.0 * 9.81 * 0.5, omega = 10.0;
  const double middle = 0.5 + force / 400.0;
  for (std::size_t k = 0; k <= run.last(); k += 100) {
    const double t = 1e-3 * static_cast<double>(k);
    EXPECT_NEAR(run("c.length", k), middle + (0.6 - middle) * std::cos(omega * t), 3e-5);
    EXPECT_NEAR(run("c.rate", k), -(0.6 - middle) * omega * std::sin(omega * t), 3e-4);
    EXPECT_NEAR(run("c.force", k), 80.0, 1e-3);
  }
}

// The piston may start at length zero, where a distance has no direction.
TEST(StraightLoad, LeavesLengthZero) {
  for (const char* method : {"semirecursive", "double_step", "inef", "ali3p"}) {
    LoadOptions options;
    options.method = method, options.step = 1e-3, options.until = 0.1;
    const Model model = load_text(
        text("mass: 10 kg, start: 0 m, force: 100 N", kSoft + "start_A: 0 Pa, start_B: 0 Pa,"),
        "m.yaml", options);
    Recording rows;
    ASSERT_TRUE(bramah::run(model, {}, rows).converged) << method;
    const auto length = static_cast<std::size_t>(model.find_channel("c.length"));
    const auto position = static_cast<std::size_t>(model.find_channel("c.slide.position"));
    EXPECT_EQ(rows.row(0)[length], 0.0);
    EXPECT_NEAR(rows.row(rows.times.size() - 1)[length], 0.5 * 10.0 * 0.01, 1e-6) << method;
    for (std::size_t k = 0; k < rows.times.size(); ++k)
      EXPECT_NEAR(rows.row(k)[length], rows.row(k)[position], 1e-15) << method;
  }
}

// With oil that answers and a valve: every method sees the same machine.
TEST(StraightLoad, MethodsAgree) {
  const std::string valve = R"(
sources: {pump: {pressure: 14 MPa}, tank: {pressure: 0.1 MPa}}
valves:
  v: {type: 4/3, P: pump, T: tank, A: c.A, B: c.B, coefficient: 1e-8 m3/s/V/Pa^0.5, signal: u, spool: {time_constant: 20 ms}}
signals: {u: {steps: [[0 s, 0 V], [0.05 s, 5 V]]}}
)";
  std::vector<double> length;
  for (const char* method : {"semirecursive", "double_step", "inef", "ali3p", "ali1"}) {
    LoadOptions options;
    options.method = method, options.step = 1e-3, options.until = 0.5;
    const Model model =
        load_text(text("mass: 210 kg, start: 0.3 m, stiffness: 1e4 N/m, angle: 20 deg",
                       "start_A: 4 MPa, start_B: 5 MPa, friction: {viscous: 500 N s/m},", valve),
                  "m.yaml", options);
    Recording rows;
    ASSERT_TRUE(bramah::run(model, {}, rows).converged) << method;
    length.push_back(
        rows.row(rows.times.size() - 1)[static_cast<std::size_t>(model.find_channel("c.length"))]);
  }
  EXPECT_GT(length[0], 0.32);
  for (const double other : length) EXPECT_NEAR(other, length[0], 1e-8);
}

// 90 deg: the load hangs on p_A A_A = m g + p_B A_B.
TEST(StraightLoad, Rests) {
  const Model model = load_text(text("mass: 100 kg, start: 0.3 m, angle: 90 deg",
                                     "start_A: static, start_B: 2 MPa,", "initial: static\n"),
                                "m.yaml");
  const StaticsReport report = statics(model);
  ASSERT_TRUE(report.converged) << report.message;
  ASSERT_EQ(report.solved.size(), 1u);
  EXPECT_NEAR(report.solved[0].value, (100.0 * 9.81 + 2e6 * 12e-4) / 20e-4, 1.0);
}

TEST(StraightLoad, WorksInSpaceToo) {
  const std::string spatial = "mechanism: spatial\ngravity: \"[0, 0, -9.81] m/s2\"\n";
  const RecordedRun run(text("mass: 2 kg, start: 0.9 m, angle: 90 deg",
                             kSoft + "start_A: 0 Pa, start_B: 0 Pa,", spatial),
                        "sdirk2", 1e-3, 0.2);
  EXPECT_NEAR(run("c.length", run.last()), 0.9 - 0.5 * 9.81 * 0.04, 1e-5);  // the hoses give 1 mN
}

TEST(StraightLoad, ContradictionsAreRefused) {
  const auto refusal = [](const std::string& cylinder) -> std::string {
    try {
      (void)load_text(
          "bramah: 1\nfluid: {density: 850 kg/m3, bulk: 1500 MPa}\ncylinders: {c: "
          "{area_A: 1 cm2, area_B: 1 cm2, stroke: 1 m, " +
              cylinder + "}}\n",
          "m.yaml");
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const std::string start = "m.yaml:3: cylinder \"c\": ";
  EXPECT_EQ(refusal("closed: 1 m"), start + "expected from and to, or a load, or a rack");
  EXPECT_EQ(refusal("closed: 1 m, from: ground"),
            start + "expected from and to, or a load, or a rack");
  EXPECT_EQ(refusal("closed: 1 m, from: ground, to: ground, load: {mass: 1 kg}"),
            start + "expected from and to, or a load, or a rack");
  EXPECT_EQ(refusal("closed: 0 m, from: ground, to: ground"),
            start + "closed must be positive: a cylinder between two points has a length");
  EXPECT_NE(refusal("closed: 0 m, load: {mass: 1 kg, start: 1.2 m}").find("1200 mm apart"),
            std::string::npos);
}

}  // namespace
}  // namespace bramah
