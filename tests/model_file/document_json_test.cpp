#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bramah/basics.h"
#include "bramah/binding.h"

namespace bramah {
namespace {

using testing::HasSubstr;

TEST(DocumentJson, KeepsOrderNestingAndScalarsAsTheyAreWritten) {
  EXPECT_EQ(document_json("b: 1.50\na: [x, {y: \"2 m\"}]\nnothing:\n", "task.yaml"),
            R"({"b":"1.50","a":["x",{"y":"2 m"}],"nothing":null})");
}

TEST(DocumentJson, NamesFileAndLineOfWhatIsNoYaml) {
  try {
    (void)document_json("a: 1\nb: [2\n", "task.yaml");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("task.yaml:"));
  }
}

}  // namespace
}  // namespace bramah
