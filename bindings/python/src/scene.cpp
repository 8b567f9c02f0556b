// What a machine looks like, as dicts and lists with the names of bramah/model.h.
#include <pybind11/stl.h>

#include "model.h"

namespace bramah::python {

py::dict scene_dict(const Scene& scene) {
  constexpr const char* kinds[] = {"box", "rod", "beam", "sphere", "mesh"};
  py::list shapes, cylinders, markers;
  for (const Scene::Shape& s : scene.shapes) {
    py::dict item;
    item["body"] = s.body, item["kind"] = kinds[static_cast<int>(s.kind)];
    item["at"] = s.at, item["turn"] = s.turn, item["size"] = s.size;
    item["end_height"] = s.end_height, item["colour"] = s.colour, item["mesh"] = s.mesh;
    shapes.append(item);
  }
  for (const Scene::Cylinder& c : scene.cylinders) {
    py::dict item;
    item["name"] = c.name, item["from"] = c.from, item["to"] = c.to;
    item["bore"] = c.bore, item["rod"] = c.rod, item["closed"] = c.closed,
    item["stroke"] = c.stroke;
    cylinders.append(item);
  }
  for (const Scene::Marker& m : scene.markers) {
    py::dict item;
    item["name"] = m.name, item["point"] = m.point;
    markers.append(item);
  }
  py::dict all;
  all["bodies"] = scene.bodies, all["shapes"] = shapes;
  all["cylinders"] = cylinders, all["markers"] = markers;
  return all;
}

py::dict drawing_dict(const Drawing& drawing) {
  constexpr const char* kinds[] = {"body", "cylinder", "spring", "ground"};
  py::list lines;
  for (const Drawing::Line& line : drawing.lines) {
    py::dict item;
    item["name"] = line.name, item["kind"] = kinds[static_cast<int>(line.kind)];
    item["points"] = line.points;
    lines.append(item);
  }
  py::dict all;
  all["points"] = drawing.points, all["lines"] = lines;
  all["planar"] = drawing.planar, all["up"] = drawing.up;
  return all;
}

}  // namespace bramah::python
