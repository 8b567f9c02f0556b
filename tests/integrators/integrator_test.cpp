#include "integrators/integrator.h"

#include <gtest/gtest.h>

#include "integrators/swinging_mass_run.h"

namespace bramah {
namespace {

// Solves and iterations of a step add up; the largest is the largest of them.
TEST(Integrator, CountsItsSolves) {
  const SwingingMass m(8.0);
  for (const auto& [which, solves] :
       {std::pair{IntegratorRule::trapezoidal, 1}, {IntegratorRule::sdirk2, 2}}) {
    const auto scratch = m.make_scratch();
    const auto rule = make_integrator(which, m, {});
    Point p(m, *scratch);
    const int before = static_cast<SwingingMass::Now&>(*scratch).residuals;
    const AdvanceReport report = rule->advance(m, *scratch, 0.0, 0.05, p.view());
    const int evaluated = static_cast<SwingingMass::Now&>(*scratch).residuals - before;
    EXPECT_TRUE(report.newton.converged);
    EXPECT_EQ(report.solves, solves);
    EXPECT_LE(report.iterations, evaluated);
    EXPECT_GE(report.iterations, 2 * solves);
    EXPECT_LE(report.iterations, solves * report.max_iterations);
    EXPECT_GE(report.iterations, report.max_iterations + 2 * (solves - 1));
    EXPECT_GE(report.max_iterations, report.newton.iterations);
  }
}

}  // namespace
}  // namespace bramah
