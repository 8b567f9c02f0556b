#include "core/dense_lu.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace bramah {

DenseLu::DenseLu(int size, int lead)
    : size_(size),
      lead_(lead),
      l_(static_cast<std::size_t>((size + 3) / 4 * 4) * static_cast<std::size_t>(size), 0.0),
      pivot_(static_cast<std::size_t>(size), 0),
      inverse_(static_cast<std::size_t>(size), 0.0) {}

bool DenseLu::factorise(SquareMatrix& a) noexcept {
  a.spoil();
  return eliminate(a, 0, lead_) && eliminate(a, lead_, size_);
}

// Columns first..last-1 with pivots among the rows of the same block; all rows below are updated,
// in whole vectors of 4 columns: what that overwrites left of the pivot is no longer needed, L is
// kept apart.
bool DenseLu::eliminate(SquareMatrix& matrix, int first, int last) noexcept {
  const int n = size_;
  const std::size_t stride = matrix.stride();
  double* const a = matrix.data();
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
    double* r = pivot_row;
    double* factors = l + static_cast<std::size_t>(k) * stride + k;
    for (int i = k + 1; i < n; ++i) {
      r += stride, factors += stride;
      const double factor = r[k] * inverse;
      *factors = factor;
      if (factor == 0.0) continue;
      for (std::size_t j = start; j < stride; j += 4)
        Eigen::Map<Eigen::Array4d>(r + j) -=
            factor * Eigen::Map<const Eigen::Array4d>(pivot_row + j);
    }
  }
  return true;
}

namespace {

// L y = b, U x = y for a size that is known when compiled: the loops unroll.
template <int N>
void substitute_fixed(const double* l, const double* u, const double* inverse, std::size_t stride,
                      double* x) noexcept {
#pragma GCC unroll 16
  for (int i = 1; i < N; ++i) {
    double sum = x[i];
#pragma GCC unroll 16
    for (int j = 0; j < i; ++j) sum -= l[static_cast<std::size_t>(i) * stride + j] * x[j];
    x[i] = sum;
  }
#pragma GCC unroll 16
  for (int i = N - 1; i >= 0; --i) {
    double sum = x[i];
#pragma GCC unroll 16
    for (int j = i + 1; j < N; ++j) sum -= u[static_cast<std::size_t>(i) * stride + j] * x[j];
    x[i] = sum * inverse[i];
  }
}

using Row = Eigen::Map<const Eigen::VectorXd>;

void substitute_any(int n, const double* l, const double* u, const double* inverse,
                    std::size_t stride, double* x) noexcept {
  for (int i = 1; i < n; ++i) {
    l += stride;
    x[i] -= Row(l, i).dot(Row(x, i));
  }
  u += static_cast<std::size_t>(n) * stride;
  for (int i = n - 1; i >= 0; --i) {
    u -= stride;
    const int rest = n - 1 - i;
    x[i] = (x[i] - Row(u + i + 1, rest).dot(Row(x + i + 1, rest))) * inverse[i];
  }
}

}  // namespace

void DenseLu::solve(const SquareMatrix& u, std::span<double> b) const noexcept {
  substitute(u, b, size_);
}
void DenseLu::solve_lead(const SquareMatrix& u, std::span<double> b) const noexcept {
  substitute(u, b, lead_);
}

double DenseLu::smallest_pivot() const noexcept {
  double largest_inverse = 0.0;
  for (const double inverse : inverse_)
    largest_inverse = std::max(largest_inverse, std::abs(inverse));
  return 1.0 / largest_inverse;
}

// A^T = U^T L^T P: forward with U^T, backward with L^T, then the exchanges undone.
void DenseLu::solve_transposed(const SquareMatrix& u, std::span<double> b) const noexcept {
  const int n = size_;
  const std::size_t stride = u.stride();
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
    for (int j = 0; j < i; ++j) sum -= u.row(j)[i] * b[j];
    b[i] = sum * inverse_[i];
  }
  for (int i = n - 2; i >= 0; --i)
    for (int j = i + 1; j < n; ++j) b[i] -= l_[static_cast<std::size_t>(j) * stride + i] * b[j];
  for (int k = n - 1; k >= 0; --k)
    if (pivot_[k] != k) std::swap(b[k], b[pivot_[k]]);
}

void DenseLu::substitute(const SquareMatrix& matrix, std::span<double> b, int n) const noexcept {
  double* const x = b.data();
  for (int k = 0; k < n; ++k)
    if (pivot_[k] != k) std::swap(x[k], x[pivot_[k]]);
  const std::size_t stride = matrix.stride();
  const double *l = l_.data(), *u = matrix.data(), *inverse = inverse_.data();
  switch (n) {
    case 1:
      return substitute_fixed<1>(l, u, inverse, stride, x);
    case 2:
      return substitute_fixed<2>(l, u, inverse, stride, x);
    case 3:
      return substitute_fixed<3>(l, u, inverse, stride, x);
    case 4:
      return substitute_fixed<4>(l, u, inverse, stride, x);
    case 5:
      return substitute_fixed<5>(l, u, inverse, stride, x);
    case 6:
      return substitute_fixed<6>(l, u, inverse, stride, x);
    case 7:
      return substitute_fixed<7>(l, u, inverse, stride, x);
    case 8:
      return substitute_fixed<8>(l, u, inverse, stride, x);
    default:
      return substitute_any(n, l, u, inverse, stride, x);
  }
}

}  // namespace bramah
