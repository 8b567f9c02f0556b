#include "multibody/forces/contact.h"

#include <Eigen/Geometry>

namespace bramah {

namespace {

using Eigen::Vector3d;

Triple triple(const Vector3d& x) { return {x[0], x[1], x[2]}; }

// Height, slope, and the way uphill, counted about the upright from the x axis laid level.
void place(Contact& c, const Triple& upright, double height, double slope, double uphill) {
  const Vector3d up(upright.data());
  const Vector3d x = std::abs(up.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
  const Vector3d a = (x - x.dot(up) * up).normalized(), b = up.cross(a);
  const Vector3d rise = std::cos(uphill) * a + std::sin(uphill) * b;
  const Vector3d n = std::cos(slope) * up - std::sin(slope) * rise;
  const Vector3d t = std::cos(slope) * rise + std::sin(slope) * up;
  c.normal = triple(n), c.first = triple(t), c.second = triple(n.cross(t));
  c.offset = height * n.dot(up);
}

}  // namespace

const ForceInfo& contact_info() {
  static const ForceInfo info{
      .type = "contact",
      .doc =
          "A point that may touch the ground, a plane that yields a little and holds by "
          "friction ([contact](theory/contact.md)).",
      .acts = ForceInfo::Acts::at,
      .parameters =
          {{"stiffness", "N/m", "of the ground under the point", kRequiredParameter, 1e-3, 1e12},
           {"restitution", "1", "speed after an impact over that before", 0.3, 0.05, 1.0},
           {"impact_speed", "m/s", "speed of the impact that `restitution` is meant for", 1.0, 1e-6,
            1e3},
           {"onset", "m", "depth over which the force begins smoothly", 1e-4, 1e-9, 1.0},
           {"friction", "1", "coefficient of friction", 0.6, 0.0, 10.0},
           {"bend", "m", "slip before it slides: how far the bristles bend", 1e-4, 1e-9, 1.0},
           {"bristle_damping", "s/m", "damps what does not slide yet: inverse of a speed", 20.0,
            0.0, 1e6},
           {"height", "m", "of the ground at the world's origin", 0.0, -1e6, 1e6},
           {"slope", "rad", "of the ground", 0.0, -1.5, 1.5},
           {"uphill", "rad", "way uphill, about the upright from the x axis", 0.0, -1e3, 1e3}},
      .states = {{"bend1", "m", "of the bristles uphill"}, {"bend2", "m", "of them across"}},
      .outputs = {{"gap", "m", "distance from the ground, negative where it is pressed in"},
                  {"slip", "m/s", "speed along the ground"},
                  {"normal", "N", "normal force"}},
      .make_upright = [](std::span<const double> p,
                         const Triple& up) -> std::unique_ptr<const ForceElement> {
        Contact c{};
        c.stiffness = p[0];
        c.damping = Contact::damping_for(p[1], p[2]);
        c.onset = p[3], c.friction = p[4], c.bend = p[5], c.bristle_damping = p[6];
        place(c, up, p[7], p[8], p[9]);
        return std::make_unique<ForceOf<Contact>>(c);
      }};
  return info;
}

}  // namespace bramah
