#include "coupling/cosimulation/interface_model.h"

#include <algorithm>
#include <cmath>

#include "multibody/gauge_acceleration.h"

namespace bramah {

namespace {

constexpr double kForce = 1e4;       // [N] a force of the usual size: round-off stays small
constexpr double kAccuracy = 1e-12;  // of the accelerations
constexpr double kLost = 1e-10;      // a pivot below this share of its diagonal is none

void length_accelerations(const MachineEquations& m, const Trial& x,
                          const MachineEquations::Buffers& b, std::span<double> out) {
  for (std::size_t c = 0; c < out.size(); ++c)
    out[c] = gauge_acceleration(*m.parts().mechanism, static_cast<int>(c), x.a, *b.mechanism);
}

// Cholesky of a matrix that may lack rank.
void square_root(std::span<const double> y, int n, std::span<double> l) {
  std::fill(l.begin(), l.end(), 0.0);
  for (int j = 0; j < n; ++j) {
    double pivot = y[j * n + j];
    for (int k = 0; k < j; ++k) pivot -= l[j * n + k] * l[j * n + k];
    if (!(pivot > kLost * y[j * n + j])) continue;
    const double root = l[j * n + j] = std::sqrt(pivot);
    for (int i = j + 1; i < n; ++i) {
      double sum = 0.5 * (y[i * n + j] + y[j * n + i]);
      for (int k = 0; k < j; ++k) sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = sum / root;
    }
  }
}

}  // namespace

bool find_interface_model(const MachineEquations& mechanism, Trial& x, MachineEquations::Buffers& b,
                          InterfaceModel& model) noexcept {
  const int n = static_cast<int>(model.free.size());
  const std::size_t wide = static_cast<std::size_t>(n);
  mechanism.evaluate(x, false, b);
  std::fill_n(b.forces.begin(), n, GaugeForce{});  // of the cylinders; force elements stay
  if (!mechanism.solve_accelerations(x, b, kAccuracy)) return false;
  length_accelerations(mechanism, x, b, model.free);
  for (int c = 0; c < n; ++c) {
    b.forces[c].value = kForce;
    if (!mechanism.solve_accelerations(x, b, kAccuracy)) return false;
    b.forces[c].value = 0.0;
    const std::span<double> row(model.root.data() + c * wide, wide);  // Y is symmetric
    length_accelerations(mechanism, x, b, row);
    for (int k = 0; k < n; ++k) model.mobility[c * wide + k] = (row[k] - model.free[k]) / kForce;
  }
  square_root(model.mobility, n, model.root);
  return true;
}

}  // namespace bramah
