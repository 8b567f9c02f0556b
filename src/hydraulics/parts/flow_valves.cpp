#include "hydraulics/parts/flow_valves.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/valve_parameters.h"

namespace bramah {
namespace {

using Parameters = std::span<const double>;

std::string throttle_lines() {
  return R"(<path d="M5 30H95M36 16Q50 28 64 16M36 44Q50 32 64 44"/>)";
}
std::string adjustable() { return R"(<path d="M34 54L66 6L64 15M66 6L58 10"/>)"; }

const PartInfo& throttle() {
  static const PartInfo info{
      .type = "throttle",
      .title = "Throttle",
      .doc = "An adjustable orifice: its opening, 0 to 1, is an input. Works both ways.",
      .equation = "Q = C·opening·f(p_A − p_B), 0 ≤ opening ≤ 1\nC = flow/f(drop)",
      .source = "[Jaiswal2021, Eq. 24]",
      .ports = {{"A", "one side"}, {"B", "other side"}},
      .parameters = {flow_parameter("flow at opening 1 and drop"), drop_parameter(),
                     law_parameter(3, "smooth"), transition_parameter()},
      .inputs = {{"opening", "1", "0: shut, 1: fully open", 1.0}},
      .symbol = symbol(throttle_lines() + adjustable()),
      .diagram = {.anchors = through("A", "B")},
      .example = R"(bramah: 1
name: Throttle
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 20 l/min, into: line}
volumes:
  line: {volume: 1 l, start: 5 bar}
components:
  load: {type: throttle, A: line, B: tank, flow: 20 l/min, drop: 10 bar, opening: load_opening}
signals:
  load_opening: {ramps: [[0 s, 1], [0.5 s, 0.4]]}
solver: {step: 1 ms, until: 1 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const auto law = static_cast<OrificeLaw>(static_cast<int>(p[2]));
            return part_of(Throttle{Passage::nominal(p[0], p[1], p[3], law)});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& throttle_check_valve() {
  static const PartInfo info{
      .type = "throttle_check_valve",
      .title = "Throttle check valve",
      .doc =
          "Lets oil freely from A to B and throttles it from B to A: meters the flow of an "
          "actuator in one direction.",
      .equation =
          "Q = C·opening·f(p_A − p_B) + C_c·step((p_A − p_B − cracking)/range)·f(p_A − p_B)\n"
          "C = flow/f(drop), C_c = check_flow/f(check_drop)",
      .source = "standard",
      .ports = {{"A", "free inlet"}, {"B", "free outlet, throttled inlet"}},
      .parameters = {flow_parameter("flow through the throttle at opening 1 and drop"),
                     drop_parameter("pressure drop at which the throttle passes flow"),
                     {"check_flow",
                      "m3/s",
                      kRequired,
                      "flow through the fully open check valve at check_drop",
                      "20 ... 300 l/min",
                      Bound::positive,
                      {},
                      {}},
                     pressure_parameter("check_drop", 3e5, "3 bar",
                                        "pressure drop at which the check valve passes check_flow",
                                        "1 ... 10 bar"),
                     pressure_parameter("cracking", 5e4, "0.5 bar",
                                        "drop at which the check valve opens", "0 ... 5 bar",
                                        Bound::not_negative),
                     pressure_parameter("range", 1e5, "1 bar",
                                        "of the check valve, from cracking to fully open",
                                        "0.2 ... 5 bar"),
                     transition_parameter()},
      .inputs = {{"opening", "1", "of the throttle, 0: shut, 1: fully open", 1.0}},
      .symbol = symbol(R"(<path d="M5 40H95M38 30Q50 38 62 30M38 50Q50 42 62 50M36 58L64 24"/>)"
                       R"(<path d="M20 40V12H42M56 4L42 12L56 20M58 12H80V40"/>)"
                       R"(<circle cx="51" cy="12" r="5"/>)"),
      .diagram = {.role = DiagramInfo::Role::check, .anchors = through("A", "B", 40)},
      .example = R"(bramah: 1
name: Throttle check valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  supply: {pressure: supply_pressure}
volumes:
  actuator: {volume: 1 l, start: 10 bar}
components:
  meter:
    type: throttle_check_valve
    A: supply
    B: actuator
    flow: 5 l/min
    drop: 20 bar
    check_flow: 60 l/min
    check_drop: 3 bar
    opening: 0.5
signals:
  supply_pressure: {steps: [[0 s, 100 bar], [0.5 s, 10 bar]]}
solver: {step: 1 ms, until: 2 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(ThrottleCheckValve{Passage::nominal(p[0], p[1], p[6]), p[4], p[5],
                                              Passage::nominal(p[2], p[3], p[6])});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& flow_control_valve() {
  static const PartInfo info{
      .type = "flow_control_valve",
      .title = "Flow control valve",
      .doc =
          "Two-way, pressure-compensated: holds the flow asked for, whatever the load, as long as "
          "the drop is above the regulating drop. No dynamics; see compensator_semi_empirical "
          "with control_throttle for those.",
      .equation =
          "Q = flow·f(m(Δp))/f(¾ regulating), Δp = p_P − p_A\n"
          "m = Δp below ½ regulating, ¾ regulating above regulating, a parabola between",
      .source = "standard",
      .ports = {{"P", "inlet"}, {"A", "outlet"}},
      .parameters = {pressure_parameter("regulating", 8e5, "8 bar",
                                        "drop from which the flow is held", "5 ... 20 bar"),
                     transition_parameter()},
      .inputs = {{"flow", "m3/s", "flow asked for"}},
      .symbol = symbol(R"(<rect x="20" y="8" width="60" height="44"/>)" + throttle_lines() +
                       R"(<path d="M34 54L66 6M70 40V22L66 27M70 22L74 27"/>)"),
      .diagram = {.anchors = through("P", "A")},
      .example = R"(bramah: 1
name: Flow control valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  pump: {pressure: 150 bar}
  tank: {pressure: 1 bar}
volumes:
  load: {volume: 0.5 l, start: 20 bar}
components:
  speed: {type: flow_control_valve, P: pump, A: load, flow: 12 l/min, regulating: 8 bar}
  work: {type: throttle, A: load, B: tank, flow: 12 l/min, drop: 60 bar, opening: work_opening}
signals:
  work_opening: {ramps: [[0 s, 1], [0.5 s, 0.8]]}
solver: {step: 1 ms, until: 1 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(FlowControlValve{p[0], p[1]});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& control_throttle() {
  static const PartInfo info{
      .type = "control_throttle",
      .title = "Control throttle",
      .doc =
          "The solenoid-driven throttle of a proportional flow control valve, with the dynamics "
          "of its coil and spool. Behind a compensator_semi_empirical it makes a two-way flow "
          "control valve.",
      .equation =
          "kt'' = (signal − C9)·C6·C7² − 2·C8·C7·kt' − C7²·kt\n"
          "Q = max(kt, k_min)·f(p_A − p_B)",
      .source = "[Malysheva2021, Eqs. 2.25, 2.27, Table 2.2]; k_min is not printed there",
      .ports = {{"A", "inlet"}, {"B", "outlet"}},
      .parameters =
          {{"C6",
            "m3/s/V/Pa^0.5",
            5.26e-7,
            "flow coefficient per volt",
            "1e-8 ... 1e-5",
            Bound::positive,
            {},
            "5.26e-7 m3/s/V/Pa^0.5"},
           {"C7",
            "rad/s",
            200.0,
            "natural frequency",
            "50 ... 600 rad/s",
            Bound::positive,
            {},
            "200 rad/s"},
           {"C8", "1", 0.45, "damping ratio", "0.3 ... 1", Bound::not_negative, {}, "0.45"},
           {"C9",
            "V",
            1.2,
            "signal at which it begins to open",
            "0 ... 3 V",
            Bound::any,
            {},
            "1.2 V"},
           {"k_min",
            "m3/s/Pa^0.5",
            1e-8,
            "flow coefficient when shut",
            "1e-12 ... 1e-8",
            Bound::not_negative,
            {},
            "1e-8 m3/s/Pa^0.5"},
           law_parameter(2, "two_regime"),
           transition_parameter(1e4, "0.1 bar")},
      .inputs = {{"signal", "V", "U_e"}},
      .states = {{"kt", "m3/s/Pa^0.5", "flow coefficient", 1e-8, "start_kt"},
                 {"kt_rate", "m3/s2/Pa^0.5", "its rate", 0.0, ""}},
      .symbol = symbol(throttle_lines() + adjustable() +
                       R"(<rect x="70" y="-1" width="22" height="12"/><path d="M76 11L86 -1"/>)"),
      .diagram = {.anchors = through("A", "B")},
      .example = R"(bramah: 1
name: Control throttle
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  pump: {pressure: 50 bar}
  tank: {pressure: 0 bar}
volumes:
  load: {volume: 1 l, start: 0 bar}
orifices:
  outlet: {from: load, to: tank, area: 10 mm2, discharge: 0.7}
components:
  valve: {type: control_throttle, A: pump, B: load, signal: command}
signals:
  command: {steps: [[0 s, 0 V], [0.1 s, 3 V], [0.5 s, 1 V]]}
solver: {step: 1 ms, until: 1 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const auto law = static_cast<OrificeLaw>(static_cast<int>(p[5]));
            return part_of(ControlThrottle{p[0], p[1], p[2], p[3], p[4], {1.0, p[6], law}});
          },
      .spent = Spent::valves};
  return info;
}

}  // namespace

PartFamily flow_valves_family() {
  return {80, {&throttle(), &throttle_check_valve(), &flow_control_valve(), &control_throttle()}};
}

}  // namespace bramah
