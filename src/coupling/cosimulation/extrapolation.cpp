#include "coupling/cosimulation/extrapolation.h"

#include <algorithm>
#include <cmath>

namespace bramah {

void History::restart(double time, double first, double rate) noexcept {
  count = 1;
  t[0] = time, value[0] = first, first_rate = rate;
}

void History::push(double time, double next) noexcept {
  for (int k = std::min(count, kMost - 1); k > 0; --k) t[k] = t[k - 1], value[k] = value[k - 1];
  t[0] = time, value[0] = next;
  count = std::min(count + 1, kMost);
}

namespace {

struct Nodes {
  int count = 0;
  std::array<double, Curve::kTerms> x{}, f{};
  double last_rate = 0.0;  // where the last two nodes are one

  void add(double at, double value) { x[count] = at, f[count] = value, ++count; }
};

// Divided differences, then sum d_k (x - x_0)...(x - x_{k-1}) as powers of x.
Curve through(double start, Nodes n) {
  for (int level = 1; level < n.count; ++level)
    for (int k = n.count - 1; k >= level; --k) {
      const double gap = n.x[k] - n.x[k - level];
      n.f[k] = gap == 0.0 ? n.last_rate : (n.f[k] - n.f[k - 1]) / gap;
    }
  Curve out;
  out.start = start;
  for (int k = n.count - 1; k >= 0; --k) {  // Horner: c <- c (x - x_k) + f_k
    for (int i = Curve::kTerms - 1; i > 0; --i) out.c[i] = out.c[i - 1] - n.x[k] * out.c[i];
    out.c[0] = n.f[k] - n.x[k] * out.c[0];
  }
  return out;
}

void add_history(const History& h, int most, Nodes& n) {
  for (int k = 0; k < h.count && n.count < most; ++k) n.add(h.t[k] - h.t[0], h.value[k]);
  if (n.count == most || h.count == History::kMost || !std::isfinite(h.first_rate)) return;
  n.add(h.t[h.count - 1] - h.t[0], h.value[h.count - 1]);
  n.last_rate = h.first_rate;
}

}  // namespace

Curve extrapolate(const History& h, int order) noexcept {
  Nodes n;
  add_history(h, order + 1, n);
  return through(h.t[0], n);
}

Curve interpolate(const History& h, int order, double H, double next) noexcept {
  Nodes n;
  n.add(H, next);
  add_history(h, std::max(order, 1) + 1, n);
  return through(h.t[0], n);
}

Curve hermite(double t, double H, double from, double from_rate, double to,
              double to_rate) noexcept {
  const double slope = (to - from) / H;
  return {t,
          {from, from_rate, (3.0 * slope - 2.0 * from_rate - to_rate) / H,
           (from_rate + to_rate - 2.0 * slope) / (H * H), 0.0}};
}

double integral(const Curve& c, double t, double H) noexcept {
  const auto primitive = [&](double x) {
    double sum = 0.0;
    for (int k = Curve::kTerms - 1; k >= 0; --k) sum = (sum + c.c[k] / (k + 1)) * x;
    return sum;
  };
  return primitive(t + H - c.start) - primitive(t - c.start);
}

}  // namespace bramah
