#include "model_file/cylinder_parts.h"

namespace bramah {
namespace {

const Table<FrictionSpec::Bristles>& bristle_table() {
  static const Table<FrictionSpec::Bristles> table = [] {
    Table<FrictionSpec::Bristles> t("lugre",
                                    "Seals as bristles that bend before they slip "
                                    "[malysheva2021, eq. 2.39]; they replace the tanh.");
    t.quantity({.name = "stiffness",
                .unit = "N/m",
                .required = true,
                .bound = Bound::positive,
                .doc = "σ_0: of the bristles before they slip",
                .example = "1e7 N/m"},
               &FrictionSpec::Bristles::stiffness);
    t.quantity({.name = "damping",
                .unit = "N s/m",
                .bound = Bound::not_negative,
                .doc = "σ_1: of the bristles",
                .example = "1e3 N s/m"},
               &FrictionSpec::Bristles::damping);
    return t;
  }();
  return table;
}

void add_levels(Table<FrictionSpec>& t) {
  t.quantity({.name = "viscous",
              .unit = "N s/m",
              .bound = Bound::not_negative,
              .doc = "force per speed",
              .example = "1e5 N s/m",
              .typical = "100 ... 1e6 N s/m"},
             &FrictionSpec::viscous);
  t.quantity({.name = "coulomb",
              .unit = "N",
              .bound = Bound::not_negative,
              .doc = "dry friction F, smoothed: F tanh(speed of the piston/`speed`)",
              .example = "400 N"},
             &FrictionSpec::coulomb);
  t.add({.name = "efficiency",
         .unit = "1",
         .absent = "1",
         .bound = Bound::positive,
         .doc = "η: (1 - η) |p_A A_A - p_B A_B| tanh(speed of the piston/`speed`)",
         .example = "0.88"},
        [](Reader& in, const Node& node, const KeyInfo& key, FrictionSpec& friction) {
          friction.efficiency = in.quantity(node, key);
          if (friction.efficiency && *friction.efficiency > 1.0)
            in.problem(node.where, "must be at most 1; found " + node.text);
        });
  t.quantity({.name = "speed",
              .unit = "m/s",
              .bound = Bound::positive,
              .doc = "speed over which dry friction changes sign",
              .example = "0.01 m/s"},
             &FrictionSpec::speed);
}

void add_stick(Table<FrictionSpec>& t) {
  t.quantity({.name = "static",
              .unit = "N",
              .absent = "as `coulomb`",
              .bound = Bound::positive,
              .doc = "dry friction near rest (Stribeck): it falls to `coulomb` as "
                     "exp(-(speed of the piston/`stribeck_speed`)²)",
              .example = "600 N"},
             &FrictionSpec::breakaway);
  t.quantity({.name = "stribeck_speed",
              .unit = "m/s",
              .bound = Bound::positive,
              .doc = "speed at which `static` has mostly fallen to `coulomb`",
              .example = "0.02 m/s"},
             &FrictionSpec::stribeck_speed);
  t.quantity({.name = "seal",
              .unit = "m2",
              .bound = Bound::not_negative,
              .doc = "dry friction per pressure in either chamber, as the oil presses the seals on",
              .example = "20 mm2"},
             &FrictionSpec::seal);
  t.add({.name = "lugre",
         .kind = KeyKind::table,
         .table = &bristle_table().info,
         .absent = "tanh",
         .doc = "bristles in place of the tanh: the piston sticks and creeps",
         .example = "{stiffness: 1e7 N/m, damping: 1e3 N s/m}"},
        [](Reader& in, const Node& node, const KeyInfo&, FrictionSpec& friction) {
          read_table(in, node, bristle_table(),
                     friction.bristles.emplace(FrictionSpec::Bristles{}));
        });
}

}  // namespace

const Table<FrictionSpec>& friction_table() {
  static const Table<FrictionSpec> table = [] {
    Table<FrictionSpec> t("friction", "Friction of the seals; the parts add up.");
    add_levels(t);
    add_stick(t);
    return t;
  }();
  return table;
}

const Table<CushionSpec>& cushion_table() {
  static const Table<CushionSpec> table = [] {
    Table<CushionSpec> t("cushion",
                         "The oil leaves through a bore that a spear closes near the end; the way "
                         "back in is open. Outside it lies a port of its own, `lift.A_port` or "
                         "`lift.B_port`: connect that one. The bore has one of `coefficient`, "
                         "`nominal`, `area`.");
    t.quantity({.name = "volume",
                .unit = "m3",
                .required = true,
                .bound = Bound::positive,
                .doc = "oil in the port, with its hose",
                .example = "50 cm3",
                .typical = "0.01 ... 1 l"},
               &CushionSpec::volume);
    t.quantity({.name = "length",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "chamber length at which the spear enters",
                .example = "25 mm",
                .typical = "5 ... 100 mm"},
               &CushionSpec::length);
    t.add({.name = "least",
           .unit = "1",
           .fallback = short_number(CushionSpec{}.least),
           .bound = Bound::positive,
           .doc = "opening left at the very end, as a share of the bore",
           .example = "0.02"},
          [](Reader& in, const Node& node, const KeyInfo& key, CushionSpec& item) {
            const auto least = in.quantity(node, key);
            if (!least) return;
            if (*least > 1.0) in.problem(node.where, "must be at most 1; found " + node.text);
            item.least = *least;
          });
    adopt(t, flow_table(), &CushionSpec::size);
    return t;
  }();
  return table;
}

}  // namespace bramah
