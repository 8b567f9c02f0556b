// What a cylinder follows where no oil is solved: a length in time, kept by a constraint
// [Naya2011, Eq. 39], or, where its force or speed is limited, by a servo. With neither curve nor
// signal it follows a surrogate.
#pragma once

#include <memory>
#include <optional>

#include "core/guide_curve.h"
#include "equations/guide_servo.h"

namespace bramah {

struct Guide {
  std::shared_ptr<const GuideCurve> curve;  // else
  int signal = -1;                          // a function of time
  std::optional<GuideServo> servo;          // else a constraint
  int row = -1;                             // among the rigid guides; set by MachineEquations
};

}  // namespace bramah
