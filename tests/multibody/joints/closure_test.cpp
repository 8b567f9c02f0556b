#include "multibody/joints/closure.h"

#include <gtest/gtest.h>

#include "bramah/analysis.h"
#include "machine/joint_texts.h"
#include "machine/posed_machine.h"
#include "multibody/joint/random_tree.h"

namespace bramah {
namespace {

using Eigen::VectorXd;

// The closure of a joint is satisfied wherever the joint can go: on a body that the same joint holds
// already its rows are zero in every pose, which is seen when the machine is built, and left out.
TEST(Closure, VanishesAlongTheMotionOfTheJointItself) {
  for (const JointText& joint : joint_texts()) {
    SCOPED_TRACE(joint.type);
    PosedMachine m(held_twice(joint));
    EXPECT_EQ(m.mechanism().constraints(), 0);
    const CheckReport report = check(m.model());
    EXPECT_EQ(report.degrees_of_freedom, joint.freedoms);
    EXPECT_EQ(report.constraints, 6 - joint.freedoms);
    EXPECT_EQ(report.redundant, 6 - joint.freedoms);
    EXPECT_EQ(report.loops, 1);
  }
}

// On a body that is otherwise free, the closure leaves exactly the joint's freedoms.
TEST(Closure, LeavesTheJointsFreedoms) {
  for (const JointText& joint : joint_texts()) {
    SCOPED_TRACE(joint.type);
    std::string text = held_twice(joint);
    const std::string tree =
        "tree: {type: " + joint.type + ", between: [ground.p, b.p]" + joint.keys;
    text.replace(text.find(tree), tree.size(), "tree: {type: free, between: [ground.p, b.p]");
    const CheckReport report = check(load_text(text, "m.yaml"));
    EXPECT_EQ(report.coordinates, 6);
    EXPECT_EQ(report.constraints, 6 - joint.freedoms);
    EXPECT_EQ(report.redundant, 0);
    EXPECT_EQ(report.degrees_of_freedom, joint.freedoms);
  }
}

// What is the same in both: coordinates of joints that neither cuts.
void copy_common(const PosedMachine& from, PosedMachine& to) {
  for (std::size_t i = 0; i < from.names().size(); ++i) {
    const auto k = static_cast<std::size_t>(to.index(from.names()[i]));
    if (k == to.names().size()) continue;
    to.trial.q[k] = from.trial.q[i];
    to.trial.v[k] = from.trial.v[i];
  }
}

void expect_same_accelerations(PosedMachine& one, PosedMachine& other) {
  ASSERT_TRUE(one.accelerate());
  ASSERT_TRUE(other.accelerate());
  const Eigen::Map<VectorXd> a(one.trial.a.data(), static_cast<Eigen::Index>(one.trial.a.size()));
  const double size = a.lpNorm<Eigen::Infinity>();
  int compared = 0;
  for (std::size_t i = 0; i < one.names().size(); ++i) {
    const auto k = static_cast<std::size_t>(other.index(one.names()[i]));
    if (k == other.names().size()) continue;
    EXPECT_NEAR(one.trial.a[i], other.trial.a[k], 1e-9 * size) << one.names()[i];
    ++compared;
  }
  EXPECT_GE(compared, 4);
}

// Where a loop is cut does not matter: every type as the cut joint against three other cuts.
TEST(Closure, AccelerationsDoNotDependOnTheCut) {
  Random random(62);
  for (const JointText& joint : joint_texts()) {
    if (joint.type == "free") continue;  // closes nothing
    SCOPED_TRACE(joint.type);
    PosedMachine cut_first(loop_cut_at("first", joint));
    const CheckReport report = check(cut_first.model());
    EXPECT_EQ(report.degrees_of_freedom, joint.freedoms + 1);  // freedoms 3 + 2 + 2 - 6 beside it
    EXPECT_EQ(report.redundant, 0);
    std::vector<int> all;
    for (int i = 0; i < cut_first.mechanism().coordinates(); ++i) {
      all.push_back(i);
      cut_first.trial.q[i] = random(-0.3, 0.3);
      cut_first.trial.v[i] = random(-2.0, 2.0);
    }
    cut_first.close(all);
    ASSERT_LT(cut_first.gaps().norm(), 1e-13);
    for (const std::string cut : {"plate", "cardan", "sleeve"}) {
      if (cut == "plate" && joint.freedoms == 3) continue;  // b1 can spin between plate and sphere
      SCOPED_TRACE(cut);
      PosedMachine other(loop_cut_at(cut, joint));
      EXPECT_EQ(check(other.model()).degrees_of_freedom, joint.freedoms + 1);
      copy_common(cut_first, other);
      other.close(other.of_joint("first"));
      ASSERT_LT(other.gaps().norm(), 1e-13);
      ASSERT_LT(other.gap_rates().norm(), 1e-13);
      expect_same_accelerations(cut_first, other);
    }
  }
}

}  // namespace
}  // namespace bramah
