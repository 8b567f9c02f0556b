// A cylinder as a part of a circuit: it drinks and gives oil as its piston moves, and pushes.
//
//   x = [p_A, p_B, (z), s, sdot],   f = [-A_A sdot, +A_B sdot, (zdot), F]
//                                                                   [Jaiswal2021, Eqs. 28-29]
// A single-acting cylinder or a plunger has nothing at port B: there the pressure is `vent`, and
// what the piston displaces against it is power from or to the outside.
#pragma once

#include <algorithm>

#include "bramah/parts.h"
#include "hydraulics/parts/cylinder.h"

namespace bramah {

class CylinderPart final : public Part {
 public:
  explicit CylinderPart(const Cylinder& cylinder, bool double_acting = true, double vent = 1e5)
      : Part({.ports = 2,
              .states = cylinder.bristles ? 1 : 0,
              .inputs = 0,
              .stroke = true,
              .force = true}),
        cylinder_(cylinder),
        double_acting_(double_acting),
        vent_(vent) {}

  const Cylinder& cylinder() const noexcept { return cylinder_; }

  // The stops begin, a damper would pull, |p_A A_A - p_B A_B| bends where it is zero.
  int kinks() const noexcept override { return cylinder_.lost_share > 0.0 ? 4 : 3; }
  double kink(int which, const double* x) const noexcept override {
    const double s = x[at_s()], rate = x[at_s() + 1];
    if (which == 0) return cylinder_.length_A(s);
    if (which == 1) return cylinder_.length_B(s);
    if (which == 3)
      return x[0] * cylinder_.area_A - (double_acting_ ? x[1] : vent_) * cylinder_.area_B;
    const EndContact end = cylinder_.contact(s);
    if (cylinder_.damper_pulls || end == EndContact::none) return 1.0;
    return cylinder_.push(end, s, rate);
  }
  double kink_margin(int which) const noexcept override {
    return which < 2 ? 1e-9 : 1e-3;
  }  // [m], [N]

  int mode(const double* x) const noexcept override {
    return static_cast<int>(cylinder_.contact(x[at_s()]));
  }
  double scale(int) const noexcept override {
    const double grip = std::max(cylinder_.coulomb, cylinder_.breakaway);
    return grip > 0.0 ? std::min(grip / cylinder_.bristle_stiffness, 1e-3) : 1e-5;  // z [m]
  }

  // The force with its parts and slopes; inlined, evaluate() drops those.
  [[nodiscard, gnu::always_inline]] CylinderForce breakdown(const double* x,
                                                            int mode) const noexcept {
    const double* last = x + at_s();
    return cylinder_.force(x[0], double_acting_ ? x[1] : vent_, last[0], last[1],
                           static_cast<EndContact>(mode), cylinder_.bristles ? x[2] : 0.0);
  }

  // What friction takes and the ends push of a force F that is known. Between the ends nothing pushes, and
  // friction is what is missing.
  struct Shares {
    double friction, damper;  // [N]
  };
  [[nodiscard]] Shares shares(const double* x, int mode, double force) const noexcept {
    const double s = x[at_s()];
    if (mode == 0 && cylinder_.length_A(s) >= 0.0 && cylinder_.length_B(s) >= 0.0)
      return {x[0] * cylinder_.area_A - (double_acting_ ? x[1] : vent_) * cylinder_.area_B - force,
              0.0};
    const CylinderForce all = breakdown(x, mode);
    return {all.friction, all.damper};
  }

  void evaluate(const double* x, int mode, double* f) const noexcept override {
    write(breakdown(x, mode), x[at_s() + 1], f);
  }

  void linearise(const double* x, int mode, double* f, double* slopes) const noexcept override {
    const CylinderForce force = breakdown(x, mode);
    write(force, x[at_s() + 1], f);
    const int s = at_s(), rate = s + 1, in = rate + 1, rows = s + 1;
    std::fill_n(slopes, rows * in, 0.0);
    slopes[rate] = -cylinder_.area_A;
    slopes[in + rate] = area_B();
    if (cylinder_.bristles) {
      double* z = slopes + 2 * in;
      z[0] = force.z_by_pA, z[2] = force.z_by_z, z[rate] = force.z_by_rate;
      if (double_acting_) z[1] = force.z_by_pB;
      slopes[s * in + 2] = force.by_z;
    }
    double* push = slopes + s * in;
    push[0] = force.by_pA, push[s] = force.by_s, push[rate] = force.by_rate;
    if (double_acting_) push[1] = force.by_pB;
  }

  PartPower power(const double* x, int mode, const double*) const noexcept override {
    const CylinderForce force = breakdown(x, mode);
    const double rate = x[at_s() + 1];
    PartPower power;
    power.work = force.value * rate;
    power.lost = force.friction * rate;
    if (cylinder_.bristles) {
      power.stored = cylinder_.bristle_stiffness * x[2] * force.z_rate;
      power.lost -= power.stored;
    }
    power.stored += force.stored_rate;  // of the springs at the ends; the rest is heat
    power.lost -= force.damper * rate + force.stored_rate;
    power.supplied = supplied(x);
    return power;
  }
  // What a vented chamber pushes out [W].
  [[nodiscard]] double supplied(const double* x) const noexcept {
    return double_acting_ ? 0.0 : -vent_ * cylinder_.area_B * x[at_s() + 1];
  }

 private:
  int at_s() const noexcept { return 2 + shape().states; }
  double area_B() const noexcept { return double_acting_ ? cylinder_.area_B : 0.0; }
  void write(const CylinderForce& force, double rate, double* f) const noexcept {
    f[0] = -cylinder_.area_A * rate;
    f[1] = area_B() * rate;
    if (cylinder_.bristles) f[2] = force.z_rate;
    f[at_s()] = force.value;
  }

  Cylinder cylinder_;
  bool double_acting_;
  double vent_;  // [Pa]
};

}  // namespace bramah
