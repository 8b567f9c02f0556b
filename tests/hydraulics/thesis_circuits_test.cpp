// Circuits 2, 3 and 4 of Malysheva 2021 put together from parts by hand and run with RK4 at a step
// that resolves the small volumes; reference values from an independent solution (Radau, 1e-10).
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "hydraulics/part_checks.h"
#include "hydraulics/parts/compensators.h"
#include "hydraulics/parts/flow_valves.h"
#include "hydraulics/valve_layout.h"

namespace bramah {
namespace {

template <std::size_t N, class F>
void rk4_step(std::array<double, N>& y, double t, double h, F&& rates) {
  const auto moved = [&](const std::array<double, N>& k, double by) {
    std::array<double, N> out = y;
    for (std::size_t i = 0; i < N; ++i) out[i] += by * k[i];
    return out;
  };
  const auto k1 = rates(t, y), k2 = rates(t + h / 2, moved(k1, h / 2));
  const auto k3 = rates(t + h / 2, moved(k2, h / 2)), k4 = rates(t + h, moved(k3, h));
  for (std::size_t i = 0; i < N; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

// A state at its stop stays there unless its rate leads back.
double stopped(const StateLimits& limits, double value, double rate) {
  if (value <= limits.lower) return std::max(rate, 0.0);
  if (value >= limits.upper) return std::min(rate, 0.0);
  return rate;
}
void clamp(const StateLimits& limits, double& value) {
  value = std::clamp(value, limits.lower, limits.upper);
}

const SemiEmpiricalCompensator kCompensator{.C1 = 4.65e7, .C2 = -1.79e4, .C3 = 4e11, .C5 = 1.02e6};

TEST(ThesisCircuits, TwoWayFlowControlValve) {
  const PartOf<SemiEmpiricalCompensator> compensator(kCompensator);
  const PartOf<ControlThrottle> throttle({.C6 = 5.26e-7, .C7 = 200, .C8 = 0.45, .C9 = 1.2});
  const Orifice outlet{OrificeLaw::two_regime, 5.62e-7 + 5.73e-7, 1e4};
  // y = p1, p2, K, k, k'
  const auto rates = [&](double, const std::array<double, 5>& y) {
    double c[5], t[4];
    const double at_c[] = {20e6, y[0], y[1], 0.0, y[2]}, at_t[] = {y[0], y[1], y[3], y[4], 6.0};
    compensator.evaluate(at_c, 0, c);
    throttle.evaluate(at_t, 0, t);
    return std::array<double, 5>{1.5e9 / 1e-5 * (c[1] + t[0]),
                                 1.5e9 / 1e-3 * (t[1] - flow(outlet, y[1]).q),
                                 stopped(compensator.limits(0), y[2], c[4]), t[2], t[3]};
  };
  std::array<double, 5> y = {0.0, 0.0, 0.05e-9, 1e-8, 0.0};
  const double h = 2.5e-7;  // at 1 µs the laminar throttle, 5e6 1/s, makes RK4 chatter
  for (int k = 0; k < 400000; ++k) {
    rk4_step(y, k * h, h, rates);
    clamp(compensator.limits(0), y[2]);
    if (k + 1 == 200000) {
      EXPECT_NEAR(y[0], 294750.4, 0.1);  // the last digit given
      EXPECT_NEAR(y[1], 244848.5, 0.1);
    }
  }
  EXPECT_NEAR(y[0], 1082125.2, 0.1);
  EXPECT_NEAR(y[1], 897248.9, 0.1);
}

// Oil and cylinder of circuits 3 and 4: Eqs. 2.38-2.42 with log10, physical sign of the leakage,
// a bristle that never slips.
struct Servo {
  double V01, V02, leakage, p_max = 2.8e7;
  static constexpr double A1 = 8.04e-4, A2 = 4.24e-4, mass = 210.0, stroke = 1.0;
  double bulk(double p) const { return 0.5 * 1.8e9 * std::log10(90 * p / p_max + 3); }
  // Rates of x, v, p1, p2 for flows q1, q2 into the chambers; bristle z.
  std::array<double, 4> rates(double z, double x, double v, double p1, double p2, double q1,
                              double q2) const {
    const double friction = 320.0 * z + 6.3 * v + 1.28e3 * v, leak = leakage * (p1 - p2);
    return {v, (p1 * A1 - p2 * A2 - friction) / mass,
            bulk(p1) / (A1 * x + V01) * (q1 - A1 * v - leak),
            bulk(p2) / (A2 * (stroke - x) + V02) * (q2 + A2 * v + leak)};
  }
};

TEST(ThesisCircuits, PositionServoWithWornValve) {
  const Servo servo{.V01 = 2.13e-4, .V02 = 1.07e-4, .leakage = 1.59e-12};
  ValveLayout layout = make_layout(
      {.coefficient = {3.074e-8, 3.074e-8, 3.074e-8, 3.074e-8}, .law = OrificeLaw::sqrt});
  add_wear(layout, {.conductance = {5.96e-13, 2.92e-13, 1.15e-13, 7.21e-13},
                    .shut = {-9.09e-2, 9.08, 7.94e-1, -5.92e-1}});
  const DirectionalValve valve(
      4, layout.edges,
      {.order = Spool::Order::second, .gain = 0.99, .omega = 331, .damping = 0.621});
  // y = x, v, p1, p2, U, U'
  const auto rates = [&](double command) {
    return [&, command](double, const std::array<double, 6>& y) {
      const double at[] = {12e6, 9e5, y[2], y[3], y[4], y[5], command};
      double f[6];
      valve.evaluate(at, 0, f);
      const auto s = servo.rates(y[0], y[0], y[1], y[2], y[3], f[2], f[3]);
      return std::array<double, 6>{s[0], s[1], s[2], s[3], f[4], f[5]};
    };
  };
  std::array<double, 6> y = {0.0, 0.0, 3e6, 4e6, 0.0, 0.0};
  const double h = 2e-5;
  for (int k = 0; k < 50000; ++k) rk4_step(y, 0.0, h, rates(1.1866));
  EXPECT_NEAR(y[1], 0.14314750, 1e-8);
  for (int k = 0; k < 25000; ++k) {
    rk4_step(y, 0.0, h, rates(4.0328));
    if (k + 1 == 1500) {
      EXPECT_NEAR(y[1], 0.53534656, 1e-8);
    }
  }
  EXPECT_NEAR(y[1], 0.46596982, 1e-8);
  EXPECT_NEAR(y[0], 0.37257008, 1e-7);
}

TEST(ThesisCircuits, PressureCompensatedProportionalValve) {
  const Servo servo{.V01 = 1e-3, .V02 = 1e-3, .leakage = 1.72e-13};
  SemiEmpiricalCompensator fitted = kCompensator;
  fitted.C5 = 8e5;
  const PartOf<SemiEmpiricalCompensator> compensator(fitted);
  const double c = 2.31e-9;
  const ValveLayout layout = make_layout({.coefficient = {c, c, c, c},
                                          .law = OrificeLaw::two_regime,
                                          .transition = 1e4,
                                          .lap = 2.0,
                                          .exponent = 2});
  const DirectionalValve valve(
      4, layout.edges,
      {.order = Spool::Order::second, .gain = 0.99, .omega = 331, .damping = 0.62});
  // y = x, v, p1, p2, U, U', p3, K
  const auto rates = [&](double, const std::array<double, 8>& y) {
    const double at[] = {y[6], 9e5, y[2], y[3], y[4], y[5], 8.0};
    const double at_c[] = {1.4e7, y[6], y[2], y[3], y[7]};
    double f[6], q[5];
    valve.evaluate(at, 0, f);
    compensator.evaluate(at_c, 0, q);
    const auto s = servo.rates(y[0] - 0.3, y[0], y[1], y[2], y[3], f[2], f[3]);
    return std::array<double, 8>{s[0],
                                 s[1],
                                 s[2],
                                 s[3],
                                 f[4],
                                 f[5],
                                 servo.bulk(y[6]) / 1e-5 * (f[0] + q[1]),
                                 stopped(compensator.limits(0), y[7], q[4])};
  };
  std::array<double, 8> y = {0.3, 0.0, 4e6, 4e6 * Servo::A1 / Servo::A2, 0.0, 0.0, 14e6, 0.05e-9};
  const double h = 1e-6;
  for (int k = 0; k < 50000; ++k) {
    rk4_step(y, k * h, h, rates);
    clamp(compensator.limits(0), y[7]);
  }
  EXPECT_NEAR(y[6], 4049601.1, 0.1);
  EXPECT_NEAR(y[0], 0.30656967, 1e-8);
}

}  // namespace
}  // namespace bramah
