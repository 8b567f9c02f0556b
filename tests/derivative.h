// Analytic derivatives against central differences, in one place.
//
// The stencil has five points, (8 (f(x+h) - f(x-h)) - (f(x+2h) - f(x-2h))) / 12h, with an error of
// O(h⁴): a step of 1e-4 of the argument's scale leaves 1e-10 or so, and round-off 1e-12.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace bramah {

struct DifferenceOptions {
  double scale = 0.0;       // of the argument; 0: its size, but at least 1
  double tolerance = 1e-7;  // relative to the slope, or to the row's largest entry
  double step = 1e-4;       // relative to the scale
  double terms = 0.0;       // size of what cancels inside f; its round-off is forgiven
};

inline constexpr double kNoise = 50.0 * std::numeric_limits<double>::epsilon();

template <class F>
auto central_difference(F&& f, double x, double h) {
  using Value = std::decay_t<decltype(f(x))>;
  const Value near = (f(x + h) - f(x - h)) * 8.0, far = f(x + 2.0 * h) - f(x - 2.0 * h);
  return Value((near - far) / (12.0 * h));
}

// f'(x) = slope. A slope that vanishes is judged against the function's change over the scale.
template <class F>
void expect_slope_near(F&& f, double x, double slope, DifferenceOptions o = {}) {
  const double scale = o.scale > 0.0 ? o.scale : std::max(1.0, std::abs(x)), h = o.step * scale;
  const double found = central_difference(f, x, h);
  const double noise = kNoise * std::max(std::abs(f(x)), o.terms) / h;
  EXPECT_NEAR(slope, found, o.tolerance * std::max(std::abs(slope), std::abs(found)) + noise)
      << "at x = " << x;
}

// df/dx = jacobian, column by column; each entry within `tolerance` of its row's largest entry when
// column k is measured in units of scales[k].
template <class F>
void expect_jacobian_near(F&& f, const Eigen::VectorXd& x, const Eigen::MatrixXd& jacobian,
                          const Eigen::VectorXd& scales, DifferenceOptions o = {}) {
  Eigen::MatrixXd found(jacobian.rows(), jacobian.cols());
  for (Eigen::Index k = 0; k < x.size(); ++k)
    found.col(k) = central_difference(
        [&](double at) -> Eigen::VectorXd {
          Eigen::VectorXd moved = x;
          moved[k] = at;
          return f(moved);
        },
        x[k], o.step* scales[k]);
  const Eigen::VectorXd value = f(x);
  for (Eigen::Index i = 0; i < jacobian.rows(); ++i) {
    const double noise = kNoise * std::max(std::abs(value[i]), o.terms) / o.step;
    const Eigen::ArrayXd row = found.row(i).transpose().array() * scales.array();
    const double largest = row.abs().maxCoeff();
    for (Eigen::Index k = 0; k < x.size(); ++k)
      EXPECT_NEAR(jacobian(i, k) * scales[k], row[k], o.tolerance * largest + noise)
          << "row " << i << ", column " << k;
  }
}

template <class F>
void expect_jacobian_near(F&& f, const Eigen::VectorXd& x, const Eigen::MatrixXd& jacobian,
                          DifferenceOptions o = {}) {
  expect_jacobian_near(f, x, jacobian, Eigen::VectorXd::Ones(x.size()), o);
}

}  // namespace bramah
