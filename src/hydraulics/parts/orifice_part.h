// Orifices and laminar gaps as parts of a circuit: slopes by hand, because every machine is full of
// them.
#pragma once

#include "bramah/parts.h"
#include "hydraulics/parts/orifice.h"

namespace bramah {

// Q = C k f(dp) from the first port to the second; k = 1, or an input cut off at 0.
class OrificePart final : public Part {
 public:
  OrificePart(const Orifice& orifice, bool adjustable)
      : Part({.ports = 2, .inputs = adjustable ? 1 : 0}), orifice_(orifice) {}

  void evaluate(const double* x, int, double* f) const noexcept override {
    f[1] = edge_flow(0, x);
    f[0] = -f[1];
  }
  void linearise(const double* x, int, double* f, double* slopes) const noexcept override {
    const int n = shape().in();
    const double k = opening(x);
    const OrificeFlow at = flow(orifice_, x[0] - x[1]);
    f[1] = k * at.q;
    slopes[n] = k * at.by_dp;
    slopes[n + 1] = -k * at.by_dp;
    if (n > 2) slopes[n + 2] = x[2] > 0.0 ? at.q : 0.0;
    f[0] = -f[1];
    for (int i = 0; i < n; ++i) slopes[i] = -slopes[n + i];
  }
  PartPower power(const double* x, int, const double* f) const noexcept override {
    return {.lost = f[1] * (x[0] - x[1])};
  }
  int edges() const noexcept override { return 1; }
  double edge_flow(int, const double* x) const noexcept override {
    const double k = opening(x);
    return k > 0.0 ? k * flow(orifice_, x[0] - x[1]).q : 0.0;
  }

 private:
  double opening(const double* x) const noexcept {
    return shape().inputs == 0 ? 1.0 : x[2] > 0.0 ? x[2] : 0.0;
  }
  Orifice orifice_;
};

// Q = G dp.
class LaminarPart final : public Part {
 public:
  explicit LaminarPart(double conductance) : Part({.ports = 2}), conductance_(conductance) {}

  void evaluate(const double* x, int, double* f) const noexcept override {
    f[1] = conductance_ * (x[0] - x[1]);
    f[0] = -f[1];
  }
  void linearise(const double* x, int mode, double* f, double* slopes) const noexcept override {
    evaluate(x, mode, f);
    slopes[0] = slopes[3] = -conductance_;
    slopes[1] = slopes[2] = conductance_;
  }
  PartPower power(const double* x, int, const double* f) const noexcept override {
    return {.lost = f[1] * (x[0] - x[1])};
  }
  int edges() const noexcept override { return 1; }
  double edge_flow(int, const double* x) const noexcept override {
    return conductance_ * (x[0] - x[1]);
  }

 private:
  double conductance_;  // G [m³/s/Pa]
};

}  // namespace bramah
