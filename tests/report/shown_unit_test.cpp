#include "report/shown_unit.h"

#include <gtest/gtest.h>

namespace bramah {
namespace {

TEST(ShownUnit, EngineersUnits) {
  EXPECT_EQ(shown_unit("Pa").unit, "bar");
  EXPECT_DOUBLE_EQ(2.1e7 * shown_unit("Pa").per_si, 210.0);
  EXPECT_DOUBLE_EQ(1e-3 * shown_unit("m3/s").per_si, 60.0);
  EXPECT_EQ(shown_unit("1").unit, "");
  EXPECT_EQ(shown_unit("N").unit, "N");
}

TEST(ShownUnit, AsTyped) {
  EXPECT_EQ(typed_unit("8 cm", "m").unit, "cm");
  EXPECT_DOUBLE_EQ(0.08 * typed_unit("8 cm", "m").per_si, 8.0);
  EXPECT_EQ(typed_unit("1.5e1MPa", "Pa").unit, "MPa");
  EXPECT_EQ(typed_unit("0.08", "m").unit, "mm");       // typed without a unit
  EXPECT_EQ(typed_unit("2 * 40 mm", "m").unit, "mm");  // an expression: the usual unit
  EXPECT_EQ(typed_unit("3 s", "m").unit, "mm");        // another dimension
}

}  // namespace
}  // namespace bramah
