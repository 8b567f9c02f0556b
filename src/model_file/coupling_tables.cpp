// Keys of couplings that solve the sides of a machine apart.
#include "model_file/coupling_tables.h"

namespace bramah {

const Table<CosimulationSpec>& cosimulation_table() {
  using Spec = CosimulationSpec;
  static const Table<Spec> table = [] {
    Table<Spec> t("cosimulation",
                  "Mechanism and circuits apart; they communicate once in a step "
                  "[rahikainen2020].");
    t.axis({.name = "variables",
            .doc = "what the mechanism gets from the oil: pressures, or the cylinder's force",
            .example = "velocity_force"},
           &Spec::variables);
    t.axis({.name = "input",
            .doc = "how the oil foresees the motion of its cylinders until the next communication",
            .example = "interface_model"},
           &Spec::input);
    const auto order = [&](const char* name, const char* doc, int Spec::*member) {
      t.add({.name = name,
             .kind = KeyKind::integer,
             .unit = "1",
             .fallback = std::to_string(Spec{}.*member),
             .bound = Bound::not_negative,
             .doc = doc,
             .example = "2"},
            [member](Reader& in, const Node& node, const KeyInfo& key, Spec& spec) {
              const auto value = in.integer(node, key);
              if (!value) return;
              if (*value > 3)
                in.problem(node.where, "an extrapolation has order 0 to 3; found " + node.text);
              spec.*member = static_cast<int>(*value);
            });
    };
    order("order", "of the polynomial through the velocities last communicated, 0 to 3",
          &Spec::order);
    order("mechanism_order", "the same of pressures or forces; 0: held, as in the paper",
          &Spec::mechanism_order);
    t.axis(
        {.name = "scheme",
         .doc = "all sides at once; the oil first, and the mechanism interpolates its pressures; "
                "or repeated until nothing changes",
         .example = "gauss_seidel"},
        &Spec::scheme);
    using Rule = IntegratorRule;
    t.axis({.name = "oil_integrator", .doc = "rule that advances the oil", .example = "rk4"},
           &Spec::oil_integrator,
           {Rule::euler, Rule::heun, Rule::rk4, Rule::trapezoidal, Rule::sdirk2, Rule::gen_alpha,
            Rule::linear_euler, Rule::rosenbrock});
    t.quantity({.name = "oil_step",
                .unit = "s",
                .shown = "ms",
                .bound = Bound::positive,
                .doc = "longest step of the oil inside a macro step",
                .example = "0.1 ms"},
               &Spec::oil_step);
    t.quantity({.name = "mechanism_step",
                .unit = "s",
                .absent = "the macro step",
                .bound = Bound::positive,
                .doc = "longest step of the mechanism inside a macro step",
                .example = "0.5 ms"},
               &Spec::mechanism_step);
    t.quantity({.name = "correction",
                .unit = "1",
                .bound = Bound::not_negative,
                .doc = "share of an extrapolation's mean error in a step that is added to the next",
                .example = "1"},
               &Spec::correction);
    t.quantity({.name = "energy_feedback",
                .unit = "s",
                .shown = "s",
                .bound = Bound::not_negative,
                .doc = "time over which energy that the interface created is taken back; 0: never",
                .example = "50 ms"},
               &Spec::energy_feedback);
    t.quantity({.name = "residual_power",
                .unit = "W",
                .shown = "W",
                .bound = Bound::not_negative,
                .doc = "where the interface creates or destroys more, sides communicate up to 64 "
                       "times in a step; 0: once",
                .example = "1 W"},
               &Spec::residual_power);
    t.add({.name = "threads",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = std::to_string(Spec{}.threads),
           .bound = Bound::positive,
           .doc = "jacobi: sides that advance side by side, with the same result",
           .example = "2"},
          [](Reader& in, const Node& node, const KeyInfo& key, Spec& spec) {
            const auto value = in.integer(node, key);
            if (!value) return;
            if (*value > 64)
              return in.problem(node.where, "a machine has no 64 sides; found " + node.text);
            spec.threads = static_cast<int>(*value);
          });
    t.quantity({.name = "tolerance",
                .unit = "1",
                .bound = Bound::positive,
                .doc = "iterated: sweeps end when outputs change by less (1 m/s, 100 bar, 10 kN)",
                .example = "1e-6"},
               &Spec::tolerance);
    t.add({.name = "sweeps",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = std::to_string(Spec{}.sweeps),
           .bound = Bound::positive,
           .doc = "iterated: most sweeps of one step, at least 2",
           .example = "30"},
          [](Reader& in, const Node& node, const KeyInfo& key, Spec& spec) {
            const auto value = in.integer(node, key);
            if (!value) return;
            if (*value < 2)
              in.problem(node.where, "a sweep is compared with the one before: at least 2 sweeps");
            spec.sweeps = static_cast<int>(*value);
          });
    return t;
  }();
  return table;
}

}  // namespace bramah
