// What the catalogue says of the directional valves.
#include "hydraulics/part_family.h"
#include "hydraulics/parts/catalogue_text.h"

namespace bramah {
namespace {

using namespace catalogue_text;

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

const std::string kBoth =
    "  a: {volume: 0.5 l, start: 20 bar}\n  b: {volume: 0.5 l, start: 20 bar}\n";

// What every spool with a lag has; units are those of the command.
std::vector<StateInfo> spool() {
  return {{"U", "1", "position of the spool"}, {"U_rate", "1/s", "speed of the spool"}};
}

const PartInfo& valve_2_2() {
  static const PartInfo info{
      .type = "valve_2_2",
      .title = "2/2 valve",
      .doc = "One edge, P to A, that opens with the command.",
      .equation = "Q = C·u·f(p_P − p_A), u ≥ 0",
      .source = "[Jaiswal2021, Eqs. 26-27]",
      .table = "valve",
      .ports = {{"P", "supply", true}, {"A", "working port", true}},
      .inputs = {{"signal", "1", "command"}},
      .states = spool(),
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
                 kWave,
      .spent = Spent::valves};
  return info;
}

const PartInfo& valve_3_2() {
  static const PartInfo info{
      .type = "valve_3_2",
      .title = "3/2 valve",
      .doc = "Drains A to T at rest, feeds A from P at the full command.",
      .equation = "Q_PA = C·open(u)·f(p_P − p_A),  Q_AT = C·open(1 − u)·f(p_A − p_T)",
      .source = "standard",
      .table = "valve",
      .ports = {{"P", "supply", true}, {"T", "tank", true}, {"A", "working port", true}},
      .inputs = {{"signal", "1", "command"}},
      .states = spool(),
      .symbol = drawn(box(26) + box(50) + arrow(32, 42, 32, 18) + blocked(44, false) +
                      arrow(56, 18, 68, 42) + blocked(56, false) +
                      R"(<path d="M56 18V6M56 42V54M68 42V54"/>)" +
                      R"(<path stroke-width="1.5" d="M74 26L77 36L80 24L83 36L86 24"/>)"
                      R"(<path d="M26 24H14V36H26M14 36L26 24"/>)"),
      .diagram = {.role = DiagramInfo::Role::valve,
                  .anchors = {{"A", 56, 6, Anchor::Towards::up},
                              {"P", 56, 54, Anchor::Towards::down},
                              {"T", 68, 54, Anchor::Towards::down}}},
      .example = "bramah: 1\nname: 3/2 valve\n" + kOil + kLine +
                 "  line: {volume: 0.5 l, start: 1 bar}\nvalves:\n  brake: {type: 3/2, P: pump, T: "
                 "tank, A: line, nominal: {flow: 10 l/min, drop: 35 bar}, spool: {bandwidth: 35 "
                 "Hz}, signal: command}\nsignals:\n  command: {steps: [[0 s, 0], [0.1 s, 1], [0.3 "
                 "s, 0]]}\nsolver: {step: 1 ms, until: 0.5 s}\n",
      .spent = Spent::valves};
  return info;
}

const PartInfo& valve_4_3() {
  static const PartInfo info{
      .type = "valve_4_3",
      .title = "4/3 valve",
      .doc =
          "Four edges: u > 0 joins P with A and B with T, u < 0 joins P with B and A with T. "
          "What the middle joins is its `centre`; overlap, grooves and worn edges may be given.",
      .equation = "Q = C·open(u)·f(Δp) for each edge, u with the spool's lag",
      .source = "[Jaiswal2021, Eqs. 26-27], [Malysheva2021, Eqs. 2.34-2.37, 2.43, 2.48]",
      .table = "valve",
      .ports = {{"P", "supply", true},
                {"T", "tank", true},
                {"A", "working port", true},
                {"B", "working port", true}},
      .inputs = {{"signal", "1", "command"}},
      .states = spool(),
      .symbol = drawn(parallel(14) + box(38) + blocked(44, true) + blocked(56, true) +
                      blocked(44, false) + blocked(56, false) + crossed(62) + kSpringLeft +
                      kSpringRight + kFourPorts),
      .diagram = four_port_diagram(44, 56, {}, DiagramInfo::Motion::spool),
      .example = "bramah: 1\nname: 4/3 valve\n" + kOil + kLine + kBoth +
                 "orifices:\n  load: {from: a, to: b, area: 2 mm2, discharge: 0.6}\nvalves:\n  "
                 "drive: {type: 4/3, P: pump, T: tank, A: a, B: b, nominal: {flow: 24 l/min, drop: "
                 "35 bar}, overlap: 0.1, spool: {bandwidth: 35 Hz}, signal: command}\n" +
                 kWave,
      .spent = Spent::valves};
  return info;
}

const PartInfo& valve_6_3() {
  static const PartInfo info{
      .type = "valve_6_3",
      .title = "6/3 valve",
      .doc =
          "A 4/3 valve with a neutral path from C to N that closes as the spool leaves the "
          "middle: open-centre machines.",
      .equation = "as 4/3;  Q_CN = C_n·(1 − |u|/cut)·f(p_C − p_N) for |u| < cut",
      .source = "standard",
      .table = "valve",
      .ports = {{"P", "supply", true},
                {"T", "tank", true},
                {"A", "working port", true},
                {"B", "working port", true},
                {"C", "inlet of the neutral path", true},
                {"N", "outlet of the neutral path", true}},
      .inputs = {{"signal", "1", "command"}},
      .states = spool(),
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
                 kBoth +
                 "orifices:\n  load: {from: a, to: b, area: 4 mm2, discharge: 0.6}\nvalves:\n  "
                 "drive:\n    type: 6/3\n    P: line\n    T: tank\n    A: a\n    B: b\n    C: "
                 "line\n    N: tank\n    nominal: {flow: 40 l/min, drop: 35 bar}\n    "
                 "neutral_path: {nominal: {flow: 40 l/min, drop: 5 bar}}\n    cut: 0.8\n    "
                 "signal: command\nsignals:\n  command: {sine: {amplitude: 0.6, frequency: 2 "
                 "Hz}}\nsolver: {step: 1 ms, until: 0.5 s}\n",
      .spent = Spent::valves};
  return info;
}

const PartInfo& valve_complementary() {
  static const PartInfo info{
      .type = "valve_complementary",
      .title = "Complementary valve",
      .doc = "Four edges without a middle: P-B and A-T open with u, P-A and B-T with 1 - u.",
      .equation = "Q_PB, Q_AT = C·u·f(Δp),  Q_PA, Q_BT = C·(1 − u)·f(Δp)",
      .source = "[Naya2011, Eqs. 29, 31]",
      .table = "valve",
      .ports = {{"P", "supply", true},
                {"T", "tank", true},
                {"A", "working port", true},
                {"B", "working port", true}},
      .inputs = {{"signal", "1", "command"}},
      .states = spool(),
      .symbol = drawn(parallel(26) + crossed(50) +
                      R"(<path d="M32 18V6M44 18V6M32 42V54M44 42V54"/>)"
                      R"(<path d="M26 24H14V36H26M14 36L26 24M74 24H86V36H74M74 24L86 36"/>)"),
      .diagram = four_port_diagram(32, 44),
      .example = "bramah: 1\nname: Complementary valve\n" + kOil + kLine + kBoth +
                 "orifices:\n  load: {from: a, to: b, area: 2 mm2, discharge: 0.6}\nvalves:\n  "
                 "drive: {type: complementary, P: pump, T: tank, A: a, B: b, area: 5 mm2, "
                 "discharge: 0.67, signal: command}\nsignals:\n  command: {sine: {amplitude: 0.2, "
                 "frequency: 2 Hz, mean: 0.5}}\nsolver: {step: 1 ms, until: 0.5 s}\n",
      .spent = Spent::valves};
  return info;
}

}  // namespace

PartFamily directional_valves_family() {
  return {40, {&valve_2_2(), &valve_3_2(), &valve_4_3(), &valve_6_3(), &valve_complementary()}};
}

}  // namespace bramah
