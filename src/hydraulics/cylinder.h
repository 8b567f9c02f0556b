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

}  // namespace bramah
