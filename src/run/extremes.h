// The least and the most of each number of a row, and when: in memory side by side, four numbers at a time.
#pragma once

#include <span>
#include <vector>

#include "bramah/run.h"

namespace bramah {

class Extremes {
 public:
  void widen(std::span<const double> row, double t);
  // With the last row.
  void write(std::span<const double> row, std::vector<Recording::Range>& ranges) const;

 private:
  std::vector<double> first_, least_, most_, least_at_, most_at_;
};

}  // namespace bramah
