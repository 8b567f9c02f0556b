// Natural against joint coordinates: every joint, in the tree and closing a loop, in the plane and
// in space.
#include <gtest/gtest.h>

#include "machine/joint_texts.h"
#include "machine/natural_rig.h"
#include "machine/natural_texts.h"
#include "machine/spatial_machine.h"
#include "malloc_count.h"

namespace bramah {
namespace {

using Eigen::VectorXd;

// Angles measured in lengths of about a metre; the difference quotient of mapped() leaves 1e-11.
constexpr double kAgreement = 1e-9;

void expect_agreement(NaturalRig& rig, Random& random, double reach, int states,
                      double speed = 1.0) {
  ASSERT_TRUE(rig.problems.empty());
  for (int k = 0; k < states; ++k) {
    while (!rig.randomise(random, reach, speed)) {
    }
    const VectorXd a = rig.j.accelerate(rig.q, rig.v), a_n = rig.n.accelerate(rig.q_n, rig.v_n);
    if (rig.n.mechanism.constraints() > 0) {
      EXPECT_LT(rig.n.gaps().lpNorm<Eigen::Infinity>(), 1e-13);
      EXPECT_LT(rig.n.gap_rates(rig.v_n).lpNorm<Eigen::Infinity>(), 1e-12);
    }
    const VectorXd expected = rig.mapped(a);
    const double size = std::max(1.0, expected.lpNorm<Eigen::Infinity>());
    for (Eigen::Index i = 0; i < a_n.size(); ++i)
      EXPECT_NEAR(a_n[i], expected[i], kAgreement * size) << rig.natural.coordinate_names[i];
    const MechanismEnergy e = rig.j.mechanism.energy(span(rig.v), *rig.j.scratch);
    const MechanismEnergy e_n = rig.n.mechanism.energy(span(rig.v_n), *rig.n.scratch);
    EXPECT_NEAR(e_n.kinetic, e.kinetic, 1e-12 * std::max(1.0, e.kinetic));
    EXPECT_NEAR(e_n.potential, e.potential, 1e-12 * std::max(10.0, std::abs(e.potential)));
    const MechanismPower p = rig.j.mechanism.power(span(rig.v), rig.j.load(), *rig.j.scratch);
    const MechanismPower p_n = rig.n.mechanism.power(span(rig.v_n), rig.n.load(), *rig.n.scratch);
    EXPECT_NEAR(p_n.dissipated, p.dissipated, 1e-11 * std::max(1.0, p.dissipated));
    EXPECT_NEAR(p_n.efforts, p.efforts, 1e-11 * std::max(1.0, std::abs(p.efforts)));
    EXPECT_NEAR(p_n.drivers, p.drivers, 1e-8 * std::max(1.0, std::abs(p.drivers)));
    for (int i = 0; i < rig.j.mechanism.points(); ++i) {
      const auto x = rig.j.mechanism.point_position(i, *rig.j.scratch);
      const auto x_n = rig.n.mechanism.point_position(i, *rig.n.scratch);
      for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(x_n[axis], x[axis], 1e-13);
    }
    if (testing::Test::HasFailure()) return;
  }
}

// Joint coordinates come back, charts and turns included.
void expect_way_back(NaturalRig& rig, Random& random, double reach, int states) {
  for (int k = 0; k < states; ++k) {
    while (!rig.randomise(random, reach)) {
    }
    VectorXd values = VectorXd::Zero(rig.q.size()), rates = values;
    std::vector<double> charts(rig.j.charts.size());
    const VectorXd near = rig.q + random.vector(rig.q.size(), 3.0);
    rig.natural.map.joint_values(span(rig.q_n), span(rig.v_n), span(near), span(values),
                                 span(rates), charts);
    EXPECT_LT((values - rig.q).lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_LT((rates - rig.v).lpNorm<Eigen::Infinity>(), 1e-12);
    for (std::size_t c = 0; c < charts.size(); c += 4) {
      const double sign = charts[c] * rig.j.charts[c] < 0.0 ? -1.0 : 1.0;
      for (std::size_t i = c; i < c + 4; ++i) EXPECT_NEAR(sign * charts[i], rig.j.charts[i], 1e-12);
    }
    if (testing::Test::HasFailure()) return;
  }
}

// dT/dt + dV/dt = power of efforts, drivers and gauges - losses, along the motion it predicts
// itself.
void expect_power_balance(NaturalRig& rig, Random& random, double reach, int states) {
  for (int k = 0; k < states; ++k) {
    while (!rig.randomise(random, reach)) {
    }
    const VectorXd a = rig.n.accelerate(rig.q_n, rig.v_n);
    const MechanismPower p = rig.n.mechanism.power(span(rig.v_n), rig.n.load(), *rig.n.scratch);
    double power = p.efforts + p.drivers - p.dissipated;
    for (int g = 0; g < rig.n.mechanism.gauges(); ++g)
      power += rig.n.load().gauges[g].value * rig.n.mechanism.gauge(g, *rig.n.scratch).rate;
    const auto total = [&](double t) {
      const VectorXd q = rig.q_n + t * rig.v_n + 0.5 * t * t * a, v = rig.v_n + t * a;
      rig.n.kinematics(q, v);
      const MechanismEnergy e = rig.n.mechanism.energy(span(v), *rig.n.scratch);
      return e.kinetic + e.potential;
    };
    const double h = 1e-4, near = total(h) - total(-h), far = total(2 * h) - total(-2 * h);
    const double found = (8.0 * near - far) / (12.0 * h);
    EXPECT_NEAR(found, power, 1e-7 * std::max(100.0, std::abs(power)));
    if (testing::Test::HasFailure()) return;
  }
}

void expect_all(const std::string& text, Random& random, double reach, int states,
                const std::vector<std::string>& sensed = {}) {
  NaturalRig rig(text, sensed);
  expect_agreement(rig, random, reach, states);
  expect_way_back(rig, random, reach, states);
  expect_power_balance(rig, random, reach, states / 5);
}

TEST(NaturalAgreement, EveryJointInTheTree) {
  Random random(71);
  for (const JointText& joint : joint_texts())
    for (const bool backwards : {false, true})
      for (const bool loaded : {false, true}) {
        SCOPED_TRACE(joint.type + (backwards ? " backwards" : "") + (loaded ? " loaded" : ""));
        expect_all(two_bodies(joint, backwards, loaded), random, 1.2, 100);
      }
}

// Coordinates that a signal reads, without any force on them.
TEST(NaturalAgreement, SensedCoordinates) {
  Random random(72);
  for (const JointText& joint : joint_texts()) {
    SCOPED_TRACE(joint.type);
    std::vector<std::string> sensed;
    {
      NaturalRig plain(two_bodies(joint, false, false));
      sensed = plain.built.coordinate_names;
    }
    expect_all(two_bodies(joint, false, false), random, 1.2, 10, sensed);
  }
}

// Angles keep count of their turns, as coordinates and as what channels read.
TEST(NaturalAgreement, ManyTurns) {
  Random random(78);
  for (const JointText& joint : joint_texts())
    for (const std::vector<std::string>& sensed :
         {std::vector<std::string>{}, {"hinge", "j", "j.turn", "j.first", "j.second"}}) {
      SCOPED_TRACE(joint.type);
      NaturalRig rig(two_bodies(joint, false, false), sensed);
      expect_way_back(rig, random, 30.0, 20);
      rig.n.kinematics(rig.q_n, rig.v_n);
      EXPECT_LT(rig.n.gaps().lpNorm<Eigen::Infinity>(), 1e-12);
    }
}

// Nothing that channels or steps call allocates.
TEST(NaturalAgreement, DoesNotAllocate) {
  Random random(79);
  NaturalRig rig(kSpatialMachine);
  ASSERT_TRUE(rig.randomise(random, 0.1));
  VectorXd values = rig.q, rates = rig.v, a = random.vector(rig.q_n.size());
  VectorXd r(rig.q_n.size()), gamma(rig.n.mechanism.constraints());
  std::vector<double> charts(rig.j.charts.size()), rows(r.size() * gamma.size());
  LinearSolver lu(static_cast<int>(r.size()), static_cast<int>(r.size()));
  const Mechanism& m = rig.n.mechanism;
  const auto everything = [&] {
    m.kinematics(span(rig.q_n), span(rig.v_n), {}, *rig.n.scratch);
    m.second_derivatives(span(rig.v_n), *rig.n.scratch);
    m.refresh_rates(span(rig.v_n), *rig.n.scratch);
    m.residual(span(rig.v_n), span(a), rig.n.load(), *rig.n.scratch, span(r));
    m.tangent(span(rig.v_n), rig.n.load(), {1.0, 2.0, 4.0, 2.0}, *rig.n.scratch, lu);
    m.bias_rates(rig.n.load(), *rig.n.scratch, span(gamma));
    m.acceleration_slopes(span(rig.v_n), span(a), {1.0, 2.0, 4.0, 2.0}, *rig.n.scratch, rows);
    m.power(span(rig.v_n), rig.n.load(), *rig.n.scratch);
    rig.natural.map.joint_values(span(rig.q_n), span(rig.v_n), span(values), span(values),
                                 span(rates), charts);
  };
  const long before = malloc_count();
  everything();
  EXPECT_EQ(malloc_count() - before, 0);
}

TEST(NaturalAgreement, EveryJointClosesALoop) {
  Random random(73);
  for (const JointText& joint : joint_texts())
    for (const std::string cut : {"first", "plate", "cardan", "sleeve"}) {
      if (joint.type == "free" && cut != "first") continue;
      if (cut == "plate" && joint.freedoms == 3) continue;  // b1 can spin between plate and sphere
      SCOPED_TRACE(joint.type + ", cut at " + cut);
      expect_all(loop_cut_at(cut, joint), random, 0.3, 100);
    }
}

// Bodies held more often than it takes.
TEST(NaturalAgreement, RedundantLoops) {
  Random random(80);
  for (const JointText& joint : joint_texts()) {
    SCOPED_TRACE(joint.type);
    NaturalRig rig(held_twice(joint));
    if (joint.type == "fixed") {
      EXPECT_EQ(rig.n.mechanism.coordinates(), 0);
      continue;
    }
    expect_agreement(rig, random, 1.0, 10);
  }
  NaturalRig welded(kThreeBalls);
  expect_agreement(welded, random, 0.3, 10);
  welded.n.kinematics(welded.q_n, welded.v_n);
  Eigen::FullPivLU<Eigen::MatrixXd> J(welded.n.jacobian());
  J.setThreshold(1e-9);
  EXPECT_EQ(welded.n.mechanism.coordinates() - J.rank(), 1);
  EXPECT_EQ(J.rank(), welded.n.mechanism.constraints());  // nothing is imposed twice
  NaturalRig more(kThreeBalls + "  s: {type: spherical, between: [a.s, b.s], cut: true}\n");
  expect_agreement(more, random, 0.3, 10);
}

TEST(NaturalAgreement, SpatialMachine) {
  Random random(74);
  expect_all(kSpatialMachine, random, 0.15, 100, {"spin.turn", "cardan.second", "floor.x"});
}

TEST(NaturalAgreement, PlanarMachine) {
  Random random(75);
  expect_all(kPlanarMachine, random, 0.4, 100);
  expect_all(kPlanarMachine, random, 0.4, 100, {"post", "table.turn", "sea.x"});
}

TEST(NaturalAgreement, ShippedModels) {
  Random random(76);
  for (const std::string name : {"naya_rod", "four_bar"}) {
    SCOPED_TRACE(name);
    NaturalRig rig(read_machine_file(std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml"));
    expect_agreement(rig, random, 1.0, 100);
    expect_way_back(rig, random, 1.0, 100);
  }
}

// Constraints are independent: their number is what the degrees of freedom leave.
TEST(NaturalAgreement, NoRedundantConstraintsInOpenChains) {
  Random random(77);
  for (const JointText& joint : joint_texts())
    for (const bool loaded : {false, true}) {
      SCOPED_TRACE(joint.type);
      NaturalRig rig(two_bodies(joint, false, loaded));
      ASSERT_TRUE(rig.randomise(random, 1.0));
      rig.n.kinematics(rig.q_n, rig.v_n);
      const int freedoms = rig.n.mechanism.coordinates() - rig.n.mechanism.constraints();
      EXPECT_EQ(freedoms, rig.j.mechanism.coordinates() - rig.j.mechanism.constraints());
      const Eigen::MatrixXd J = rig.n.jacobian();
      EXPECT_EQ(J.fullPivLu().rank(), J.rows());
    }
}

}  // namespace
}  // namespace bramah
