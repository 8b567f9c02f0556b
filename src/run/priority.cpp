#include "run/priority.h"

#include <algorithm>

namespace bramah {

PriorityRule::Verdict PriorityRule::judge(long long shifts, Nanoseconds now) noexcept {
  if (has_) {
    if (shifts - shifts_ < kMostShifts) return Verdict::keep;
    has_ = false;
    shifts_ = shifts;
    quiet_ = now;
    return Verdict::give_back;
  }
  if (shifts != shifts_) {
    shifts_ = shifts;
    quiet_ = now;
  }
  if (now - quiet_ < proof_) return Verdict::keep;
  has_ = true;
  proof_ = std::min(2 * proof_, kLongest);  // a machine at its limit does not go to and fro
  return Verdict::take_back;
}

}  // namespace bramah
