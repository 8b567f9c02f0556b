// Machines whose oil is integrated inside the mechanism's Newton iterations, against the monolithic
// ones and against the rules of step().
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "malloc_count.h"

namespace bramah {
namespace {

struct Way {
  const char* file = "naya_rod";
  const char* method = "semirecursive";
  const char* integrator = "sdirk2";
  double step = 1e-3;           // of the mechanism [s]
  const char* rule = "sdirk2";  // of the oil
  const char* inner = "0.1ms";
  const char* velocity = "linear";
};

LoadOptions options(const Way& way, const char* coupling = "multirate") {
  LoadOptions o;
  o.method = way.method;
  o.integrator = way.integrator;
  o.step = way.step;
  o.coupling = coupling;
  o.set = {std::string("solver.multirate.integrator=") + way.rule,
           std::string("solver.multirate.step=") + way.inner,
           std::string("solver.multirate.velocity=") + way.velocity};
  return o;
}

Model machine(const Way& way, const char* coupling = "multirate") {
  return load(BRAMAH_SOURCE_DIR "/models/" + std::string(way.file) + ".yaml",
              options(way, coupling));
}

struct Result {
  Recording rows;
  RunSummary summary;
  int channel = -1;
};

Result run_to(const Model& model, double until, double every, const char* channel = "lift.length") {
  Result r;
  RunOptions how;
  how.until = until;
  how.every = every;
  r.summary = run(model, how, r.rows);
  EXPECT_TRUE(r.summary.converged) << r.summary.message;
  r.channel = model.find_channel(channel);
  return r;
}

double largest_difference(const Result& a, const Result& b) {
  EXPECT_EQ(a.rows.times.size(), b.rows.times.size());
  double largest = 0.0;
  for (std::size_t k = 0; k < std::min(a.rows.times.size(), b.rows.times.size()); ++k)
    largest = std::max(largest, std::abs(a.rows.row(k)[a.channel] - b.rows.row(k)[b.channel]));
  return largest;
}

// naya2011, Fig. 4: the lengths of the two couplings differ by less than 0.1 mm.
TEST(MultirateNayaRod, IsWithinATenthOfAMillimetreOfTheMonolithicRun) {
  const Way paper{"naya_rod", "ali3p", "trapezoidal", 10e-3};
  const Result whole = run_to(machine(paper, "monolithic"), 10.0, 10e-3);
  for (const Way& oil :
       {Way{.rule = "euler", .inner = "0.2ms", .velocity = "constant"},
        Way{.rule = "euler", .inner = "0.2ms"}, Way{.rule = "trapezoidal", .inner = "10ms"},
        Way{.rule = "trapezoidal", .inner = "5ms"},
        Way{.rule = "trapezoidal", .inner = "5ms", .velocity = "constant"}}) {
    Way way = paper;
    way.rule = oil.rule, way.inner = oil.inner, way.velocity = oil.velocity;
    const Result apart = run_to(machine(way), 10.0, 10e-3);
    const double difference = largest_difference(whole, apart);
    std::printf("%s %s, %s: %.3e m; Newton %.2f (monolithic %.2f)\n", way.rule, way.inner,
                way.velocity, difference, apart.summary.newton_mean, whole.summary.newton_mean);
    EXPECT_LT(difference, 1e-4);
    EXPECT_LT(apart.summary.newton_mean, whole.summary.newton_mean + 1.0);
  }
}

// Both steps go to zero together: the error is that of the strokes' velocity within a step.
TEST(MultirateOrder, IsTwoWithLinearAndOneWithConstantVelocity) {
  const Result exact =
      run_to(machine({"crane_single", "semirecursive", "sundials", 8e-3}, "monolithic"), 4.0, 8e-3);
  const auto order = [&](const char* velocity) {
    std::array<double, 3> y{};
    const char* const inner[] = {"2ms", "1ms", "0.5ms"};
    for (int k = 0; k < 3; ++k) {
      Way way{"crane_single", "semirecursive", "sdirk2", 8e-3 / (1 << k), "sdirk2", inner[k]};
      way.velocity = velocity;
      y[k] = std::log2(largest_difference(exact, run_to(machine(way), 4.0, 8e-3)));
      std::printf("%s: %.3e m\n", velocity, std::exp2(y[k]));
    }
    return 0.5 * (y[0] - y[2]);
  };
  EXPECT_NEAR(order("linear"), 2.0, 0.2);
  EXPECT_NEAR(order("constant"), 1.0, 0.3);
}

const Way kWays[] = {
    {"naya_rod", "semirecursive", "trapezoidal", 10e-3, "euler", "0.2ms", "constant"},
    {"naya_rod", "ali3p", "sdirk2", 5e-3, "sdirk2", "1ms"},
    {"naya_rod", "ali1", "semi_euler", 1e-3, "trapezoidal", "0.5ms"},
    {"naya_rod", "inef", "rk4", 1e-3, "rk4", "0.1ms"},
    {"crane_double", "ali3p", "sdirk2", 2e-3, "sdirk2", "0.5ms"},
    {"crane_double", "ali1", "gen_alpha", 2e-3, "sdirk2", "0.5ms"},
    {"four_bar", "double_step", "trapezoidal", 2e-3, "trapezoidal", "0.5ms"},
    {"four_bar", "inef", "sdirk2", 2e-3, "sdirk2", "0.5ms"},
    {"quick_return", "semirecursive", "sdirk2", 2e-3, "sdirk2", "0.5ms"},
};

TEST(Multirate, DoesNotAllocate) {
  for (const Way& way : kWays) {
    const Model model = machine(way);
    State state = model.initial_state();
    Workspace work(model);
    const long before = malloc_count();
    for (int k = 0; k < 300; ++k) {
      const StepReport report = step(model, state, work, {});
      ASSERT_TRUE(report.converged)
          << way.file << ", " << way.method << ": " << explain(model, report);
    }
    EXPECT_EQ(malloc_count() - before, 0) << way.file << ", " << way.method;
  }
}

TEST(Multirate, ACopiedStateContinuesBitwise) {
  for (const Way& way : kWays) {
    const Model model = machine(way);
    State state = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 250; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
    State copy = state;
    Workspace fresh(model);
    for (int k = 0; k < 50; ++k) {
      ASSERT_TRUE(step(model, state, work, {}).converged);
      ASSERT_TRUE(step(model, copy, fresh, {}).converged);
    }
    EXPECT_TRUE(state == copy) << way.file << ", " << way.method;
  }
}

TEST(Multirate, AgreesWithTheMonolithicRunInEveryMethod) {
  for (const Way& way : kWays) {
    const double until = 2.5, every = 10e-3;
    Way fine = way;
    fine.method = "semirecursive", fine.integrator = "sdirk2", fine.step = 1e-3;
    const Result whole = run_to(machine(fine, "monolithic"), until, every);
    const Result apart = run_to(machine(way), until, every);
    const double difference = largest_difference(whole, apart);
    std::printf("%s, %s, %s: %.3e m, residual %.2e (%.2e) J, books %.2e (%.2e) J\n", way.file,
                way.method, way.integrator, difference, apart.summary.energy_residual_max,
                whole.summary.energy_residual_max, apart.summary.energy_books_max,
                whole.summary.energy_books_max);
    EXPECT_LT(difference, 1e-4) << way.file << ", " << way.method;
  }
}

std::string refusal(const std::string& text, LoadOptions o) {
  try {
    load_text(text, "m.yaml", o);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace
}  // namespace bramah
