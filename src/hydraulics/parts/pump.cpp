#include "hydraulics/parts/pump.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/pump_parameters.h"

namespace bramah {
namespace {

using namespace catalogue_text;
using Parameters = std::span<const double>;

const std::string kCircle = R"(<circle cx="40" cy="30" r="20"/><path d="M60 27H90M60 33H90"/>)";
const std::string kPumping = R"(<path fill="currentColor" d="M40 10L34 20H46Z"/>)";
const std::string kMotoring = R"(<path fill="currentColor" d="M40 20L34 10H46Z"/>)";
const std::string kLines = R"(<path d="M40 10V0M40 50V60"/>)";

const std::string kLossText =
    "M_loss = c·ω + (M_c + share·D|Δp|)·tanh(ω/ω_0)\n"
    "where the oil has a vapour pressure, flow and torque of displacement "
    "fall to zero over the last 0.2 bar above it at the inlet";

std::vector<ParameterInfo> pump_parameters() {
  return with_loss(
      {displacement_parameter(), leakage_parameter("leakage", "leakage per pressure from P to S")});
}

std::vector<PortInfo> pump_ports() {
  return {{"S", "suction"}, {"P", "delivery"}, shaft_port("the shaft that turns it")};
}

const PartInfo& fixed_pump() {
  static const PartInfo info{
      .type = "fixed_pump",
      .title = "Fixed pump",
      .doc =
          "A gear, vane or piston pump of constant displacement on a shaft, with leakage and "
          "friction. Driven by its oil it runs as a motor.",
      .equation = "Q = D·ω − k_l·Δp,   Δp = p_P − p_S\nM = D·Δp + M_loss\n" + kLossText,
      .source = "standard",
      .ports = pump_ports(),
      .parameters = pump_parameters(),
      .symbol = drawn(kCircle + kPumping + kLines),
      .diagram = pump_diagram(),
      .example = R"(bramah: 1
name: Fixed pump
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
  engine: {speed: 1500 rpm}
volumes:
  line: {volume: 1 l, start: 1 bar}
orifices:
  load: {from: line, to: tank, area: 5 mm2, discharge: 0.6}
components:
  pump:
    {type: fixed_pump, S: tank, P: line, shaft: engine, displacement: 16 cm3/rev,
     leakage: 1e-12 m3/s/Pa, friction_share: 0.05}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& oil) {
            return part_of(Pump<false>{p[0], p[1], loss_from(p.subspan(2)), suction_of(oil)});
          },
      .spent = Spent::pumps};
  return info;
}

const PartInfo& variable_pump() {
  static const PartInfo info{
      .type = "variable_pump",
      .title = "Variable pump",
      .doc =
          "A piston pump whose swash plate is set by a signal, −1 to 1; past zero it delivers "
          "to the other side, as in a closed-circuit drive.",
      .equation = "Q = ε·D·ω − k_l·Δp,   Δp = p_P − p_S\nM = ε·D·Δp + M_loss\n" + kLossText,
      .source = "standard",
      .ports = pump_ports(),
      .parameters = pump_parameters(),
      .inputs = {{"swash", "1", "share of the displacement in use, −1 to 1"}},
      .symbol = drawn(kCircle + kPumping + kLines + kSwing),
      .diagram = pump_diagram(),
      .example = R"(bramah: 1
name: Closed-circuit drive
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
  engine: {speed: 1500 rpm}
volumes:
  forward: {volume: 0.5 l, start: 60 bar}
  back: {volume: 0.5 l, start: 60 bar}
shafts:
  wheel: {inertia: 0.05 kg m2, start: 0 rpm}
components:
  pump: {type: variable_pump, S: back, P: forward, shaft: engine, displacement: 28 cm3/rev, swash: pedal}
  motor: {type: motor, A: forward, B: back, D: tank, shaft: wheel, displacement: 56 cm3/rev}
  road: {type: shaft_load, shaft: wheel, viscous: 0.5 N m s/rad}
signals:
  pedal: {steps: [[0 s, 0], [0.1 s, 0.3]]}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& oil) {
            return part_of(Pump<true>{p[0], p[1], loss_from(p.subspan(2)), suction_of(oil)});
          },
      .spent = Spent::pumps};
  return info;
}

std::vector<ParameterInfo> motor_parameters() {
  return with_loss(
      {displacement_parameter(), leakage_parameter("leakage", "leakage per pressure from A to B"),
       leakage_parameter("case_leakage", "leakage per pressure from A and from B to D")});
}

std::vector<PortInfo> motor_ports() {
  return {{"A", "inlet when it turns forwards"},
          {"B", "outlet then"},
          {"D", "drain of the case; without it case leakage leaves the circuit", true},
          shaft_port("the shaft it turns")};
}

const PartInfo& motor() {
  static const PartInfo info{
      .type = "motor",
      .title = "Motor",
      .doc =
          "A hydraulic motor of constant displacement; it turns either way and pumps when its "
          "load drives it.",
      .equation = "Q = D·ω + k_l·Δp,   Δp = p_A − p_B\nM = D·Δp − M_loss\n" + kLossText +
                  "\nto the drain: k_D (p_A − p_D) + k_D (p_B − p_D)",
      .source = "standard",
      .ports = motor_ports(),
      .parameters = motor_parameters(),
      .symbol = drawn(kCircle + kMotoring + kLines),
      .diagram = motor_diagram(),
      .example = R"(bramah: 1
name: Motor
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 30 l/min, into: line}
volumes:
  line: {volume: 0.5 l, start: 20 bar}
shafts:
  drum: {inertia: 0.2 kg m2, start: 0 rpm}
components:
  motor:
    {type: motor, A: line, B: tank, D: tank, shaft: drum, displacement: 50 cm3/rev,
     leakage: 2e-12 m3/s/Pa, viscous: 0.1 N m s/rad}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& oil) {
            return part_of(
                Motor<false>{p[0], p[1], p[2], loss_from(p.subspan(3)), suction_of(oil)});
          },
      .spent = Spent::motors};
  return info;
}

const PartInfo& variable_motor() {
  static const PartInfo info{
      .type = "variable_motor",
      .title = "Variable motor",
      .doc = "A motor whose displacement is set by a signal: less displacement, more speed.",
      .equation = "Q = ε·D·ω + k_l·Δp,   Δp = p_A − p_B\nM = ε·D·Δp − M_loss\n" + kLossText +
                  "\nto the drain: k_D (p_A − p_D) + k_D (p_B − p_D)",
      .source = "standard",
      .ports = motor_ports(),
      .parameters = motor_parameters(),
      .inputs = {{"swash", "1", "share of the displacement in use, −1 to 1"}},
      .symbol = drawn(kCircle + kMotoring + kLines + kSwing),
      .diagram = motor_diagram(),
      .example = R"(bramah: 1
name: Variable motor
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 30 l/min, into: line}
volumes:
  line: {volume: 0.5 l, start: 20 bar}
shafts:
  wheel: {inertia: 0.2 kg m2, start: 0 rpm}
components:
  motor:
    {type: variable_motor, A: line, B: tank, D: tank, shaft: wheel, displacement: 50 cm3/rev,
     leakage: 2e-12 m3/s/Pa, swash: gear}
  road: {type: shaft_load, shaft: wheel, viscous: 0.2 N m s/rad}
signals:
  gear: {steps: [[0 s, 1], [0.25 s, 0.6]]}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& oil) {
            return part_of(Motor<true>{p[0], p[1], p[2], loss_from(p.subspan(3)), suction_of(oil)});
          },
      .spent = Spent::motors};
  return info;
}

}  // namespace

PartFamily pump_family() {
  return {110, {&fixed_pump(), &variable_pump(), &motor(), &variable_motor()}};
}

}  // namespace bramah
