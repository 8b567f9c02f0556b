// A volume that shrinks by decades at a fixed step: what is left is its quasi-steady pressure.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "bramah/analysis.h"
#include "hydraulics/parts/orifice_part.h"
#include "hydraulics/pseudo_dynamic.h"
#include "machine/recorded_run.h"

namespace bramah {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kStep = 1e-3;

struct Case {
  std::string name, text, outer;  // a channel beyond the small volume
  double least;                   // what difference of `outer` is round-off
};

const std::string kHead = R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa, vapour: none}
sources: {supply: {pressure: p_s}, tank: {pressure: 1 bar}}
signals:
  p_s: {sine: {mean: 150 bar, amplitude: 50 bar, frequency: 5 Hz}}
)";

// Supply -> small -> large -> tank; the small volume does not start at its steady state, 94 bar.
const Case kOrifices{"orifices", kHead + R"(
volumes:
  small: {volume: 1 l, start: 80 bar}
  large: {volume: 2 l, start: 40 bar}
orifices:
  inlet: {from: supply, to: small, coefficient: 5.62e-7 m3/s/Pa^0.5}
  outlet: {from: small, to: large, coefficient: 5.73e-7 m3/s/Pa^0.5}
  load: {from: large, to: tank, coefficient: 4e-7 m3/s/Pa^0.5}
)",
                     "large.p", 1.0};
// The same before a cylinder that lifts a mass.
const Case kLift{"lift", kHead + R"(
volumes:
  small: {volume: 1 l, start: 60 bar}
cylinders:
  lift:
    area_A: 20 cm2
    area_B: 12 cm2
    closed: 0.5 m
    stroke: 1 m
    hose_A: {volume: 0.5 l}
    hose_B: {volume: 0.5 l}
    start_A: 25 bar
    start_B: 1 bar
    friction: {viscous: 2000 N s/m}
    load: {mass: 500 kg, start: 0.7 m, angle: 90 deg}
orifices:
  inlet: {from: supply, to: small, coefficient: 2e-7 m3/s/Pa^0.5}
  outlet: {from: small, to: lift.A, coefficient: 2.2e-7 m3/s/Pa^0.5}
  back: {from: lift.B, to: tank, coefficient: 4e-7 m3/s/Pa^0.5}
)",
                 "lift.length", 1e-10};

std::string size(double volume) { return "small.volume=" + std::to_string(volume * 1e9) + " mm3"; }

class Shrinking : public ::testing::TestWithParam<Case> {
 protected:
  RecordedRun run(const std::string& integrator, std::vector<std::string> set) const {
    return {GetParam().text, integrator, kStep, 0.4, std::move(set)};
  }
  RecordedRun quasi_steady(double volume) const {
    return run("sdirk2", {"solver.oil=quasi_steady", "solver.small_volumes=small", size(volume)});
  }
};

// Largest difference once the start has been forgotten.
double apart(const RecordedRun& a, const RecordedRun& b, const std::string& channel,
             std::size_t first) {
  double most = 0.0;
  for (std::size_t k = first; k <= a.last(); ++k)
    most = std::max(most, std::abs(a(channel, k) - b(channel, k)));
  return most;
}

// The difference is in proportion to the volume, without a bound by the step: an L-stable, stiffly
// accurate rule ends each step on the balance of flows.
TEST_P(Shrinking, Sdirk2BecomesQuasiSteady) {
  const RecordedRun limit = quasi_steady(1e-9);
  double before = 0.0, outer_before = 0.0;
  for (double volume = 1e-3; volume > 0.5e-9; volume *= 0.1) {
    const RecordedRun run = this->run("sdirk2", {size(volume)});
    EXPECT_LE(run.summary.newton_max, 10) << volume;
    EXPECT_LT(run.summary.newton_mean, 2.5) << volume;
    const double p = apart(run, limit, "small.p", 20);
    const double outer = apart(run, limit, GetParam().outer, 0);
    if (volume < 1e-3) {
      EXPECT_LT(p, 0.2 * before + 0.1) << volume;
      EXPECT_LT(outer, 0.2 * outer_before + GetParam().least) << volume;
    }
    before = p, outer_before = outer;
  }
  EXPECT_LT(before, 10.0);
}

// What balances the flows does not know how large the volume is.
TEST_P(Shrinking, QuasiSteadyDoesNotDependOnTheVolume) {
  const RecordedRun a = quasi_steady(1e-3), b = quasi_steady(1e-9);
  EXPECT_LE(a.summary.newton_max, 6);
  EXPECT_LT(apart(a, b, "small.p", 0), 1e-3);
  EXPECT_LT(apart(a, b, GetParam().outer, 0), GetParam().least);
  for (std::size_t k = 0; k <= a.last(); k += 7)
    EXPECT_NEAR(a("inlet.flow", k) / a("outlet.flow", k), 1.0, 1e-6);  // Newton's tolerance
}

// Its factor at infinity is -1: the error of the start changes its sign with each step and stays.
TEST_P(Shrinking, TrapezoidalRings) {
  const RecordedRun limit = quasi_steady(1e-9);
  const auto turns_and_size = [&](const std::string& integrator) {
    const RecordedRun run = this->run(integrator, {size(1e-9)});
    int turns = 0;
    double first = 0.0, last = 0.0;
    for (std::size_t k = 2; k < run.last(); ++k) {
      const double d = run("small.p", k) - limit("small.p", k);
      const double next = run("small.p", k + 1) - limit("small.p", k + 1);
      if (d * next < 0.0) ++turns;
      if (k < 20) first = std::max(first, std::abs(d));
      if (k > run.last() - 20) last = std::max(last, std::abs(d));
    }
    EXPECT_LE(run.summary.newton_max, 30);
    return std::array<double, 3>{static_cast<double>(turns), first, last};
  };
  const auto [turns, first, last] = turns_and_size("trapezoidal");
  EXPECT_GT(turns, 350);  // of 398
  EXPECT_GT(first, 1e6);
  EXPECT_GT(last, 0.5 * first);
  const auto [few, large, little] = turns_and_size("sdirk2");
  EXPECT_LT(few, 20);
  EXPECT_LT(large, 10.0);
  EXPECT_LT(little, 10.0);
}

TEST_P(Shrinking, ExplicitRulesRefuseAndNameIt) {
  for (const char* integrator : {"euler", "semi_euler", "heun", "rk4"}) {
    LoadOptions options;
    options.integrator = integrator, options.step = kStep, options.until = 0.05;
    for (const double volume : {1e-5, 1e-7, 1e-9}) {
      options.set = {size(volume)};
      Recording rows;
      const RunSummary summary =
          bramah::run(load_text(GetParam().text, "m.yaml", options), {}, rows);
      EXPECT_FALSE(summary.converged);
      EXPECT_EQ(summary.steps, 0);
      EXPECT_THAT(summary.message, HasSubstr("at the pressure of volume small"));
    }
    // With its flows balanced, what is left is slow enough.
    if (GetParam().name == "lift") continue;
    options.set = {size(1e-9), "solver.oil=advpds", "solver.small_volumes=small"};
    Recording rows;
    const RunSummary summary = bramah::run(load_text(GetParam().text, "m.yaml", options), {}, rows);
    EXPECT_TRUE(summary.converged) << summary.message;
  }
}

// By a secant: lift.B answers in 0.34 ms by its tangent, but 10 bar take longer than the step.
TEST_P(Shrinking, AutoChoosesTheSmallOneAlone) {
  const auto notes = [&](double volume, const std::string& oil) {
    LoadOptions options;
    options.step = kStep;
    options.set = {size(volume), "solver.oil=" + oil, "solver.small_volumes=auto"};
    if (oil != "quasi_steady") options.integrator = "rk4";
    return load_text(GetParam().text, "m.yaml", options).notes();
  };
  EXPECT_THAT(notes(1e-5, "quasi_steady"),
              ElementsAre(HasSubstr("quasi-steady: small (10 cm3): flows balance")));
  EXPECT_THAT(notes(1e-5, "advpds"),
              ElementsAre(HasSubstr("advpds: small (10 cm3): pressures are where a pseudo volume "
                                    "of 1000 cm3 settles")));
  EXPECT_THAT(notes(1e-3, "quasi_steady"),
              ElementsAre("oil: quasi_steady finds no volume that is small against the step; all "
                          "are dynamic"));
  LoadOptions options;
  EXPECT_TRUE(load_text(GetParam().text, "m.yaml", options).notes().empty());
}

INSTANTIATE_TEST_SUITE_P(SmallVolume, Shrinking, ::testing::Values(kOrifices, kLift),
                         [](const auto& machine) { return machine.param.name; });

// Its share of all volumes, a chamber's with the oil in it: 100/(100 + 900 + 1460).
TEST(SmallVolumeNote, SaysHowMuchIsLeftOut) {
  LoadOptions options;
  options.set = {size(1e-4), "solver.oil=quasi_steady", "solver.small_volumes=[small]"};
  EXPECT_THAT(load_text(kLift.text, "m.yaml", options).notes(),
              ElementsAre("quasi-steady: small (100 cm3): flows balance at every instant; what "
                          "they would store under pressure, 4.1 % of all volumes, is left out"));
  options.method = "ali3p";  // built beside the machine in joint coordinates: said once
  EXPECT_EQ(load_text(kLift.text, "m.yaml", options).notes().size(), 1u);
}

// V1 between a compensator and a throttle: its rate is beyond 1e5 1/s, all else is slow.
TEST(QuasiSteady, FlowControlValveIsAsDynamic) {
  LoadOptions options;
  options.step = 1e-4, options.until = 0.3;
  const std::string path = std::string(BRAMAH_SOURCE_DIR) + "/models/circuit2.yaml";
  const Model dynamic = load(path, options);
  options.set = {"solver.oil=quasi_steady", "solver.small_volumes=V1"};
  const Model quasi_steady = load(path, options);
  EXPECT_THAT(quasi_steady.notes(), Contains(HasSubstr("quasi-steady: V1 (10 cm3):")));
  Recording a, b;
  ASSERT_TRUE(run(dynamic, {}, a).converged);
  ASSERT_TRUE(run(quasi_steady, {}, b).converged);
  for (const auto& [channel, tolerance] : {std::pair{"V1.p", 0.01}, {"V2.p", 1e-4}}) {
    const auto k = static_cast<std::size_t>(dynamic.find_channel(channel));
    double most = 0.0, apart = 0.0;
    for (std::size_t row = 1; row < a.times.size(); ++row) {
      most = std::max(most, a.row(row)[k]);
      apart = std::max(apart, std::abs(a.row(row)[k] - b.row(row)[k]));
    }
    EXPECT_LT(apart, tolerance * most) << channel;
  }
}

// Both orifices shut: no pressure is better than another.
TEST(QuasiSteady, ShutInVolumeIsNamed) {
  const auto text = [](const char* opening) {
    return kHead + "  z: " + opening + R"(
volumes: {V: {volume: 1 cm3, start: 20 bar}}
orifices:
  a: {from: supply, to: V, coefficient: 5e-7 m3/s/Pa^0.5, opening: z}
  b: {from: V, to: tank, coefficient: 5e-7 m3/s/Pa^0.5, opening: z}
solver: {step: 1 ms, until: 20 ms, oil: quasi_steady, small_volumes: [V]}
)";
  };
  const char* reason = "no pressure of the quasi-steady volume V balances its flows";
  for (const char* integrator : {"sdirk2", "trapezoidal"}) {
    LoadOptions options;
    options.integrator = integrator;
    Recording rows;
    const RunSummary summary =
        run(load_text(text("{steps: [[0 s, 1], [0.01 s, 0]]}"), "m.yaml", options), {}, rows);
    EXPECT_FALSE(summary.converged);
    EXPECT_EQ(summary.steps, 10);
    EXPECT_THAT(summary.message, HasSubstr(reason)) << integrator;
  }
  try {
    load_text(text("{constant: 0}"), "m.yaml", {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(reason));
  }
}

// -------------------------------------------------------------------- pseudo-dynamic loops
// Supply 5 MPa -> held volume -> 0 Pa.
struct TwoOrifices {
  explicit TwoOrifices(OrificeLaw law = OrificeLaw::sqrt) {
    CircuitParts parts;
    parts.volumes.resize(1);
    parts.volumes[0].dead = 1e-5;
    parts.kinds = {VolumeKind::held};
    parts.fixed = {{0, false}, {1, false}};
    parts.inputs = 2;
    for (const std::vector<int>& nodes : {std::vector<int>{1, 0}, {0, 2}}) {
      PlacedPart placed;
      placed.part = std::make_unique<OrificePart>(Orifice{law, 1e-6, 1e4}, false);
      placed.nodes = nodes;
      parts.parts.push_back(std::move(placed));
    }
    circuit = std::make_unique<Circuit>(std::move(parts));
    scratch = circuit->make_scratch();
  }
  int relax(const PseudoDynamic& solver) {
    int worst = -1;
    circuit->forces(y, {}, scratch);
    return solver.relax(*circuit, y, {}, u, scratch, worst);
  }
  std::unique_ptr<Circuit> circuit;
  CircuitScratch scratch;
  std::vector<double> y{1e6}, u{5e6, 0.0};
};

// dt B/V = 1.5e7 Pa s/m3 with the pseudo volume. At 1 MPa: Q = 1e-6 (2000 - 1000) = 1e-3 m3/s,
// dQ/dp = -1e-6 (1/4000 + 1/2000) = -7.5e-10.
TEST(PseudoDynamic, OneInnerStepByHand) {
  constexpr double kFactor = 1.5e7;
  PseudoDynamic solver;
  solver.longest = solver.step;  // one
  solver.inner = PseudoRule::euler;
  TwoOrifices euler;
  EXPECT_EQ(euler.relax(solver), 1);
  EXPECT_NEAR(euler.y[0], 1e6 + kFactor * 1e-3, 1e-6);  // Eq. 4.5

  solver.inner = PseudoRule::modified_heun;
  TwoOrifices heun;
  EXPECT_EQ(heun.relax(solver), 1);
  const double guess = 1026250.0 / 1.01125;  // Eq. 4.13: 1e6 + 1.5e7 (1e-3 + 7.5e-4), 1 + 0.01125
  const double in = std::sqrt(5e6 - guess), out = std::sqrt(guess);
  const double q = 1e-6 * (in - out), slope = -1e-6 * (0.5 / in + 0.5 / out);
  const double next = (1e6 + 0.5 * kFactor * (1e-3 + q - slope * guess)) /
                      (1.0 - 0.5 * kFactor * slope);  // Eq. 4.14
  EXPECT_NEAR(heun.y[0], next, 1e-6);
  EXPECT_GT(std::abs(next - 1e6 - kFactor * 1e-3), 50.0);  // and it is not Euler's
}

// C1 = C2: the steady state is half way. The loop leaves |Q| dt B/V_pseudo below its criterion.
TEST(PseudoDynamic, StopsWithinItsCriterion) {
  for (const auto inner : {PseudoRule::euler, PseudoRule::rk4, PseudoRule::modified_heun}) {
    PseudoDynamic solver;
    solver.inner = inner;
    solver.low_pressure = 0.0;
    TwoOrifices loose, tight;
    loose.relax(solver);
    const double p = loose.y[0], q = 1e-6 * (std::sqrt(5e6 - p) - std::sqrt(p));
    EXPECT_LT(std::abs(q) * 1.5e7, 300.0);
    EXPECT_GT(std::abs(p - 2.5e6), 300.0);  // far from the steady state all the same
    solver.criterion = 1e-3;
    tight.relax(solver);
    EXPECT_NEAR(tight.y[0], 2.5e6, 1.0);
    // The smaller criterion holds below low_pressure.
    solver.criterion = 300.0, solver.low_criterion = 1e-3, solver.low_pressure = 3e6;
    TwoOrifices low;
    low.relax(solver);
    EXPECT_NEAR(low.y[0], 2.5e6, 1.0);
  }
}

// Classical: what leaves is what left when the loop began, 1e-3 m3/s, so that the inflow becomes
// that: sqrt(5e6 - p) = 1000.
TEST(PseudoDynamic, ClassicalHoldsTheOutflow) {
  PseudoDynamic solver;
  solver.classical = true;
  solver.criterion = 1e-3;
  TwoOrifices circuit;
  circuit.relax(solver);
  EXPECT_NEAR(circuit.y[0], 4e6, 1.0);
}

// On the thesis' circuit 1: both loops leave less than their criterion at every step, and end where
// the quasi-steady pressure does.
TEST(PseudoDynamic, SettlesOnCircuit1) {
  for (const bool classical : {false, true}) {
    LoadOptions options;
    options.integrator = "euler";
    options.set = {classical ? "solver.oil=pds" : "solver.oil=advpds", "solver.small_volumes=V1"};
    const Model model = load(std::string(BRAMAH_SOURCE_DIR) + "/models/circuit1.yaml", options);
    Recording rows;
    ASSERT_TRUE(run(model, {}, rows).converged);
    const auto at = [&](const char* name, std::size_t row) {
      return rows.row(row)[static_cast<std::size_t>(model.find_channel(name))];
    };
    const Orifice inlet{OrificeLaw::two_regime, 5.62e-7, 1e4};
    const Orifice outlet{OrificeLaw::two_regime, 5.73e-7, 1e4};
    for (std::size_t k = 1; k < rows.times.size(); ++k) {
      const double before = at("V1.p", k - 1), p = at("V1.p", k), p2 = at("V2.p", k - 1);
      const auto in = [&](double p1) { return flow(inlet, 10e6 - p1).q; };
      const auto out = [&](double p1) { return -flow(outlet, p1 - p2).q; };
      // classical: what did not feed V1 when the loop began stays as it was
      const double from_supply = classical && in(before) <= 0.0 ? in(before) : in(p);
      const double from_V2 = classical && out(before) <= 0.0 ? out(before) : out(p);
      EXPECT_LT(std::abs(from_supply + from_V2) * 1.5e7, 300.0) << k;
    }
    // The held outflow throws the first pressures from one end to the other.
    if (classical) {
      EXPECT_GT(at("V1.p", 1), 9.9e6);
      EXPECT_LT(at("V1.p", 2), 0.2e6);
    } else {
      EXPECT_NEAR(at("V1.p", 1), 4.9e6, 0.1e6);
    }
    EXPECT_NEAR(at("V1.p", rows.times.size() - 1), 10e6, 2000.0);
  }
}

}  // namespace
}  // namespace bramah
