// rosenbrock and linear_euler on whole machines: against the reference, inside long steps, through
// jumps and end dampers, in ticks, and where they are refused.
#include <bramah/bramah.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "coupling/plant.h"
#include "malloc_count.h"

namespace bramah {
namespace {

Model rosenbrock_machine(const std::string& file, const std::string& integrator, double step = 1e-3,
                         const std::string& tolerance = "", const std::string& method = "") {
  LoadOptions options;
  options.integrator = integrator;
  options.method = method;
  options.step = step;
  if (!tolerance.empty()) options.set = {"solver.relative_tolerance=" + tolerance};
  return load(std::string(BRAMAH_SOURCE_DIR "/models/") + file + ".yaml", options);
}

struct Rows {
  Recording rows;
  RunSummary summary;
  int length = 0, pressure = 0;
  Rows(const Model& model, double until, double every = 0.02) {
    RunOptions options;
    options.until = until;
    options.every = every;
    summary = run(model, options, rows);
    EXPECT_TRUE(summary.converged) << summary.message;
    length = model.find_channel("lift.length"), pressure = model.find_channel("lift.A.p");
  }
  double error(const Rows& other, int channel) const {
    double size = 0.0;
    EXPECT_EQ(rows.times.size(), other.rows.times.size());
    for (std::size_t k = 0; k < rows.times.size(); ++k)
      size = std::max(size, std::abs(rows.row(k)[channel] - other.rows.row(k)[channel]));
    return size;
  }
};

// Rows lie inside steps, so this is the cubic's accuracy too. The cranes jump (crane_single) or
// bend (chrono_crane).
TEST(RosenbrockRun, FollowsTheReferenceAsTheToleranceAsks) {
  for (const char* file : {"crane_single", "chrono_crane"}) {
    const double until = 12.0;
    const Rows exact(rosenbrock_machine(file, "sundials"), until);
    double last = 0.0;
    for (const char* tolerance : {"1e-3", "1e-4", "1e-5", "1e-6"}) {
      const Rows r(rosenbrock_machine(file, "rosenbrock", 1e-3, tolerance), until);
      const double s = r.error(exact, exact.length), p = r.error(exact, exact.pressure);
      std::printf("%s, %s: %lld steps, length %.1e m, pressure %.1e Pa, books %.1e J\n", file,
                  tolerance, r.summary.steps, s, p, r.summary.energy_books_max);
      EXPECT_LT(s, 2e-3 * std::stod(tolerance));  // [m]
      EXPECT_LT(p, 1e7 * std::stod(tolerance));   // [Pa] the scale of pressures
      if (last > 0.0) {
        EXPECT_LT(s, 0.5 * last);
      }
      last = s;
    }
  }
}

// Each tick one step: the order of the rule on machines whose mass depends on the pose, moved by a
// ramp (chrono_crane) or with a hose of 2 us (crane_single). They start when the spool has left its
// middle, where the opening bends.
TEST(RosenbrockRun, HasOrderThreeOnMachines) {
  for (const char* file : {"crane_single", "chrono_crane"}) {
    const double until = 1.6;
    const Model fine = rosenbrock_machine(file, "rosenbrock", 0.1e-3, "1");
    State moving = fine.initial_state();
    Workspace first(fine);
    while (moving.time() < 1.2 - 1e-9) ASSERT_TRUE(step(fine, moving, first, {}).converged);
    const auto last_value = [&](double h, const char* channel) {
      const Model model = rosenbrock_machine(file, "rosenbrock", h, "1");
      Workspace work(model);
      State state = moving;
      state.values()[State::kStepSize] = h;
      state.values()[State::kTick] = std::round(1.2 / h);
      while (state.time() < until - 1e-9) EXPECT_TRUE(step(model, state, work, {}).converged);
      std::vector<double> row(model.channels().size());
      model.observe(state, work, row);
      return row[static_cast<std::size_t>(model.find_channel(channel))];
    };
    for (const char* channel : {"theta2.angle", "lift.A.p"}) {
      const double exact = last_value(0.125e-3, channel);
      double last = 0.0;
      for (const double h : {4e-3, 2e-3, 1e-3}) {
        const double error = std::abs(last_value(h, channel) - exact);
        const double order = std::log2(last / error);
        std::printf("%s, %s, %.0f ms: %.2e, order %.2f\n", file, channel, 1e3 * h, error, order);
        if (last > 0.0) {
          EXPECT_NEAR(order, 3.0, 0.35);
        }
        last = error;
      }
    }
  }
}

TEST(RosenbrockRun, TicksAgreeWithLongSteps) {
  const Rows exact(rosenbrock_machine("crane_single", "sundials"), 3.0);
  const Model model = rosenbrock_machine("crane_single", "rosenbrock", 5e-3);
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size());
  double worst = 0.0;
  for (std::size_t k = 1; k < exact.rows.times.size(); ++k) {
    for (int n = 0; n < 4; ++n) ASSERT_TRUE(step(model, state, work, {}).converged);
    model.observe(state, work, row);
    worst = std::max(worst, std::abs(row[exact.length] - exact.rows.row(k)[exact.length]));
  }
  EXPECT_LT(worst, 1e-5);
}

// A short cylinder runs into its end damper, whose force jumps at contact.
TEST(RosenbrockRun, MeetsAnEndDamper) {
  const auto short_crane = [](const char* integrator, const char* tolerance) {
    LoadOptions options;
    options.integrator = integrator;
    options.set = {"parameters.l=80 mm", std::string("solver.relative_tolerance=") + tolerance};
    return load(BRAMAH_SOURCE_DIR "/models/crane_single.yaml", options);
  };
  const double until = 8.0;
  const Model model = short_crane("sundials", "1e-10");
  const Rows exact(model, until);
  double longest = 0.0;
  for (std::size_t k = 0; k < exact.rows.times.size(); ++k)
    longest = std::max(longest, exact.rows.row(k)[exact.length]);
  ASSERT_GT(longest, 0.45 + 0.08 - 0.008);  // in contact
  double last = 0.0;
  for (const char* tolerance : {"1e-4", "1e-5", "1e-6"}) {
    const Rows r(short_crane("rosenbrock", tolerance), until);
    const double s = r.error(exact, exact.length), p = r.error(exact, exact.pressure);
    std::printf("end damper, %s: %lld steps, length %.1e m, pressure %.1e Pa, books %.1e J\n",
                tolerance, r.summary.steps, s, p, r.summary.energy_books_max);
    EXPECT_LT(s, 1e-3 * std::stod(tolerance));  // [m]
    if (last > 0.0) {
      EXPECT_LT(s, 0.5 * last);
    }
    last = s;
  }
}

TEST(RosenbrockRun, AFreshWorkspaceContinuesBitwise) {
  for (const char* integrator : {"rosenbrock", "linear_euler"}) {
    const Model model = rosenbrock_machine("chrono_crane", integrator);
    State a = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 600; ++k) ASSERT_TRUE(step(model, a, work, {}).converged);
    State b = a;
    Workspace fresh(model);
    for (int k = 0; k < 50; ++k) step(model, a, work, {}), step(model, b, fresh, {});
    EXPECT_EQ(a, b) << integrator;
  }
}

TEST(RosenbrockRun, NeitherTicksNorLongStepsAllocate) {
  for (const char* integrator : {"rosenbrock", "linear_euler"}) {
    const Model model = rosenbrock_machine("crane_single", integrator);
    State state = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 950; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
    const long before = malloc_count();
    for (int k = 0; k < 150; ++k) step(model, state, work, {});
    EXPECT_EQ(malloc_count() - before, 0) << integrator;
  }
  const Model model = rosenbrock_machine("crane_single", "rosenbrock");
  State state = model.initial_state();
  Workspace work(model);
  const long before = malloc_count();
  EXPECT_TRUE(advance(model, state, work, {}, 20000).converged);
  EXPECT_EQ(malloc_count() - before, 0);
  EXPECT_EQ(state.time(), 20.0);
}

// A step that reaches past a tick is part of State: neither the length of the rows nor the Workspace
// changes the motion.
TEST(RosenbrockRun, TicksAndLongRowsShareTheirSteps) {
  for (const char* name : {"crane_single", "heavy_top"}) {
    const Model model = rosenbrock_machine(name, "rosenbrock");
    State ticks = model.initial_state(), rows = ticks, fresh = ticks;
    Workspace work(model), other(model);
    for (int k = 0; k < 1200; ++k) {
      ASSERT_TRUE(step(model, ticks, work, {}).converged);
      Workspace once(model);
      ASSERT_TRUE(step(model, fresh, once, {}).converged);
    }
    ASSERT_TRUE(advance(model, rows, other, {}, 1200).converged);
    EXPECT_EQ(ticks, rows) << name;
    EXPECT_EQ(ticks, fresh) << name;
  }
}

// It ends where an input jumps, and goes on with the new one.
TEST(RosenbrockRun, AnInputThatJumpsEndsALongStep) {
  const Model model = load_text(R"(
bramah: 1
name: fed
fluid: {bulk: 1.5 GPa, density: 850 kg/m3}
sources:
  pump: {flow: feed, into: line}
  tank: {pressure: 1 bar}
volumes: {line: {volume: 1 l, start: 1 bar}}
orifices: {out: {from: line, to: tank, nominal: {flow: 20 l/min, drop: 50 bar}}}
signals: {feed: {input: 0 l/min}}
solver: {integrator: rosenbrock, until: 2 s}
)",
                                "fed.yaml");
  State state = model.initial_state();
  Workspace work(model);
  const double none[] = {0.0}, some[] = {20.0 / 60000.0};
  ASSERT_TRUE(advance(model, state, work, {none}, 500).converged);
  ASSERT_TRUE(advance(model, state, work, {some}, 1000).converged);
  std::vector<double> row(model.channels().size());
  model.observe(state, work, row);
  EXPECT_NEAR(row[model.find_channel("line.p")], 51e5, 1e3);
}

// Charts of a spherical joint are renewed between steps.
TEST(RosenbrockRun, TurnsSphericalJoints) {
  RunOptions options;
  options.until = 1.0;
  options.every = 0.05;
  Recording exact, rows;
  const Model reference = rosenbrock_machine("heavy_top", "sundials");
  ASSERT_EQ(reference.plant().equations->constraints(), 0);
  ASSERT_TRUE(run(reference, options, exact).converged);
  const RunSummary summary =
      run(rosenbrock_machine("heavy_top", "rosenbrock", 1e-3, "1e-7"), options, rows);
  ASSERT_TRUE(summary.converged) << summary.message;
  double worst = 0.0;
  for (std::size_t k = 0; k < rows.values.size(); ++k)
    worst = std::max(
        worst, std::abs(rows.values[k] - exact.values[k]) / (1.0 + std::abs(exact.values[k])));
  std::printf("heavy_top: %lld steps, %.1e\n", summary.steps, worst);
  EXPECT_LT(worst, 1e-5);
}

std::string reason(const std::string& file, const std::string& integrator,
                   const std::string& method) {
  try {
    rosenbrock_machine(file, integrator, 1e-3, "", method);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(RosenbrockRun, IsRefusedWhereConstraintsAre) {
  using ::testing::HasSubstr;
  for (const char* integrator : {"rosenbrock", "linear_euler"}) {
    EXPECT_THAT(reason("four_bar", integrator, ""), HasSubstr("cannot keep constraints"));
    EXPECT_THAT(reason("four_bar", integrator, "inef"), HasSubstr("cannot keep constraints"));
    EXPECT_THAT(reason("crane_single", integrator, "ali3p"), HasSubstr("joint coordinates"));
    EXPECT_THAT(reason("crane_single", integrator, "double_step"), HasSubstr("joint coordinates"));
    EXPECT_EQ(reason("crane_single", integrator, "inef"), "");
  }
}

TEST(LinearEulerRun, HasOrderOne) {
  const Rows exact(rosenbrock_machine("chrono_crane", "sundials"), 3.0);
  double last = 0.0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    const Rows r(rosenbrock_machine("chrono_crane", "linear_euler", h), 3.0);
    const double error = r.error(exact, exact.length);
    std::printf("linear_euler, %.0f ms: %.2e m, order %.2f\n", 1e3 * h, error,
                std::log2(last / error));
    if (last > 0.0) {
      EXPECT_NEAR(std::log2(last / error), 1.0, 0.2);
    }
    last = error;
  }
}

}  // namespace
}  // namespace bramah
