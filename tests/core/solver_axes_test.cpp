#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "bramah/solver.h"
#include "core/text.h"

namespace bramah {
namespace {

template <class Enum>
void expect_sound() {
  std::set<std::string> seen;
  for (const auto& choice : Axis<Enum>::choices) {
    EXPECT_TRUE(seen.insert(std::string(choice.name)).second) << choice.name;
    EXPECT_FALSE(choice.text.empty()) << choice.name;
    EXPECT_EQ(choice_name(choice.value), choice.name);
    const auto found = choice_called<Enum>(choice.name);
    EXPECT_EQ(found.has_value(), !choice.internal) << choice.name;
    if (found) {
      EXPECT_EQ(*found, choice.value);
    }
  }
  EXPECT_FALSE(choice_called<Enum>("none such"));
}

TEST(SolverAxes, EveryChoiceHasAnUniqueNameAndALine) {
  expect_sound<Coordinates>();
  expect_sound<Constraints>();
  expect_sound<IntegratorRule>();
  expect_sound<CouplingKind>();
  expect_sound<OilModel>();
  expect_sound<TangentKind>();
  expect_sound<PseudoRule>();
  expect_sound<StrokeVelocity>();
  expect_sound<CouplingVariables>();
  expect_sound<OilForesight>();
  expect_sound<CosimulationScheme>();
}

TEST(SolverAxes, WhatAMachineBecomesCannotBeChosen) {
  EXPECT_THAT(names<CouplingKind>(), testing::Not(testing::Contains("surrogate")));
}

TEST(SolverAxes, MethodsAreNamedPairs) {
  EXPECT_EQ(method_name(Coordinates::natural, Constraints::al3), "ali3p");
  EXPECT_EQ(method_name(Coordinates::joint, Constraints::al1), "joint x al1");
  for (const NamedMethod& method : kNamedMethods)
    EXPECT_EQ(method_name(method.coordinates, method.constraints), method.name);
}

TEST(SolverAxes, OptionsKnowTheirFieldsAndNames) {
  LoadOptions options;
  for (const SolverOption& option : kSolverOptions) {
    EXPECT_EQ(find_solver_option(option.name), &option);
    EXPECT_FALSE(option.names().empty());
    EXPECT_TRUE((options.*option.field).empty());
    options.*option.field = "set";
  }
  for (const SolverOption& option : kSolverOptions) EXPECT_EQ(options.*option.field, "set");
  EXPECT_EQ(find_solver_option("step"), nullptr);
}

TEST(SolverAxes, AreWrittenByTheirNames) {
  EXPECT_EQ(concat(IntegratorRule::gen_alpha, " x ", CouplingKind::guidance),
            "gen_alpha x guidance");
}

}  // namespace
}  // namespace bramah
