// Sizes that are taken but doubted, and sizes that are refused: their texts, and that no machine of
// ours is doubted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "bramah/parts.h"
#include "core/sane.h"
#include "model_file/machine_text.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Line 5 has its sizes.
std::string ram(const std::string& sizes) {
  return "fluid: {density: 850 kg/m3, bulk: 1.5 GPa}\ncylinders:\n  lift:\n    {" + sizes +
         ", load: {mass: 300 kg}}\n";
}

TEST(TypicalSizes, ABoreOfNinetyCentimetresIsDoubted) {
  EXPECT_THAT(
      machine(ram("bore: 90 cm, rod: 40 mm, closed: 0.5 m, stroke: 0.2 m")).warnings,
      ElementsAre("m.yaml:5: cylinder \"lift\": bore 900 mm is unusual (typical 20 to 400 mm): is "
                  "the unit right?"));
  EXPECT_THAT(machine(ram("bore: 60 mm, rod: 40 mm, closed: 0.5 m, stroke: 0.2 m")).warnings,
              IsEmpty());
}

TEST(TypicalSizes, EachSizeIsDoubtedOnce) {
  EXPECT_THAT(
      machine("fluid: {density: 85 kg/m3, bulk: 1.5 MPa}\nsources: {tank: {pressure: 1 bar}}\n"
              "volumes:\n  line: {volume: 1 m3, start: 1 bar}\n"
              "orifices: {o: {from: line, to: tank, area: 5 cm2, discharge: 0.6}}\n"
              "shafts: {axle: {inertia: 0.2 kg m2, start: 1500 rad/s}}\n"
              "components:\n"
              "  relief: {type: relief_valve, P: line, T: tank, cracking: 3 bar, flow: 60 l/min}\n"
              "  pump: {type: fixed_pump, S: tank, P: line, shaft: axle, displacement: 28 l/rev}\n")
          .warnings,
      ElementsAre(
          "m.yaml:2: fluid: density 85 kg/m3 is unusual (typical 700 to 1200 kg/m3): is the "
          "unit right?",
          "m.yaml:2: fluid: bulk 0.0015 GPa is unusual (typical 0.2 to 3 GPa): is the unit "
          "right?",
          "m.yaml:5: volume \"line\": volume 1000 l is unusual (typical 0.001 to 100 l): is "
          "the unit right?",
          "m.yaml:7: shaft \"axle\": start 1.432e+04 rpm is unusual (typical 0 to 4000 "
          "rpm): is the unit right?",
          "m.yaml:9: component \"relief\": cracking 3 bar is unusual (typical 20 to 400 "
          "bar): is the unit right?",
          "m.yaml:10: component \"pump\": displacement 2.8e+04 cm3/rev is unusual (typical "
          "5 to 500 cm3/rev): is the unit right?"));
}

TEST(TypicalSizes, NoMachineOfOursIsDoubted) {
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(BRAMAH_SOURCE_DIR) + "/models"))
    if (entry.path().extension() == ".yaml")
      EXPECT_THAT(read_machine_file(entry.path().string()).warnings, IsEmpty()) << entry.path();
  for (const PartInfo* info : catalogue())
    EXPECT_THAT(read_machine_text(info->example, info->type).warnings, IsEmpty()) << info->type;
}

void expect_range(const std::string& typical, const std::string& unit, const std::string& who) {
  const auto range = typical_range(typical);
  ASSERT_TRUE(range) << who;
  EXPECT_LT(range->lower, range->upper) << who;
  if (!range->unit.empty()) {
    EXPECT_TRUE(compatible(dimension_of(unit), parse_quantity("1 " + range->unit).dimension))
        << who << ": " << typical;
  }
}

TEST(TypicalSizes, RangesHaveTheUnitOfTheirKeys) {
  int count = 0;
  for (const TableInfo* table : all_tables())
    for (const KeyInfo& key : table->keys)
      if (!key.typical.empty())
        expect_range(key.typical, key.unit, table->name + "." + key.name), ++count;
  EXPECT_GT(count, 30);
  for (const PartInfo* info : components())
    for (const ParameterInfo& p : info->parameters)
      if (p.choices.empty()) expect_range(p.typical, p.unit, info->type + "." + p.name);
}

TEST(TypicalSizes, WhatNoMachineHasIsRefused) {
  EXPECT_EQ(
      problems_of(ram("bore: 60 mm, rod: 40 mm, closed: 0.5 m, stroke: 1e30 m")),
      "m.yaml:5: cylinder \"lift\": stroke: no machine has 1e30 m; expected at most 100000 m");
  EXPECT_EQ(problems_of("bodies:\n  rod: {mass: 1 kg, shape: {rod: 1 m}}\njoints:\n"
                        "  pin: {type: revolute, between: [ground, rod], start: 1e308 deg}\n"),
            "m.yaml:5: joint \"pin\": start: no machine has 1e308 deg; expected at most 1e+08 rad");
}

}  // namespace
}  // namespace bramah
