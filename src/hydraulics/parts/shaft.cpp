#include "hydraulics/parts/shaft.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/pump_parameters.h"

namespace bramah {
namespace {

using namespace catalogue_text;
using Parameters = std::span<const double>;

const PartInfo& prime_mover() {
  static const PartInfo info{
      .type = "prime_mover",
      .title = "Engine with governor",
      .doc =
          "A diesel engine or electric motor that holds its speed by a governor with droop: no "
          "torque at the set speed, full torque at droop below. Inertia belongs to the shaft.",
      .equation = "M = M_max·S((ω_set − ω)/droop) − c·ω,   S(t) = 3t² − 2t³ from 0 to 1",
      .source = "standard",
      .ports = {shaft_port("the shaft it turns")},
      .parameters = {needed("torque", "N m", "largest torque", "50 ... 2000 N m"),
                     needed("droop", "rad/s", "loss of speed from no load to full load",
                            "30 ... 200 rpm"),
                     usual("drag", "N m s/rad", 0.0, "0 N m s/rad", "torque lost per speed",
                           "0 ... 0.5 N m s/rad")},
      .inputs = {{"speed", "rad/s", "speed set at the governor", kRequired, "600 ... 3000 rpm"}},
      .symbol = drawn(R"(<circle cx="40" cy="30" r="20"/><path d="M60 27H95M60 33H95"/>)"
                      R"(<path d="M32 38V22L40 32L48 22V38"/>)"),
      .diagram = {.role = DiagramInfo::Role::drive,
                  .anchors = {{"shaft", 95, 30, Anchor::Towards::right}}},
      .example = R"(bramah: 1
name: Engine
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
volumes:
  line: {volume: 1 l, start: 1 bar}
shafts:
  engine: {inertia: 0.5 kg m2, start: 1500 rpm}
orifices:
  load: {from: line, to: tank, area: 8 mm2, discharge: 0.6}
components:
  diesel: {type: prime_mover, shaft: engine, speed: 1500 rpm, torque: 300 N m, droop: 80 rpm}
  pump: {type: fixed_pump, S: tank, P: line, shaft: engine, displacement: 28 cm3/rev}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(PrimeMover{p[0], p[1], p[2]});
          },
      .supplies = true,
      .spent = Spent::pumps};
  return info;
}

const PartInfo& shaft_load() {
  static const PartInfo info{
      .type = "shaft_load",
      .title = "Load on a shaft",
      .doc =
          "What a shaft has to turn: bearings, a fan, a winch. The load is positive when it "
          "holds back a shaft that turns forwards.",
      .equation = "M = −(c·ω + M_c·tanh(ω/ω_0) + k·ω|ω| + M_load)",
      .source = "standard",
      .ports = {shaft_port("the shaft that is loaded")},
      .parameters = {usual("viscous", "N m s/rad", 0.0, "0 N m s/rad", "torque per speed",
                           "0 ... 5 N m s/rad"),
                     usual("coulomb", "N m", 0.0, "0 N m", "torque of dry friction",
                           "0 ... 100 N m"),
                     usual("quadratic", "N m s2/rad2", 0.0, "0 N m s2/rad2",
                           "torque per square of speed, as of a fan", "0 ... 0.1 N m s2/rad2"),
                     usual("coulomb_speed", "rad/s", 1.0, "1 rad/s",
                           "speed over which dry friction turns round", "0.1 ... 5 rad/s",
                           Bound::positive)},
      .inputs = {{"load", "N m", "torque it takes besides", 0.0}},
      .symbol = drawn(R"(<path d="M5 27H45M5 33H45"/><rect x="45" y="12" width="30" height="36"/>)"
                      R"(<path d="M75 12L85 6M75 24L85 18M75 36L85 30M75 48L85 42"/>)"),
      .diagram = {.role = DiagramInfo::Role::drive,
                  .anchors = {{"shaft", 5, 30, Anchor::Towards::left}}},
      .example = R"(bramah: 1
name: Motor with a load
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 30 l/min, into: line}
volumes:
  line: {volume: 0.5 l, start: 20 bar}
shafts:
  winch: {inertia: 0.2 kg m2, start: 0 rpm}
components:
  motor:
    {type: motor, A: line, B: tank, D: tank, shaft: winch, displacement: 50 cm3/rev,
     leakage: 2e-12 m3/s/Pa}
  rope: {type: shaft_load, shaft: winch, viscous: 0.1 N m s/rad, load: 40 N m}
solver: {step: 1 ms, until: 0.5 s}
)",
      .make =
          [](Parameters p, const Fluid&) {
            return part_of(ShaftLoad{p[0], p[1], p[2], p[3]});
          },
      .spent = Spent::loads};
  return info;
}

}  // namespace

PartFamily shaft_family() { return {120, {&prime_mover(), &shaft_load()}}; }

}  // namespace bramah
