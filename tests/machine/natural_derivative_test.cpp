// Every slope of a mechanism in natural coordinates against differences, on the manifold and off
// it.
#include <gtest/gtest.h>

#include "derivative.h"
#include "machine/natural_rig.h"
#include "machine/natural_texts.h"
#include "machine/spatial_machine.h"
#include "multibody/natural/natural_mechanism.h"

namespace bramah {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Trajectory {
  VectorXd q, v, a;
  Trajectory at(const VectorXd& e, StepCoefficients c) const {
    return {q + c.q * e, v + c.v * e, a + c.a * e};
  }
};

constexpr StepCoefficients kSlopes[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.7, 3, 9, 0}};

void expect_rows(LoadedMechanism& m, const Trajectory& x) {
  const auto phi = [&](const VectorXd& q) {
    m.kinematics(q, x.v);
    return m.gaps();
  };
  m.kinematics(x.q, x.v);
  const MatrixXd J = m.jacobian();
  expect_jacobian_near(phi, x.q, J);
  const auto rate = [&](const VectorXd& q) -> VectorXd {
    m.kinematics(q, x.v);
    return m.jacobian() * x.v;
  };
  m.kinematics(x.q, x.v);
  expect_jacobian_near(rate, x.q, m.rows([&](std::span<double> rows) {
    m.mechanism.rate_slopes(span(x.v), *m.scratch, rows);
  }));
  for (const StepCoefficients c : kSlopes) {
    const auto second = [&](const VectorXd& e) -> VectorXd {
      const Trajectory moved = x.at(e, c);
      m.kinematics(moved.q, moved.v);
      return m.jacobian() * moved.a + m.bias();
    };
    m.kinematics(x.q, x.v);
    const MatrixXd slopes = m.rows([&](std::span<double> rows) {
      m.mechanism.acceleration_slopes(span(x.v), span(x.a), c, *m.scratch, rows);
    });
    expect_jacobian_near(second, VectorXd::Zero(x.q.size()), slopes, {.terms = 10.0});
  }
  // Phi_q x and Phi_q^T lambda, fresh and kept.
  m.kinematics(x.q, x.v);
  VectorXd y(m.mechanism.constraints()), r = VectorXd::Zero(x.q.size()), kept = r;
  m.mechanism.apply_jacobian(span(x.a), *m.scratch, span(y));
  EXPECT_LT((y - J * x.a).norm(), 1e-13 * (1.0 + y.norm()));
  m.mechanism.add_transposed(span(m.multipliers), *m.scratch, span(r));
  EXPECT_LT((r - J.transpose() * m.multipliers).norm(), 1e-12 * (1.0 + r.norm()));
  m.mechanism.keep_jacobian(*m.scratch);
  m.kinematics(x.q + VectorXd::Constant(x.q.size(), 0.1), x.v);
  m.mechanism.add_kept_transposed(span(m.multipliers), *m.scratch, span(kept));
  EXPECT_EQ(r, kept);
}

void expect_tangent(LoadedMechanism& m, const Trajectory& x) {
  for (const StepCoefficients c : kSlopes) {
    m.penalties.setZero();
    const auto residual = [&](const VectorXd& e) {
      const Trajectory moved = x.at(e, c);
      m.kinematics(moved.q, moved.v);
      return m.residual(moved.v, moved.a);
    };
    residual(VectorXd::Zero(x.q.size()));
    const auto tangent = [&] {
      return m.square(
          [&](SquareMatrix& lu) { m.mechanism.tangent(span(x.v), m.load(), c, *m.scratch, lu); });
    };
    const MatrixXd K = tangent();
    expect_jacobian_near(residual, VectorXd::Zero(x.q.size()), K, {.terms = 1000.0});
    // The penalty adds c.q J^T alpha J, and to the mass matrix J^T alpha J.
    m.kinematics(x.q, x.v);
    m.penalties = VectorXd::LinSpaced(m.penalties.size(), 10.0, 20.0);
    const MatrixXd J = m.jacobian(), P = J.transpose() * m.penalties.asDiagonal() * J;
    EXPECT_LT((tangent() - K - c.q * P).norm(), 1e-11 * (K.norm() + P.norm()));
    const MatrixXd with =
        m.square([&](SquareMatrix& lu) { m.mechanism.mass_matrix(m.load(), *m.scratch, lu); });
    EXPECT_LT((with - m.mass() - P).norm(), 1e-11 * P.norm());
  }
}

void expect_slopes(const std::string& text, Random& random, double reach, int states,
                   const std::vector<std::string>& sensed = {}) {
  NaturalRig rig(text, sensed);
  for (int k = 0; k < states; ++k) {
    while (!rig.randomise(random, reach)) {
    }
    const Eigen::Index n = rig.q_n.size();
    const double away = k % 2 == 0 ? 0.0 : 0.05;
    const Trajectory x{rig.q_n + random.vector(n, away), rig.v_n + random.vector(n, 4.0 * away),
                       random.vector(n, 5.0)};
    rig.n.multipliers = random.vector(rig.n.multipliers.size(), 80.0);
    expect_rows(rig.n, x);
    expect_tangent(rig.n, x);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(NaturalDerivatives, EveryJoint) {
  Random random(81);
  for (const JointText& joint : joint_texts()) {
    SCOPED_TRACE(joint.type);
    expect_slopes(two_bodies(joint, false, true), random, 1.2, 100);
  }
}

TEST(NaturalDerivatives, SpatialMachine) {
  Random random(82);
  expect_slopes(kSpatialMachine, random, 0.15, 4, {"spin.turn", "cardan.second", "floor.x"});
}

TEST(NaturalDerivatives, PlanarMachine) {
  Random random(83);
  expect_slopes(kPlanarMachine, random, 0.4, 30, {"post", "table.turn", "sea.x"});
}

// M + Phi_q^T alpha Phi_q is regular although coordinates without mass make M singular.
TEST(NaturalDerivatives, PenaltyMakesTheMassMatrixRegular) {
  Random random(84);
  for (const std::string& text : {std::string(kSpatialMachine), std::string(kPlanarMachine)}) {
    NaturalRig rig(text);
    ASSERT_TRUE(rig.randomise(random, 0.1));
    rig.n.kinematics(rig.q_n, rig.v_n);
    EXPECT_LT(rig.n.mass().fullPivLu().rank(), rig.q_n.size());
    rig.n.penalties.setConstant(1e4);
    const MatrixXd M = rig.n.square(
        [&](SquareMatrix& lu) { rig.n.mechanism.mass_matrix(rig.n.load(), *rig.n.scratch, lu); });
    EXPECT_GT(M.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 1e-3);
    // No constraint is imposed twice, although bodies share vectors in many ways.
    Eigen::FullPivLU<MatrixXd> J(rig.n.jacobian());
    J.setThreshold(1e-9);
    EXPECT_EQ(J.rank(), rig.n.mechanism.constraints());
  }
}

}  // namespace
}  // namespace bramah
