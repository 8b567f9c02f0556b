#include "hydraulics/parts/pressure_valves.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/valve_parameters.h"

namespace bramah {
namespace {

using Parameters = std::span<const double>;

// An arrow through a box with a spring on top; the pilot line makes the difference.
std::string box() {
  return R"(<rect x="35" y="20" width="30" height="30"/>)"
         R"(<path d="M44 20L56 16L44 12L56 8L44 4"/>)";
}

const PartInfo& relief_valve() {
  static const PartInfo info{
      .type = "relief_valve",
      .title = "Relief valve",
      .doc =
          "Opens to tank when the pressure rises above its setting, and passes its rated flow at "
          "an override above that. With a lag the poppet is a state.",
      .equation =
          "Q = C·x·f(p_P − p_T)\n"
          "lag·x' = step((p_P − p_T − cracking)/override) − x, or x = step(…) without lag\n"
          "C = flow/f(cracking + override)",
      .source = "standard",
      .ports = {{"P", "pressure to be limited"}, {"T", "tank"}},
      .parameters = {pressure_parameter("cracking", kRequired, "",
                                        "drop at which it begins to open", "20 ... 400 bar"),
                     flow_parameter("rated flow, at cracking + override"),
                     pressure_parameter("override", 1.5e6, "15 bar",
                                        "rise of pressure from cracking to the rated flow",
                                        "5 ... 50 bar"),
                     lag_parameter("poppet"), transition_parameter()},
      .states = {opening_state("poppet")},
      .symbol = symbol(box() + R"(<path d="M5 42H35M65 42H95M35 42H60L54 38M60 42L54 46"/>)"
                               R"(<path stroke-dasharray="4 3" d="M20 42V58H50V50"/>)"),
      .diagram = {.role = DiagramInfo::Role::relief, .anchors = through("P", "T", 42)},
      .example = R"(bramah: 1
name: Relief valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 20 l/min, into: line}
volumes:
  line: {volume: 1 l, start: 50 bar}
components:
  relief: {type: relief_valve, P: line, T: tank, cracking: 180 bar, flow: 40 l/min, override: 20 bar}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const Passage passage = Passage::nominal(p[1], p[0] + p[2], p[4]);
            if (p[3] > 0.0) return part_of(ReliefValve<true>{p[0], p[2], passage, {p[3]}});
            return part_of(ReliefValve<false>{p[0], p[2], passage, {}});
          },
      .spent = Spent::relief};
  return info;
}

const PartInfo& sequence_valve() {
  static const PartInfo info{
      .type = "sequence_valve",
      .title = "Sequence valve",
      .doc =
          "Connects P to A once the pressure at P has passed the setting: a second actuator waits "
          "until the first has met its load. T is the drain of its spring chamber.",
      .equation =
          "Q = C·x·f(p_P − p_A), no oil flows back\n"
          "lag·x' = step((p_P − p_T − setting)/range) − x, or x = step(…) without lag\n"
          "C = flow/f(drop)",
      .source = "standard",
      .ports = {{"P", "inlet, the pressure that opens"},
                {"A", "outlet"},
                {"T", "drain, felt only; without it the setting is an absolute pressure", true}},
      .parameters = {pressure_parameter("setting", kRequired, "",
                                        "pressure at which it begins to open", "10 ... 315 bar"),
                     flow_parameter(), drop_parameter(),
                     pressure_parameter("range", 5e5, "5 bar", "from setting to fully open",
                                        "2 ... 30 bar"),
                     lag_parameter("spool"), transition_parameter()},
      .states = {opening_state("spool")},
      .symbol = symbol(box() + R"(<path d="M5 42H35M65 42H95M35 42H60L54 38M60 42L54 46"/>)"
                               R"(<path stroke-dasharray="4 3" d="M20 42V58H50V50M65 12H90V2"/>)"),
      .diagram = {.anchors = through("P", "A", 42, {{"T", 90, 2, Anchor::Towards::up}})},
      .example = R"(bramah: 1
name: Sequence valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 20 l/min, into: first}
volumes:
  first: {volume: 1 l, start: 10 bar}
  second: {volume: 1 l, start: 5 bar}
components:
  order: {type: sequence_valve, P: first, A: second, T: tank, setting: 80 bar, flow: 40 l/min, drop: 5 bar}
  relief: {type: relief_valve, P: second, T: tank, cracking: 120 bar, flow: 40 l/min}
solver: {step: 1 ms, until: 1 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const Passage passage = Passage::nominal(p[1], p[2], p[5]);
            if (p[4] > 0.0) return part_of(SequenceValve<true>{p[0], p[3], passage, {p[4]}});
            return part_of(SequenceValve<false>{p[0], p[3], passage, {}});
          },
      .spent = Spent::valves};
  return info;
}

const PartInfo& reducing_valve() {
  static const PartInfo info{
      .type = "pressure_reducing_valve",
      .title = "Pressure reducing valve",
      .doc =
          "Keeps the pressure at A at or below its setting, whatever the supply: it throttles P "
          "to A as A comes near the setting and relieves A to T above it.",
      .equation =
          "Q_PA = C·z⁺·f(p_P − p_A), Q_AT = C_T·z⁻·f(p_A − p_T), neither flows back\n"
          "e = p_A − p_T − setting\n"
          "lag·z' = 1 − step((e + range)/range) − step((e − gap)/range) − z, "
          "or z = 1 − … without lag\n"
          "C = flow/f(drop), C_T = relieving·C",
      .source = "standard",
      .ports = {{"P", "supply"},
                {"A", "reduced pressure"},
                {"T", "drain; without it the setting is an absolute pressure", true}},
      .parameters = {pressure_parameter("setting", kRequired, "",
                                        "pressure at A at which P is shut off", "10 ... 200 bar"),
                     flow_parameter(),
                     drop_parameter(),
                     pressure_parameter("range", 5e5, "5 bar",
                                        "below the setting, over which it shuts", "2 ... 20 bar"),
                     pressure_parameter("gap", 2e5, "2 bar",
                                        "above the setting, before A is relieved", "0 ... 10 bar",
                                        Bound::not_negative),
                     {"relieving",
                      "1",
                      1.0,
                      "coefficient from A to T over that from P to A; 0: a two-way valve",
                      "0 ... 1",
                      Bound::not_negative,
                      {},
                      "1"},
                     lag_parameter("spool"),
                     transition_parameter()},
      .states = {{"spool", "1", "1: P-A open, 0: shut, -1: A relieved to T; only with a lag", 1.0,
                  "start_opening"}},
      .symbol = symbol(box() + R"(<path d="M5 35H35M65 35H95M35 35H60L54 31M60 35L54 39"/>)"
                               R"(<path stroke-dasharray="4 3" d="M80 35V58H50V50M65 12H90V2"/>)"),
      .diagram = {.role = DiagramInfo::Role::compensator,
                  .anchors = through("P", "A", 35, {{"T", 90, 2, Anchor::Towards::up}})},
      .example = R"(bramah: 1
name: Pressure reducing valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {pressure: 200 bar}
volumes:
  pilot: {volume: 0.2 l, start: 1 bar}
orifices:
  consumer: {from: pilot, to: tank, area: 1 mm2, discharge: 0.7}
components:
  reducer: {type: pressure_reducing_valve, P: pump, A: pilot, T: tank, setting: 35 bar, flow: 20 l/min, drop: 10 bar}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            const Passage open = Passage::nominal(p[1], p[2], p[7]);
            Passage relieving = open;
            relieving.coefficient *= p[5];
            if (p[6] > 0.0)
              return part_of(ReducingValve<true>{p[0], p[3], p[4], open, relieving, {p[6]}});
            return part_of(ReducingValve<false>{p[0], p[3], p[4], open, relieving, {}});
          },
      .spent = Spent::valves};
  return info;
}

template <bool kLag>
std::unique_ptr<const Part> make_counterbalance(Parameters p) {
  CounterbalanceValve<kLag> valve;
  valve.setting = p[0];
  valve.ratio = p[1];
  valve.passage = valve.check = Passage::nominal(p[2], p[3], p[8]);
  valve.range = p[4];
  valve.vented = p[5] != 0.0;
  valve.check_cracking = p[6];
  valve.poppet.tau = p[7];
  return part_of(valve);
}

const PartInfo& counterbalance_valve() {
  static const PartInfo info{
      .type = "counterbalance_valve",
      .title = "Counterbalance valve",
      .doc =
          "Holds a load and lets it down under control: the load pressure at C and, R times "
          "stronger, the pilot X open it. Oil passes freely from V to C. The lag of its poppet "
          "decides whether load, valve and pilot line oscillate.",
      .equation =
          "Q_CV = C·x·f(p_C − p_V), from C to V only\n"
          "lag·x' = step((p_C + R·p_X − setting − (1 + R)·p_V)/range) − x, "
          "or x = step(…) without lag\n"
          "vented: without the term of p_V\n"
          "Q_VC = C·step((p_V − p_C − check_cracking)/1 bar)·f(p_V − p_C), C = flow/f(drop)",
      .source = "standard",
      .ports = {{"C", "load"},
                {"V", "directional valve"},
                {"X", "pilot, usually the other side of the actuator; takes no oil", true}},
      .parameters =
          {pressure_parameter("setting", kRequired, "",
                              "load pressure that opens it without pilot; about 1.3 "
                              "times the highest load",
                              "100 ... 350 bar"),
           {"ratio", "1", 3.0, "R, pilot ratio", "1.5 ... 10", Bound::not_negative, {}, "3"},
           flow_parameter(),
           drop_parameter(),
           pressure_parameter("range", 3e6, "30 bar", "from setting to fully open",
                              "10 ... 100 bar"),
           {"vented",
            "1",
            0.0,
            "spring chamber vented: back pressure at V has no effect",
            "",
            Bound::any,
            {"no", "yes"},
            "no"},
           pressure_parameter("check_cracking", 5e4, "0.5 bar",
                              "drop from V to C at which the check valve opens", "0.2 ... 5 bar",
                              Bound::not_negative),
           lag_parameter("poppet"),
           transition_parameter()},
      .states = {opening_state("poppet")},
      .symbol = symbol(
          R"(<rect x="36" y="26" width="24" height="24"/><path d="M5 44H36M60 44H95M36 44H56L51 40)"
          R"(M56 44L51 48M60 32L63 38L66 26L69 38L72 26"/><path stroke-dasharray="4 3" )"
          R"(d="M22 44V58H48V50M36 32H5"/><path d="M14 44V10H44M58 10H86V44M56 2L44 10L56 18"/>)"
          R"(<circle cx="51" cy="10" r="5"/>)"),
      .diagram = {.anchors = through("C", "V", 44, {pilot("X", 5, 32, Anchor::Towards::left)})},
      .example = R"(bramah: 1
name: Counterbalance valve
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pilot: {pressure: pilot_pressure}
  load: {flow: 10 l/min, into: cylinder_side}
volumes:
  cylinder_side: {volume: 1 l, start: 150 bar}
components:
  hold:
    type: counterbalance_valve
    C: cylinder_side
    V: tank
    X: pilot
    setting: 200 bar
    ratio: 3
    flow: 60 l/min
    drop: 10 bar
    lag: 10 ms
signals:
  pilot_pressure: {ramps: [[0 s, 1 bar], [0.5 s, 1 bar], [1 s, 60 bar]]}
solver: {step: 1 ms, until: 1.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return p[7] > 0.0 ? make_counterbalance<true>(p) : make_counterbalance<false>(p);
          },
      .spent = Spent::valves};
  return info;
}

}  // namespace

PartFamily pressure_valves_family() {
  return {70, {&relief_valve(), &sequence_valve(), &reducing_valve(), &counterbalance_valve()}};
}

}  // namespace bramah
