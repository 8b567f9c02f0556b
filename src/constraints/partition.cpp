#include "constraints/partition.h"

#include <algorithm>
#include <cmath>

#include "constraints/loop_closure.h"
#include "core/largest.h"

namespace bramah {

namespace {

// Where the inner iteration ends, where it has failed if it stops shrinking, and when it is
// hopeless.
constexpr ClosureLimits kClosure{.closed = 1e-14, .round_off = 1e-11, .passes = 30, .patience = 8};
constexpr double kFastEnough = 0.1;      // contraction that keeps the factorisation
constexpr double kContradiction = 1e-7;  // [m] in a row that should follow from the others

}  // namespace

struct Partition::Buffers final : MachineEquations::Buffers {
  int nq;
  IndependentCoordinates split;
  std::vector<double> slopes, curvature;  // nc x nq
  std::vector<double> full_residual, column;
  SquareMatrix full_tangent, rate_tangent, full_mass;
  LinearSolver reduced_mass;
  std::vector<double> reduced;

  Buffers(const MachineEquations& eq, int rank)
      : MachineEquations::Buffers(eq),
        nq(eq.coordinates()),
        split(nq, eq.constraints(), rank),
        slopes(static_cast<std::size_t>(eq.constraints()) * nq),
        curvature(slopes.size()),
        full_residual(eq.size()),
        column(eq.size()),
        full_tangent(eq.pattern()),
        rate_tangent(eq.pattern()),
        full_mass(eq.mass_pattern()),
        reduced_mass(nq - rank, nq - rank),
        reduced(nq - rank) {}
};

Partition::Partition(const MachineEquations& equations, int rank,
                     std::unique_ptr<const ClosedForm> closed_form)
    : Constrained(equations),
      rank_(rank),
      free_(equations.coordinates() - rank),
      closed_form_(std::move(closed_form)) {}

Partition::Buffers& Partition::mine(Scratch& scratch) { return static_cast<Buffers&>(scratch); }
const Partition::Buffers& Partition::mine(const Scratch& scratch) {
  return static_cast<const Buffers&>(scratch);
}

std::unique_ptr<ImplicitDynamics::Scratch> Partition::make_scratch() const {
  return std::make_unique<Buffers>(eq_, rank_);
}

std::span<const int> Partition::moved(const Scratch& scratch) const {
  return mine(scratch).split.independent();
}

// Coordinates take turns, so theirs are full.
Pattern Partition::pattern() const {
  const int n = size();
  const Pattern oil = eq_.pattern().block(coordinates(), states());
  Pattern pattern(n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      if (i < free_ || k < free_ || oil.has(i - free_, k - free_)) pattern.add(i, k);
  return pattern;
}

int Partition::singular_row(const Scratch& scratch) const {
  return mine(scratch).split.singular_row();
}

int Partition::memory_size() const {
  return IndependentCoordinates::memory_size(coordinates(), constraints());
}

void Partition::recall(std::span<const double> memory, Scratch& scratch) const {
  mine(scratch).split.recall(memory);
}

void Partition::remember(const Scratch& scratch, std::span<double> memory) const {
  mine(scratch).split.remember(memory);
}

bool Partition::choose_moved(std::span<const double> q, std::span<const double> v,
                             Scratch& scratch) const {
  Buffers& b = mine(scratch);
  b.split.set_singular(-1);
  if (rank_ > 0) {
    if (b.split.stands() || (closed_form_ && b.split.chosen())) return true;
    eq_.parts().mechanism->kinematics(q, v, b.around.charts, *b.mechanism);
  }
  const Mechanism& mechanism = *eq_.parts().mechanism;
  return closed_form_ && rank_ > 0
             ? b.split.choose(mechanism, *b.mechanism, closed_form_->independent())
             : b.split.choose(mechanism, *b.mechanism);
}

// Ends with kinematics and a factorised Phi_d at the solution.
bool Partition::close_positions(Trial& x, Buffers& b) const {
  if (closed_form_ && !closed_form_->solve(x.q, b.load.drivers)) {
    b.split.set_singular(b.split.rows()[0]);
    return false;
  }
  const Mechanism& mechanism = *eq_.parts().mechanism;
  const Loops at{mechanism, b.load, b.around.charts, *b.mechanism};
  const ClosureResult result = bramah::close_positions(at, kClosure, x.q, x.v, b.phi,
                                                       DependentMetric(at, b.split, kFastEnough));
  if (!result.closed) {
    if (!result.singular && std::isfinite(result.gap)) b.split.set_singular(b.split.rows()[0]);
    return false;
  }
  // Rows that were redundant at the start must still be: if not, the start was singular or drivers
  // contradict each other.
  for (int k = 0; k < constraints(); ++k)
    if (!(std::abs(b.phi[k]) <= kContradiction)) {
      b.split.set_singular(k);
      return false;
    }
  if (!b.split.factorise(mechanism, *b.mechanism)) return false;
  b.split.note_pivot();
  return true;
}

bool Partition::close_velocities(Trial& x, Buffers& b) const {
  if (rank_ == 0) {
    eq_.parts().mechanism->kinematics(x.q, x.v, b.around.charts, *b.mechanism);
    return true;
  }
  if (!close_positions(x, b)) return false;
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.constraint_rates(x.v, b.load, *b.mechanism, b.phi);
  b.split.correct(b.phi, x.v);
  mechanism.refresh_rates(x.v, *b.mechanism);
  return true;
}

void Partition::close_accelerations(Trial& x, Buffers& b) const {
  if (rank_ == 0) return;
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.bias_rates(b.load, *b.mechanism, b.phi);
  mechanism.apply_jacobian(x.a, *b.mechanism, b.projection.violation);
  for (int k = 0; k < constraints(); ++k) b.phi[k] += b.projection.violation[k];
  b.split.correct(b.phi, x.a);
}

// From b.full_residual without constraint forces.
void Partition::find_multipliers(Trial& x, Buffers& b) const {
  b.split.multipliers(b.full_residual, x.lambda);
  std::copy(x.lambda.begin(), x.lambda.end(), b.total_multipliers.begin());
}

bool Partition::residual(Trial& x, StepCoefficients, int iteration, Scratch& scratch,
                         std::span<double> r) const {
  Buffers& b = mine(scratch);
  if (!close_velocities(x, b)) {
    std::fill(r.begin(), r.end(), NAN);  // Newton walks back, or fails
    return false;
  }
  close_accelerations(x, b);
  const bool changed = eq_.evaluate_flows(x, MachineEquations::contacts_settle(iteration), b);
  std::fill(b.total_multipliers.begin(), b.total_multipliers.end(), 0.0);
  eq_.residual(x, b, b.full_residual);
  find_multipliers(x, b);
  for (int i = 0; i < free_; ++i) {
    const int q = b.split.independent()[i];
    double sum = b.full_residual[q];
    for (int k = 0; k < rank_; ++k) sum += b.split.phi_row(k)[q] * x.lambda[b.split.rows()[k]];
    r[i] = sum;
  }
  std::copy(b.full_residual.begin() + b.nq, b.full_residual.end(), r.begin() + free_);
  return changed;
}

// M alone, without penalties.
void Partition::write_mass(Buffers& b) const {
  const std::span<const double> alpha = b.load.penalties;
  b.load.penalties = {};
  b.full_mass.set_zero();
  eq_.parts().mechanism->mass_matrix(b.load, *b.mechanism, b.full_mass);
  b.load.penalties = alpha;
}

// R_q, R_v and M of the whole machine, and B, G1, G2.
void Partition::find_slopes(const Trial& x, StepCoefficients c, Buffers& b) const {
  const Mechanism& mechanism = *eq_.parts().mechanism;
  const std::span<const double> alpha = b.load.penalties;
  b.load.penalties = {};  // loops are closed: nothing is pushed back
  b.full_tangent.set_zero();
  eq_.tangent(x, c, b, b.full_tangent);
  if (rank_ > 0) {
    b.rate_tangent.set_zero();
    eq_.tangent(x, {0.0, 1.0, 0.0, 0.0}, b, b.rate_tangent);
    write_mass(b);
    b.split.find_map();
    mechanism.rate_slopes(x.v, *b.mechanism, b.slopes);
    mechanism.acceleration_slopes(x.v, x.a, {c.q, c.v, 0.0, 0.0}, *b.mechanism, b.curvature);
    b.split.find_slopes(c.q, b.slopes, b.curvature);
  }
  b.load.penalties = alpha;
}

// Column by column: dR of a unit of z_i or of a state, then its rows by B^T.
void Partition::tangent(const Trial& x, StepCoefficients c, Scratch& scratch,
                        SquareMatrix& j) const {
  Buffers& b = mine(scratch);
  const IndependentCoordinates& split = b.split;
  const std::span<const int> independent = split.independent(), dependent = split.dependent();
  const int nq = b.nq, n = eq_.size();
  find_slopes(x, c, b);
  const auto reduce = [&](int to) {  // rows of b.column into column `to`
    for (int r = 0; r < free_; ++r) {
      double sum = b.column[independent[r]];
      for (int d = 0; d < rank_; ++d) sum += split.map(d, r) * b.column[dependent[d]];
      j.row(r)[to] = sum;
    }
    for (int k = nq; k < n; ++k) j.row(free_ + k - nq)[to] = b.column[k];
  };
  for (int i = 0; i < free_; ++i) {
    for (int r = 0; r < n; ++r) {
      const double *row = b.full_tangent.row(r), *by_v = b.rate_tangent.row(r);
      const double* by_a = r < nq ? b.full_mass.row(r) : nullptr;
      double sum = row[independent[i]];
      for (int d = 0; d < rank_; ++d) {
        const int q = dependent[d];
        sum += row[q] * split.map(d, i) + by_v[q] * split.G1(d, i);
        if (by_a) sum += by_a[q] * split.G2(d, i);
      }
      b.column[r] = sum;
    }
    reduce(i);
  }
  for (int k = nq; k < n; ++k) {
    for (int r = 0; r < n; ++r) b.column[r] = b.full_tangent.row(r)[k];
    reduce(free_ + k - nq);
  }
}

// The reactions of drivers, from the multipliers at the accelerations found.
void Partition::find_reactions(Trial& x, Buffers& b) const {
  if (!eq_.has_reactions()) return;
  std::fill(b.total_multipliers.begin(), b.total_multipliers.end(), 0.0);
  eq_.residual(x, b, b.full_residual);
  find_multipliers(x, b);
  std::copy(x.lambda.begin(), x.lambda.end(), b.reactions.begin());
}

Gaps Partition::finish(Trial& x, StepCoefficients, const LinearSolver&, Scratch& scratch) const {
  Buffers& b = mine(scratch);
  if (!close_velocities(x, b)) return {INFINITY, INFINITY, INFINITY};
  close_accelerations(x, b);
  eq_.evaluate_flows(x, false, b);
  eq_.rest_rates(x, b);
  find_reactions(x, b);
  Gaps gaps;
  if (rank_ == 0) return gaps;
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.constraint_values(b.load, *b.mechanism, b.phi);
  gaps.position = largest(b.phi);
  mechanism.constraint_rates(x.v, b.load, *b.mechanism, b.phi);
  gaps.rate = largest(b.phi);
  return gaps;
}

// b.reduced_mass = B^T M B, b.reduced = -B^T R.
void Partition::reduce(Buffers& b) const {
  const IndependentCoordinates& split = b.split;
  const std::span<const int> independent = split.independent(), dependent = split.dependent();
  for (int i = 0; i < free_; ++i) {
    for (int r = 0; r < b.nq; ++r) {
      double sum = b.full_mass.row(r)[independent[i]];
      for (int d = 0; d < rank_; ++d) sum += b.full_mass.row(r)[dependent[d]] * split.map(d, i);
      b.column[r] = sum;
    }
    double right = -b.full_residual[independent[i]];
    for (int d = 0; d < rank_; ++d) right -= split.map(d, i) * b.full_residual[dependent[d]];
    b.reduced[i] = right;
    for (int r = 0; r < free_; ++r) {
      double sum = b.column[independent[r]];
      for (int d = 0; d < rank_; ++d) sum += split.map(d, r) * b.column[dependent[d]];
      b.reduced_mass.row(r)[i] = sum;
    }
  }
}

// (B^T M B) z'' = -B^T R(q, v, a0), a0 the accelerations with z'' = 0 [Jaiswal2021, Eqs. 15-17].
bool Partition::rates(Trial& x, Scratch& scratch) const {
  Buffers& b = mine(scratch);
  if (!close_velocities(x, b) || !eq_.settle_oil(x, b)) return false;
  eq_.evaluate_flows(x, true, b);
  eq_.copy_rates(x, b);
  if (b.nq == 0) return true;
  const std::span<const int> independent = b.split.independent(), dependent = b.split.dependent();
  for (const int i : independent) x.a[i] = 0.0;
  close_accelerations(x, b);
  std::fill(b.total_multipliers.begin(), b.total_multipliers.end(), 0.0);
  eq_.residual(x, b, b.full_residual);
  write_mass(b);
  b.split.find_map();
  reduce(b);
  if (!b.reduced_mass.factorise()) return false;
  b.reduced_mass.solve(b.reduced);
  for (int i = 0; i < free_; ++i) {
    x.a[independent[i]] = b.reduced[i];
    for (int d = 0; d < rank_; ++d) x.a[dependent[d]] += b.split.map(d, i) * b.reduced[i];
  }
  if (!std::isfinite(largest(x.a))) return false;
  find_reactions(x, b);
  return true;
}

}  // namespace bramah
