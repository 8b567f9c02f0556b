// Pressures that mechanical equations ask for from outside: at a time, for the strokes on trial. A
// coupling answers, with slopes, so that Newton's tangent stays exact (multirate.h).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hydraulics/circuit.h"

namespace bramah {

class PressureResponse {
 public:
  struct Scratch {
    double t = 0.0, anchor = 0.0;       // as of the last set_time()
    std::vector<double> value;          // per input of the circuit; not finite: no answer
    std::vector<double> by_s, by_rate;  // input x cylinder
    virtual ~Scratch() = default;
  };
  virtual ~PressureResponse() = default;

  virtual std::unique_ptr<Scratch> make_scratch() const = 0;
  // value; must not allocate.
  virtual void evaluate(std::span<const Stroke>, Scratch&) const noexcept = 0;
  // by_s and by_rate at the strokes that were last evaluated.
  virtual void linearise(Scratch&) const noexcept = 0;
};

}  // namespace bramah
