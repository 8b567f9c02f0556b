#include "constraints/loop_closure.h"

#include "constraints/four_bar_rig.h"

namespace bramah {
namespace {

constexpr ClosureLimits kTight{.closed = 1e-13, .passes = 60};  // a frozen mass metric: factor 0.4
const Eigen::Vector3d kOff(2e-3, -3e-3, 1e-3);  // [rad] away from a pose that closes

// The move that closed the loop, from a pose that is kOff away.
template <class MakeMetric>
Eigen::VectorXd close_by(FourBar& m, MakeMetric make) {
  m.q += kOff;
  const Eigen::VectorXd start = m.q;
  const Loops at = m.loops();
  const ClosureResult result =
      close_positions(at, kTight, span(m.q), span(m.v), span(m.phi), make(at));
  EXPECT_TRUE(result.closed);
  EXPECT_LE(result.gap, kTight.closed);
  EXPECT_GT(result.first, 1e-4);
  EXPECT_LE(m.phi.lpNorm<Eigen::Infinity>(), kTight.closed);
  m.evaluate();
  EXPECT_LE(m.phi.lpNorm<Eigen::Infinity>(), kTight.closed) << "phi is that of the pose";
  return m.q - start;
}

// kOff² is what the loops' curvature adds to the first order.
TEST(LoopClosure, LeastChangeMovesAcrossTheLoops) {
  FourBar m;
  const std::vector<int> all{0, 1, 2};
  const Eigen::VectorXd move = close_by(m, [&](const Loops& at) { return LeastChange(at, all); });
  EXPECT_LT(std::abs(m.motion().dot(move)), 5.0 * kOff.squaredNorm());
  EXPECT_GT(move.norm(), 1e-4);
}

TEST(LoopClosure, LeastChangeKeepsWhatMayNotMove) {
  FourBar m;
  const std::vector<int> some{1, 2};
  const Eigen::VectorXd move = close_by(m, [&](const Loops& at) { return LeastChange(at, some); });
  EXPECT_EQ(move[0], 0.0);
}

TEST(LoopClosure, LeastChangeNeverMovesFurtherThanAllowed) {
  FourBar m;
  const std::vector<int> all{0, 1, 2};
  m.q[1] += 0.3;
  const Eigen::VectorXd start = m.q;
  const Loops at = m.loops();
  const ClosureLimits once{.closed = 1e-13, .passes = 1};
  EXPECT_FALSE(
      close_positions(at, once, span(m.q), span(m.v), span(m.phi), LeastChange(at, all, 0.01))
          .closed);
  EXPECT_NEAR((m.q - start).lpNorm<Eigen::Infinity>(), 0.01, 1e-15);
}

TEST(LoopClosure, DependentMetricKeepsIndependentCoordinates) {
  for (const double keep : {0.0, 0.1, 1.0}) {  // Phi_d renewed always, where slow, never
    SCOPED_TRACE(keep);
    FourBar m;
    IndependentCoordinates split(3, 2, 2);
    ASSERT_TRUE(split.choose(m.mechanism(), m.scratch()));
    const Eigen::VectorXd move =
        close_by(m, [&](const Loops& at) { return DependentMetric(at, split, keep); });
    EXPECT_EQ(move[split.independent()[0]], 0.0);
  }
}

// Least kinetic energy: no momentum along the motion that is free.
TEST(LoopClosure, MassMetricGivesNoMomentumAlongTheLoops) {
  FourBar m;
  const std::vector<double> alpha(2, 1e6);
  std::vector<double> step(3);
  LinearSolver mass(3, 3);
  m.q += kOff;
  m.evaluate();
  mass.set_zero();
  MechanismLoad load;
  load.penalties = alpha;
  m.mechanism().mass_matrix(load, m.scratch(), mass);
  ASSERT_TRUE(mass.factorise());
  m.q -= kOff;
  const Eigen::VectorXd move =
      close_by(m, [&](const Loops& at) { return MassMetric(at, mass, alpha, step); });
  EXPECT_LT(std::abs(m.motion().dot(m.mass() * move)), 10.0 * kOff.squaredNorm());
}

TEST(LoopClosure, VelocitiesCloseInOnePassOfAnExactMetric) {
  FourBar m;
  const std::vector<int> all{0, 1, 2};
  m.v = Eigen::Vector3d(1.0, -2.0, 0.5);
  const Eigen::VectorXd start = m.v;
  m.evaluate();
  const Loops at = m.loops();
  const ClosureLimits once{.closed = 1e-13, .passes = 1};
  const ClosureResult result =
      close_velocities(at, once, span(m.v), span(m.phi), LeastChange(at, all));
  EXPECT_TRUE(result.closed);
  EXPECT_LT((m.jacobian() * m.v).norm(), 1e-13);
  EXPECT_LT(std::abs(m.motion().dot(m.v - start)), 1e-13) << "the motion itself stays";
}

TEST(LoopClosure, WhatCannotCloseIsSaid) {
  FourBar m;
  m.q << 0.0, 0.0, 0.0;  // stretched out, 1.2 m too long
  const std::vector<int> crank{0};
  const Loops at = m.loops();
  const ClosureResult result =
      close_positions(at, kTight, span(m.q), span(m.v), span(m.phi), LeastChange(at, crank));
  EXPECT_FALSE(result.closed);
  EXPECT_GT(result.gap, 0.1);
}

// ------------------------------------------------------------------------------- when it ends
struct End {
  bool ends, closed;
};
End after(const ClosureLimits& limits, int pass, double gap, double last) {
  ClosureResult result;
  const bool done = ends(limits, pass, {gap, last}, result);
  return {done, result.closed};
}

TEST(LoopClosure, EndsWhereTheLimitsSay) {
  const ClosureLimits limits{
      .closed = 1e-12, .round_off = 1e-9, .shrinking = 0.5, .passes = 5, .patience = 2};
  const auto expect = [&](int pass, double gap, double last, bool done, bool closed) {
    SCOPED_TRACE(testing::Message() << "pass " << pass << ", gap " << gap << " after " << last);
    const End end = after(limits, pass, gap, last);
    EXPECT_EQ(end.ends, done);
    EXPECT_EQ(end.closed, closed);
  };
  expect(0, 1.0, INFINITY, false, false);
  expect(1, 1e-12, 1.0, true, true);
  expect(1, 8e-10, 1e-9, true, true);    // round-off: it shrinks no more
  expect(1, 4e-10, 1e-9, false, false);  // it still does
  expect(1, 8e-9, 1e-8, false, false);   // too large for round-off
  expect(2, 3.0, 1.0, false, false);     // it may grow at first
  expect(3, 3.0, 1.0, true, false);      // not later
  expect(5, 0.1, 1.0, true, false);      // enough passes
  expect(1, NAN, 1.0, true, false);
  expect(1, INFINITY, 1.0, true, false);
}

}  // namespace
}  // namespace bramah
