// One number of a curve over time.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace bramah {

// x over t, both of the same length, t rising. NaN: there is none.
struct TimeCurve {
  std::span<const double> t, x;
};

double mean_of(const TimeCurve& curve);
double rms_of(const TimeCurve& curve);
double integral_of(const TimeCurve& curve);
double value_at(const TimeCurve& curve, double t);
double time_to_reach(const TimeCurve& curve, double level);
double overshoot_of(const TimeCurve& curve, double target);
double settling_of(const TimeCurve& curve, double band, double target);
double quantile_of(const TimeCurve& curve, double share);

}  // namespace bramah
