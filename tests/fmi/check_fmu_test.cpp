// The rules of descriptions, each broken once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bramah/fmi.h"

namespace bramah {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

const std::string& good2() {
  static const std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Good" guid="{1}" variableNamingConvention="structured">
  <CoSimulation modelIdentifier="good" canGetAndSetFMUstate="true"/>
  <UnitDefinitions><Unit name="Pa"><BaseUnit kg="1" m="-1" s="-2"/><DisplayUnit name="bar" factor="1e-5"/></Unit></UnitDefinitions>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.001"/>
  <ModelVariables>
    <ScalarVariable name="time" valueReference="0" causality="independent" variability="continuous"><Real/></ScalarVariable>
    <ScalarVariable name="u" valueReference="1" causality="input" variability="continuous"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="lift.A.p" valueReference="2" causality="output" variability="continuous" initial="calculated"><Real unit="Pa" displayUnit="bar" nominal="1e7"/></ScalarVariable>
    <ScalarVariable name="k" valueReference="3" causality="parameter" variability="tunable" initial="exact"><Real start="1" min="0" max="2"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="3" dependencies="2" dependenciesKind="dependent"/></Outputs>
    <InitialUnknowns><Unknown index="3"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>)";
  return text;
}

const std::string& good3() {
  static const std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Good" instantiationToken="{1}">
  <CoSimulation modelIdentifier="good"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="u" valueReference="1" causality="input" start="0"/>
    <Float64 name="y" valueReference="2" causality="output" initial="calculated"/>
    <Int32 name="n" valueReference="3" causality="parameter" start="1"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="2"/><InitialUnknown valueReference="2"/></ModelStructure>
</fmiModelDescription>)";
  return text;
}

// The good one with a piece replaced.
FmuReport with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos)
    ADD_FAILURE() << "no " << what;
  else
    text.replace(at, what.size(), by);
  return check_fmu_description(text);
}

TEST(CheckFmu, GoodDescriptionsHaveNoProblems) {
  for (const std::string& text : {good2(), good3()}) {
    const FmuReport report = check_fmu_description(text);
    EXPECT_TRUE(report.problems.empty()) << report.problems.front();
    EXPECT_EQ(report.inputs, 1);
    EXPECT_EQ(report.outputs, 1);
    EXPECT_EQ(report.parameters, 1);
  }
  EXPECT_THAT(check_fmu_description(good2()).capabilities, Contains("canGetAndSetFMUstate"));
}

struct Broken {
  int version;
  const char *what, *by, *problem;
};

TEST(CheckFmu, EveryBrokenRuleIsFound) {
  const Broken cases[] = {
      {2, "name=\"u\"", "name=\"k\"", "two variables are called \"k\""},
      {2, "lift.A.p", "lift..p", "no structured name"},
      {2, "unit=\"Pa\"", "unit=\"psi\"", "unit \"psi\" is not defined"},
      {2, "displayUnit=\"bar\"", "displayUnit=\"kPa\"", "displayUnit \"kPa\" is not defined"},
      {2, "variability=\"tunable\"", "variability=\"continuous\"", "cannot be continuous"},
      {2, "initial=\"exact\"", "initial=\"calculated\"", "is not allowed for parameter"},
      {2, "<Real start=\"0\"/>", "<Real/>", "a start value is missing"},
      {2, "nominal=\"1e7\"", "nominal=\"1e7\" start=\"1\"", "although it is calculated"},
      {2,
       "<Outputs><Unknown index=\"3\" dependencies=\"2\" "
       "dependenciesKind=\"dependent\"/></Outputs>",
       "", "missing among the outputs"},
      {2, "<InitialUnknowns><Unknown index=\"3\"/></InitialUnknowns>", "",
       "missing among the initial unknowns"},
      {2, "index=\"3\" dep", "index=\"30\" dep", "no variable has the index \"30\""},
      {2, "dependencies=\"2\"", "dependencies=\"2 4\"", "1 dependenciesKind for 2 dependencies"},
      {2, "dependencies=\"2\"", "dependencies=\"9\"", "depends on \"9\""},
      {2, "guid=\"{1}\"", "", "guid is missing"},
      {2, "modelIdentifier=\"good\"", "modelIdentifier=\"7up\"", "no C identifier"},
      {2, "stopTime=\"1\"", "stopTime=\"-1\"", "ends before it begins"},
      {2, "max=\"2\"", "max=\"-2\"", "max is below min"},
      {2, "start=\"1\"", "start=\"x\"", "is no number"},
      {2, "valueReference=\"1\"", "valueReference=\"one\"", "valueReference is missing"},
      {2, "fmiVersion=\"2.0\"", "fmiVersion=\"1.0\"", "2.0 and 3.x are read"},
      {2, "</ModelVariables>", "", "modelDescription.xml, byte"},
      {3, "valueReference=\"3\"", "valueReference=\"2\"", "have the reference 2"},
      {3, "causality=\"independent\" variability=\"continuous\"", "causality=\"local\"",
       "no variable is independent"},
      {3, "<Output valueReference=\"2\"/>", "<Output valueReference=\"1\"/>", "is no output"},
      {3, "<Int32 name=\"n\"", "<Int32 variability=\"continuous\" name=\"n\"",
       "cannot be continuous"},
      {3, "<Float64 name=\"u\"", "<Real name=\"u\"", "no type is called \"Real\""},
  };
  for (const Broken& c : cases) {
    const FmuReport report = with(c.version == 2 ? good2() : good3(), c.what, c.by);
    EXPECT_THAT(report.problems, Contains(HasSubstr(c.problem))) << c.what << " -> " << c.by;
  }
}

// What is wrong with terminals beside the good description.
std::vector<std::string> terminal_problems(const std::string& terminals) {
  return check_fmu_description(good3(), "<fmiTerminalsAndIcons fmiVersion=\"3.0\"><Terminals>" +
                                            terminals + "</Terminals></fmiTerminalsAndIcons>")
      .problems;
}

TEST(CheckFmu, TerminalsAreOfVariables) {
  const std::string member =
                        "<TerminalMemberVariable variableKind=\"signal\" variableName=\"u\" "
                        "memberName=\"effort\"/>",
                    begin = "<Terminal name=\"port\" matchingRule=\"plug\">", end = "</Terminal>";
  const auto replaced = [&](std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
  };
  const std::string good = begin + member + end;
  EXPECT_TRUE(terminal_problems(good).empty());
  for (const auto& [terminals, problem] :
       {std::pair{replaced(good, "\"u\"", "\"w\""), "terminal \"port\": \"w\" is no variable"},
        {good + good, "two terminals are called \"port\""},
        {begin + member + member + end, "two members are called \"effort\""},
        {replaced(good, " matchingRule=\"plug\"", ""), "matchingRule is missing"},
        {replaced(good, " name=\"port\"", ""), "a terminal has no name"},
        {begin + replaced(good, "\"u\"", "\"w\"") + end, "\"w\" is no variable"},
        {begin, "terminalsAndIcons.xml, byte"}})
    EXPECT_THAT(terminal_problems(terminals), Contains(HasSubstr(problem))) << terminals;
  std::string deep;
  for (int k = 0; k < 100000; ++k) deep += begin;
  for (int k = 0; k < 100000; ++k) deep += end;
  EXPECT_THAT(terminal_problems(deep), Contains(HasSubstr("too deep")));
}

}  // namespace
}  // namespace bramah
