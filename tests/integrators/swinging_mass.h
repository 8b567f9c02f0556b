// A small machine for integrators: a coordinate with a mass that depends on it, a fast state, an
// algebraic one and a slow one, moved by time; with a stop that may be met at q = stop.
//
//   M(q) a + M' v²/2 + v + 3 sin q - y0 + [q > stop] 50 (q - stop + 0.1) = 0,   M = 2 + cos q
//   y0' = -rate (y0 - 2 sin q - sin 3t)      0 = y1³ + y1 - q - 0.3 sin 2t      y2' = v - y1 y2
// The only power is that of the fast state's force, y0 v.
#pragma once

#include <array>
#include <cmath>

#include "core/implicit_dynamics.h"
#include "core/linear_solver.h"

namespace bramah {

class SwingingMass final : public ImplicitDynamics {
 public:
  explicit SwingingMass(double rate, double stop = 1e300) : rate_(rate), stop_(stop) {}
  struct Now final : Scratch {
    double t = 0.0;
    bool contact = false;
    mutable int residuals = 0, tangents = 0;
  };
  int coordinates() const override { return 1; }
  int states() const override { return 3; }
  int constraints() const override { return 0; }
  double scale(int) const override { return 1.0; }
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Now>(); }
  void set_time(double t, double, Scratch& s) const override { now(s).t = t; }
  int modes() const override { return 1; }
  void save_modes(const Scratch& s, std::span<int> to) const override {
    to[0] = static_cast<const Now&>(s).contact;
  }
  void restore_modes(std::span<const int> from, Scratch& s) const override {
    now(s).contact = from[0] != 0;
  }

  bool residual(Trial& x, StepCoefficients, int iteration, Scratch& s,
                std::span<double> r) const override {
    Now& n = now(s);
    n.residuals += 1;
    const bool contact = iteration >= 0 ? x.q[0] > stop_ : n.contact;
    const bool changed = contact != n.contact;
    n.contact = contact;
    const double q = x.q[0], v = x.v[0], t = n.t, y1 = x.y[1];
    r[0] = mass(q) * x.a[0] + force(q, v, x.y[0], contact);
    r[1] = x.ydot[0] + rate_ * (x.y[0] - 2.0 * std::sin(q) - std::sin(3.0 * t));
    r[2] = y1 * y1 * y1 + y1 - q - 0.3 * std::sin(2.0 * t);
    r[3] = x.ydot[2] - v + y1 * x.y[2];
    return changed;
  }
  void tangent(const Trial& x, StepCoefficients c, Scratch& s, SquareMatrix& j) const override {
    now(s).tangents += 1;
    const double q = x.q[0], v = x.v[0], y1 = x.y[1];
    j.row(0)[0] += c.a * mass(q) + c.v * (1.0 - std::sin(q) * v) +
                   c.q * (-std::sin(q) * x.a[0] - 0.5 * std::cos(q) * v * v + 3.0 * std::cos(q) +
                          (now(s).contact ? 50.0 : 0.0));
    j.row(0)[1] -= 1.0;
    j.row(1)[0] -= c.q * rate_ * 2.0 * std::cos(q);
    j.row(1)[1] += c.y + rate_;
    j.row(2)[0] -= c.q;
    j.row(2)[2] += 3.0 * y1 * y1 + 1.0;
    j.row(3)[0] -= c.v;
    j.row(3)[2] += x.y[2];
    j.row(3)[3] += c.y + y1;
  }
  void tangent_written(Scratch&) const override {}
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override { return {}; }
  bool rates(Trial& x, Scratch& s) const override {
    now(s).contact = x.q[0] > stop_;
    const Rates f = derivative(now(s).t, {x.q[0], x.v[0], x.y[0], x.y[2]}, now(s).contact);
    x.a[0] = f[1], x.ydot[0] = f[2], x.ydot[2] = f[3];
    x.y[1] = algebraic(x.q[0], now(s).t);
    x.ydot[1] = (f[0] + 0.6 * std::cos(2.0 * now(s).t)) / (3.0 * x.y[1] * x.y[1] + 1.0);
    return true;
  }
  Gaps gaps(const Trial&, Scratch&) const override { return {}; }
  int audits() const override { return 1; }
  void powers(const Trial& x, Scratch&, std::span<double> w) const override {
    w[0] = x.y[0] * x.v[0];
  }

  // The same as an ordinary differential equation of (q, v, y0, y2), for an independent solution.
  using Rates = std::array<double, 4>;
  static double algebraic(double q, double t) {
    const double right = q + 0.3 * std::sin(2.0 * t);
    double y = 0.0;
    for (int k = 0; k < 10; ++k) y -= (y * y * y + y - right) / (3.0 * y * y + 1.0);
    return y;
  }
  bool touches(const Rates& x) const { return x[0] > stop_; }
  Rates derivative(double t, const Rates& x, bool contact) const {
    return {x[1], -force(x[0], x[1], x[2], contact) / mass(x[0]),
            -rate_ * (x[2] - 2.0 * std::sin(x[0]) - std::sin(3.0 * t)),
            x[1] - algebraic(x[0], t) * x[3]};
  }

 private:
  static Now& now(Scratch& s) { return static_cast<Now&>(s); }
  static double mass(double q) { return 2.0 + std::cos(q); }
  double force(double q, double v, double y0, bool contact) const {
    return -0.5 * std::sin(q) * v * v + v + 3.0 * std::sin(q) - y0 +
           (contact ? 50.0 * (q - stop_ + 0.1) : 0.0);
  }
  double rate_, stop_;
};

}  // namespace bramah
