// Rest of each kind of machine against a formula, and the exact words where there is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bramah/bramah.h"

namespace bramah {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Four lines; what follows begins in line 5.
const std::string kRestHead = R"(bramah: 1
initial: static
fluid: {density: 860 kg/m3, bulk: 1.4 GPa}
sources: {tank: {pressure: 5 bar}}
)";

std::map<std::string, double> solved(const std::string& text) {
  const Model model = load_text(text, "m.yaml");
  const StaticsReport report = statics(model);
  EXPECT_TRUE(report.converged) << report.message;
  std::map<std::string, double> values;
  for (const NamedValue& value : report.solved) values[value.name] = value.value;
  return values;
}

std::string refused(const std::string& text) {
  try {
    (void)load_text(text, "m.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

std::vector<std::string> notes(const std::string& text) {
  return check(load_text(text, "m.yaml")).notes;
}

const std::string kPump = "  pump: {type: ideal_pump, T: tank, P: line, flow: 12 l/min}\n";
const std::string kRelief =
    "  relief: {type: relief_valve, P: line, T: tank, cracking: 200 bar, flow: 60 l/min, override: "
    "10 bar}\n";

// Below its cracking pressure the valve passes nothing, and no pressure changes any flow there.
TEST(Statics, FillsTheLineUntilTheReliefValveOpens) {
  const std::string text =
      kRestHead + "volumes: {line: {volume: 1 l, start: static}}\ncomponents:\n" + kPump + kRelief;
  const double p = solved(text).at("line.p");
  EXPECT_GT(p, 200e5);
  EXPECT_LT(p, 215e5);
}

TEST(Statics, PassesOpenCentres) {
  const auto at =
      solved(kRestHead +
             R"(volumes: {line: {volume: 1 l, start: static}, between: {volume: 1 l, start: static}}
components:
  pump: {type: ideal_pump, T: tank, P: line, flow: 12 l/min}
orifices:
  first: {from: line, to: between, nominal: {flow: 12 l/min, drop: 8 bar}}
  second: {from: between, to: tank, nominal: {flow: 12 l/min, drop: 2 bar}}
)");
  EXPECT_NEAR(at.at("line.p"), 15e5, 2e3);  // orifices are rounded near no drop
  EXPECT_NEAR(at.at("between.p"), 7e5, 2e3);
}

// The swash is solved with the line: it gives what leaks, p_LS + margin + (1 - s) band above.
TEST(Statics, SolvesTheSwashOfALoadSensingPump) {
  const std::string text = kRestHead + R"(volumes:
  line: {volume: 1 l, start: static}
  LS: {volume: 30 cm3, start: static}
components:
  pump: {type: load_sensing_pump, S: tank, P: line, LS: LS, displacement: 100 cm3/rev, speed: 1500 rpm, margin: 20 bar, cutoff: 250 bar, lag: 60 ms, band: 5 bar, leakage: 3e-12 m3/s/Pa}
orifices:
  bleed: {from: LS, to: tank, nominal: {flow: 0.5 l/min, drop: 100 bar}}
)";
  const auto at = solved(text);
  EXPECT_NEAR(at.at("LS.p"), 5e5, 1.0);
  EXPECT_NEAR(at.at("line.p"), 25e5, 5e5);
  EXPECT_NEAR(at.at("pump.swash") * 100e-6 * 25.0, 3e-12 * (at.at("line.p") - 5e5), 1e-9);
}

TEST(Statics, NamesAVolumeThatOnlyFills) {
  EXPECT_EQ(
      refused(kRestHead + "volumes:\n  line: {volume: 1 l, start: static}\ncomponents:\n" + kPump),
      "m.yaml:6: volume \"line\" has no rest: 12 l/min flow in (pump), none out, however high "
      "its pressure");
}

// A size that may be the cause is told beside it.
TEST(Statics, TellsDoubtsBesideItsReasons) {
  EXPECT_THAT(
      refused(kRestHead + "volumes:\n  line: {volume: 1 m3, start: static}\ncomponents:\n" + kPump),
      HasSubstr("however high its pressure\nm.yaml:6: volume \"line\": volume 1000 l is "
                "unusual (typical 0.001 to 100 l): is the unit right?"));
}

// 45 l/min at once into a line that is given 60 bar: the pump begins as the catalogue says, all else
// rests, and nobody calls it a rest.
TEST(Statics, APumpBesideAGivenPressureIsSaidNotToRest) {
  const std::string text = kRestHead + R"(volumes:
  line: {volume: 1 l, start: 60 bar}
  dead: {volume: 1 l, start: static}
components:
  pump: {type: pressure_compensated_pump, T: tank, P: line, gain: 45 l/min / 10 bar, lag: 50 ms, flow: 45 l/min, setting: 150 bar}
  relief: {type: relief_valve, P: dead, T: tank, cracking: 100 bar, flow: 60 l/min, override: 10 bar}
)";
  EXPECT_THAT(notes(text),
              Contains("static start: not at rest, since the pressures given beside it "
                       "do not allow it: pump.flow"));
  const StaticsReport report = statics(load_text(text, "m.yaml"));
  EXPECT_TRUE(report.converged);
  EXPECT_THAT(report.message, HasSubstr("pump.flow"));
}

// All at once, each in its own line.
TEST(Statics, NamesEverythingThatHasNoRest) {
  EXPECT_EQ(
      refused(kRestHead + R"(volumes:
  line: {volume: 1 l, start: static}
  inlet: {volume: 1 l, start: 65 bar}
orifices:
  nozzle: {from: inlet, to: tank, nominal: {flow: 6 l/min, drop: 60 bar}, law: sqrt}
components:
)" + kPump + R"(
cylinders:
  lift: {bore: 80 mm, rod: 45 mm, closed: 0 m, stroke: 1 m, start_A: 10 bar, start_B: 5 bar, load: {mass: 2 t, start: 0.3 m, angle: 90 deg}}
)"),
      "m.yaml:14: joint \"lift.slide\" is not held: -16.3 kN are left on it (cylinder \"lift\" "
      "would "
      "need 42.5 bar instead of 10 bar in A)\n"
      "m.yaml:6: volume \"line\" has no rest: 12 l/min flow in (pump), none out, however high its "
      "pressure\n"
      "m.yaml:7: volume \"inlet\" has no rest: 6 l/min flow out (nozzle), none in, at its given "
      "start of 65 bar; written `static`, it would be solved");
}

// The valve of 100 bar cannot hold what the load makes 121 bar of.
TEST(Statics, NamesTheWayThatOilTakes) {
  EXPECT_EQ(
      refused(kRestHead + R"(components:
  port: {type: relief_valve, P: lift.A, T: tank, cracking: 100 bar, flow: 60 l/min, override: 10 bar}
cylinders:
  lift: {bore: 80 mm, rod: 45 mm, closed: 0 m, stroke: 1 m, start_A: static, start_B: 5 bar, load: {mass: 6 t, start: 0.3 m, angle: 90 deg}}
)"),
      "m.yaml:8: volume \"lift.A\" has no rest: 61.5 l/min flow out (port), none in, at 121 bar");
}

// Two shut chambers share a load in many ways; none is asked to pull.
TEST(Statics, LeavesNoOilTorn) {
  const auto at = solved(kRestHead + R"(cylinders:
  lift: {bore: 80 mm, rod: 45 mm, closed: 0 m, stroke: 1 m, start_A: static, start_B: static, load: {mass: 6 t, start: 0.3 m, angle: 90 deg}}
)");
  const double area = std::numbers::pi / 4 * 0.08 * 0.08,
               ring = area - std::numbers::pi / 4 * 0.045 * 0.045;
  EXPECT_GE(at.at("lift.B.p"), 1e4);
  EXPECT_NEAR(at.at("lift.A.p") * area - at.at("lift.B.p") * ring, 6000 * 9.81, 1.0);
}

std::string pendulum_start(const std::string& start) {
  return R"(bramah: 1
initial: static
bodies: {rod: {mass: 10 kg, com: [0.5 m, 0 m], shape: {rod: 1 m}, points: {top: [0 m, 0 m]}}}
joints: {hinge: {type: revolute, between: [ground.origin, rod.top], damping: 1 N m s/rad, start: )" +
         start + "}}\n";
}

// Level, its torque is the largest there is, and flat. It hangs.
TEST(Statics, FallsToWhereItHangs) {
  const std::string text = pendulum_start("static");
  EXPECT_NEAR(solved(text).at("hinge.angle"), -std::numbers::pi / 2, 1e-8);
  EXPECT_THAT(notes(text), Not(Contains(HasSubstr("unstable"))));
}

TEST(Statics, LiesOnItsStop) {
  const auto at = solved(pendulum_start(
      "static, limits: {lower: -20 deg, upper: 60 deg, stiffness: 1e6 N m/rad, damping: 1e4 N m "
      "s/rad}"));
  const double q = at.at("hinge.angle"), lower = -20 * std::numbers::pi / 180;
  EXPECT_NEAR(1e6 * (lower - q), 10 * 9.81 * 0.5 * std::cos(q), 1e-4);
}

// sqrt(3/2 g/l) less half of c/J: the pole of an upright rod.
TEST(Statics, SaysThatAnUprightRodFalls) {
  const std::string text = pendulum_start("static near 80 deg");
  EXPECT_NEAR(solved(text).at("hinge.angle"), std::numbers::pi / 2, 1e-8);
  EXPECT_THAT(notes(text),
              Contains("this rest is unstable: a small push grows, pole +3.69 1/s (hinge)"));
  EXPECT_NEAR(statics(load_text(text, "m.yaml")).growth, 3.689, 1e-3);
}

// Oil between shut valves holds wherever the boom is pushed to.
TEST(Statics, DoesNotCallALockedCylinderUnstable) {
  for (const char* angle : {"90 deg", "-90 deg", "0 deg"})
    EXPECT_THAT(notes(kRestHead + R"(cylinders:
  lift: {bore: 80 mm, rod: 45 mm, closed: 0 m, stroke: 1 m, start_A: static, start_B: static, load: {mass: 2 t, start: 0.3 m, angle: )" +
                      angle + "}}\n"),
                Not(Contains(HasSubstr("unstable"))));
}

TEST(Statics, GuessesHaveUnits) {
  EXPECT_THAT(refused(pendulum_start("static near 5 bar")),
              HasSubstr("m.yaml:4: joint \"hinge\": start: expected an angle"));
  EXPECT_THAT(refused(kRestHead + "volumes: {line: {volume: 1 l, start: static near 5 deg}}\n"),
              HasSubstr("m.yaml:5: volume \"line\": start: expected a pressure"));
  EXPECT_THAT(refused(kRestHead + "volumes: {line: {volume: 1 l, start: static near 5}}\n"),
              HasSubstr("m.yaml:5: volume \"line\": start: 5 has no unit; expected a pressure"));
  EXPECT_THAT(refused(kRestHead + "volumes: {line: {volume: 1 l, start: static at 5 bar}}\n"),
              HasSubstr("m.yaml:5: volume \"line\": start: cannot read \"static at 5 bar\""));
}

// A load that hangs from a boom whose cylinder's pressure is solved too: it must not swing up and over
// the top to take its weight off the cylinder, from wherever the search begins.
TEST(Statics, WhatHangsStaysBelow) {
  for (const char* near : {"25 deg", "0 deg", "-20 deg", "80 deg"}) {
    LoadOptions options;
    options.set = {std::string("swing.coordinates.0.start=static near ") + near};
    const Model model = load(std::string(BRAMAH_SOURCE_DIR) + "/models/patu655.yaml", options);
    const StaticsReport report = statics(model);
    ASSERT_TRUE(report.converged) << report.message;
    const auto swing = std::ranges::find(report.solved, "swing.first.angle", &NamedValue::name);
    ASSERT_NE(swing, report.solved.end());
    EXPECT_NEAR(swing->value * 180.0 / std::numbers::pi, 25.0, 1e-6) << near;
  }
}

}  // namespace
}  // namespace bramah
