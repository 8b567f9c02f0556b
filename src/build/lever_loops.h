// Loops in closed form: four-link levers and driven coordinates, so that a recursion over the tree
// is all that is left [Malysheva2021, Eqs. 2.10-2.16]. A cylinder's triangle needs nothing: its
// length is a gauge.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "constraints/partition.h"
#include "multibody/joint/four_link.h"

namespace bramah {

class LeverLoops final : public ClosedForm {
 public:
  // In an order in which each loop's input is known. `driven`: coordinates, in the order of
  // drivers.
  LeverLoops(int coordinates, std::vector<FourLink> loops, std::vector<int> driven);

  std::span<const int> independent() const override { return independent_; }
  bool solve(std::span<double> q, std::span<const DriverValue> drivers) const override;

 private:
  std::vector<FourLink> loops_;
  std::vector<int> driven_, independent_;
};

// The mechanism's loops and drivers in closed form, from a start pose; or why not.
struct LeverSearch {
  std::unique_ptr<const ClosedForm> loops;
  std::string reason;
};
LeverSearch find_lever_loops(const Mechanism&, std::span<const double> q,
                             const std::vector<int>& driven, int rank);

}  // namespace bramah
