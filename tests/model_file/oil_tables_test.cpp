// Fluids, sources, volumes, orifices, valves, cylinders.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "build/sizes.h"
#include "model_file/machine_text.h"

namespace bramah {
namespace {

const std::string kOil = R"(fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {pump: {pressure: 76 bar}, tank: {pressure: 0.1 MPa}}
volumes: {a: {volume: 1 l, wall: 550 MPa, start: static}, b: {volume: 50 cm3}}
)";  // lines 2 to 4

TEST(OilTables, ReadFluids) {
  const auto m = machine(kOil);
  EXPECT_EQ(m.fluids[0].name, "oil");
  EXPECT_EQ(m.fluids[0].bulk, 1.5e9);
  const auto p = machine(
      "fluids: {x: {density: 1 kg/l, bulk: {polynomial: {a: 6.53e-10 1/Pa, b: -1.19e-18 "
      "1/Pa^2}}}}");
  EXPECT_EQ(p.fluids[0].name, "x");
  EXPECT_EQ(p.fluids[0].density, 1000.0);
  EXPECT_TRUE(p.fluids[0].polynomial);
  EXPECT_EQ(p.fluids[0].b, -1.19e-18);
  EXPECT_EQ(p.fluids[0].air, 0.0);
  EXPECT_FALSE(p.fluids[0].tension);
  EXPECT_EQ(p.fluids[0].vapour, 0.0);
}

FluidSpec fluid(const std::string& keys) { return machine("fluid: {" + keys + "}").fluids[0]; }

TEST(OilTables, ReadCommonOils) {
  EXPECT_EQ(fluid("preset: hlp32").viscosity, 32e-6);
  const FluidSpec f = fluid("preset: hlp46, air: 0.2 %, bulk: 1.4 GPa, vapour: 0.03 bar");
  EXPECT_EQ(f.name, "oil");
  EXPECT_EQ(f.density, 875.0);
  EXPECT_EQ(f.viscosity, 46e-6);
  EXPECT_DOUBLE_EQ(f.air, 0.002);
  EXPECT_DOUBLE_EQ(f.bulk, 1.4e9);
  EXPECT_FALSE(f.tension);
  EXPECT_TRUE(fluid("preset: hlp46, vapour: none").tension);
  EXPECT_DOUBLE_EQ(f.vapour, 3e3);
  EXPECT_EQ(f.polytropic, 1.4);
  EXPECT_DOUBLE_EQ(fluid("density: 850 kg/m3, bulk: 1 GPa, viscosity: 60 mm2/s").viscosity, 60e-6);
}

TEST(OilTables, ReadAStiffnessThatGrowsAsALogarithm) {
  const FluidSpec f = fluid(
      "density: 850 kg/m3, bulk: {logarithmic: {a1: 0.4, a2: 80, a3: 2, max: 1.7 GPa, p_max: 25 "
      "MPa}}");
  EXPECT_TRUE(f.logarithmic);
  EXPECT_DOUBLE_EQ(f.bulk_modulus(10e6).value, 0.4 * 1.7e9 * std::log10(80 * 10e6 / 25e6 + 2));
  EXPECT_EQ(fluid("density: 850 kg/m3, bulk: {logarithmic: {}}").a2, 90.0);
}

TEST(OilTables, RefuseHalfAnOil) {
  EXPECT_EQ(problems_of("fluid: {bulk: 1 GPa}"),
            "m.yaml:2: fluid: missing key \"density\", e.g. density: 850 kg/m3, or a preset, e.g. "
            "preset: hlp46");
  EXPECT_EQ(problems_of("fluids: {a: {density: 850 kg/m3}}"),
            "m.yaml:2: fluid \"a\": missing key \"bulk\", e.g. bulk: 1500 MPa, or a preset, e.g. "
            "preset: hlp46");
  EXPECT_EQ(problems_of("fluid: {preset: hlp64}"),
            "m.yaml:2: fluid: preset: expected one of hlp32, hlp46; found \"hlp64\"; did you mean "
            "\"hlp46\"?");
  EXPECT_EQ(problems_of("fluid: {preset: hlp46, bulk: {}}"),
            "m.yaml:2: fluid: bulk: expected one of polynomial and logarithmic");
  EXPECT_EQ(problems_of("fluid: {preset: hlp46, bulk: {logarithmic: {a3: 1}}}"),
            "m.yaml:2: fluid: bulk.logarithmic: a3 must be above 1, or the oil is soft at zero "
            "pressure; found 1");
  EXPECT_EQ(problems_of("fluid: {preset: hlp46, air: 100 %}"),
            "m.yaml:2: fluid: air: must be below 1; found 100 %");
  EXPECT_EQ(problems_of("fluid: {preset: hlp46, vapour: -1 bar}"),
            "m.yaml:2: fluid: vapour: must not be negative; found -1 bar");
  EXPECT_EQ(problems_of("fluid: {preset: hlp46, viscosity: 46}"),
            "m.yaml:2: fluid: viscosity: 46 has no unit; expected a kinematic viscosity, e.g. 46 "
            "mm2/s");
}

TEST(OilTables, ReadSourcesAndVolumes) {
  const auto m = machine(kOil + "leakages: {gap: {from: a, to: tank, conductance: 0.6 l/min/bar}}");
  EXPECT_DOUBLE_EQ(m.sources[0].value, 7.6e6);
  EXPECT_EQ(m.volumes[0].hose.volume, 1e-3);
  EXPECT_EQ(*m.volumes[0].hose.wall, 5.5e8);
  EXPECT_TRUE(m.volumes[0].start.statics);
  EXPECT_FALSE(m.volumes[1].hose.wall.has_value());
  EXPECT_EQ(m.volumes[1].start.value, 1e5);
  EXPECT_DOUBLE_EQ(m.leakages[0].conductance, 1e-10);
}

TEST(OilTables, SourcesMayFollowSignals) {
  const auto m = machine(
      "fluid: {density: 850 kg/m3, bulk: 1500 MPa}\nvolumes: {a: {volume: 1 l}}\n"
      "sources: {p: {flow: demand, into: a}}\nsignals: {demand: {constant: 6 l/min}}");
  EXPECT_EQ(m.sources[0].kind, SourceSpec::Kind::flow);
  EXPECT_EQ(m.sources[0].signal, "demand");
  EXPECT_EQ(m.signals[0].unit, "m3/s");
  EXPECT_EQ(
      problems_of(kOil + "signals: {s: {constant: 3 V}}\norifices: {o: {from: a, to: b, area: 1 "
                         "mm2, discharge: 0.6, opening: s}}"),
      "m.yaml:6: orifice \"o\": opening: signal \"s\" is a voltage; expected a number here");
}

TEST(OilTables, OrificesHaveThreeSizes) {
  const auto m = machine(kOil + R"(
orifices:
  x: {from: a, to: b, coefficient: 3e-8 m3/s/Pa^0.5, law: sqrt}
  y: {from: a, to: b, nominal: {flow: 6 l/min, drop: 1 bar}, law: two_regime, transition: 0.1 bar}
  z: {from: a, to: b, area: 10 mm2, discharge: 0.6}
)");
  EXPECT_EQ(sized(m.orifices[0], m), 3e-8);
  EXPECT_EQ(m.orifices[0].law.law, OrificeLaw::sqrt);
  EXPECT_DOUBLE_EQ(sized(m.orifices[1], m), 1e-4 / std::sqrt(1e5));
  EXPECT_EQ(m.orifices[1].law.law, OrificeLaw::two_regime);
  EXPECT_EQ(m.orifices[1].law.transition, 1e4);
  EXPECT_DOUBLE_EQ(sized(m.orifices[2], m), 0.6 * 10e-6 * std::sqrt(2.0 / 850.0));
  EXPECT_EQ(m.orifices[2].law.law, OrificeLaw::smooth);
  EXPECT_EQ(m.orifices[2].law.transition, 2e4);
}

std::string valve(const std::string& keys) {
  return kOil + "valves: {v: {type: 4/3, P: pump, T: tank, A: a, B: b, " + keys + "}}\n";
}

SizedValve sized_valve(const std::string& keys) {
  const auto m = machine(valve(keys));
  return sized(m.valves[0], m);
}

TEST(ValveTable, TheCoefficientTellsTheUnitOfTheCommand) {
  const auto v = sized_valve(
      "coefficient: 2e-8 m3/s/V/Pa^0.5, signal: 3 V, spool: {bandwidth: 35 "
      "Hz, start: 1 V}, neutral: 0.5 V");
  EXPECT_EQ(v.command_unit, "V");
  EXPECT_EQ(v.design.coefficient, (std::array<double, 4>{2e-8, 2e-8, 2e-8, 2e-8}));
  EXPECT_DOUBLE_EQ(v.spool.tau, 1.0 / (2.0 * std::numbers::pi * 35.0));
  EXPECT_EQ(v.start, 1.0);
  EXPECT_EQ(v.neutral, 0.5);
  EXPECT_EQ(sized_valve("coefficient: 2e-8 m3/s/Pa^0.5, signal: 1").command_unit, "1");
  EXPECT_EQ(problems_of(valve("coefficient: 2e-8 m3/s/V/Pa^0.5, signal: 1")),
            "m.yaml:5: valve \"v\": signal: 1 has no unit; expected a voltage, e.g. lift_command");
  EXPECT_EQ(
      problems_of(valve("nominal: {flow: 24 l/min, drop: 35 bar, at: 10 VV}, signal: 1 V")),
      "m.yaml:5: valve \"v\": nominal.at: cannot read \"10 VV\": unknown unit or parameter \"VV\"");
}

TEST(ValveTable, TakesDatasheets) {
  const auto v = sized_valve(
      "nominal: {flow: 24 l/min, drop: 35 bar, at: 10 V}, signal: 0 V, BT: "
      "{nominal: {flow: 12 l/min, drop: 35 bar, at: 10 V}}");
  const double c = 24e-3 / 60.0 / std::sqrt(35e5) / 10.0;
  EXPECT_DOUBLE_EQ(v.design.coefficient[0], c);
  EXPECT_DOUBLE_EQ(v.design.coefficient[3], c / 2.0);
  EXPECT_EQ(v.command_unit, "V");
  const auto w = sized_valve("area: 5 mm2, discharge: 0.7, at: 10 V, signal: 0 V");
  EXPECT_DOUBLE_EQ(w.design.coefficient[1], 0.7 * 5e-6 * std::sqrt(2.0 / 850.0) / 10.0);
}

TEST(ValveTable, RefusesContradictions) {
  EXPECT_EQ(problems_of(valve("signal: 0")),
            "m.yaml:5: valve \"v\": edge PA has no size; add coefficient, nominal or area to the "
            "valve, or to each edge");
  EXPECT_EQ(problems_of(valve("coefficient: 2 m3/s, signal: 0")),
            "m.yaml:5: valve \"v\": coefficient: expected a flow coefficient, e.g. 2.138e-8 "
            "m3/s/V/Pa^0.5; found 2 m3/s (a flow)");
  EXPECT_EQ(problems_of(valve("coefficient: 2e-8 m3/s/Pa^0.5, signal: 0, spool: {}")),
            "m.yaml:5: valve \"v\": spool: expected one of bandwidth, time_constant and "
            "frequency");
  EXPECT_EQ(
      problems_of(valve("coefficient: 2e-8 m3/s/Pa^0.5, signal: 0, neutral: 2 V")),
      "m.yaml:5: valve \"v\": neutral: expected a number, as the valve's command; found 2 V (a "
      "voltage)");
}

std::string cylinder(const std::string& keys) {
  return kOil + "cylinders: {c: {from: ground, to: ground, closed: 1 m, stroke: 0.5 m, " + keys +
         "}}\n";
}

TEST(CylinderTable, ReadsAllKeys) {
  const auto c =
      machine(cylinder("bore: 80 mm, rod: 35 mm, wall: 31500 MPa, hose_A: {volume: 31.4 cm3, wall: "
                       "550 MPa}, start_A: "
                       "static, start_B: 35 bar, leakage: 1e-13 m3/s/Pa, friction: {viscous: 1e5 N "
                       "s/m, coulomb: 400 N, "
                       "efficiency: 88 %}, end_damper: {length: 8 mm, stiffness: 1e7 N/m}"))
          .cylinders[0];
  EXPECT_DOUBLE_EQ(*c.bore, 0.08);
  EXPECT_DOUBLE_EQ(*c.rod, 0.035);
  EXPECT_EQ(*c.wall, 3.15e10);
  EXPECT_DOUBLE_EQ(c.hose_A.volume, 31.4e-6);
  EXPECT_EQ(c.hose_B.volume, 0.0);
  EXPECT_TRUE(c.start_A.statics);
  EXPECT_EQ(c.start_B.value, 3.5e6);
  EXPECT_EQ(c.friction.viscous, 1e5);
  EXPECT_EQ(c.friction.coulomb, 400.0);
  EXPECT_EQ(*c.friction.efficiency, 0.88);
  EXPECT_EQ(c.friction.speed, 0.01);
  EXPECT_EQ(c.end_damper->length, 8e-3);
  EXPECT_EQ(c.leakage, 1e-13);
}

TEST(CylinderTable, ReadsFrictionThatSticks) {
  const auto f = machine(cylinder("bore: 80 mm, rod: 35 mm, friction: {coulomb: 400 N, static: 600 "
                                  "N, stribeck_speed: 0.02 m/s, seal: 20 mm2, lugre: {stiffness: "
                                  "1e7 N/m, damping: 1e3 N s/m}}"))
                     .cylinders[0]
                     .friction;
  EXPECT_EQ(*f.breakaway, 600.0);
  EXPECT_EQ(f.stribeck_speed, 0.02);
  EXPECT_DOUBLE_EQ(f.seal, 20e-6);
  EXPECT_EQ(f.bristles->stiffness, 1e7);
  EXPECT_EQ(f.bristles->damping, 1e3);
  const auto plain = machine(cylinder("bore: 80 mm, rod: 35 mm")).cylinders[0].friction;
  EXPECT_FALSE(plain.breakaway.has_value());
  EXPECT_FALSE(plain.bristles.has_value());
  EXPECT_EQ(problems_of(cylinder("bore: 80 mm, rod: 35 mm, friction: {coulomb: 400 N, static: 300 "
                                 "N}")),
            "m.yaml:5: cylinder \"c\": friction: static (300 N) must not be below coulomb (400 N)");
  EXPECT_EQ(problems_of(cylinder("bore: 80 mm, rod: 35 mm, friction: {viscous: 4 N s/m, lugre: "
                                 "{stiffness: 1e7 N/m}}")),
            "m.yaml:5: cylinder \"c\": friction: lugre: bristles need a force at which they slip, "
            "e.g. coulomb: 400 N");
}

SizedCylinder sized_cylinder(const std::string& keys) {
  const auto m = machine(cylinder(keys));
  return sized(m.cylinders[0], m);
}

TEST(CylinderTable, ReadsCylindersWithOneChamber) {
  const std::string single = "acting: single, vent: 2 bar, bore: 80 mm, rod: 35 mm";
  EXPECT_FALSE(machine(cylinder(single)).cylinders[0].double_acting());
  EXPECT_EQ(sized_cylinder(single).vent, 2e5);
  EXPECT_DOUBLE_EQ(sized_cylinder(single).cylinder.area_B,
                   std::numbers::pi / 4 * (0.08 * 0.08 - 0.035 * 0.035));
  const auto p = sized_cylinder("acting: plunger, rod: 50 mm");
  EXPECT_FALSE(machine(cylinder("acting: plunger, rod: 5 cm")).cylinders[0].double_acting());
  EXPECT_DOUBLE_EQ(p.cylinder.area_A, std::numbers::pi / 4 * 0.05 * 0.05);
  EXPECT_EQ(p.cylinder.area_B, p.cylinder.area_A);
  EXPECT_EQ(p.vent, 1e5);
  EXPECT_EQ(sized_cylinder("acting: plunger, area_A: 30 cm2").cylinder.area_A, 30e-4);
  EXPECT_EQ(problems_of(cylinder("acting: plunger, bore: 80 mm, rod: 50 mm")),
            "m.yaml:5: cylinder \"c\": a plunger has a rod or an area_A, and nothing else");
  EXPECT_EQ(problems_of(cylinder("bore: 80 mm, rod: 50 mm, vent: 1 bar")),
            "m.yaml:5: cylinder \"c\": vent belongs to acting: single or plunger; here B is full "
            "of oil");
  for (const std::string key :
       {"hose_B: {volume: 1 l}", "start_B: 3 bar", "leakage: 1e-13 m3/s/Pa",
        "cushion_B: {volume: 1 cm3, length: 1 mm, coefficient: 1e-7 m3/s/Pa^0.5}"})
    EXPECT_EQ(problems_of(cylinder("acting: single, bore: 80 mm, rod: 50 mm, " + key)),
              "m.yaml:5: cylinder \"c\": " + key.substr(0, key.find(':')) +
                  " belongs to a double-acting cylinder; here B has no oil");
}

TEST(CylinderTable, ReadsCushions) {
  const std::string size = "bore: 80 mm, rod: 35 mm, ";
  const auto m = machine(cylinder(size + "cushion_A: {volume: 50 cm3, length: 25 mm, least: 3 %, "
                                         "nominal: {flow: 6 l/min, drop: 1 bar}}, cushion_B: "
                                         "{volume: 40 cm3, length: 20 mm, area: 10 mm2, discharge: "
                                         "0.6}"));
  const CylinderSpec& c = m.cylinders[0];
  EXPECT_DOUBLE_EQ(c.cushion_A->volume, 50e-6);
  EXPECT_DOUBLE_EQ(c.cushion_A->length, 25e-3);
  EXPECT_DOUBLE_EQ(c.cushion_A->least, 0.03);
  EXPECT_DOUBLE_EQ(sized(c, m).cushion_A, 1e-4 / std::sqrt(1e5));
  EXPECT_EQ(c.cushion_B->least, 0.02);
  EXPECT_DOUBLE_EQ(sized(c, m).cushion_B, 0.6 * 10e-6 * std::sqrt(2.0 / 850.0));
  EXPECT_EQ(problems_of(cylinder(size + "cushion_A: {volume: 1 cm3, length: 1 mm}")),
            "m.yaml:5: cylinder \"c\": cushion_A: expected one of coefficient, nominal and area; "
            "found none");
  EXPECT_EQ(problems_of(cylinder(size + "cushion_A: {volume: 1 cm3, length: 1 mm, coefficient: 1 "
                                        "m3/s/V/Pa^0.5}")),
            "m.yaml:5: cylinder \"c\": cushion_A: the coefficient of a cushion has no volts; found "
            "a flow coefficient per volt");
  EXPECT_EQ(problems_of(cylinder(size + "cushion_A: {volume: 1 cm3, length: 1 mm, least: 2, "
                                        "coefficient: 1e-7 m3/s/Pa^0.5}")),
            "m.yaml:5: cylinder \"c\": cushion_A.least: must be at most 1; found 2");
  EXPECT_EQ(problems_of(cylinder(size + "cushion_A: {volume: 1 cm3, length: 600 mm, coefficient: "
                                        "1e-7 m3/s/Pa^0.5}")),
            "m.yaml:5: cylinder \"c\": the cushions (600 mm) are longer than the stroke (500 mm)");
}

TEST(CylinderTable, RefusesContradictions) {
  EXPECT_EQ(problems_of(cylinder("bore: 80 mm, area_B: 3 cm2")),
            "m.yaml:5: cylinder \"c\": expected bore and rod, or area_A and area_B");
  EXPECT_EQ(problems_of(cylinder("bore: 80 mm, rod: 35 mm, friction: {efficiency: 1.2}")),
            "m.yaml:5: cylinder \"c\": friction.efficiency: must be at most 1; found 1.2");
  EXPECT_EQ(
      problems_of(
          cylinder("bore: 80 mm, rod: 35 mm, end_damper: {length: 0.3 m, stiffness: 1 N/m}")),
      "m.yaml:5: cylinder \"c\": the two end dampers (300 mm each) are longer than the stroke "
      "(500 mm)");
}

}  // namespace
}  // namespace bramah
