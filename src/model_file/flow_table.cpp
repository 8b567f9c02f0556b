#include "model_file/oil_tables.h"

namespace bramah {
namespace {

constexpr const char* kCoefficientUnit = "m3/s/Pa^0.5";

const Table<FlowSize>& nominal_table() {
  static const Table<FlowSize> table = [] {
    Table<FlowSize> t("nominal",
                      "One point of a datasheet: flow at a pressure drop over one edge.");
    t.quantity({.name = "flow",
                .unit = "m3/s",
                .required = true,
                .bound = Bound::positive,
                .doc = "flow through one edge",
                .example = "24 l/min",
                .typical = "0.1 ... 1000 l/min"},
               &FlowSize::flow);
    t.quantity({.name = "drop",
                .unit = "Pa",
                .required = true,
                .bound = Bound::positive,
                .doc = "pressure drop over that edge",
                .example = "35 bar",
                .typical = "0.5 ... 400 bar"},
               &FlowSize::drop);
    t.add({.name = "at",
           .unit = "1",
           .fallback = short_number(full_command(FlowSize{}).value),
           .doc = "command of the full opening, a number or volts; more opens a valve no further",
           .example = "10 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, FlowSize& item) {
            item.at = in.any_quantity(node, key);
            if (!item.at) item.flow.reset();  // without its command the point says nothing
          });
    return t;
  }();
  return table;
}

}  // namespace

const Table<FlowSize>& flow_table() {
  static const Table<FlowSize> table = [] {
    Table<FlowSize> t("flow",
                      "Size of one metering edge: one of `coefficient`, `nominal`, `area`.");
    t.add(
        {.name = "coefficient",
         .unit = kCoefficientUnit,
         .absent = "another of the three",
         .doc = "C in Q = C u √Δp, per unit of the command u: its unit tells whether u is a number "
                "or volts",
         .example = "2.138e-8 m3/s/V/Pa^0.5"},
        [](Reader& in, const Node& node, const KeyInfo& key, FlowSize& item) {
          item.coefficient = in.any_quantity(node, key);
          if (!item.coefficient) return;
          const Dimension plain = dimension_of(kCoefficientUnit);
          if (compatible(plain, item.coefficient->dimension) ||
              compatible(plain / dimension_of("V"), item.coefficient->dimension) ||
              compatible(plain / dimension_of("V^2"), item.coefficient->dimension)) {
            if (item.coefficient->value < 0.0)
              in.problem(node.where, "must not be negative; found " + node.text);
            return;
          }
          in.problem(node.where, "expected a flow coefficient, e.g. " + key.example + "; found " +
                                     node.text + " (" + describe(item.coefficient->dimension) +
                                     ")");
        });
    t.add({.name = "nominal",
           .kind = KeyKind::table,
           .table = &nominal_table().info,
           .absent = "another of the three",
           .doc = "a datasheet's point",
           .example = "{flow: 24 l/min, drop: 35 bar, at: 10 V}"},
          [](Reader& in, const Node& node, const KeyInfo&, FlowSize& item) {
            read_table(in, node, nominal_table(), item);
          });
    t.quantity({.name = "area",
                .unit = "m2",
                .absent = "another of the three",
                .bound = Bound::positive,
                .doc = "opening, with `discharge`: C = C_d A √(2/ρ)",
                .example = "28.3 mm2",
                .typical = "0.05 ... 2000 mm2"},
               &FlowSize::area);
    t.quantity({.name = "discharge",
                .unit = "1",
                .absent = "needed with `area`",
                .bound = Bound::positive,
                .doc = "discharge coefficient C_d",
                .example = "0.67",
                .typical = "0.5 ... 1"},
               &FlowSize::discharge);
    t.reference({.name = "fluid",
                 .absent = "the file's only fluid",
                 .doc = "fluid whose density `area` uses",
                 .example = "oil"},
                &FlowSize::fluid);
    return t;
  }();
  return table;
}

const Table<FlowLawSpec>& flow_law_table() {
  static const Table<FlowLawSpec> table = [] {
    Table<FlowLawSpec> t("flow law", "How flow grows with the pressure drop.");
    t.choice({.name = "law",
              .choices = {"sqrt", "linear_below", "two_regime", "smooth"},
              .doc = "flow law near zero drop",
              .example = "linear_below"},
             &FlowLawSpec::law);
    t.quantity({.name = "transition",
                .unit = "Pa",
                .shown = "bar",
                .bound = Bound::positive,
                .doc = "drop below which the law leaves the square root; unused by `sqrt`",
                .example = "2 bar"},
               &FlowLawSpec::transition);
    return t;
  }();
  return table;
}

}  // namespace bramah
