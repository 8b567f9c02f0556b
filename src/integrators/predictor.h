// Where Newton begins: rates of states that go on changing as since the step before.
//
//   ydot1 = ydot0 + (h/h_) (ydot0 - ydot_)
// where that is known (no jump in between) and moves a state little; a state that it would move far is
// stiff or behind a valve that opens, a rate that turns round may be ringing (trapezoidal), and the rate
// as it is is the better guess. The solution does not depend on the guess, but to Newton's tolerance;
// often the guess is within that.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/copy_few.h"
#include "integrators/integrator.h"

namespace bramah {

class Predictor {
 public:
  explicit Predictor(const ImplicitDynamics& dynamics) : little_(dynamics.states()) {
    constexpr double kLittle = 1e-3;  // with 1e-2 the largest numbers of iterations grow by half
    const int first = dynamics.moved_coordinates();
    for (int i = 0; i < dynamics.states(); ++i) little_[i] = kLittle * dynamics.scale(first + i);
  }

  // What the rate of state i will have changed by; `way` is the time for which that moves the state.
  double bend(std::size_t i, double rate, double before, double steps, double way) const noexcept {
    const double change = steps * (rate - before), size = std::abs(change);
    const bool turns = size > std::max(std::abs(rate), std::abs(before));
    return way * size < little_[i] && !turns ? change : 0.0;
  }

 private:
  std::vector<double> little_;  // of each state: a move that is
};

// How many of the steps before a way of h is; 0 where no step before is known.
inline double steps_back(const StatePoint& p, double h) noexcept {
  return !p.before_h.empty() && p.before_h[0] > 0.0 ? h / p.before_h[0] : 0.0;
}

// The rates at the start of a step of h, for the next one. Before store().
inline void remember(const StatePoint& p, double h) noexcept {
  if (p.before_h.empty()) return;
  copy_few(p.a, p.before_a);
  copy_few(p.ydot, p.before_y);
  p.before_h[0] = h;
}

}  // namespace bramah
