#include "build/modes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dense_algebra.h"

namespace bramah {

namespace {

constexpr double kZero = 1e-12;  // of the fastest pole: less is rounding
constexpr double kLeast = 0.01;  // smaller shares are not worth a word

Mode make_mode(std::complex<double> pole) {
  Mode mode;
  mode.pole = pole;
  const double size = std::abs(pole);
  mode.frequency = size / (2.0 * std::numbers::pi);
  mode.damping = size > 0.0 ? -pole.real() / size : 1.0;
  if (pole.real() != 0.0) mode.time_constant = -1.0 / pole.real();
  return mode;
}

}  // namespace

Eigen::VectorXd balance(const Eigen::MatrixXd& A) {
  Eigen::VectorXd d = Eigen::VectorXd::Ones(A.rows());
  bool changed = true;
  for (int pass = 0; changed && pass < 100; ++pass) {
    changed = false;
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      double row = 0.0, column = 0.0;
      for (Eigen::Index k = 0; k < A.rows(); ++k) {
        if (k == i) continue;
        row += std::abs(A(i, k)) * d[k] / d[i];
        column += std::abs(A(k, i)) * d[i] / d[k];
      }
      if (row == 0.0 || column == 0.0) continue;
      const double f = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (row / f + column * f < 0.95 * (row + column)) d[i] *= f, changed = true;
    }
  }
  return d;
}

// Shares are |left times right eigenvector|, which no choice of units changes.
std::vector<Mode> find_modes(const Eigen::MatrixXd& A, const std::vector<LinearVariable>& states) {
  std::vector<Mode> modes;
  if (A.rows() == 0) return modes;
  const Eigen::VectorXd d = balance(A);
  const auto [poles, right, left] = eigenmodes(d.cwiseInverse().asDiagonal() * A * d.asDiagonal());
  const double fastest = poles.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < A.rows(); ++k) {
    const std::complex<double> pole = poles[k];
    Mode mode = make_mode(std::abs(pole) > kZero * fastest ? pole : 0.0);
    double sum = 0.0;
    for (Eigen::Index i = 0; i < A.rows(); ++i) sum += std::abs(right(i, k) * left(k, i));
    for (Eigen::Index i = 0; i < A.rows() && std::isfinite(sum); ++i)
      if (const double share = std::abs(right(i, k) * left(k, i)) / sum; share >= kLeast)
        mode.shares.push_back({states[static_cast<std::size_t>(i)].name, share});
    std::ranges::stable_sort(mode.shares, std::greater{}, &Mode::Share::share);
    modes.push_back(std::move(mode));
  }
  std::ranges::stable_sort(modes, [](const Mode& a, const Mode& b) {
    const double x = std::abs(a.pole), y = std::abs(b.pole);
    if (std::abs(x - y) > 1e-12 * std::max(x, y)) return x > y;
    return a.pole.imag() > b.pole.imag();
  });
  return modes;
}

double stiffness_ratio(const std::vector<Mode>& modes, int& zeros) {
  zeros = 0;
  if (modes.empty()) return 1.0;
  const double fastest = std::abs(modes.front().pole);
  double slowest = fastest;
  for (const Mode& mode : modes) {
    const double size = std::abs(mode.pole);
    if (size == 0.0)
      ++zeros;
    else
      slowest = std::min(slowest, size);
  }
  return slowest > 0.0 ? fastest / slowest : 1.0;
}

double condition_number(const Eigen::MatrixXd& A) {
  if (A.rows() == 0) return 1.0;
  const Eigen::VectorXd s = singular_values(A);
  return s.minCoeff() > 0.0 ? s.maxCoeff() / s.minCoeff() : INFINITY;
}

}  // namespace bramah
