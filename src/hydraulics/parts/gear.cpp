#include "hydraulics/parts/gear.h"

#include "hydraulics/part_family.h"
#include "hydraulics/parts/pump_parameters.h"

namespace bramah {
namespace {

using namespace catalogue_text;
using Parameters = std::span<const double>;

const std::string kDoc =
    " Its teeth yield, so that the shaft keeps a speed and an inertia of its own: to the joint it "
    "weighs n²J. With play they part when the load turns round. The loss is a share of the load, "
    "whichever way power flows.";
const std::string kLaw =
    "\nM = k·φ + d·φ'; with play b by the flank that touches, M = (k·e + d·e'·S(2e/b))⁺, "
    "e = ±φ − b/2 > 0, S(t) = 3t² − 2t³ from 0 to 1";

const std::string kWheels =
    R"(<path d="M5 20H30M70 42H95"/><rect x="30" y="10" width="14" height="20"/>)"
    R"(<rect x="30" y="30" width="14" height="24"/><path d="M44 42H70M70 34V50"/>)";

DiagramInfo gear_diagram() {
  return {.role = DiagramInfo::Role::drive, .anchors = {{"shaft", 5, 20, Anchor::Towards::left}}};
}

// k, d, b, efficiency, v_0 in the units of a joint that turns or slides.
std::vector<ParameterInfo> teeth(ParameterInfo size, bool turns) {
  const std::string angle = turns ? "rad" : "m", load = turns ? "N m" : "N";
  const std::string per = turns ? load + "/rad" : "N/m";
  return {std::move(size),
          needed("stiffness", per, "load at the joint per wind-up",
                 turns ? "1e4 ... 1e8 N m/rad" : "1e6 ... 1e9 N/m"),
          usual("damping", turns ? "N m s/rad" : "N s/m", 0.0, turns ? "0 N m s/rad" : "0 N s/m",
                "load at the joint per speed of wind-up",
                turns ? "0 ... 1e6 N m s/rad" : "0 ... 1e6 N s/m"),
          usual("play", angle, 0.0, turns ? "0 deg" : "0 mm", "backlash, felt at the joint",
                turns ? "0 ... 1 deg" : "0 ... 2 mm"),
          usual("efficiency", "1", 1.0, "1", "share of the load that passes", "0.8 ... 1",
                Bound::fraction),
          usual("loss_speed", angle + "/s", 0.01, turns ? "0.01 rad/s" : "0.01 m/s",
                "speed of the joint over which the loss turns round",
                turns ? "0.001 ... 0.1 rad/s" : "0.001 ... 0.1 m/s", Bound::positive)};
}

std::unique_ptr<const Part> make_gear(double ratio, Parameters p) {
  return part_of(Gear{ratio, p[1], p[2], p[3], 1.0 - p[4], p[5]});
}

const PartInfo& gear() {
  static const PartInfo info{
      .type = "gear",
      .title = "Gear on a joint",
      .doc = "A gearbox or slewing ring through which a shaft turns a joint." + kDoc,
      .equation = "φ' = ω/n − q'" + kLaw +
                  "\non the joint: M − (1 − η)·|M|·tanh(q'/v_0);   on the shaft: −M/n",
      .source = "standard",
      .ports = {shaft_port("the shaft that drives")},
      .parameters = teeth(
          needed("ratio", "1", "turns of the shaft per turn of the joint", "2 ... 500"), true),
      .states = {{"windup", "rad", "how far the joint lags behind the shaft", 0.0, "start_windup"}},
      .symbol = drawn(kWheels),
      .diagram = gear_diagram(),
      .example = R"(bramah: 1
name: Slewing gear
bodies: {boom: {mass: 200 kg, com: [1 m, 0 m], shape: {rod: 2 m}}}
joints: {slew: {type: revolute, between: [ground, boom], start: 0 deg}}
gravity: "[0, 0] m/s2"
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 10 l/min, into: line}
volumes:
  line: {volume: 0.5 l, start: 1 bar}
shafts:
  pinion: {inertia: 0.01 kg m2}
components:
  motor: {type: motor, A: line, B: tank, D: tank, shaft: pinion, displacement: 50 cm3/rev, leakage: 2e-12 m3/s/Pa}
  box:
    type: gear
    shaft: pinion
    joint: slew
    ratio: 30
    efficiency: 0.94
    stiffness: 1e6 N m/rad
    damping: 2e3 N m s/rad
    play: 0.1 deg
solver: {step: 1 ms, until: 0.5 s}
)",
      .make = [](Parameters p, const Fluid&) { return make_gear(p[0], p); },
      .spent = Spent::loads,
      .drives = Drives::turn};
  return info;
}

const PartInfo& pinion() {
  static const PartInfo info{
      .type = "pinion",
      .title = "Pinion on a rack",
      .doc =
          "A pinion, a chain or a spindle through which a shaft moves a joint that slides." + kDoc,
      .equation = "φ' = ω·r − q',   n = 1/r" + kLaw +
                  "\non the joint: M − (1 − η)·|M|·tanh(q'/v_0);   on the shaft: −M·r",
      .source = "standard",
      .ports = {shaft_port("the shaft that drives")},
      .parameters = teeth(
          needed("radius", "m", "travel of the joint per angle of the shaft", "0.5 ... 200 mm"),
          false),
      .states = {{"windup", "m", "how far the joint lags behind the shaft", 0.0, "start_windup"}},
      .symbol = drawn(R"(<circle cx="50" cy="24" r="14"/><path d="M5 24H36M15 38H85V46H15Z"/>)"),
      .diagram = {.role = DiagramInfo::Role::drive,
                  .anchors = {{"shaft", 5, 24, Anchor::Towards::left}}},
      .example = R"(bramah: 1
name: Feed
bodies: {slide: {mass: 300 kg, inertia: 20 kg m2}}
joints: {rail: {type: prismatic, between: [ground, slide], axis: [1, 0], start: 0 m}}
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1 bar}
  pump: {flow: 10 l/min, into: line}
volumes:
  line: {volume: 0.5 l, start: 1 bar}
shafts:
  wheel: {inertia: 0.01 kg m2}
components:
  motor: {type: motor, A: line, B: tank, D: tank, shaft: wheel, displacement: 50 cm3/rev, leakage: 2e-12 m3/s/Pa}
  rack:
    type: pinion
    shaft: wheel
    joint: rail
    radius: 40 mm
    stiffness: 5e6 N/m
    damping: 5e3 N s/m
solver: {step: 1 ms, until: 0.5 s}
)",
      .make = [](Parameters p, const Fluid&) { return make_gear(1.0 / p[0], p); },
      .spent = Spent::loads,
      .drives = Drives::slide};
  return info;
}

}  // namespace

PartFamily gear_family() { return {125, {&gear(), &pinion()}}; }

}  // namespace bramah
