// What the catalogue says of cylinders.
#include "hydraulics/parts/cylinder.h"
#include "hydraulics/part_family.h"
#include "hydraulics/parts/catalogue_text.h"

namespace bramah {
namespace {

using namespace catalogue_text;

const std::string kBarrel =
    R"(<rect x="10" y="16" width="60" height="24"/><path d="M18 40V54M62 40V54"/>)"
    R"(<path d="M34 16V40M40 16V40M40 25H94M40 31H94"/>)";

// A 4/3 valve that moves a cylinder called lift by its chambers, or by its ports.
std::string drive(const std::string& port) {
  std::string text =

      "sources:\n  pump: {pressure: 100 bar}\n  tank: {pressure: 1 bar}\nvalves:\n  drive: {type: "
      "4/3, P: pump, T: tank, A: lift.A%, B: lift.B%, nominal: {flow: 24 l/min, drop: 35 bar}, "
      "spool: {bandwidth: 35 Hz}, signal: command}\n";
  for (auto at = text.find('%'); at != std::string::npos; at = text.find('%'))
    text.replace(at, 1, port);
  return text;
}

const PartInfo& cylinder() {
  static const PartInfo info{
      .type = "cylinder",
      .title = "Cylinder",
      .doc =
          "A double-acting cylinder between two points of the mechanism. Friction may be "
          "viscous, dry, Stribeck, of seals pressed on by the oil, or of bristles (LuGre); end "
          "dampers stop the piston.",
      .equation =
          "F = p_A A_A − p_B A_B − F_μ + F_d\n"
          "p_A' = (Q_A − A_A ṡ)/(V_A/B),  p_B' = (Q_B + A_B ṡ)/(V_B/B)\n"
          "F_μ = c ṡ + G·tanh(ṡ/v_0), or bristles: c ṡ + σ_0 z + σ_1 ż,  ż = ṡ − |ṡ| σ_0 z/G\n"
          "G = F_c + (F_s − F_c)·exp(−(ṡ/v_s)²) + (1 − η)|p_A A_A − p_B A_B| + a_s (p_A + p_B)",
      .source =
          "[Jaiswal2021, Eq. 29], [Rahikainen2020, Eqs. 33-34], [Malysheva2021, Eqs. 2.39, "
          "2.47]",
      .table = "cylinder",
      .ports = {{"A", "chamber of the piston side"}, {"B", "chamber of the rod side"}},
      .symbol = drawn(kBarrel),
      .diagram = cylinder_diagram(),
      .example =
          "bramah: 1\nname: Cylinder\n" + kRail + kOil + drive("") +
          "cylinders:\n  lift:\n    from: ground\n    to: load\n    bore: 50 mm\n    rod: 28 "
          "mm\n    closed: 0.6 m\n    stroke: 0.6 m\n    hose_A: {volume: 0.1 l}\n    "
          "hose_B: {volume: 0.1 l}\n    start_A: 50 bar\n    start_B: 73 bar\n    friction: "
          "{viscous: 3e3 N s/m, coulomb: 200 N, static: 300 N, lugre: {stiffness: 1e6 N/m, "
          "damping: 1e3 N s/m}}\n" +
          kWave};
  return info;
}

const PartInfo& cylinder_cushion() {
  static const PartInfo info{
      .type = "cylinder_cushion",
      .title = "Cylinder with cushions",
      .doc =
          "Near an end a spear closes the way out, and the oil brakes the piston. The ways out "
          "are ports of their own, `lift.A_port` and `lift.B_port`.",
      .equation = "Q = C·w·f(p_chamber − p_port),  w from 1 to `least` over `length`; inwards open",
      .source = "standard",
      .table = "cylinder",
      .ports = {{"A", "chamber of the piston side"}, {"B", "chamber of the rod side"}},
      .symbol = drawn(kBarrel + R"(<path d="M26 16V22H34M26 40V34H34M48 16V22H40M48 40V34H40"/>)"),
      .diagram = cylinder_diagram(),
      .example =
          "bramah: 1\nname: Cylinder with cushions\n" + kRail + kOil + drive("_port") +
          "cylinders:\n  lift:\n    from: ground\n    to: load\n    bore: 50 mm\n    rod: 28 "
          "mm\n    closed: 0.88 m\n    stroke: 0.3 m\n    start_A: 50 bar\n    start_B: 73 "
          "bar\n    friction: {viscous: 3e3 N s/m}\n    end_damper: {length: 2 mm, "
          "stiffness: 1e7 N/m, damping: 1e4 N s/m}\n    cushion_A: {volume: 0.1 l, length: "
          "25 mm, nominal: {flow: 40 l/min, drop: 5 bar}}\n    cushion_B: {volume: 0.1 l, "
          "length: 25 mm, nominal: {flow: 40 l/min, drop: 5 bar}}\nsignals:\n  command: "
          "{constant: -0.5}\nsolver: {step: 1 ms, until: 0.5 s}\n"};
  return info;
}

const PartInfo& cylinder_single() {
  static const PartInfo info{
      .type = "cylinder_single",
      .title = "Single-acting cylinder",
      .doc = "Oil at the piston side alone; air at `vent` at the rod side.",
      .equation = "F = p_A A_A − vent·A_B − F_μ + F_d",
      .source = "standard",
      .table = "cylinder",
      .ports = {{"A", "chamber of the piston side"}},
      .symbol = drawn(R"(<path d="M70 22V16H10V40H70V34M18 40V54"/>)"
                      R"(<path d="M34 16V40M40 16V40M40 25H94M40 31H94"/>)"),
      .diagram = cylinder_diagram(),
      .example =
          "bramah: 1\nname: Single-acting cylinder\n" + kRail + kOil +
          "sources:\n  pump: {pressure: 20 bar}\n  tank: {pressure: 1 bar}\nsprings:\n  "
          "back: {from: ground, to: load, stiffness: 1e4 N/m, rest: 0.8 m}\nvalves:\n  "
          "drive: {type: 3/2, P: pump, T: tank, A: lift.A, nominal: {flow: 10 l/min, drop: "
          "35 bar}, spool: {bandwidth: 35 Hz}, signal: command}\ncylinders:\n  lift: {from: "
          "ground, to: load, acting: single, bore: 50 mm, rod: 28 mm, closed: 0.6 m, stroke: "
          "0.6 m, hose_A: {volume: 0.1 l}, start_A: 5 bar, friction: {viscous: 3e3 N "
          "s/m}}\nsignals:\n  command: {steps: [[0 s, 0], [0.1 s, 1], [0.3 s, 0]]}\nsolver: "
          "{step: 1 ms, until: 0.5 s}\n"};
  return info;
}

const PartInfo& cylinder_plunger() {
  static const PartInfo info{
      .type = "cylinder_plunger",
      .title = "Plunger",
      .doc = "A rod without a piston: it can only push.",
      .equation = "F = (p_A − vent) A_A − F_μ + F_d",
      .source = "standard",
      .table = "cylinder",
      .ports = {{"A", "chamber of the piston side"}},
      .symbol = drawn(R"(<path d="M70 20V16H10V40H70V36M18 40V54M34 20H94M34 36H94M34 20V36"/>)"),
      .diagram = cylinder_diagram(),
      .example =
          "bramah: 1\nname: Plunger\nbodies:\n  load: {mass: 500 kg, shape: {box: [0.3 m, "
          "0.3 m]}}\njoints:\n  rail: {type: prismatic, between: [ground, load], axis: [0, "
          "1], start: 0.9 m}\n" +
          kOil +
          "sources:\n  pump: {pressure: 60 bar}\n  tank: {pressure: 1 bar}\ninitial: static\n"
          "valves:\n  drive: {type: 3/2, P: pump, A: lift.A, nominal: {flow: 10 l/min, drop: "
          "35 bar}, spool: {bandwidth: 35 Hz}, signal: command}\ncylinders:\n  lift: {from: "
          "ground, to: load, acting: plunger, rod: 50 mm, closed: 0.6 m, stroke: 0.6 m, "
          "hose_A: {volume: 0.1 l}, start_A: static, friction: {viscous: 3e3 N s/m}}\n"
          "signals:\n  command: {steps: [[0 s, 0], [0.1 s, 0.3], [0.3 s, 0]]}\nsolver: "
          "{step: 1 ms, until: 0.5 s}\n"};
  return info;
}

}  // namespace

PartFamily cylinder_family() {
  return {50, {&cylinder(), &cylinder_cushion(), &cylinder_single(), &cylinder_plunger()}};
}

}  // namespace bramah
