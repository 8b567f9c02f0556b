#include "hydraulics/parts/check_valves.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/valve_parameters.h"

namespace bramah {
namespace {

using Parameters = std::span<const double>;

const PartInfo& check_valve() {
  static const PartInfo info{
      .type = "check_valve",
      .title = "Check valve",
      .doc =
          "Lets oil from A to B and holds it back from B to A. The poppet opens from the "
          "cracking pressure to a range above it.",
      .equation =
          "Q = C·x·f(p_A − p_B)\n"
          "x = step((p_A − p_B − cracking)/range), step(t) = 3t² − 2t³ between 0 and 1\n"
          "C = flow/f(drop)",
      .source = "standard",
      .ports = {{"A", "inlet"}, {"B", "outlet"}},
      .parameters = {flow_parameter(), drop_parameter(),
                     pressure_parameter("cracking", 5e4, "0.5 bar",
                                        "drop at which the poppet leaves its seat", "0 ... 5 bar",
                                        Bound::not_negative),
                     pressure_parameter("range", 1e5, "1 bar", "from cracking to fully open",
                                        "0.2 ... 5 bar"),
                     transition_parameter()},
      .symbol = symbol(R"(<path d="M5 30H40M60 16L40 30L60 44M60 30H95"/>)"
                       R"(<circle cx="52" cy="30" r="8"/>)"),
      .diagram = {.role = DiagramInfo::Role::check, .anchors = through("A", "B")},
      .example = R"(bramah: 1
name: Check valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 20 l/min, into: line}
volumes:
  line: {volume: 1 l, start: 10 bar}
  load: {volume: 1 l, start: 50 bar}
components:
  hold: {type: check_valve, A: line, B: load, flow: 40 l/min, drop: 3 bar, cracking: 0.5 bar}
  relief: {type: relief_valve, P: load, T: tank, cracking: 180 bar, flow: 40 l/min}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(CheckValve{p[2], p[3], Passage::nominal(p[0], p[1], p[4])});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& pilot_check_valve() {
  static const PartInfo info{
      .type = "pilot_check_valve",
      .title = "Pilot-operated check valve",
      .doc =
          "A check valve from A to B that a pressure at X opens for flow from B to A: it holds a "
          "load without leakage until the other side is fed. The pilot piston is drained to A.",
      .equation =
          "Q = C·x·f(p_A − p_B)\n"
          "x = step((p_A − p_B + R·max(p_X − p_A, 0) − cracking)/range)\n"
          "C = flow/f(drop)",
      .source = "standard",
      .ports = {{"A", "inlet, and drain of the pilot piston"},
                {"B", "outlet, the side that is held"},
                {"X", "pilot; takes no oil", true}},
      .parameters = {flow_parameter(),
                     drop_parameter(),
                     {"ratio",
                      "1",
                      4.0,
                      "R, area of the pilot piston over that of the seat",
                      "3 ... 12",
                      Bound::positive,
                      {},
                      "4"},
                     pressure_parameter("cracking", 1e5, "1 bar",
                                        "drop at which the poppet leaves its seat",
                                        "0.5 ... 10 bar", Bound::not_negative),
                     pressure_parameter("range", 2e5, "2 bar", "from cracking to fully open",
                                        "0.5 ... 20 bar"),
                     transition_parameter()},
      .symbol = symbol(R"(<path d="M5 30H40M60 16L40 30L60 44M60 30H95"/>)"
                       R"(<circle cx="52" cy="30" r="8"/>)"
                       R"(<path stroke-dasharray="4 3" d="M40 58V30"/>)"),
      .diagram = {.role = DiagramInfo::Role::check,
                  .anchors = through("A", "B", 30, {pilot("X", 40, 58, Anchor::Towards::down)})},
      .example = R"(bramah: 1
name: Pilot-operated check valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pilot: {pressure: pilot_pressure}
volumes:
  load: {volume: 1 l, start: 100 bar}
components:
  hold: {type: pilot_check_valve, A: tank, B: load, X: pilot, flow: 40 l/min, drop: 5 bar, ratio: 4}
signals:
  pilot_pressure: {steps: [[0 s, 1 bar], [0.2 s, 60 bar]]}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(PilotCheckValve{p[3], p[4], p[2], Passage::nominal(p[0], p[1], p[5])});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& shuttle_valve() {
  static const PartInfo info{
      .type = "shuttle_valve",
      .title = "Shuttle valve",
      .doc =
          "Connects the higher of A and B to C; the ball shuts the other. Gathers the load "
          "pressures of a load-sensing machine.",
      .equation =
          "Q_AC = C·w·f(p_A − p_C), Q_BC = C·(1 − w)·f(p_B − p_C)\n"
          "w = step((p_A − p_B)/(2·range) + 1/2), C = flow/f(drop)",
      .source = "standard",
      .ports = {{"A", "first inlet"}, {"B", "second inlet"}, {"C", "outlet"}},
      .parameters = {flow_parameter(), drop_parameter(),
                     pressure_parameter("range", 5e4, "0.5 bar",
                                        "difference of A and B that moves the ball over",
                                        "0.1 ... 10 bar"),
                     transition_parameter()},
      .symbol =
          symbol(R"(<rect x="20" y="18" width="60" height="24"/><circle cx="32" cy="30" r="8"/>)"
                 R"(<path d="M5 30H20M80 30H95M50 18V3M26 18L20 30L26 42M74 18L80 30L74 42"/>)"),
      .diagram = {.role = DiagramInfo::Role::shuttle,
                  .anchors = through("A", "B", 30, {{"C", 50, 3, Anchor::Towards::up}})},
      .example = R"(bramah: 1
name: Shuttle valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  left: {pressure: left_pressure}
  right: {pressure: 60 bar}
volumes:
  sense: {volume: 0.05 l, start: 60 bar}
components:
  shuttle: {type: shuttle_valve, A: left, B: right, C: sense, flow: 5 l/min, drop: 5 bar}
signals:
  left_pressure: {ramps: [[0 s, 20 bar], [0.3 s, 100 bar]]}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(ShuttleValve{p[2], Passage::nominal(p[0], p[1], p[3])});
          },
      .spent = Spent::valves};
  return info;
}

}  // namespace

PartFamily check_valves_family() {
  return {60, {&check_valve(), &pilot_check_valve(), &shuttle_valve()}};
}

}  // namespace bramah
