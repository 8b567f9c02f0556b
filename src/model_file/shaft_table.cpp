// Shafts: what pumps, motors and engines turn together.
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

const Table<ShaftSpec>& shaft_table() {
  static const Table<ShaftSpec> table = [] {
    Table<ShaftSpec> t("shaft", "A turning shaft with all that turns with it.");
    t.quantity({.name = "inertia",
                .unit = "kg m2",
                .required = true,
                .bound = Bound::positive,
                .doc = "moment of inertia of all that turns",
                .example = "0.5 kg m2",
                .typical = "0.001 ... 100 kg m2"},
               &ShaftSpec::inertia);
    t.quantity({.name = "start",
                .unit = "rad/s",
                .doc = "speed at t = 0",
                .example = "1500 rpm",
                .typical = "0 ... 4000 rpm"},
               &ShaftSpec::start);
    return t;
  }();
  return table;
}

}  // namespace

std::vector<ShaftSpec> read_shafts(Reader& in, const Node& node) {
  return read_named(in, node, shaft_table(), "shaft",
                    [](Reader&, ShaftSpec& item) -> ShaftSpec { return item; });
}

const TableInfo& shaft_info() { return shaft_table().info; }

}  // namespace bramah
