#include "constraints/index3.h"

#include "constraints/formulation.h"

namespace bramah {
namespace {

TEST(Index3, TangentIsTheSlopeOfTheResidual) {
  MachineStates states(load_with("four_bar", "al3"));
  expect_tangent_is_slope(states);
}

// r = R + Phi_q^T (lambda + alpha Phi), alpha = penalty c.a m_k: off the loops a push along Phi_q.
TEST(Index3, ResidualPushesBackWhatHasOpened) {
  MachineStates states(load_with("four_bar", "al3", "1e6"));
  Random random(72);
  states.randomise(random, 0.2);
  states.trial().q[0] += 1e-6;  // alone it opens the loop
  const auto residual = [&](double c_a) {
    Eigen::VectorXd r(states.dynamics().size());
    states.dynamics().residual(states.trial(), {1.0, 0.0, c_a, 0.0}, -1, states.scratch(), span(r));
    return r;
  };
  const double c_a = of_step(5e-4).a;
  const Eigen::VectorXd push = residual(c_a) - residual(0.0);
  Eigen::VectorXd force = gap_values(states);
  std::vector<double> alpha(static_cast<std::size_t>(force.size()));
  states.equations().enforcement().penalties(c_a, alpha);
  for (Eigen::Index k = 0; k < force.size(); ++k) force[k] *= alpha[static_cast<std::size_t>(k)];
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(push.size());
  states.equations().parts().mechanism->add_transposed(
      span(force), *states.buffers().mechanism,
      {expected.data(), static_cast<std::size_t>(states.dynamics().coordinates())});
  EXPECT_GT(force.norm(), 1e3);
  EXPECT_LT((push - expected).norm(), 1e-6 * expected.norm());
}

// Whatever velocities and accelerations Newton ends with, projections leave the loops closing at no
// rate. The bound is the projection's own: 1e-10 m/s and per m/s.
// Bricard has one row too many: on its loop the jacobian's singular values are 0.4 and above, and one
// of 1e-16, which asks for nothing. Where two motions branch, Newton leaves the loop a little open,
// and that row counts with a small singular value e: no penalty moves v along it, and e v is left.
// Measured: open by 2e-9 m, e = 3e-9, 2e-9 m/s left; open by 6e-6 m, e = 4e-6, 1.4e-6 m/s left, with
// the mass matrix as metric too; in 190 of 200 states below 1e-10 m/s. That is the pose's doing, and
// expected: what is open is not judged.
TEST(Index3, ProjectionsLeaveNoVelocityGap) {
  constexpr double kClosed = 1e-10;  // [m]
  for (const char* machine : {"four_bar", "quick_return", "bricard"}) {
    SCOPED_TRACE(machine);
    MachineStates states(load_with(machine, "al3", "1e6"));
    Random random(73);
    int closed = 0;
    const StepCoefficients c = of_step(5e-4);
    for (int k = 0; k < 10; ++k) {
      states.randomise(random, 0.1);
      std::vector<double> r(static_cast<std::size_t>(states.dynamics().size()));
      states.dynamics().residual(states.trial(), c, 0, states.scratch(), r);
      LinearSolver lu(states.dynamics().size(), states.dynamics().coordinates());
      lu.set_zero();
      states.dynamics().tangent(states.trial(), c, states.scratch(), lu);
      states.dynamics().tangent_written(states.scratch());
      ASSERT_TRUE(lu.factorise());
      for (double& v : states.trial().v) v += random(-1.0, 1.0);
      const Gaps gaps = states.dynamics().finish(states.trial(), c, lu, states.scratch());
      if (gaps.position > kClosed) continue;
      ++closed;
      const double speed = largest(states.trial().v);
      EXPECT_LT(gaps.rate, 2e-10 * (1.0 + speed));
      EXPECT_LT(gap_rates(states).lpNorm<Eigen::Infinity>(), 2e-10 * (1.0 + speed));
    }
    EXPECT_GE(closed, 7);
  }
}

// The second stage of sdirk2 goes on with the tangent of the first, for Newton and for projections: all
// along the way pressures are those of a far smaller tolerance, and the loops stay closed.
TEST(Index3, TheTangentOfTheStageBeforeServesAsWell) {
  constexpr int kSteps = 3000;  // the valve opens at 1 s
  for (const char* machine : {"four_bar", "quick_return"}) {
    SCOPED_TRACE(machine);
    const auto load_to = [&](const char* tolerance) {
      LoadOptions options;
      options.integrator = "sdirk2", options.substeps = "off", options.step = 1e-3;
      options.set = {std::string("solver.tolerance=") + tolerance};
      return load(std::string(BRAMAH_SOURCE_DIR) + "/models/" + machine + ".yaml", options);
    };
    const Model usual = load_to("1e-9"), tight = load_to("1e-12");
    State a = usual.initial_state(), b = tight.initial_state();
    Workspace work_a{usual}, work_b{tight};
    double apart = 0.0;  // [Pa]
    for (int k = 0; k < kSteps; ++k) {
      const StepReport report = step(usual, a, work_a, Inputs{});
      EXPECT_TRUE(report.converged && step(tight, b, work_b, Inputs{}).converged);
      EXPECT_LT(report.gap, 1e-10);
      EXPECT_LT(report.rate_gap, 1e-9);
      const auto& y = usual.plant().layout.y;
      const auto p = y.in(std::as_const(a).values()), q = y.in(std::as_const(b).values());
      for (std::size_t i = 0; i < 3; ++i) apart = std::max(apart, std::abs(p[i] - q[i]));
    }
    EXPECT_LT(apart, 1.0);  // 0.4 and 0.2; 1.5 and 16 where a borrowed tangent has to leave no less
  }
}

}  // namespace
}  // namespace bramah
