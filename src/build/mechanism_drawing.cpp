// Points and lines by which a mechanism is drawn.
#include <algorithm>
#include <cmath>

#include "build/mechanism_work.h"
#include "multibody/forces/ground.h"

namespace bramah {

namespace {

// The surface as lines along x and, in space, along y; at most thirty each way, some more where it is dug.
template <class Space>
void add_terrain(MechanismWork<Space>& w) {
  Drawing& drawing = w.out.drawing;
  const std::shared_ptr<const HeightField> field = w.out.terrain;
  const int most = w.d.buckets.empty() ? 30 : 48;
  const int columns = std::min(field->columns, most);
  const int rows = w.d.planar ? 1 : std::min(field->rows, most);
  const int first = static_cast<int>(drawing.points.size());
  const auto share = [](int i, int shown, int all) {
    return shown > 1 ? static_cast<double>(i) * (all - 1) / (shown - 1) : 0.0;
  };
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const double x = field->x0 + field->cell * share(i, columns, field->columns);
      const double y = w.d.planar ? 0.0 : field->y0 + field->cell * share(j, rows, field->rows);
      Three<double> p{};
      for (int k = 0; k < 3; ++k) p[k] = x * field->a[k] + y * field->b[k];
      const Three<double> at = plus3(p, field->at(p).height, field->up);
      PointOnLink<Space> on;
      for (int k = 0; k < Space::kAxes; ++k) on.at[k] = at[k];
      w.parts.points.push_back(on);
      w.out.ground_points[w.out.points.size()] = at;
      w.out.points.push_back({"ground", "origin", {}});
      drawing.points.push_back(concat("terrain.", j * columns + i));
    }
  for (int j = 0; j < rows; ++j) {
    Drawing::Line line{"terrain", Drawing::Line::Kind::terrain, {}};
    for (int i = 0; i < columns; ++i) line.points.push_back(first + j * columns + i);
    drawing.lines.push_back(std::move(line));
  }
  for (int i = 0; i < columns && rows > 1; ++i) {
    Drawing::Line line{"terrain", Drawing::Line::Kind::terrain, {}};
    for (int j = 0; j < rows; ++j) line.points.push_back(first + j * columns + i);
    drawing.lines.push_back(std::move(line));
  }
}

}  // namespace

template <class Space>
void add_drawing(MechanismWork<Space>& w) {
  Drawing& drawing = w.out.drawing;
  drawing.planar = w.d.planar;
  for (int axis = 0; axis < 3; ++axis)
    if (std::abs(w.d.gravity[axis]) > std::abs(w.d.gravity[drawing.up])) drawing.up = axis;
  const auto add_point = [&](const std::string& body, const std::string& point) {
    const PointRef ref{body, point, {}};
    w.parts.points.push_back({w.link_of(ref), w.on_link(ref).p});
    w.out.points.push_back(ref);
    drawing.points.push_back(body + "." + point);
    return static_cast<int>(drawing.points.size()) - 1;
  };
  // Named points of a body, and its origin where a joint or an element sits there.
  const auto uses_origin = [&](const std::string& body) {
    const auto at = [&](const PointRef& r) { return r.body == body && r.point == "origin"; };
    const auto ends = [&](const auto& x) { return at(x.a) || at(x.b); };
    const auto pins = [&](const CylinderSpec& c) { return !c.rack && (at(c.from) || at(c.to)); };
    return std::any_of(w.d.joints.begin(), w.d.joints.end(), ends) ||
           std::any_of(w.d.springs.begin(), w.d.springs.end(), ends) ||
           std::any_of(w.d.cylinders.begin(), w.d.cylinders.end(), pins);
  };
  const auto add_body = [&](const std::string& name, const std::vector<PointSpec>& points,
                            Drawing::Line::Kind kind) {
    Drawing::Line line{name, kind, {}};
    if (uses_origin(name)) line.points.push_back(add_point(name, "origin"));
    for (const PointSpec& point : points)
      if (point.name != "origin") line.points.push_back(add_point(name, point.name));
    drawing.lines.push_back(line);
  };
  add_body("ground", w.d.ground, Drawing::Line::Kind::ground);
  for (const BodySpec& body : w.d.bodies)
    add_body(body.name, body.points, Drawing::Line::Kind::body);
  for (const CylinderSpec& c : w.d.cylinders)
    if (!c.rack)
      drawing.lines.push_back(
          {c.name,
           Drawing::Line::Kind::cylinder,
           {add_point(c.from.body, c.from.point), add_point(c.to.body, c.to.point)}});
  for (const SpringSpec& s : w.d.springs)
    drawing.lines.push_back({s.name,
                             Drawing::Line::Kind::spring,
                             {add_point(s.a.body, s.a.point), add_point(s.b.body, s.b.point)}});
  for (const ElementSpec& e : w.d.elements) {
    if (e.path.empty()) continue;
    Drawing::Line rope{e.name, Drawing::Line::Kind::rope, {}};
    for (const PointRef& ref : e.path) rope.points.push_back(add_point(ref.body, ref.point));
    drawing.lines.push_back(std::move(rope));
  }
  if (w.d.terrain) add_terrain(w);
  for (const MarkerSpec& marker : w.d.markers)
    if (std::ranges::find(drawing.points, marker.at.body + "." + marker.at.point) ==
        drawing.points.end())
      add_point(marker.at.body, marker.at.point);
  for (const BodySpec& body : w.d.bodies)
    for (const char* point : {"origin", kFrameX, kFrameY}) {
      const PointRef ref{body.name, point, {}};
      w.parts.points.push_back({w.link_of(ref), w.on_link(ref).p});
      w.out.points.push_back(ref);
    }
}

template void add_drawing(MechanismWork<Planar>&);
template void add_drawing(MechanismWork<Spatial>&);

}  // namespace bramah
