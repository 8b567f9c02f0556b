// A hydraulic cylinder: force from two pressures, friction and end dampers, with exact slopes.
//
//   F    = p_A A_A - p_B A_B - F_mu + F_d                               [Jaiswal2021, Eq. 29]
//   F_mu = c sdot + G tanh(sdot/v_0)                                    [Malysheva2021, Eq. 2.47]
//   G    = F_c + (F_s - F_c) exp(-(sdot/v_s)²)                          Coulomb, Stribeck,
//          + (1 - eta)|p_A A_A - p_B A_B|                               efficiency,
//          + a_s (p_A⁺ + p_B⁺)                                          seals pressed on by the oil
//   F_d  = +k (l_d - l_A) - d sdot   where l_A <= l_d                   [Rahikainen2020, Eq. 34]
//          -k (l_d - l_B) - d sdot   where l_B <= l_d
//          (added in Eq. 33, where the printed sign pulls the piston out)
//          it pushes and does not pull, unless it is said to (as the printed law does while a piston
//          leaves faster than k (l_d - l)/d)
//   F_s  = +k_s d (1 + c_s d')⁺,  d = -l_A   where l_A < 0              metal stop [Hunt1975]
//          -k_s d (1 + c_s d')⁺,  d = -l_B   where l_B < 0
//   l_A = s - closed,  l_B = stroke - l_A
// With bristles (LuGre) the tanh gives way to a state z [Malysheva2021, Eq. 2.39; Canudas1995]:
//   F_mu = c sdot + sigma_0 z + sigma_1 zdot,   zdot = sdot - |sdot| sigma_0 z / G
// p⁺ and |sdot| there are rounded over kSealPressure and kBristleSpeed.
// The end damper's switch is a mode that Newton fixes after a few iterations; see EndContact.
#pragma once

#include <cmath>

namespace bramah {

enum class EndContact { none, bottom, top };

struct CylinderForce {
  double value = 0.0;                    // F [N]
  double by_pA = 0.0, by_pB = 0.0;       // [m²]
  double by_s = 0.0, by_rate = 0.0;      // [N/m], [N s/m]
  double friction = 0.0, damper = 0.0;   // F_mu, F_d + F_s [N]
  double stored_rate = 0.0;              // of the energy in the springs of both [W]
  double by_z = 0.0;                     // [N/m]
  double z_rate = 0.0;                   // zdot [m/s]
  double z_by_pA = 0.0, z_by_pB = 0.0;   // [m/s/Pa]
  double z_by_rate = 0.0, z_by_z = 0.0;  // [-], [1/s]
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
  bool damper_pulls = false;
  double stop_stiffness = 0.0;     // k_s [N/m]
  double breakaway = 0.0;          // F_s [N]; 0: no Stribeck term
  double stribeck_speed = 0.01;    // v_s [m/s]
  double seal = 0.0;               // a_s [m²]: friction per pressure
  bool bristles = false;           // LuGre
  double bristle_stiffness = 0.0;  // sigma_0 [N/m]
  double bristle_damping = 0.0;    // sigma_1 [N s/m]

  static constexpr double kStopDamping = 2.0;     // c_s [s/m]
  static constexpr double kSealPressure = 1e4;    // [Pa]
  static constexpr double kBristleSpeed = 1e-6;   // [m/s]
  static constexpr double kLeastFriction = 1e-9;  // [N] bristles need a level to slip at

  [[nodiscard]] double length_A(double s) const noexcept { return s - closed; }
  [[nodiscard]] double length_B(double s) const noexcept { return closed + stroke - s; }

  [[nodiscard]] EndContact contact(double s) const noexcept {
    if (damper_length <= 0.0) return EndContact::none;
    if (length_A(s) <= damper_length) return EndContact::bottom;
    return length_B(s) <= damper_length ? EndContact::top : EndContact::none;
  }

  // Inlined, callers drop what they do not ask for.
  [[nodiscard, gnu::always_inline]] CylinderForce force(double pA, double pB, double s, double rate,
                                                        EndContact end,
                                                        double z = 0.0) const noexcept {
    CylinderForce f;
    const double pressure_force = pA * area_A - pB * area_B;
    f.friction = viscous * rate;
    f.by_rate = -viscous;
    f.by_pA = area_A, f.by_pB = -area_B;
    if (bristles)
      add_bristles(level(pressure_force, pA, pB, rate), rate, z, f);
    else if (coulomb > 0.0 || lost_share > 0.0 || breakaway > 0.0 || seal > 0.0)
      add_tanh(level(pressure_force, pA, pB, rate), rate, f);
    if (end != EndContact::none) add_damper(end, s, rate, f);
    if (length_A(s) < 0.0) add_stop(-length_A(s), 1.0, rate, f);
    if (length_B(s) < 0.0) add_stop(-length_B(s), -1.0, rate, f);
    f.value = pressure_force - f.friction + f.damper;
    return f;
  }

  // What a damper in contact would push with, away from its end [N].
  [[nodiscard]] double push(EndContact end, double s, double rate) const noexcept {
    const bool bottom = end == EndContact::bottom;
    const double depth = damper_length - (bottom ? length_A(s) : length_B(s));
    return damper_stiffness * depth - damper_damping * (bottom ? rate : -rate);
  }

 private:
  struct Level {
    double value;         // G [N]
    double by_rate;       // [N s/m]
    double share;         // dG/d(pressure force) of the efficiency [-]
    double by_pA, by_pB;  // of the seals alone [m²]
  };

  [[nodiscard]] Level level(double pressure_force, double pA, double pB,
                            double rate) const noexcept {
    Level g{coulomb + lost_share * std::abs(pressure_force), 0.0,
            pressure_force < 0.0 ? -lost_share : lost_share, 0.0, 0.0};
    if (breakaway > 0.0) {
      const double ratio = rate / stribeck_speed;
      const double bump = (breakaway - coulomb) * std::exp(-ratio * ratio);
      g.value += bump;
      g.by_rate = -2.0 * ratio / stribeck_speed * bump;
    }
    if (seal > 0.0) {
      const double root_A = std::hypot(pA, kSealPressure), root_B = std::hypot(pB, kSealPressure);
      g.value += 0.5 * seal * (pA + root_A + pB + root_B);
      g.by_pA = 0.5 * seal * (1.0 + pA / root_A);
      g.by_pB = 0.5 * seal * (1.0 + pB / root_B);
    }
    return g;
  }

  void add_damper(EndContact end, double s, double rate, CylinderForce& f) const noexcept {
    const double sign = end == EndContact::bottom ? 1.0 : -1.0;
    const double depth = damper_length - (sign > 0.0 ? length_A(s) : length_B(s));
    f.stored_rate -= damper_stiffness * depth * sign * rate;
    if (!damper_pulls && push(end, s, rate) <= 0.0) return;
    f.damper = sign * damper_stiffness * depth - damper_damping * rate;
    f.by_s = -damper_stiffness;
    f.by_rate -= damper_damping;
  }

  // `sign` points away from the end.
  void add_stop(double depth, double sign, double rate, CylinderForce& f) const noexcept {
    const double grip = 1.0 - sign * kStopDamping * rate, force = stop_stiffness * depth;
    f.stored_rate -= force * sign * rate;
    if (grip <= 0.0) return;
    f.damper += sign * force * grip;
    f.by_s -= stop_stiffness * grip;
    f.by_rate -= force * kStopDamping;
  }

  void add_tanh(const Level& g, double rate, CylinderForce& f) const noexcept {
    const double t = std::tanh(rate / tanh_speed);
    f.friction += g.value * t;
    f.by_rate -= g.value * (1.0 - t * t) / tanh_speed + g.by_rate * t;
    f.by_pA = area_A * (1.0 - g.share * t) - g.by_pA * t;
    f.by_pB = -area_B * (1.0 - g.share * t) - g.by_pB * t;
  }

  void add_bristles(const Level& g, double rate, double z, CylinderForce& f) const noexcept {
    const double square = rate * rate + kBristleSpeed * kBristleSpeed, root = std::sqrt(square);
    const double speed = rate * rate / root;  // |sdot|
    const double by_rate = rate * (2.0 - rate * rate / square) / root;
    const double grip = g.value + kLeastFriction, slip = bristle_stiffness * z / grip;
    f.z_rate = rate - speed * slip;
    f.z_by_rate = 1.0 - by_rate * slip + speed * slip * g.by_rate / grip;
    f.z_by_z = -speed * bristle_stiffness / grip;
    const double by_level = speed * slip / grip;
    f.z_by_pA = by_level * (g.share * area_A + g.by_pA);
    f.z_by_pB = by_level * (-g.share * area_B + g.by_pB);
    f.friction += bristle_stiffness * z + bristle_damping * f.z_rate;
    f.by_rate -= bristle_damping * f.z_by_rate;
    f.by_z = -bristle_stiffness - bristle_damping * f.z_by_z;
    f.by_pA -= bristle_damping * f.z_by_pA;
    f.by_pB -= bristle_damping * f.z_by_pB;
  }
};

}  // namespace bramah
