// linearize: the state about which a machine is made linear.
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

void store_state(Reader& in, const Node& node, const KeyInfo& key, OperatingPointSpec& point) {
  if (!node.is_map()) return in.expected(node, "a map from states to values, e.g. " + key.example);
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (const auto value = in.any_quantity(node.items[i], key))
      point.state.push_back({node.keys[i], *value, node.items[i].text, node.items[i].where});
}

void store_freeze(Reader& in, const Node& node, const KeyInfo& key, OperatingPointSpec& point) {
  if (node.is_scalar()) {
    if (const auto name = in.text(node, key)) point.freeze.push_back({*name, node.where});
  } else if (!node.is_list()) {
    in.expected(node, "a state or a list of states, e.g. " + key.example);
  } else {
    for (const Node& item : node.items)
      if (const auto name = in.text(item, key)) point.freeze.push_back({*name, item.where});
  }
}

const Table<OperatingPointSpec>& linearize_table() {
  static const Table<OperatingPointSpec> table = [] {
    Table<OperatingPointSpec> t(
        "linearize",
        "Where `bramah linearize` looks at the machine; `--at` chooses another place.");
    t.quantity({.name = "at",
                .unit = "s",
                .bound = Bound::not_negative,
                .doc = "time to which the machine runs first",
                .example = "2.5 s"},
               &OperatingPointSpec::at);
    t.add({.name = "state",
           .kind = KeyKind::named_values,
           .absent = "as the run left them",
           .doc = "values of states, by the names of their channels",
           .example = "{lift.A.p: 5 MPa}"},
          store_state);
    t.boolean(
        {.name = "equilibrium",
         .doc = "then look for the nearest state of rest; the pose of a frozen joint moves on "
                "at a steady rate",
         .example = "true"},
        &OperatingPointSpec::equilibrium);
    t.add({.name = "freeze",
           .kind = KeyKind::references,
           .absent = "none",
           .doc = "states held constant, by their names or the last part of it",
           .example = "[lift_valve.U]"},
          store_freeze);
    return t;
  }();
  return table;
}

}  // namespace

OperatingPointSpec read_linearize(Reader& in, const Node& node) {
  OperatingPointSpec point;
  read_table(in, node, linearize_table(), point);
  return point;
}

const TableInfo& linearize_info() { return linearize_table().info; }

}  // namespace bramah
