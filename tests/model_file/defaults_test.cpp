// A default is written once, as the initialiser of a struct's member. What a section leaves unsaid
// is therefore what a fresh struct has, and the key tables tell nothing of their own.
#include <gtest/gtest.h>

#include <concepts>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "model_file/machine_text.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

// Lists and optional values of structs are the same where both are empty.
template <class T>
bool same(const T& a, const T& b) {
  if constexpr (requires { typename T::value_type; }) {
    if constexpr (std::equality_comparable<typename T::value_type>)
      return a == b;
    else if constexpr (requires { a.size(); })
      return a.empty() && b.empty();
    else
      return !a && !b;
  } else {
    return a == b;
  }
}

// Members that were read against those of a fresh struct, by their place in the list.
template <class Spec, class... Member>
void expect_fresh(const char* what, const Spec& read, Member... members) {
  const Spec fresh{};
  int place = 0;
  const auto expect = [&](auto member) {
    EXPECT_TRUE(same(read.*member, fresh.*member)) << what << ", member " << place;
    ++place;
  };
  (expect(members), ...);
}

void expect_fresh_pressure(const char* what, const PressureSpec& start) {
  expect_fresh(what, start, &PressureSpec::statics, &PressureSpec::value);
}

TEST(Defaults, OfAnEmptyFile) {
  using M = MachineDescription;
  const M m = machine("");
  expect_fresh("machine", m, &M::planar, &M::initial_static, &M::gravity, &M::has_controls,
               &M::has_faults, &M::training, &M::surrogate, &M::ground, &M::bodies, &M::fluids,
               &M::controls, &M::faults, &M::clocks);
}

TEST(Defaults, OfTheMechanism) {
  const auto m = machine(R"(
bodies: {a: {mass: 1 kg, inertia: 1 kg m2, look: [{sphere: 0.2 m}, {rod: {from: origin, to: origin, radius: 1 cm}}]}}
ground: {points: {O: {at: [0 m, 0 m]}}}
joints: {j: {type: revolute, between: [ground.O, a.origin]}}
springs: {s: {from: ground.O, to: a.origin, stiffness: 1 N/m}}
forces: {f: {at: a.origin, force: 1 N}}
)");
  expect_fresh("body", m.bodies[0], &BodySpec::com, &BodySpec::point_masses, &BodySpec::points);
  expect_fresh("point", m.ground[0], &PointSpec::at, &PointSpec::rotate);
  expect_fresh("look", m.bodies[0].look[0], &LookSpec::at, &LookSpec::rotate, &LookSpec::colour,
               &LookSpec::mesh);
  expect_fresh("look", m.bodies[0].look[1], &LookSpec::size);
  expect_fresh("joint", m.joints[0], &JointSpec::axis, &JointSpec::axis2, &JointSpec::cut);
  using C = CoordinateSpec;
  expect_fresh("coordinate", m.joints[0].coordinates[0], &C::start_kind, &C::start, &C::rate,
               &C::stiffness, &C::rest, &C::damping, &C::limit, &C::driver, &C::effort);
  expect_fresh("spring", m.springs[0], &SpringSpec::rest, &SpringSpec::damping);
  expect_fresh("force", m.forces[0], &ForceSpec::torque, &ForceSpec::follows_body,
               &ForceSpec::direction);
}

TEST(Defaults, OfWhatACoordinateHas) {
  const auto m = machine(R"(
bodies: {a: {mass: 1 kg, inertia: 1 kg m2}}
joints:
  j:
    type: revolute
    between: [ground.origin, a.origin]
    spring: {stiffness: 1 N m/rad}
    limits: {lower: 0 deg, upper: 1 deg, stiffness: 1 N m/rad}
)");
  const CoordinateSpec& c = m.joints[0].coordinates[0];
  expect_fresh("spring", c, &CoordinateSpec::rest);
  expect_fresh("limits", *c.limit, &LimitSpec::damping);
}

// Rows of zeros put the second frame on the first.
TEST(Defaults, OfADenavitHartenbergTable) {
  const auto m = machine(R"(
bodies: {a: {mass: 1 kg, inertia: 1 kg m2}}
denavit_hartenberg: {chain: {convention: standard, rows: [{joint: j, body: a, type: revolute}]}}
)");
  EXPECT_EQ(m.joints[0].a.body, "ground");
  for (const auto& points : {m.ground, m.bodies[0].points})
    for (const PointSpec& point : points)
      expect_fresh("row", point, &PointSpec::at, &PointSpec::rotate);
}

const std::string kOil = R"(fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {t: {pressure: 1 bar}}
volumes: {v: {volume: 1 l}}
)";

TEST(Defaults, OfTheOil) {
  const auto m = machine(kOil + R"(
orifices: {o: {from: v, to: t, coefficient: 1e-8 m3/s/Pa^0.5}}
shafts: {h: {inertia: 1 kg m2}}
)");
  using F = FluidSpec;
  expect_fresh("fluid", m.fluids[0], &F::name, &F::polynomial, &F::logarithmic, &F::viscosity,
               &F::air, &F::polytropic, &F::tension, &F::vapour, &F::more_air, &F::air_share);
  const auto grows = machine("fluid: {density: 850 kg/m3, bulk: {logarithmic: {}}}");
  expect_fresh("logarithmic", grows.fluids[0], &F::a1, &F::a2, &F::a3, &F::bulk_max, &F::p_max);
  expect_fresh("source", m.sources[0], &SourceSpec::kind, &SourceSpec::signal, &SourceSpec::into);
  expect_fresh("volume", m.volumes[0], &VolumeSpec::fluid);
  expect_fresh("hose", m.volumes[0].hose, &HoseSpec::wall);
  expect_fresh_pressure("volume", m.volumes[0].start);
  expect_fresh("orifice", m.orifices[0], &OrificeSpec::opening);
  expect_fresh("law", m.orifices[0].law, &FlowLawSpec::law, &FlowLawSpec::transition);
  expect_fresh("flow", m.orifices[0].size, &FlowSize::flow, &FlowSize::drop, &FlowSize::area,
               &FlowSize::discharge, &FlowSize::fluid);
  EXPECT_FALSE(m.orifices[0].size.at);
  expect_fresh("shaft", m.shafts[0], &ShaftSpec::start);
}

TEST(Defaults, OfValves) {
  const auto m = machine(kOil + R"(
valves:
  w: {type: 4/3, nominal: {flow: 1 l/min, drop: 1 bar}, signal: 0, spool: {frequency: 1 rad/s}}
)");
  using V = ValveSpec;
  const V& v = m.valves[0];
  expect_fresh("valve", v, &V::centre, &V::triangular, &V::neutral_statics, &V::P, &V::T, &V::A,
               &V::B, &V::C, &V::N, &V::jam, &V::overlap, &V::underlap, &V::cut, &V::neutral);
  EXPECT_FALSE(v.size.at);
  expect_fresh("law", v.law, &FlowLawSpec::law, &FlowLawSpec::transition);
  for (const auto& wear : v.wear)
    expect_fresh("wear", wear, &ValveSheet::Wear::conductance, &ValveSheet::Wear::shut);
  using S = SpoolSheet;
  expect_fresh("spool", *v.spool, &S::bandwidth, &S::time_constant, &S::damping, &S::gain,
               &S::rate_limit, &S::start);
}

TEST(Defaults, OfCylinders) {
  const auto m = machine(kOil + R"(
cylinders:
  plain: {load: {mass: 1 kg}, bore: 80 mm, rod: 35 mm, closed: 1 m, stroke: 1 m}
  more:
    load: {mass: 1 kg}
    bore: 80 mm
    rod: 35 mm
    closed: 1 m
    stroke: 1 m
    friction: {coulomb: 1 N, lugre: {stiffness: 1 N/m}}
    end_damper: {length: 1 mm, stiffness: 1 N/m}
    cushion_A: {volume: 1 l, length: 1 mm, coefficient: 1e-8 m3/s/Pa^0.5}
)");
  using C = CylinderSpec;
  const C &c = m.cylinders[0], &more = m.cylinders[1];
  expect_fresh("cylinder", c, &C::acting, &C::area_A, &C::area_B, &C::wall, &C::end_damper,
               &C::cushion_A, &C::cushion_B, &C::vent, &C::leakage, &C::along, &C::fluid);
  expect_fresh_pressure("start_A", c.start_A);
  expect_fresh_pressure("start_B", c.start_B);
  expect_fresh("hose", c.hose_A, &HoseSpec::volume, &HoseSpec::wall);
  using F = FrictionSpec;
  expect_fresh("friction", c.friction, &F::viscous, &F::coulomb, &F::efficiency, &F::speed,
               &F::breakaway, &F::stribeck_speed, &F::seal, &F::bristles);
  expect_fresh("friction", more.friction, &F::viscous, &F::efficiency, &F::speed, &F::breakaway,
               &F::stribeck_speed, &F::seal);
  expect_fresh("lugre", *more.friction.bristles, &F::Bristles::damping);
  expect_fresh("end damper", *more.end_damper, &EndDamperSpec::damping);
  expect_fresh("cushion", *more.cushion_A, &CushionSpec::least);
  using L = LoadSpec;
  expect_fresh("load", *c.load, &L::stiffness, &L::rest, &L::damping, &L::angle, &L::start,
               &L::speed, &L::force);
}

TEST(Defaults, OfSignals) {
  const auto m = machine(R"(
signals:
  input: {input: 0}
  random: {random: {range: [0, 1], hold: 1 s}}
  sine: {sine: {amplitude: 1, frequency: 1 Hz}}
  gain: {gain: {of: [sine, {of: input}]}}
  limit: {limit: {of: sine}}
  pid: {pid: {setpoint: input, measured: sine, kp: 1}}
)");
  using S = SignalSpec;  // its unit is that of its values or of its use, not a default
  for (const S& signal : m.signals)
    expect_fresh(signal.name.c_str(), signal, &S::period, &S::hold, &S::phase, &S::mean, &S::offset,
                 &S::lower, &S::upper, &S::ki, &S::kd, &S::derivative_time_constant,
                 &S::sample_time);
  using R = RandomLevels;
  expect_fresh("random", m.signals[1].random, &R::seed, &R::choices, &R::ramp, &R::initial);
  for (const S::Term& term : m.signals[3].terms) expect_fresh("term", term, &S::Term::weight);
}

TEST(Defaults, OfWhatAPersonMoves) {
  const auto m = machine(kOil + "signals: {u: {input: 0}}\ncontrols: {u: {}}\n" +
                         "faults: {leak: {leak: v}, air: {air: oil}}\n");
  using C = ControlSpec;
  expect_fresh("control", m.controls[0], &C::label, &C::positive, &C::negative, &C::stick, &C::keys,
               &C::range, &C::returns);
  for (const FaultSpec& fault : m.faults)
    expect_fresh("fault", fault, &FaultSpec::flow, &FaultSpec::drop, &FaultSpec::share);
}

TEST(Defaults, OfSolverAndLinearize) {
  const auto m = machine("solver: {pseudo: {}, multirate: {}, cosimulation: {}}\nlinearize: {}\n");
  using S = SolverSpec;
  expect_fresh("solver", m.solver, &S::coordinates, &S::constraints, &S::integrator, &S::coupling,
               &S::tangent, &S::step, &S::until, &S::tolerance, &S::max_iterations, &S::penalty,
               &S::alpha, &S::omega, &S::xi, &S::oil, &S::small_volumes, &S::small_auto,
               &S::amounts, &S::guard, &S::rho_inf, &S::relative_tolerance, &S::guides);
  expect_fresh("pseudo", m.solver, &S::pseudo_volume, &S::inner_step, &S::inner, &S::criterion_high,
               &S::criterion_low, &S::low_pressure, &S::inner_time);
  using M = MultirateSpec;
  expect_fresh("multirate", m.solver.multirate, &M::integrator, &M::step, &M::velocity);
  using C = CosimulationSpec;
  expect_fresh("cosimulation", m.solver.cosimulation, &C::variables, &C::input, &C::order,
               &C::mechanism_order, &C::scheme, &C::oil_integrator, &C::oil_step,
               &C::mechanism_step, &C::correction, &C::energy_feedback, &C::residual_power,
               &C::threads, &C::tolerance, &C::sweeps);
  using O = OperatingPointSpec;
  expect_fresh("linearize", m.linearize, &O::at, &O::state, &O::equilibrium, &O::freeze);
}

TEST(Defaults, OfTrainingAndSurrogate) {
  const auto m = machine(kOil +
                         "signals: {u: {input: 0}}\n"
                         "training: {inputs: {u: {}}, outputs: [v.p], tune: [{}]}\n"
                         "surrogate: {file: nowhere.yaml, actuator: physical}\n");
  using T = TrainingSpec;
  expect_fresh("training", *m.training, &T::reads, &T::duration, &T::sample_time, &T::turn,
               &T::seed, &T::csv);
  expect_fresh("training input", m.training->inputs[0], &T::Input::hold, &T::Input::turns);
  using P = TrainingPlan;
  expect_fresh("plan", m.training->plan, &P::hidden, &P::activation, &P::seed, &P::samples,
               &P::epochs, &P::patience, &P::regularise);
  using D = NarxDelays;
  expect_fresh("delays", m.training->plan.delays, &D::input_first, &D::input_last, &D::outputs,
               &D::errors);
  using S = TuneStage;
  expect_fresh("tune", m.training->plan.tune[0], &S::horizon, &S::runs, &S::epochs);
  expect_fresh("surrogate", *m.surrogate, &SurrogateSpec::outside);
}

// Parts and force elements have no struct: their PartInfo and ForceInfo say it.
TEST(Defaults, OfPartsAreThoseOfTheCatalogue) {
  std::string nodes = "fluid: {preset: hlp46}\nvolumes:\n";
  for (int k = 0; k < 9; ++k) nodes += "  v" + std::to_string(k) + ": {volume: 1 l}\n";
  nodes += "shafts:\n";
  for (int k = 0; k < 9; ++k) nodes += "  h" + std::to_string(k) + ": {inertia: 1 kg m2}\n";
  for (const PartInfo* info : components()) {
    std::string text = "  x: {type: " + info->type;
    for (std::size_t k = 0; k < info->ports.size(); ++k)
      if (const PortInfo& port = info->ports[k]; !port.optional)
        text += ", " + port.name + (port.kind == PortInfo::Kind::shaft ? ": h" : ": v") +
                std::to_string(k);
    if (info->drives != Drives::nothing) text += ", joint: j";
    for (const ParameterInfo& p : info->parameters)
      if (std::isnan(p.fallback))
        text += ", " + p.name + ": 0.5" + (p.unit == "1" ? "" : " " + p.unit);
    for (const InputInfo& input : info->inputs)
      if (std::isnan(input.fallback))
        text += ", " + input.name + ": 0.5" + (input.unit == "1" ? "" : " " + input.unit);
    const auto m = machine(nodes + "components:\n" + text + "}\n");
    const ComponentSpec& part = m.components[0];
    for (std::size_t k = 0; k < info->parameters.size(); ++k) {
      const ParameterInfo& p = info->parameters[k];
      if (std::isnan(p.fallback)) continue;
      EXPECT_EQ(part.parameters[k], p.fallback) << info->type << " " << p.name;
      if (p.fallback_text.empty() || !p.choices.empty()) continue;
      EXPECT_DOUBLE_EQ(parse_as(p.fallback_text, p.unit), p.fallback)
          << info->type << " " << p.name;
    }
    for (std::size_t k = 0; k < info->states.size(); ++k)
      EXPECT_EQ(part.starts[k], std::nullopt) << info->type;  // the catalogue's, or at rest
    for (std::size_t k = 0; k < info->inputs.size(); ++k) {
      if (std::isnan(info->inputs[k].fallback)) continue;
      EXPECT_EQ(part.inputs[k].value, info->inputs[k].fallback) << info->type;
    }
  }
}

// A default written out in a table would be a second one.
TEST(Defaults, AreNotRepeatedInTheTables) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(BRAMAH_SOURCE_DIR) + "/src/model_file")) {
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    EXPECT_EQ(text.str().find(".fallback = \""), std::string::npos) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 50);
}

// What is told can be written: a default is a value of its key, and a choice one of its words.
TEST(Defaults, AreToldAsTheyAreWritten) {
  int told = 0;
  for (const TableInfo* table : all_tables())
    for (const KeyInfo& key : table->keys) {
      if (key.fallback.empty()) continue;
      ++told;
      const std::string where = table->name + " " + key.name;
      if (key.kind == KeyKind::choice) {
        EXPECT_EQ(std::count(key.choices.begin(), key.choices.end(), key.fallback), 1) << where;
      }
      if (key.kind == KeyKind::quantity && !key.unit.empty()) {
        EXPECT_NO_THROW((void)parse_as(key.fallback, key.unit)) << where;
      }
    }
  EXPECT_GT(told, 80);
}

}  // namespace
}  // namespace bramah
