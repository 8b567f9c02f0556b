// Pumps and motors of positive displacement. D [m³/rad], omega [rad/s], dp = p_P - p_S:
//
//   Q = eps D omega - k_l dp                        eps: share of the displacement in use
//   M = eps D dp + M_loss                           the shaft gives to a pump
//   M_loss = c omega + (M_c + k_p D |dp|) tanh(omega/omega_0)
// A motor is the same machine with A for P and B for S; what it takes is negative torque. Suction
// that runs dry is left to the fluid's vapour model: the machine itself has no lower pressure.
#pragma once

#include <cmath>

#include "bramah/parts.h"
#include "hydraulics/parts/smooth.h"

namespace bramah {

// Where oil turns to vapour at the inlet, a pump is filled only in part: not at all at p_v, fully
// from p_v + width on. Without a vapour pressure, and with nothing connected, it always is.
struct Suction {
  double vapour = 0.0, width = 0.0;  // p_v [Pa], [Pa]; 0: no vapour

  template <class T>
  [[nodiscard]] T fill(const T& p) const noexcept {
    if (width == 0.0 || value_of(p) == 0.0) return T(1.0);
    return rounded_step((p - vapour) / width);
  }
};
[[nodiscard]] inline Suction suction_of(const Fluid& oil) {
  if (oil.tension && oil.air == 0.0) return {};
  return {oil.vapour, Fluid::kVapourWidth};
}

struct ShaftLoss {
  double viscous = 0.0;  // c [N m s/rad]
  double share = 0.0;    // k_p [-]
  double coulomb = 0.0;  // M_c [N m]
  double speed = 1.0;    // omega_0 [rad/s]

  static constexpr double kPressure = 1e5;  // |dp| is rounded over it [Pa]

  template <class T>
  T torque(const T& omega, const T& dp, double displacement) const noexcept {
    using std::tanh;
    const T level = coulomb + share * displacement * rounded_size(dp, kPressure);
    return viscous * omega + level * tanh(omega / speed);
  }
};

// x = [p_S, p_P, omega | (eps)]; with kVariable the share is an input, -1 to 1.
template <bool kVariable>
struct Pump {
  double displacement;   // D [m³/rad]
  double leakage = 0.0;  // k_l [m³/s/Pa]
  ShaftLoss loss{};
  Suction suction{};

  static constexpr PartShape kShape{.ports = 3, .states = 0, .inputs = kVariable ? 1 : 0};

  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T dp = x[1] - x[0];
    T used(displacement);
    if constexpr (kVariable) used *= x[3];
    used *= suction.fill(value_of(used * x[2]) >= 0.0 ? x[0] : x[1]);
    const T q = used * x[2] - leakage * dp;
    f[0] = -q;
    f[1] = q;
    f[2] = -(used * dp + loss.torque(x[2], dp, displacement));
  }
  PartPower power(const double* x, const double*) const noexcept {
    const double dp = x[1] - x[0];
    return {.lost = leakage * dp * dp + loss.torque(x[2], dp, displacement) * x[2]};
  }
};

// x = [p_A, p_B, p_D, omega | (eps)]; leakage across, and from both sides to the drain.
template <bool kVariable>
struct Motor {
  double displacement;
  double leakage = 0.0, drain = 0.0;  // [m³/s/Pa]
  ShaftLoss loss{};
  Suction suction{};

  static constexpr PartShape kShape{.ports = 4, .states = 0, .inputs = kVariable ? 1 : 0};

  template <class T>
  void equations(const T* x, T* f) const noexcept {
    const T dp = x[0] - x[1], to_A = drain * (x[0] - x[2]), to_B = drain * (x[1] - x[2]);
    T used(displacement);
    if constexpr (kVariable) used *= x[4];
    used *= suction.fill(value_of(used * x[3]) >= 0.0 ? x[0] : x[1]);
    const T q = used * x[3] + leakage * dp;
    f[0] = -q - to_A;
    f[1] = q - to_B;
    f[2] = to_A + to_B;
    f[3] = used * dp - loss.torque(x[3], dp, displacement);
  }
  PartPower power(const double* x, const double*) const noexcept {
    const double dp = x[0] - x[1], dA = x[0] - x[2], dB = x[1] - x[2];
    return {.lost = leakage * dp * dp + drain * (dA * dA + dB * dB) +
                    loss.torque(x[3], dp, displacement) * x[3]};
  }
};

// A flow whatever the pressures are: x = [p_T, p_P | Q].
struct IdealPump {
  Suction suction{};

  static constexpr PartShape kShape{.ports = 2, .states = 0, .inputs = 1};

  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[1] = x[2] * suction.fill(x[2] >= 0.0 ? x[0] : x[1]);
    f[0] = -f[1];
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return {.supplied = f[1] * (x[1] - x[0])};
  }
};

// x = [p_T, p_P | Q | p_ref];  tau Q' = k (p_ref - p_P) - Q,  0 <= Q <= Q_max
//                                                                         [Malysheva2021, Eq. 2.51]
struct PressureCompensatedPump {
  double gain;      // k [m³/s/Pa]
  double lag;       // tau [s]
  double flow_max;  // [m³/s]
  Suction suction{};

  static constexpr PartShape kShape{.ports = 2, .states = 1, .inputs = 1};
  StateLimits limits(int) const noexcept { return {0.0, flow_max}; }
  double scale(int) const noexcept { return flow_max; }

  template <class T>
  void equations(const T* x, T* f) const noexcept {
    f[1] = x[2] * suction.fill(x[0]);
    f[0] = -f[1];
    f[2] = (gain * (x[3] - x[1]) - x[2]) / lag;
  }
  PartPower power(const double* x, const double* f) const noexcept {
    return {.supplied = f[1] * (x[1] - x[0])};
  }
};

// A variable pump whose swash plate holds p_P at p_LS + margin, but not above the cut-off, and
// swings back where the torque would exceed its limit. x = [p_S, p_P, p_LS, (omega) | eps].
//   tau eps' = min(step(1/2 + (p_set - p_P)/band), M_max/(D dp)) - eps
//   p_set = min(p_LS + margin, cutoff)                           both minima with rounded corners
template <bool kShaft>
struct LoadSensingPump {
  double displacement, speed;   // D [m³/rad], omega without a shaft [rad/s]
  double margin, cutoff, band;  // [Pa]
  double torque_limit;          // M_max [N m]; 0: none
  double lag;                   // tau [s]
  double leakage = 0.0;         // [m³/s/Pa]
  ShaftLoss loss{};
  Suction suction{};

  static constexpr PartShape kShape{.ports = kShaft ? 4 : 3, .states = 1};
  static constexpr double kPressure = 1e5, kShare = 0.02;  // over which corners are rounded
  StateLimits limits(int) const noexcept { return {0.0, 1.0}; }

  template <class T>
  T turning(const T* x) const noexcept {
    if constexpr (kShaft)
      return x[3];
    else
      return T(speed);
  }
  template <class T>
  void equations(const T* x, T* f) const noexcept {
    constexpr int kState = kShape.ports;
    const T dp = x[1] - x[0], omega = turning(x);
    const T used = displacement * x[kState] * suction.fill(x[0]), q = used * omega - leakage * dp;
    f[0] = -q;
    f[1] = q;
    f[2] = T(0.0);
    if constexpr (kShaft) f[3] = -(used * dp + loss.torque(omega, dp, displacement));
    const T set = rounded_minimum(x[2] + margin, T(cutoff), kPressure);
    T target = rounded_step((set - x[1]) / band + 0.5);
    if (torque_limit > 0.0) {
      const T most = torque_limit / (displacement * rounded_positive(dp, kPressure));
      target = rounded_minimum(target, most, kShare);
    }
    f[kState] = (target - x[kState]) / lag;
  }
  PartPower power(const double* x, const double*) const noexcept {
    const double dp = x[1] - x[0], omega = turning(x);
    const double turn = loss.torque(omega, dp, displacement);
    PartPower power{.lost = leakage * dp * dp + turn * omega};
    const double used = displacement * x[kShape.ports] * suction.fill(x[0]);
    if (!kShaft) power.supplied = (used * dp + turn) * omega;
    return power;
  }
};

}  // namespace bramah
