// Whether a thread that keeps a clock may have its real-time priority. One that never catches up does
// not sleep either: it must not keep others from running. When it has kept pace again for a while it
// gets it back. Arithmetic alone, as in pacer.h.
#pragma once

#include "run/pacer.h"

namespace bramah {

class PriorityRule {
 public:
  enum class Verdict { keep, give_back, take_back };
  static constexpr long long kMostShifts = 10;             // of the clock
  static constexpr Nanoseconds kProof = 5'000'000'000;     // without one of them
  static constexpr Nanoseconds kLongest = 60'000'000'000;  // after it was lost again and again

  // `shifts`: how often the clock was put back, since the start. Called while it runs paced.
  Verdict judge(long long shifts, Nanoseconds now) noexcept;
  bool has() const noexcept { return has_; }

 private:
  bool has_ = true;
  long long shifts_ = 0;   // when it was taken (back), or lately
  Nanoseconds quiet_ = 0;  // since when none was added
  Nanoseconds proof_ = kProof;
};

}  // namespace bramah
