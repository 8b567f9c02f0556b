#include "multibody/joints/joint_type.h"

#include <gtest/gtest.h>

#include <set>

#include "multibody/joints/closure.h"
#include "multibody/joints/joint_chain.h"

namespace bramah {
namespace {

TEST(JointType, RecordsAreInTheOrderOfTheTypes) {
  std::set<std::string> names;
  for (std::size_t k = 0; k < joint_types().size(); ++k) {
    const JointInfo& info = joint_types()[k];
    EXPECT_EQ(static_cast<std::size_t>(info.type), k);
    EXPECT_EQ(&joint_type_info(info.type), &info);
    EXPECT_TRUE(names.insert(info.name).second);
    EXPECT_STRNE(info.doc, "");
  }
}

// What moves and what is held make up a body's freedoms: 6 in space, 3 in the plane.
TEST(JointType, MotionsAndHoldsComplementEachOther) {
  for (const JointInfo& info : joint_types()) {
    SCOPED_TRACE(info.name);
    const auto rows = closure_relations(info.type, JointAxes<Spatial>{});
    EXPECT_EQ(rows.size() + joint_chain(info.type, {}, false, Spatial{}).size(), 6u);
    if (!info.exists_in(true)) continue;
    JointAxes<Planar> axes;
    axes.directions.axis = {1.0, 0.0, 0.0};
    EXPECT_EQ(closure_relations(info.type, axes).size() +
                  joint_chain(info.type, axes.directions, false, Planar{}).size(),
              3u);
  }
}

// Names tell the coordinates of a joint apart; only a single one needs none.
TEST(JointType, CoordinatesHaveNames) {
  for (const JointInfo& info : joint_types())
    for (const bool plane : {false, true}) {
      std::set<std::string> names;
      for (const JointMotionInfo& motion : info.motions_in(plane)) {
        EXPECT_TRUE(names.insert(motion.name).second) << info.name;
        EXPECT_EQ(std::string(motion.name).empty(), info.motions_in(plane).size() == 1);
      }
    }
}

TEST(JointType, ListsReadAsSentences) {
  EXPECT_EQ(list_joint_types([](const JointInfo& i) { return i.flat; }),
            "revolute, prismatic, planar and fixed");
  EXPECT_EQ(list_joint_types([](const JointInfo& i) { return i.motions.empty(); }), "fixed");
}

}  // namespace
}  // namespace bramah
