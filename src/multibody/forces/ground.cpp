#include "multibody/forces/ground.h"

#include <Eigen/Geometry>

namespace bramah {

using Eigen::Vector3d;

namespace {

Triple triple(const Vector3d& x) { return {x[0], x[1], x[2]}; }

}  // namespace

Ground Ground::plane(const Triple& upright, double height, double slope, double uphill) {
  const Vector3d up(upright.data());
  const Vector3d x = std::abs(up.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
  const Vector3d a = (x - x.dot(up) * up).normalized(), b = up.cross(a);
  const Vector3d rise = std::cos(uphill) * a + std::sin(uphill) * b;
  const Vector3d n = std::cos(slope) * up - std::sin(slope) * rise;
  const Vector3d t = std::cos(slope) * rise + std::sin(slope) * up;
  Ground out;
  out.normal = triple(n), out.first = triple(t), out.second = triple(n.cross(t));
  out.offset = height * n.dot(up);
  return out;
}

std::vector<ForceInfo::Parameter> Ground::keys() {
  return {
      {"height", "m", "of the ground at the world's origin; none with a `terrain`", 0.0, -1e6, 1e6},
      {"slope", "rad", "of the ground; none with a `terrain`", 0.0, -1.5, 1.5},
      {"uphill", "rad", "way uphill, about the upright from the x axis", 0.0, -1e3, 1e3}};
}

Ground Ground::from(std::span<const double> p, const ForceSite& site) {
  Ground out = plane(site.up, p[0], p[1], p[2]);
  out.field = site.terrain;
  return out;
}

}  // namespace bramah
