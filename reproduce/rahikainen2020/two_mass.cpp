#include "reproduce/rahikainen2020/two_mass.h"

#include <algorithm>
#include <cmath>

namespace bramah::papers {

bool LinearSide::advance(double t, double H, std::span<const Curve> inputs) {
  const double h = H / inner_;
  x_[3] = 0.0;
  const auto moved = [](X x, const X& k, double by) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += by * k[i];
    return x;
  };
  for (int n = 0; n < inner_; ++n) {
    const double from = t + n * h, half = inputs[0].value(from + 0.5 * h);
    const X k1 = rates(x_, inputs[0].value(from));
    const X k2 = rates(moved(x_, k1, 0.5 * h), half);
    const X k3 = rates(moved(x_, k2, 0.5 * h), half);
    const X k4 = rates(moved(x_, k3, h), inputs[0].value(from + h));
    for (std::size_t i = 0; i < x_.size(); ++i)
      x_[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  }
  u_ = inputs[0].value(t + H);
  return std::isfinite(x_[0]);
}

void LinearSide::save(std::span<double> state) const {
  std::ranges::copy(x_, state.begin());
  state[x_.size()] = u_;
}

void LinearSide::restore(std::span<const double> state) {
  std::copy_n(state.begin(), x_.size(), x_.begin());
  u_ = state[x_.size()];
}

// x = position, velocity
double FirstMass::stored() const { return 0.5 * (d_.m1 * x_[1] * x_[1] + d_.k1 * x_[0] * x_[0]); }

LinearSide::X FirstMass::rates(const X& x, double force) const {
  const double v = x[1];
  return {v, (force - d_.k1 * x[0] - d_.c1 * v) / d_.m1, 0.0, force * v, d_.c1 * v * v};
}

// x = position and velocity of the second mass, and where it believes the first to be
double SecondMass::stored() const {
  const double stretch = x_[0] - x_[2];
  return 0.5 * (d_.m2 * x_[1] * x_[1] + d_.k2 * x_[0] * x_[0] + d_.k_c * stretch * stretch);
}

double SecondMass::output(const X& x, double velocity) const {
  return d_.k_c * (x[0] - x[2]) + d_.c_c * (x[1] - velocity);
}

LinearSide::X SecondMass::rates(const X& x, double velocity) const {
  const double force = output(x, velocity), slip = x[1] - velocity;
  return {x[1], (-force - d_.k2 * x[0] - d_.c2 * x[1]) / d_.m2, velocity, -force * velocity,
          d_.c2 * x[1] * x[1] + d_.c_c * slip * slip};
}

TwoMassResult run_two_masses(const TwoMassData& d, int order, double H, double until) {
  FirstMass first(d);
  SecondMass second(d);
  Cosimulation world;
  world.add(first), world.add(second);
  world.connect("first.velocity", "second.velocity", order);
  world.connect("second.force", "first.force", order);
  world.bond(0, 0, 1, 0);
  world.start(0.0);
  TwoMassResult out;
  const double start = first.stored() + second.stored();
  for (long n = std::lround(until / H); n > 0 && out.done; --n) out.done = world.step(H).converged;
  out.created = first.stored() + second.stored() + first.lost() + second.lost() - start;
  out.residual = world.residual(0);
  return out;
}

}  // namespace bramah::papers
