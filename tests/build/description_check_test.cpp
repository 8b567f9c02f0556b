// Descriptions that a program filled in with mistakes: every one ends in an InputError that names the item
// and says what is wrong, none in a crash.
#include "build/description_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "bramah/description.h"
#include "bramah/model.h"
#include "core/units.h"
#include "multibody/forces/maxwell.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void add_oil(MachineDescription& d) {
  d.fluids = {{hlp46()}};
  d.sources = {{.name = "tank", .value = 1e5}, {.name = "supply", .value = 1e7}};
  d.volumes = {{.name = "line", .hose = {.volume = 1e-3}, .start = {.value = 4e6}}};
  OrificeSpec orifice{.name = "throttle", .from = "supply", .to = "line"};
  orifice.size.flow = 1e-3, orifice.size.drop = 1e6;
  d.orifices = {orifice};
  d.leakages = {{.name = "gap", .from = "line", .to = "tank", .conductance = 1e-12}};
  d.shafts = {{.name = "axle", .inertia = 1.0, .start = 100.0}};
  d.components = {component("relief", "relief_valve")
                      .connect("P", "line")
                      .connect("T", "tank")
                      .set("cracking", 2e7)
                      .set("flow", 1e-3),
                  component("pump", "fixed_pump")
                      .connect("S", "tank")
                      .connect("P", "line")
                      .connect("shaft", "axle")
                      .set("displacement", 1e-6)};
  ValveSpec valve;
  valve.name = "valve";
  valve.P = "line", valve.T = "tank", valve.A = "lift.A", valve.B = "lift.B";
  valve.size.flow = 4e-4, valve.size.drop = 3.5e6;
  valve.spool.emplace().bandwidth = 20.0;
  valve.signal = "lever";
  d.valves = {valve};
}

// A boom with a spring, a force and an element, and one of everything that holds oil.
MachineDescription right_machine() {
  MachineDescription d;
  d.ground = {{.name = "foot", .at = {0.8, -0.2, 0.0}}};
  d.bodies = {
      {.name = "boom",
       .mass = 100.0,
       .com = {1.0, 0.0, 0.0},
       .inertia = {0.0, 0.0, 40.0, 0.0, 0.0, 0.0},
       .point_masses = {{.mass = 10.0, .at = "tip"}},
       .points = {{.name = "lug", .at = {0.5, 0.0, 0.0}}, {.name = "tip", .at = {2.0, 0, 0}}}}};
  CoordinateSpec angle;
  angle.start_kind = CoordinateSpec::Start::given, angle.start = 0.5;
  d.joints = {{.name = "hinge", .a = {"ground"}, .b = {"boom"}, .coordinates = {angle}}};
  d.springs = {
      {.name = "spring", .a = {"ground", "foot"}, .b = {"boom", "tip"}, .stiffness = 100.0}};
  d.forces = {{.name = "wind", .at = {"boom", "tip"}, .signal = "gust"}};
  d.elements = {element("mount", "maxwell").set("stiffness", 1e3).set("damping", 1e3)};
  d.elements[0].a = {"ground", "foot"}, d.elements[0].b = {"boom", "tip"};
  d.markers = {{.name = "end", .at = {"boom", "tip"}}};
  add_oil(d);
  CylinderSpec lift;
  lift.name = "lift";
  lift.from = {"ground", "foot"}, lift.to = {"boom", "lug"};
  lift.bore = 0.063, lift.rod = 0.036;
  lift.closed = 0.3, lift.stroke = 0.6;
  d.cylinders = {lift};
  d.signals = {{.name = "lever", .kind = SignalSpec::Kind::steps, .x = {0.0, 1.0}, .y = {0.0, 1.0}},
               {.name = "gust", .value = 5.0}};
  d.solver.until = 1.0;
  return d;
}

struct Mistake {
  const char* words;  // in the message
  std::function<void(MachineDescription&)> make;
};

std::string found_in(const MachineDescription& d) {
  try {
    (void)build(d);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

using D = MachineDescription;
using Kind = SignalSpec::Kind;

const std::vector<Mistake>& mechanism_mistakes() {
  static const std::vector<Mistake> all{
      {R"(body number 1: has no name)", [](D& d) { d.bodies[0].name = ""; }},
      {R"(body "my boom": a name has letters, digits and _ only)",
       [](D& d) { d.bodies[0].name = "my boom"; }},
      {R"(body "ground": this name is reserved)", [](D& d) { d.bodies[0].name = "ground"; }},
      {R"(volume "boom": the name is already taken by a body; channels need each name once)",
       [](D& d) { d.volumes[0].name = "boom"; }},
      {R"(body "boom": mass: must not be negative; found -1 kg)",
       [](D& d) { d.bodies[0].mass = -1; }},
      {R"(body "boom": mass: must be a finite number; found nan)",
       [](D& d) { d.bodies[0].mass = kNan; }},
      {R"(body "boom": com: must be a finite number)", [](D& d) { d.bodies[0].com[1] = kNan; }},
      {R"(body "boom": moments of inertia must not be negative)",
       [](D& d) { d.bodies[0].inertia[2] = -1.0; }},
      {R"(body "boom": point_masses: the body has no point "top"; it has origin, lug, tip)",
       [](D& d) { d.bodies[0].point_masses[0].at = "top"; }},
      {R"(body "boom": point "lug": there are two of this name)",
       [](D& d) { d.bodies[0].points[1].name = "lug"; }},
      {R"(ground: point "foot": at: must be a finite number; found inf)",
       [](D& d) { d.ground[0].at[0] = INFINITY; }},
      {R"(machine: gravity: must be a finite number)", [](D& d) { d.gravity[1] = kNan; }},
      {R"(joint "hinge": there is no body "bom"; did you mean "boom"?)",
       [](D& d) { d.joints[0].b.body = "bom"; }},
      {R"(joint "hinge": boom has no point "nose"; it has origin, lug, tip)",
       [](D& d) { d.joints[0].b.point = "nose"; }},
      {R"(joint "hinge": a: is not given)", [](D& d) { d.joints[0].a = {}; }},
      {R"(joint "hinge": joins "boom" to itself)",
       [](D& d) {
         d.joints[0].a = {"boom", "tip"};
       }},
      {R"(joint "hinge": axis: an axis needs a direction; found all zeros)",
       [](D& d) { d.joints[0].axis = {}; }},
      {R"(joint "hinge": has 2 coordinates; a revolute joint has 1)",
       [](D& d) { d.joints[0].coordinates.resize(2); }},
      {R"(joint "hinge": start: must be a finite number)",
       [](D& d) { d.joints[0].coordinates[0].start = kNan; }},
      {R"(joint "hinge": limit: lower must be less than upper)",
       [](D& d) { d.joints[0].coordinates[0].limit.emplace(); }},
      {R"(joint "hinge": driver: there is no signal "turn")",
       [](D& d) { d.joints[0].coordinates[0].driver = "turn"; }},
      {R"(joint "hinge": a universal joint needs `mechanism: spatial`)",
       [](D& d) { d.joints[0].type = JointType::universal; }},
      {R"(body "boom" is not connected to the ground)", [](D& d) { d.joints.clear(); }},
      {R"(spring "spring": stiffness: must not be negative; found -2 N/m)",
       [](D& d) { d.springs[0].stiffness = -2.0; }},
      {R"(spring "spring": b: is not given)", [](D& d) { d.springs[0].b.body = ""; }},
      {R"(force "wind": signal: is not given)", [](D& d) { d.forces[0].signal = ""; }},
      {R"(force "wind": force: there is no signal "gusts"; did you mean "gust"?)",
       [](D& d) { d.forces[0].signal = "gusts"; }},
      {R"(force "wind": direction: an axis needs a direction)",
       [](D& d) { d.forces[0].direction = {}; }},
      {R"(element "mount": has no type; make it with element())",
       [](D& d) { d.elements[0].info = nullptr; }},
      {R"(element "mount": has 1 parameters; maxwell has 3)",
       [](D& d) { d.elements[0].parameters.resize(1); }},
      {R"(element "mount": missing "damping" (of the damper))",
       [](D& d) { d.elements[0].parameters[1] = kNan; }},
      {R"(element "mount": rest: must be a finite number; found inf)",
       [](D& d) { d.elements[0].parameters[2] = INFINITY; }},
      {R"(element "mount": there is no body "x")", [](D& d) { d.elements[0].a.body = "x"; }},
      {R"(marker "end": at: is not given)", [](D& d) { d.markers[0].at = {}; }},
  };
  return all;
}

const std::vector<Mistake>& oil_mistakes() {
  static const std::vector<Mistake> all{
      {R"(volume "line": the machine has no oil)", [](D& d) { d.fluids.clear(); }},
      {R"(fluid "oil": there are two of this name)", [](D& d) { d.fluids.emplace_back(); }},
      {R"(fluid "oil": density: must be greater than zero; found 0 kg/m3)",
       [](D& d) { d.fluids[0].density = 0.0; }},
      {R"(fluid "oil": bulk: must be a finite number)", [](D& d) { d.fluids[0].bulk = kNan; }},
      {R"(fluid "oil": air: must be below 1; found 1.5)", [](D& d) { d.fluids[0].air = 1.5; }},
      {R"(volume "line": there is no fluid "olive")", [](D& d) { d.volumes[0].fluid = "olive"; }},
      {R"(volume "line": volume: must be greater than zero; found 0 m3)",
       [](D& d) { d.volumes[0].hose = {}; }},
      {R"(volume "line": start: must not be negative; found -1 Pa)",
       [](D& d) { d.volumes[0].start.value = -1.0; }},
      {R"(orifice "throttle": from: is not given)", [](D& d) { d.orifices[0].from = ""; }},
      {R"(orifice "throttle": from and to are both "line")",
       [](D& d) { d.orifices[0].from = "line"; }},
      {R"(orifice "throttle": from: there is no volume, chamber or source "suply"; did you mean "supply"?)",
       [](D& d) { d.orifices[0].from = "suply"; }},
      {R"(orifice "throttle": expected one of coefficient, nominal and area; found none)",
       [](D& d) { d.orifices[0].size = {}; }},
      {R"(orifice "throttle": coefficient: expected a flow coefficient)",
       [](D& d) {
         d.orifices[0].size = {};
         d.orifices[0].size.coefficient = Quantity{1e-8};
       }},
      {R"(orifice "throttle": drop: must be greater than zero)",
       [](D& d) { d.orifices[0].size.drop = -1.0; }},
      {R"(orifice "throttle": opening: there is no signal "brake")",
       [](D& d) { d.orifices[0].opening = "brake"; }},
      {R"(leakage "gap": conductance: must not be negative)",
       [](D& d) { d.leakages[0].conductance = -1.0; }},
      {R"(leakage "gap": to: is not given)", [](D& d) { d.leakages[0].to = ""; }},
      {R"(shaft "axle": inertia: must be greater than zero; found 0 kg m2)",
       [](D& d) { d.shafts[0].inertia = 0.0; }},
      {R"(valve "valve": signal: is not given)", [](D& d) { d.valves[0].signal = ""; }},
      {R"(valve "valve": signal: there is no signal "leaver"; did you mean "lever"?)",
       [](D& d) { d.valves[0].signal = "leaver"; }},
      {R"(valve "valve": signal: signal "lever" is a force; expected a number)",
       [](D& d) { d.signals[0].unit = "N"; }},
      {R"(valve "valve": edge PA has no size)", [](D& d) { d.valves[0].size = {}; }},
      {R"(valve "valve": A: there is no volume, chamber or source "lift.C")",
       [](D& d) { d.valves[0].A = "lift.C"; }},
      {R"(valve "valve": spool: expected one of bandwidth, time_constant and frequency)",
       [](D& d) { d.valves[0].spool.emplace(); }},
      {R"(valve "valve": spool.bandwidth: must be greater than zero; found -5 Hz)",
       [](D& d) { d.valves[0].spool->bandwidth = -5.0; }},
      {R"(valve "valve": neutral: expected a number, as the valve's command; found 2 (a voltage))",
       [](D& d) { d.valves[0].neutral = CommandValue{quantity("2 V")}; }},
      {R"(valve "valve": neutral: must be a finite number)",
       [](D& d) { d.valves[0].neutral = CommandValue{{kNan}}; }},
      {R"(cylinder "lift": expected bore and rod, or area_A and area_B)",
       [](D& d) { d.cylinders[0].bore.reset(); }},
      {R"(cylinder "lift": rod (90 mm) must be thinner than bore (63 mm))",
       [](D& d) { d.cylinders[0].rod = 0.09; }},
      {R"(cylinder "lift": stroke: no machine has 1e+30 m; expected at most 100000 m)",
       [](D& d) { d.cylinders[0].stroke = 1e30; }},
      {R"(cylinder "lift": stroke: must be greater than zero; found 0 m)",
       [](D& d) { d.cylinders[0].stroke = 0.0; }},
      {R"(cylinder "lift": expected from and to, or a load)", [](D& d) { d.cylinders[0].to = {}; }},
      {R"(cylinder "lift": there is no body "bum")", [](D& d) { d.cylinders[0].to.body = "bum"; }},
      {R"(cylinder "lift": friction.viscous: must be a finite number)",
       [](D& d) { d.cylinders[0].friction.viscous = kNan; }},
      {R"(cylinder "lift": load.mass: must be greater than zero)",
       [](D& d) { d.cylinders[0].load.emplace(); }},
      {R"(source "tank": value: must be a finite number)", [](D& d) { d.sources[0].value = kNan; }},
      {R"(source "tank": a flow needs the volume it feeds)",
       [](D& d) { d.sources[0].kind = SourceSpec::Kind::flow; }},
      {R"(source "supply": signal: there is no signal "p")",
       [](D& d) { d.sources[1].signal = "p"; }},
      {R"(fault "worn": flow: must be greater than zero)",
       [](D& d) { d.faults = {{.name = "worn", .target = "lift.A", .flow = 0.0}}; }},
  };
  return all;
}

const std::vector<Mistake>& component_mistakes() {
  static const std::vector<Mistake> all{
      {R"(component "relief": has no type; make it with component())",
       [](D& d) { d.components[0].info = nullptr; }},
      {R"(component "relief": cannot be made: its PartInfo has no `make`)",
       [](D& d) { d.components[0].info = find_part("valve_4_3"); }},
      {R"(component "relief": has 1 parameters; relief_valve has )",
       [](D& d) { d.components[0].parameters.resize(1); }},
      {R"(component "relief": has 0 ports; relief_valve has 2)",
       [](D& d) { d.components[0].ports.clear(); }},
      {R"(component "pump": has 9 inputs; fixed_pump has 0)",
       [](D& d) { d.components[1].inputs.resize(9); }},
      {R"(component "relief": missing "cracking")",
       [](D& d) { d.components[0].set("cracking", kNan); }},
      {R"(component "relief": flow: must be greater than zero; found -1 m3/s)",
       [](D& d) { d.components[0].set("flow", -1.0); }},
      {R"(component "relief": missing "P")", [](D& d) { d.components[0].connect("P", ""); }},
      {R"(component "pump": shaft: there is no shaft, and no source with a speed, "axel")",
       [](D& d) { d.components[1].connect("shaft", "axel"); }},
      {R"(component "relief": P and T are both "tank")",
       [](D& d) { d.components[0].connect("P", "tank"); }},
  };
  return all;
}

const std::vector<Mistake>& other_mistakes() {
  static const std::vector<Mistake> all{
      {R"(signal "gust": its numbers: must be a finite number)",
       [](D& d) { d.signals[1].value = kNan; }},
      {R"(signal "lever": expected as many x as y, at least one; found 2 and 1)",
       [](D& d) { d.signals[0].y.resize(1); }},
      {R"(signal "lever": x: each entry must come after the one before; found 0 too early)",
       [](D& d) { d.signals[0].x[1] = 0.0; }},
      {R"(signal "lever": unit: "bar" is no SI unit; expected Pa)",
       [](D& d) { d.signals[0].unit = "bar"; }},
      {R"(signal "lever": unit: )", [](D& d) { d.signals[0].unit = "volts"; }},
      {R"(signal "gust": frequency: must be greater than zero)",
       [](D& d) { d.signals[1].kind = Kind::sine; }},
      {R"(signal "gust": terms: expected at least one signal or channel)",
       [](D& d) { d.signals[1].kind = Kind::gain; }},
      {R"(signal "gust" reads "lift.mood", which is neither)",
       [](D& d) {
         d.signals[1].kind = Kind::gain;
         d.signals[1].terms = {{.of = "lift.mood"}};
       }},
      {R"(signal "gust": time_constant: must be greater than zero)",
       [](D& d) {
         d.signals[1].kind = Kind::filter;
         d.signals[1].terms = {{.of = "lift.length"}};
       }},
      {R"(signal "lever": sample_time: 1e-12 s makes 1e+09 breaks in a step of 0.001 s; at most 1000. Is the unit right?)",
       [](D& d) { d.signals[0].sample_time = 1e-12; }},
      {R"(signal "lever": period: 1e-12 s makes 2e+09 breaks in a step of 0.001 s; at most 1000. Is the unit right?)",
       [](D& d) {
         d.signals[0].x = {0.0, 5e-13}, d.signals[0].y = {0.0, 1.0}, d.signals[0].period = 1e-12;
       }},
      {R"(signal "gust": random.hold: 1e-12 s makes 1e+09 breaks in a step of 0.001 s; at most 1000. Is the unit right?)",
       [](D& d) {
         d.signals[1].kind = SignalSpec::Kind::random;
         d.signals[1].random.hold = 1e-12, d.signals[1].random.upper = 1.0;
       }},
      {R"(signal "gust": random: lower must be below upper)",
       [](D& d) { d.signals[1].kind = Kind::random; }},
      {R"(control "stick": no signal has this name)",
       [](D& d) { d.controls = {{.name = "stick"}}; }},
      {R"(solver: step: must be greater than zero; found 0 s)", [](D& d) { d.solver.step = 0.0; }},
      {R"(solver: until: must be a finite number)", [](D& d) { d.solver.until = kNan; }},
      {R"(solver: step (2 s) is longer than until (1 s))", [](D& d) { d.solver.step = 2.0; }},
      {R"(solver: multirate.step: 1e-13 s makes more than 1e6 steps inside one of 0.001 s)",
       [](D& d) { d.solver.multirate.step = 1e-13; }},
      {R"(solver: cosimulation.oil_step: 1e-13 s makes more than 1e6 steps inside one of 0.001 s)",
       [](D& d) {
         d.solver.coupling = CouplingKind::cosimulation;
         d.solver.cosimulation.oil_step = 1e-13;
       }},
      {R"(solver: rho_inf: must be at most 1; found 3)", [](D& d) { d.solver.rho_inf = 3.0; }},
      {R"(solver: coupling: surrogate is what a machine becomes)",
       [](D& d) { d.solver.coupling = CouplingKind::surrogate; }},
      {R"(surrogate: has no network)", [](D& d) { d.surrogate.emplace().file = "x.yaml"; }},
      {R"(guide "lift": expected a signal, or time and length)",
       [](D& d) {
         d.solver.coupling = CouplingKind::guidance;
         d.solver.guides.emplace_back().name = "lift";
       }},
      {R"(small_volumes: there is no volume "lyne")",
       [](D& d) {
         d.solver.oil = OilModel::quasi_steady;
         d.solver.small_auto = false;
         d.solver.small_volumes = {"lyne"};
       }},
  };
  return all;
}

void expect_each(const std::vector<Mistake>& mistakes) {
  for (const Mistake& mistake : mistakes) {
    MachineDescription d = right_machine();
    mistake.make(d);
    EXPECT_THAT(found_in(d), HasSubstr(mistake.words));
  }
}

TEST(DescriptionCheck, TheMachineItselfIsRight) { EXPECT_EQ(found_in(right_machine()), "none"); }
TEST(DescriptionCheck, Mechanism) { expect_each(mechanism_mistakes()); }
TEST(DescriptionCheck, Oil) { expect_each(oil_mistakes()); }
TEST(DescriptionCheck, Components) { expect_each(component_mistakes()); }
TEST(DescriptionCheck, SignalsAndSolver) { expect_each(other_mistakes()); }

TEST(DescriptionCheck, TellsAllProblemsAtOnce) {
  MachineDescription d = right_machine();
  d.bodies[0].mass = -1.0;
  d.valves[0].signal = "leaver";
  d.components[0].parameters.clear();
  try {
    (void)build(d);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.problems().size(), 3u) << error.what();
  }
}

TEST(DescriptionCheck, NamesThePlaceWhereThereIsOne) {
  MachineDescription d = right_machine();
  d.cylinders[0].stroke = -0.1;
  d.cylinders[0].where = {"boom.yaml", 12};
  EXPECT_EQ(found_in(d),
            "boom.yaml:12: cylinder \"lift\": stroke: must be greater than zero; found -0.1 m");
}

// Items as they come, with nothing filled in, of all kinds together.
TEST(DescriptionCheck, EmptyItemsAreProblemsNotCrashes) {
  MachineDescription d;
  d.ground.emplace_back(), d.ground_look.emplace_back(), d.markers.emplace_back();
  d.controls.emplace_back(), d.faults.emplace_back(), d.bodies.emplace_back();
  d.joints.emplace_back(), d.springs.emplace_back(), d.forces.emplace_back();
  d.elements.emplace_back(), d.fluids.emplace_back(), d.volumes.emplace_back();
  d.orifices.emplace_back(), d.leakages.emplace_back(), d.valves.emplace_back();
  d.cylinders.emplace_back(), d.shafts.emplace_back(), d.components.emplace_back();
  d.sources.emplace_back(), d.signals.emplace_back();
  const std::string problems = found_in(d);
  EXPECT_THAT(problems, HasSubstr("joint number 1: has no name"));
  EXPECT_THAT(problems, HasSubstr("component \"\": has no type"));
}

TEST(DescriptionCheck, FillsInWhatIsLeftOut) {
  MachineDescription d = right_machine();
  d.joints.push_back({.name = "slide", .type = JointType::prismatic, .a = {"boom"}, .b = {"boom"}});
  const MachineDescription full = completed(d);
  EXPECT_EQ(full.joints[1].axis, (Triple{1.0, 0.0, 0.0}));
  EXPECT_EQ(full.signals[0].unit, "1");
  EXPECT_EQ(full.signals[1].unit, "N");
}

std::string thrown_by(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(CatalogueItems, UnknownNamesAreToldAtOnce) {
  EXPECT_THAT(thrown_by([] { (void)component("pump", "fixed_pum"); }),
              HasSubstr("component \"pump\": type: there is no \"fixed_pum\"; did you mean "
                        "\"fixed_pump\"?"));
  EXPECT_THAT(thrown_by([] { component("pump", "fixed_pump").set("displacment", 1e-6); }),
              HasSubstr("component \"pump\": there is no \"displacment\"; did you mean "
                        "\"displacement\"?"));
  EXPECT_THAT(thrown_by([] { component("pump", "fixed_pump").connect("Q", "line"); }),
              HasSubstr("component \"pump\": port: there is no \"Q\"; there are S, P, shaft"));
  EXPECT_THAT(thrown_by([] { component("pump", "fixed_pump").set("displacement", "big"); }),
              HasSubstr("component \"pump\": displacement is a number; found \"big\""));
  EXPECT_THAT(thrown_by([] { ComponentSpec{}.set("x", 1.0); }), HasSubstr("has no type yet"));
  EXPECT_THAT(thrown_by([] { element("mount", maxwell_info()).set("dampin", 1.0); }),
              HasSubstr("element \"mount\": there is no \"dampin\"; did you mean \"damping\"?"));
  EXPECT_THAT(thrown_by([] { (void)element("mount", "maxwel"); }), HasSubstr("\"maxwell\"?"));
}

TEST(CatalogueItems, TakeTheDefaultsOfTheirType) {
  const ComponentSpec relief = component("relief", "relief_valve");
  ASSERT_EQ(relief.parameters.size(), relief.info->parameters.size());
  for (std::size_t k = 0; k < relief.parameters.size(); ++k) {
    const double fallback = relief.info->parameters[k].fallback;
    EXPECT_TRUE(relief.parameters[k] == fallback || std::isnan(fallback));
  }
  EXPECT_EQ(element("mount", "maxwell").parameters[2], 0.0);
}

// A file reads a default from its text, a program takes the number: the bits must agree.
TEST(CatalogueItems, DefaultsAreThoseOfAFile) {
  for (const PartInfo* info : components())
    for (const ParameterInfo& p : info->parameters) {
      if (std::isnan(p.fallback) || !p.choices.empty()) continue;
      const std::string text =
          !p.fallback_text.empty() ? p.fallback_text : short_number(p.fallback, 12) + " " + p.unit;
      EXPECT_EQ(parse_as(text, p.unit), p.fallback) << info->type << "." << p.name;
    }
}

TEST(CatalogueItems, InputsTakeValuesAndSignals) {
  const PartInfo* with_input = nullptr;
  for (const PartInfo* info : components())
    if (!info->inputs.empty()) with_input = info;
  ASSERT_NE(with_input, nullptr);
  const std::string key = with_input->inputs[0].name;
  EXPECT_EQ(component("part", *with_input).set(key, "lever").inputs[0].signal, "lever");
  EXPECT_EQ(component("part", *with_input).set(key, 0.5).inputs[0].value, 0.5);
}

}  // namespace
}  // namespace bramah
