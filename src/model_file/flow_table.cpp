#include <cmath>

#include "model_file/oil_tables.h"

namespace bramah {
namespace {

constexpr const char* kCoefficientUnit = "m3/s/Pa^0.5";

const Table<FlowItem>& nominal_table() {
  static const Table<FlowItem> table = [] {
    Table<FlowItem> t("nominal",
                      "One point of a datasheet: flow at a pressure drop over one edge.");
    t.quantity({.name = "flow",
                .unit = "m3/s",
                .required = true,
                .bound = Bound::positive,
                .doc = "flow through one edge",
                .example = "24 l/min"},
               &FlowItem::flow);
    t.quantity({.name = "drop",
                .unit = "Pa",
                .required = true,
                .bound = Bound::positive,
                .doc = "pressure drop over that edge",
                .example = "35 bar"},
               &FlowItem::drop);
    t.add({.name = "at",
           .unit = "1",
           .fallback = "1",
           .doc = "command of the full opening, a number or volts; more opens a valve no further",
           .example = "10 V"},
          [](Reader& in, const Node& node, const KeyInfo& key, FlowItem& item) {
            item.at = in.any_quantity(node, key);
          });
    return t;
  }();
  return table;
}

// Density for an area: of the named fluid, else of the file's only one.
std::optional<double> density_of(Reader& in, const FlowItem& item, const Where& where) {
  if (!item.fluid.empty()) {
    const auto found = in.densities.find(item.fluid);
    if (found != in.densities.end()) return found->second;
    in.problem(where, "there is no fluid \"" + item.fluid + "\"");
    return std::nullopt;
  }
  if (in.densities.size() == 1) return in.densities.begin()->second;
  in.problem(where, in.densities.empty() ? "an area needs the oil's density; add fluid: {density: "
                                           "850 kg/m3, bulk: 1500 MPa}"
                                         : "the file has several fluids; add fluid: <name>");
  return std::nullopt;
}

std::optional<Quantity> per_command(Reader& in, double full, const FlowItem& item,
                                    const Where& where) {
  const Quantity at = item.at.value_or(Quantity{1.0, {}});
  const bool volts = identical(at.dimension, dimension_of("V"));
  if ((!volts && !dimensionless(at.dimension)) || !(at.value > 0.0)) {
    in.problem(where, "at: expected a command above zero, a number or volts; found " +
                          describe(at.dimension));
    return std::nullopt;
  }
  return Quantity{full / at.value, dimension_of(kCoefficientUnit) / at.dimension};
}

}  // namespace

const Table<FlowItem>& flow_table() {
  static const Table<FlowItem> table = [] {
    Table<FlowItem> t("flow",
                      "Size of one metering edge: one of `coefficient`, `nominal`, `area`.");
    t.add(
        {.name = "coefficient",
         .unit = kCoefficientUnit,
         .absent = "another of the three",
         .doc = "C in Q = C u √Δp, per unit of the command u: its unit tells whether u is a number "
                "or volts",
         .example = "2.138e-8 m3/s/V/Pa^0.5"},
        [](Reader& in, const Node& node, const KeyInfo& key, FlowItem& item) {
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
          [](Reader& in, const Node& node, const KeyInfo&, FlowItem& item) {
            read_table(in, node, nominal_table(), item);
          });
    t.quantity({.name = "area",
                .unit = "m2",
                .absent = "another of the three",
                .bound = Bound::positive,
                .doc = "opening, with `discharge`: C = C_d A √(2/ρ)",
                .example = "28.3 mm2"},
               &FlowItem::area);
    t.quantity({.name = "discharge",
                .unit = "1",
                .absent = "needed with `area`",
                .bound = Bound::positive,
                .doc = "discharge coefficient C_d",
                .example = "0.67"},
               &FlowItem::discharge);
    t.reference({.name = "fluid",
                 .absent = "the file's only fluid",
                 .doc = "fluid whose density `area` uses",
                 .example = "oil"},
                &FlowItem::fluid);
    return t;
  }();
  return table;
}

bool has_flow(const FlowItem& item) { return item.coefficient || item.flow || item.area; }

std::optional<Quantity> flow_coefficient(Reader& in, const FlowItem& item, const Where& where) {
  const int ways = (item.coefficient ? 1 : 0) + (item.flow ? 1 : 0) + (item.area ? 1 : 0);
  if (ways != 1) {
    in.problem(where, "expected one of coefficient, nominal and area; found " +
                          (ways == 0 ? std::string("none") : std::to_string(ways)));
    return std::nullopt;
  }
  if (item.coefficient) return item.coefficient;
  if (item.flow) return per_command(in, *item.flow / std::sqrt(*item.drop), item, where);
  if (!item.discharge) {
    in.problem(where, "an area needs a discharge coefficient, e.g. discharge: 0.67");
    return std::nullopt;
  }
  const auto density = density_of(in, item, where);
  if (!density) return std::nullopt;
  return per_command(in, *item.discharge * *item.area * std::sqrt(2.0 / *density), item, where);
}

const Table<FlowLawSpec>& flow_law_table() {
  static const Table<FlowLawSpec> table = [] {
    Table<FlowLawSpec> t("flow law", "How flow grows with the pressure drop.");
    t.choice({.name = "law",
              .choices = {"sqrt", "linear_below", "two_regime", "smooth"},
              .fallback = "smooth",
              .doc = "flow law near zero drop",
              .example = "linear_below"},
             &FlowLawSpec::law);
    t.quantity({.name = "transition",
                .unit = "Pa",
                .fallback = "0.2 bar",
                .bound = Bound::positive,
                .doc = "drop below which the law leaves the square root; unused by `sqrt`",
                .example = "2 bar"},
               &FlowLawSpec::transition);
    return t;
  }();
  return table;
}

}  // namespace bramah
