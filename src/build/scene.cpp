#include "build/scene.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "build/upright.h"
#include "hydraulics/sizing.h"

namespace bramah {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

Vector3d vec(const Triple& t) { return {t[0], t[1], t[2]}; }

Quaterniond rotation(const Triple& angles) {
  return Quaterniond(Eigen::AngleAxisd(angles[0], Vector3d::UnitX()) *
                     Eigen::AngleAxisd(angles[1], Vector3d::UnitY()) *
                     Eigen::AngleAxisd(angles[2], Vector3d::UnitZ()));
}

Vector3d place(const std::vector<PointSpec>& points, const std::string& name) {
  const auto found = std::ranges::find(points, name, &PointSpec::name);
  return found == points.end() ? Vector3d::Zero() : vec(found->at);
}

Scene::Shape to_shape(const LookSpec& look, const std::vector<PointSpec>& points, int body,
                      const Vector3d& upright) {
  Scene::Shape shape;
  shape.body = body;
  shape.kind = static_cast<Scene::Shape::Kind>(look.kind);
  shape.colour = look.colour;
  shape.mesh = look.mesh;
  Vector3d at = vec(look.at);
  Quaterniond turn = rotation(look.rotate);
  shape.size = look.size;
  if (look.kind == LookSpec::Kind::rod || look.kind == LookSpec::Kind::beam) {
    const Vector3d a = place(points, look.from), b = place(points, look.to);
    const bool rod = look.kind == LookSpec::Kind::rod;
    turn = Quaterniond(bar_frame(b - a, upright)) * turn;
    at += 0.5 * (a + b);
    const double length = (b - a).norm();
    shape.size = rod ? Triple{length, 2.0 * look.radius, 2.0 * look.radius}
                     : Triple{length, look.height, look.width};
    shape.end_height = look.height_end > 0.0 ? look.height_end : look.height;
  }
  if (look.kind == LookSpec::Kind::sphere)
    shape.size = {2.0 * look.size[0], 2.0 * look.size[0], 2.0 * look.size[0]};
  shape.at = {at.x(), at.y(), at.z()};
  shape.turn = {turn.w(), turn.x(), turn.y(), turn.z()};
  return shape;
}

}  // namespace

Scene build_scene(const MachineDescription& d, const Drawing& drawing) {
  Scene scene;
  const Vector3d up = height_axis(d);
  const auto add = [&](const std::vector<LookSpec>& looks, const std::vector<PointSpec>& points,
                       int body) {
    for (const LookSpec& look : looks) scene.shapes.push_back(to_shape(look, points, body, up));
  };
  add(d.ground_look, d.ground, -1);
  for (std::size_t k = 0; k < d.bodies.size(); ++k) {
    scene.bodies.push_back(d.bodies[k].name);
    add(d.bodies[k].look, d.bodies[k].points, static_cast<int>(k));
  }
  for (const Drawing::Line& line : drawing.lines) {
    if (line.kind != Drawing::Line::Kind::cylinder) continue;
    const auto c = std::ranges::find(d.cylinders, line.name, &CylinderSpec::name);
    if (c == d.cylinders.end() || line.points.size() != 2) continue;
    SizingProblems told;
    const Piston piston = size_piston(*c, c->where, told);
    scene.cylinders.push_back(
        {c->name, line.points[0], line.points[1], piston.bore, piston.rod, c->closed, c->stroke});
  }
  for (const MarkerSpec& marker : d.markers) {
    const std::string name = marker.at.body + "." + marker.at.point;
    const auto found = std::ranges::find(drawing.points, name);
    if (found != drawing.points.end())
      scene.markers.push_back({marker.name, static_cast<int>(found - drawing.points.begin())});
  }
  for (const StabilitySpec& stand : d.stability) {
    Scene::Stand& all = scene.stands.emplace_back(Scene::Stand{stand.name, {}});
    for (const std::string& name : stand.feet) {
      const PointRef at = std::ranges::find(d.elements, name, &ElementSpec::name)->a;
      const auto found = std::ranges::find(drawing.points, at.body + "." + at.point);
      if (found != drawing.points.end())
        all.feet.push_back(static_cast<int>(found - drawing.points.begin()));
    }
  }
  return scene;
}

}  // namespace bramah
