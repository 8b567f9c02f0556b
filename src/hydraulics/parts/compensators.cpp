#include "hydraulics/parts/compensators.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/valve_parameters.h"

namespace bramah {
namespace {

using Parameters = std::span<const double>;

std::string spool_box() {
  return R"(<rect x="35" y="15" width="30" height="30"/><path d="M5 30H35M65 30H95"/>)"
         R"(<path d="M35 30H60L54 26M60 30L54 34M65 20L69 14L73 26L77 14L81 26"/>)";
}

PortInfo load_port() { return {"LS", "load pressure; felt only"}; }
PortInfo second_load_port() {
  return {"LS2", "second load pressure: the higher of the two counts", true};
}

const PartInfo& compensator() {
  static const PartInfo info{
      .type = "compensator",
      .title = "Pressure compensator",
      .doc =
          "Sits before a metering edge and keeps the drop over it, p_A − p_LS, at its margin, so "
          "that the flow follows the opening alone.",
      .equation =
          "Q = C·x·f(p_P − p_A), no oil flows back\n"
          "lag·x' = 1 − step((p_A − p_LS − margin)/range + ½) − x, or x = 1 − step(…) "
          "without lag\n"
          "p_LS = max(LS, LS2), C = flow/f(drop)",
      .source = "standard",
      .ports = {{"P", "supply"}, {"A", "to the metering edge"}, load_port(), second_load_port()},
      .parameters = {pressure_parameter("margin", 7e5, "7 bar", "drop to be kept", "4 ... 20 bar"),
                     flow_parameter(), drop_parameter(),
                     pressure_parameter("range", 3e5, "3 bar",
                                        "around the margin, from fully open to shut",
                                        "1 ... 10 bar"),
                     lag_parameter("spool"), transition_parameter()},
      .states = {opening_state("spool", 1.0)},
      .symbol =
          symbol(spool_box() + R"(<path stroke-dasharray="4 3" d="M82 30V52H50V45M65 40H75V58"/>)"),
      .diagram = compensator_diagram(),
      .example = R"(bramah: 1
name: Pressure compensator
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  pump: {pressure: 200 bar}
  tank: {pressure: 1 bar}
volumes:
  inlet: {volume: 0.05 l, start: 30 bar}
  load: {volume: 1 l, start: 20 bar}
components:
  keep: {type: compensator, P: pump, A: inlet, LS: load, margin: 7 bar, flow: 60 l/min, drop: 5 bar, lag: 5 ms}
  meter: {type: throttle, A: inlet, B: load, flow: 20 l/min, drop: 7 bar}
  work: {type: throttle, A: load, B: tank, flow: 20 l/min, drop: 80 bar, opening: work_opening}
signals:
  work_opening: {ramps: [[0 s, 1], [0.5 s, 0.8]]}
solver: {step: 1 ms, until: 1 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const Passage passage = Passage::nominal(p[1], p[2], p[5]);
            if (p[4] > 0.0) return part_of(Compensator<true>{p[0], p[3], passage, {p[4]}});
            return part_of(Compensator<false>{p[0], p[3], passage, {}});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& post_compensator() {
  static const PartInfo info{
      .type = "post_compensator",
      .title = "Pressure compensator after the metering edge",
      .doc =
          "Sits between a metering edge and its load and holds the pressure behind the edge at "
          "the machine's highest load pressure plus a spring: all functions share a pump that "
          "cannot follow in proportion to their openings.",
      .equation =
          "Q = C·x·f(p_A − p_B), no oil flows back\n"
          "lag·x' = step((p_A − p_LS − spring)/range) − x, or x = step(…) without lag\n"
          "p_LS = max(LS, LS2), C = flow/f(drop)",
      .source = "standard",
      .ports = {{"A", "from the metering edge"},
                {"B", "to the load"},
                load_port(),
                second_load_port()},
      .parameters = {pressure_parameter(
                         "spring", 2e5, "2 bar",
                         "pressure above the highest load at which it begins to open",
                         "1 ... 5 bar", Bound::not_negative),
                     flow_parameter(), drop_parameter(),
                     pressure_parameter("range", 3e5, "3 bar", "from spring to fully open",
                                        "1 ... 10 bar"),
                     lag_parameter("spool"), transition_parameter()},
      .states = {opening_state("spool")},
      .symbol =
          symbol(spool_box() + R"(<path stroke-dasharray="4 3" d="M20 30V52H50V45M75 14V2"/>)"),
      .diagram = {.anchors = through("A", "B", 30,
                                     {pilot("LS", 75, 2, Anchor::Towards::up),
                                      pilot("LS2", 88, 2, Anchor::Towards::up)})},
      .example = R"(bramah: 1
name: Pressure compensator after the metering edge
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  pump: {flow: 30 l/min, into: supply}
  light: {pressure: 40 bar}
  heavy: {pressure: 120 bar}
  tank: {pressure: 1 bar}
volumes:
  supply: {volume: 1 l, start: 130 bar}
  behind_light: {volume: 0.05 l, start: 125 bar}
  behind_heavy: {volume: 0.05 l, start: 125 bar}
components:
  meter_light: {type: throttle, A: supply, B: behind_light, flow: 20 l/min, drop: 10 bar}
  meter_heavy: {type: throttle, A: supply, B: behind_heavy, flow: 20 l/min, drop: 10 bar}
  share_light: {type: post_compensator, A: behind_light, B: light, LS: light, LS2: heavy, flow: 60 l/min, drop: 5 bar, lag: 5 ms}
  share_heavy: {type: post_compensator, A: behind_heavy, B: heavy, LS: light, LS2: heavy, flow: 60 l/min, drop: 5 bar, lag: 5 ms}
  relief: {type: relief_valve, P: supply, T: tank, cracking: 200 bar, flow: 60 l/min}
solver: {step: 1 ms, until: 1 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const Passage passage = Passage::nominal(p[1], p[2], p[5]);
            if (p[4] > 0.0) return part_of(PostCompensator<true>{p[0], p[3], passage, {p[4]}});
            return part_of(PostCompensator<false>{p[0], p[3], passage, {}});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& semi_empirical() {
  static const PartInfo info{
      .type = "compensator_semi_empirical",
      .title = "Pressure compensator, semi-empirical",
      .doc =
          "A compensator whose flow coefficient is a state with constants fitted to measurements; "
          "before a control_throttle it makes a two-way flow control valve, before a 4/3 valve a "
          "pressure-compensated proportional valve.",
      .equation =
          "K' = (C5 − p_A + p_LS − (C1 + C2·(p_P − p_A))·K)/C3, K_min ≤ K ≤ K_max\n"
          "Q = K·f(p_P − p_A), p_LS = max(LS, LS2)",
      .source =
          "[Malysheva2021, Eqs. 2.24, 2.26, 2.44-2.45, Table 2.2]; the limits of K are not "
          "printed there",
      .ports = {{"P", "supply"}, {"A", "to the metering edge"}, load_port(), second_load_port()},
      .parameters = {{"C1",
                      "Pa^1.5 s/m3",
                      4.65e7,
                      "spring: pressure per flow coefficient",
                      "1e6 ... 1e13",
                      Bound::any,
                      {},
                      "4.65e7 Pa^1.5 s/m3"},
                     {"C2",
                      "Pa^0.5 s/m3",
                      -1.79e4,
                      "flow force: pressure per drop and coefficient",
                      "-1e5 ... 1e5",
                      Bound::any,
                      {},
                      "-1.79e4 Pa^0.5 s/m3"},
                     {"C3",
                      "Pa^1.5 s2/m3",
                      4e11,
                      "damping: pressure per rate of the coefficient",
                      "1e9 ... 1e13",
                      Bound::positive,
                      {},
                      "4e11 Pa^1.5 s2/m3"},
                     {"C5",
                      "Pa",
                      10.2 * 1e5,  // as 10.2 bar is read, to the bit
                      "preload: drop to be kept",
                      "5 ... 20 bar",
                      Bound::positive,
                      {},
                      "10.2 bar"},
                     {"K_min",
                      "m3/s/Pa^0.5",
                      5e-11,
                      "flow coefficient when shut",
                      "1e-12 ... 1e-9",
                      Bound::not_negative,
                      {},
                      "5e-11 m3/s/Pa^0.5"},
                     {"K_max",
                      "m3/s/Pa^0.5",
                      1e-6,
                      "flow coefficient when fully open",
                      "1e-7 ... 1e-5",
                      Bound::positive,
                      {},
                      "1e-6 m3/s/Pa^0.5"},
                     law_parameter(2, "two_regime"),
                     transition_parameter(1e4, "0.1 bar")},
      .states = {{"K", "m3/s/Pa^0.5", "flow coefficient", 5e-11, "start_K"}},
      .symbol =
          symbol(spool_box() + R"(<path stroke-dasharray="4 3" d="M82 30V52H50V45M65 40H75V58"/>)"
                               R"(<path d="M38 42L62 18"/>)"),
      .diagram = compensator_diagram(),
      .example = R"(bramah: 1
name: Two-way flow control valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  pump: {pressure: 20 MPa}
  tank: {pressure: 0 Pa}
volumes:
  between: {volume: 1e-5 m3, start: 0 Pa}
  load: {volume: 1e-3 m3, start: 0 Pa}
orifices:
  outlet: {from: load, to: tank, coefficient: 1.135e-6 m3/s/Pa^0.5}
components:
  keep: {type: compensator_semi_empirical, P: pump, A: between, LS: load}
  meter: {type: control_throttle, A: between, B: load, signal: 6 V}
solver: {step: 0.1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const auto law = static_cast<OrificeLaw>(static_cast<int>(p[6]));
            return part_of(
                SemiEmpiricalCompensator{p[0], p[1], p[2], p[3], p[4], p[5], {1.0, p[7], law}});
          },
      .spent = Spent::valves};
  return info;
}

}  // namespace

PartFamily compensators_family() {
  return {90, {&compensator(), &post_compensator(), &semi_empirical()}};
}

}  // namespace bramah
