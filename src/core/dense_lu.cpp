#include "core/dense_lu.h"

#include <algorithm>
#include <cmath>

namespace bramah {

DenseLu::DenseLu(int size, int lead)
    : size_(size),
      lead_(lead),
      stride_(static_cast<std::size_t>((size + 3) / 4 * 4)),
      a_(stride_ * static_cast<std::size_t>(size), 0.0),
      pivot_(static_cast<std::size_t>(size), 0),
      inverse_(static_cast<std::size_t>(size), 0.0) {}

void DenseLu::set_zero() noexcept { std::fill(a_.begin(), a_.end(), 0.0); }

bool DenseLu::factorise() noexcept { return eliminate(0, lead_) && eliminate(lead_, size_); }

// Columns first..last-1 with pivots among the rows of the same block; all rows below are updated.
bool DenseLu::eliminate(int first, int last) noexcept {
  const int n = size_;
  for (int k = first; k < last; ++k) {
    int best = k;
    double largest = std::abs(row(k)[k]);
    for (int i = k + 1; i < last; ++i) {
      const double candidate = std::abs(row(i)[k]);
      if (candidate > largest) largest = candidate, best = i;
    }
    if (!(largest > 0.0) || !std::isfinite(largest)) {
      failed_row_ = k;
      return false;
    }
    pivot_[static_cast<std::size_t>(k)] = best;
    if (best != k) std::swap_ranges(row(k), row(k) + n, row(best));

    const double* pivot_row = row(k);
    const double inverse = 1.0 / pivot_row[k];
    inverse_[static_cast<std::size_t>(k)] = inverse;
    for (int i = k + 1; i < n; ++i) {
      double* r = row(i);
      if (r[k] == 0.0) continue;
      const double factor = r[k] * inverse;
      r[k] = factor;
      for (int j = k + 1; j < n; ++j) r[j] -= factor * pivot_row[j];
    }
  }
  return true;
}

void DenseLu::solve(std::span<double> b) const noexcept { substitute(b, size_); }
void DenseLu::solve_lead(std::span<double> b) const noexcept { substitute(b, lead_); }

void DenseLu::substitute(std::span<double> b, int n) const noexcept {
  for (int k = 0; k < n; ++k) {
    const auto p = static_cast<std::size_t>(pivot_[static_cast<std::size_t>(k)]);
    std::swap(b[static_cast<std::size_t>(k)], b[p]);
  }
  for (int i = 1; i < n; ++i) {
    const double* r = row(i);
    double sum = b[static_cast<std::size_t>(i)];
    for (int j = 0; j < i; ++j) sum -= r[j] * b[static_cast<std::size_t>(j)];
    b[static_cast<std::size_t>(i)] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    const double* r = row(i);
    double sum = b[static_cast<std::size_t>(i)];
    for (int j = i + 1; j < n; ++j) sum -= r[j] * b[static_cast<std::size_t>(j)];
    b[static_cast<std::size_t>(i)] = sum * inverse_[static_cast<std::size_t>(i)];
  }
}

}  // namespace bramah
