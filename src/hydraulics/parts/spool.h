// How a spool follows its command U.
//
//   none     u = U
//   first    u' = (U - u)/tau                                           [Jaiswal2021, Eq. 27]
//            with a limit r of the rate: u' = r sat((U - u)/(tau r)), sat(z) = z/(1 + z⁴)^¼
//   second   u'' = K ω² U - 2 ζ ω u' - ω² u                             [Malysheva2021, Eq. 2.34]
#pragma once

#include <cmath>
#include <limits>

namespace bramah {

struct Spool {
  enum class Order { none, first, second };
  Order order = Order::none;
  double tau = 0.0;                                             // first [s]
  double rate_limit = std::numeric_limits<double>::infinity();  // r [command units/s]
  double gain = 1.0;                                            // second: K
  double omega = 0.0;                                           // ω [rad/s]
  double damping = 0.7;                                         // ζ

  [[nodiscard]] int states() const noexcept { return static_cast<int>(order); }

  // Rates of the states with their slopes by the states and by the command.
  struct Rates {
    double value[2] = {0.0, 0.0};
    double by_state[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    double by_command[2] = {0.0, 0.0};
  };
  [[nodiscard]] Rates rates(const double* states, double command) const noexcept {
    Rates out;
    if (order == Order::first) {
      const double wanted = (command - states[0]) / tau;
      if (rate_limit == std::numeric_limits<double>::infinity()) {
        out.value[0] = wanted;
        out.by_command[0] = 1.0 / tau;
        out.by_state[0][0] = -out.by_command[0];
        return out;
      }
      const double z = wanted / rate_limit;
      const double square = 1.0 + z * z * z * z, root = std::sqrt(std::sqrt(square));
      const double slope = 1.0 / (square * root * tau);
      out.value[0] = wanted / root;
      out.by_state[0][0] = -slope;
      out.by_command[0] = slope;
    } else if (order == Order::second) {
      const double w2 = omega * omega;
      out.value[0] = states[1];
      out.value[1] = gain * w2 * command - 2.0 * damping * omega * states[1] - w2 * states[0];
      out.by_state[0][1] = 1.0;
      out.by_state[1][0] = -w2;
      out.by_state[1][1] = -2.0 * damping * omega;
      out.by_command[1] = gain * w2;
    }
    return out;
  }
};

}  // namespace bramah
