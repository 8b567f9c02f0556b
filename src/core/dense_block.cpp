#include "core/dense_block.h"

#include <Eigen/Core>
#include <cmath>

namespace bramah {

namespace {

constexpr int kLanes = 4;
using Lanes = Eigen::Array<double, kLanes, 1>;

Eigen::Map<Lanes> at(double* x) { return Eigen::Map<Lanes>(x); }
Eigen::Map<const Lanes> at(const double* x) { return Eigen::Map<const Lanes>(x); }

}  // namespace

DenseBlock::DenseBlock(int size, std::span<const double> scales)
    : size_(size),
      width_((size + kLanes - 1) / kLanes * kLanes),
      lower_(static_cast<std::size_t>(size) * width_, 0.0),
      upper_(lower_),
      beyond_(lower_),
      weight_(lower_) {
  for (int k = 0; k < size; ++k)
    for (int j = k + 1; j < size; ++j) {
      beyond_[k * width_ + j] = 1.0;
      weight_[k * width_ + j] = scales.empty() ? 1.0 : scales[j] / scales[k];
    }
}

// What is not finite ends in a pivot, whose product with its inverse is then not 1. kWidth: known where
// blocks are small, so that rows need no loop.
template <int kWidth>
bool DenseBlock::factorise_rows(double* a, double most, double* inverse) noexcept {
  const int n = size_, w = kWidth > 0 ? kWidth : width_;
  double *u = upper_.data(), *l = lower_.data();
  const double *beyond = beyond_.data(), *weight = weight_.data();
  Lanes beside = Lanes::Zero();  // the largest entries beside a pivot, in its unit
  for (int k = 0; k < n; ++k, u += w, l += w, beyond += w, weight += w) {
    const double* const row = a + k * w;
    const double pivot = row[k], over = 1.0 / pivot;
    if (!(over * pivot < 2.0)) return false;
    inverse[k] = over;
    for (int j = 0; j < w; j += kLanes) {
      const Lanes entries = at(row + j) * (over * at(beyond + j));
      at(u + j) = entries;
      beside = beside.max(entries.abs() * at(weight + j));
    }
    double* to = a + (k + 1) * w;
    for (int i = k + 1; i < n; ++i, to += w) {
      const double factor = l[i] = to[k];
      for (int j = 0; j < w; j += kLanes) at(to + j) -= factor * at(u + j);
    }
  }
  return beside.maxCoeff() <= most;
}

bool DenseBlock::factorise(double* a, double most, std::span<double> inverse) noexcept {
  if (width_ == 8) return factorise_rows<8>(a, most, inverse.data());
  if (width_ == 12) return factorise_rows<12>(a, most, inverse.data());
  return factorise_rows<0>(a, most, inverse.data());
}

template <int kWidth>
void DenseBlock::solve_rows(const double* inverse, double* x) const noexcept {
  const int n = size_, w = kWidth > 0 ? kWidth : width_;
  const double* l = lower_.data();
  for (int k = 0; k < n; ++k, l += w) {
    const double value = x[k] *= inverse[k];
    for (int i = 0; i < w; i += kLanes) at(x + i) -= value * at(l + i);
  }
  const double* u = upper_.data() + static_cast<std::ptrdiff_t>(n - 1) * w;
  for (int k = n - 1; k >= 0; --k, u -= w) {
    Lanes sum = Lanes::Zero();
    for (int j = 0; j < w; j += kLanes) sum += at(u + j) * at(x + j);
    x[k] -= sum.sum();
  }
}

void DenseBlock::solve(std::span<const double> inverse, double* x) const noexcept {
  if (width_ == 8) return solve_rows<8>(inverse.data(), x);
  if (width_ == 12) return solve_rows<12>(inverse.data(), x);
  solve_rows<0>(inverse.data(), x);
}

void DenseBlock::solve_transposed(std::span<const double> inverse, double* x) const noexcept {
  const int n = size_, w = width_;
  const double* u = upper_.data();
  for (int k = 0; k < n; ++k, u += w) {
    const double value = x[k];
    for (int j = 0; j < w; j += kLanes) at(x + j) -= value * at(u + j);
  }
  const double* l = lower_.data() + static_cast<std::ptrdiff_t>(n - 1) * w;
  for (int k = n - 1; k >= 0; --k, l -= w) {
    Lanes sum = Lanes::Zero();
    for (int i = 0; i < w; i += kLanes) sum += at(l + i) * at(x + i);
    x[k] = (x[k] - sum.sum()) * inverse[k];
  }
}

}  // namespace bramah
