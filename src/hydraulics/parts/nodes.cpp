// What parts join: volumes and shafts are nodes of a circuit and no parts, but the page has them.
#include "hydraulics/part_family.h"
#include "hydraulics/parts/catalogue_text.h"

namespace bramah {
namespace {

using namespace catalogue_text;

const PartInfo& fluid() {
  static const PartInfo info{
      .type = "fluid",
      .title = "Fluid",
      .doc =
          "The oil: density, viscosity, and how it yields to pressure, with air and vapour. A "
          "preset is a common mineral oil.",
      .equation =
          "B = β, or (1 + a p + b p²)/(a + 2 b p), or a1·max·log10(a2 p/p_max + a3)\n"
          "with air or vapour: v = (1 − α) v_liquid + α (p_0/p)^(1/n) + vapour,  B = −v/v'",
      .source = "[Naya2011, Eq. 3], [Malysheva2021, Eq. 2.42]; air standard",
      .table = "fluid",
      .symbol = drawn(R"(<path d="M50 6C50 6 34 28 34 38A16 16 0 0 0 66 38C66 28 50 6 50 6Z"/>)"
                      R"(<path d="M42 38A8 8 0 0 0 50 46"/>)"),
      .example =
          "bramah: 1\nname: Oil with air\nfluid: {preset: hlp46, air: 0.5 %, vapour: 0.03 "
          "bar}\nsources:\n  tank: {pressure: 1 bar}\n  pump: {flow: stroke, into: line}\n"
          "volumes:\n  line: {volume: 0.5 l, start: 1 bar}\nsignals:\n  stroke: {sine: "
          "{amplitude: 6 l/min, frequency: 5 Hz}}\nsolver: {step: 1 ms, until: 0.5 s}\n"};
  return info;
}

const PartInfo& volume() {
  static const PartInfo info{
      .type = "volume",
      .title = "Volume",
      .doc =
          "Oil at one pressure: a hose, a line, a block. Every flow path needs one at each end; "
          "none is inserted.",
      .equation = "p' = ΣQ/(V/B(p) + V/B_wall)",
      .source = "[Jaiswal2021, Eqs. 22-23]",
      .table = "volume",
      .symbol = drawn(R"(<rect x="22" y="14" width="56" height="32" rx="16"/>)"
                      R"(<path d="M5 30H22M78 30H95"/>)"),
      .example = "bramah: 1\nname: A hose that fills\n" + kOil +
                 "sources:\n  pump: {pressure: 100 bar}\nvolumes:\n  hose: {volume: 0.2 l, wall: "
                 "550 MPa, start: 1 bar}\norifices:\n  inlet: {from: pump, to: hose, area: 1 mm2, "
                 "discharge: 0.6}\nsolver: {step: 1 ms, until: 0.5 s}\n"};
  return info;
}

const PartInfo& shaft() {
  static const PartInfo info{
      .type = "shaft",
      .title = "Shaft",
      .doc =
          "What pumps, motors and engines turn, with its inertia. A source with a `speed` is a "
          "shaft that turns at a given speed.",
      .equation = "J ω' = ΣM",
      .source = "standard",
      .table = "shaft",
      .symbol = drawn(R"(<path d="M10 26H90M10 34H90M60 14A16 16 0 0 1 60 46"/>)"
                      R"(<path fill="currentColor" d="M60 46L67 40L68 48Z"/>)"),
      .example = "bramah: 1\nname: A shaft slows down\n" + kOil +
                 "shafts:\n  wheel: {inertia: 0.5 kg m2, start: 1500 rpm}\ncomponents:\n  brake: "
                 "{type: shaft_load, shaft: wheel, viscous: 0.5 N m s/rad}\nsolver: {step: 1 ms, "
                 "until: 0.5 s}\n"};
  return info;
}

}  // namespace

PartFamily nodes_family() { return {10, {&fluid(), &volume(), &shaft()}}; }

}  // namespace bramah
