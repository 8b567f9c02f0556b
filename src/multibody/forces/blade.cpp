#include "multibody/forces/blade.h"

#include <algorithm>

#include "multibody/forces/grip.h"

namespace bramah {

double Blade::output(int which, const double* x, const double* f, const double* now) const {
  const Stand<double> at = stand(BodyFrame<double>(x, x + 9), now);
  if (which == 0) return at.depth;
  if (which == 1) return std::atan2(at.sin_rake, at.cos_rake);
  if (which == 2) return std::hypot(f[0], f[1], f[2]);
  if (at.depth <= 0.0) return 0.0;
  const Three<double> wedge = passive(at);
  return std::sqrt(dot3(wedge, wedge));
}

const ForceInfo& blade_info() {
  constexpr double kDegree = 0.017453292519943295;
  static const ForceInfo info{
      .type = "blade",
      .doc = "The edge of a bucket or a blade that cuts the ground ([soil](theory/soil.md)).",
      .acts = ForceInfo::Acts::body,
      .parameters = joined(
          {{"width", "m", "of the edge, along y of its body", kRequiredParameter, 1e-3, 100.0},
           {"angle", "rad",
            "of the blade, from the edge up, in its body's x-z plane (planar: x-y) from x; it "
            "pushes what is at 90 deg more",
            kRequiredParameter, -10.0, 10.0},
           {"thickness", "m", "of the edge", 0.03, 1e-4, 1.0},
           {"stiffness", "N/m", "of the soil before it yields", 5e6, 1e3, 1e10},
           {"way", "m", "over which it begins to yield", 2e-4, 1e-6, 0.1}},
          Ground::keys()),
      .states = {{"pushed", "m", "how far soil gives before the blade"},
                 {"pressed", "m", "the same under the edge"}},
      .outputs = {{"depth", "m", "of the edge in the ground ahead of it; negative: above it"},
                  {"rake", "rad", "of the blade against the ground, within the limits"},
                  {"soil", "N", "force of the soil"},
                  {"wedge", "N", "force at which the soil ahead fails"}},
      .make_on_site = [](std::span<const double> p,
                         const ForceSite& site) -> std::unique_ptr<const ForceElement> {
        const SoilProperties& soil = site.soil;
        const double most = 150.0 * kDegree - soil.friction - soil.wall_friction;
        return std::make_unique<ForceOf<Blade>>(
            Blade{.width = p[0],
                  .cos_blade = std::cos(p[1]),
                  .sin_blade = std::sin(p[1]),
                  .weight = soil.density * site.gravity,
                  .cohesion = soil.cohesion,
                  .adhesion = soil.adhesion,
                  .surcharge = soil.surcharge,
                  .angles = SoilAngles::of(soil.friction, soil.wall_friction),
                  .most_rake = std::clamp(most, 30.0 * kDegree, 120.0 * kDegree),
                  .penetration = soil.penetration,
                  .thickness = p[2],
                  .stiffness = p[3],
                  .way = p[4],
                  .ground = Ground::from(p.subspan(5), site),
                  .planar = site.planar});
      }};
  return info;
}

}  // namespace bramah
