// Charts of spherical joints. During a step the joint is three revolutes about x, y, z on top of a fixed
// rotation, the chart; after it, the angles are folded into the chart and start again from zero. Rates
// and accelerations keep their meaning: the angular velocity and acceleration do not change.
#pragma once

#include <span>

namespace bramah {

// q, v, a, extra: three entries each (extra is acceleration-like); wxyz: the chart's quaternion.
void rechart_spherical(std::span<double> q, std::span<double> v, std::span<double> a,
                       std::span<double> extra, std::span<double> wxyz);

}  // namespace bramah
