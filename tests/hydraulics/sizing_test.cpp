// Coefficients from data sheets, against the formulas; what does not fit is told as text.
#include "hydraulics/sizing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace bramah {
namespace {

constexpr double kPi = std::numbers::pi;
const Densities kOil{{"oil", 850.0}};

Quantity volts(double value) { return {value, dimension_of("V")}; }
CommandValue command(double value, const char* unit = "1") {
  return {{value, dimension_of(unit)}, short_number(value), {}};
}

std::string texts(const SizingProblems& problems) {
  std::string all;
  for (const SizingProblem& p : problems) all += (all.empty() ? "" : "\n") + p.text;
  return all.empty() ? "none" : all;
}

FlowSize nominal(double flow, double drop) {
  FlowSize size;
  size.flow = flow, size.drop = drop;
  return size;
}

// ---- throttles
TEST(FlowSize, NominalFlowAtADrop) {
  SizingProblems problems;
  EXPECT_DOUBLE_EQ(fixed_coefficient(nominal(4e-4, 3.5e6), "an orifice", {}, {}, problems),
                   4e-4 / std::sqrt(3.5e6));
  EXPECT_EQ(texts(problems), "none");
}

TEST(FlowSize, AreaAndDischargeTakeTheDensityOfTheirOil) {
  FlowSize size;
  size.area = 1e-5, size.discharge = 0.6;
  SizingProblems problems;
  EXPECT_DOUBLE_EQ(fixed_coefficient(size, "an orifice", kOil, {}, problems),
                   0.6 * 1e-5 * std::sqrt(2.0 / 850.0));
  size.fluid = "water";
  EXPECT_DOUBLE_EQ(
      fixed_coefficient(size, "an orifice", {{"oil", 850.0}, {"water", 1e3}}, {}, problems),
      0.6 * 1e-5 * std::sqrt(2.0 / 1e3));
  EXPECT_EQ(texts(problems), "none");
}

std::string problems_of(const FlowSize& size, const Densities& densities = kOil) {
  SizingProblems problems;
  (void)fixed_coefficient(size, "an orifice", densities, {}, problems);
  return texts(problems);
}

TEST(FlowSize, OneWayMustBeTaken) {
  EXPECT_EQ(problems_of({}), "expected one of coefficient, nominal and area; found none");
  FlowSize two = nominal(1e-4, 1e5);
  two.area = 1e-6;
  EXPECT_EQ(problems_of(two), "expected one of coefficient, nominal and area; found 2");
  FlowSize half;
  half.flow = 1e-4;
  EXPECT_EQ(problems_of(half), "a nominal flow needs the drop at which it passes");
  FlowSize area;
  area.area = 1e-6;
  EXPECT_EQ(problems_of(area), "an area needs a discharge coefficient, e.g. discharge: 0.67");
  area.discharge = 0.67;
  EXPECT_EQ(problems_of(area, {}),
            "an area needs the oil's density; add fluid: {density: 850 kg/m3, bulk: 1500 MPa}");
  EXPECT_EQ(problems_of(area, {{"a", 850.0}, {"b", 900.0}}),
            "the file has several fluids; add fluid: <name>");
  area.fluid = "c";
  EXPECT_EQ(problems_of(area), "there is no fluid \"c\"");
  FlowSize volt = nominal(1e-4, 1e5);
  volt.at = volts(10.0);
  EXPECT_EQ(problems_of(volt),
            "the coefficient of an orifice has no volts; found a flow coefficient per volt");
  volt.at = volts(0.0);
  EXPECT_EQ(problems_of(volt),
            "at: expected a command above zero, a number or volts; found a voltage");
}

// ---- volumes
TEST(Volumes, HosesYieldByTheirWalls) {
  const Volume hose = size_hose({1e-3, 5e8}, {});
  EXPECT_DOUBLE_EQ(hose.dead_wall, 1e-3 / 5e8);
  EXPECT_EQ(size_hose({1e-3, {}}, {}).dead_wall, 0.0);
  const Volume chamber = size_chamber({1e-3, {}}, {}, 5e-3, 3e10);
  EXPECT_EQ(chamber.area, 5e-3);
  EXPECT_DOUBLE_EQ(chamber.barrel, 1.0 / 3e10);
}

// ---- valves
ValveSheet four_three() {
  ValveSheet sheet;
  sheet.size = nominal(4e-4, 3.5e6);
  return sheet;
}

std::string problems_of(const ValveSheet& sheet) {
  SizingProblems problems;
  (void)size_valve(sheet, kOil, {}, problems);
  return texts(problems);
}

TEST(ValveSheet, NominalFlowIsThatOfTheFullOpening) {
  ValveSheet sheet = four_three();
  sheet.size.at = volts(10.0);
  sheet.overlap = command(2.0, "V");
  sheet.edges[3] = nominal(2e-4, 3.5e6);
  sheet.edges[3].at = volts(10.0);
  SizingProblems problems;
  const SizedValve valve = size_valve(sheet, {}, {}, problems);
  EXPECT_EQ(texts(problems), "none");
  const double full = 4e-4 / std::sqrt(3.5e6);
  EXPECT_DOUBLE_EQ(valve.design.coefficient[0], full / 8.0);  // 10 V - 2 V of overlap
  EXPECT_DOUBLE_EQ(valve.design.coefficient[3], 0.5 * full / 8.0);
  EXPECT_EQ(valve.command_unit, "V");
  EXPECT_EQ(command_unit(sheet), "V");
  EXPECT_EQ(valve.full, 10.0);
  EXPECT_EQ(valve.design.full, 10.0);
  sheet.triangular = true;
  EXPECT_DOUBLE_EQ(size_valve(sheet, {}, {}, problems).design.coefficient[0], full / 64.0);
}

TEST(ValveSheet, SpoolsByBandwidthTimeOrFrequency) {
  ValveSheet sheet = four_three();
  SizingProblems problems;
  EXPECT_EQ(size_valve(sheet, {}, {}, problems).spool.states(), 0);
  sheet.spool.emplace().bandwidth = 35.0;
  EXPECT_DOUBLE_EQ(size_valve(sheet, {}, {}, problems).spool.tau, 1.0 / (2.0 * kPi * 35.0));
  sheet.spool.emplace().frequency = 331.0;
  EXPECT_EQ(size_valve(sheet, {}, {}, problems).spool.states(), 2);
  EXPECT_EQ(texts(problems), "none");
  sheet.spool->time_constant = 1e-3;
  EXPECT_EQ(problems_of(sheet), "spool: expected one of bandwidth, time_constant and frequency");
}

TEST(ValveSheet, TellsWhatDoesNotFit) {
  EXPECT_EQ(problems_of(ValveSheet{}),
            "edge PA has no size; add coefficient, nominal or area to the valve, or to each edge");
  ValveSheet sheet = four_three();
  sheet.edges[1] = nominal(1e-4, 1e5);
  sheet.edges[1].at = volts(10.0);
  EXPECT_EQ(problems_of(sheet), "some edges take volts and others a number; use one");
  EXPECT_FALSE(command_dimension(sheet).has_value());
  sheet = four_three();
  sheet.overlap = command(1.0);
  EXPECT_EQ(problems_of(sheet), "the overlap is as large as the full command");
  sheet = four_three();
  sheet.neutral = command(2.0, "V");
  EXPECT_EQ(problems_of(sheet),
            "neutral: expected a number, as the valve's command; found 2 (a voltage)");
  sheet = four_three();
  sheet.type = ValveType::six_three;
  EXPECT_EQ(problems_of(sheet), "a 6/3 valve or a tandem centre needs neutral_path");
  sheet = four_three();
  sheet.size = {};
  sheet.size.coefficient = Quantity{2e-8, dimension_of("m3/s/V/Pa^0.5")};
  sheet.triangular = true;
  EXPECT_EQ(problems_of(sheet),
            "the opening of triangular grooves goes with the square of the command: give the "
            "coefficient per V^2, e.g. 2.31e-9 m3/s/V^2/Pa^0.5");
}

// ---- cylinders
CylinderSheet cylinder() {
  CylinderSheet sheet;
  sheet.bore = 0.08, sheet.rod = 0.035;
  sheet.closed = 1.0, sheet.stroke = 0.5;
  return sheet;
}

std::string problems_of(const CylinderSheet& sheet) {
  SizingProblems problems;
  (void)size_cylinder(sheet, kOil, {}, problems);
  return texts(problems);
}

TEST(CylinderSheet, AreasFromBoreAndRodAndBack) {
  SizingProblems problems;
  const Piston piston = size_piston(cylinder(), {}, problems);
  EXPECT_DOUBLE_EQ(piston.area_A, kPi / 4 * 0.08 * 0.08);
  EXPECT_DOUBLE_EQ(piston.area_B, kPi / 4 * (0.08 * 0.08 - 0.035 * 0.035));
  EXPECT_EQ(piston.bore, 0.08);
  EXPECT_EQ(piston.rod, 0.035);
  CylinderSheet areas = cylinder();
  areas.bore.reset(), areas.rod.reset();
  areas.area_A = piston.area_A, areas.area_B = piston.area_B;
  const Piston same = size_piston(areas, {}, problems);
  EXPECT_NEAR(same.bore, 0.08, 1e-16);
  EXPECT_NEAR(same.rod, 0.035, 1e-16);
  EXPECT_EQ(texts(problems), "none");
}

TEST(CylinderSheet, APlungerHasARodAlone) {
  CylinderSheet sheet = cylinder();
  sheet.acting = CylinderSheet::Acting::plunger;
  EXPECT_EQ(problems_of(sheet), "a plunger has a rod or an area_A, and nothing else");
  sheet.bore.reset();
  SizingProblems problems;
  const SizedCylinder plunger = size_cylinder(sheet, {}, {}, problems);
  EXPECT_EQ(texts(problems), "none");
  EXPECT_DOUBLE_EQ(plunger.cylinder.area_A, kPi / 4 * 0.035 * 0.035);
  EXPECT_EQ(plunger.cylinder.area_B, plunger.cylinder.area_A);
  EXPECT_EQ(plunger.vent, 1e5);
}

TEST(CylinderSheet, TellsWhatDoesNotFit) {
  CylinderSheet sheet = cylinder();
  sheet.rod = 0.12;
  sheet.rod_where = {"m.yaml", 7};
  SizingProblems problems;
  (void)size_piston(sheet, {"m.yaml", 3}, problems);
  EXPECT_EQ(texts(problems),
            "rod (120 mm) must be thinner than bore (80 mm); the rod-side area would be -0.00628 "
            "m². Are the two swapped?");
  EXPECT_EQ(problems[0].where.line, 7);
  sheet = cylinder();
  sheet.area_B = 3e-4;
  EXPECT_EQ(problems_of(sheet), "expected bore and rod, or area_A and area_B");
  sheet = cylinder();
  sheet.vent = 1e5;
  EXPECT_EQ(problems_of(sheet), "vent belongs to acting: single or plunger; here B is full of oil");
  sheet = cylinder();
  sheet.acting = CylinderSheet::Acting::single;
  sheet.leakage = 1e-13;
  EXPECT_EQ(problems_of(sheet), "leakage belongs to a double-acting cylinder; here B has no oil");
  sheet = cylinder();
  sheet.cushion_A.emplace().length = 0.6;
  EXPECT_EQ(problems_of(sheet),
            "cushion_A: expected one of coefficient, nominal and area; found none\n"
            "the cushions (600 mm) are longer than the stroke (500 mm)");
  sheet = cylinder();
  sheet.friction.coulomb = 400.0, sheet.friction.breakaway = 300.0;
  EXPECT_EQ(problems_of(sheet), "friction: static (300 N) must not be below coulomb (400 N)");
}

}  // namespace
}  // namespace bramah
