// A gear between a shaft and a joint of the mechanism. Its teeth yield: the joint lags behind the
// shaft by the wind-up phi, which is a state, and without load the teeth may move in their play.
//
//   phi' = omega/n - q'                          measured at the joint
//   M    = k phi + d phi'                        without play b, else by the flank that touches,
//          (k e + d e' S(e/(b/2)))⁺,             e = ±phi - b/2 > 0, S(t) = 3t² - 2t³ from 0 to 1
//   on the joint   M - (1 - eta) |M| tanh(q'/v_0)     teeth rub: losses grow with the load
//   on the shaft   -M/n
// x = [omega | phi | q, q'],  f = [torque on the shaft | phi' | torque on the joint].
// A joint that slides: n = 1/r of the pinion, and phi, M are a length and a force.
//
// The bodies of the joint take M and -M. What the shaft's own turning adds to their angular momentum
// is left out: 1/n of its inertia as the joint feels it, n² J.
#pragma once

#include <cmath>

#include "bramah/parts.h"
#include "hydraulics/parts/smooth.h"

namespace bramah {

struct Gear {
  double ratio;             // n: speed of the shaft over that of the joint [-] or [rad/m]
  double stiffness;         // k [N m/rad] or [N/m]
  double damping = 0.0;     // d [N m s/rad] or [N s/m]
  double play = 0.0;        // b [rad] or [m]
  double lost_share = 0.0;  // 1 - eta [-]
  double speed = 0.01;      // v_0 [rad/s] or [m/s]

  static constexpr PartShape kShape{
      .ports = 1, .states = 1, .inputs = 0, .stroke = true, .force = true};

  template <class T>
  void equations(const T* x, T* f) const noexcept {
    using std::abs, std::tanh;
    const T rate = x[0] / ratio - x[3], load = mesh(x[1], rate);
    f[0] = -load / ratio;
    f[1] = rate;
    f[2] = load - lost_share * abs(load) * tanh(x[3] / speed);
  }
  PartPower power(const double* x, const double* f) const noexcept {
    const double load = -ratio * f[0], spring = stiffness * depth(x[1]);
    PartPower out;
    out.work = f[2] * x[3];
    out.stored = spring * f[1];
    out.lost = (load - spring) * f[1] + (load - f[2]) * x[3];
    return out;
  }
  double scale(int) const noexcept { return 1e-3; }  // phi

  // The flanks meet and part; torque changes its sign, or a flank would pull.
  int kinks() const noexcept { return 3; }
  double kink(int which, const double* x) const noexcept {
    if (which < 2) return play == 0.0 ? 1.0 : which == 0 ? x[1] - 0.5 * play : x[1] + 0.5 * play;
    const double rate = x[0] / ratio - x[3];
    if (play == 0.0) return lost_share == 0.0 ? 1.0 : mesh(x[1], rate);
    const double e = depth(x[1]);
    return e == 0.0 ? 1.0 : flank(std::abs(e), e > 0.0 ? rate : -rate);
  }
  double kink_margin(int which) const noexcept { return which < 2 ? 1e-10 : 1e-10 * stiffness; }

 private:
  // How far the flanks are pressed into each other, with the sign of their torque.
  template <class T>
  T depth(const T& phi) const noexcept {
    const double half = 0.5 * play;
    return phi > half ? T(phi - half) : phi < -half ? T(phi + half) : T(0.0);
  }
  template <class T>
  T flank(const T& e, const T& rate) const noexcept {
    return stiffness * e + damping * rate * rounded_step(e / (0.5 * play));
  }
  template <class T>
  T mesh(const T& phi, const T& rate) const noexcept {
    if (play == 0.0) return stiffness * phi + damping * rate;
    const T e = depth(phi);
    if (e > 0.0) {
      const T push = flank(e, rate);
      return push > 0.0 ? push : T(0.0);
    }
    if (e < 0.0) {
      const T push = flank(T(-e), T(-rate));
      return push > 0.0 ? T(-push) : T(0.0);
    }
    return T(0.0);
  }
};

}  // namespace bramah
