// Equations that have nothing but a residual or a tangent: what Newton and its relatives ask besides.
#pragma once

#include <memory>
#include <span>

#include "core/implicit_dynamics.h"

namespace bramah {

struct PlainDynamics : ImplicitDynamics {
  int constraints() const override { return 0; }
  double scale(int) const override { return 1.0; }
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Scratch>(); }
  void set_time(double, double, Scratch&) const override {}
  void tangent_written(Scratch&) const override {}
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override { return {}; }
  bool rates(Trial&, Scratch&) const override { return true; }
  Gaps gaps(const Trial&, Scratch&) const override { return {}; }
  int audits() const override { return 0; }
  void powers(const Trial&, Scratch&, std::span<double>) const override {}
};

}  // namespace bramah
