// FMUs as sides of a co-simulation in machine files: orders, energies, and a crane in two FMUs.
#include <gmock/gmock.h>

#include <cmath>

#include "bramah/bramah.h"
#include "bramah/fmu_subsystem.h"
#include "fmi/hosted.h"

namespace bramah {
namespace {

using testing::HasSubstr;

// ------------------------------------------------------------------------------- two masses
// A mass at a spring to the wall, and one that a spring ties to it:
//   m1 x1'' = -k1 x1 - F,  m2 x2'' = F,  F = k (x1 - x2) + c (x1' - x2')
constexpr const char* kSecond = R"(bramah: 1
gravity: "[0, 0] m/s2"
signals:
  x: {input: 0 m}
  v: {input: 0 m/s}
  pull: {gain: {of: [{of: x, times: 400 N/m}, {of: v, times: 3 N s/m}, {of: slide.position, times: -400 N/m},
    {of: slide.rate, times: -3 N s/m}]}}
bodies: {b: {mass: 2 kg, shape: {sphere: 0.1 m}}}
joints: {slide: {type: prismatic, between: [ground, b], start: 0.1 m}}
forces: {tie: {at: b, force: pull, direction: [1, 0]}}
solver: {step: 1 ms, until: 1 s}
)";

std::string first(const std::string& keys) {
  return R"(bramah: 1
gravity: "[0, 0] m/s2"
signals: {back: {gain: {of: [{of: pull, times: -1}]}}}
fmus:
  other:
    file: second.fmu
    inputs: {x: slide.position, v: slide.rate}
    outputs: {pull: pull}
)" + keys +
         R"(bodies: {a: {mass: 1 kg, shape: {sphere: 0.1 m}}}
joints: {slide: {type: prismatic, between: [ground, a], start: 0 m, spring: {stiffness: 900 N/m, rest: 0 m}}}
forces: {tie: {at: a, force: back, direction: [1, 0]}}
solver: {step: 1 ms, until: 1 s}
)";
}

constexpr const char* kBoth = R"(bramah: 1
gravity: "[0, 0] m/s2"
bodies: {a: {mass: 1 kg, shape: {sphere: 0.1 m}}, b: {mass: 2 kg, shape: {sphere: 0.1 m}}}
joints:
  slide: {type: prismatic, between: [ground, a], start: 0 m, spring: {stiffness: 900 N/m, rest: 0 m}}
  other: {type: prismatic, between: [ground, b], start: 0.1 m}
signals:
  pull: {gain: {of: [{of: slide.position, times: 400 N/m}, {of: slide.rate, times: 3 N s/m},
    {of: other.position, times: -400 N/m}, {of: other.rate, times: -3 N s/m}]}}
  back: {gain: {of: [{of: pull, times: -1}]}}
forces: {tie: {at: b, force: pull, direction: [1, 0]}, away: {at: a, force: back, direction: [1, 0]}}
solver: {step: 0.1 ms, until: 1 s}
)";

class TwoMasses {
 public:
  explicit TwoMasses(int version = 2) {
    std::ofstream(folder_.file("second.yaml")) << kSecond;
    (void)write_fmu(folder_.file("second.fmu"), folder_.file("second.yaml"), {},
                    {.version = version,
                     .outputs = {"pull"},
                     .library = std::string(BRAMAH_BINARY_DIR) + "/bramah_fmu.so"});
  }
  Model load(const std::string& text, double step) const {
    std::ofstream(folder_.file("x.yaml")) << text;
    LoadOptions options;
    options.step = step;
    return bramah::load(folder_.file("x.yaml"), options);
  }
  std::string problems(const std::string& text) const {
    try {
      (void)load(text, 1e-3);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }

 private:
  ScratchFolder folder_;
};

// A channel every 8 ms up to 0.8 s.
std::vector<double> every_8_ms(const Model& model, const std::string& channel) {
  Recording rows;
  RunOptions options;
  options.until = 0.8;
  EXPECT_TRUE(run(model, options, rows).converged);
  const int k = model.find_channel(channel);
  EXPECT_GE(k, 0) << channel;
  std::vector<double> all;
  const auto apart = static_cast<std::size_t>(std::lround(8e-3 / model.step_size()));
  for (std::size_t row = 0; k >= 0 && row < rows.times.size(); row += apart)
    all.push_back(rows.row(row)[static_cast<std::size_t>(k)]);
  return all;
}

double most_apart(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

std::string side(int order) {
  return "    order: " + std::to_string(order) + "\n    bonds: {tie: {input: v, output: pull}}\n";
}

// Inputs held: first order in H. Polynomials of order 1, and the machine's own at the middle: second.
TEST(FmuSide, OrderOfTheInputsIsTheOrderOfTheCoupling) {
  for (const int version : {2, 3}) {
    const TwoMasses two(version);
    const auto wanted = every_8_ms(two.load(kBoth, 1e-4), "slide.position");
    const auto error = [&](int order, double H) {
      return most_apart(every_8_ms(two.load(first(side(order)), H), "slide.position"), wanted);
    };
    for (const int order : {0, 1}) {
      const double coarse = error(order, 4e-3), middle = error(order, 2e-3),
                   fine = error(order, 1e-3);
      EXPECT_NEAR(std::log2(coarse / middle), order + 1, 0.35) << coarse << " " << middle;
      EXPECT_NEAR(std::log2(middle / fine), order + 1, 0.25) << middle << " " << fine;
    }
  }
}

// What the interface creates is what the two masses have too much, in the books of both.
TEST(FmuSide, TheResidualIsTheEnergyThatTheInterfaceCreates) {
  const TwoMasses two;
  const auto residual = [&](int order, double H) {
    const Model model = two.load(first(side(order)), H);
    EXPECT_GE(model.find_channel("cosimulation.residual_power"), 0);
    return every_8_ms(model, "cosimulation.residual_energy");
  };
  const auto peak = [](const std::vector<double>& all) {
    double most = 0.0;
    for (const double e : all) most = std::max(most, std::abs(e));
    return most;
  };
  const double held = peak(residual(0, 1e-3)), fine = peak(residual(0, 5e-4));
  EXPECT_NEAR(held / fine, 2.0, 0.3);  // first order
  EXPECT_LT(peak(residual(1, 1e-3)), 0.1 * held);
  // Held inputs of a spring feed the oscillation: the energy that is there at the end is too large by
  // about that much. E = m v^2 / 2 + k x^2 / 2 of all four stores, against the monolithic run's.
  EXPECT_GT(residual(0, 1e-3).back(), 0.0);
}

TEST(FmuSide, StatesAreSnapshots) {
  const TwoMasses two;
  const Model model = two.load(first(side(1)), 1e-3);
  State state = model.initial_state();
  Workspace work(model);
  const auto go = [&](State& x, Workspace& w, int ticks) {
    for (int k = 0; k < ticks; ++k) EXPECT_TRUE(step(model, x, w, {}).converged);
  };
  go(state, work, 37);
  State copy = state;
  go(state, work, 50);
  Workspace fresh(model);
  State again = copy;
  go(again, fresh, 50);
  EXPECT_EQ(again, state);
  go(copy, work, 50);  // back, in the Workspace that was ahead
  EXPECT_EQ(copy, state);
}

TEST(FmuSide, ProblemsAreToldAtOnceWithTheirLines) {
  const TwoMasses two;
  const std::string all = two.problems(
      first("    order: 1\n    stepp: 1 ms\n    step: 1 kg\n    bonds:\n"
            "      tie: {input: w, output: pull}\n      rope: {input: x, output: pull}\n"
            "      work: {energy: pull}\n      none: {input: v}\n"));
  EXPECT_THAT(all, HasSubstr("x.yaml:10: fmu \"other\": unknown key \"stepp\""));
  EXPECT_THAT(all, HasSubstr("x.yaml:11: fmu \"other\": step: "));
  EXPECT_THAT(
      all,
      HasSubstr("x.yaml:13: fmu \"other\": bond \"tie\": \"w\" is none of its connected inputs"));
  EXPECT_THAT(all, HasSubstr("x.yaml:14: fmu \"other\": bond \"rope\": expected input times output "
                             "and `times` to be"));
  EXPECT_THAT(all, HasSubstr("x.yaml:15: fmu \"other\": bond \"work\": expected output to be"));
  EXPECT_THAT(
      all, HasSubstr("x.yaml:16: fmu \"other\": bond \"none\": expected `input` and `output`, or"));
  EXPECT_THAT(
      two.problems(first("    bonds: {tie: {input: v, output: pull}}\n")),
      HasSubstr("x.yaml:9: fmu \"other\": bond \"tie\": a bond is of a side of a co-simulation"));
  EXPECT_THAT(two.problems(first("    order: 4\n")),
              HasSubstr("order: expected a whole number from 0 to 3"));
}

// -------------------------------------------------------------------------------- crane in two
constexpr const char* kExample = BRAMAH_SOURCE_DIR "/examples/fmi/crane_of_two.yaml";

LoadOptions sides_of_crane() {
  LoadOptions load;
  load.coupling = "cosimulation", load.step = 2e-3;
  load.set = {"solver.cosimulation.input=interface_model"};
  return load;
}

class CraneOfTwo {
 public:
  explicit CraneOfTwo(int version) {
    for (const char* which : {"mechanism", "oil"})
      (void)write_fmu(folder_.file(std::string("crane_") + which + ".fmu"),
                      model_path("crane_single_cosim"), sides_of_crane(),
                      {.version = version,
                       .inputs = {"none"},  // the valve follows the file
                       .side = which,
                       .library = std::string(BRAMAH_BINARY_DIR) + "/bramah_fmu.so"});
    std::ofstream(folder_.file("crane.yaml")) << read_text(kExample);
  }
  Model load(double H) const {
    LoadOptions options;
    options.step = H;
    return bramah::load(folder_.file("crane.yaml"), options);
  }
  std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  ScratchFolder folder_;
};

struct Columns {
  std::vector<double> length, energy;
};
Columns run_crane(const Model& model, const std::string& length, double until) {
  Recording rows;
  RunOptions options;
  options.until = until;
  EXPECT_TRUE(run(model, options, rows).converged);
  Columns out;
  const int s = model.find_channel(length), e = model.find_channel("cosimulation.residual_energy");
  EXPECT_GE(s, 0);
  for (std::size_t k = 0; k < rows.times.size(); ++k) {
    out.length.push_back(rows.row(k)[static_cast<std::size_t>(s)]);
    if (e >= 0) out.energy.push_back(rows.row(k)[static_cast<std::size_t>(e)]);
  }
  return out;
}

// Mechanism and oil as two FMUs, coupled by a machine file: the co-simulated machine's motion, and near the
// monolithic one's.
TEST(CraneInTwoFmus, MovesLikeTheMachineInSidesAndLikeTheWholeOne) {
  constexpr double kEnd = 4.0, H = 2e-3;
  LoadOptions whole;
  whole.step = 5e-4;
  const auto one = run_crane(load(model_path("crane_single_cosim"), whole), "lift.length", kEnd);
  const auto sides =
      run_crane(load(model_path("crane_single_cosim"), sides_of_crane()), "lift.length", kEnd);
  for (const int version : {2, 3}) {
    const CraneOfTwo fmus(version);
    const auto two = run_crane(fmus.load(H), "length", kEnd);
    ASSERT_EQ(two.length.size(), sides.length.size());
    // The master's row has what was held until its time: that of the communication before.
    double from_sides = 0.0, from_whole = 0.0, energy = 0.0, apart = 0.0;
    for (std::size_t k = 1; k < two.length.size(); ++k) {
      from_sides = std::max(from_sides, std::abs(two.length[k] - sides.length[k - 1]));
      from_whole = std::max(from_whole, std::abs(two.length[k] - one.length[4 * (k - 1)]));
      energy = std::max(energy, std::abs(two.energy[k]));
      apart = std::max(apart, std::abs(two.energy[k] - sides.energy[k - 1]));
    }
    EXPECT_GT(one.length.back() - one.length.front(), 0.05);
    // FMI 2.0: only the first extrapolation differs, because an FMU gives no rates of its outputs here.
    // FMI 3.0 has no rates of inputs: pressures are held at the middle of a step, which is O(H^2).
    EXPECT_LT(from_sides, version == 2 ? 1e-9 : 2e-6);
    EXPECT_LT(apart, version == 2 ? 1e-4 : 0.05);  // [J]: what both say that the interface creates
    EXPECT_LT(from_whole, 2e-5);                   // O(H^2), of a way of 0.29 m
    EXPECT_LT(energy, 0.4);                        // [J], of 2.6 kJ that the cylinder gives
  }
}

TEST(CraneInTwoFmus, WithTheSidesThemselvesTheBitsAreTheSame) {
  const CraneOfTwo fmus(3);
  const Model model = load(model_path("crane_single_cosim"), sides_of_crane());
  MachineSide mechanism("m", model, "mechanism"), oil("o", model, "oil");
  FmuSubsystem far_mechanism({.file = fmus.file("crane_mechanism.fmu"), .name = "m"});
  FmuSubsystem far_oil({.file = fmus.file("crane_oil.fmu"), .name = "o"});
  const auto lengths = [](Subsystem& m, Subsystem& o) {
    Cosimulation world;
    world.add(o), world.add(m);
    for (const char* p : {"lift.A.p", "lift.B.p"})
      world.connect(std::string("o.") + p, std::string("m.") + p, 0);
    for (const char* s : {"length", "rate", "free_acceleration", "mobility_root_0"})
      world.connect(std::string("m.lift.") + s, std::string("o.lift.") + s, 0);
    world.start(0.0);
    std::vector<double> all;
    for (int k = 0; k < 300 && world.step(1e-3).converged; ++k)
      all.push_back(world.output("m.lift.length"));
    return all;
  };
  const auto near = lengths(mechanism, oil), far = lengths(far_mechanism, far_oil);
  ASSERT_EQ(near.size(), 300u) << mechanism.problem() << oil.problem();
  EXPECT_EQ(near, far);
}

TEST(CraneInTwoFmus, StatesAreSnapshots) {
  const CraneOfTwo fmus(2);
  const Model model = fmus.load(2e-3);
  State state = model.initial_state();
  Workspace work(model), fresh(model);
  const auto go = [&](State& x, Workspace& w) {
    for (int k = 0; k < 50; ++k) {
      const StepReport report = step(model, x, w, {});
      ASSERT_TRUE(report.converged) << explain(model, report);
    }
  };
  go(state, work);
  State copy = state;
  go(state, work);
  go(copy, fresh);
  EXPECT_EQ(copy, state);
}

TEST(MachineSide, RefusesWhatIsOfTheWholeMachine) {
  const auto problem = [](const std::string& machine, const LoadOptions& options,
                          const std::string& side) {
    try {
      const Model model = load(model_path(machine), options);
      MachineSide{"side", model, side};
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  LoadOptions sides;
  sides.coupling = "cosimulation";
  EXPECT_THAT(problem("crane_single", {}, "oil"),
              HasSubstr("the machine is not solved in sides; choose the coupling cosimulation"));
  EXPECT_THAT(problem("crane_single", sides, "oill"), HasSubstr("the machine has mechanism, oil1"));
  EXPECT_EQ(problem("crane_single", sides, "oil"), "");
}

}  // namespace
}  // namespace bramah
