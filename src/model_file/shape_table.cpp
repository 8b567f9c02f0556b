#include "model_file/shape_table.h"

namespace bramah {
namespace {

const Table<Shape>& round_bar_table() {
  static const Table<Shape> table = [] {
    Table<Shape> t("round bar", "A solid cylinder along the body's x axis.");
    t.quantity({.name = "radius",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "radius",
                .example = "50 mm"},
               &Shape::radius);
    t.quantity({.name = "length",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "length along x",
                .example = "1.2 m"},
               &Shape::length);
    return t;
  }();
  return table;
}

}  // namespace

const Table<Shape>& shape_table() {
  static const Table<Shape> table = [] {
    Table<Shape> t("shape",
                   "A homogeneous solid about the centre of mass that gives the body its "
                   "moments of inertia. One of:");
    t.quantity({.name = "rod",
                .unit = "m",
                .bound = Bound::positive,
                .doc = "length of a thin rod along x: Iyy = Izz = m L²/12",
                .example = "9 m"},
               &Shape::rod);
    t.add({.name = "box",
           .kind = KeyKind::vector,
           .unit = "m",
           .bound = Bound::positive,
           .doc = "edges along x, y (and z): Izz = m (x² + y²)/12",
           .example = "[0.3 m, 0.3 m]"},
          [](Reader& in, const Node& node, const KeyInfo& key, Shape& shape) {
            if (const auto edges = in.vector(node, key)) shape.box = *edges;
          });
    t.add({.name = "cylinder",
           .kind = KeyKind::table,
           .table = &round_bar_table().info,
           .doc = "along x: Ixx = m r²/2, Iyy = Izz = m (3 r² + L²)/12",
           .example = "{radius: 50 mm, length: 1.2 m}"},
          [](Reader& in, const Node& node, const KeyInfo&, Shape& shape) {
            read_table(in, node, round_bar_table(), shape);
          });
    t.quantity({.name = "sphere",
                .unit = "m",
                .bound = Bound::positive,
                .doc = "radius: I = 2/5 m r²",
                .example = "0.2 m"},
               &Shape::sphere);
    return t;
  }();
  return table;
}

std::array<double, 6> inertia_of(const Shape& shape, double m) {
  if (shape.rod) {
    const double i = m * *shape.rod * *shape.rod / 12.0;
    return {0.0, i, i, 0.0, 0.0, 0.0};
  }
  if (!shape.box.empty()) {
    const double x = shape.box[0], y = shape.box[1], z = shape.box.size() > 2 ? shape.box[2] : 0.0;
    return {m * (y * y + z * z) / 12.0,
            m * (x * x + z * z) / 12.0,
            m * (x * x + y * y) / 12.0,
            0.0,
            0.0,
            0.0};
  }
  if (shape.radius && shape.length) {
    const double r2 = *shape.radius * *shape.radius, l2 = *shape.length * *shape.length;
    return {m * r2 / 2.0, m * (3.0 * r2 + l2) / 12.0, m * (3.0 * r2 + l2) / 12.0, 0.0, 0.0, 0.0};
  }
  const double i = 0.4 * m * shape.sphere.value_or(0.0) * shape.sphere.value_or(0.0);
  return {i, i, i, 0.0, 0.0, 0.0};
}

}  // namespace bramah
