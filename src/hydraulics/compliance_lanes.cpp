#include "hydraulics/compliance_lanes.h"

#include <Eigen/Core>
#include <algorithm>
#include <limits>

namespace bramah {

ComplianceLanes::ComplianceLanes(std::span<const Volume> volumes)
    : packs_((volumes.size() + kLanes - 1) / kLanes) {
  for (std::size_t k = 0; k < packs_.size() * kLanes; ++k) {
    Pack& pack = packs_[k / kLanes];
    const std::size_t i = k % kLanes;
    const Volume& v =
        volumes[std::min(k, volumes.size() - 1)];  // lanes without one repeat the last
    const Fluid& f = v.fluid;
    pack.compressibility[i] = 1.0 / f.bulk;
    pack.liquid[i] = 1.0 - f.air, pack.air[i] = f.air, pack.exponent[i] = 1.0 / f.polytropic;
    pack.dead[i] = v.dead, pack.dead_wall[i] = v.dead_wall;
    pack.area[i] = v.area, pack.barrel[i] = v.barrel;
    const bool fits = f.air > 0.0 && !f.polynomial && !f.logarithmic;
    pack.any_air = pack.any_air || f.air > 0.0;
    pack.lowest[i] = fits ? std::max(f.vapour + Fluid::kVapourWidth, 1.0)
                          : std::numeric_limits<double>::infinity();
  }
}

void ComplianceLanes::evaluate(std::span<const Volume> volumes, const double* length,
                               const double* pressure, Compliance* out) const noexcept {
  using Lanes = Eigen::Array<double, kLanes, 1>;
  using In = Eigen::Map<const Lanes>;
  std::size_t k = 0;
  for (const Pack& pack : packs_) {
    const std::size_t end = std::min(k + kLanes, volumes.size());
    if (!pack.any_air) {
      for (; k < end; ++k) out[k] = volumes[k].compliance(length[k], pressure[k]);
      continue;  // oil without air is quicker asked by itself
    }
    const In l(length + k), given(pressure + k), lowest(pack.lowest);
    const Lanes p = given.max(1.0);  // what is below its lowest is asked for again
    const In c(pack.compressibility), area(pack.area), barrel(pack.barrel);
    const Lanes by_n = In(pack.exponent) / p;
    const Lanes oil = In(pack.liquid) * ((Fluid::kAtmosphere - p) * c).exp();
    const Lanes air = In(pack.air) * (In(pack.exponent) * (Fluid::kAtmosphere / p).log()).exp();
    const Lanes v = oil + air, fall = c * oil + by_n * air;
    const Lanes bend = c * c * oil + by_n * (by_n + 1.0 / p) * air;
    const Lanes soft = fall / v;  // 1/B; its slope is soft² - bend/v
    const Lanes room = In(pack.dead) + area * l;
    const Lanes value = room * soft + In(pack.dead_wall) + area * l * barrel;
    const Lanes by_l = area * (soft + barrel), by_p = room * (soft * soft - bend / v);
    const bool all_fit = (given >= lowest).all();
    const std::size_t first = k;
    for (Eigen::Index i = 0; k < end; ++i, ++k) out[k] = {value[i], by_l[i], by_p[i]};
    if (all_fit) continue;
    for (k = first; k < end; ++k)
      if (!(pressure[k] >= pack.lowest[k - first]))
        out[k] = volumes[k].compliance(length[k], pressure[k]);
  }
}

}  // namespace bramah
