// Co-simulated machines against the monolithic ones they come from.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "coupling/plant.h"
#include "malloc_count.h"

namespace bramah {
namespace {

// A smooth command instead of the papers' jumps.
std::string smooth(const std::string& file) {
  std::string text = "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR "/models/" + file +
                     ".yaml\nname: smooth\nsignals:\n"
                     "  lift_command: {sine: {amplitude: 4 V, frequency: 0.4 Hz}}\n";
  if (file == "crane_double_cosim")
    text += "  jib_command: {sine: {amplitude: 3 V, frequency: 0.3 Hz}}\n";
  return text;
}

LoadOptions options(std::vector<std::string> set, double step, double until,
                    const std::string& method = "", const std::string& integrator = "") {
  LoadOptions o;
  o.coupling = "cosimulation";
  for (const std::string& s : set) o.set.push_back("solver.cosimulation." + s);
  o.step = step, o.until = until;
  o.method = method, o.integrator = integrator;
  return o;
}

struct CoupledCurves {
  std::map<std::string, std::vector<double>> of;
  bool converged = false;
};

CoupledCurves record(const Model& model, double every) {
  Recording rows;
  RunOptions how;
  how.every = every;
  CoupledCurves out;
  const RunSummary summary = run(model, how, rows);
  out.converged = summary.converged;
  EXPECT_TRUE(summary.converged) << summary.message;
  for (std::size_t c = 0; c < model.channels().size(); ++c)
    for (std::size_t k = 0; k < rows.times.size(); ++k)
      out.of[model.channels()[c].name].push_back(rows.row(k)[c]);
  return out;
}

double coupled_difference(const CoupledCurves& a, const CoupledCurves& b,
                          const std::string& channel) {
  const auto &x = a.of.at(channel), &y = b.of.at(channel);
  EXPECT_EQ(x.size(), y.size());
  double size = 0.0;
  for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k)
    size = std::max(size, std::abs(x[k] - y[k]));
  return size;
}

CoupledCurves reference(const std::string& text, double every, double until) {
  static std::map<std::string, CoupledCurves> known;
  if (!known.contains(text)) {
    LoadOptions o;
    o.integrator = "sundials";
    o.step = every, o.until = until;
    known[text] = record(load_text(text, "smooth.yaml", o), every);
  }
  return known[text];
}

struct OrderCase {
  const char* file;
  std::vector<std::string> set;
  const char *method, *integrator;
  double order;
  std::vector<double> steps{4e-3, 2e-3, 1e-3, 0.5e-3};
};

class CosimulationOrder : public testing::TestWithParam<OrderCase> {};

// First order where what pushes the mechanism is held; else min(m + 1, order of the parts).
TEST_P(CosimulationOrder, IsThatOfTheInputs) {
  const OrderCase& c = GetParam();
  constexpr double kEvery = 20e-3, kUntil = 3.0;
  const std::string text = smooth(c.file);
  const CoupledCurves exact = reference(text, kEvery, kUntil);
  std::vector<double> errors;
  for (const double H : c.steps) {
    const CoupledCurves run = record(
        load_text(text, "smooth.yaml", options(c.set, H, kUntil, c.method, c.integrator)), kEvery);
    ASSERT_TRUE(run.converged);
    errors.push_back(coupled_difference(run, exact, "lift.length"));
  }
  std::printf("%s %s %s", c.file, c.method, c.integrator);
  for (const auto& s : c.set) std::printf(" %s", s.c_str());
  std::printf(":");
  for (const double e : errors) std::printf(" %.2e", e);
  const double slope =
      std::log2(errors.front() / errors.back()) / std::log2(c.steps.front() / c.steps.back());
  std::printf(" order %.2f\n", slope);
  EXPECT_NEAR(slope, c.order, 0.15 * c.order);
}

void PrintTo(const OrderCase& c, std::ostream* out) { *out << c.file; }

INSTANTIATE_TEST_SUITE_P(
    All, CosimulationOrder,
    testing::Values(
        OrderCase{
            "crane_single_cosim", {"order=2", "mechanism_order=0"}, "semirecursive", "sdirk2", 1.0},
        OrderCase{"crane_single_cosim",
                  {"input=interface_model", "mechanism_order=0"},
                  "ali3p",
                  "trapezoidal",
                  1.0,
                  {0.125e-3, 0.0625e-3}},
        OrderCase{"crane_single_cosim",
                  {"order=2", "mechanism_order=0", "variables=velocity_force"},
                  "ali3p",
                  "trapezoidal",
                  1.0},
        OrderCase{
            "crane_single_cosim", {"order=1", "mechanism_order=1"}, "semirecursive", "sdirk2", 2.0},
        OrderCase{"crane_single_cosim",
                  {"order=1", "mechanism_order=1", "oil_integrator=rk4"},
                  "ali3p",
                  "trapezoidal",
                  2.0},
        OrderCase{"crane_single_cosim",
                  {"order=1", "mechanism_order=1", "variables=velocity_force"},
                  "semirecursive",
                  "sdirk2",
                  2.0},
        OrderCase{"crane_single_cosim",
                  {"order=3", "mechanism_order=3", "oil_step=0.5 ms"},
                  "semirecursive",
                  "sdirk2",
                  2.0,
                  {1e-3, 0.5e-3, 0.25e-3}},
        OrderCase{"crane_single_cosim",
                  {"order=2", "mechanism_order=2", "oil_integrator=rk4"},
                  "inef",
                  "rk4",
                  3.0},
        OrderCase{"crane_single_cosim",
                  {"order=3", "mechanism_order=3", "oil_integrator=rk4"},
                  "inef",
                  "rk4",
                  4.0,
                  {2e-3, 1e-3, 0.5e-3}},
        OrderCase{
            "crane_single_cosim", {"order=0", "mechanism_order=1"}, "semirecursive", "sdirk2", 1.0},
        OrderCase{"crane_single_cosim", {"scheme=gauss_seidel"}, "semirecursive", "sdirk2", 2.0},
        OrderCase{"crane_single_cosim", {"scheme=iterated"}, "semirecursive", "sdirk2", 2.0},
        OrderCase{"crane_single_cosim", {"mechanism_order=0"}, "ali1", "semi_euler", 1.0},
        OrderCase{"crane_double_cosim",
                  {"order=1", "mechanism_order=1"},
                  "semirecursive",
                  "sdirk2",
                  2.0,
                  {2e-3, 1e-3, 0.5e-3}},
        OrderCase{"crane_double_cosim",
                  {"order=1", "mechanism_order=1"},
                  "double_step",
                  "sdirk2",
                  2.0,
                  {2e-3, 1e-3, 0.5e-3}},
        OrderCase{"crane_double_cosim",
                  {"order=2", "mechanism_order=0"},
                  "ali3p",
                  "trapezoidal",
                  1.0,
                  {2e-3, 1e-3, 0.5e-3}},
        OrderCase{
            "crane_double_cosim", {"input=interface_model"}, "semirecursive", "sdirk2", 2.0}));

Model machine(const std::string& file, const LoadOptions& o) {
  return load(BRAMAH_SOURCE_DIR "/models/" + file + ".yaml", o);
}

// Books of the whole machine close but for what the interface created.
TEST(Cosimulation, CountsTheEnergyThatItsInterfaceCreates) {
  for (const char* variables : {"variables=velocity_force", "variables=velocity_pressure"})
    for (const char* input : {"input=polynomial", "input=interface_model"}) {
      const Model model = machine("crane_single_cosim",
                                  options({variables, input, "mechanism_order=0"}, 2e-3, 4.0));
      const CoupledCurves run = record(model, 0.1);
      const double created = run.of.at("cosimulation.residual_energy").back();
      const double books = run.of.at("energy.books").back();
      const double own = run.of.at("energy.residual").back();  // of the mechanism's own rule
      EXPECT_GT(std::abs(created), 0.1) << variables << ", " << input;
      EXPECT_NEAR(books - own, created, 1e-3 * std::abs(created)) << variables << ", " << input;
    }
}

// Chrono's own explicit scheme is unstable from 2 ms on this machine.
TEST(Cosimulation, OfChronosCraneIsStableAndAccurateAtFiveMilliseconds) {
  LoadOptions fine;
  fine.step = 0.5e-3;
  const CoupledCurves exact = record(machine("chrono_crane", fine), 20e-3);
  for (const double H : {4e-3, 5e-3}) {
    const CoupledCurves run =
        record(machine("chrono_crane", options({"input=interface_model"}, H, 20.0)), 20e-3);
    ASSERT_TRUE(run.converged);
    const double error = coupled_difference(run, exact, "lift.length");
    std::printf("chrono_crane, %g ms: %.3g mm\n", H * 1e3, error * 1e3);
    EXPECT_LT(error, 0.1e-3) << H;
  }
  const Model plain = machine("chrono_crane", options({}, 4e-3, 20.0));
  Recording rows;
  EXPECT_FALSE(run(plain, {}, rows).converged);  // polynomials do not reach 4 ms
}

// Jumps of the command: histories begin anew, so that the order stays.
TEST(Cosimulation, KeepsItsOrderThroughJumps) {
  LoadOptions fine;
  fine.integrator = "sundials";
  fine.step = 20e-3, fine.until = 3.0;
  const CoupledCurves exact = record(machine("crane_single_cosim", fine), 20e-3);
  std::vector<double> errors;
  for (const double H : {2e-3, 1e-3, 0.5e-3}) {
    const CoupledCurves run = record(machine("crane_single_cosim", options({}, H, 3.0)), 20e-3);
    errors.push_back(coupled_difference(run, exact, "lift.length"));
  }
  std::printf("through jumps: %.2e %.2e %.2e\n", errors[0], errors[1], errors[2]);
  EXPECT_NEAR(std::log2(errors[0] / errors[2]) / 2.0, 2.0, 0.2);
}

// Joint channels of a machine in natural coordinates are read after every step, however it is made.
TEST(Cosimulation, JointChannelsFollowInNaturalCoordinates) {
  LoadOptions whole;
  whole.method = "ali3p", whole.step = 1e-3, whole.until = 2.0;
  const CoupledCurves exact = record(machine("crane_single_cosim", whole), 0.02);
  for (const char* coupling : {"cosimulation", "multirate"}) {
    LoadOptions apart = whole;
    apart.coupling = coupling;
    const CoupledCurves run = record(machine("crane_single_cosim", apart), 0.02);
    EXPECT_GT(run.of.at("theta1.angle").back() - run.of.at("theta1.angle").front(), 0.05);
    EXPECT_LT(coupled_difference(run, exact, "theta1.angle"), 1e-4) << coupling;
    EXPECT_LT(coupled_difference(run, exact, "theta2.rate"), 1e-2) << coupling;
  }
}

// After a jump only what was communicated since counts.
TEST(Cosimulation, HistoriesRestartAtJumps) {
  const Model model = machine("crane_single_cosim", options({"order=3"}, 1e-3, 2.0));
  const auto known = [&](const State& state) {  // values in the first link's history
    return static_cast<int>(model.plant().layout.coupling.in(state.values())[0]) % 8;
  };
  State state = model.initial_state();
  Workspace work(model);
  while (state.tick() < 1000) ASSERT_TRUE(step(model, state, work, {}).converged);
  EXPECT_EQ(known(state), 4);
  step(model, state, work, {});  // the command jumps at 1 s
  EXPECT_EQ(known(state), 2);    // at the jump, and one step later
}

struct Way {
  const char* file;
  std::vector<std::string> set;
  const char *method = "", *integrator = "";
};
const Way kWays[] = {
    {"crane_double_cosim", {}},
    {"crane_double_cosim", {"input=interface_model", "variables=velocity_force"}},
    {"crane_double_cosim",
     {"scheme=gauss_seidel", "order=2", "correction=0.5"},
     "ali3p",
     "trapezoidal"},
    {"crane_double_cosim", {"mechanism_order=0", "oil_integrator=euler"}, "ali1", "semi_euler"},
    {"crane_double_cosim", {"scheme=iterated", "oil_integrator=trapezoidal"}, "inef"},
    {"crane_double_cosim", {"order=3", "mechanism_order=3", "energy_feedback=50 ms"}},
    {"four_bar_smooth", {"input=interface_model"}, "double_step"},
    {"chrono_crane", {"residual_power=1 W", "variables=velocity_force"}}};

TEST(Cosimulation, DoesNotAllocate) {
  for (const Way& way : kWays) {
    const Model model = machine(way.file, options(way.set, 1e-3, 2.0, way.method, way.integrator));
    State state = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 950; ++k) ASSERT_TRUE(step(model, state, work, {}).converged) << way.file;
    const long before = malloc_count();
    for (int k = 0; k < 150; ++k) step(model, state, work, {});
    EXPECT_EQ(malloc_count() - before, 0) << way.file << ", " << way.method;
  }
}

TEST(Cosimulation, ACopiedStateContinuesBitwise) {
  for (const Way& way : kWays) {
    const Model model = machine(way.file, options(way.set, 1e-3, 2.0, way.method, way.integrator));
    State state = model.initial_state();
    Workspace work(model);
    // At the jump, just after it, and well after.
    for (const int until : {1000, 1001, 1050}) {
      for (; state.tick() < until;) ASSERT_TRUE(step(model, state, work, {}).converged) << way.file;
      State copy = state, end = state;
      Workspace other(model);
      for (int k = 0; k < 60; ++k) {
        step(model, end, work, {});
        step(model, copy, other, {});
      }
      EXPECT_EQ(end, copy) << way.file << ", " << way.method << ", " << until;
    }
  }
}

// The paper's quadrature sees the velocity that the interface model had, not the one communicated.
TEST(Cosimulation, QuadraturesFollowTheInterfaceModel) {
  const Model model = machine("crane_single_cosim",
                              options({"input=interface_model", "mechanism_order=0"}, 1e-3, 4.0));
  const CoupledCurves run = record(model, 0.1);
  const double ratio = run.of.at("cosimulation.residual_rectangle").back() /
                       run.of.at("cosimulation.residual_energy").back();
  EXPECT_NEAR(ratio, 2.0, 0.5);
}

TEST(Cosimulation, OnTwoThreadsIsBitwiseTheSame) {
  for (const char* input : {"input=polynomial", "input=interface_model"}) {
    std::vector<State> ends;
    for (const char* threads : {"threads=1", "threads=2", "threads=3"}) {
      const Model model = machine("crane_double_cosim", options({input, threads}, 1e-3, 3.0));
      State state = model.initial_state();
      Workspace work(model);
      for (int k = 0; k < 2000; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
      ends.push_back(state);
    }
    EXPECT_EQ(ends[0], ends[1]) << input;
    EXPECT_EQ(ends[0], ends[2]) << input;
  }
}

// Communicating more often where the interface creates energy, less often elsewhere.
TEST(Cosimulation, AdaptsItsMacroStep) {
  const double until = 2.0;
  const CoupledCurves once =
      record(machine("crane_single_cosim", options({"mechanism_order=0"}, 2e-3, until)), 0.02);
  const CoupledCurves more =
      record(machine("crane_single_cosim",
                     options({"mechanism_order=0", "residual_power=0.2 W"}, 2e-3, until)),
             0.02);
  const auto& count = more.of.at("cosimulation.communications");
  EXPECT_GT(*std::ranges::max_element(count), 4.0);  // while the boom moves
  EXPECT_LE(count[count.size() / 4], 1.0);           // before it does
  EXPECT_LT(std::abs(more.of.at("cosimulation.residual_energy").back()),
            0.35 * std::abs(once.of.at("cosimulation.residual_energy").back()));
}

TEST(Cosimulation, CorrectionOfInputsMakesLengthsMoreAccurate) {
  LoadOptions fine;
  fine.step = 0.1e-3, fine.until = 10.0;
  const CoupledCurves exact = record(machine("crane_double_cosim", fine), 2e-3);
  const auto error = [&](const char* correction, double H) {
    const Model model = machine("crane_double_cosim", options({correction}, H, 10.0));
    return coupled_difference(record(model, 2e-3), exact, "lift.length");
  };
  for (const double H : {1e-3, 2e-3}) {
    const double without = error("correction=0", H), with = error("correction=1", H);
    std::printf("correction at %g ms: %.3g m without, %.3g m with\n", H * 1e3, without, with);
    EXPECT_LT(with, 0.4 * without) << H;
  }
}

TEST(Cosimulation, EnergyFeedbackTakesBackWhatTheInterfaceCreated) {
  for (const char* input : {"input=polynomial", "input=interface_model"}) {
    const auto created = [&](const char* feedback) {
      const Model model = machine("crane_double_cosim", options({input, feedback}, 1e-3, 10.0));
      return std::abs(record(model, 0.1).of.at("cosimulation.residual_energy").back());
    };
    const double without = created("energy_feedback=0 s"), with = created("energy_feedback=50 ms");
    std::printf("%s: %.3g J without feedback, %.3g J with\n", input, without, with);
    EXPECT_LT(with, 0.1 * without) << input;
  }
}

// Feedback that reads lengths, pressures and joints, and a torque that a controller sets.
TEST(Cosimulation, CarriesControllers) {
  const std::string text = R"(bramah: 1
name: servo
mechanism: planar
gravity: "[0, -9.81] m/s2"
ground: {points: {B: [0.8 m, 0 m]}}
bodies:
  boom: {mass: 100 kg, com: [0.5 m, 0 m], shape: {rod: 1 m}, points: {P: [0.5 m, 0 m], Q: [1 m, 0 m]}}
  bob: {mass: 20 kg, com: [0.3 m, 0 m], shape: {rod: 0.6 m}}
joints:
  hinge: {type: revolute, between: [ground.origin, boom.origin], start: 30 deg}
  hook: {type: revolute, between: [boom.Q, bob.origin], start: -120 deg, effort: brake}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {pump: {pressure: 10 MPa}, tank: {pressure: 0.1 MPa}}
valves:
  valve: {type: 4/3, P: pump, T: tank, A: lift.A, B: lift.B, nominal: {flow: 10 l/min, drop: 35 bar, at: 1},
          spool: {bandwidth: 60 Hz}, signal: command}
cylinders:
  lift: {from: ground.B, to: boom.P, bore: 50 mm, rod: 25 mm, closed: 0.3 m, stroke: 0.4 m,
         start_A: 2 MPa, start_B: 1 MPa, friction: {viscous: 5e3 N s/m}}
signals:
  wanted: {ramps: [[0 s, 35 deg], [1 s, 45 deg], [2 s, 45 deg]]}
  command: {pid: {setpoint: wanted, measured: hinge.angle, kp: 5 1/rad, ki: 2 1/rad/s}}
  brake: {gain: {of: hook.rate, times: -20 N m s/rad}}
solver: {step: 1 ms, until: 2 s}
)";
  LoadOptions whole;
  whole.step = 0.1e-3;
  const CoupledCurves exact = record(load_text(text, "servo.yaml", whole), 0.01);
  std::vector<double> errors, hook;
  for (const double H : {1e-3, 0.5e-3}) {
    const CoupledCurves run = record(load_text(text, "servo.yaml", options({}, H, 2.0)), 0.01);
    errors.push_back(coupled_difference(run, exact, "hinge.angle"));
    hook.push_back(coupled_difference(run, exact, "hook.angle"));
  }
  std::printf("servo: %.2e %.2e rad, its hook %.2e %.2e rad\n", errors[0], errors[1], hook[0],
              hook[1]);
  EXPECT_LT(errors[0], 1e-3);
  EXPECT_LT(hook[0], 1e-3);
  EXPECT_LT(hook[1], 0.6 * hook[0]);
  EXPECT_LT(errors[1], 0.6 * errors[0]);  // at least first order: the brake is held
}

TEST(Cosimulation, SaysWhyItFailed) {
  const Model model = machine("crane_double_cosim", options({"order=3"}, 8e-3, 5.0));
  Recording rows;
  const RunSummary summary = run(model, {}, rows);
  EXPECT_FALSE(summary.converged);
  EXPECT_NE(summary.message.find("co-simulation"), std::string::npos) << summary.message;

  const Model stiff = machine("crane_single_cosim",
                              options({"oil_integrator=euler", "oil_step=0.2 ms"}, 1e-3, 5.0));
  const RunSummary chatter = run(stiff, {}, rows);
  EXPECT_FALSE(chatter.converged);
  EXPECT_NE(chatter.message.find("oil_step"), std::string::npos) << chatter.message;
}

TEST(Cosimulation, RefusesWhatMakesNoSense) {
  const auto refused = [](LoadOptions o, const char* words) {
    try {
      machine("crane_single_cosim", o);
      ADD_FAILURE() << words;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  refused(options({"order=4"}, 1e-3, 1.0), "order 0 to 3");
  refused(options({"scheme=iterated", "input=interface_model"}, 1e-3, 1.0), "iterated");
  refused(options({}, 1e-3, 1.0, "", "sundials"), "sundials");
  LoadOptions amounts = options({}, 1e-3, 1.0);
  amounts.set.push_back("solver.state=amount");
  refused(amounts, "amount");
}

}  // namespace
}  // namespace bramah
