#include "hydraulics/parts/line.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/pump_parameters.h"

namespace bramah {
namespace {

using namespace catalogue_text;
using Parameters = std::span<const double>;

const PartInfo& pipe() {
  static const PartInfo info{
      .type = "pipe",
      .title = "Pipe",
      .doc =
          "A straight line whose oil has inertia and friction. Its capacity belongs to the "
          "volumes at its ends; several in a row with volumes between carry waves.",
      .equation =
          "(ρ l/A) Q' = p_A − p_B − R(Q) Q\n"
          "R = 128 ρ ν l/(π d⁴) below Re = 2300; λ l/d · ρ|Q|/(2A²), λ = 0.3164 Re^−¼, "
          "above 4000; blended between; plus ζ ρ|Q|/(2A²)",
      .source = "Hagen-Poiseuille and Blasius, standard",
      .ports = {{"A", "one end"}, {"B", "the other end"}},
      .parameters = {needed("length", "m", "length", "0.2 ... 20 m"),
                     needed("diameter", "m", "inner diameter", "6 ... 50 mm"),
                     usual("fittings", "1", 0.0, "0",
                           "sum of the loss coefficients ζ of bends "
                           "and fittings",
                           "0 ... 20")},
      .states = {{"flow", "m3/s", "flow from A to B", 0.0, "start_flow"}},
      .symbol = drawn(R"(<path d="M5 30H95"/>)"),
      .diagram = {.anchors = through("A", "B")},
      .example = R"(bramah: 1
name: Pipe
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 20 l/min, into: near}
volumes:
  near: {volume: 0.5 l, start: 20 bar}
  far: {volume: 0.5 l, start: 20 bar}
orifices:
  load: {from: far, to: tank, area: 5 mm2, discharge: 0.6}
components:
  line: {type: pipe, A: near, B: far, length: 5 m, diameter: 12 mm}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make = [](Parameters p, const Fluid& fluid) {
        return part_of(Pipe{fluid.density, fluid.viscosity, p[0], p[1], p[2]});
      }};
  return info;
}

const PartInfo& annular_gap() {
  static const PartInfo info{
      .type = "annular_gap",
      .title = "Annular gap",
      .doc =
          "Leakage along a narrow ring, such as a piston in its bore or a spool in its sleeve. "
          "A piston that lies on one side leaks up to 2.5 times as much.",
      .equation = "Q = π r h³ (1 + 1.5 ε²)/(6 ρ ν l) · (p_A − p_B)",
      .source = "standard",
      .ports = {{"A", "one side"}, {"B", "the other side"}},
      .parameters = {needed("radius", "m", "radius of the ring", "3 ... 100 mm"),
                     needed("gap", "m", "mean width of the gap", "3 ... 50 um"),
                     needed("length", "m", "length along the flow", "5 ... 50 mm"),
                     usual("eccentricity", "1", 0.0, "0", "shift of the centre over the gap",
                           "0 ... 1", Bound::fraction),
                     usual("viscosity", "m2/s", 0.0, "0 m2/s",
                           "kinematic viscosity in the gap; 0: the fluid's", "10 ... 100 mm2/s")},
      .symbol = drawn(R"(<path d="M5 30H95M35 22Q50 30 65 22M35 38Q50 30 65 38"/>)"),
      .diagram = {.anchors = through("A", "B")},
      .example = R"(bramah: 1
name: Annular gap
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
volumes:
  chamber: {volume: 0.1 l, start: 200 bar}
components:
  seal: {type: annular_gap, A: chamber, B: tank, radius: 20 mm, gap: 20 um, length: 30 mm}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid& fluid) {
            const double nu = p[4] > 0.0 ? p[4] : fluid.viscosity;
            return part_of(AnnularGap::from(p[0], p[1], p[2], p[3], fluid.density * nu));
          },
      .spent = Spent::leakage};
  return info;
}

const PartInfo& filter() {
  static const PartInfo info{
      .type = "filter",
      .title = "Filter",
      .doc =
          "A filter from the data sheet's drop at its rated flow. Clogging multiplies the drop; "
          "it may be a signal.",
      .equation =
          "p_A − p_B = κ (R Q + K Q|Q|)\n"
          "R = laminar·drop/flow, K = (1 − laminar)·drop/flow²",
      .source = "standard",
      .ports = {{"A", "inlet"}, {"B", "outlet"}},
      .parameters = {needed("flow", "m3/s", "rated flow", "10 ... 500 l/min"),
                     needed("drop", "Pa", "drop of the clean filter at that flow", "0.1 ... 2 bar"),
                     usual("laminar", "1", 0.7, "0.7", "share of the drop that is laminar",
                           "0.5 ... 0.9", Bound::fraction)},
      .inputs = {{"clogging", "1", "κ: 1 clean, 5 due for change", 1.0}},
      .symbol = drawn(R"(<path d="M5 30H26M74 30H95M50 6L74 30L50 54L26 30Z"/>)"
                      R"(<path stroke-dasharray="4 3" d="M50 6V54"/>)"),
      .diagram = {.anchors = through("A", "B")},
      .example = R"(bramah: 1
name: Filter
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 30 l/min, into: line}
volumes:
  line: {volume: 0.2 l, start: 2 bar}
components:
  return_filter: {type: filter, A: line, B: tank, flow: 60 l/min, drop: 0.5 bar, clogging: dirt}
signals:
  dirt: {ramps: [[0 s, 1], [0.5 s, 5]]}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make = [](Parameters p, const Fluid&) { return part_of(Filter::from(p[0], p[1], p[2])); }};
  return info;
}

const PartInfo& accumulator() {
  static const PartInfo info{
      .type = "accumulator",
      .title = "Gas accumulator",
      .doc =
          "Gas behind a bladder, membrane or piston. Empty, its poppet shuts the port; the "
          "precharge is an absolute pressure, n = 1 is slow and 1.4 quick.",
      .equation =
          "p_gas = p_0 (V_0/(V_0 − V))ⁿ\n"
          "V' = Q = C·w·f(p_A − p_gas); w closes outwards over the last 1 % of oil\n"
          "C = flow/f(drop)",
      .source = "standard",
      .ports = {{"A", "oil"}},
      .parameters = {needed("volume", "m3", "gas volume at precharge, with no oil in it",
                            "0.1 ... 50 l"),
                     needed("precharge", "Pa", "absolute gas pressure with no oil in it",
                            "10 ... 200 bar"),
                     usual("exponent", "1", 1.25, "1.25", "polytropic exponent n", "1 ... 1.4",
                           Bound::positive),
                     usual("flow", "m3/s", 2e-3, "120 l/min", "flow through the port at drop",
                           "30 ... 900 l/min", Bound::positive),
                     usual("drop", "Pa", 2e5, "2 bar", "pressure drop of the port at flow",
                           "0.5 ... 5 bar", Bound::positive)},
      .states = {{"oil", "m3", "volume of oil in it", 0.0, "start_oil"}},
      .symbol = drawn(R"(<path d="M50 60V52M36 20A14 14 0 0 1 64 20V38A14 14 0 0 1 36 38Z"/>)"
                      R"(<path d="M36 29H64M50 12L55 20H45Z"/>)"),
      .diagram = {.anchors = {{"A", 50, 60, Anchor::Towards::down}}},
      .example = R"(bramah: 1
name: Accumulator
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 20 l/min, into: line}
volumes:
  line: {volume: 1 l, start: 80 bar}
components:
  acc: {type: accumulator, A: line, volume: 1 l, precharge: 60 bar, start_oil: 0.1 l}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make = [](Parameters p, const Fluid&) {
        Accumulator a{p[0], p[1], p[2], 0.0};
        a.coefficient = p[3] / rounded_root(p[4], a.transition);
        return part_of(a);
      }};
  return info;
}

}  // namespace

PartFamily line_family() { return {130, {&pipe(), &annular_gap(), &filter(), &accumulator()}}; }

}  // namespace bramah
