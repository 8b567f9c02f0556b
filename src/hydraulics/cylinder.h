// A double-acting cylinder: force from two pressures, friction and end dampers, with exact slopes.
//
//   F = p_A A_A - p_B A_B - F_mu + F_d                                        [Jaiswal2021, Eq. 29]
//   F_mu = c sdot + (F_c + (1 - eta)|p_A A_A - p_B A_B|) tanh(sdot / v_0)
//   F_d  = +k (l_d - l_A) - d sdot  where l_A <= l_d,  -k (l_d - l_B) - d sdot  where l_B <= l_d
//          [Rahikainen2020, Eq. 34; added in Eq. 33, where the printed sign pulls the piston out]
//   l_A = s - closed,  l_B = stroke - l_A
// The end damper's switch is a mode that Newton fixes after a few iterations; see EndContact.
#pragma once

#include <cmath>

#include "hydraulics/part.h"

namespace bramah {

enum class EndContact { none, bottom, top };

struct CylinderForce {
  double value = 0.0;                   // F [N]
  double by_pA = 0.0, by_pB = 0.0;      // [m²]
  double by_s = 0.0, by_rate = 0.0;     // [N/m], [N s/m]
  double friction = 0.0, damper = 0.0;  // F_mu, F_d [N]
};

struct Cylinder {
  double area_A = 0.0, area_B = 0.0;  // [m²]
  double closed = 0.0, stroke = 0.0;  // [m]
  double viscous = 0.0;               // c [N s/m]
  double coulomb = 0.0;               // F_c [N]
  double lost_share = 0.0;            // 1 - eta [-]
  double tanh_speed = 0.01;           // v_0 [m/s]
  double damper_length = 0.0;         // l_d [m]
  double damper_stiffness = 0.0, damper_damping = 0.0;

  [[nodiscard]] double length_A(double s) const noexcept { return s - closed; }
  [[nodiscard]] double length_B(double s) const noexcept { return closed + stroke - s; }

  [[nodiscard]] EndContact contact(double s) const noexcept {
    if (damper_length <= 0.0) return EndContact::none;
    if (length_A(s) <= damper_length) return EndContact::bottom;
    return length_B(s) <= damper_length ? EndContact::top : EndContact::none;
  }

  [[nodiscard]] CylinderForce force(double pA, double pB, double s, double rate,
                                    EndContact end) const noexcept {
    CylinderForce f;
    const double pressure_force = pA * area_A - pB * area_B;
    f.friction = viscous * rate;
    f.by_rate = -viscous;
    double share = 0.0;
    if (coulomb > 0.0 || lost_share > 0.0) {
      const double t = std::tanh(rate / tanh_speed);
      const double level = coulomb + lost_share * std::abs(pressure_force);
      f.friction += level * t;
      f.by_rate -= level * (1.0 - t * t) / tanh_speed;
      share = pressure_force < 0.0 ? -lost_share * t : lost_share * t;
    }
    if (end != EndContact::none) {
      const double depth = damper_length - (end == EndContact::bottom ? length_A(s) : length_B(s));
      const double sign = end == EndContact::bottom ? 1.0 : -1.0;
      f.damper = sign * damper_stiffness * depth - damper_damping * rate;
      f.by_s = -damper_stiffness;
      f.by_rate -= damper_damping;
    }
    f.by_pA = area_A * (1.0 - share);
    f.by_pB = -area_B * (1.0 - share);
    f.value = pressure_force - f.friction + f.damper;
    return f;
  }
};

class CylinderPart final : public Part {
 public:
  explicit CylinderPart(const Cylinder& c) : Part({.ports = 2, .stroke = true, .force = true}), c_(c) {}
  const Cylinder& geometry() const noexcept { return c_; }
  CylinderForce breakdown(const double* x, int mode) const noexcept {
    return c_.force(x[0], x[1], x[2], x[3], static_cast<EndContact>(mode));
  }
  void evaluate(const double* x, int mode, double* f) const noexcept override {
    f[0] = -c_.area_A * x[3], f[1] = c_.area_B * x[3], f[2] = breakdown(x, mode).value;
  }
  void linearise(const double* x, int mode, double* f, double* s) const noexcept override {
    const CylinderForce b = breakdown(x, mode);
    f[0] = -c_.area_A * x[3], f[1] = c_.area_B * x[3], f[2] = b.value;
    for (int i = 0; i < 8; ++i) s[i] = 0;
    s[3] = -c_.area_A, s[7] = c_.area_B, s[8] = b.by_pA, s[9] = b.by_pB, s[10] = b.by_s, s[11] = b.by_rate;
  }
  PartPower power(const double* x, int mode, const double* f) const noexcept override {
    const CylinderForce b = breakdown(x, mode);
    return {.lost = (b.friction - b.damper) * x[3], .work = f[2] * x[3]};
  }
  int kinks() const noexcept override { return c_.lost_share > 0.0 ? 1 : 0; }
  double kink(int, const double* x) const noexcept override { return x[0] * c_.area_A - x[1] * c_.area_B; }
  double kink_margin(int) const noexcept override { return 1e-3; }
  Cylinder c_;
};

}  // namespace bramah
