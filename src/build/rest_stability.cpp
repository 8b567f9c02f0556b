#include "build/rest_stability.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>

#include "build/modes.h"
#include "build/tangent_space.h"
#include "core/text.h"

namespace bramah {

namespace {

constexpr double kSlow = 1e-3;  // [1/s] what takes a quarter of an hour is a rest
constexpr double kRoundOff = 1e3 * std::numeric_limits<double>::epsilon();  // of A's slopes

// Of the state that takes part most, by the name of its coordinate where it is one.
std::string state_name(const Plant& plant, const TangentSpace& space, Eigen::Index i) {
  const int free = space.free();
  if (i < 2 * free) return plant.names.coordinates[std::size_t(space.independent()[i % free])];
  return plant.names.states[static_cast<std::size_t>(i - 2 * free)];
}

}  // namespace

Growth growth_from_rest(const Machine& machine, State state) {
  Growth out;
  if (!machine.plant.equations->parts().guides.empty()) return out;  // they lead, whatever pushes
  TangentSpace space(*machine.stepper);
  if (!space.enter(state) || space.size() == 0 || !space.solve_rates()) return out;
  const Eigen::MatrixXd A = space.A();
  if (!A.allFinite()) return out;
  const Eigen::VectorXd d = balance(A);
  const Eigen::MatrixXd balanced = d.cwiseInverse().asDiagonal() * A * d.asDiagonal();
  const auto [poles, right, left] = eigenmodes(balanced);
  for (Eigen::Index k = 0; k < poles.size(); ++k) {
    const double doubt = kRoundOff * balanced.norm() * right.col(k).norm() * left.row(k).norm();
    if (!(poles[k].real() > std::max({doubt, kSlow, out.pole}))) continue;
    out.pole = poles[k].real();
    Eigen::Index most = 0;
    right.col(k).cwiseProduct(left.row(k).transpose()).cwiseAbs().maxCoeff(&most);
    out.state = state_name(machine.plant, space, most);
  }
  return out;
}

std::string growth_text(const Growth& growth) {
  if (!(growth.pole > 0.0)) return {};
  return concat("this rest is unstable: a small push grows, pole +", std::setprecision(3),
                growth.pole, " 1/s (", growth.state, ")");
}

}  // namespace bramah
