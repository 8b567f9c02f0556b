#include "build/natural_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/natural_rig.h"

namespace bramah {
namespace {

using Eigen::VectorXd;
using testing::ElementsAre;

std::string model(const std::string& name) {
  return std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml";
}

// naya2011, eq. 35: x1 y1 x2 y2 s and four constraints, here at a place off the manifold.
TEST(NaturalBuilder, RodOfThePaper) {
  NaturalRig rig(read_machine_file(model("naya_rod")));
  EXPECT_THAT(rig.natural.coordinate_names,
              ElementsAre("rod.P1.x", "rod.P1.y", "rod.P2.x", "rod.P2.y", "lift.s"));
  EXPECT_THAT(rig.natural.constraint_texts,
              ElementsAre("rod: |P1 - A| = 0.5 m", "rod: P2 follows (x)", "rod: P2 follows (y)",
                          "lift: length s"));
  const double x1 = 0.3, y1 = -0.6, x2 = 1.2, y2 = 0.7, s = 0.45, L = 1.0;
  const double xB = std::sqrt(3.0) / 2.0;
  VectorXd q(5), v = VectorXd::Zero(5);
  q << x1, y1, x2, y2, s;
  rig.n.kinematics(q, v);
  VectorXd expected(4);
  expected << x1 * x1 + y1 * y1 - L * L / 4.0, x2 - 2.0 * x1, y2 - 2.0 * y1,
      (x1 - xB) * (x1 - xB) + y1 * y1 - s * s;
  EXPECT_LT((rig.n.gaps() - expected).norm(), 1e-15);
  Eigen::MatrixXd J(4, 5);
  J << 2 * x1, 2 * y1, 0, 0, 0, -2, 0, 1, 0, 0, 0, -2, 0, 1, 0, 2 * (x1 - xB), 2 * y1, 0, 0, -2 * s;
  EXPECT_LT((rig.n.jacobian() - J).norm(), 1e-15);
  // Along the rod's motion, (M + m/3) of eq. 33: mL²/3 of the rod and ML² of the end.
  VectorXd turn(5);
  turn << 0.0, 0.5, 0.0, 1.0, 0.0;
  EXPECT_NEAR(turn.dot(rig.n.mass() * turn), 250.0 + 200.0 / 3.0, 1e-12);
}

TEST(NaturalBuilder, FourBar) {
  NaturalRig rig(read_machine_file(model("four_bar")));
  EXPECT_THAT(rig.natural.coordinate_names,
              ElementsAre("beam.C.x", "beam.C.y", "coupler.D.x", "coupler.D.y", "lever.F.x",
                          "lever.F.y", "lift.s"));
  EXPECT_EQ(rig.natural.mechanism->constraints(), 6);
  EXPECT_THAT(rig.natural.constraint_texts, testing::Contains("beam: |C - O| = 3 m"));
}

// A joint coordinate becomes a coordinate where a signal reads it.
TEST(NaturalBuilder, SensedCoordinatesAreCoordinates) {
  NaturalRig rig(read_machine_file(model("four_bar")), {"z2"});
  EXPECT_EQ(rig.natural.coordinate_names.back(), "z2");
  EXPECT_TRUE(rig.natural.mechanism->angular(7));
  EXPECT_EQ(rig.natural.mechanism->constraints(), 7);
  EXPECT_EQ(rig.natural.constraint_texts.back(), "z2: angle");
}

}  // namespace
}  // namespace bramah
