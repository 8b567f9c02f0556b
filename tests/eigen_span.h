// Eigen's vectors as the spans that the library takes.
#pragma once

#include <Eigen/Core>
#include <span>

namespace bramah {

inline std::span<double> span(Eigen::VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
inline std::span<const double> span(const Eigen::VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace bramah
