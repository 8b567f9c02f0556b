// The swinging mass as a point that integrators advance, and its independent solution: the classical
// Runge-Kutta rule with tiny steps on the equations as an ordinary differential equation.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "integrators/integrator.h"
#include "integrators/swinging_mass.h"

namespace bramah {

using Rates = SwingingMass::Rates;
inline constexpr Rates kStart{0.4, 0.5, 0.7, 1.0};

struct Point {
  std::vector<double> q{kStart[0]}, v{kStart[1]}, a{0.0}, y{kStart[2], 0.0, kStart[3]},
      ydot{0.0, 0.0, 0.0}, memory_a{0.0}, memory_y{0.0, 0.0, 0.0}, power{0.0}, work{0.0},
      control{0.0, 0.0};
  StatePoint view() { return {q, v, a, y, ydot, {}, memory_a, memory_y, power, work, control}; }
  // With consistent rates and power.
  Point(const SwingingMass& m, ImplicitDynamics::Scratch& s) {
    Trial x(1, 3, 0);
    x.q = q, x.v = v, x.y = y;
    m.set_time(0.0, 0.0, s);
    m.rates(x, s);
    a = x.a, y = x.y, ydot = x.ydot;
    memory_a = a, memory_y = ydot;  // as a machine begins
    m.powers(x, s, power);
  }
};

// (q, v, y0, y2) and the work.
struct Solution {
  Rates x = kStart;
  double work = 0.0;
};

inline Solution classical_step(const SwingingMass& m, double t, double h, bool contact,
                               Solution s) {
  const auto moved = [&](double factor, const Rates& k) {
    Rates out = s.x;
    for (int i = 0; i < 4; ++i) out[i] += factor * k[i];
    return out;
  };
  const Rates k1 = m.derivative(t, s.x, contact), x2 = moved(0.5 * h, k1);
  const Rates k2 = m.derivative(t + 0.5 * h, x2, contact), x3 = moved(0.5 * h, k2);
  const Rates k3 = m.derivative(t + 0.5 * h, x3, contact), x4 = moved(h, k3);
  const Rates k4 = m.derivative(t + h, x4, contact);
  s.work += h / 6.0 * (s.x[1] * s.x[2] + 2.0 * (x2[1] * x2[2] + x3[1] * x3[2]) + x4[1] * x4[2]);
  for (int i = 0; i < 4; ++i) s.x[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  return s;
}

// By the classical rule; where the stop is met, a step ends there.
inline Solution exact(const SwingingMass& m, double until, int steps) {
  Solution s;
  const double h = until / steps;
  for (double t = 0.0; t < until - 1e-9 * h;) {
    const bool contact = m.touches(s.x);
    const double whole = std::min(h, until - t);
    double before = 0.0, behind = whole;
    if (m.touches(classical_step(m, t, whole, contact, s).x) != contact)
      while (behind - before > 1e-15) {
        const double middle = 0.5 * (before + behind);
        const bool other = m.touches(classical_step(m, t, middle, contact, s).x) != contact;
        (other ? behind : before) = middle;
      }
    s = classical_step(m, t, behind, contact, s);
    t += behind;
  }
  return s;
}

inline double distance(const Point& p, const Solution& s, double t) {
  const Rates& x = s.x;
  return std::max({std::abs(p.q[0] - x[0]), std::abs(p.v[0] - x[1]), std::abs(p.y[0] - x[2]),
                   std::abs(p.y[1] - SwingingMass::algebraic(x[0], t)), std::abs(p.y[2] - x[3]),
                   std::abs(p.work[0] - s.work)});
}

// Largest distance from the solution after `steps` steps to `until`; not a number if one failed.
inline double error_of(IntegratorRule which, const SwingingMass& m, const Solution& solution,
                       double until, int steps) {
  const auto scratch = m.make_scratch();
  const auto rule = make_integrator(which, m, {});
  Point p(m, *scratch);
  const double h = until / steps;
  for (int k = 0; k < steps; ++k)
    if (!rule->advance(m, *scratch, k * h, h, p.view()).newton.converged) return NAN;
  return distance(p, solution, until);
}

// Order seen when the step is halved, from `steps` on.
inline double order_of(IntegratorRule which, const SwingingMass& m, double until, int steps) {
  const Solution solution = exact(m, until, 200000);
  return std::log2(error_of(which, m, solution, until, steps) /
                   error_of(which, m, solution, until, 2 * steps));
}

}  // namespace bramah
