#include "hydraulics/parts/brake.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/pump_parameters.h"

namespace bramah {
namespace {

using namespace catalogue_text;
using Parameters = std::span<const double>;

const PartInfo& brake() {
  static const PartInfo info{
      .type = "brake",
      .title = "Brake released by pressure",
      .doc =
          "Springs press the discs of a winch or a swing together, pressure at X lifts them. What "
          "it holds stays where it is; more than its torque makes it slip.",
      .equation =
          "M_b = M_max·(1 − S((p_X − p_0)/range)),   S(t) = 3t² − 2t³ from 0 to 1\n"
          "z' = ω − u⁴·(ω·u)⁺·u,   u = z/z_m\n"
          "M = −M_b·(u + (1 − u⁸)⁺·s·ω/√(1 + s²ω²))",
      .source = "bristles as in contact; otherwise standard",
      .ports = {shaft_port("the shaft that is held"),
                {"X", "pressure that releases it; takes no oil", true}},
      .parameters = {needed("torque", "N m", "largest torque it holds", "20 ... 5000 N m"),
                     needed("release", "Pa", "pressure at which it begins to open, absolute",
                            "5 ... 30 bar"),
                     usual("range", "Pa", 1e6, "10 bar", "from there to fully open", "2 ... 30 bar",
                           Bound::positive),
                     usual("yield", "rad", 0.01, "0.01 rad", "of the shaft before discs slip",
                           "0.001 ... 0.1 rad", Bound::positive),
                     usual("damping", "s/rad", 1.0, "1 s/rad",
                           "of what it holds: inverse of a speed", "0 ... 10 s/rad")},
      .states = {{"yield", "rad", "of the discs", 0.0, "start_yield"}},
      .symbol = drawn(R"(<path d="M5 30H60M60 12V48M72 12V48M72 20H88M72 40H88"/>)"
                      R"(<path d="M88 16V44"/><path stroke-dasharray="4 3" d="M66 48V58"/>)"),
      .diagram = {.role = DiagramInfo::Role::drive,
                  .anchors = {{"shaft", 5, 30, Anchor::Towards::left},
                              pilot("X", 66, 58, Anchor::Towards::down)}},
      .example = R"(bramah: 1
name: Winch brake
fluid: {preset: hlp46}
sources:
  pilot: {pressure: pilot_pressure}
shafts:
  winch: {inertia: 0.2 kg m2}
components:
  rope: {type: shaft_load, shaft: winch, viscous: 0.5 N m s/rad, load: -60 N m}
  brake: {type: brake, shaft: winch, X: pilot, torque: 150 N m, release: 15 bar}
signals:
  pilot_pressure: {ramps: [[0 s, 1 bar], [0.2 s, 1 bar], [0.3 s, 40 bar], [0.6 s, 40 bar], [0.7 s, 1 bar]]}
solver: {step: 1 ms, until: 1 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(Brake{p[0], p[1], p[2], p[3], p[4]});
          },
      .spent = Spent::loads};
  return info;
}

}  // namespace

PartFamily brake_family() { return {122, {&brake()}}; }

}  // namespace bramah
