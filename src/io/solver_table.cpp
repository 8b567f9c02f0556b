#include "io/key_table.h"
#include "io/solver_choice.h"
#include "io/tables.h"

namespace bramah {
namespace {

void add_axes(Table<SolverSpec>& t) {
  const auto axis = [&](const char* name, const char* absent, const char* doc,
                        const char* example) {
    t.add({.name = name,
           .kind = KeyKind::choice,
           .choices = known_solvers(name),
           .absent = absent,
           .doc = doc,
           .example = example},
          [](Reader& in, const Node& node, const KeyInfo& key, SolverSpec& solver) {
            choose_solver(in, node, key.name, solver);
          });
  };
  axis("method", "`semirecursive`", "coordinates and constraints by their common name",
       "semirecursive");
  axis("coordinates", "as `method`", "what describes the mechanism", "joint");
  axis("constraints", "as `method`", "how closed loops are kept closed", "al3");
  axis("integrator", "`sdirk2`", "rule that advances time", "sdirk2");
  axis("coupling", "`monolithic`", "how mechanism and oil meet", "monolithic");
}

const Table<SolverSpec>& solver_table() {
  static const Table<SolverSpec> table = [] {
    Table<SolverSpec> t("solver", "How the machine is solved; the command line can replace each.");
    add_axes(t);
    t.word(
        {.name = "tangent",
         .choices = {"exact", "numerical"},
         .fallback = "exact",
         .doc = "Newton's matrix: exact derivatives, or differences as in jaiswal2021 eqs. 40-41",
         .example = "exact"},
        &SolverSpec::tangent);
    t.quantity({.name = "step",
                .unit = "s",
                .fallback = "1 ms",
                .bound = Bound::positive,
                .doc = "step size",
                .example = "1 ms"},
               &SolverSpec::step);
    t.quantity({.name = "until",
                .unit = "s",
                .fallback = "10 s",
                .bound = Bound::positive,
                .doc = "end of a run",
                .example = "10 s"},
               &SolverSpec::until);
    t.quantity(
        {.name = "tolerance",
         .unit = "1",
         .fallback = "1e-9",
         .bound = Bound::positive,
         .doc = "Newton stops when its scaled increment is smaller (1 rad, 1 m, 10 MPa, full "
                "command)",
         .example = "1e-9"},
        &SolverSpec::tolerance);
    t.add({.name = "max_iterations",
           .kind = KeyKind::integer,
           .unit = "1",
           .fallback = "30",
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
                .fallback = "100 1/s",
                .bound = Bound::not_negative,
                .doc = "al1: how fast a gap decays; with semi_euler below 0.83/step",
                .example = "100 1/s"},
               &SolverSpec::omega);
    t.quantity({.name = "xi",
                .unit = "1",
                .fallback = "1",
                .bound = Bound::not_negative,
                .doc = "al1: damping ratio of that decay",
                .example = "1"},
               &SolverSpec::xi);
    t.add({.name = "rho_inf",
           .unit = "1",
           .fallback = "0.8",
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
                .absent = "sundials 1e-10, rosenbrock 1e-4",
                .bound = Bound::positive,
                .doc = "sundials, rosenbrock: error of a step, relative",
                .example = "1e-10"},
               &SolverSpec::relative_tolerance);
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
  return solver;
}

const TableInfo& solver_info() { return solver_table().info; }

}  // namespace bramah
