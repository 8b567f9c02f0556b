#include "io/key_table.h"
#include "io/tables.h"

namespace bramah {
namespace {

const Table<FluidSpec>& polynomial_table() {
  static const Table<FluidSpec> table = [] {
    Table<FluidSpec> t("polynomial",
                       "Bulk modulus that grows with pressure: "
                       "(1 + a p + b p²)/(a + 2 b p) [naya2011, eq. 3].");
    t.add({.name = "a",
           .unit = "1/Pa",
           .required = true,
           .bound = Bound::positive,
           .doc = "compressibility at zero pressure",
           .example = "6.53e-10 1/Pa"},
          [](Reader& in, const Node& node, const KeyInfo& key, FluidSpec& fluid) {
            if (const auto a = in.quantity(node, key)) fluid.a = *a;
          });
    t.add({.name = "b",
           .unit = "1/Pa^2",
           .required = true,
           .doc = "its change with pressure",
           .example = "-1.19e-18 1/Pa^2"},
          [](Reader& in, const Node& node, const KeyInfo& key, FluidSpec& fluid) {
            if (const auto b = in.quantity(node, key)) fluid.b = *b;
          });
    return t;
  }();
  return table;
}

const Table<FluidSpec>& bulk_table() {
  static const Table<FluidSpec> table = [] {
    Table<FluidSpec> t("bulk", "A bulk modulus that is no constant.");
    t.add({.name = "polynomial",
           .kind = KeyKind::table,
           .table = &polynomial_table().info,
           .required = true,
           .doc = "of the pressure",
           .example = "{a: 6.53e-10 1/Pa, b: -1.19e-18 1/Pa^2}"},
          [](Reader& in, const Node& node, const KeyInfo&, FluidSpec& fluid) {
            fluid.polynomial = true;
            read_table(in, node, polynomial_table(), fluid);
          });
    return t;
  }();
  return table;
}

struct FluidItem : FluidSpec {};

const Table<FluidItem>& fluid_table() {
  static const Table<FluidItem> table = [] {
    Table<FluidItem> t("fluid", "The oil. With several, write `fluids:`, a map from names.");
    t.quantity({.name = "density",
                .unit = "kg/m3",
                .required = true,
                .bound = Bound::positive,
                .doc = "density",
                .example = "850 kg/m3"},
               &FluidSpec::density);
    t.add({.name = "bulk",
           .unit = "Pa",
           .table = &bulk_table().info,
           .required = true,
           .bound = Bound::positive,
           .doc = "bulk modulus, or a polynomial of the pressure",
           .example = "1500 MPa"},
          [](Reader& in, const Node& node, const KeyInfo& key, FluidItem& fluid) {
            if (node.is_map()) return read_table<FluidSpec>(in, node, bulk_table(), fluid);
            if (const auto bulk = in.quantity(node, key)) fluid.bulk = *bulk;
          });
    return t;
  }();
  return table;
}

}  // namespace

std::vector<FluidSpec> read_fluid(Reader& in, const Node& node) {
  const Reader::Inside inside(in, "fluid", true);
  FluidItem fluid;
  fluid.where = node.where;
  read_table(in, node, fluid_table(), fluid);
  return {fluid};
}
std::vector<FluidSpec> read_fluids(Reader& in, const Node& node) {
  return read_named(in, node, fluid_table(), "fluid",
                    [](Reader&, FluidItem& item) -> FluidSpec { return item; });
}

const TableInfo& fluid_info() { return fluid_table().info; }

}  // namespace bramah
