#include "server/levers.h"

#include <limits>

namespace bramah {

std::vector<Lever> levers_of(const Model& model) {
  constexpr double kMost = std::numeric_limits<double>::max();
  std::vector<Lever> levers(model.inputs().size(), Lever{-kMost, kMost, false});
  for (const Control& control : model.controls())
    levers[static_cast<std::size_t>(control.input)] = {-control.range, control.range,
                                                       control.returns};
  for (const Fault& fault : model.faults())
    levers[static_cast<std::size_t>(fault.input)] = {0.0, 1.0, false};
  return levers;
}

bool let_go(const std::vector<Lever>& levers, std::span<double> inputs) noexcept {
  bool moved = false;
  for (std::size_t k = 0; k < levers.size(); ++k) {
    if (!levers[k].returns || inputs[k] == 0.0) continue;
    inputs[k] = 0.0;
    moved = true;
  }
  return moved;
}

}  // namespace bramah
