#include "bramah/parts.h"

#include <algorithm>
#include <limits>

namespace bramah {
namespace {

constexpr double kLowestDepth = 1e-4;    // regular down to p_v + kLowestDepth W
constexpr double kLowestArgument = 1.2;  // of the logarithm: beta = 0.08 a1 beta_max there
constexpr double kUsedRange = 0.5;       // of the polynomial's, in terms of its compressibility
constexpr int kMaxIterations = 60;       // safeguarded Newton needs 10 at most; see the tests
constexpr double kRoundOff = 8.0 * std::numeric_limits<double>::epsilon();
constexpr double kLn10 = 2.302585092994045684;

// beta and, where asked for, the integral of dp/beta from somewhere fixed.
struct Liquid {
  BulkModulus beta;
  double integral;
};
enum class Want { modulus, integral };

// beta continued from (at, value, slope) to where x = p - at leaves the range: towards half its
// value if that way is downhill, exponentially upwards otherwise; C1 and positive.
Liquid continued(const BulkModulus& edge, double integral, double x) {
  const double half = 0.5 * edge.value, k = edge.by_p / half;
  const double e = std::exp(std::min(k * x, 300.0)), beta = half * (1.0 + e);
  if (k == 0.0) return {edge, integral + x / edge.value};
  // ∫ dx / (half (1 + e^{kx})) = (k x - ln((1 + e^{kx})/2)) / (half k)
  return {{beta, half * k * e}, integral + (k * x - std::log(0.5 * (1.0 + e))) / (half * k)};
}

Liquid polynomial_inside(const Fluid& f, double p, Want want) {
  const double top = 1.0 + p * (f.a + p * f.b), bottom = f.a + 2.0 * f.b * p;
  return {{top / bottom, 1.0 - 2.0 * f.b * top / (bottom * bottom)},
          want == Want::integral ? std::log(top) : 0.0};
}

Liquid polynomial(const Fluid& f, double p, Want want) {
  const double turn = f.b == 0.0 ? 1e300 : kUsedRange * std::abs(f.a / (2.0 * f.b));
  const double low = f.b > 0.0 ? std::max(-0.25 / f.a, -turn) : -0.25 / f.a;
  const double at = std::clamp(p, low, f.b < 0.0 ? turn : 1e300);
  const Liquid inside = polynomial_inside(f, at, want);
  return at == p ? inside : continued(inside.beta, inside.integral, p - at);
}

Liquid logarithmic_inside(const Fluid& f, double argument, Want want) {
  // ∫ dp / log10(y) = p_max ln(10)/a2 · li(y),  li(y) = Ei(ln y)
  const double top = f.a1 * f.bulk_max, y = argument;
  return {{top * std::log10(y), top * f.a2 / (f.p_max * kLn10 * y)},
          want == Want::integral ? f.p_max * kLn10 / (f.a2 * top) * std::expint(std::log(y)) : 0.0};
}

Liquid logarithmic(const Fluid& f, double p, Want want) {
  const double y = f.a2 * p / f.p_max + f.a3;
  if (y >= kLowestArgument) return logarithmic_inside(f, y, want);
  const Liquid edge = logarithmic_inside(f, kLowestArgument, want);
  return continued(edge.beta, edge.integral, (y - kLowestArgument) * f.p_max / f.a2);
}

Liquid liquid(const Fluid& f, double p, Want want = Want::integral) {
  if (f.logarithmic) return logarithmic(f, p, want);
  if (f.polynomial) return polynomial(f, p, want);
  return {{f.bulk, 0.0}, p / f.bulk};
}

// v(p) and two derivatives; p > p_v.
struct SpecificVolume {
  double v, by_p, by_pp;
};

// `depth` = p - p_v is given too: near p_v it has digits that the difference lacks.
SpecificVolume specific_volume(const Fluid& f, double p, double depth, double liquid_at_p0) {
  const Liquid oil = liquid(f, p);
  const double c = 1.0 / oil.beta.value, share = 1.0 - f.air;
  const double v = share * std::exp(liquid_at_p0 - oil.integral);
  SpecificVolume sum{v, -c * v, c * c * (1.0 + oil.beta.by_p) * v};
  if (f.air > 0.0) {
    const double n = 1.0 / f.polytropic, air = f.air * std::pow(Fluid::kAtmosphere / p, n);
    sum.v += air, sum.by_p -= n * air / p, sum.by_pp += n * (n + 1.0) * air / (p * p);
  }
  const double w = Fluid::kVapourWidth / depth;
  if (w > 1.0) {
    const double u = w - 1.0, u2 = Fluid::kVapourShare * u * u, slope = w / depth;
    sum.v += u2 * u * u;
    sum.by_p -= 4.0 * u2 * u * slope;
    sum.by_pp += 12.0 * u2 * slope * slope + 8.0 * u2 * u * slope / depth;
  }
  return sum;
}

double liquid_at_atmosphere(const Fluid& f) { return liquid(f, Fluid::kAtmosphere).integral; }

double lowest_pressure(const Fluid& f) { return f.vapour + kLowestDepth * Fluid::kVapourWidth; }

// Root of h on [low, high] by Newton's method where it stays inside the bracket, else by halving.
// h(low) <= 0 <= h(high); high may be infinite.
struct Residual {
  double value, slope;
  double terms = 1.0;  // size of what cancels in the value
};

template <class H>
double bracketed_root(const H& h, double low, double high, double x, int& iterations) {
  for (iterations = 0; iterations < kMaxIterations; ++iterations) {
    const auto [value, slope, terms] = h(x);
    if (value == 0.0) return x;
    (value < 0.0 ? low : high) = x;
    double next = x - value / slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    x = next;
    if (std::abs(value) <= kRoundOff * terms) break;  // that step was the last that helps
  }
  return x;
}

}  // namespace

BulkModulus Fluid::liquid_bulk_modulus(double p) const noexcept {
  return liquid(*this, p, Want::modulus).beta;
}

namespace {

// Liquid of constant modulus with air, above where vapour begins: v = (1 - alpha) e^-(p - p0)/beta
// + alpha (p0/p)^(1/n) with what most volumes need and nothing else.
BulkModulus airy_bulk_modulus(const Fluid& f, double p) noexcept {
  const double c = 1.0 / f.bulk, n = 1.0 / f.polytropic, by_n = n / p;
  const double oil = (1.0 - f.air) * std::exp((Fluid::kAtmosphere - p) * c);
  const double air = f.air * std::pow(Fluid::kAtmosphere / p, n);
  const double v = oil + air, fall = c * oil + by_n * air;
  const double bend = c * c * oil + by_n * (by_n + 1.0 / p) * air;
  const double beta = v / fall;
  return {beta, beta * bend / fall - 1.0};
}

}  // namespace

BulkModulus Fluid::mixture_bulk_modulus(double p) const noexcept {
  if (p >= vapour + kVapourWidth && !polynomial && !logarithmic)
    return air > 0.0 ? airy_bulk_modulus(*this, p) : BulkModulus{bulk, 0.0};
  const double low = lowest_pressure(*this);
  const double at = std::max(p, low);
  const SpecificVolume s = specific_volume(*this, at, at - vapour, liquid_at_atmosphere(*this));
  const BulkModulus regular{-s.v / s.by_p, -1.0 + s.v * s.by_pp / (s.by_p * s.by_p)};
  return p >= low ? regular : continued(regular, 0.0, p - low).beta;
}

LogDensity Fluid::log_density(double p) const noexcept {
  const double low = lowest_pressure(*this), at = std::max(p, low);
  const SpecificVolume s = specific_volume(*this, at, at - vapour, liquid_at_atmosphere(*this));
  const double by_p = -s.by_p / s.v;
  return {-std::log(s.v) + (p - at) * by_p, by_p};
}

LogPressure Fluid::pressure(double x, double wall) const noexcept {
  const double at_p0 = liquid_at_atmosphere(*this), low = lowest_pressure(*this);
  // What is solved for: rises with p.
  const auto filling = [&](double p, double depth) {
    const SpecificVolume s = specific_volume(*this, p, depth, at_p0);
    return Residual{-std::log(s.v) + wall * (p - kAtmosphere), wall - s.by_p / s.v};
  };
  int iterations = 0;
  double p = low;
  const double edge = vapour + kVapourWidth;
  const Residual least = filling(low, low - vapour);
  if (x <= least.value) {  // p - p_v goes on falling in proportion to itself: it never reaches zero
    const double depth = low - vapour, e = std::exp((x - least.value) / (least.slope * depth));
    return {vapour + depth * e, e / least.slope, 0};
  }
  if (filling(edge, edge - vapour).value <= x) {
    // Nearly straight in p where there is no vapour. From the left: the curve bends down, so Newton's
    // method comes from there without overshoot.
    const auto missing = [&](double q) {
      const Residual f = filling(q, q - vapour);
      return Residual{f.value - x, f.slope, 1.0 + std::abs(x)};
    };
    const double straight = (x - air) / (1.0 / liquid(*this, kAtmosphere).beta.value + wall);
    const double start = std::max(x > 0.0 ? kAtmosphere : edge, kAtmosphere + straight);
    p = bracketed_root(missing, edge, std::numeric_limits<double>::infinity(),
                       std::max(start, edge), iterations);
  } else {
    // In u, the vapour's fourth root, where there is: v = sigma u⁴ + ...
    const auto excess = [&](double u) {
      const double depth = kVapourWidth / (1.0 + u);
      const Residual f = filling(vapour + depth, depth);
      return Residual{x - f.value, f.slope * depth / (1.0 + u), 1.0 + std::abs(x)};
    };
    const double most =
        std::exp(wall * (edge - kAtmosphere) - x);  // v, if the walls were at the edge
    const double high = std::sqrt(std::sqrt(most / kVapourShare));
    const double rest = specific_volume(*this, edge, kVapourWidth, at_p0).v;
    const double start = std::sqrt(std::sqrt(std::max(0.0, most - rest) / kVapourShare));
    p = vapour + kVapourWidth / (1.0 + bracketed_root(excess, 0.0, high, start, iterations));
  }
  return {p, 1.0 / filling(p, p - vapour).slope, iterations};
}

double Fluid::state(double p) const noexcept {
  const double at = torn_below();
  if (p >= at) return p;
  const LogDensity there = log_density(at);
  return at + (log_density(p).value - there.value) / there.by_p;
}

StatePressure Fluid::pressure_of_state(double state) const noexcept {
  const double at = torn_below();
  if (state >= at) return {state, 1.0, 0.0};
  const LogDensity there = log_density(at);
  const double p = pressure(there.value + (state - at) * there.by_p).p;
  const BulkModulus beta = mixture_bulk_modulus(p);
  const double by_state = beta.value * there.by_p;
  return {p, by_state, beta.by_p * by_state * there.by_p};
}

Fluid hlp32() {
  Fluid f;
  f.density = 870.0, f.viscosity = 32e-6, f.bulk = 1.6e9, f.air = 0.005;
  return f;
}

Fluid hlp46() {
  Fluid f;
  f.density = 875.0, f.viscosity = 46e-6, f.bulk = 1.6e9, f.air = 0.005;
  return f;
}

}  // namespace bramah
