// Where the lengths of guided cylinders come from, if neither from a recording nor from a signal: a
// trained network answers (coupling/surrogate/surrogate_drive.h).
#pragma once

#include <span>

#include "core/signal_graph.h"

namespace bramah {

class GuideSource {
 public:
  virtual ~GuideSource() = default;
  // Length of a cylinder at t, with its derivatives; `memory` is the source's part of State.
  [[nodiscard]] virtual TimeValue value(int cylinder, double t,
                                        std::span<const double> memory) const noexcept = 0;
};

}  // namespace bramah
