// The derivative of a step against differences of steps; every rule and loop of the library in tests/python/test_derivatives.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bramah/binding.h"
#include "bramah/bramah.h"

namespace bramah {
namespace {

Model machine(const std::string& name, const std::string& integrator, const std::string& method) {
  LoadOptions options;
  options.integrator = integrator;
  options.method = method;
  options.substeps = "off";
  options.set = {"solver.tolerance=1e-12"};
  return load(BRAMAH_SOURCE_DIR "/models/" + name + ".yaml", options);
}

// The largest error of by_state, of each row's largest entry, in scaled numbers.
double largest_error(const Model& model, long long ticks) {
  State state = model.initial_state();
  Workspace work(model);
  EXPECT_TRUE(advance(model, state, work, Inputs{}, ticks).converged);
  const StepTangent found = step_tangent(model, state, Inputs{});
  EXPECT_EQ(found.refused, "");
  Neighbours near(model, state);
  const std::size_t n = found.numbers.size();
  std::vector<double> error(n), size(n);
  for (std::size_t column = 0; column < n; ++column) {
    constexpr double kPart = 2e-5;
    State ends[2];
    for (int side = 0; side < 2; ++side) {
      ends[side] = near.moved(column, (side == 0 ? kPart : -kPart) * found.scales[column]);
      EXPECT_TRUE(step(model, ends[side], work, Inputs{}).converged);
    }
    for (std::size_t row = 0; row < n; ++row) {
      const std::size_t at = found.numbers[row].at;
      const double by_hand =
          (ends[0].values()[at] - ends[1].values()[at]) / (2.0 * kPart * found.scales[row]);
      const double exact =
          found.by_state[row * n + column] * found.scales[column] / found.scales[row];
      error[row] = std::max(error[row], std::abs(exact - by_hand));
      size[row] = std::max(size[row], std::abs(by_hand));
    }
  }
  double worst = 0.0;
  for (std::size_t row = 0; row < n; ++row) worst = std::max(worst, error[row] / size[row]);
  EXPECT_GT(n, 1u);
  return worst;
}

TEST(StepTangent, IsThatOfTheStep) {
  for (const char* rule : {"sdirk2", "trapezoidal", "gen_alpha"}) {
    EXPECT_LT(largest_error(machine("position_servo", rule, ""), 300), 1e-7) << rule;  // O(part²)
    EXPECT_LT(largest_error(machine("slider_crank", rule, "double_step"), 100), 1e-8) << rule;
    EXPECT_LT(largest_error(machine("slider_crank", rule, ""), 100), 1e-6) << rule;  // the metric
  }
}

TEST(StepTangent, IsRefusedWhereTheRuleContainsTheTangent) {
  const Model model = machine("position_servo", "rosenbrock", "");
  EXPECT_NE(step_tangent(model, model.initial_state(), Inputs{}).refused, "");
}

}  // namespace
}  // namespace bramah
