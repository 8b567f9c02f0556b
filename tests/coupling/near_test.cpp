// A solution next to where its equations were last evaluated, or to which flows and forces were carried
// along the tangent, is not evaluated again. What is corrected to first order instead is what an evaluation
// would have found.
#include <gtest/gtest.h>

#include "coupling/plant.h"

namespace bramah {
namespace {

struct Advanced {
  std::vector<double> values;
  bool converged = false;
};

Advanced advance_once(const Plant& plant, const State& state, double h, bool near) {
  const auto scratch = plant.dynamics->make_scratch();
  Advanced out{{state.values().begin(), state.values().end()}};
  const Layout& x = plant.layout;
  const std::span<double> all(out.values);
  plant.equations->set_surroundings(
      {x.charts.in(all), x.tunables.in(all), x.samples.in(all), x.inputs.in(all)},
      MachineEquations::buffers(*scratch));
  IntegratorOptions options = plant.integrator_options();
  options.newton.tolerance = 1e-11;  // both ways leave less than is compared
  const auto integrator = make_integrator(plant.solver.integrator, *plant.dynamics, options);
  if (near) integrator->accept_near();
  out.converged = integrator->advance(*plant.dynamics, *scratch, state.time(), h, x.point(all))
                      .newton.converged;
  return out;
}

double largest(const Block& block, std::vector<double> all) {
  double out = 0.0;
  for (const double x : block.in(std::span<double>(all))) out = std::max(out, std::abs(x));
  return out;
}

// Of a block, over its largest entry, or over `least` where the machine rests.
double apart(const Block& block, const std::vector<double>& exact, std::vector<double> near,
             double least) {
  const std::span<double> to(near);
  for (int i = 0; i < static_cast<int>(near.size()); ++i) to[i] -= exact[i];
  return largest(block, near) / std::max(least, largest(block, exact));
}

// With loops and without, and with steps so short that a tiny increment is a large acceleration.
TEST(Near, IsWhatAnEvaluationWouldHaveFound) {
  // Bodies stay where they were, as long as they move by less than 1e-9, and pressures within 0.1 Pa.
  constexpr double kState = 1e-10, kRates = 1e-6, kPowers = 5e-6;
  for (const char* machine : {"four_bar_smooth", "chrono_crane", "patu655", "patu655_planar"})
    for (const char* rule : {"trapezoidal", "gen_alpha", "sdirk2"}) {
      SCOPED_TRACE(machine + std::string(" ") + rule);
      LoadOptions options;
      options.integrator = rule;
      const Model model =
          load(std::string(BRAMAH_SOURCE_DIR) + "/models/" + machine + ".yaml", options);
      const Plant& plant = model.plant();
      State state = model.initial_state();
      Workspace work(model);
      double v = 0.0, a = 0.0, y = 0.0, ydot = 0.0, power = 0.0;
      for (int k = 0; k < 2000; ++k) {
        ASSERT_TRUE(step(model, state, work, {}).converged);
        if (k % 50 != 0) continue;
        for (const double h : {1e-3, 5e-5}) {
          const Advanced exact = advance_once(plant, state, h, false);
          const Advanced near = advance_once(plant, state, h, true);
          ASSERT_TRUE(exact.converged && near.converged);
          const Layout& x = plant.layout;
          v = std::max(v, apart(x.v, exact.values, near.values, 1e-4));
          a = std::max(a, apart(x.a, exact.values, near.values, 1e-2));
          y = std::max(y, apart(x.y, exact.values, near.values, 1.0));
          const double at_rest = 1e-5 * largest(x.y, exact.values) / h;  // moves no state in a step
          ydot = std::max(ydot, apart(x.ydot, exact.values, near.values, at_rest));
          power = std::max(power, apart(x.power, exact.values, near.values, 1.0));
        }
      }
      EXPECT_LT(y, kState);
      EXPECT_LT(v, kRates);
      EXPECT_LT(a, kRates);
      EXPECT_LT(ydot, kRates);
      EXPECT_LT(power, kPowers);
    }
}

}  // namespace
}  // namespace bramah
