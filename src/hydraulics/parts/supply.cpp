#include "hydraulics/part_family.h"
#include "hydraulics/parts/pump.h"
#include "hydraulics/parts/pump_parameters.h"

namespace bramah {
namespace {

using namespace catalogue_text;
using Parameters = std::span<const double>;

const std::string kPump =
    R"(<circle cx="40" cy="30" r="20"/><path fill="currentColor" d="M40 10L34 20H46Z"/>)"
    R"(<path d="M40 10V0M40 50V60"/>)";
const std::string kPressureLine = R"(<path stroke-dasharray="4 3" d="M40 4H80V30H64"/>)";
const std::string kSensingLine = R"(<path stroke-dasharray="4 3" d="M95 30H64"/>)";
const std::string kShaftLines = R"(<path d="M20 27H5M20 33H5"/>)";

const PartInfo& ideal_pump() {
  static const PartInfo info{
      .type = "ideal_pump",
      .title = "Ideal pump",
      .doc =
          "A flow that is what the signal says, whatever the pressures are. Protect it with a "
          "relief valve.",
      .equation =
          "Q = flow; where the oil has a vapour pressure, it falls to zero over the last "
          "0.2 bar above it at T",
      .source = "standard",
      .ports = {{"T", "where the oil comes from", true}, {"P", "delivery"}},
      .parameters = {},
      .inputs = {{"flow", "m3/s", "flow from T to P", kRequired, "1 ... 500 l/min"}},
      .symbol = drawn(kPump),
      .diagram = pump_diagram(),
      .example = R"(bramah: 1
name: Ideal pump
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
volumes:
  line: {volume: 1 l, start: 1 bar}
orifices:
  load: {from: line, to: tank, area: 5 mm2, discharge: 0.6}
components:
  pump: {type: ideal_pump, T: tank, P: line, flow: 20 l/min}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make = [](Parameters, const Fluid& oil) { return part_of(IdealPump{suction_of(oil)}); },
      .supplies = true,
      .spent = Spent::pumps};
  return info;
}

const PartInfo& pressure_compensated_pump() {
  static const PartInfo info{
      .type = "pressure_compensated_pump",
      .title = "Pressure-compensated pump",
      .doc =
          "A variable pump at constant speed that gives up flow as its pressure nears the "
          "setting, with a first-order lag; between no flow and its largest.",
      .equation =
          "τ·Q' = k (p_ref − p_P) − Q,   0 ≤ Q ≤ Q_max\n"
          "delivered: Q, falling to zero over the last 0.2 bar above a vapour pressure at T",
      .source = "[Malysheva2021, Eq. 2.51]; the limits are added",
      .ports = {{"T", "where the oil comes from", true}, {"P", "delivery"}},
      .parameters = {needed("gain", "m3/s/Pa",
                            "flow per pressure below the setting: Q_max over "
                            "the drop from no flow to full flow",
                            "1e-9 ... 1e-8 m3/s/Pa"),
                     needed("lag", "s", "time constant of the swash plate", "20 ... 200 ms"),
                     needed("flow", "m3/s", "largest flow", "20 ... 300 l/min")},
      .inputs = {{"setting", "Pa", "pressure at which the flow is zero", kRequired,
                  "50 ... 350 bar"}},
      .states = {{"flow", "m3/s", "flow from T to P", 0.0, "start_flow"}},
      .symbol = drawn(kPump + kSwing + kPressureLine),
      .diagram = pump_diagram(),
      .example = R"(bramah: 1
name: Pressure-compensated pump
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
volumes:
  line: {volume: 1 l, start: 100 bar}
orifices:
  load: {from: line, to: tank, area: 3 mm2, discharge: 0.6}
components:
  pump:
    {type: pressure_compensated_pump, T: tank, P: line, setting: 200 bar, gain: 1e-9 m3/s/Pa,
     lag: 50 ms, flow: 60 l/min}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& oil) {
            return part_of(PressureCompensatedPump{p[0], p[1], p[2], suction_of(oil)});
          },
      .supplies = true,
      .spent = Spent::pumps};
  return info;
}

const std::string kSensingText =
    "Q = ε·D·ω − k_l·Δp,   Δp = p_P − p_S\n"
    "τ·ε' = min(S(½ + (p_set − p_P)/band), M_max/(D·Δp)) − ε,   0 ≤ ε ≤ 1\n"
    "p_set = min(p_LS + margin, cutoff),   S(t) = 3t² − 2t³ from 0 to 1\n"
    "M = ε·D·Δp + c·ω + (M_c + share·D|Δp|)·tanh(ω/ω_0)\n"
    "where the oil has a vapour pressure, flow and torque of displacement "
    "fall to zero over the last 0.2 bar above it at the inlet";

std::vector<ParameterInfo> sensing_parameters(bool shaft) {
  std::vector<ParameterInfo> all = {
      displacement_parameter(),
      needed("margin", "Pa", "pressure held above that at LS", "14 ... 30 bar"),
      needed("cutoff", "Pa", "pressure that it does not exceed", "200 ... 350 bar"),
      needed("lag", "s", "time constant of the swash plate", "20 ... 200 ms"),
      usual("band", "Pa", 2e5, "2 bar", "change of pressure from full flow to none", "1 ... 10 bar",
            Bound::positive),
      usual("torque_limit", "N m", 0.0, "0 N m", "torque beyond which it swings back; 0: no limit",
            "50 ... 1000 N m"),
      leakage_parameter("leakage", "leakage per pressure from P to S")};
  if (!shaft)
    all.insert(all.begin() + 1, needed("speed", "rad/s", "constant speed", "1000 ... 3000 rpm"));
  return with_loss(std::move(all));
}

std::vector<PortInfo> sensing_ports(bool shaft) {
  std::vector<PortInfo> all = {
      {"S", "suction"},
      {"P", "delivery"},
      {"LS", "highest load pressure, felt only; without it: standby", true}};
  if (shaft) all.push_back(shaft_port("the shaft that turns it"));
  return all;
}

// p as in sensing_parameters() without the speed.
template <bool kShaft>
LoadSensingPump<kShaft> sensing_pump(double displacement, double speed, Parameters p,
                                     const Fluid& oil) {
  LoadSensingPump<kShaft> pump{};
  pump.displacement = displacement, pump.speed = speed;
  pump.margin = p[0], pump.cutoff = p[1], pump.lag = p[2], pump.band = p[3];
  pump.torque_limit = p[4], pump.leakage = p[5], pump.loss = loss_from(p.subspan(6));
  pump.suction = suction_of(oil);
  return pump;
}

const StateInfo kSwash{"swash", "1", "share of the displacement in use", 0.0, "start_swash"};

const PartInfo& load_sensing_pump() {
  static const PartInfo info{
      .type = "load_sensing_pump",
      .title = "Load-sensing pump",
      .doc =
          "A variable pump at constant speed that keeps its pressure a margin above the load's, "
          "with pressure cut-off and torque limit.",
      .equation = kSensingText,
      .source = "standard",
      .ports = sensing_ports(false),
      .parameters = sensing_parameters(false),
      .states = {kSwash},
      .symbol = drawn(kPump + kSwing + kSensingLine),
      .diagram = pump_diagram(),
      .example = R"(bramah: 1
name: Load-sensing pump
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
volumes:
  line: {volume: 1 l, start: 20 bar}
  load: {volume: 1 l, start: 20 bar}
orifices:
  valve: {from: line, to: load, area: 10 mm2, discharge: 0.6}
  work: {from: load, to: tank, area: 3 mm2, discharge: 0.6}
components:
  pump:
    {type: load_sensing_pump, S: tank, P: line, LS: load, displacement: 45 cm3/rev, speed: 1500 rpm,
     margin: 20 bar, cutoff: 250 bar, lag: 50 ms, torque_limit: 150 N m}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& oil) {
            return part_of(sensing_pump<false>(p[0], p[1], p.subspan(2), oil));
          },
      .supplies = true,
      .spent = Spent::pumps};
  return info;
}

const PartInfo& driven_load_sensing_pump() {
  static const PartInfo info{
      .type = "driven_load_sensing_pump",
      .title = "Load-sensing pump on a shaft",
      .doc =
          "The load-sensing pump on a shaft: it slows its engine down, and gives less oil when "
          "the engine turns slower.",
      .equation = kSensingText,
      .source = "standard",
      .ports = sensing_ports(true),
      .parameters = sensing_parameters(true),
      .states = {kSwash},
      .symbol = drawn(kPump + kSwing + kSensingLine + kShaftLines),
      .diagram = pump_diagram({"shaft", 5, 30, Anchor::Towards::left}),
      .example = R"(bramah: 1
name: Load-sensing pump on an engine
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
volumes:
  line: {volume: 1 l, start: 20 bar}
  load: {volume: 1 l, start: 20 bar}
shafts:
  engine: {inertia: 0.5 kg m2, start: 1500 rpm}
orifices:
  valve: {from: line, to: load, area: 10 mm2, discharge: 0.6}
  work: {from: load, to: tank, area: 3 mm2, discharge: 0.6}
components:
  diesel: {type: prime_mover, shaft: engine, speed: 1500 rpm, torque: 300 N m, droop: 80 rpm}
  pump:
    {type: driven_load_sensing_pump, S: tank, P: line, LS: load, shaft: engine,
     displacement: 45 cm3/rev, margin: 20 bar, cutoff: 250 bar, lag: 50 ms}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& oil) {
            return part_of(sensing_pump<true>(p[0], 0.0, p.subspan(1), oil));
          },
      .spent = Spent::pumps};
  return info;
}

}  // namespace

PartFamily supply_family() {
  return {100,
          {&ideal_pump(), &pressure_compensated_pump(), &load_sensing_pump(),
           &driven_load_sensing_pump()}};
}

}  // namespace bramah
