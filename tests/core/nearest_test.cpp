#include "core/nearest.h"

#include <gtest/gtest.h>

namespace bramah {
namespace {

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(edit_distance("bore", "bore"), 0);
  EXPECT_EQ(edit_distance("boer", "bore"), 1);  // neighbours swapped
  EXPECT_EQ(edit_distance("bor", "bore"), 1);
  EXPECT_EQ(edit_distance("bote", "bore"), 1);
  EXPECT_EQ(edit_distance("", "bore"), 4);
  EXPECT_EQ(edit_distance("Bore", "bore"), 0);  // a capital is no mistake worth a point
}

TEST(Nearest, SuggestsOnlyWhatIsNear) {
  const std::vector<std::string> names{"bore", "rod", "stroke"};
  EXPECT_EQ(nearest("strok", names), "stroke");
  EXPECT_EQ(nearest("pneumatics", names), "");
  EXPECT_EQ(nearest("x", names), "");
  EXPECT_EQ(nearest("nan", {"A"}), "");  // one letter of three
  EXPECT_EQ(did_you_mean("rood", names), "; did you mean \"rod\"?");
}

}  // namespace
}  // namespace bramah
