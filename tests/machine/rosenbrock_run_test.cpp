// rosenbrock and linear_euler on whole machines: against the reference, inside long steps, through
// jumps and end dampers, in ticks, and where they are refused.
#include <bramah/bramah.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "malloc_count.h"
#include "machine/machine.h"
#include "machine/variable_steps.h"

namespace bramah {
namespace {

Model machine(const std::string& file, const std::string& integrator, double step = 1e-3,
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

// Rows lie inside steps, so this is the cubic's accuracy too. The cranes jump (crane_single) or bend
// (chrono_crane).
TEST(RosenbrockRun, FollowsTheReferenceAsTheToleranceAsks) {
  for (const char* file : {"crane_single", "chrono_crane"}) {
    const double until = 12.0;
    const Rows exact(machine(file, "sundials"), until);
    double last = 0.0;
    for (const char* tolerance : {"1e-3", "1e-4", "1e-5", "1e-6"}) {
      const Rows r(machine(file, "rosenbrock", 1e-3, tolerance), until);
      const double s = r.error(exact, exact.length), p = r.error(exact, exact.pressure);
      std::printf("%s, %s: %lld steps, length %.1e m, pressure %.1e Pa, books %.1e J\n", file,
                  tolerance, r.summary.steps, s, p, r.summary.energy_books_max);
      EXPECT_LT(s, 0.1 * std::stod(tolerance));
      EXPECT_LT(p, 1e7 * std::stod(tolerance));
      if (last > 0.0) {
        EXPECT_LT(s, 0.5 * last);
      }
      last = s;
    }
  }
}

// Each tick one step: the order of the rule on a machine whose mass depends on the pose.
TEST(RosenbrockRun, HasOrderThreeOnMachines) {
  for (const char* file : {"crane_single", "chrono_crane"}) {
    const double until = 0.4;
    const auto final_length = [&](const Model& model) {
      State state = model.initial_state();
      Workspace work(model);
      while (state.time() < until - 1e-9) EXPECT_TRUE(step(model, state, work, {}).converged);
      std::vector<double> row(model.channels().size());
      model.observe(state, work, row);
      return row[model.find_channel("theta2.angle")];
    };
    const double exact = final_length(machine(file, "rosenbrock", 0.125e-3, "1"));
    double last = 0.0;
    for (const double h : {8e-3, 4e-3, 2e-3}) {
      const double error = std::abs(final_length(machine(file, "rosenbrock", h, "1")) - exact);
      std::printf("%s, %.0f ms: %.2e rad, order %.2f\n", file, 1e3 * h, error,
                  std::log2(last / error));
      last = error;
    }
  }
}

TEST(RosenbrockRun, TicksAgreeWithLongSteps) {
  const Rows exact(machine("crane_single", "sundials"), 3.0);
  const Model model = machine("crane_single", "rosenbrock", 5e-3);
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

TEST(RosenbrockRun, AFreshWorkspaceContinuesBitwise) {
  for (const char* integrator : {"rosenbrock", "linear_euler"}) {
    const Model model = machine("chrono_crane", integrator);
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
    const Model model = machine("crane_single", integrator);
    State state = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 950; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
    const long before = malloc_count();
    for (int k = 0; k < 150; ++k) step(model, state, work, {});
    EXPECT_EQ(malloc_count() - before, 0) << integrator;
  }
  const Model model = machine("crane_single", "rosenbrock");
  VariableSteps steps(model.machine(), 20.0);
  StepReport report;
  const long before = malloc_count();
  while (steps.time() < 20.0 && steps.step(report) && steps.proceed(report)) {
  }
  EXPECT_EQ(malloc_count() - before, 0);
  EXPECT_EQ(steps.time(), 20.0);
}

TEST(RosenbrockRun, TurnsSphericalJoints) {
  RunOptions options;
  options.until = 0.5;
  options.every = 0.05;
  Recording exact, rows;
  const Model reference = machine("heavy_top_free", "sundials");
  const RunSummary first = run(reference, options, exact);
  if (!first.converged || reference.machine().equations->constraints() > 0) GTEST_SKIP();
  ASSERT_TRUE(run(machine("heavy_top_free", "rosenbrock", 1e-3, "1e-7"), options, rows).converged);
  const int x = reference.find_channel("energy.kinetic");
  ASSERT_GE(x, 0);
  for (std::size_t k = 0; k < rows.times.size(); ++k)
    EXPECT_NEAR(rows.row(k)[x], exact.row(k)[x], 1e-4 * (1.0 + std::abs(exact.row(k)[x])));
}

std::string reason(const std::string& file, const std::string& integrator,
                   const std::string& method) {
  try {
    machine(file, integrator, 1e-3, "", method);
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
  const Rows exact(machine("chrono_crane", "sundials"), 3.0);
  double last = 0.0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    const Rows r(machine("chrono_crane", "linear_euler", h), 3.0);
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
