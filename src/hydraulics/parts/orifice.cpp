// Orifices and laminar gaps.
#include "hydraulics/part_family.h"
#include "hydraulics/parts/catalogue_text.h"
#include "hydraulics/parts/orifice_part.h"

namespace bramah {
namespace {

using namespace catalogue_text;

const PartInfo& orifice() {
  static const PartInfo info{
      .type = "orifice",
      .title = "Orifice",
      .doc =
          "A throttle of fixed size, or one that a signal opens. Size by coefficient, by a "
          "point of a data sheet, or by area.",
      .equation = "Q = C·opening·f(p_from − p_to),  C = C_d A √(2/ρ)",
      .source = "[Jaiswal2021, Eqs. 24-25], [Rahikainen2020, Eq. 30]",
      .table = "orifice",
      .ports = {{"A", "where positive flow comes from: `from`"}, {"B", "where it goes: `to`"}},
      .inputs = {{"opening", "1", "multiplies the coefficient", 1.0}},
      .symbol = drawn(R"(<path d="M5 30H95M36 14Q50 30 64 14M36 46Q50 30 64 46"/>)"),
      .diagram = {.anchors = through("A", "B")},
      .example = "bramah: 1\nname: An orifice that opens\n" + kOil +
                 "sources:\n  tank: {pressure: 1 bar}\nvolumes:\n  line: {volume: 1 l, start: 80 "
                 "bar}\norifices:\n  drain: {from: line, to: tank, nominal: {flow: 10 l/min, drop: "
                 "50 bar}, opening: valve}\nsignals:\n  valve: {ramps: [[0 s, 0], [0.3 s, 1]]}\n"
                 "solver: {step: 1 ms, until: 0.5 s}\n",
      .spent = Spent::valves};
  return info;
}

const PartInfo& leakage() {
  static const PartInfo info{
      .type = "leakage",
      .title = "Leakage",
      .doc = "A laminar gap: flow in proportion to the pressure difference.",
      .equation = "Q = conductance·(p_from − p_to)",
      .source = "standard",
      .table = "leakage",
      .ports = {{"A", "where positive flow comes from: `from`"}, {"B", "where it goes: `to`"}},
      .symbol = drawn(R"(<path d="M5 30H30M70 30H95M30 26H70M30 34H70"/>)"),
      .diagram = {.anchors = through("A", "B")},
      .example = "bramah: 1\nname: A line that leaks\n" + kOil +
                 "sources:\n  tank: {pressure: 1 bar}\nvolumes:\n  line: {volume: 1 l, start: 80 "
                 "bar}\nleakages:\n  gap: {from: line, to: tank, conductance: 0.01 l/min/bar}\n"
                 "solver: {step: 1 ms, until: 0.5 s}\n",
      .spent = Spent::leakage};
  return info;
}

}  // namespace

PartFamily orifice_family() { return {30, {&orifice(), &leakage()}}; }

}  // namespace bramah
