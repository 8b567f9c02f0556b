// Where Newton begins: rates that go on changing as over the steps before.
//
//   k(tau) = k0 + tau/h_ (k0 - k_) + tau (tau + h_) c        c: what k0, k_ and the rate before them bend by
//
// where that is known (no jump in between) and moves an unknown little; one that it would move far is
// stiff or behind a valve that opens, a rate that turns round may be ringing (trapezoidal), and the rate
// as it is is the better guess. The solution does not depend on the guess, but to Newton's tolerance;
// often the guess is within that.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "integrators/integrator.h"

namespace bramah {

class Predictor {
 public:
  explicit Predictor(const ImplicitDynamics& dynamics) : little_(dynamics.states()) {
    const int first = dynamics.moved_coordinates();
    for (int i = 0; i < dynamics.states(); ++i) little_[i] = kLittle * dynamics.scale(first + i);
  }

  // What the rate of state i will have changed by, if by `change`; `way` is the time for which that
  // moves the state.
  double bend(std::size_t i, double change, double rate, double before, double way) const noexcept {
    return bend_acceleration(change, rate, before, way, little_[i]);
  }
  // An acceleration; `way` is that time squared.
  static double bend_acceleration(double change, double rate, double before, double way,
                                  double little = kLittle) noexcept {
    const double size = std::abs(change), move = way * size;
    const bool turns = size > std::max(std::abs(rate), std::abs(before));
    return move < little && move > kNoise * little && !turns ? change : 0.0;
  }

 private:
  // Of a state's scale, 1 m or 1 rad: with 1e-2 the largest numbers of iterations grow by half.
  static constexpr double kLittle = 1e-3;
  static constexpr double kNoise = 1e-9;  // of that: round-off of what rests
  std::vector<double> little_;            // of each state: a move that is
};

// How many of the steps before a way of h is; 0 where no step before is known.
inline double steps_back(const StatePoint& p, double h) noexcept {
  return !p.before_h.empty() && p.before_h[0] > 0.0 ? h / p.before_h[0] : 0.0;
}

// How rates change within tau: by `line` of their last change, and by `curve` of what they bend by.
struct Ahead {
  double line = 0.0, curve = 0.0;
  bool known() const noexcept { return line > 0.0; }
  double change(double rate, double before, double bend) const noexcept {
    return line * (rate - before) + curve * bend;
  }
};
inline Ahead look_ahead(const StatePoint& p, double tau) noexcept {
  const double steps = steps_back(p, tau);
  return steps > 0.0 ? Ahead{steps, tau * (tau + p.before_h[0])} : Ahead{};
}

// The rates at the start of a step of h to `end`, for the next one. Before store().
void remember(const StatePoint& p, double h, const Trial& end) noexcept;

}  // namespace bramah
