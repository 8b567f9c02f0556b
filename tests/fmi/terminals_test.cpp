// Where an input and outputs of a machine are the effort and the flow of one place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "bramah/fmi.h"
#include "fmi/archive.h"
#include "fmi/hosted.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kWinch = R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1.4e9 Pa}
sources:
  engine: {speed: speed}
  tank: {pressure: 1 bar}
  charge: {pressure: level}
  feed: {flow: added, into: line}
volumes: {line: {volume: 1 l, start: 50 bar}, lift: {volume: 1 l, start: 50 bar}}
components:
  pump: {type: fixed_pump, S: tank, P: line, shaft: engine, displacement: 20 cm3/rev}
  check: {type: check_valve, A: charge, B: lift, flow: 20 l/min, drop: 3 bar}
orifices: {bleed: {from: line, to: tank, nominal: {flow: 20 l/min, drop: 50 bar}}}
signals:
  speed: {input: 1500 rpm}
  level: {input: 60 bar}
  added: {input: 1 l/min}
solver: {step: 1 ms, until: 1 s}
)";

constexpr const char* kArm = R"(bramah: 1
mechanism: planar
gravity: "[0, -9.81] m/s2"
ground: {points: {O: [0 m, 0 m]}}
bodies: {arm: {mass: 80 kg, com: [0.8 m, 0 m], inertia: 20 kg m2, points: {O: [0 m, 0 m]}}}
joints: {hinge: {type: revolute, between: [ground.O, arm.O], start: 10 deg, effort: motor}}
signals: {motor: {input: 0 N m}}
solver: {step: 1 ms, until: 1 s}
)";

std::string terminals_of(const char* text, FmuOptions options) {
  const ScratchFolder folder;
  std::ofstream(folder.file("machine.yaml")) << text;
  options.library = folder.file("machine.yaml");  // any file: nobody loads it
  write_fmu(folder.file("machine.fmu"), folder.file("machine.yaml"), {}, options);
  const Archive archive = open_archive(folder.file("machine.fmu"));
  const char* const name = "terminalsAndIcons/terminalsAndIcons.xml";
  if (!archive.has(name)) return {};
  const std::string xml = archive.read("modelDescription.xml"), all = archive.read(name);
  for (std::size_t at = 0; (at = all.find("variableName=\"", at)) != std::string::npos; ++at) {
    const std::size_t from = at + 14;
    const std::string variable = all.substr(from, all.find('"', from) - from);
    EXPECT_THAT(xml, HasSubstr(" name=\"" + variable + "\"")) << "a member that is no variable";
  }
  return all;
}

std::string member(const char* kind, const char* variable, const char* name) {
  return std::string("<TerminalMemberVariable variableKind=\"") + kind + "\" variableName=\"" +
         variable + "\" memberName=\"" + name + "\"/>";
}

TEST(Terminals, OfShaftsAndPorts) {
  const std::string all = terminals_of(kWinch, {.version = 3});
  for (const std::string& part :
       {std::string("<Terminal name=\"engine\" matchingRule=\"plug\">"),
        member("signal", "speed", "speed"), member("outflow", "pump.shaft.torque", "torque"),
        std::string("<Terminal name=\"charge\""), member("signal", "level", "pressure"),
        member("inflow", "check.A.flow", "flow"), std::string("<Terminal name=\"feed\""),
        member("inflow", "added", "flow"), member("signal", "line.p", "pressure")})
    EXPECT_THAT(all, HasSubstr(part)) << all;
  EXPECT_THAT(all, Not(HasSubstr("tank")));
}

TEST(Terminals, OfADrivenJoint) {
  const std::string all = terminals_of(kArm, {.version = 3});
  for (const std::string& part :
       {std::string("<Terminal name=\"hinge\""), member("inflow", "motor", "torque"),
        member("signal", "hinge.rate", "rate"), member("signal", "hinge.angle", "angle")})
    EXPECT_THAT(all, HasSubstr(part)) << all;
}

// Without the other half, where several ports share it, and in FMI 2.0 there is none.
TEST(Terminals, NeedBothHalves) {
  EXPECT_EQ(terminals_of(kArm, {.version = 3, .outputs = {"energy.kinetic"}}), "");
  EXPECT_EQ(terminals_of(kArm, {.version = 2}), "");
  std::string two = kWinch;
  two.replace(two.find("bleed: {from: line, to: tank"), 28, "bleed: {from: charge, to: line");
  EXPECT_THAT(terminals_of(two.c_str(), {.version = 3}), Not(HasSubstr("\"charge\"")));
}

TEST(Terminals, OfOneSideAreItsCylinders) {
  LoadOptions load;
  load.coupling = "cosimulation";
  const FmuPlan plan =
      plan_fmu(model_path("crane_single_cosim"), load, {.version = 3, .side = "oil"});
  ASSERT_EQ(plan.terminals.size(), 1u);
  EXPECT_EQ(plan.terminals[0].name, "lift");
  EXPECT_GE(plan.terminals[0].members.size(), 3u);
}

}  // namespace
}  // namespace bramah
