#include "core/guide_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "derivative.h"

namespace bramah {
namespace {

struct Samples {
  std::vector<double> t, s, v, a;
};

// s = sin(2 t) + t²/4, unevenly sampled on [0, 3].
double length(double t) { return std::sin(2.0 * t) + 0.25 * t * t; }
double rate(double t) { return 2.0 * std::cos(2.0 * t) + 0.5 * t; }
double acceleration(double t) { return 0.5 - 4.0 * std::sin(2.0 * t); }

Samples sampled(int pieces) {
  Samples out;
  for (int k = 0; k <= pieces; ++k) {
    const double x = static_cast<double>(k) / pieces, t = 3.0 * (0.8 * x + 0.2 * x * x);
    out.t.push_back(t), out.s.push_back(length(t)), out.v.push_back(rate(t));
    out.a.push_back(acceleration(t));
  }
  return out;
}

struct Error {
  double length = 0.0, rate = 0.0, acceleration = 0.0;
};
Error error(const GuideCurve& curve) {
  Error out;
  for (double t = 0.0; t <= 3.0; t += 1e-3) {
    const TimeValue at = curve.value(t);
    out.length = std::max(out.length, std::abs(at.value - length(t)));
    out.rate = std::max(out.rate, std::abs(at.rate - rate(t)));
    out.acceleration = std::max(out.acceleration, std::abs(at.acceleration - acceleration(t)));
  }
  return out;
}

GuideCurve curve(int columns, int pieces) {
  const Samples s = sampled(pieces);
  if (columns == 1) return GuideCurve(s.t, s.s);
  if (columns == 2) return GuideCurve(s.t, s.s, s.v);
  return GuideCurve(s.t, s.s, s.v, s.a);
}

TEST(GuideCurve, PassesThroughItsSamples) {
  const Samples s = sampled(20);
  for (const int columns : {1, 2, 3}) {
    const GuideCurve c = curve(columns, 20);
    for (std::size_t k = 0; k < s.t.size(); ++k) {
      const TimeValue at = c.value(s.t[k]);
      EXPECT_NEAR(at.value, s.s[k], 1e-14);
      if (columns > 1) {
        EXPECT_NEAR(at.rate, s.v[k], 1e-13);
      }
      if (columns > 2) {
        EXPECT_NEAR(at.acceleration, s.a[k], 1e-11);
      }
    }
  }
}

// Between samples the error of a length falls with the fourth power of their distance, of quintic
// pieces with the sixth; each derivative costs one power.
TEST(GuideCurve, ConvergesWithItsOrder) {
  for (const int columns : {1, 2, 3}) {
    const double order = columns == 3 ? 6.0 : 4.0;
    const Error coarse = error(curve(columns, 20)), fine = error(curve(columns, 40));
    EXPECT_NEAR(std::log2(coarse.length / fine.length), order, 0.4) << columns;
    EXPECT_NEAR(std::log2(coarse.rate / fine.rate), order - 1.0, 0.4) << columns;
    EXPECT_NEAR(std::log2(coarse.acceleration / fine.acceleration), order - 2.0, 0.4) << columns;
  }
}

TEST(GuideCurve, DerivativesAreThoseOfTheLength) {
  for (const int columns : {1, 2, 3}) {
    const GuideCurve c = curve(columns, 12);
    for (double t = 0.0131; t < 3.0; t += 0.0977) {  // away from samples
      expect_slope_near([&](double x) { return c.value(x).value; }, t, c.value(t).rate,
                        {.scale = 1e-1, .tolerance = 1e-6});
      expect_slope_near([&](double x) { return c.value(x).rate; }, t, c.value(t).acceleration,
                        {.scale = 1e-1, .tolerance = 1e-6});
    }
  }
}

TEST(GuideCurve, HoldsOutsideAndIsStraightBetweenTwo) {
  const GuideCurve c({1.0, 3.0}, {0.2, 0.6});
  EXPECT_NEAR(c.value(1.5).value, 0.3, 1e-15);
  EXPECT_NEAR(c.value(2.9).rate, 0.2, 1e-15);
  EXPECT_NEAR(c.value(2.0).acceleration, 0.0, 1e-14);
  EXPECT_EQ(c.value(0.0).value, 0.2);
  EXPECT_EQ(c.value(4.0).value, 0.6);
  EXPECT_EQ(c.value(4.0).rate, 0.0);
}

}  // namespace
}  // namespace bramah
