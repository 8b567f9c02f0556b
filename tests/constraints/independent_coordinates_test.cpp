#include "constraints/independent_coordinates.h"

#include "constraints/four_bar_rig.h"
#include "derivative.h"

namespace bramah {
namespace {

// q, v, a of a four-bar whose z, z' and z'' are given, loops closed at all three levels.
class Closed {
 public:
  Closed() : split(3, 2, 2) {
    m.v = m.motion() * 1.5;
    m.evaluate();
    if (!split.choose(m.mechanism(), m.scratch())) ADD_FAILURE() << "singular";
    a = Eigen::Vector3d(0.7, -1.1, 0.4);
    close();
  }
  void close() {
    const Loops at = m.loops();
    const ClosureLimits limits{.closed = 1e-14, .round_off = 1e-12, .passes = 20};
    EXPECT_TRUE(close_positions(at, limits, span(m.q), span(m.v), span(m.phi),
                                DependentMetric(at, split, 0.0))
                    .closed);
    EXPECT_TRUE(split.factorise(m.mechanism(), m.scratch()));
    m.mechanism().constraint_rates(span(m.v), at.load, m.scratch(), span(m.phi));
    split.correct(span(m.phi), span(m.v));
    m.evaluate();
    Eigen::VectorXd gamma(2);
    m.mechanism().bias_rates(at.load, m.scratch(), span(gamma));
    gamma += m.jacobian() * a;
    split.correct(span(gamma), span(a));
    EXPECT_TRUE(split.factorise(m.mechanism(), m.scratch()));
  }
  FourBar m;
  IndependentCoordinates split;
  Eigen::VectorXd a;
};

TEST(IndependentCoordinates, MapKeepsTheLoopsClosed) {
  Closed x;
  x.split.find_map();
  Eigen::VectorXd b = Eigen::VectorXd::Zero(3);
  b[x.split.independent()[0]] = 1.0;
  for (int d = 0; d < 2; ++d) b[x.split.dependent()[d]] = x.split.map(d, 0);
  EXPECT_LT((x.m.jacobian() * b).norm(), 1e-14);
}

// dq = B dz, dv = (c.v B + G1) dz, da = (c.a B + G2) dz against differences of the closed four-bar.
TEST(IndependentCoordinates, SlopesMatchDifferences) {
  for (const StepCoefficients& c :
       {StepCoefficients{1, 0, 0, 0}, {0, 1, 0, 0}, {1, 3, 0, 0}, {1, 20, 400, 0}}) {
    SCOPED_TRACE(testing::Message() << c.q << " " << c.v << " " << c.a);
    Closed x;
    const int z = x.split.independent()[0];
    std::vector<double> slopes(6), curvature(6);
    const auto& mechanism = x.m.mechanism();
    mechanism.rate_slopes(span(x.m.v), x.m.scratch(), slopes);
    mechanism.acceleration_slopes(span(x.m.v), span(x.a), {c.q, c.v, 0.0, 0.0}, x.m.scratch(),
                                  curvature);
    x.split.find_map();
    x.split.find_slopes(c.q, slopes, curvature);
    Eigen::MatrixXd expected(6, 1);
    for (int d = 0; d < 2; ++d) {
      expected(d, 0) = c.v * x.split.map(d, 0) + x.split.G1(d, 0);
      expected(2 + d, 0) = c.a * x.split.map(d, 0) + x.split.G2(d, 0);
      expected(4 + d, 0) = c.q * x.split.map(d, 0);
    }
    const Eigen::VectorXd q = x.m.q, v = x.m.v, a = x.a;
    const auto moved = [&](const Eigen::VectorXd& e) {
      x.m.q = q, x.m.v = v, x.a = a;
      x.m.q[z] += c.q * e[0], x.m.v[z] += c.v * e[0], x.a[z] += c.a * e[0];
      x.close();
      Eigen::VectorXd out(6);
      for (int d = 0; d < 2; ++d) {
        const int i = x.split.dependent()[d];
        out[d] = x.m.v[i], out[2 + d] = x.a[i], out[4 + d] = x.m.q[i];
      }
      return out;
    };
    expect_jacobian_near(moved, Eigen::VectorXd::Zero(1), expected,
                         Eigen::VectorXd::Constant(1, 1.0 / std::max(1.0, c.v)), {.terms = 10.0});
  }
}

TEST(IndependentCoordinates, MultipliersLeaveNoForceOnDependentCoordinates) {
  Closed x;
  const Eigen::Vector3d R(3.0, -2.0, 7.0);
  std::vector<double> lambda(2);
  x.split.multipliers({R.data(), 3}, lambda);
  const Eigen::VectorXd left = R + x.m.jacobian().transpose() * Eigen::Vector2d(lambda.data());
  for (const int i : x.split.dependent()) EXPECT_NEAR(left[i], 0.0, 1e-13);
  EXPECT_GT(std::abs(left[x.split.independent()[0]]), 1e-3);
}

TEST(IndependentCoordinates, ChoiceIsRememberedAndRecalled) {
  Closed x;
  std::vector<double> memory(IndependentCoordinates::memory_size(3, 2));
  x.split.remember(memory);
  IndependentCoordinates other(3, 2, 2);
  EXPECT_FALSE(other.chosen());
  other.recall(memory);
  EXPECT_TRUE(other.chosen() && other.stands());
  EXPECT_EQ(other.independent()[0], x.split.independent()[0]);
  EXPECT_TRUE(std::ranges::equal(other.dependent(), x.split.dependent()));
  EXPECT_TRUE(std::ranges::equal(other.rows(), x.split.rows()));
}

TEST(IndependentCoordinates, ChoosesGivenOnes) {
  FourBar m;
  IndependentCoordinates split(3, 2, 2);
  const int crank[] = {0};
  ASSERT_TRUE(split.choose(m.mechanism(), m.scratch(), crank));
  EXPECT_EQ(split.independent()[0], 0);
  EXPECT_TRUE(std::ranges::equal(split.dependent(), std::vector<int>{1, 2}));
}

// All links in one line: both rows of Phi_q say the same.
TEST(IndependentCoordinates, NamesTheRowOfASingularPose) {
  FourBar m;
  m.q << 0.0, 0.0, 0.0;
  m.evaluate();
  IndependentCoordinates split(3, 2, 2);
  EXPECT_FALSE(split.choose(m.mechanism(), m.scratch()));
  EXPECT_GE(split.singular_row(), 0);
}

}  // namespace
}  // namespace bramah
