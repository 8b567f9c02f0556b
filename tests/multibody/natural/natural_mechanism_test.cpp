// Natural coordinates written by hand: functions of one constraint, and a pendulum.
#include "multibody/natural/natural_mechanism.h"

#include "derivative.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Quadratic random_quadratic(const std::vector<int>& support, Random& random) {
  Quadratic f;
  f.support = support;
  const Eigen::Index n = static_cast<Eigen::Index>(support.size());
  const MatrixXd half = random.vector(n * n).reshaped(n, n), H = half + half.transpose();
  const VectorXd g = random.vector(n);
  f.H.assign(H.data(), H.data() + H.size());
  f.g.assign(g.begin(), g.end());
  f.c = random();
  return f;
}

TEST(NaturalMechanism, QuadraticIsItsFormula) {
  Quadratic f;  // q1² + 3 q1 q3 - 2 q3 + 5
  f.support = {1, 3};
  f.H = {2.0, 3.0, 3.0, 0.0};
  f.g = {0.0, -2.0};
  f.c = 5.0;
  const double q[] = {9.0, 0.5, 9.0, -2.0}, v[] = {9.0, 3.0, 9.0, 0.25};
  double j[2], hv[2];
  EXPECT_DOUBLE_EQ(f.value(q), 0.25 - 3.0 + 4.0 + 5.0);
  EXPECT_DOUBLE_EQ(f.evaluate(q, j), f.value(q));
  EXPECT_DOUBLE_EQ(j[0], 1.0 - 6.0);
  EXPECT_DOUBLE_EQ(j[1], 1.5 - 2.0);
  EXPECT_DOUBLE_EQ(f.rate(q, v), 3.0 * j[0] + 0.25 * j[1]);
  f.curve(v, hv);
  EXPECT_DOUBLE_EQ(hv[0], 6.75);
  EXPECT_DOUBLE_EQ(hv[1], 9.0);
}

// The definition of an angle, with any sine and cosine: three derivatives deep.
TEST(NaturalMechanism, AngleConstraintSlopes) {
  Random random(91);
  for (int k = 0; k < 100; ++k) {
    const NaturalConstraint c(random_quadratic({0, 2, 3}, random),
                              random_quadratic({0, 2, 3}, random), 1);
    const VectorXd q = random.vector(4, 2.0), v = random.vector(4), w = random.vector(4);
    std::vector<double> work(16);
    const auto spread = [&](const VectorXd& x) {
      VectorXd all = VectorXd::Zero(4);
      for (int i = 0; i < 4; ++i) all[c.support[i]] = x[i];
      return all;
    };
    const auto gradient = [&](const VectorXd& x) {
      VectorXd j(4);
      c.evaluate(x.data(), j.data(), work.data());
      return spread(j);
    };
    const auto times = [&](const VectorXd& x, const VectorXd& by) {
      VectorXd h(4);
      c.hessian_times(x.data(), by.data(), h.data(), work.data());
      return spread(h);
    };
    const auto value = [&](const VectorXd& x) {
      VectorXd j(4), one(1);
      one[0] = c.evaluate(x.data(), j.data(), work.data());
      return one;
    };
    expect_jacobian_near(value, q, gradient(q).transpose());
    LinearSolver lu(4, 4);
    lu.set_zero();
    c.add_hessian(q.data(), 1.0, lu, work.data());
    MatrixXd H(4, 4);
    for (int i = 0; i < 4; ++i)
      for (int l = 0; l < 4; ++l) H(i, l) = lu.row(i)[l];
    expect_jacobian_near(gradient, q, H);
    EXPECT_LT((H * w - times(q, w)).norm(), 1e-13 * H.norm());
    VectorXd third(4);
    c.third_times(q.data(), v.data(), third.data(), work.data());
    const auto bent = [&](const VectorXd& x) -> VectorXd {
      return VectorXd::Constant(1, v.dot(times(x, v)));
    };
    expect_jacobian_near(bent, q, spread(third).transpose(), {.terms = 10.0});
  }
}

// A point mass on a massless rod: a = -g + (g.x - v²) x / L², in closed form.
TEST(NaturalMechanism, Pendulum) {
  const double m = 2.0, L = 1.5, g = 9.81;
  NaturalParts parts;
  parts.coordinates = 2;
  parts.mass = {m, 0.0, 0.0, m};
  parts.gravity = {0.0, -m * g};
  Quadratic rod;
  rod.support = {0, 1};
  rod.H = {2.0, 0.0, 0.0, 2.0};
  rod.g = {0.0, 0.0};
  rod.c = -L * L;
  parts.constraints.emplace_back(rod);
  parts.angular = {false, false};
  const NaturalMechanism pendulum(parts);
  EXPECT_EQ(pendulum.charts(), 0);
  const auto scratch = pendulum.make_scratch();
  const double angle = 0.7, rate = 1.3;
  const double q[] = {L * std::sin(angle), -L * std::cos(angle)};
  const double v[] = {L * rate * std::cos(angle), L * rate * std::sin(angle)};
  // Tension T = m (g cos + L rate²) along -x/L; R = 0 with lambda 2 x = T x / L.
  const double lambda[] = {m * (g * std::cos(angle) + L * rate * rate) / (2.0 * L)};
  const double spin = -g * std::sin(angle) / L;
  const double a[] = {L * (spin * std::cos(angle) - rate * rate * std::sin(angle)),
                      L * (spin * std::sin(angle) + rate * rate * std::cos(angle))};
  MechanismLoad load;
  load.multipliers = lambda;
  double r[2], gamma[1], second[1];
  pendulum.kinematics(q, v, {}, *scratch);
  pendulum.refresh_rates(v, *scratch);
  pendulum.residual(v, a, load, *scratch, r);
  EXPECT_NEAR(r[0], 0.0, 1e-13);
  EXPECT_NEAR(r[1], 0.0, 1e-13);
  pendulum.bias_rates(load, *scratch, gamma);
  pendulum.apply_jacobian(a, *scratch, second);
  EXPECT_NEAR(second[0] + gamma[0], 0.0, 1e-13);
  const MechanismEnergy energy = pendulum.energy(v, *scratch);
  EXPECT_NEAR(energy.kinetic, 0.5 * m * L * L * rate * rate, 1e-13);
  EXPECT_NEAR(energy.potential, -m * g * L * std::cos(angle), 1e-13);
}

}  // namespace
}  // namespace bramah
