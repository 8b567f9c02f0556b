// What one tick may cost. The clock is read before each iteration of Newton; when the deadline is near,
// the budget is spent, and stays so until the next tick begins. After how many iterations that was is
// what a replay needs to do the same, bit for bit, whatever its own clock says.
//
// In: TickLimit. Asked by integrators/newton.h and coupling/whole/substeps.h.
#pragma once

#include <chrono>
#include <cmath>

#include "bramah/model.h"

namespace bramah {

class Budget {
 public:
  void begin(const TickLimit& limit) noexcept {
    limit_ = limit;
    used_ = 0;
    spent_ = false;
    watches_ = std::isfinite(limit.seconds);
    if (watches_) start_ = Clock::now();
  }
  // Before each iteration.
  bool spend() noexcept {
    if (!spent_) spent_ = used_ >= limit_.iterations || (watches_ && late());
    if (!spent_) ++used_;
    return spent_;
  }
  bool spent() const noexcept { return spent_ || limit_.iterations == 0; }
  int used() const noexcept { return used_; }

 private:
  using Clock = std::chrono::steady_clock;
  // What ends a tick in the coarse way takes about as long as that many iterations.
  static constexpr double kReserve = 10.0;

  bool late() const noexcept {
    const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
    return passed * (1.0 + kReserve / (1.0 + used_)) > limit_.seconds && used_ > 0;
  }

  TickLimit limit_;
  int used_ = 0;
  bool spent_ = false, watches_ = false;
  Clock::time_point start_;
};

}  // namespace bramah
