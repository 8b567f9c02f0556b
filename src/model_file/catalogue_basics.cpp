// Entries of the catalogue for what has sections of its own in the machine file.
#include "model_file/catalogue_page.h"

namespace bramah {
namespace {

std::string drawn(const std::string& body) {
  return R"(<g fill="none" stroke="currentColor" stroke-width="2">)" + body + "</g>";
}

// ---- pieces of valve symbols: a box is 24 wide and high, from y = 18
std::string box(double x) {
  return "<rect x=\"" + std::to_string(static_cast<int>(x)) +
         "\" y=\"18\" width=\"24\" height=\"24\"/>";
}
// An arrow from one side of a box to the other.
std::string arrow(double x0, double y0, double x1, double y1) {
  const auto n = [](double v) { return std::to_string(static_cast<int>(v)); };
  const double dx = (x1 - x0) / 24.0, dy = (y1 - y0) / 24.0;  // nearly a unit vector
  const auto corner = [&](double side) {
    return n(x1 - 7 * dx - 3.5 * side * dy) + " " + n(y1 - 7 * dy + 3.5 * side * dx);
  };
  return "<path d=\"M" + n(x0) + " " + n(y0) + "L" + n(x1) + " " + n(y1) +
         "\"/><path fill=\"currentColor\" stroke=\"none\" d=\"M" + n(x1) + " " + n(y1) + "L" +
         corner(1) + "L" + corner(-1) + "Z\"/>";
}
// A blocked port: from the top or the bottom of a box.
std::string blocked(double x, bool top) {
  const std::string at = std::to_string(static_cast<int>(x)),
                    left = std::to_string(static_cast<int>(x) - 4);
  return top ? "<path d=\"M" + at + " 18V25M" + left + " 25H" +
                   std::to_string(static_cast<int>(x) + 4) + "\"/>"
             : "<path d=\"M" + at + " 42V35M" + left + " 35H" +
                   std::to_string(static_cast<int>(x) + 4) + "\"/>";
}
const std::string kSpringLeft = R"(<path stroke-width="1.5" d="M2 24L5 36L8 24L11 36L14 26"/>)";
const std::string kSpringRight = R"(<path stroke-width="1.5" d="M86 26L89 36L92 24L95 36L98 24"/>)";

std::string parallel(double x) {
  return box(x) + arrow(x + 6, 42, x + 6, 18) + arrow(x + 18, 18, x + 18, 42);
}
std::string crossed(double x) {
  return box(x) + arrow(x + 6, 42, x + 18, 18) + arrow(x + 6, 18, x + 18, 42);
}
const std::string kFourPorts = R"(<path d="M44 18V6M56 18V6M44 42V54M56 42V54"/>)";

const std::string kOil = "fluid: {density: 850 kg/m3, bulk: 1.5 GPa}\n";
// What follows a name: a load on a rail, moved by a cylinder called lift.
const std::string kRail =
    "bodies:\n  load: {mass: 200 kg, shape: {box: [0.3 m, 0.3 m]}}\njoints:\n"
    "  rail: {type: prismatic, between: [ground, load], start: 0.9 m}\n";

std::vector<BasicPart> oil_and_volumes() {
  return {
      {.name = "fluid",
       .title = "Fluid",
       .doc = "The oil: density, viscosity, and how it yields to pressure, with air and vapour. A "
              "preset is a common mineral oil.",
       .equation =
           "B = β, or (1 + a p + b p²)/(a + 2 b p), or a1·max·log10(a2 p/p_max + a3)\n"
           "with air or vapour: v = (1 − α) v_liquid + α (p_0/p)^(1/n) + vapour,  B = −v/v'",
       .source = "[Naya2011, Eq. 3], [Malysheva2021, Eq. 2.42]; air standard",
       .table = "fluid",
       .symbol = drawn(R"(<path d="M50 6C50 6 34 28 34 38A16 16 0 0 0 66 38C66 28 50 6 50 6Z"/>)"
                       R"(<path d="M42 38A8 8 0 0 0 50 46"/>)"),
       .example = "bramah: 1\nname: Oil with air\nfluid: {preset: hlp46, air: 0.5 %, vapour: 0.03 "
                  "bar}\nsources:\n  tank: {pressure: 1 bar}\n  pump: {flow: stroke, into: line}\n"
                  "volumes:\n  line: {volume: 0.5 l, start: 1 bar}\nsignals:\n  stroke: {sine: "
                  "{amplitude: 6 l/min, frequency: 5 Hz}}\nsolver: {step: 1 ms, until: 0.5 s}\n"},
      {.name = "volume",
       .title = "Volume",
       .doc =
           "Oil at one pressure: a hose, a line, a block. Every flow path needs one at each end; "
           "none is inserted.",
       .equation = "p' = ΣQ/(V/B(p) + V/B_wall)",
       .source = "[Jaiswal2021, Eqs. 25-26]",
       .table = "volume",
       .symbol = drawn(R"(<rect x="22" y="14" width="56" height="32" rx="16"/>)"
                       R"(<path d="M5 30H22M78 30H95"/>)"),
       .example = "bramah: 1\nname: A hose that fills\n" + kOil +
                  "sources:\n  pump: {pressure: 100 bar}\nvolumes:\n  hose: {volume: 0.2 l, wall: "
                  "550 MPa, start: 1 bar}\norifices:\n  inlet: {from: pump, to: hose, area: 1 mm2, "
                  "discharge: 0.6}\nsolver: {step: 1 ms, until: 0.5 s}\n"},
      {.name = "pressure_source",
       .title = "Pressure source, tank",
       .doc = "Keeps its pressure whatever flows: a supply or a tank. A value or a signal.",
       .equation = "p = pressure",
       .source = "standard",
       .table = "source",
       .symbol = drawn(R"(<path d="M28 54V22"/><path fill="currentColor" d="M28 10L21 23H35Z"/>)"
                       R"(<path d="M56 30V50H84V30M70 10V40"/>)"),
       .diagram = {.role = DiagramInfo::Role::pump, .anchors = {{"P", 50, 6, Anchor::Towards::up}}},
       .example =
           "bramah: 1\nname: Supply and tank\n" + kOil +
           "sources:\n  pump: {pressure: rise}\n  tank: {pressure: 1 bar}\nvolumes:\n  line: "
           "{volume: 0.5 l, start: 10 bar}\norifices:\n  inlet: {from: pump, to: line, area: "
           "2 mm2, discharge: 0.6}\n  outlet: {from: line, to: tank, area: 2 mm2, discharge: "
           "0.6}\nsignals:\n  rise: {ramps: [[0 s, 20 bar], [0.5 s, 100 bar]]}\nsolver: "
           "{step: 1 ms, until: 0.5 s}\n"},
      {.name = "flow_source",
       .title = "Flow source",
       .doc = "Delivers its flow into a volume whatever the pressure is. A value or a signal; give "
              "it a way out, such as a relief valve.",
       .equation = "Q = flow",
       .source = "standard",
       .table = "source",
       .symbol = drawn(R"(<circle cx="50" cy="32" r="18"/><path d="M50 42V26M50 14V2"/>)"
                       R"(<path fill="currentColor" d="M50 20L44 30H56Z"/>)"),
       .diagram = {.role = DiagramInfo::Role::pump, .anchors = {{"P", 50, 2, Anchor::Towards::up}}},
       .example =
           "bramah: 1\nname: Flow into a line\n" + kOil +
           "sources:\n  pump: {flow: 20 l/min, into: line}\n  tank: {pressure: 1 bar}\n"
           "volumes:\n  line: {volume: 0.5 l, start: 5 bar}\norifices:\n  load: {from: line, "
           "to: tank, area: 5 mm2, discharge: 0.6}\nsolver: {step: 1 ms, until: 0.5 s}\n"}};
}

std::vector<BasicPart> edges() {
  return {
      {.name = "orifice",
       .title = "Orifice",
       .doc = "A throttle of fixed size, or one that a signal opens. Size by coefficient, by a "
              "point of a data sheet, or by area.",
       .equation = "Q = C·opening·f(p_from − p_to),  C = C_d A √(2/ρ)",
       .source = "[Jaiswal2021, Eq. 28], [Rahikainen2020, Eqs. 21-22]",
       .table = "orifice",
       .symbol = drawn(R"(<path d="M5 30H95M36 14Q50 30 64 14M36 46Q50 30 64 46"/>)"),
       .diagram = {.anchors = through("A", "B")},
       .example =
           "bramah: 1\nname: An orifice that opens\n" + kOil +
           "sources:\n  tank: {pressure: 1 bar}\nvolumes:\n  line: {volume: 1 l, start: 80 "
           "bar}\norifices:\n  drain: {from: line, to: tank, nominal: {flow: 10 l/min, drop: "
           "50 bar}, opening: valve}\nsignals:\n  valve: {ramps: [[0 s, 0], [0.3 s, 1]]}\n"
           "solver: {step: 1 ms, until: 0.5 s}\n"},
      {.name = "leakage",
       .title = "Leakage",
       .doc = "A laminar gap: flow in proportion to the pressure difference.",
       .equation = "Q = conductance·(p_from − p_to)",
       .source = "standard",
       .table = "leakage",
       .symbol = drawn(R"(<path d="M5 30H30M70 30H95M30 26H70M30 34H70"/>)"),
       .diagram = {.anchors = through("A", "B")},
       .example = "bramah: 1\nname: A line that leaks\n" + kOil +
                  "sources:\n  tank: {pressure: 1 bar}\nvolumes:\n  line: {volume: 1 l, start: 80 "
                  "bar}\nleakages:\n  gap: {from: line, to: tank, conductance: 0.01 l/min/bar}\n"
                  "solver: {step: 1 ms, until: 0.5 s}\n"},
      {.name = "shaft",
       .title = "Shaft",
       .doc = "What pumps, motors and engines turn, with its inertia. A source with a `speed` is a "
              "shaft that turns at a given speed.",
       .equation = "J ω' = ΣM",
       .source = "standard",
       .table = "shaft",
       .symbol = drawn(R"(<path d="M10 26H90M10 34H90M60 14A16 16 0 0 1 60 46"/>)"
                       R"(<path fill="currentColor" d="M60 46L67 40L68 48Z"/>)"),
       .example = "bramah: 1\nname: A shaft slows down\n" + kOil +
                  "shafts:\n  wheel: {inertia: 0.5 kg m2, start: 1500 rpm}\ncomponents:\n  brake: "
                  "{type: shaft_load, shaft: wheel, viscous: 0.5 N m s/rad}\nsolver: {step: 1 ms, "
                  "until: 0.5 s}\n"}};
}

const std::string kLine =
    "sources:\n  pump: {pressure: 100 bar}\n  tank: {pressure: 1 bar}\nvolumes:\n";
const std::string kWave =
    "signals:\n  command: {sine: {amplitude: 1, frequency: 2 Hz}}\nsolver: {step: 1 ms, until: 0.5 "
    "s}\n";

std::vector<BasicPart> small_valves() {
  return {
      {.name = "valve_2_2",
       .title = "2/2 valve",
       .doc = "One edge, P to A, that opens with the command.",
       .equation = "Q = C·u·f(p_P − p_A), u ≥ 0",
       .source = "[Jaiswal2021, Eqs. 27-28]",
       .table = "valve",
       .symbol = drawn(box(26) + box(50) + arrow(38, 42, 38, 18) + blocked(62, true) +
                       blocked(62, false) + R"(<path d="M62 18V6M62 42V54"/>)" +
                       R"(<path stroke-width="1.5" d="M74 26L77 36L80 24L83 36L86 24"/>)"
                       R"(<path d="M26 24H14V36H26M14 36L26 24"/>)"),
       .diagram = {.role = DiagramInfo::Role::valve,
                   .anchors = {{"P", 62, 54, Anchor::Towards::down},
                               {"A", 62, 6, Anchor::Towards::up}}},
       .example = "bramah: 1\nname: 2/2 valve\n" + kOil + kLine +
                  "  line: {volume: 0.5 l, start: 1 bar}\nvalves:\n  fill: {type: 2/2, P: pump, A: "
                  "line, nominal: {flow: 10 l/min, drop: 35 bar}, spool: {bandwidth: 35 Hz}, "
                  "signal: command}\n" +
                  kWave},
      {.name = "valve_3_2",
       .title = "3/2 valve",
       .doc = "Drains A to T at rest, feeds A from P at the full command.",
       .equation = "Q_PA = C·open(u)·f(p_P − p_A),  Q_AT = C·open(1 − u)·f(p_A − p_T)",
       .source = "standard",
       .table = "valve",
       .symbol = drawn(box(26) + box(50) + arrow(32, 42, 32, 18) + blocked(44, false) +
                       arrow(56, 18, 68, 42) + blocked(56, false) +
                       R"(<path d="M56 18V6M56 42V54M68 42V54"/>)" +
                       R"(<path stroke-width="1.5" d="M74 26L77 36L80 24L83 36L86 24"/>)"
                       R"(<path d="M26 24H14V36H26M14 36L26 24"/>)"),
       .diagram = {.role = DiagramInfo::Role::valve,
                   .anchors = {{"A", 56, 6, Anchor::Towards::up},
                               {"P", 56, 54, Anchor::Towards::down},
                               {"T", 68, 54, Anchor::Towards::down}}},
       .example =
           "bramah: 1\nname: 3/2 valve\n" + kOil + kLine +
           "  line: {volume: 0.5 l, start: 1 bar}\nvalves:\n  brake: {type: 3/2, P: pump, T: "
           "tank, A: line, nominal: {flow: 10 l/min, drop: 35 bar}, spool: {bandwidth: 35 "
           "Hz}, signal: command}\nsignals:\n  command: {steps: [[0 s, 0], [0.1 s, 1], [0.3 "
           "s, 0]]}\nsolver: {step: 1 ms, until: 0.5 s}\n"}};
}

std::vector<BasicPart> valves() {
  const std::string both =
      "  a: {volume: 0.5 l, start: 20 bar}\n  b: {volume: 0.5 l, start: 20 bar}\n";
  const std::string end = kSpringLeft + kSpringRight + kFourPorts;
  return {
      {.name = "valve_4_3",
       .title = "4/3 valve",
       .doc =
           "Four edges: u > 0 joins P with A and B with T, u < 0 joins P with B and A with T. "
           "What the middle joins is its `centre`; overlap, grooves and worn edges may be given.",
       .equation = "Q = C·open(u)·f(Δp) for each edge, u with the spool's lag",
       .source = "[Jaiswal2021, Eqs. 27-28], [Malysheva2021, Eqs. 2.34-2.37, 2.43, 2.48]",
       .table = "valve",
       .symbol = drawn(parallel(14) + box(38) + blocked(44, true) + blocked(56, true) +
                       blocked(44, false) + blocked(56, false) + crossed(62) + end),
       .diagram = four_port_diagram(44, 56, {}, DiagramInfo::Motion::spool),
       .example =
           "bramah: 1\nname: 4/3 valve\n" + kOil + kLine + both +
           "orifices:\n  load: {from: a, to: b, area: 2 mm2, discharge: 0.6}\nvalves:\n  "
           "drive: {type: 4/3, P: pump, T: tank, A: a, B: b, nominal: {flow: 24 l/min, drop: "
           "35 bar}, overlap: 0.1, spool: {bandwidth: 35 Hz}, signal: command}\n" +
           kWave},
      {.name = "valve_6_3",
       .title = "6/3 valve",
       .doc = "A 4/3 valve with a neutral path from C to N that closes as the spool leaves the "
              "middle: open-centre machines.",
       .equation = "as 4/3;  Q_CN = C_n·(1 − |u|/cut)·f(p_C − p_N) for |u| < cut",
       .source = "standard",
       .table = "valve",
       .symbol = drawn(
           R"(<g stroke-width="1.5"><rect x="5" y="15" width="30" height="30"/>)"
           R"(<rect x="35" y="15" width="30" height="30"/><rect x="65" y="15" width="30" height="30"/>)"
           R"(<path d="M41 15V4M50 15V4M59 15V4M41 45V56M50 45V56M59 45V56M50 15V45)"
           R"(M41 15V20M38 20H44M59 15V20M56 20H62M41 45V40M38 40H44M59 45V40M56 40H62"/>)"
           R"(<path d="M11 45V15L8 22M11 15L14 22M29 15V45L26 38M29 45L32 38)"
           R"(M20 15V20M17 20H23M20 45V40M17 40H23"/>)"
           R"(<path d="M71 45L89 15L83 19M89 15L89 22M71 15L89 45L83 41M89 45L89 38)"
           R"(M80 15V20M77 20H83M80 45V40M77 40H83"/></g>)"),
       .diagram = four_port_diagram(
           41, 59, {{"N", 50, 4, Anchor::Towards::up}, {"C", 50, 56, Anchor::Towards::down}}),
       .example = "bramah: 1\nname: 6/3 valve\n" + kOil +
                  "sources:\n  pump: {flow: 20 l/min, into: line}\n  tank: {pressure: 1 bar}\n"
                  "volumes:\n  line: {volume: 0.5 l, start: 20 bar}\n" +
                  both +
                  "orifices:\n  load: {from: a, to: b, area: 4 mm2, discharge: 0.6}\nvalves:\n  "
                  "drive:\n    type: 6/3\n    P: line\n    T: tank\n    A: a\n    B: b\n    C: "
                  "line\n    N: tank\n    nominal: {flow: 40 l/min, drop: 35 bar}\n    "
                  "neutral_path: {nominal: {flow: 40 l/min, drop: 5 bar}}\n    cut: 0.8\n    "
                  "signal: command\nsignals:\n  command: {sine: {amplitude: 0.6, frequency: 2 "
                  "Hz}}\nsolver: {step: 1 ms, until: 0.5 s}\n"},
      {.name = "valve_complementary",
       .title = "Complementary valve",
       .doc = "Four edges without a middle: P-B and A-T open with u, P-A and B-T with 1 - u.",
       .equation = "Q_PB, Q_AT = C·u·f(Δp),  Q_PA, Q_BT = C·(1 − u)·f(Δp)",
       .source = "[Naya2011, Eqs. 29, 31]",
       .table = "valve",
       .symbol = drawn(parallel(26) + crossed(50) +
                       R"(<path d="M32 18V6M44 18V6M32 42V54M44 42V54"/>)"
                       R"(<path d="M26 24H14V36H26M14 36L26 24M74 24H86V36H74M74 24L86 36"/>)"),
       .diagram = four_port_diagram(32, 44),
       .example = "bramah: 1\nname: Complementary valve\n" + kOil + kLine + both +
                  "orifices:\n  load: {from: a, to: b, area: 2 mm2, discharge: 0.6}\nvalves:\n  "
                  "drive: {type: complementary, P: pump, T: tank, A: a, B: b, area: 5 mm2, "
                  "discharge: 0.67, signal: command}\nsignals:\n  command: {sine: {amplitude: 0.2, "
                  "frequency: 2 Hz, mean: 0.5}}\nsolver: {step: 1 ms, until: 0.5 s}\n"}};
}

const std::string kBarrel =
    R"(<rect x="10" y="16" width="60" height="24"/><path d="M18 40V54M62 40V54"/>)"
    R"(<path d="M34 16V40M40 16V40M40 25H94M40 31H94"/>)";

std::vector<BasicPart> cylinders() {
  const std::string double_drive =
      "sources:\n  pump: {pressure: 100 bar}\n  tank: {pressure: 1 bar}\nvalves:\n  drive: {type: "
      "4/3, P: pump, T: tank, A: lift.A%, B: lift.B%, nominal: {flow: 24 l/min, drop: 35 bar}, "
      "spool: {bandwidth: 35 Hz}, signal: command}\n";
  const auto drive = [&](const std::string& port) {
    std::string text = double_drive;
    for (auto at = text.find('%'); at != std::string::npos; at = text.find('%'))
      text.replace(at, 1, port);
    return text;
  };
  return {
      {.name = "cylinder",
       .title = "Cylinder",
       .doc = "A double-acting cylinder between two points of the mechanism. Friction may be "
              "viscous, dry, Stribeck, of seals pressed on by the oil, or of bristles (LuGre); end "
              "dampers stop the piston.",
       .equation =
           "F = p_A A_A − p_B A_B − F_μ + F_d\n"
           "p_A' = (Q_A − A_A ṡ)/(V_A/B),  p_B' = (Q_B + A_B ṡ)/(V_B/B)\n"
           "F_μ = c ṡ + G·tanh(ṡ/v_0), or bristles: c ṡ + σ_0 z + σ_1 ż,  ż = ṡ − |ṡ| σ_0 z/G\n"
           "G = F_c + (F_s − F_c)·exp(−(ṡ/v_s)²) + (1 − η)|p_A A_A − p_B A_B| + a_s (p_A + p_B)",
       .source = "[Jaiswal2021, Eq. 29], [Rahikainen2020, Eqs. 33-34], [Malysheva2021, Eqs. 2.39, "
                 "2.47]",
       .table = "cylinder",
       .symbol = drawn(kBarrel),
       .diagram = cylinder_diagram(),
       .example =
           "bramah: 1\nname: Cylinder\n" + kRail + kOil + drive("") +
           "cylinders:\n  lift:\n    from: ground\n    to: load\n    bore: 50 mm\n    rod: 28 "
           "mm\n    closed: 0.6 m\n    stroke: 0.6 m\n    hose_A: {volume: 0.1 l}\n    "
           "hose_B: {volume: 0.1 l}\n    start_A: 50 bar\n    start_B: 73 bar\n    friction: "
           "{viscous: 3e3 N s/m, coulomb: 200 N, static: 300 N, lugre: {stiffness: 1e6 N/m, "
           "damping: 1e3 N s/m}}\n" +
           kWave},
      {.name = "cylinder_cushion",
       .title = "Cylinder with cushions",
       .doc = "Near an end a spear closes the way out, and the oil brakes the piston. The ways out "
              "are ports of their own, `lift.A_port` and `lift.B_port`.",
       .equation =
           "Q = C·w·f(p_chamber − p_port),  w from 1 to `least` over `length`; inwards open",
       .source = "standard",
       .table = "cylinder",
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
           "{constant: -0.5}\nsolver: {step: 1 ms, until: 0.5 s}\n"},
      {.name = "cylinder_single",
       .title = "Single-acting cylinder",
       .doc = "Oil at the piston side alone; air at `vent` at the rod side.",
       .equation = "F = p_A A_A − vent·A_B − F_μ + F_d",
       .source = "standard",
       .table = "cylinder",
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
           "{step: 1 ms, until: 0.5 s}\n"},
      {.name = "cylinder_plunger",
       .title = "Plunger",
       .doc = "A rod without a piston: it can only push.",
       .equation = "F = (p_A − vent) A_A − F_μ + F_d",
       .source = "standard",
       .table = "cylinder",
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
           "{step: 1 ms, until: 0.5 s}\n"}};
}

}  // namespace

const std::vector<BasicPart>& basic_parts() {
  static const std::vector<BasicPart> all = [] {
    std::vector<BasicPart> parts;
    for (const auto family : {oil_and_volumes, edges, small_valves, valves, cylinders})
      for (BasicPart& part : family()) parts.push_back(std::move(part));
    return parts;
  }();
  return all;
}

}  // namespace bramah
