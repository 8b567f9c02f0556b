// Descriptions filled in by a program, in the terms of data sheets: sized, judged and placed.
#include "build/circuit_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/nearest.h"
#include "hydraulics/parts/orifice_part.h"

namespace bramah {
namespace {

CylinderSpec lift() {
  CylinderSpec c;
  c.name = "lift";
  c.from = {"ground", "origin", {}}, c.to = {"boom", "tip", {}};
  c.bore = 0.08, c.rod = 0.035;
  c.closed = 1.0, c.stroke = 0.5;
  c.hose_A.volume = 1e-4;
  return c;
}

// A supply, a 4/3 valve and a cylinder.
MachineDescription machine() {
  MachineDescription d;
  d.fluids.emplace_back();
  SourceSpec pump, tank;
  pump.name = "pump", pump.value = 1e7;
  tank.name = "tank", tank.value = 1e5;
  d.sources = {pump, tank};
  d.cylinders = {lift()};
  ValveSpec valve;
  valve.name = "valve";
  valve.P = "pump", valve.T = "tank", valve.A = "lift.A", valve.B = "lift.B";
  valve.size.flow = 4e-4, valve.size.drop = 3.5e6;
  valve.spool.emplace().bandwidth = 35.0;
  d.valves = {valve};
  return d;
}

std::string problems_of(const MachineDescription& d) {
  std::vector<std::string> problems;
  (void)build_circuit(d, problems);
  return problems.empty() ? "none" : join(problems);
}

TEST(CircuitBuilder, SizesWhatAProgramSays) {
  std::vector<std::string> problems;
  const BuiltCircuit built = build_circuit(machine(), problems);
  ASSERT_TRUE(problems.empty()) << problems[0];
  EXPECT_DOUBLE_EQ(built.circuit->cylinder(0).cylinder().area_A,
                   std::numbers::pi / 4 * 0.08 * 0.08);
  EXPECT_EQ(built.part_names, (std::vector<std::string>{"valve"}));  // cylinders come last
  EXPECT_EQ(built.circuit->parts().parts.size(), 2u);
  EXPECT_EQ(built.edges.size(), 4u);
  EXPECT_EQ(built.edges[0].name, "valve.PA");
  ASSERT_EQ(built.states.size(), 1u);
  EXPECT_EQ(built.states[0].name, "valve.U");
  EXPECT_EQ(built.states[0].doc, "position of the spool");
}

TEST(CircuitBuilder, ABlockedPortTakesItsEdges) {
  MachineDescription d = machine();
  d.valves[0].B.clear();
  std::vector<std::string> problems;
  const BuiltCircuit built = build_circuit(d, problems);
  ASSERT_TRUE(problems.empty());
  EXPECT_EQ(built.open_ports, (std::vector<std::string>{"valve.B"}));
  ASSERT_EQ(built.edges.size(), 2u);
  EXPECT_EQ(built.edges[1].name, "valve.AT");
}

TEST(CircuitBuilder, TellsWhatDoesNotFit) {
  MachineDescription d = machine();
  d.cylinders[0].rod = 0.12;
  d.cylinders[0].rod_where = {"crane.cpp", 42};
  EXPECT_EQ(problems_of(d),
            "crane.cpp:42: cylinder \"lift\": rod (120 mm) must be thinner than bore (80 mm); the "
            "rod-side area would be -0.00628 m². Are the two swapped?");
  d = machine();
  d.valves[0].size = {};
  EXPECT_EQ(problems_of(d),
            "valve \"valve\": edge PA has no size; add coefficient, nominal or area to the valve, "
            "or to each edge");
  d = machine();
  d.orifices.emplace_back().name = "drain";
  d.orifices[0].from = "lift.A", d.orifices[0].to = "tank";
  EXPECT_EQ(problems_of(d),
            "orifice \"drain\": expected one of coefficient, nominal and area; found none");
  d = machine();
  d.cylinders[0].to = {};
  EXPECT_EQ(problems_of(d), "cylinder \"lift\": expected from and to, or a load, or a rack");
  d = machine();
  d.cylinders[0].acting = CylinderSheet::Acting::single;
  d.cylinders[0].start_B.value = 3e5;
  d.valves[0].B.clear();
  EXPECT_EQ(problems_of(d),
            "cylinder \"lift\": start_B belongs to a double-acting cylinder; here B has no oil");
}

TEST(CircuitBuilder, FlowMustHaveSomewhereToGo) {
  MachineDescription d = machine();
  SourceSpec flow;
  flow.name = "feed", flow.kind = SourceSpec::Kind::flow, flow.into = "tank";
  d.sources.push_back(flow);
  EXPECT_EQ(problems_of(d), "source \"feed\" must feed a volume, \"tank\" has a fixed pressure");
}

}  // namespace
}  // namespace bramah
