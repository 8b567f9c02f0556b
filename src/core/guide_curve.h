// A length as a function of time through the samples of a recording, with its first two
// derivatives: what a guided cylinder follows.
//
//   length, rate, acceleration at each sample   quintic Hermite pieces, C2
//   length, rate                                cubic Hermite pieces, C1: the acceleration jumps
//   length                                      cubic spline, C2; its ends have the slopes of the
//                                               cubics through the four samples nearest to them
// A recorded jump of the acceleration is smeared over the piece in which it lies. Outside the
// record the nearest sample is held.
#pragma once

#include <vector>

#include "bramah/basics.h"

namespace bramah {

class GuideCurve {
 public:
  // Times increase; rate and acceleration may be empty, else they are as many as the lengths. At
  // least two samples.
  GuideCurve(std::vector<double> time, std::vector<double> length, std::vector<double> rate = {},
             std::vector<double> acceleration = {});

  double begin() const noexcept { return time_.front(); }
  double end() const noexcept { return time_.back(); }
  [[nodiscard]] TimeValue value(double t) const noexcept;

 private:
  std::vector<double> time_, length_, rate_, acceleration_;
};

}  // namespace bramah
