#include "model_file/coupling_tables.h"
#include "model_file/guidance_table.h"
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

// "rosenbrock 0.0001, sundials 1e-10"
std::string own_tolerances() {
  std::string text;
  for (const IntegratorChoice& choice : Axis<IntegratorRule>::choices)
    if (choice.tolerance > 0.0)
      text += (text.empty() ? "" : ", ") + std::string(choice.name) + " " +
              short_number(choice.tolerance);
  return text;
}

// "as `method`" where the pair has a common name, the struct's own choice else.
void add_axes(Table<SolverSpec>& t) {
  const SolverSpec fresh;
  const auto doc = [](const char* key) { return std::string(find_solver_option(key)->text); };
  t.add({.name = "method",
         .kind = KeyKind::choice,
         .choices = method_names(),
         .absent = "`" + method_name(fresh.coordinates, fresh.constraints) + "`",
         .doc = doc("method"),
         .example = method_name(fresh.coordinates, fresh.constraints)},
        [](Reader& in, const Node& node, const KeyInfo& key, SolverSpec& solver) {
          const auto name = in.choice(node, key);
          for (const NamedMethod& method : kNamedMethods)
            if (name && *name == method.name)
              solver.coordinates = method.coordinates, solver.constraints = method.constraints;
        });
  t.axis({.name = "coordinates",
          .absent = "as `method`",
          .doc = doc("coordinates"),
          .example = "joint"},
         &SolverSpec::coordinates);
  t.axis(
      {.name = "constraints", .absent = "as `method`", .doc = doc("constraints"), .example = "al3"},
      &SolverSpec::constraints);
  t.axis({.name = "integrator", .doc = doc("integrator"), .example = "sdirk2"},
         &SolverSpec::integrator);
  t.axis({.name = "coupling", .doc = doc("coupling"), .example = "monolithic"},
         &SolverSpec::coupling);
  t.add({.name = "guidance",
         .kind = KeyKind::named_tables,
         .table = &guide_info(),
         .absent = "none",
         .doc = "guidance: what each cylinder follows in place of the oil",
         .example = "{lift: {recording: run.csv}}"},
        [](Reader& in, const Node& node, const KeyInfo&, SolverSpec& solver) {
          read_guidance(in, node, solver);
        });
}

// Pseudo-dynamic solvers [malysheva2021, ch. 4].
const Table<SolverSpec>& pseudo_table() {
  static const Table<SolverSpec> table = [] {
    Table<SolverSpec> t("pseudo", "The inner loop of pds and advpds [malysheva2021, alg. 4.1].");
    t.quantity({.name = "volume",
                .unit = "m3",
                .shown = "m3",
                .bound = Bound::positive,
                .doc = "pseudo volume",
                .example = "1 l"},
               &SolverSpec::pseudo_volume);
    t.quantity({.name = "step",
                .unit = "s",
                .shown = "us",
                .bound = Bound::positive,
                .doc = "step of the pseudo time",
                .example = "10 us"},
               &SolverSpec::inner_step);
    t.axis({.name = "inner", .doc = "rule of the inner loop", .example = "modified_heun"},
           &SolverSpec::inner);
    t.quantity({.name = "criterion",
                .unit = "Pa",
                .shown = "Pa",
                .bound = Bound::positive,
                .doc = "change of the pressure in one inner step that ends the loop",
                .example = "300 Pa"},
               &SolverSpec::criterion_high);
    t.quantity({.name = "low_criterion",
                .unit = "Pa",
                .shown = "Pa",
                .bound = Bound::positive,
                .doc = "advpds: the same below `low_pressure`",
                .example = "10 Pa"},
               &SolverSpec::criterion_low);
    t.quantity({.name = "low_pressure",
                .unit = "Pa",
                .shown = "bar",
                .bound = Bound::not_negative,
                .doc = "advpds: where the smaller criterion holds",
                .example = "22 bar"},
               &SolverSpec::low_pressure);
    t.quantity({.name = "longest",
                .unit = "s",
                .shown = "s",
                .bound = Bound::positive,
                .doc = "pseudo time that one step may take",
                .example = "0.1 s"},
               &SolverSpec::inner_time);
    return t;
  }();
  return table;
}

// Multi-rate coupling [naya2011, sect. 4].
const Table<MultirateSpec>& multirate_table() {
  static const Table<MultirateSpec> table = [] {
    Table<MultirateSpec> t("multirate",
                           "How the oil is integrated inside each step of the mechanism, with the "
                           "coupling `multirate`.");
    using Rule = IntegratorRule;
    t.axis({.name = "integrator", .doc = "rule of the oil", .example = "euler"},
           &MultirateSpec::integrator, {Rule::euler, Rule::rk4, Rule::trapezoidal, Rule::sdirk2});
    t.quantity({.name = "step",
                .unit = "s",
                .absent = "a tenth of `step`",
                .bound = Bound::positive,
                .doc = "longest step of the oil; the mechanism's is divided into equal ones",
                .example = "0.2 ms"},
               &MultirateSpec::step);
    t.axis({.name = "velocity",
            .doc = "how cylinders move within a step of the mechanism: at constant velocity "
                   "[naya2011, eq. 40], or at one that changes linearly",
            .example = "constant"},
           &MultirateSpec::velocity);
    return t;
  }();
  return table;
}

void add_couplings(Table<SolverSpec>& t) {
  t.add({.name = "cosimulation",
         .kind = KeyKind::table,
         .table = &cosimulation_table().info,
         .absent = "its defaults",
         .doc = "coupling: cosimulation",
         .example = "{input: interface_model, oil_step: 0.1 ms}"},
        [](Reader& in, const Node& node, const KeyInfo&, SolverSpec& solver) {
          read_table(in, node, cosimulation_table(), solver.cosimulation);
        });
}

void add_oil(Table<SolverSpec>& t) {
  t.axis(
      {.name = "oil",
       .doc = "`small_volumes` as all others; with the pressure that balances their flows at every "
              "instant; or by a pseudo-dynamic loop before each step of an explicit integrator",
       .example = "quasi_steady"},
      &SolverSpec::oil);
  t.add(
      {.name = "small_volumes",
       .kind = KeyKind::references,
       .absent = "`auto` unless `oil` is dynamic",
       .doc = "which volumes `oil` means: names, or `auto`: those whose time constant at the start "
              "is below the step",
       .example = "[V1]"},
      [](Reader& in, const Node& node, const KeyInfo& key, SolverSpec& solver) {
        solver.small_auto = false;
        if (node.is_scalar() && node.text == "auto") {
          solver.small_auto = true;
        } else if (node.is_scalar()) {
          solver.small_volumes = {node.text};
        } else {
          for (const Node& item : node.items)
            if (const auto name = in.text(item, key)) solver.small_volumes.push_back(*name);
        }
      });
  t.either({.name = "state",
            .choices = {"pressure", "amount"},
            .doc = "state of a volume; `amount`: of oil in it, which is conserved to round-off and "
                   "keeps pressures above that of vapour",
            .example = "amount"},
           &SolverSpec::amounts, "amount");
  t.add({.name = "pseudo",
         .kind = KeyKind::table,
         .table = &pseudo_table().info,
         .absent = "its defaults",
         .doc = "inner loop of pds and advpds",
         .example = "{volume: 1 l, inner: modified_heun}"},
        [](Reader& in, const Node& node, const KeyInfo&, SolverSpec& solver) {
          read_table(in, node, pseudo_table(), solver);
        });
}

std::string accuracy_text() {
  return short_number(AccuracySpec::kOfSize) + " of the machine's size, " +
         short_number(AccuracySpec{}.pressure * 1e-5) + " bar";
}

// "0.1 mm, 0.5 bar", or a list of the two; either may be left out.
void read_accuracy(Reader& in, const Node& node, const KeyInfo& key, SolverSpec& solver) {
  std::vector<Node> parts = node.items;
  if (node.is_scalar()) {
    for (std::size_t at = 0; at <= node.text.size();) {
      const std::size_t end = std::min(node.text.find(',', at), node.text.size());
      parts.push_back(node);
      parts.back().text = node.text.substr(at, end - at);
      at = end + 1;
    }
  } else if (!node.is_list()) {
    return in.expected(node, "a length and a pressure (0.1 mm, 0.5 bar)");
  }
  KeyInfo one = key;
  one.kind = KeyKind::quantity;
  one.bound = Bound::positive;
  for (const Node& part : parts) {
    const auto value = in.any_quantity(part, one);
    if (!value) continue;
    const bool length = compatible(value->dimension, dimension_of("m"));
    if (!length && !compatible(value->dimension, dimension_of("Pa")))
      in.expected(part, "a length or a pressure");
    else if (!(value->value > 0.0))
      in.problem(part.where, "must be above zero; found " + part.text);
    else if (length)
      solver.accuracy.length = value->value;
    else
      solver.accuracy.pressure = value->value;
  }
}

const Table<SolverSpec>& solver_table() {
  static const Table<SolverSpec> table = [] {
    Table<SolverSpec> t("solver", "How the machine is solved; the command line can replace each.");
    add_axes(t);
    t.axis(
        {.name = "tangent",
         .doc = "Newton's matrix: exact derivatives, or differences as in jaiswal2021 eqs. 40-41",
         .example = "exact"},
        &SolverSpec::tangent);
    t.quantity({.name = "step",
                .unit = "s",
                .shown = "ms",
                .bound = Bound::positive,
                .doc = "step size",
                .example = "1 ms"},
               &SolverSpec::step);
    t.quantity({.name = "until",
                .unit = "s",
                .shown = "s",
                .bound = Bound::positive,
                .doc = "end of a run",
                .example = "10 s"},
               &SolverSpec::until);
    t.quantity(
        {.name = "tolerance",
         .unit = "1",
         .bound = Bound::positive,
         .doc = "Newton stops when its scaled increment is smaller (1 rad, 1 m, 10 MPa, full "
                "command)",
         .example = "1e-9"},
        &SolverSpec::tolerance);
    t.add({.name = "max_iterations",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = std::to_string(SolverSpec{}.max_iterations),
           .bound = Bound::positive,
           .doc = "most Newton iterations of one solve",
           .example = "30"},
          [](Reader& in, const Node& node, const KeyInfo& key, SolverSpec& solver) {
            if (const auto n = in.integer(node, key)) solver.max_iterations = *n;
          });
    t.quantity({.name = "penalty",
                .unit = "1",
                .absent = "1e6; 1e3 with a numerical tangent",
                .bound = Bound::positive,
                .doc = "al3: α h²/4 over the effective mass of a constraint",
                .example = "1e6"},
               &SolverSpec::penalty);
    t.quantity({.name = "alpha",
                .unit = "1",
                .absent = "from `penalty`",
                .bound = Bound::positive,
                .doc = "al3: absolute penalty, as the papers print it, a number in SI",
                .example = "1e10"},
               &SolverSpec::alpha);
    t.quantity({.name = "omega",
                .unit = "1/s",
                .shown = "1/s",
                .bound = Bound::not_negative,
                .doc = "al1: how fast a gap decays; with semi_euler below 0.83/step",
                .example = "100 1/s"},
               &SolverSpec::omega);
    t.quantity({.name = "xi",
                .unit = "1",
                .bound = Bound::not_negative,
                .doc = "al1: damping ratio of that decay",
                .example = "1"},
               &SolverSpec::xi);
    t.axis({.name = "substeps",
            .doc = "inside a tick: implicit rules cut a step where its error or Newton asks for "
                   "it; `off`, or a numerical tangent: one step a tick, as in the papers",
            .example = "on"},
           &SolverSpec::substeps);
    t.add({.name = "accuracy",
           .kind = KeyKind::text,
           .absent = accuracy_text(),
           .doc = "what a step inside a tick may be wrong by: a length, of any point of the "
                  "machine, and a pressure",
           .example = "0.1 mm, 0.5 bar"},
          read_accuracy);
    t.add({.name = "rho_inf",
           .unit = "1",
           .fallback = short_number(SolverSpec{}.rho_inf),
           .bound = Bound::not_negative,
           .doc = "gen_alpha: damping at infinity, 0 (most) to 1 (none)",
           .example = "0.8"},
          [](Reader& in, const Node& node, const KeyInfo& key, SolverSpec& solver) {
            const auto rho = in.quantity(node, key);
            if (!rho) return;
            if (*rho > 1.0) in.problem(node.where, "must be at most 1; found " + node.text);
            solver.rho_inf = *rho;
          });
    t.quantity({.name = "relative_tolerance",
                .unit = "1",
                .absent = own_tolerances(),
                .bound = Bound::positive,
                .doc = "sundials, rosenbrock: error of a step, relative",
                .example = "1e-10"},
               &SolverSpec::relative_tolerance);
    t.either({.name = "guard",
              .choices = {"on", "off"},
              .doc = "explicit integrators refuse steps past their stability; `off`: they go on, "
                     "as in papers, and may chatter",
              .example = "on"},
             &SolverSpec::guard, "on");
    add_couplings(t);
    add_oil(t);
    t.add({.name = "multirate",
           .kind = KeyKind::table,
           .table = &multirate_table().info,
           .absent = "its defaults",
           .doc = "the oil's own rule and step, with `coupling: multirate`",
           .example = "{integrator: euler, step: 0.2 ms, velocity: constant}"},
          [](Reader& in, const Node& node, const KeyInfo&, SolverSpec& solver) {
            read_table(in, node, multirate_table(), solver.multirate);
          });
    return t;
  }();
  return table;
}

}  // namespace

SolverSpec read_solver(Reader& in, const Node& node) {
  SolverSpec solver;
  const std::size_t before = in.problems.size();
  read_table(in, node, solver_table(), solver);
  if (in.problems.size() == before && solver.step > solver.until)
    in.problem(node.where, "step (" + short_number(solver.step) + " s) is longer than until (" +
                               short_number(solver.until) + " s)");
  constexpr double kMostSteps = 1e12;
  if (in.problems.size() == before && solver.until > kMostSteps * solver.step)
    in.problem(node.where, "until (" + short_number(solver.until) +
                               " s) takes more than 1e12 steps of " + short_number(solver.step) +
                               " s; nobody can wait for that");
  for (const char* table : {"guidance", "multirate", "cosimulation"})
    if (node.is_map() && node.find(table) && choice_name(solver.coupling) != table)
      solver.notes.push_back(std::string("solver.") + table +
                             " has no effect with coupling: " + choice_name(solver.coupling));
  return solver;
}

const TableInfo& solver_info() { return solver_table().info; }

}  // namespace bramah
