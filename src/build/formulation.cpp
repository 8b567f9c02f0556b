#include "build/formulation.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "constraints/index1.h"
#include "constraints/index3.h"
#include "constraints/open_tree.h"
#include "core/dense_algebra.h"
#include "core/text.h"
#include "coupling/multirate/multirate_stepper.h"

namespace bramah {

int constraint_rank(const Mechanism& m, const Mechanism::Scratch& scratch) {
  if (m.constraints() == 0 || m.coordinates() == 0) return 0;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> j(m.constraints(),
                                                                           m.coordinates());
  m.jacobian(scratch, {j.data(), static_cast<std::size_t>(j.size())});
  // Against 1 (m/rad, m/m) too: where every row is redundant, round-off is all there is.
  const Eigen::VectorXd pivots = rank_pivots(j);
  return static_cast<int>((pivots.array() > 1e-9 * std::max(1.0, pivots[0])).count());
}

namespace {

constexpr const char* kNoLoops =
    " solves linear equations once a stage and so cannot keep constraints; it is for machines "
    "without loops and driven joints, ";

// Phi'' + 2 xi omega Phi' + omega² Phi = 0 by an explicit rule.
double longest_al1_step(const SolverSpec& s) {
  if (!is_explicit(s.integrator) || !(s.omega > 0.0)) return INFINITY;
  if (s.integrator == IntegratorRule::semi_euler)
    return 2.0 * (std::sqrt(1.0 + s.xi * s.xi) - s.xi) / s.omega;
  const double fastest = s.xi > 1.0 ? s.xi + std::sqrt(s.xi * s.xi - 1.0) : 1.0;
  if (s.integrator == IntegratorRule::rk4) return 2.78 / (s.omega * fastest);
  return (s.xi < 1.0 ? 2.0 * s.xi : 2.0 / fastest) / s.omega;  // |1 + h lambda| = 1
}

}  // namespace

namespace {

std::string refused_cosimulation(const SolverSpec& s) {
  const CosimulationSpec& c = s.cosimulation;
  if (s.integrator == IntegratorRule::sundials)
    return "sundials is the reference and solves the machine as a whole: leave `coupling` out";
  if (s.amounts)
    return "sides communicate pressures, which amounts of oil do not have by themselves: leave "
           "`state: amount` or `coupling` out";
  if (c.energy_feedback > 0.0 && c.scheme != CosimulationScheme::jacobi)
    return "energy_feedback changes extrapolated inputs, of which only jacobi has all: leave one "
           "out";
  if (c.scheme == CosimulationScheme::iterated && c.input == OilForesight::interface_model)
    return "iterated sweeps know the motion that an interface model would foresee: leave one out";
  if ((s.oil == OilModel::pds || s.oil == OilModel::advpds) && !is_explicit(c.oil_integrator))
    return concat(s.oil, " needs an explicit oil_integrator (euler, heun, rk4)");
  return "";
}

}  // namespace

std::string refused_solver(const SolverSpec& s) {
  if (s.coupling == CouplingKind::multirate)
    if (const std::string reason = refused_multirate(s); !reason.empty()) return reason;
  const bool pseudo = s.oil == OilModel::pds || s.oil == OilModel::advpds;
  if (pseudo && s.coupling != CouplingKind::cosimulation && !is_explicit(s.integrator))
    return concat(s.oil,
                  " finds small volumes before each step of an explicit integrator (euler, "
                  "heun, rk4); ",
                  s.integrator, " needs no such loop: use quasi_steady or dynamic");
  if (s.amounts && s.oil != OilModel::dynamic)
    return "the amount of oil is a state of dynamic volumes; small volumes have none: leave one "
           "out";
  if (s.oil == OilModel::quasi_steady && s.integrator == IntegratorRule::sundials)
    return "sundials is the reference and solves all volumes as they are: leave `oil` out";
  if (s.coupling == CouplingKind::cosimulation)
    if (const std::string reason = refused_cosimulation(s); !reason.empty()) return reason;
  if (s.constraints == Constraints::al1 && s.step > longest_al1_step(s))
    return concat("al1 with ", s.integrator, " and omega = ", s.omega, " 1/s needs steps below ",
                  longest_al1_step(s) * 1e3,
                  " ms: take a smaller step or omega, or an implicit integrator");
  if (is_linearly_implicit(s.integrator) &&
      (s.coordinates == Coordinates::natural || s.constraints == Constraints::partition))
    return concat(s.integrator, kNoLoops, "with joint coordinates (semirecursive, inef)");
  if (is_linearly_implicit(s.integrator) && s.tangent == TangentKind::numerical)
    return concat(s.integrator,
                  " does not iterate, so it needs the exact tangent; leave `tangent` out");
  const bool rigid =
      s.coupling == CouplingKind::guidance && std::ranges::any_of(s.guides, &GuideSpec::rigid);
  if (s.coupling == CouplingKind::surrogate && s.constraints == Constraints::tree)
    return "a surrogate adds a constraint for each cylinder, which tree cannot keep: use al3, al1 "
           "or partition";
  if (s.coupling == CouplingKind::surrogate && s.integrator == IntegratorRule::sundials)
    return "sundials is the reference and solves the oil; a surrogate goes with sdirk2, "
           "trapezoidal "
           "or gen_alpha";
  if (rigid && s.constraints == Constraints::tree)
    return "guidance adds a constraint for each cylinder, which tree cannot keep: use al3, al1 or "
           "partition, or give the guides a limit of force or speed";
  if (s.coupling == CouplingKind::guidance && s.integrator == IntegratorRule::sundials)
    return "sundials is the reference and solves the oil; guidance goes with sdirk2, trapezoidal "
           "or gen_alpha";
  if (s.coordinates == Coordinates::natural && s.constraints == Constraints::tree)
    return "tree is a recursion over joint coordinates; natural coordinates always have "
           "constraints: use al3, al1 or partition";
  if (s.integrator == IntegratorRule::sundials &&
      (s.coordinates != Coordinates::joint || s.constraints != Constraints::al3))
    return "sundials is the reference and integrates joint coordinates with loops closed by "
           "projection; leave the method out";
  return "";
}

std::string refused_constraints(const SolverSpec& s, int constraints) {
  if (s.constraints == Constraints::al3 && is_explicit(s.integrator) && constraints > 0)
    return concat(
        "al3 imposes the constraints on positions, so it needs an implicit integrator "
        "(sdirk2, trapezoidal, gen_alpha); ",
        s.integrator, " goes with al1, partition and tree (ali1, double_step, inef)");
  if (!is_linearly_implicit(s.integrator) || constraints == 0) return "";
  return concat(s.integrator, kNoLoops, "and this one has ", constraints,
                constraints == 1 ? " constraint" : " constraints", "; use sdirk2");
}

std::unique_ptr<const ImplicitDynamics> make_dynamics(
    const MachineEquations& equations, const SolverSpec& solver, int rank,
    std::unique_ptr<const ClosedForm> closed_form) {
  if (solver.constraints == Constraints::al1)
    return std::make_unique<Index1>(equations, Stabilisation{solver.omega, solver.xi});
  if (solver.constraints == Constraints::partition ||
      (solver.constraints == Constraints::tree && equations.constraints() > 0))
    return std::make_unique<Partition>(equations, rank, std::move(closed_form));
  // Without constraints al3 is the tree.
  if (solver.constraints == Constraints::tree || equations.constraints() == 0)
    return std::make_unique<OpenTree>(equations);
  return std::make_unique<Index3>(equations);
}

}  // namespace bramah
