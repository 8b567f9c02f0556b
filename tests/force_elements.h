// Force elements of the tests, with states and branches, and machines that have them.
#pragma once

#include <memory>
#include <string>

#include "bramah/forces.h"
#include "bramah/model.h"

namespace bramah {

// At a point: a field that turns a force with the place and lags behind it. All slopes are there,
// also of one axis by another.
struct Eddy {
  static constexpr ForceShape kShape{.measures = 3, .states = 2};
  double strength, lag;
  template <class T>
  void equations(const T* x, T* f) const {  // x y z | rates | two states
    f[0] = -strength * (x[1] * x[6] + 0.3 * x[4]);
    f[1] = strength * (x[0] * x[7] - 0.2 * x[3] * x[0]);
    f[2] = -strength * x[2] + 0.1 * strength * x[0] * x[5];
    f[3] = (x[0] + x[4] - x[6]) / lag;
    f[4] = (x[1] * x[1] + 0.5 * x[3] - x[7]) / lag;
  }
};

// On a joint: a soft stop below `at` with a branch of its own, which damps the more the deeper it is
// pressed [Hunt and Crossley 1975], so that its force is continuous.
struct Stop {
  static constexpr ForceShape kShape{.measures = 1};
  double at, stiffness, damping;
  int mode(const double* x) const { return x[0] < at ? 1 : 0; }
  template <class T>
  void equations(const T* x, int mode, T* f) const {
    f[0] = mode == 0 ? T(0.0) : stiffness * (at - x[0]) * (1.0 - damping * x[1]);
  }
  template <class T>
  T stored(const T* x) const {
    return x[0] < at ? T(0.5 * stiffness * (x[0] - at) * (x[0] - at)) : T(0.0);
  }
};

// On a joint: a buffer above `at` whose damper is there at once, so that its force jumps.
struct Buffer {
  static constexpr ForceShape kShape{.measures = 1};
  double at, stiffness, damping;
  int mode(const double* x) const { return x[0] > at ? 1 : 0; }
  template <class T>
  void equations(const T* x, int mode, T* f) const {
    f[0] = mode == 0 ? T(0.0) : -stiffness * (x[0] - at) - damping * x[1];
  }
};

template <class C, std::size_t N>
std::unique_ptr<const ForceElement> make_from(std::span<const double> p) {
  if constexpr (N == 2) return std::make_unique<ForceOf<C>>(C{p[0], p[1]});
  if constexpr (N == 3) return std::make_unique<ForceOf<C>>(C{p[0], p[1], p[2]});
}

inline const ForceInfo kEddy{
    .type = "eddy",
    .doc = "turns with the place",
    .acts = ForceInfo::Acts::at,
    .parameters = {{"strength", "N/m", "of the field"}, {"lag", "s", "of it"}},
    .states = {{"u", "m", "one state"}, {"w", "m", "another"}},
    .make = make_from<Eddy, 2>};
inline const ForceInfo kStop{.type = "stop",
                             .doc = "a soft stop",
                             .acts = ForceInfo::Acts::joint,
                             .parameters = {{"at", "rad", "where it begins"},
                                            {"stiffness", "N m/rad", "of it"},
                                            {"damping", "s/rad", "over stiffness and depth"}},
                             .make = make_from<Stop, 3>};
inline const ForceInfo kBuffer{.type = "buffer",
                               .doc = "a buffer that damps at once",
                               .acts = ForceInfo::Acts::joint,
                               .parameters = {{"at", "m", "where it begins"},
                                              {"stiffness", "N/m", "of it"},
                                              {"damping", "N s/m", "while it touches"}},
                               .make = make_from<Buffer, 3>};

inline LoadOptions with_elements() {
  LoadOptions options;
  options.forces = {&kEddy, &kStop, &kBuffer};
  return options;
}

// A slider that a cylinder pushes against a mount and into a buffer, and pulls out again.
inline constexpr const char* kSlider = R"(bramah: 1
name: Slider
ground: {points: {P: [0.8 m, 0.4 m], C: [-0.6 m, 0 m]}}
bodies: {load: {mass: 200 kg, inertia: 5 kg m2}}
joints: {rail: {type: prismatic, between: [ground, load], axis: [1, 0], start: 0.1 m}}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {pump: {pressure: 100 bar}, tank: {pressure: 1 bar}}
valves:
  valve:
    type: 4/3
    P: pump
    T: tank
    A: ram.A
    B: ram.B
    nominal: {flow: 20 l/min, drop: 35 bar, at: 10 V}
    spool: {bandwidth: 20 Hz}
    signal: U
cylinders:
  ram:
    from: ground.C
    to: load.origin
    bore: 40 mm
    rod: 25 mm
    closed: 0.4 m
    stroke: 0.6 m
    hose_A: {volume: 0.5 l}
    hose_B: {volume: 0.5 l}
    start_A: 20 bar
    start_B: 30 bar
    friction: {viscous: 2e3 N s/m}
elements:
  mount: {type: maxwell, from: ground.P, to: load.origin, stiffness: 20 kN/m, damping: 4 kN s/m, rest: 0.8 m}
  buffer: {type: buffer, joint: rail, at: 0.14 m, stiffness: 200 kN/m, damping: 0 N s/m}
signals: {U: {sine: {amplitude: 5 V, frequency: 1 Hz}}}
solver: {step: 1 ms, until: 1 s}
)";

}  // namespace bramah
