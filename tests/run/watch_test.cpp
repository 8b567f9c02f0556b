// What a careful colleague would say of a run: each sentence once, and silence where all is well.
#include "run/watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bramah {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kWatchedHead = R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
)";

std::vector<std::string> warnings_of(const std::string& text, double until, double every = 0.0) {
  LoadOptions load;
  load.step = 1e-3, load.until = until;
  RunOptions how;
  how.every = every;
  how.rows = false;  // they do not need the rows
  Recording rows;
  const RunSummary summary = run(load_text(kWatchedHead + text, "watched.yaml", load), how, rows);
  EXPECT_TRUE(summary.converged) << summary.message;
  EXPECT_TRUE(rows.times.empty());
  return summary.warnings;
}

// 1 l/min is drawn from a closed litre at 1 bar for half a second.
TEST(Watch, TellsWhereOilCavitatesAndForHowLong) {
  const std::string text = R"(
sources: {draw: {flow: drawn, into: v}}
volumes: {v: {volume: 1 l, start: 1 bar}}
signals: {drawn: {steps: [[0 s, 0 l/min], [0.2 s, -1 l/min], [0.7 s, 4 l/min]]}}
)";
  const auto warnings = warnings_of(text, 1.0);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], HasSubstr("oil cavitates: v.p for 0.6"));  // until it is filled again
  EXPECT_THAT(warnings[0], HasSubstr("s from 0.2"));
  EXPECT_THAT(warnings_of(text, 0.2), IsEmpty());
}

// 10 l/min into a closed litre: 2500 bar a second.
TEST(Watch, TellsOfPressuresThatNothingBears) {
  const std::string text = R"(
sources: {feed: {flow: 10 l/min, into: v}}
volumes: {v: {volume: 1 l, start: 1 bar}}
)";
  EXPECT_THAT(warnings_of(text, 0.3), ElementsAre(HasSubstr("above 700 bar")));
  EXPECT_THAT(warnings_of(text, 0.25), IsEmpty());
}

std::string pushed(const std::string& valve, const std::string& command,
                   const std::string& from = "0.1 s") {
  return R"(
sources: {pump: {pressure: 100 bar}, tank: {pressure: 5 bar}}
valves:
  v: {type: 4/3, P: pump, T: tank, A: c.A, B: c.B, nominal: {flow: 40 l/min, drop: 35 bar}, )" +
         valve + R"(, signal: u}
cylinders:
  c:
    bore: 60 mm
    rod: 40 mm
    closed: 0.5 m
    stroke: 0.2 m
    start_A: 20 bar
    start_B: 36 bar
    friction: {viscous: 2000 N s/m}
    load: {mass: 300 kg, start: 0.6 m}
signals: {u: {steps: [[0 s, 0], [)" +
         from + ", " + command + "]]}}\n";
}

TEST(Watch, TellsOfPistonsThatHitTheirStops) {
  const auto warnings = warnings_of(pushed("overlap: 0", "1"), 1.0);
  EXPECT_THAT(warnings, Contains(HasSubstr("pistons hit their stops: c with 0.")));
  EXPECT_THAT(warnings_of(pushed("overlap: 0", "0.1"), 0.5), IsEmpty());
}

// It is out for two ticks, at 386 and 387 ms, and then bounces so little that rows 10 ms apart show
// nothing of it: inside at 380 and 390 ms.
TEST(Watch, TellsOfImpactsBetweenTwoRows) {
  const std::string machine = pushed("overlap: 0", "1", "0.104 s");
  EXPECT_THAT(warnings_of(machine, 0.5, 0.01),
              Contains(HasSubstr("pistons hit their stops: c with 0.358 m/s at 0.386 s")));
  EXPECT_EQ(warnings_of(machine, 0.5, 0.01).back(), warnings_of(machine, 0.5).back());
}

TEST(Watch, TellsOfValvesThatNeverOpen) {
  EXPECT_THAT(warnings_of(pushed("overlap: 0.1", "0.05"), 0.5),
              ElementsAre("watched.yaml:6: valve v never opens: its spool moves by 0.05 at most, "
                          "which its overlap covers"));
}

// ------------------------------------------------------------------------------- the wheel loader

const std::string kLoader = std::string(BRAMAH_SOURCE_DIR) + "/models/wheel_loader.yaml";

std::vector<std::string> loader_warnings(std::vector<std::string> set, double until) {
  LoadOptions load;
  load.set = std::move(set), load.until = until;
  RunOptions how;
  how.rows = false;
  Recording rows;
  try {
    return run(bramah::load(kLoader, load), how, rows).warnings;
  } catch (const InputError& error) {  // it has no rest: the doubts are told with that
    return error.problems();
  }
}

TEST(Watch, IsSilentAboutTheLoader) { EXPECT_THAT(loader_warnings({}, 3.0), IsEmpty()); }

TEST(Watch, TellsOfALeverThatStaysInTheOverlap) {
  EXPECT_THAT(loader_warnings({"lift_lever={constant: 0.05}", "tilt_lever={constant: -0.08}"}, 1.0),
              ElementsAre(kLoader + ":33: valve tilt_valve never opens: its spool "
                                    "moves by 0.08 at most, which its overlap covers",
                          kLoader + ":48: valve lift_valve never opens: its spool "
                                    "moves by 0.05 at most, which its overlap covers"));
}

TEST(Watch, TellsOfAPumpWhosePortsAreExchanged) {
  EXPECT_THAT(loader_warnings({"pump.S=pump_line", "pump.P=tank"}, 0.01),
              Contains(kLoader +
                       ":20: pump \"pump\" draws from \"pump_line\" and "
                       "delivers into \"tank\", whose pressure is fixed: are S and P exchanged?"));
}

TEST(Watch, TellsOfAPumpThatIsTurnedTheOtherWay) {
  EXPECT_THAT(
      loader_warnings({"engine.start=-2200 rpm"}, 0.01),
      Contains(kLoader + ":20: pump \"pump\" runs backwards: its shaft "
                         "\"engine\" turns at -2200 rpm at the start, and it draws from P"));
  EXPECT_THAT(loader_warnings({"diesel.speed=-2200 rpm"}, 0.01),
              Contains(kLoader + ":19: engine \"diesel\" is set to -2200 rpm: its "
                                 "governor gives no torque, and it turns nothing"));
}

// 20 N m push a shaft of 0.2 kg m2 back: 10 rad/s in a tenth of a second, less what the pump takes.
TEST(Watch, TellsOfAPumpThatBeginsToRunBackwards) {
  const std::string text = R"(
sources: {tank: {pressure: 1 bar}}
volumes: {line: {volume: 1 l, start: 1 bar}}
shafts: {axle: {inertia: 0.2 kg m2, start: 0 rpm}}
components:
  pump: {type: fixed_pump, S: tank, P: line, shaft: axle, displacement: 10 cm3/rev}
  check: {type: check_valve, A: tank, B: line, flow: 60 l/min, drop: 1 bar}
  winch: {type: shaft_load, shaft: axle, load: 20 N m}
)";
  EXPECT_THAT(warnings_of(text, 0.1),
              ElementsAre("watched.yaml:8: pump \"pump\" runs backwards: its shaft turns at -95.1 "
                          "rpm at 0.1 s, and it draws from P"));
  EXPECT_THAT(warnings_of(text, 0.005), IsEmpty());
}

}  // namespace
}  // namespace bramah
