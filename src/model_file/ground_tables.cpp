// The terrain, and what a machine stands on.
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

constexpr int kMostPoints = 400;  // along one side

struct TerrainItem : TerrainSpec {
  double level = 0.0;
};

void store_heights(Reader& in, const Node& node, const KeyInfo& key, TerrainItem& item) {
  const int count = item.columns * item.rows;
  if (const auto values = in.vector(node, key, std::max(count, 1))) item.heights = *values;
}

const Table<TerrainItem>& terrain_table() {
  static const Table<TerrainItem> table = [] {
    Table<TerrainItem> t("terrain",
                         "Ground whose height is given on a grid; every element that touches the "
                         "ground touches it ([contact](theory/contact.md)).");
    t.quantity({.name = "cell",
                .unit = "m",
                .bound = Bound::positive,
                .doc = "distance of grid points",
                .example = "0.5 m",
                .typical = "0.05 ... 10 m"},
               &TerrainSpec::cell);
    t.integer({.name = "columns", .required = true, .doc = "grid points along x", .example = "12"},
              &TerrainSpec::columns, 3, kMostPoints);
    t.integer({.name = "rows",
               .absent = "3: alike across x",
               .doc = "grid points along y",
               .example = "8"},
              &TerrainSpec::rows, 3, kMostPoints);
    t.quantity({.name = "x", .unit = "m", .doc = "of the first point", .example = "-2 m"},
               &TerrainSpec::x);
    t.quantity({.name = "y", .unit = "m", .doc = "of the first point", .example = "-2 m"},
               &TerrainSpec::y);
    t.quantity(
        {.name = "level", .unit = "m", .doc = "height where none is given", .example = "0 m"},
        &TerrainItem::level);
    t.add({.name = "heights",
           .kind = KeyKind::values,
           .unit = "m",
           .absent = "`level` everywhere",
           .doc = "of the grid points, row by row",
           .example = "\"[0, 0, 0.2, 0, 0.1, 0.3, 0, 0, 0.2] m\""},
          store_heights);
    return t;
  }();
  return table;
}

void store_feet(Reader& in, const Node& node, const KeyInfo& key, StabilitySpec& item) {
  if (!node.is_list()) return in.expected(node, "a list of elements, e.g. " + key.example);
  for (const Node& foot : node.items)
    if (const auto name = in.text(foot, key)) item.feet.push_back(*name);
}

const Table<StabilitySpec>& stability_table() {
  static const Table<StabilitySpec> table = [] {
    Table<StabilitySpec> t("stability",
                           "How near a machine is to tipping over a line between two of its feet "
                           "([base](theory/base.md)).");
    t.add({.name = "feet",
           .kind = KeyKind::references,
           .required = true,
           .doc = "elements that carry it: contacts, balls, tyres",
           .example = "[front_left, front_right, rear_left, rear_right]"},
          store_feet);
    t.quantity({.name = "warn",
                .unit = "m",
                .bound = Bound::not_negative,
                .doc = "a margin below that is warned of; also a foot that lifts off",
                .example = "0.3 m",
                .typical = "0.05 ... 1 m"},
               &StabilitySpec::warn);
    return t;
  }();
  return table;
}

}  // namespace

TerrainSpec read_terrain(Reader& in, const Node& node) {
  TerrainItem item;
  item.rows = 3;
  item.where = node.where;
  read_table(in, node, terrain_table(), item);
  const auto count = static_cast<std::size_t>(std::max(item.columns * item.rows, 0));
  if (item.heights.empty()) item.heights.assign(count, item.level);
  return item;
}

std::vector<StabilitySpec> read_stability(Reader& in, const Node& node) {
  return read_named(in, node, stability_table(), "stability",
                    [](Reader&, StabilitySpec& item) -> StabilitySpec { return item; });
}

const TableInfo& terrain_info() { return terrain_table().info; }
const TableInfo& stability_info() { return stability_table().info; }

}  // namespace bramah
