#include "hydraulics/pseudo_dynamic.h"

#include <cmath>

namespace bramah {

int PseudoDynamic::relax(const Circuit& circuit, std::span<double> y,
                         std::span<const Stroke> strokes, std::span<const double> u,
                         CircuitScratch& x, int& worst) const noexcept {
  int iterations = 0;
  for (int k = 0; k < circuit.volumes(); ++k) {
    if (circuit.kind(k) != VolumeKind::held) continue;
    circuit.prepare_neighbours(k, y, strokes, u, x);
    double p = y[k];
    const double outflow = classical ? circuit.outflow(k, x) : 0.0;
    for (double t = 0.0; t < longest;) {
      t += step;
      ++iterations;
      const double next = advance(circuit, k, p, outflow, x);
      const double change = std::abs(next - p);  // [Malysheva2021, Eq. 4.3, Algorithm 4.1]
      p = next;
      if (!std::isfinite(p)) {
        worst = k;
        return -1;
      }
      if (change < (!classical && p < low_pressure ? low_criterion : criterion)) break;
    }
    y[k] = p;
    x.pressure[k] = p;
  }
  return iterations;
}

// One inner step.
double PseudoDynamic::advance(const Circuit& circuit, int k, double p, double outflow,
                              CircuitScratch& x) const noexcept {
  double slope = 0.0;
  // Rate of the pseudo volume: its compliance is the real one's, as much larger as the volume is.
  const double per_flow = circuit.specific_compliance(k, p, x) * volume;
  const auto rate = [&](double at, double* by_p) {
    const double q =
        classical ? circuit.inflow(k, at, x) - outflow : circuit.flow_at(k, at, x, by_p);
    return q / per_flow;
  };
  const double h = step;
  if (inner == PseudoRule::euler) return p + h * rate(p, nullptr);
  if (inner == PseudoRule::rk4) {
    const double s1 = rate(p, nullptr), s2 = rate(p + 0.5 * h * s1, nullptr);
    const double s3 = rate(p + 0.5 * h * s2, nullptr), s4 = rate(p + h * s3, nullptr);
    return p + h * (s1 + 2.0 * (s2 + s3) + s4) / 6.0;
  }
  // Predictor and corrector, each an implicit step linearised once [Malysheva2021, Eqs. 4.13-4.14].
  const double s1 = rate(p, &slope), a1 = slope / per_flow;
  const double guess = (p + h * (s1 - a1 * p)) / (1.0 - h * a1);
  const double s2 = rate(guess, &slope), a2 = slope / per_flow;
  return (p + 0.5 * h * (s1 + s2 - a2 * guess)) / (1.0 - 0.5 * h * a2);
}

}  // namespace bramah
