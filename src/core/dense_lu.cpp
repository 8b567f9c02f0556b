#include "core/dense_lu.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace bramah {

DenseLu::DenseLu(int size, int lead)
    : size_(size),
      lead_(lead),
      stride_(static_cast<std::size_t>((size + 3) / 4 * 4)),
      a_(stride_ * static_cast<std::size_t>(size), 0.0),
      l_(a_.size(), 0.0),
      pivot_(static_cast<std::size_t>(size), 0),
      inverse_(static_cast<std::size_t>(size), 0.0) {}

void DenseLu::set_zero() noexcept { std::fill(a_.begin(), a_.end(), 0.0); }

bool DenseLu::factorise() noexcept { return eliminate(0, lead_) && eliminate(lead_, size_); }

// Columns first..last-1 with pivots among the rows of the same block; all rows below are updated,
// in whole vectors of 4 columns: what that overwrites left of the pivot is no longer needed, L is
// kept apart.
bool DenseLu::eliminate(int first, int last) noexcept {
  const int n = size_;
  const std::size_t stride = stride_;
  double* const a = a_.data();
  double* const l = l_.data();
  for (int k = first; k < last; ++k) {
    double* const pivot_row = a + static_cast<std::size_t>(k) * stride;
    int best = k;
    double largest = std::abs(pivot_row[k]);
    for (int i = k + 1; i < last; ++i) {
      const double candidate = std::abs(a[static_cast<std::size_t>(i) * stride + k]);
      if (candidate > largest) largest = candidate, best = i;
    }
    if (!(largest > 0.0) || !std::isfinite(largest)) {
      failed_row_ = k;
      return false;
    }
    pivot_[k] = best;
    if (best != k) {
      double* const other = a + static_cast<std::size_t>(best) * stride;
      std::swap_ranges(pivot_row, pivot_row + stride, other);
      std::swap_ranges(l + k * stride, l + k * stride + k, l + best * stride);
    }
    const double inverse = 1.0 / pivot_row[k];
    inverse_[k] = inverse;
    const std::size_t start = static_cast<std::size_t>(k + 1) / 4 * 4;
    for (int i = k + 1; i < n; ++i) {
      double* const r = a + static_cast<std::size_t>(i) * stride;
      const double factor = r[k] * inverse;
      l[static_cast<std::size_t>(i) * stride + k] = factor;
      if (factor == 0.0) continue;
      for (std::size_t j = start; j < stride; j += 4)
        Eigen::Map<Eigen::Array4d>(r + j) -=
            factor * Eigen::Map<const Eigen::Array4d>(pivot_row + j);
    }
  }
  return true;
}

void DenseLu::solve(std::span<double> b) const noexcept { substitute(b, size_); }
void DenseLu::solve_lead(std::span<double> b) const noexcept { substitute(b, lead_); }

void DenseLu::substitute(std::span<double> b, int n) const noexcept {
  double* const x = b.data();
  for (int k = 0; k < n; ++k) std::swap(x[k], x[pivot_[k]]);
  const double* l = l_.data();
  for (int i = 1; i < n; ++i) {
    l += stride_;
    double sum = x[i];
    for (int j = 0; j < i; ++j) sum -= l[j] * x[j];
    x[i] = sum;
  }
  const double* u = a_.data() + static_cast<std::size_t>(n) * stride_;
  for (int i = n - 1; i >= 0; --i) {
    u -= stride_;
    double sum = x[i];
    for (int j = i + 1; j < n; ++j) sum -= u[j] * x[j];
    x[i] = sum * inverse_[i];
  }
}

}  // namespace bramah
