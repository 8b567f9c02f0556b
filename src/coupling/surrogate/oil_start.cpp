// Pseudo-transient: implicit Euler with growing steps on ydot = h(y) at fixed strokes; the steps
// add up to about a tenth of a second, in which spools and pressures come to rest where they can.
#include "coupling/surrogate/oil_start.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

constexpr double kFirstStep = 1e-5, kGrowth = 1.7;  // [s], [-]
constexpr int kSteps = 17, kIterations = 4, kPasses = 30;
constexpr double kLowest = 2e4;   // [Pa] no oil below
constexpr double kFarOff = 3.0;   // times the highest pressure known: a blocked flow, no balance
constexpr double kAtRest = 1e-3;  // [s] ... in which a settled pressure changes little:
constexpr double kLittle = 2e5;   // [Pa]
constexpr double kStill = 1e-9;   // of a state's scale
constexpr double kClose = 1e-10;  // of the force

}  // namespace

OilStart::OilStart(const Plant& plant)
    : plant_(plant),
      matrix_(plant.equations->parts().circuit->states(),
              plant.equations->parts().circuit->states()),
      before_(plant.equations->parts().circuit->states()),
      first_(before_.size()),
      change_(before_.size()) {}

void OilStart::find(std::span<const double> forces, PlantWork& work) noexcept {
  const Circuit& circuit = *plant_.equations->parts().circuit;
  const auto y = std::span(work.trial.y).first(first_.size());
  std::ranges::copy(y, first_.begin());
  if (!relax(work))
    std::ranges::copy(first_, y.begin());
  else if (!settled(work))  // spools may stay, pressures not
    std::copy_n(first_.begin(), circuit.volumes(), y.begin());
  push(forces, work);
}

bool OilStart::relax(PlantWork& work) noexcept {
  const MachineEquations& equations = *plant_.equations;
  const Circuit& circuit = *equations.parts().circuit;
  MachineEquations::Buffers& b = work.buffers();
  const auto y = std::span(work.trial.y).first(before_.size());
  double dt = kFirstStep;
  for (int step = 0; step < kSteps; ++step, dt *= kGrowth) {
    std::ranges::copy(y, before_.begin());
    for (int k = 0; k < kIterations; ++k) {
      equations.evaluate(work.trial, true, b);
      for (std::size_t i = 0; i < y.size(); ++i) change_[i] = (y[i] - before_[i]) / dt;
      circuit.residual(y, change_, b.circuit, change_);
      circuit.linearise(b.circuit);
      matrix_.set_zero();
      circuit.tangent(1.0 / dt, 0, b.circuit, matrix_);
      if (!matrix_.factorise()) return false;
      matrix_.solve(change_);
      double largest = 0.0;
      for (std::size_t i = 0; i < y.size(); ++i) {
        y[i] -= change_[i];
        largest = std::max(largest, std::abs(change_[i]) / circuit.scale(static_cast<int>(i)));
      }
      circuit.limit(y);
      if (largest < kStill) break;
    }
    if (!std::ranges::all_of(y, [](double value) { return std::isfinite(value); })) return false;
  }
  return true;
}

// Whether the pressures are a balance, and one that oil can have.
bool OilStart::settled(PlantWork& work) noexcept {
  const Circuit& circuit = *plant_.equations->parts().circuit;
  MachineEquations::Buffers& b = work.buffers();
  plant_.equations->evaluate(work.trial, true, b);
  double highest = 0.0;
  for (int k = 0; k < circuit.volumes(); ++k) highest = std::max(highest, first_[k]);
  for (int k = circuit.state_nodes(); k < circuit.nodes(); ++k)
    highest = std::max(highest, b.circuit.pressure[k]);
  for (int k = 0; k < circuit.volumes(); ++k) {
    const double p = work.trial.y[k];
    if (p < kLowest || p > kFarOff * highest) return false;
    if (std::abs(b.circuit.rate[k]) * kAtRest > kLittle) return false;
  }
  return true;
}

// Newton along the gradient of each force: the least change of its pressures.
void OilStart::push(std::span<const double> forces, PlantWork& work) noexcept {
  const Circuit& circuit = *plant_.equations->parts().circuit;
  MachineEquations::Buffers& b = work.buffers();
  for (int pass = 0; pass < kPasses; ++pass) {
    plant_.equations->evaluate(work.trial, true, b);
    circuit.linearise(b.circuit);
    bool done = true;
    for (int c = 0; c < circuit.cylinders(); ++c) {
      const double missing = forces[c] - b.circuit.forces[c];
      if (std::abs(missing) <= kClose * (1.0 + std::abs(forces[c]))) continue;
      done = false;
      const double* by_y = &b.circuit.force_by_y[static_cast<std::size_t>(c * circuit.states())];
      const auto counts = [&](int k) {  // not what is as low as it can be
        return k < circuit.volumes() && (work.trial.y[k] > kLowest || by_y[k] * missing > 0.0);
      };
      double size = 0.0;
      for (const int k : circuit.force_columns(c)) size += counts(k) ? by_y[k] * by_y[k] : 0.0;
      if (!(size > 0.0)) continue;
      for (const int k : circuit.force_columns(c))
        if (counts(k))
          work.trial.y[k] = std::max(kLowest, work.trial.y[k] + by_y[k] * missing / size);
    }
    if (done) return;
  }
}

}  // namespace bramah
