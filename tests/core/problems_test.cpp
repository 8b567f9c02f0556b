#include "core/problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bramah {
namespace {

using testing::ElementsAre;

std::vector<std::string> thrown(const Problems& problems) {
  try {
    problems.throw_if_any();
  } catch (const InputError& error) {
    return error.problems();
  }
  return {};
}

TEST(Problems, NoneThrowNothing) {
  const Problems none;
  EXPECT_TRUE(none.empty());
  EXPECT_NO_THROW(none.throw_if_any());
}

// By line, files in the order in which they came up; the same sentence once.
TEST(Problems, ComeInTheOrderOfTheFiles) {
  Problems problems;
  problems.add({"z.yaml", 9}, "late");
  problems.add({"a.yaml", 3}, "other file");
  problems.add({"z.yaml", 2}, "early");
  problems.add({"z.yaml", 9}, "late");
  problems.add({"a.yaml", 3}, "other file, again");
  problems.add({"", 0}, "nowhere");
  EXPECT_EQ(problems.size(), 6u);
  EXPECT_FALSE(problems.empty());
  EXPECT_THAT(thrown(problems),
              ElementsAre("z.yaml:2: early", "z.yaml:9: late", "a.yaml:3: other file",
                          "a.yaml:3: other file, again", "nowhere"));
}

TEST(Problems, FiftyAreShown) {
  Problems problems;
  for (int line = 1; line <= 50; ++line) problems.add({"a.yaml", line}, "wrong");
  EXPECT_EQ(thrown(problems).size(), 50u);
  EXPECT_EQ(thrown(problems).back(), "a.yaml:50: wrong");
  problems.add({"a.yaml", 51}, "wrong");
  problems.add({"a.yaml", 52}, "wrong");
  EXPECT_EQ(thrown(problems).size(), 51u);
  EXPECT_EQ(thrown(problems).back(), "... and more; correct these first");
}

}  // namespace
}  // namespace bramah
