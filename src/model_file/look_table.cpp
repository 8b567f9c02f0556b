#include "model_file/look_table.h"

#include <algorithm>
#include <filesystem>

namespace bramah {
namespace {

struct LookItem : LookSpec {
  int kinds = 0;
};

void choose(LookItem& look, LookSpec::Kind kind) {
  look.kind = kind;
  ++look.kinds;
}

void add_ends(Table<LookItem>& t) {
  t.reference({.name = "from", .required = true, .doc = "point of the body", .example = "foot"},
              &LookSpec::from);
  t.reference({.name = "to", .required = true, .doc = "point of the body", .example = "tip"},
              &LookSpec::to);
}

const Table<LookItem>& bar_table() {
  static const Table<LookItem> table = [] {
    Table<LookItem> t("bar", "A round bar between two points of the body.");
    add_ends(t);
    t.quantity({.name = "radius",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "radius",
                .example = "40 mm"},
               &LookSpec::radius);
    return t;
  }();
  return table;
}

const Table<LookItem>& beam_table() {
  static const Table<LookItem> table = [] {
    Table<LookItem> t("beam", "A beam of rectangular section between two points of the body.");
    add_ends(t);
    t.quantity({.name = "width",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "horizontal edge of the section",
                .example = "160 mm"},
               &LookSpec::width);
    t.quantity({.name = "height",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "other edge, at `from`",
                .example = "240 mm"},
               &LookSpec::height);
    t.quantity({.name = "height_end",
                .unit = "m",
                .absent = "`height`",
                .bound = Bound::positive,
                .doc = "other edge, at `to`",
                .example = "160 mm"},
               &LookSpec::height_end);
    return t;
  }();
  return table;
}

void store_box(Reader& in, const Node& node, const KeyInfo& key, LookItem& look) {
  choose(look, LookSpec::Kind::box);
  const auto edges = in.vector(node, key, 3);
  if (!edges) return;
  look.size = {(*edges)[0], (*edges)[1], (*edges)[2]};
  for (const double edge : *edges)
    if (!(edge > 0.0)) in.problem(node.where, "edges must be positive");
}

void store_mesh(Reader& in, const Node& node, const KeyInfo& key, LookItem& look) {
  choose(look, LookSpec::Kind::mesh);
  const auto name = in.path(node, key);
  if (!name) return;
  namespace fs = std::filesystem;
  const fs::path path = *name;
  const std::string kind = path.extension().string();
  if (kind != ".obj" && kind != ".gltf" && kind != ".glb")
    return in.problem(node.where,
                      "a mesh is an .obj, .gltf or .glb file, found \"" + node.text + "\"");
  std::error_code none;
  if (!fs::is_regular_file(path, none))
    return in.problem(node.where, "there is no file \"" + path.string() + "\"");
  look.mesh = path.string();
}

void store_colour(Reader& in, const Node& node, const KeyInfo& key, LookItem& look) {
  const auto text = in.text(node, key);
  if (!text) return;
  const bool hex = text->size() == 7 && (*text)[0] == '#' &&
                   std::all_of(text->begin() + 1, text->end(),
                               [](unsigned char c) { return std::isxdigit(c) != 0; });
  if (!hex)
    return in.problem(node.where, "expected a colour such as \"#d9822b\", found \"" + *text + "\"");
  look.colour = *text;
}

Store<LookItem> store_bar(LookSpec::Kind kind, const Table<LookItem>& (*table)()) {
  return [kind, table](Reader& in, const Node& node, const KeyInfo&, LookItem& look) {
    choose(look, kind);
    read_table(in, node, table(), look);
  };
}

const Table<LookItem>& look_table() {
  static const Table<LookItem> table = [] {
    Table<LookItem> t("look",
                      "A shape for the eye, without mass, fixed to the body: one of `box`, `rod`, "
                      "`beam`, `sphere`, `mesh`.");
    t.add({.name = "box",
           .kind = KeyKind::vector,
           .unit = "m",
           .absent = "another shape",
           .doc = "edges along x, y, z",
           .example = "[0.4 m, 0.3 m, 0.2 m]"},
          store_box);
    t.add({.name = "rod",
           .kind = KeyKind::table,
           .table = &bar_table().info,
           .absent = "another shape",
           .doc = "a round bar",
           .example = "{from: foot, to: tip, radius: 40 mm}"},
          store_bar(LookSpec::Kind::rod, bar_table));
    t.add({.name = "beam",
           .kind = KeyKind::table,
           .table = &beam_table().info,
           .absent = "another shape",
           .doc = "a bar of rectangular section",
           .example = "{from: foot, to: tip, width: 160 mm, height: 240 mm}"},
          store_bar(LookSpec::Kind::beam, beam_table));
    t.add({.name = "sphere",
           .unit = "m",
           .absent = "another shape",
           .bound = Bound::positive,
           .doc = "radius",
           .example = "0.2 m"},
          [](Reader& in, const Node& node, const KeyInfo& key, LookItem& look) {
            choose(look, LookSpec::Kind::sphere);
            if (const auto radius = in.quantity(node, key)) look.size = {*radius, 0.0, 0.0};
          });
    t.add({.name = "mesh",
           .kind = KeyKind::text,
           .absent = "another shape",
           .doc = "file with a mesh, in metres: .obj, .gltf, .glb",
           .example = "bucket.glb"},
          store_mesh);
    t.add({.name = "at",
           .kind = KeyKind::vector,
           .unit = "m",
           .absent = "the body's origin; between the ends of a bar",
           .doc = "centre of the shape, or how far it is moved; a third value is beside the plane",
           .example = "[0.5 m, 0 m, 0 m]"},
          [](Reader& in, const Node& node, const KeyInfo& key, LookItem& look) {
            const bool beside = node.is_list() && node.items.size() == 3;
            if (const auto at = in.vector(node, key, beside ? 3 : 0))
              look.at = {(*at)[0], (*at)[1], at->size() > 2 ? (*at)[2] : 0.0};
          });
    t.add({.name = "rotate",
           .kind = KeyKind::vector,
           .unit = "rad",
           .absent = "as the body; along the bar",
           .doc = "three angles about its own x, y, z",
           .example = "\"[0, 0, 30] deg\""},
          [](Reader& in, const Node& node, const KeyInfo& key, LookItem& look) {
            if (const auto angles = in.vector(node, key, 3))
              look.rotate = {(*angles)[0], (*angles)[1], (*angles)[2]};
          });
    t.add({.name = "scale",
           .unit = "1",
           .absent = short_number(LookSpec{}.size[0]),
           .bound = Bound::positive,
           .doc = "of a mesh",
           .example = "0.001"},
          [](Reader& in, const Node& node, const KeyInfo& key, LookItem& look) {
            if (const auto scale = in.quantity(node, key)) look.size = {*scale, *scale, *scale};
          });
    t.add({.name = "colour",
           .kind = KeyKind::text,
           .absent = "the viewer's choice",
           .doc = "red, green and blue in hexadecimal",
           .example = "\"#d9822b\""},
          store_colour);
    return t;
  }();
  return table;
}

}  // namespace

std::vector<LookSpec> read_look(Reader& in, const Node& node) {
  std::vector<LookSpec> all;
  if (!node.is_list()) {
    in.expected(node, "a list of shapes, e.g. [{box: [0.4 m, 0.3 m, 0.2 m]}]");
    return all;
  }
  for (const Node& item : node.items) {
    LookItem look;
    look.where = item.where;
    const std::size_t before = in.problems.size();
    read_table(in, item, look_table(), look);
    if (in.problems.size() != before) continue;
    if (look.kinds != 1)
      in.problem(item.where, "expected one of box, rod, beam, sphere, mesh; found " +
                                 std::to_string(look.kinds));
    all.push_back(look);
  }
  return all;
}

const TableInfo& look_info() { return look_table().info; }

const KeyInfo& look_key() {
  static const KeyInfo key{
      .name = "look",
      .kind = KeyKind::tables,
      .table = &look_info(),
      .absent = "drawn as bars between its points",
      .doc = "shapes for the eye",
      .example = "[{beam: {from: foot, to: tip, width: 0.2 m, height: 0.3 m}}]"};
  return key;
}

}  // namespace bramah
