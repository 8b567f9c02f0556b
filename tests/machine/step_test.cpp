// The rules of step(): no allocation, no hidden memory, nothing shared.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <numbers>
#include <thread>

#include "hinged_boom.h"
#include "malloc_count.h"

namespace bramah {
namespace {

const char* const kMachines[] = {"naya_rod",     "crane_single", "crane_double",       "four_bar",
                                 "quick_return", "chrono_crane", "quick_return_smooth"};
const char* const kIntegrators[] = {"trapezoidal", "sdirk2", "gen_alpha"};

// The other methods, each where it differs most from the first; explicit rules with steps that the
// oil allows.
struct Way {
  const char *file, *method, *integrator;
  double step = 1e-3;
};
const Way kWays[] = {{"four_bar", "ali3p", "sdirk2"},
                     {"quick_return", "ali3p", "trapezoidal"},
                     {"crane_double", "ali1", "gen_alpha"},
                     {"quick_return", "ali1", "sdirk2"},
                     {"four_bar", "double_step", "trapezoidal"},
                     {"quick_return", "double_step", "sdirk2"},
                     {"four_bar", "inef", "sdirk2"},
                     {"crane_double", "inef", "trapezoidal"},
                     {"naya_rod", "inef", "rk4", 0.2e-3},
                     {"naya_rod", "ali1", "semi_euler", 0.2e-3},
                     {"four_bar", "double_step", "heun", 50e-6},
                     {"n_four_bar_5", "ali3p", "sdirk2", 5e-3},
                     {"n_four_bar_5", "semirecursive", "sdirk2", 5e-3},
                     {"n_four_bar_5", "double_step", "sdirk2", 5e-3},
                     {"bricard", "ali3p", "sdirk2"},
                     {"bricard", "double_step", "rk4"},
                     {"heavy_top", "inef", "semi_euler"},
                     {"heavy_top_free", "ali3p", "trapezoidal"}};

Model machine(const Way& way, const std::string& tangent = "exact") {
  LoadOptions options;
  options.method = way.method;
  options.integrator = way.integrator;
  options.tangent = tangent;
  options.step = way.step;
  return load(BRAMAH_SOURCE_DIR "/models/" + std::string(way.file) + ".yaml", options);
}

Model machine(const std::string& file, const std::string& integrator,
              const std::string& tangent = "exact") {
  LoadOptions options;
  options.integrator = integrator;
  options.tangent = tangent;
  options.step = 1e-3;
  return load(BRAMAH_SOURCE_DIR "/models/" + file + ".yaml", options);
}

void advance(const Model& model, State& state, Workspace& work, int ticks) {
  for (int k = 0; k < ticks; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
}

// A machine with feedback, an external input and a sampled block.
std::string servo() {
  return hinged_boom() + R"(signals:
  wanted: {input: 0.5 m}
  command: {pid: {setpoint: wanted, measured: lift.length, kp: 20 1/m, ki: 5 1/m/s}}
solver: {step: 1 ms, until: 1 s}
)";
}

TEST(Step, DoesNotAllocate) {
  for (const char* file : kMachines)
    for (const char* integrator : kIntegrators)
      for (const char* tangent : {"exact", "numerical"}) {
        const Model model = machine(file, integrator, tangent);
        State state = model.initial_state();
        Workspace work(model);
        // Through the first jump at 1 s and the steps after it.
        advance(model, state, work, 950);
        const long before = malloc_count();
        for (int k = 0; k < 150; ++k) step(model, state, work, {});
        EXPECT_EQ(malloc_count() - before, 0) << file << ", " << integrator << ", " << tangent;
      }
}

TEST(Step, DoesNotAllocateInAnyMethod) {
  for (const Way& way : kWays)
    for (const char* tangent : {"exact", "numerical"}) {
      const Model model = machine(way, tangent);
      State state = model.initial_state();
      Workspace work(model);
      const long before = malloc_count();
      // N-four-bar: through its singular pose, where penalties stiffen.
      for (int k = 0; k < 1100; ++k) ASSERT_TRUE(step(model, state, work, {}).converged) << k;
      EXPECT_EQ(malloc_count() - before, 0)
          << way.file << ", " << way.method << ", " << way.integrator << ", " << tangent;
    }
}

TEST(Step, ACopiedStateContinuesBitwiseInAnyMethod) {
  for (const Way& way : kWays) {
    const Model model = machine(way);
    State state = model.initial_state();
    Workspace work(model);
    advance(model, state, work, 1200);
    State copy = state;
    Workspace fresh(model);
    advance(model, state, work, 300);
    advance(model, copy, fresh, 300);
    EXPECT_TRUE(state == copy) << way.file << ", " << way.method << ", " << way.integrator;
  }
}

TEST(Step, MallocCountSeesEigen) {
  const long before = malloc_count();
  const Eigen::MatrixXd a = Eigen::MatrixXd::Random(20, 20);
  const Eigen::MatrixXd b = a * a;
  EXPECT_GT(malloc_count(), before) << b(0, 0);
}

TEST(Step, FeedbackDoesNotAllocateAndHolds) {
  const Model model = load_text(servo(), "servo");
  State state = model.initial_state();
  Workspace work(model);
  const std::vector<double> wanted{0.55};
  const long before = malloc_count();
  for (int k = 0; k < 30000; ++k) ASSERT_TRUE(step(model, state, work, {wanted}).converged);
  EXPECT_EQ(malloc_count() - before, 0);
  std::vector<double> values(model.channels().size());
  model.observe(state, work, values);
  EXPECT_NEAR(values[model.find_channel("lift.length")], 0.55, 1e-3);
}

TEST(Step, FiltersStartAtTheirInputs) {
  std::string text = servo();
  text.insert(text.find("solver:"), "  seen: {filter: {of: lift.length, time_constant: 50 ms}}\n");
  const Model model = load_text(text, "servo");
  Workspace work(model);
  std::vector<double> values(model.channels().size());
  model.observe(model.initial_state(), work, values);
  const double length = values[model.find_channel("lift.length")];
  EXPECT_GT(length, 0.3);
  EXPECT_DOUBLE_EQ(values[model.find_channel("seen")], length);
}

TEST(Step, ACopiedStateContinuesBitwise) {
  for (const char* file : kMachines)
    for (const char* integrator : kIntegrators) {
      const Model model = machine(file, integrator);
      State state = model.initial_state();
      Workspace work(model);
      advance(model, state, work, 1200);
      State copy = state;
      Workspace fresh(model);
      advance(model, state, work, 300);
      advance(model, copy, fresh, 300);
      EXPECT_TRUE(state == copy) << file << ", " << integrator;
    }
}

TEST(Step, TwoThreadsOnOneModelGiveTheSameBits) {
  const Model model = machine("four_bar", "sdirk2");
  State states[2] = {model.initial_state(), model.initial_state()};
  std::thread threads[2];
  for (int t = 0; t < 2; ++t)
    threads[t] = std::thread([&, t] {
      Workspace work(model);
      for (int k = 0; k < 3000; ++k) step(model, states[t], work, {});
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(states[0].tick(), 3000);
  EXPECT_TRUE(states[0] == states[1]);
}

TEST(Step, AFailedStepLeavesTheStateAsItWas) {
  LoadOptions options;
  options.step = 1e-3;
  options.set = {"solver.max_iterations=1", "solver.tolerance=1e-15"};
  options.substeps = "off";
  const Model model = load(BRAMAH_SOURCE_DIR "/models/four_bar.yaml", options);
  State state = model.initial_state();
  Workspace work(model);
  StepReport report;
  State before = state;
  for (int k = 0; k < 2000 && report.converged; ++k) {
    before = state;
    report = step(model, state, work, {});
  }
  ASSERT_FALSE(report.converged);
  EXPECT_TRUE(state == before);
  EXPECT_GE(report.worst, 0);
  EXPECT_NE(explain(model, report).find("the worst unknown is "), std::string::npos);
}

// 6e300 l/min: Newton accepts pressures whose rates have overflown.
TEST(Step, FailsWhereNumbersCeaseToBeFinite) {
  const Model model = load_text(R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {pump: {flow: flood, into: line}, tank: {pressure: 1 bar}}
volumes: {line: {volume: 0.5 l, start: 10 bar}}
orifices: {outlet: {from: line, to: tank, nominal: {flow: 6 l/min, drop: 20 bar}}}
signals: {flood: {sine: {amplitude: 6e300 l/min, frequency: 5 Hz}}}
solver: {step: 1 ms, until: 2 s}
)",
                                "flood.yaml");
  State state = model.initial_state();
  Workspace work(model);
  const State before = state;
  const StepReport report = step(model, state, work, {});
  ASSERT_FALSE(report.converged);
  EXPECT_TRUE(state == before);
  EXPECT_NE(explain(model, report).find("ceased to be finite; first at "), std::string::npos)
      << explain(model, report);
}

// 0.0073 J with every penalty; a tangent with alpha Phi of the prediction in its geometry had 0.21
// J with 1e5.
TEST(Step, ThePenaltyDoesNotShowInTheEnergy) {
  for (const char* penalty : {"1e3", "1e7"}) {
    LoadOptions options;
    options.integrator = "sdirk2";
    options.set = {"lift_command.steps=[[0 s, 10 V], [9 s, 0 V]]",
                   std::string("solver.penalty=") + penalty};
    const Model model = load(BRAMAH_SOURCE_DIR "/models/quick_return.yaml", options);
    RunOptions three_seconds;
    three_seconds.until = 3.0;
    Recording recording;
    const RunSummary summary = run(model, three_seconds, recording);
    EXPECT_TRUE(summary.converged);
    EXPECT_LT(summary.energy_residual_max, 0.01) << penalty;
    EXPECT_LT(summary.constraint_max, 1e-9);
  }
}

// A cylinder without end dampers has metal stops: extending, l_A would reach 380 mm at 1.883 s. The
// piston yields by F/k_s, 0.1 mm under 350 bar, and the books close.
TEST(Step, APistonIsStoppedAtTheEndOfItsBarrel) {
  for (const char* substeps : {"on", "off"}) {
    LoadOptions options;
    options.set = {"lift.stroke=0.38 m"};
    options.substeps = substeps;
    const Model model = load(BRAMAH_SOURCE_DIR "/models/four_bar.yaml", options);
    const auto length = static_cast<std::size_t>(model.find_channel("lift.length"));
    const auto damper = static_cast<std::size_t>(model.find_channel("lift.damper"));
    Recording rows;
    const RunSummary summary = run(model, {}, rows);
    ASSERT_TRUE(summary.converged) << summary.message;
    const double end = 1.1 + 0.38, k = 3.5e7 / 1e-4 * (std::numbers::pi / 4.0 * 0.08 * 0.08);
    double longest = 0.0, depth = 0.0;
    for (std::size_t r = 0; r < rows.times.size(); ++r) {
      const double past = rows.row(r)[length] - end, force = rows.row(r)[damper];
      longest = std::max(longest, past);
      if (past > 0.0) depth = std::max(depth, std::abs(force) / k);
      if (past <= 0.0) {
        EXPECT_EQ(force, 0.0) << rows.times[r];
      }
    }
    EXPECT_GT(longest, 1e-6);
    EXPECT_LT(longest, 2e-4);
    EXPECT_NEAR(longest, depth, 0.5 * longest);  // but for the damping of the first touch
    EXPECT_LT(summary.energy_books_max, substeps == std::string("on") ? 0.05 : 0.5);
  }
}

std::string refusal(const std::string& file, std::vector<std::string> set) {
  LoadOptions options;
  options.set = std::move(set);
  try {
    (void)load(BRAMAH_SOURCE_DIR "/models/" + file + ".yaml", options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Load, RefusesStartsThatCannotBe) {
  EXPECT_NE(
      refusal("four_bar", {"lift.stroke=0.2 m"})
          .find("cylinder \"lift\": its pins are 1414.21 mm apart at the start, but it reaches "
                "only from 1100 mm (closed) to 1300 mm (closed + stroke)"),
      std::string::npos);
  EXPECT_NE(
      refusal("four_bar", {"initial=as_written"})
          .find("a start is written `static`, but nothing is solved without `initial: static`"),
      std::string::npos);
  EXPECT_NE(refusal("quick_return", {"lift.start_B=0 MPa"}).find("the static start needs lift"),
            std::string::npos);  // the cylinder pulls: the other side would be below zero
  EXPECT_EQ(refusal("four_bar", {}), "none");
}

TEST(Step, TicksLandOnJumpsInsideThem) {
  // Jumps at 1, 2.5, 5 and 8 s lie inside ticks of 0.7 ms; the order must not suffer.
  const auto length_at_end = [](double h) {
    LoadOptions options;
    options.integrator = "trapezoidal";
    options.step = h;
    const Model model = load(BRAMAH_SOURCE_DIR "/models/four_bar_smooth.yaml", options);
    State state = model.initial_state();
    Workspace work(model);
    while (state.tick() < std::llround(9.8 / h)) step(model, state, work, {});
    std::vector<double> values(model.channels().size());
    model.observe(state, work, values);
    return values[model.find_channel("lift.length")];
  };
  EXPECT_NEAR(length_at_end(7e-4), length_at_end(1e-4), 1e-6);  // O(h²), h = 0.7 ms
}

}  // namespace
}  // namespace bramah
