// The compliances of all volumes of a circuit together, four at a time: volume.h in lanes.
//
//   v = (1 - alpha) e^-(p - p0)/beta + alpha (p0/p)^(1/n),   1/B = -v'/v       (Fluid, bramah/parts.h)
//   C = V/B + W,   dC/dl = A (1/B + 1/B_barrel),   dC/dp = V (1/B)'
// In: lengths of the chambers, pressures. Out: a Compliance each. That formula holds for a liquid of
// constant modulus with air, above where vapour begins; any other volume is asked by itself. A lane
// knows nothing of its neighbours: where a volume stands in the list changes no bit of its result.
#pragma once

#include <span>
#include <vector>

#include "hydraulics/volume.h"

namespace bramah {

class ComplianceLanes {
 public:
  explicit ComplianceLanes(std::span<const Volume> volumes);

  // `length` and `pressure` have room() entries, of which those behind the last volume are ignored.
  int room() const noexcept { return static_cast<int>(packs_.size()) * kLanes; }
  void evaluate(std::span<const Volume> volumes, const double* length, const double* pressure,
                Compliance* out) const noexcept;

 private:
  static constexpr int kLanes = 4;
  struct Pack {
    alignas(32) double compressibility[kLanes];      // 1/beta
    alignas(32) double liquid[kLanes], air[kLanes];  // 1 - alpha, alpha
    alignas(32) double exponent[kLanes];             // 1/n
    alignas(32) double dead[kLanes], dead_wall[kLanes], area[kLanes], barrel[kLanes];
    alignas(32) double lowest[kLanes];  // pressure from which the formula holds
    bool any_air = false;
  };
  std::vector<Pack> packs_;
};

}  // namespace bramah
