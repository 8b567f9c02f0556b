#include "model_file/flexible_table.h"

namespace bramah {
namespace {

void store_along(Reader& in, const Node& node, const KeyInfo& key, BeamSpec& beam) {
  if (!node.is_list())
    return in.expected(node, "a list of points of the body, e.g. " + key.example);
  for (const Node& point : node.items)
    if (const auto name = in.text(point, key)) beam.along.push_back(*name);
}

void store_second_moment(Reader& in, const Node& node, const KeyInfo& key, BeamSpec& beam) {
  if (!node.is_list()) {
    if (const auto both = in.quantity(node, key)) beam.second_moment = {*both, *both};
    return;
  }
  if (const auto values = in.vector(node, key, 2))
    beam.second_moment = {(*values)[0], (*values)[1]};
}

void add_edges(Table<BeamSpec>& t) {
  const auto edge = [&](const char* name, const char* absent, const char* doc, const char* example,
                        double BeamSpec::*member) {
    t.quantity({.name = name,
                .unit = "m",
                .absent = absent,
                .bound = Bound::positive,
                .doc = doc,
                .example = example},
               member);
  };
  edge("width", "that of `look`", "horizontal edge of the section, a hollow rectangle", "160 mm",
       &BeamSpec::width);
  edge("height", "that of `look`", "other edge, at the first point", "280 mm", &BeamSpec::height);
  edge("width_end", "`width`", "horizontal edge at the last point", "120 mm", &BeamSpec::width_end);
  edge("height_end", "`height`", "other edge at the last point", "200 mm", &BeamSpec::height_end);
  edge("wall", "`second_moment` is given", "thickness of the plates", "8 mm", &BeamSpec::wall);
}

}  // namespace

const Table<BeamSpec>& flexible_table() {
  static const Table<BeamSpec> table = [] {
    Table<BeamSpec> t("flexible",
                      "A straight beam that bends ([flexible bodies](theory/flexible.md)): rigid "
                      "pieces on elastic hinges, joints `BODY.bend1`, ...");
    t.add({.name = "along",
           .kind = KeyKind::references,
           .required = true,
           .doc = "points of the body on one line, from end to end; name those where forces enter",
           .example = "[foot, lift, elbow]"},
          store_along);
    add_edges(t);
    t.add({.name = "second_moment",
           .kind = KeyKind::vector,
           .unit = "m4",
           .absent = "that of the section",
           .bound = Bound::positive,
           .doc = "of area: one for all bending, or a list: in the plane of gravity, sideways",
           .example = "3.1e-5 m4"},
          store_second_moment);
    t.quantity({.name = "young",
                .unit = "Pa",
                .shown = "GPa",
                .bound = Bound::positive,
                .doc = "Young's modulus",
                .example = "70 GPa",
                .typical = "1 ... 400 GPa"},
               &BeamSpec::young);
    t.quantity({.name = "damping",
                .unit = "1",
                .shown = "%",
                .bound = Bound::not_negative,
                .doc = "of the first bending with one end held, of critical",
                .example = "2 %"},
               &BeamSpec::damping);
    t.integer({.name = "hinges", .doc = "in each stretch between two points", .example = "4"},
              &BeamSpec::hinges, 1, 8);
    t.boolean({.name = "sideways", .doc = "bends sideways too, in space", .example = "false"},
              &BeamSpec::sideways);
    return t;
  }();
  return table;
}

}  // namespace bramah
