// Scenes, schemes, levers, faults, and states that go on in a changed model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bramah/model.h"
#include "coupling/plant.h"

namespace bramah {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A boom with one cylinder, a pump and a relief valve.
const char* const kBoom = R"(
bramah: 1
name: Boom
initial: static
ground: {points: {G: [0.8 m, -0.6 m]}, look: [{box: [2 m, 0.1 m, 1 m], at: [0 m, -1 m]}]}
bodies:
  boom:
    mass: 180 kg
    com: [1.5 m, 0 m]
    shape: {rod: 3 m}
    points: {foot: [0 m, 0 m], pin: [1 m, 0 m], tip: [3 m, 0 m]}
    look:
      - {beam: {from: foot, to: tip, width: 0.2 m, height: 0.3 m, height_end: 0.2 m}, colour: "#d9822b"}
      - {rod: {from: pin, to: tip, radius: 50 mm}}
  load: {mass: 100 kg, inertia: 0 kg m2, look: [{sphere: 0.2 m}]}
joints:
  hinge: {type: revolute, between: [ground.origin, boom.foot], start: 20 deg}
  hook: {type: fixed, between: [boom.tip, load]}
markers: {tip: boom.tip}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {tank: {pressure: 1 bar}}
volumes: {line: {volume: 1 l, start: 100 bar}}
components:
  pump: {type: pressure_compensated_pump, T: tank, P: line, gain: 60 l/min / 10 bar, lag: 50 ms, flow: 60 l/min, setting: 150 bar}
valves:
  valve:
    type: 4/3
    P: line
    T: tank
    A: lift.A
    B: lift.B
    nominal: {flow: 24 l/min, drop: 35 bar, at: 10 V}
    overlap: 0.5 V
    spool: {bandwidth: 35 Hz}
    signal: command
cylinders:
  lift:
    from: ground.G
    to: boom.pin
    bore: 80 mm
    rod: 45 mm
    closed: 0.7 m
    stroke: 0.6 m
    hose_A: {volume: 0.2 l}
    hose_B: {volume: 0.2 l}
    start_A: static
    start_B: 20 bar
    friction: {viscous: 2e4 N s/m}
    end_damper: {length: 10 mm, stiffness: 1e7 N/m, damping: 5e4 N s/m}
signals:
  command: {steps: [[0 s, 0 V], [1 s, 4 V]]}
solver: {step: 1 ms, until: 3 s}
)";

LoadOptions driven() {
  LoadOptions options;
  options.controls = options.faults = true;
  return options;
}

Model boom(const LoadOptions& options = driven(), const std::string& more = "") {
  return load_text(kBoom + more, "boom.yaml", options);
}

double value(const Model& model, const State& state, Workspace& work, const std::string& name) {
  std::vector<double> values(model.channels().size());
  model.observe(state, work, values);
  return values[model.find_channel(name)];
}

// Steps for some time with one input set.
State drive(const Model& model, State state, Workspace& work, std::vector<double> inputs,
            double seconds) {
  const long long end = state.tick() + std::llround(seconds / state.step_size());
  while (state.tick() < end) {
    const StepReport report = step(model, state, work, Inputs{inputs});
    if (!report.converged) {
      ADD_FAILURE() << explain(model, report);
      break;
    }
  }
  return state;
}

std::string problems(const std::string& more, const LoadOptions& options = driven()) {
  try {
    boom(options, more);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LiveModel, LeverReplacesTheScript) {
  const Model model = boom();
  ASSERT_EQ(model.controls().size(), 1u);
  const Control& lever = model.controls()[0];
  EXPECT_EQ(lever.signal, "command");
  EXPECT_EQ(lever.label, "Command");
  EXPECT_DOUBLE_EQ(lever.range, 10.0);  // opens the valve fully
  EXPECT_EQ(lever.unit, "V");
  EXPECT_EQ(lever.stick, "left_y");
  EXPECT_EQ(model.inputs()[lever.input], "command");
  // The script would move it after 1 s.
  Workspace work(model);
  const State start = model.initial_state();
  const State rest = drive(model, start, work, model.input_defaults(), 1.5);
  EXPECT_NEAR(value(model, rest, work, "tip.y"), value(model, start, work, "tip.y"), 1e-4);
  std::vector<double> inputs = model.input_defaults();
  inputs[lever.input] = 5.0;
  const State up = drive(model, start, work, inputs, 1.0);
  EXPECT_GT(value(model, up, work, "tip.y"), value(model, start, work, "tip.y") + 0.1);
}

// A signal that does not start at zero is a setting: it stays where it is put.
TEST(LiveModel, SettingsStay) {
  EXPECT_TRUE(boom().controls().at(0).returns);
  std::string text = kBoom;
  const std::string script = "command: {steps: [[0 s, 0 V], [1 s, 4 V]]}";
  text.replace(text.find(script), script.size(), "command: {constant: 3 V}");
  const Model model = load_text(text, "boom.yaml", driven());
  EXPECT_FALSE(model.controls().at(0).returns);
  EXPECT_DOUBLE_EQ(model.input_defaults()[model.controls()[0].input], 3.0);
}

TEST(LiveModel, RunKeepsTheScript) {
  const Model model = boom({});
  EXPECT_TRUE(model.controls().empty());
  EXPECT_TRUE(model.faults().empty());
  EXPECT_TRUE(model.inputs().empty());
}

TEST(LiveModel, ControlsOfTheFile) {
  const Model model = boom(driven(), R"(
controls:
  command: {label: Boom, positive: up, negative: down, stick: -right_y, keys: [K, I], range: 8 V, returns: false}
faults: {}
)");
  const Control& lever = model.controls().at(0);
  EXPECT_EQ(lever.label, "Boom");
  EXPECT_EQ(lever.positive, "up");
  EXPECT_EQ(lever.negative, "down");
  EXPECT_EQ(lever.stick, "-right_y");
  EXPECT_THAT(lever.keys, ElementsAre("K", "I"));
  EXPECT_DOUBLE_EQ(lever.range, 8.0);
  EXPECT_FALSE(lever.returns);
  EXPECT_TRUE(model.faults().empty());
}

TEST(LiveModel, BadControlsAndFaultsAreTold) {
  EXPECT_THAT(problems("controls: {comand: {}}\n"),
              HasSubstr("control \"comand\": no signal has this name; did you mean \"command\"?"));
  EXPECT_THAT(problems("controls: {command: {range: 3 bar}}\n"), HasSubstr("expected"));
  EXPECT_THAT(problems("controls: {command: {keys: [W]}}\n"), HasSubstr("two keys"));
  EXPECT_THAT(problems("controls: {command: {stick: middle}}\n"), HasSubstr("left_x"));
  EXPECT_THAT(problems("faults: {f: {leak: lift.C}}\n"),
              HasSubstr("no volume or chamber is called \"lift.C\""));
  EXPECT_THAT(problems("faults: {f: {stuck: valv}}\n"), HasSubstr("did you mean \"valve\"?"));
  EXPECT_THAT(problems("faults: {f: {wear: tank}}\n"), HasSubstr("there are pump"));
  EXPECT_THAT(problems("faults: {f: {air: water}}\n"), HasSubstr("no fluid is called \"water\""));
  EXPECT_THAT(problems("faults: {f: {air: oil, leak: lift.A}}\n"), HasSubstr("found 2"));
  EXPECT_THAT(problems("faults: {f: {air: oil, share: 80 %}}\n"), HasSubstr("at most 50 %"));
  EXPECT_THAT(problems("faults: {f: {stuck: valve}, g: {stuck: valve}}\n"),
              HasSubstr("the spool of valve has a fault already"));
}

TEST(LiveModel, BadLooksAndMarkersAreTold) {
  const auto marker = [](const std::string& at) {
    std::string text = kBoom;
    text.replace(text.find("{tip: boom.tip}"), 15, "{tip: " + at + "}");
    try {
      load_text(text, "boom.yaml");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(marker("boom.top"), HasSubstr("top"));
  const auto look = [](const std::string& shape) {
    std::string text = kBoom;
    text.replace(text.find("{sphere: 0.2 m}"), 15, shape);
    try {
      load_text(text, "boom.yaml");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(look("{box: [1 m, 1 m, 1 m]}"), "");
  EXPECT_EQ(look("{sphere: 1 m, at: [1 m, 0 m, 0.7 m]}"), "");  // beside the plane
  EXPECT_THAT(look("{sphere: 1 m, at: [1 m]}"), HasSubstr("expected 2 values"));
  EXPECT_THAT(look("{box: [1 m, 1 m]}"), HasSubstr("3"));
  EXPECT_THAT(look("{box: [1 m, 1 m, 0 m]}"), HasSubstr("edges must be positive"));
  EXPECT_THAT(look("{at: [0 m, 0 m]}"), HasSubstr("expected one of box, rod, beam, sphere, mesh"));
  EXPECT_THAT(look("{rod: {from: origin, to: nose, radius: 1 cm}}"),
              HasSubstr("it has no point \"nose\"; it has origin"));
  EXPECT_THAT(look("{sphere: 1 m, colour: red}"), HasSubstr("expected a colour such as"));
  EXPECT_THAT(look("{mesh: nothing.obj}"), HasSubstr("there is no file"));
  EXPECT_THAT(look("{mesh: nothing.stl}"), HasSubstr(".obj, .gltf or .glb"));
}

// ---- faults, each against what it must do
State with_fault(const Model& model, const std::string& name, double severity, double seconds,
                 double command, Workspace& work) {
  std::vector<double> inputs = model.input_defaults();
  for (const Fault& fault : model.faults())
    if (fault.name == name) inputs[fault.input] = severity;
  inputs[model.controls()[0].input] = command;
  return drive(model, model.initial_state(), work, inputs, seconds);
}

TEST(Faults, UsualSet) {
  const Model model = boom();
  std::vector<std::string> names;
  for (const Fault& fault : model.faults()) names.push_back(fault.name + ": " + fault.text);
  EXPECT_THAT(names, ElementsAre("lift_A_leak: leak at lift.A: 10 l/min at 100 bar",
                                 "lift_B_leak: leak at lift.B: 10 l/min at 100 bar",
                                 "valve_stuck: spool of valve stuck",
                                 "pump_wear: wear of pump: 20 l/min at 200 bar",
                                 "oil_air: air in oil: 5 %"));
}

TEST(Faults, LeakLetsTheBoomSink) {
  const Model model = boom();
  Workspace work(model);
  const double start = value(model, model.initial_state(), work, "lift.length");
  const State half = with_fault(model, "lift_A_leak", 0.5, 0.001, 0.0, work);
  const double p = value(model, half, work, "lift.A.p");
  const double flow = value(model, half, work, "faults.lift_A_leak.flow");
  // Q = 1/2 * 10 l/min * sqrt((p - 1 atm)/100 bar)
  EXPECT_NEAR(flow, 0.5 * 10e-3 / 60.0 * std::sqrt((p - 101325.0) / 1e7), 1e-7 * flow + 1e-9);
  const State sunk = with_fault(model, "lift_A_leak", 1.0, 1.0, 0.0, work);
  // The closed rod side is torn and holds nothing: the load stays on the piston side.
  EXPECT_LT(value(model, sunk, work, "lift.length"), start - 5e-4);
  EXPECT_GT(value(model, sunk, work, "lift.A.p"), 1e6);
  EXPECT_LT(value(model, sunk, work, "lift.B.p"), 2e4);
}

TEST(Faults, StuckSpoolStaysWhereItIs) {
  const Model model = boom();
  Workspace work(model);
  const State moved = with_fault(model, "valve_stuck", 0.0, 0.5, 4.0, work);
  const double before = value(model, moved, work, "valve.U");
  EXPECT_NEAR(before, 4.0, 1e-3);
  std::vector<double> inputs = model.input_defaults();
  for (const Fault& fault : model.faults())
    if (fault.name == "valve_stuck") inputs[fault.input] = 1.0;
  const State stuck = drive(model, moved, work, inputs, 0.2);
  EXPECT_DOUBLE_EQ(value(model, stuck, work, "valve.U"), before);
  inputs[model.faults()[2].input] = 0.0;
  const State freed = drive(model, stuck, work, inputs, 0.2);
  EXPECT_NEAR(value(model, freed, work, "valve.U"), 0.0, 1e-3);
}

TEST(Faults, WornPumpLosesFlowInProportionToPressure) {
  const Model model = boom();
  Workspace work(model);
  const State worn = with_fault(model, "pump_wear", 1.0, 0.5, 0.0, work);
  const double p = value(model, worn, work, "line.p") - 1e5;
  EXPECT_NEAR(value(model, worn, work, "faults.pump_wear.flow"), 20e-3 / 60.0 * p / 2e7, 1e-12);
  EXPECT_GT(p, 1e7);
}

TEST(Faults, AirIsTheFluidsOwn) {
  // The same machine whose oil has that air from the start, against the fault at full severity.
  std::string text = kBoom;
  text.replace(text.find("bulk: 1500 MPa"), 14, "bulk: 1500 MPa, air: 5 %");
  const Model airy = load_text(text, "airy.yaml", driven());
  const Model model = boom();
  Workspace work(model), airy_work(airy);
  const State fault = with_fault(model, "oil_air", 1.0, 0.3, 5.0, work);
  const State own = with_fault(airy, "oil_air", 0.0, 0.3, 5.0, airy_work);
  const State none = with_fault(model, "oil_air", 0.0, 0.3, 5.0, work);
  const auto moved = [&](const Model& m, const State& s, Workspace& w) {
    return value(m, s, w, "lift.length") - value(m, m.initial_state(), w, "lift.length");
  };
  const double by_fault = moved(model, fault, work), by_own = moved(airy, own, airy_work),
               without = moved(model, none, work);
  // The fault neglects the liquid's change of volume, below 1 % here.
  EXPECT_NEAR(by_fault, by_own, 0.01 * std::abs(without - by_own));
  EXPECT_GT(std::abs(without - by_own), 1e-5);
}

TEST(Faults, BooksStillBalance) {
  const Model model = boom();
  Workspace work(model);
  for (const Fault& fault : model.faults()) {
    const State end = with_fault(model, fault.name, 0.7, 0.4, 3.0, work);
    EXPECT_NEAR(value(model, end, work, "energy.books"), 0.0, 2.0) << fault.name;  // of 3 kJ
  }
}

// ---- looks
TEST(Scene, ShapesAreWhereTheFileSays) {
  const Model model = boom({});
  const Scene& scene = model.scene();
  ASSERT_THAT(scene.bodies, ElementsAre("boom", "load"));
  ASSERT_EQ(scene.shapes.size(), 4u);
  EXPECT_EQ(scene.shapes[0].body, -1);
  EXPECT_THAT(scene.shapes[0].size, ElementsAre(2.0, 0.1, 1.0));
  const Scene::Shape& beam = scene.shapes[1];
  EXPECT_EQ(beam.kind, Scene::Shape::Kind::beam);
  EXPECT_THAT(beam.at, ElementsAre(1.5, 0.0, 0.0));
  EXPECT_THAT(beam.size, ElementsAre(3.0, 0.3, 0.2));
  EXPECT_DOUBLE_EQ(beam.end_height, 0.2);
  EXPECT_EQ(beam.colour, "#d9822b");
  EXPECT_THAT(scene.shapes[2].size, ElementsAre(2.0, 0.1, 0.1));
  EXPECT_THAT(scene.shapes[2].at, ElementsAre(2.0, 0.0, 0.0));
  EXPECT_EQ(scene.cylinders.at(0).name, "lift");
  EXPECT_NEAR(scene.cylinders[0].bore, 0.08, 1e-12);
  EXPECT_NEAR(scene.cylinders[0].rod, 0.045, 1e-12);
  EXPECT_EQ(model.drawing().points[scene.markers.at(0).point], "boom.tip");
}

TEST(Scene, BodyPosesInEveryCoordinates) {
  for (const char* method : {"semirecursive", "ali3p"}) {
    LoadOptions options;
    options.method = method;
    const Model model = boom(options);
    Workspace work(model);
    State state = model.initial_state();
    std::vector<double> poses(7 * model.scene().bodies.size());
    model.body_poses(state, work, poses);
    const double half = 10.0 * std::numbers::pi / 180.0, angle = 2.0 * half;
    EXPECT_NEAR(poses[0], 0.0, 1e-12);
    EXPECT_NEAR(poses[3], std::cos(half), 1e-9) << method;
    EXPECT_NEAR(poses[6], std::sin(half), 1e-9) << method;
    EXPECT_NEAR(poses[7], 3.0 * std::cos(angle), 1e-9) << method;
    EXPECT_NEAR(poses[8], 3.0 * std::sin(angle), 1e-9) << method;
  }
}

TEST(Scheme, PortsFlowsAndParameters) {
  const Model model = boom({});
  const Scheme& scheme = model.scheme();
  const auto part = [&](const std::string& name) {
    for (const Scheme::Part& p : scheme.parts)
      if (p.name == name) return p;
    ADD_FAILURE() << name;
    return Scheme::Part{};
  };
  const Scheme::Part valve = part("valve");
  EXPECT_EQ(valve.type, "valve_4_3");
  ASSERT_EQ(valve.ports.size(), 4u);
  EXPECT_EQ(scheme.nodes[valve.ports[0].node].name, "line");
  EXPECT_EQ(scheme.nodes[valve.ports[0].node].channel, "line.p");
  // Flow into the valve at P is what goes on to A and B.
  using Term = std::pair<std::string, double>;
  EXPECT_THAT(valve.ports[0].flow,
              ElementsAre(Term("valve.PA.flow", 1.0), Term("valve.PB.flow", 1.0)));
  EXPECT_THAT(valve.ports[2].flow,
              ElementsAre(Term("valve.PA.flow", -1.0), Term("valve.AT.flow", 1.0)));
  const Scheme::Part pump = part("pump");
  EXPECT_EQ(pump.type, "pressure_compensated_pump");
  EXPECT_THAT(pump.channels, testing::Contains("pump.flow"));
  EXPECT_EQ(part("lift").type, "cylinder");
  const std::string json = model_description(model);
  EXPECT_THAT(json, HasSubstr("\"symbol\":\"<g"));
  EXPECT_THAT(json, HasSubstr("\"title\":\"4/3"));
}

// ---- going on with other parameters
TEST(Adopt, GoesOnWithAnotherLoad) {
  const Model model = boom();
  LoadOptions heavy_options = driven();
  heavy_options.set = {"load.mass=200kg"};
  const Model heavy = boom(heavy_options);
  Workspace work(model), heavy_work(heavy);
  std::vector<double> inputs = model.input_defaults();
  inputs[model.controls()[0].input] = 4.0;
  const State moved = drive(model, model.initial_state(), work, inputs, 0.5);
  const State adopted = heavy.adopt(model, moved, heavy_work);
  EXPECT_EQ(adopted.tick(), moved.tick());
  for (const char* name : {"tip.y", "lift.A.p", "valve.U", "energy.residual", "energy.books",
                           "oil.balance", "energy.work.lift"})
    EXPECT_NEAR(value(heavy, adopted, heavy_work, name), value(model, moved, work, name),
                1e-9 * (1.0 + std::abs(value(model, moved, work, name))))
        << name;
  // The heavier load accelerates otherwise at once, and needs more pressure in the end.
  inputs[model.controls()[0].input] = 0.0;
  const State rest = drive(model, moved, work, inputs, 2.0);
  const State heavy_rest = drive(heavy, adopted, heavy_work, inputs, 2.0);
  EXPECT_GT(value(heavy, heavy_rest, heavy_work, "lift.A.p"),
            value(model, rest, work, "lift.A.p") + 2e5);
  EXPECT_NEAR(value(heavy, heavy_rest, heavy_work, "energy.books"), 0.0, 2.0);
}

// A larger hose holds more oil at once; the balance counts what flows, not what was exchanged.
TEST(Adopt, GoesOnWithAnotherHose) {
  const Model model = boom();
  LoadOptions options = driven();
  options.set = {"lift.hose_A.volume=0.4l"};
  const Model other = boom(options);
  Workspace work(model), other_work(other);
  std::vector<double> inputs = model.input_defaults();
  inputs[model.controls()[0].input] = 4.0;
  const State moved = drive(model, model.initial_state(), work, inputs, 0.3);
  const State adopted = other.adopt(model, moved, other_work);
  EXPECT_NEAR(value(other, adopted, other_work, "oil.balance"),
              value(model, moved, work, "oil.balance"), 1e-12);
  const State later = drive(other, adopted, other_work, inputs, 0.3);
  EXPECT_NEAR(value(other, later, other_work, "oil.balance"), 0.0, 1e-7);  // of 0.2 l exchanged
}

TEST(Adopt, RoundsTheTimeToAnotherStep) {
  const Model model = boom();
  LoadOptions options = driven();
  options.step = 5e-3;
  const Model coarse = boom(options);
  Workspace work(model), coarse_work(coarse);
  const State moved = drive(model, model.initial_state(), work, model.input_defaults(), 0.012);
  const State adopted = coarse.adopt(model, moved, coarse_work);
  EXPECT_EQ(adopted.tick(), 2);
  EXPECT_DOUBLE_EQ(adopted.step_size(), 5e-3);
}

TEST(Adopt, RefusesAnotherMachine) {
  const Model model = boom();
  LoadOptions options = driven();
  options.method = "ali3p";
  const Model other = boom(options), scripted = boom({});
  Workspace work(other), scripted_work(scripted);
  EXPECT_THROW(
      try { (void)other.adopt(model, model.initial_state(), work); } catch (const InputError& e) {
        EXPECT_THAT(e.what(), HasSubstr("solved by different methods"));
        throw;
      },
      InputError);
  EXPECT_THROW((void)scripted.adopt(model, model.initial_state(), scripted_work), InputError);
}

}  // namespace
}  // namespace bramah
