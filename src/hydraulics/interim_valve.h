#pragma once
#include "hydraulics/orifice.h"
#include "hydraulics/part.h"
#include "hydraulics/valve.h"
namespace bramah {
template <int S>
class InterimValve final : public Part {
 public:
  struct Data { double c[4]; Orifice o; double full, tau; bool complementary; };
  explicit InterimValve(const Data& d) : Part({.ports = 4, .states = S, .inputs = 1}), d(d) {}
  void evaluate(const double* x, int, double* f) const noexcept override {
    double s[64]; linearise(x, 0, f, s);
  }
  double edge(int e, const double* x, double* by_dp, double* by_u) const {
    const double u = S ? x[4] : x[5 - 1 + S];
    const int from[] = {0, 0, 2, 3}, to[] = {2, 3, 1, 1};
    const Opening first = d.complementary ? Opening::complement : Opening::positive;
    const Opening second = d.complementary ? Opening::straight : Opening::negative;
    const Opening k[] = {first, second, second, first};
    OpeningValue o = opening(k[e], u);
    if (std::abs(u) > d.full) o = {opening(k[e], std::copysign(d.full, u)).value, 0.0};
    const OrificeFlow s = flow_shape(d.o.law, d.o.transition, x[from[e]] - x[to[e]]);
    *by_dp = d.c[e] * o.value * s.by_dp; *by_u = d.c[e] * o.by_u * s.q;
    return d.c[e] * o.value * s.q;
  }
  void linearise(const double* x, int, double* f, double* s) const noexcept override {
    const int n = shape().in();
    for (int i = 0; i < n * shape().out(); ++i) s[i] = 0;
    for (int i = 0; i < shape().out(); ++i) f[i] = 0;
    const int from[] = {0, 0, 2, 3}, to[] = {2, 3, 1, 1};
    for (int e = 0; e < 4; ++e) {
      double dp, du; const double q = edge(e, x, &dp, &du);
      f[from[e]] -= q; f[to[e]] += q;
      s[from[e] * n + from[e]] -= dp; s[from[e] * n + to[e]] += dp; s[from[e] * n + 4] -= du;
      s[to[e] * n + from[e]] += dp; s[to[e] * n + to[e]] -= dp; s[to[e] * n + 4] += du;
    }
    if (S) { f[4] = (x[5] - x[4]) / d.tau; s[4 * n + 4] = -1 / d.tau; s[4 * n + 5] = 1 / d.tau; }
  }
  PartPower power(const double* x, int, const double*) const noexcept override {
    const int from[] = {0, 0, 2, 3}, to[] = {2, 3, 1, 1};
    double l = 0, a, b;
    for (int e = 0; e < 4; ++e) l += edge(e, x, &a, &b) * (x[from[e]] - x[to[e]]);
    return {.lost = l};
  }
  int edges() const noexcept override { return 4; }
  double edge_flow(int e, const double* x) const noexcept override { double a, b; return edge(e, x, &a, &b); }
  int kinks() const noexcept override { return 1 + d.complementary + (d.full < 1e100); }
  double kink(int k, const double* x) const noexcept override {
    const double u = x[4];
    if (k == 0) return u;
    if (k == 1 && d.complementary) return u - 1;
    return d.full - std::abs(u);
  }
  Data d;
};
}
