#include "multibody/forces/tyre.h"

namespace bramah {

double Tyre::output(int which, const double* x, const double*, const double* now) const {
  const Patch<double> p = patch(BodyFrame<double>(x, x + 9), now);
  if (which == 0) return -p.depth;
  if (which == 1) return std::hypot(dot3(p.t, p.v), dot3(p.l, p.v));
  if (which == 2) return p.load;
  return dot3(p.l, p.v);
}

const ForceInfo& tyre_info() {
  static const ForceInfo info{
      .type = "tyre",
      .doc =
          "A tyre at the centre of a wheel, which turns about its axle: y of its body, in the "
          "plane "
          "z ([base](theory/base.md)).",
      .acts = ForceInfo::Acts::body,
      .parameters = joined(
          {{"radius", "m", "of the tyre without load", kRequiredParameter, 1e-3, 10.0},
           {"stiffness", "N/m", "upright", kRequiredParameter, 1.0, 1e9},
           {"damping", "N s/m", "upright", 0.0, 0.0, 1e9},
           {"onset", "m", "depth over which the force begins smoothly", 1e-3, 1e-9, 1.0},
           {"friction", "1", "coefficient of friction", 0.8, 0.0, 10.0},
           {"bend", "m", "how far the tread bends before it slides", 0.03, 1e-6, 1.0},
           {"relaxation", "m", "way it rolls until a side force has built up", 0.3, 1e-3, 100.0},
           {"bristle_damping", "s/m", "damps what does not slide yet: inverse of a speed", 2.0, 0.0,
            1e6},
           {"rolling", "1", "resistance to rolling over the load", 0.01, 0.0, 1.0}},
          Ground::keys()),
      .states = {{"bend1", "m", "of the tread, forward"}, {"bend2", "m", "of the tread, sideways"}},
      .outputs = {{"gap", "m", "distance from the ground, negative where it is pressed in"},
                  {"slip", "m/s", "speed of the tread along the ground"},
                  {"normal", "N", "load"},
                  {"side_slip", "m/s", "speed of the tread sideways"}},
      .make_on_site = [](std::span<const double> p,
                         const ForceSite& site) -> std::unique_ptr<const ForceElement> {
        return std::make_unique<ForceOf<Tyre>>(Tyre{p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7],
                                                    p[8], Ground::from(p.subspan(9), site),
                                                    site.planar});
      }};
  return info;
}

}  // namespace bramah
