// Circuits that break solvers, at a fixed 1 ms: tiny volumes beside large ones, a valve slammed
// shut at speed, a rod side that cavitates and refills, a chattering check valve, a relief valve at
// cracking, all of it at once. Each run must end with Newton below its 30 iterations, finite numbers, no
// negative absolute pressure where the state is the amount of oil, and no oil lost.
#include <gtest/gtest.h>

#include "bramah/parts.h"
#include "torture_run.h"

namespace bramah {
namespace {

// A tiny volume between large ones, fed and drained hard.
constexpr const char* kTiny = R"(
volumes:
  tiny: {volume: 1e-7 m3, start: 100 bar}
  large: {volume: 1e-2 m3, start: 100 bar}
orifices:
  o1: {from: pump, to: tiny, nominal: {flow: 40 l/min, drop: 10 bar}, opening: on}
  o2: {from: tiny, to: large, nominal: {flow: 40 l/min, drop: 10 bar}}
  o3: {from: large, to: tank, nominal: {flow: 20 l/min, drop: 100 bar}}
signals:
  on: {steps: [[0 s, 1], [0.2 s, 0], [0.3 s, 1]]}
)";

// 2 t at more than 1 m/s; the valve shuts in no time at 0.6 s and again at 1.4 s: the rod side is
// torn open, cavitates, and refills.
constexpr const char* kSlam = R"(
volumes:
  line: {volume: 1e-2 m3, start: 100 bar}
orifices:
  feed: {from: pump, to: line, nominal: {flow: 40 l/min, drop: 10 bar}}
valves:
  valve: {type: 4/3, P: line, T: tank, A: c.A, B: c.B, nominal: {flow: 100 l/min, drop: 10 bar}, signal: u}
cylinders:
  c:
    bore: 60 mm
    rod: 40 mm
    closed: 0.5 m
    stroke: 1 m
    start_A: 50 bar
    start_B: 90 bar
    end_damper: {length: 20 mm, stiffness: 1e7 N/m, damping: 1e5 N s/m}
    friction: {viscous: 1000 N s/m}
    load: {mass: 2 t, start: 1 m}
signals:
  u: {steps: [[0 s, 0], [0.1 s, 1], [0.6 s, 0], [1 s, -1], [1.4 s, 0]]}
)";

// A small pump against a check valve and a load that breathes at 40 Hz.
constexpr const char* kCheck = R"(
volumes:
  before: {volume: 20 cm3, start: 50 bar}
  after: {volume: 50 cm3, start: 50 bar}
components:
  check: {type: check_valve, A: before, B: after, cracking: 0.5 bar, flow: 40 l/min, drop: 3 bar}
  relief: {type: relief_valve, P: before, T: tank, cracking: 150 bar, flow: 40 l/min, override: 10 bar}
orifices:
  out: {from: after, to: tank, nominal: {flow: 8 l/min, drop: 50 bar}, opening: breath}
signals:
  breath: {sine: {mean: 0.6, amplitude: 0.6, frequency: 40 Hz}}
  flow: {sine: {mean: 8 l/min, amplitude: 12 l/min, frequency: 65 Hz}}
)";

// A relief valve that a pump holds exactly at cracking.
constexpr const char* kCracking = R"(
volumes:
  line: {volume: 0.1 l, start: 179.9 bar}
components:
  relief: {type: relief_valve, P: line, T: tank, cracking: 180 bar, flow: 60 l/min, override: 2 bar}
orifices:
  load: {from: line, to: tank, nominal: {flow: 10 l/min, drop: 180 bar}, opening: on}
signals:
  on: {steps: [[0 s, 1], [0.1 s, 0.9], [0.2 s, 1.1], [0.3 s, 0]]}
)";

// All of it in one circuit: the pump line feeds the tiny volume, the check valve and the cylinder,
// and a relief valve holds it at cracking.
constexpr const char* kAtOnce = R"(
volumes:
  line: {volume: 1 l, start: 179 bar}
  tiny: {volume: 1e-7 m3, start: 100 bar}
  large: {volume: 1e-2 m3, start: 100 bar}
  before: {volume: 20 cm3, start: 50 bar}
  after: {volume: 50 cm3, start: 50 bar}
components:
  relief: {type: relief_valve, P: line, T: tank, cracking: 180 bar, flow: 60 l/min, override: 2 bar}
  check: {type: check_valve, A: before, B: after, cracking: 0.5 bar, flow: 40 l/min, drop: 3 bar}
orifices:
  feed: {from: pump, to: line, nominal: {flow: 60 l/min, drop: 10 bar}}
  o1: {from: line, to: tiny, nominal: {flow: 40 l/min, drop: 10 bar}, opening: on}
  o2: {from: tiny, to: large, nominal: {flow: 40 l/min, drop: 10 bar}}
  o3: {from: large, to: before, nominal: {flow: 20 l/min, drop: 100 bar}, opening: breath}
  out: {from: after, to: tank, nominal: {flow: 8 l/min, drop: 50 bar}, opening: breath}
valves:
  valve: {type: 4/3, P: line, T: tank, A: c.A, B: c.B, nominal: {flow: 100 l/min, drop: 10 bar}, signal: u}
cylinders:
  c:
    bore: 60 mm
    rod: 40 mm
    closed: 0.5 m
    stroke: 1 m
    start_A: 50 bar
    start_B: 90 bar
    end_damper: {length: 20 mm, stiffness: 1e7 N/m, damping: 1e5 N s/m}
    friction: {viscous: 1000 N s/m}
    load: {mass: 2 t, start: 1 m}
signals:
  on: {steps: [[0 s, 1], [0.2 s, 0], [0.3 s, 1]]}
  u: {steps: [[0 s, 0], [0.1 s, 1], [0.6 s, 0], [1 s, -1], [1.4 s, 0]]}
  breath: {sine: {mean: 0.6, amplitude: 0.6, frequency: 40 Hz}}
)";

std::string solver(const std::string& state) {
  return "solver: {step: 1 ms, until: 2 s, tolerance: 1e-11, state: " + state + "}\n";
}
std::string with_flow(std::string text, const char* source) {
  const std::string tank = "  tank: {pressure: 1 bar}\n";
  return text.insert(text.find(tank) + tank.size(), source);
}

struct Case {
  const char* name;
  std::string text;  // without solver
};

std::vector<Case> cases() {
  const std::string head = kTortureHead;
  const std::string pulsing = "  pulse: {flow: flow, into: before}\n";
  const std::string steady = "  steady: {flow: 10 l/min, into: line}\n";
  return {{"Tiny", head + kTiny},
          {"Slam", head + kSlam},
          {"Check", with_flow(head, pulsing.c_str()) + kCheck},
          {"Cracking", with_flow(head, steady.c_str()) + kCracking},
          {"AllAtOnce", head + kAtOnce}};
}

class Torture : public testing::TestWithParam<Case> {};

TEST_P(Torture, AmountsStayPositiveAndAddUp) {
  const TortureOutcome out = torture(GetParam().text + solver("amount"));
  ASSERT_TRUE(out.summary.converged) << out.summary.message;
  EXPECT_LE(out.summary.newton_max, 30);
  EXPECT_TRUE(out.finite);
  EXPECT_GT(out.lowest, 0.0);
  EXPECT_LT(out.balance, 1e-14);  // round-off of ten litres, over 2000 steps
}

TEST_P(Torture, PressuresConvergeAndBooksCloseWithTheStep) {
  const std::string text = GetParam().text + solver("pressure");
  const TortureOutcome coarse = torture(text, 1e-3), fine = torture(text, 0.25e-3);
  ASSERT_TRUE(coarse.summary.converged) << coarse.summary.message;
  ASSERT_TRUE(fine.summary.converged) << fine.summary.message;
  EXPECT_LE(coarse.summary.newton_max, 30);
  EXPECT_TRUE(coarse.finite);
  EXPECT_LT(coarse.balance, 1e-12);
  EXPECT_LT(coarse.books, 0.05 * coarse.turnover);
  EXPECT_LT(fine.books, 0.5 * coarse.books + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Cases, Torture, testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

// ------------------------------------------------------------------------------- torn and refilled
struct Torn {
  std::vector<double> length;  // at every 10 ms [m]
  double lowest = INFINITY;    // of the rod side while the valve is shut at speed [Pa]
  double highest = 0.0;        // after it has refilled [Pa]
};

Torn slam(const char* state, double tick) {
  LoadOptions options;
  options.step = tick;
  const Model model =
      load_text(std::string(kTortureHead) + kSlam + solver(state), "slam.yaml", options);
  RunOptions how;
  how.every = 0.01;
  Recording rows;
  const RunSummary summary = run(model, how, rows);
  EXPECT_TRUE(summary.converged) << summary.message;
  const auto of = [&](const char* name) {
    return static_cast<std::size_t>(model.find_channel(name));
  };
  Torn out;
  for (std::size_t r = 0; r < rows.times.size(); ++r) {
    out.length.push_back(rows.row(r)[of("c.length")]);
    const double p = rows.row(r)[of("c.B.p")];
    if (rows.times[r] > 0.6 && rows.times[r] < 1.0) out.lowest = std::min(out.lowest, p);
    if (rows.times[r] > 1.0) out.highest = std::max(out.highest, p);
  }
  return out;
}

double furthest(const Torn& a, const Torn& b) {
  double most = 0.0;
  EXPECT_EQ(a.length.size(), b.length.size());
  for (std::size_t k = 0; k < std::min(a.length.size(), b.length.size()); ++k)
    most = std::max(most, std::abs(a.length[k] - b.length[k]));
  return most;
}

// The valve shuts at 1 m/s, the rod side is torn for 0.4 s, and refills: the motion is that of ticks
// fifty times shorter, whatever the state of the oil is.
TEST(TornOil, RefillsAtLongTicks) {
  const Torn pressure = slam("pressure", 5e-3), amount = slam("amount", 5e-3);
  for (const Torn* seen : {&pressure, &amount}) {
    EXPECT_GT(seen->lowest, 0.0);
    EXPECT_LT(seen->lowest, 0.1e5);
    EXPECT_GT(seen->highest, 50e5);
  }
  EXPECT_LT(furthest(pressure, slam("pressure", 1e-4)), 1e-3);
  EXPECT_LT(furthest(amount, slam("amount", 1e-4)), 1e-3);
  EXPECT_LT(furthest(pressure, amount), 0.5e-3);
}

// --------------------------------------------------------------------------------- coarse and closed
// Nothing joins these volumes to a source: what one loses, another gains.
constexpr const char* kClosed = R"(
bramah: 1
name: Closed
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
volumes:
  a: {volume: 1e-7 m3, start: 200 bar}
  b: {volume: 1e-5 m3, start: 2 bar}
  c: {volume: 3e-4 m3, start: 90 bar}
  d: {volume: 2e-6 m3, start: 150 bar}
components:
  check: {type: check_valve, A: a, B: b, cracking: 0.5 bar, flow: 40 l/min, drop: 3 bar}
  pilot: {type: pilot_check_valve, A: b, B: c, X: d, flow: 40 l/min, drop: 5 bar}
  shuttle: {type: shuttle_valve, A: a, B: c, C: d, flow: 5 l/min, drop: 5 bar}
  relief: {type: relief_valve, P: d, T: b, cracking: 60 bar, flow: 40 l/min, override: 5 bar}
  pipe: {type: pipe, A: c, B: a, length: 2 m, diameter: 12 mm}
solver: {integrator: linear_euler, step: 1 us, until: 2 ms, state: amount}
)";

// Steps of one linear solve lose none either, as long as those that a tick falls back on. (At 0.25 ms,
// where a tick without time ends, a linear step carries such small volumes out of all range.) The
// sum is made from pressures, not from the books.
TEST(CoarseSteps, KeepTheOilOfAClosedCircuit) {
  const Model model = load_text(kClosed, "closed.yaml");
  const double room[] = {1e-7, 1e-5, 3e-4, 2e-6};
  const char* const names[] = {"a.p", "b.p", "c.p", "d.p"};
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size());
  const auto oil = [&] {
    model.observe(state, work, row);
    double sum = 0.0;
    for (int k = 0; k < 4; ++k)
      sum += room[k] *
             Fluid{}.log_density(row[static_cast<std::size_t>(model.find_channel(names[k]))]).value;
    return sum;
  };
  const double before = oil();
  for (int k = 0; k < 2000; ++k) {
    ASSERT_TRUE(step(model, state, work, {}).converged) << k;
    ASSERT_NEAR(oil(), before, 1e-16) << k;
    ASSERT_LT(std::abs(row[static_cast<std::size_t>(model.find_channel("oil.balance"))]), 1e-16);
  }
}

}  // namespace
}  // namespace bramah
