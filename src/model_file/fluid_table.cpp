// The oil: from a list of common ones, or density, viscosity and how it yields to pressure.
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

// A stiffness that grows with pressure replaces another one, also that of a preset.
void forget_bulk(FluidSpec& fluid) { fluid.polynomial = fluid.logarithmic = false; }

const Table<FluidSpec>& polynomial_table() {
  static const Table<FluidSpec> table = [] {
    Table<FluidSpec> t("polynomial",
                       "Bulk modulus that grows with pressure: "
                       "(1 + a p + b p²)/(a + 2 b p) [naya2011, eq. 3].");
    t.quantity({.name = "a",
                .unit = "1/Pa",
                .required = true,
                .bound = Bound::positive,
                .doc = "compressibility at zero pressure",
                .example = "6.53e-10 1/Pa"},
               &FluidSpec::a);
    t.quantity({.name = "b",
                .unit = "1/Pa^2",
                .required = true,
                .doc = "its change with pressure",
                .example = "-1.19e-18 1/Pa^2"},
               &FluidSpec::b);
    return t;
  }();
  return table;
}

const Table<FluidSpec>& logarithmic_table() {
  static const Table<FluidSpec> table = [] {
    Table<FluidSpec> t("logarithmic",
                       "Bulk modulus that grows with pressure: "
                       "a1 max log10(a2 p/p_max + a3) [malysheva2021, eq. 2.42].");
    const auto number = [&](const char* name, const char* doc, double Fluid::*member) {
      t.quantity({.name = name,
                  .unit = "1",
                  .bound = Bound::positive,
                  .doc = doc,
                  .example = short_number(Fluid{}.*member)},
                 member);
    };
    const auto pressure = [&](const char* name, const char* unit, const char* doc,
                              double Fluid::*member) {
      t.quantity({.name = name,
                  .unit = "Pa",
                  .shown = unit,
                  .bound = Bound::positive,
                  .doc = doc,
                  .example = default_text(Fluid{}.*member, unit)},
                 member);
    };
    number("a1", "share of `max` for a tenfold argument", &Fluid::a1);
    number("a2", "how fast it grows with pressure", &Fluid::a2);
    number("a3", "argument at zero pressure, above 1", &Fluid::a3);
    pressure("max", "GPa", "about its value at `p_max`", &Fluid::bulk_max);
    pressure("p_max", "MPa", "pressure to which it is fitted", &Fluid::p_max);
    return t;
  }();
  return table;
}

const Table<FluidSpec>& bulk_table() {
  static const Table<FluidSpec> table = [] {
    Table<FluidSpec> t("bulk", "A bulk modulus that is no constant. One of:");
    t.add({.name = "polynomial",
           .kind = KeyKind::table,
           .table = &polynomial_table().info,
           .absent = "`logarithmic` is given",
           .doc = "a polynomial of the pressure",
           .example = "{a: 6.53e-10 1/Pa, b: -1.19e-18 1/Pa^2}"},
          [](Reader& in, const Node& node, const KeyInfo&, FluidSpec& fluid) {
            fluid.polynomial = true;
            read_table(in, node, polynomial_table(), fluid);
          });
    t.add({.name = "logarithmic",
           .kind = KeyKind::table,
           .table = &logarithmic_table().info,
           .absent = "`polynomial` is given",
           .doc = "a logarithm of the pressure",
           .example = "{a1: 0.5, a2: 90, a3: 3, max: 1.8 GPa, p_max: 28 MPa}"},
          [](Reader& in, const Node& node, const KeyInfo&, FluidSpec& fluid) {
            fluid.logarithmic = true;
            read_table(in, node, logarithmic_table(), fluid);
            if (fluid.a3 <= 1.0)
              in.problem(node.where,
                         "a3 must be above 1, or the oil is soft at zero pressure; "
                         "found " +
                             short_number(fluid.a3));
          });
    return t;
  }();
  return table;
}

struct FluidItem : FluidSpec {
  std::string preset;
  bool has_density = false, has_bulk = false;
};

void add_stiffness(Table<FluidItem>& t) {
  t.add({.name = "density",
         .unit = "kg/m3",
         .absent = "as the preset; needed without",
         .bound = Bound::positive,
         .doc = "density",
         .example = "850 kg/m3",
         .typical = "700 ... 1200 kg/m3"},
        [](Reader& in, const Node& node, const KeyInfo& key, FluidItem& fluid) {
          fluid.has_density = true;
          if (const auto density = in.quantity(node, key)) fluid.density = *density;
        });
  t.add({.name = "bulk",
         .unit = "Pa",
         .table = &bulk_table().info,
         .absent = "as the preset; needed without",
         .bound = Bound::positive,
         .doc = "bulk modulus of the oil without air: a value, or how it grows with pressure",
         .example = "1500 MPa",
         .typical = "0.2 ... 3 GPa"},
        [](Reader& in, const Node& node, const KeyInfo& key, FluidItem& fluid) {
          fluid.has_bulk = true;
          forget_bulk(fluid);
          if (!node.is_map()) {
            if (const auto bulk = in.quantity(node, key)) fluid.bulk = *bulk;
            return;
          }
          read_table<FluidSpec>(in, node, bulk_table(), fluid);
          if (fluid.polynomial == fluid.logarithmic)
            in.problem(node.where, "expected one of polynomial and logarithmic");
        });
}

void add_air_and_vapour(Table<FluidItem>& t) {
  t.add({.name = "air",
         .unit = "1",
         .absent = "as the preset, else none",
         .bound = Bound::not_negative,
         .doc = "undissolved air: share of the volume at atmospheric pressure",
         .example = "0.5 %"},
        [](Reader& in, const Node& node, const KeyInfo& key, FluidItem& fluid) {
          const auto air = in.quantity(node, key);
          if (!air) return;
          if (*air >= 1.0) in.problem(node.where, "must be below 1; found " + node.text);
          fluid.air = *air;
        });
  t.quantity({.name = "polytropic",
              .unit = "1",
              .bound = Bound::positive,
              .doc = "exponent of the air: 1 slow, 1.4 quick",
              .example = "1.4",
              .typical = "1 ... 1.4"},
             &FluidSpec::polytropic);
  t.add({.name = "vapour",
         .unit = "Pa",
         .choices = {"none"},
         .fallback = short_number(Fluid{}.vapour) + " bar",
         .bound = Bound::not_negative,
         .doc = "absolute pressure at which the oil boils: no pressure falls below it; `none`: oil "
                "without air bears tension, as in the papers, and pressures may fall below zero",
         .example = "0.03 bar"},
        [](Reader& in, const Node& node, const KeyInfo& key, FluidItem& fluid) {
          fluid.tension = node.is_scalar() && node.text == "none";
          if (fluid.tension) return;
          if (const auto vapour = in.quantity(node, key)) fluid.vapour = *vapour;
        });
}

const Table<FluidItem>& fluid_table() {
  static const Table<FluidItem> table = [] {
    Table<FluidItem> t("fluid", "The oil. With several, write `fluids:`, a map from names.");
    t.add(
        {.name = "preset",
         .kind = KeyKind::choice,
         .choices = {"hlp32", "hlp46"},
         .absent = "`density` and `bulk` are given",
         .doc = "a common mineral oil at 40 °C with 0.5 % air; the other keys replace what it says",
         .example = "hlp46"},
        [](Reader& in, const Node& node, const KeyInfo& key, FluidItem& fluid) {
          const auto name = in.choice(node, key);
          if (!name) return;
          fluid.preset = *name;
          static_cast<Fluid&>(fluid) = *name == "hlp32" ? hlp32() : hlp46();
        });
    add_stiffness(t);
    t.quantity({.name = "viscosity",
                .unit = "m2/s",
                .absent = "as the preset, else " + default_text(Fluid{}.viscosity, "mm2/s"),
                .bound = Bound::positive,
                .doc = "kinematic viscosity, for lines and the leakage of pumps",
                .example = "46 mm2/s",
                .typical = "5 ... 1000 mm2/s"},
               &FluidSpec::viscosity);
    add_air_and_vapour(t);
    return t;
  }();
  return table;
}

FluidSpec finish_fluid(Reader& in, FluidItem& fluid) {
  const auto need = [&](bool given, const char* key, const char* example) {
    if (!given && fluid.preset.empty())
      in.problem(fluid.where, std::string("missing key \"") + key + "\", e.g. " + key + ": " +
                                  example + ", or a preset, e.g. preset: hlp46");
  };
  need(fluid.has_density, "density", "850 kg/m3");
  need(fluid.has_bulk, "bulk", "1500 MPa");
  return fluid;
}

}  // namespace

std::vector<FluidSpec> read_fluid(Reader& in, const Node& node) {
  const Reader::Inside inside(in, "fluid", true);
  FluidItem fluid;
  fluid.where = node.where;
  const std::size_t before = in.problems.size();
  read_table(in, node, fluid_table(), fluid);
  if (in.problems.size() == before) finish_fluid(in, fluid);
  return {fluid};
}
std::vector<FluidSpec> read_fluids(Reader& in, const Node& node) {
  return read_named(in, node, fluid_table(), "fluid", finish_fluid);
}

const TableInfo& fluid_info() { return fluid_table().info; }

}  // namespace bramah
