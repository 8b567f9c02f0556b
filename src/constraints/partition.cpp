#include "constraints/partition.h"

#include <algorithm>
#include <cmath>

#include "core/largest.h"

namespace bramah {

namespace {

constexpr double kClosed = 1e-14;        // [m] where the inner iteration ends
constexpr double kOpen = 1e-11;          // [m] where it has failed if it stops shrinking
constexpr double kContradiction = 1e-7;  // [m] in a row that should follow from the others
constexpr int kMaxPasses = 30;
constexpr double kDegraded = 0.5;    // of the smallest pivot when chosen: look for a better choice
constexpr double kBetter = 1.2;      // how much larger its smallest pivot must be
constexpr double kSingular = 1e-9;   // of the largest pivot
constexpr double kFastEnough = 0.1;  // contraction that keeps the factorisation

}  // namespace

struct Partition::Buffers final : MachineEquations::Buffers {
  int nq, rank, free;
  std::vector<int> independent, dependent, rows;
  double chosen_pivot = 0.0, last_pivot = 0.0;
  int choices = 0, singular = -1;
  std::vector<double> phi_q, eliminated, slopes, curvature;  // nc x nq
  std::vector<int> row_order, column_order;
  DenseLu dependent_lu;        // Phi_d
  std::vector<double> map;     // B in rows d, rank x free
  std::vector<double> G1, G2;  // rank x free
  std::vector<double> full_residual, column, selected;
  DenseLu full_tangent, rate_tangent, reduced_mass;
  std::vector<double> reduced;

  Buffers(const MachineEquations& eq, int rank_of_phi)
      : MachineEquations::Buffers(eq),
        nq(eq.coordinates()),
        rank(rank_of_phi),
        free(nq - rank),
        independent(free),
        dependent(rank),
        rows(rank),
        phi_q(static_cast<std::size_t>(eq.constraints()) * nq),
        eliminated(phi_q.size()),
        slopes(phi_q.size()),
        curvature(phi_q.size()),
        row_order(eq.constraints()),
        column_order(nq),
        dependent_lu(rank, rank),
        map(static_cast<std::size_t>(rank) * free),
        G1(map.size()),
        G2(map.size()),
        full_residual(eq.size()),
        column(eq.size()),
        selected(rank),
        full_tangent(eq.size(), nq),
        rate_tangent(eq.size(), nq),
        reduced_mass(free, free),
        reduced(free) {}

  const double* phi_row(int k) const { return &phi_q[static_cast<std::size_t>(rows[k]) * nq]; }
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
  return mine(scratch).independent;
}

int Partition::singular_row(const Scratch& scratch) const { return mine(scratch).singular; }

void Partition::recall(std::span<const double> memory, Scratch& scratch) const {
  Buffers& b = mine(scratch);
  const std::size_t nq = b.nq, nc = constraints();
  std::size_t i = 0, d = 0, k = 0;
  for (std::size_t q = 0; q < nq; ++q)
    if (memory[q] != 0.0) {
      if (i < b.independent.size()) b.independent[i++] = static_cast<int>(q);
    } else if (d < b.dependent.size()) {
      b.dependent[d++] = static_cast<int>(q);
    }
  for (std::size_t r = 0; r < nc; ++r)
    if (memory[nq + r] != 0.0 && k < b.rows.size()) b.rows[k++] = static_cast<int>(r);
  b.chosen_pivot = memory[nq + nc];
  b.last_pivot = memory[nq + nc + 1];
  b.choices = static_cast<int>(memory[nq + nc + 2]);
}

void Partition::remember(const Scratch& scratch, std::span<double> memory) const {
  const Buffers& b = mine(scratch);
  const std::size_t nq = b.nq, nc = constraints();
  std::fill(memory.begin(), memory.end(), 0.0);
  for (const int i : b.independent) memory[i] = 1.0;
  for (const int r : b.rows) memory[nq + r] = 1.0;
  memory[nq + nc] = b.chosen_pivot;
  memory[nq + nc + 1] = b.last_pivot;
  memory[nq + nc + 2] = b.choices;
}

// Gaussian elimination with full pivoting on a copy of Phi_q; the columns of the pivots become
// dependent. Taken over only if it is clearly better than what was there.
bool Partition::eliminate(Buffers& b) const {
  const int nq = b.nq, nc = constraints();
  std::copy(b.phi_q.begin(), b.phi_q.end(), b.eliminated.begin());
  for (int k = 0; k < nc; ++k) b.row_order[k] = k;
  const int columns = closed_form_ ? rank_ : nq;  // dependent ones may be given
  if (closed_form_)
    std::copy(b.dependent.begin(), b.dependent.end(), b.column_order.begin());
  else
    for (int i = 0; i < nq; ++i) b.column_order[i] = i;
  const auto at = [&](int row, int column) -> double& {
    return b.eliminated[static_cast<std::size_t>(b.row_order[row]) * nq + b.column_order[column]];
  };
  double first = 0.0, smallest = INFINITY;
  for (int k = 0; k < rank_; ++k) {
    int best_row = k, best_column = k;
    for (int r = k; r < nc; ++r)
      for (int i = k; i < columns; ++i)
        if (std::abs(at(r, i)) > std::abs(at(best_row, best_column))) best_row = r, best_column = i;
    std::swap(b.row_order[k], b.row_order[best_row]);
    std::swap(b.column_order[k], b.column_order[best_column]);
    const double pivot = at(k, k);
    first = std::max(first, std::abs(pivot));
    smallest = std::min(smallest, std::abs(pivot));
    if (!(std::abs(pivot) > kSingular * first)) {
      b.singular = b.row_order[k];
      return false;
    }
    for (int r = k + 1; r < nc; ++r) {
      const double factor = at(r, k) / pivot;
      for (int i = k; i < columns; ++i) at(r, i) -= factor * at(k, i);
    }
  }
  if (b.choices > 0 && !(smallest > kBetter * b.last_pivot)) return true;
  if (!closed_form_) {
    std::copy_n(b.column_order.begin(), rank_, b.dependent.begin());
    std::copy_n(b.column_order.begin() + rank_, free_, b.independent.begin());
  }
  std::copy_n(b.row_order.begin(), rank_, b.rows.begin());
  std::sort(b.dependent.begin(), b.dependent.end());
  std::sort(b.independent.begin(), b.independent.end());
  std::sort(b.rows.begin(), b.rows.end());
  b.chosen_pivot = b.last_pivot = smallest;
  b.choices += 1;
  return true;
}

bool Partition::choose_moved(std::span<const double> q, std::span<const double> v,
                               Scratch& scratch) const {
  Buffers& b = mine(scratch);
  b.singular = -1;
  if (rank_ == 0) {
    for (int i = 0; i < b.nq; ++i) b.independent[i] = i;
    return true;
  }
  if (b.choices > 0 && (closed_form_ || b.last_pivot >= kDegraded * b.chosen_pivot)) return true;
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.kinematics(q, v, b.around.charts, *b.mechanism);
  mechanism.jacobian(*b.mechanism, b.phi_q);
  if (closed_form_) {
    const std::span<const int> kept = closed_form_->independent();
    std::copy(kept.begin(), kept.end(), b.independent.begin());
    for (int i = 0, d = 0; i < b.nq; ++i)
      if (std::find(kept.begin(), kept.end(), i) == kept.end()) b.dependent[d++] = i;
  }
  return eliminate(b);
}

// Phi_d at the present kinematics.
bool Partition::factorise(Buffers& b) const {
  eq_.parts().mechanism->jacobian(*b.mechanism, b.phi_q);
  for (int k = 0; k < rank_; ++k)
    for (int d = 0; d < rank_; ++d) b.dependent_lu.row(k)[d] = b.phi_row(k)[b.dependent[d]];
  if (!b.dependent_lu.factorise()) {
    b.singular = b.rows[b.dependent_lu.failed_row()];
    return false;
  }
  return true;
}

// x_d -= Phi_d^-1 violation
void Partition::correct(std::span<const double> violation, Buffers& b,
                          std::span<double> x) const {
  for (int k = 0; k < rank_; ++k) b.selected[k] = violation[b.rows[k]];
  b.dependent_lu.solve(b.selected);
  for (int d = 0; d < rank_; ++d) x[b.dependent[d]] -= b.selected[d];
}

// Ends with kinematics and a factorised Phi_d at the solution.
bool Partition::close_positions(Trial& x, Buffers& b) const {
  const Mechanism& mechanism = *eq_.parts().mechanism;
  if (closed_form_ && !closed_form_->solve(x.q, b.load.drivers)) {
    b.singular = b.rows[0];
    return false;
  }
  double last = INFINITY;
  bool renew = true;
  for (int pass = 0;; ++pass) {
    mechanism.kinematics(x.q, x.v, b.around.charts, *b.mechanism);
    mechanism.constraint_values(b.load, *b.mechanism, b.phi);
    double gap = 0.0;
    for (const int k : b.rows) gap = std::max(gap, std::abs(b.phi[k]));
    if (!std::isfinite(gap)) return false;
    if (gap <= kClosed || (gap <= kOpen && gap > 0.5 * last)) break;
    if (pass == kMaxPasses || (pass > 8 && gap > 2.0 * last)) {
      b.singular = b.rows[0];
      return false;
    }
    if ((renew || gap > kFastEnough * last) && !factorise(b)) return false;
    renew = false;
    last = gap;
    correct(b.phi, b, x.q);
  }
  // Rows that were redundant at the start must still be: if not, the start was singular or drivers
  // contradict each other.
  for (int k = 0; k < constraints(); ++k)
    if (!(std::abs(b.phi[k]) <= kContradiction)) {
      b.singular = k;
      return false;
    }
  if (!factorise(b)) return false;
  b.last_pivot = b.dependent_lu.smallest_pivot();
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
  correct(b.phi, b, x.v);
  mechanism.refresh_rates(x.v, *b.mechanism);
  return true;
}

void Partition::close_accelerations(Trial& x, Buffers& b) const {
  if (rank_ == 0) return;
  const Mechanism& mechanism = *eq_.parts().mechanism;
  mechanism.bias_rates(b.load, *b.mechanism, b.phi);
  mechanism.apply_jacobian(x.a, *b.mechanism, b.projection.violation);
  for (int k = 0; k < constraints(); ++k) b.phi[k] += b.projection.violation[k];
  correct(b.phi, b, x.a);
}

// Phi_d^T lambda = -R_d, from b.full_residual without constraint forces.
void Partition::find_multipliers(Trial& x, Buffers& b) const {
  for (int d = 0; d < rank_; ++d) b.selected[d] = -b.full_residual[b.dependent[d]];
  b.dependent_lu.solve_transposed(b.selected);
  std::fill(x.lambda.begin(), x.lambda.end(), 0.0);
  for (int k = 0; k < rank_; ++k) x.lambda[b.rows[k]] = b.selected[k];
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
    double sum = b.full_residual[b.independent[i]];
    for (int k = 0; k < rank_; ++k) sum += b.phi_row(k)[b.independent[i]] * x.lambda[b.rows[k]];
    r[i] = sum;
  }
  std::copy(b.full_residual.begin() + b.nq, b.full_residual.end(), r.begin() + free_);
  return changed;
}

// B in the rows of the dependent coordinates.
void Partition::find_map(Buffers& b) const {
  for (int i = 0; i < free_; ++i) {
    for (int k = 0; k < rank_; ++k) b.selected[k] = -b.phi_row(k)[b.independent[i]];
    b.dependent_lu.solve(b.selected);
    for (int d = 0; d < rank_; ++d) b.map[static_cast<std::size_t>(d) * free_ + i] = b.selected[d];
  }
}

void Partition::find_slopes(const Trial& x, StepCoefficients c, Buffers& b) const {
  const Mechanism& mechanism = *eq_.parts().mechanism;
  const int nq = b.nq;
  mechanism.rate_slopes(x.v, *b.mechanism, b.slopes);
  mechanism.acceleration_slopes(x.v, x.a, {c.q, c.v, 0.0, 0.0}, *b.mechanism, b.curvature);
  for (int i = 0; i < free_; ++i) {
    const auto times_map = [&](const double* row) {  // row . B e_i
      double sum = row[b.independent[i]];
      for (int d = 0; d < rank_; ++d)
        sum += row[b.dependent[d]] * b.map[static_cast<std::size_t>(d) * free_ + i];
      return sum;
    };
    const auto store = [&](std::vector<double>& G) {
      b.dependent_lu.solve(b.selected);
      for (int d = 0; d < rank_; ++d) G[static_cast<std::size_t>(d) * free_ + i] = b.selected[d];
    };
    for (int k = 0; k < rank_; ++k)
      b.selected[k] = -c.q * times_map(&b.slopes[static_cast<std::size_t>(b.rows[k]) * nq]);
    store(b.G1);
    for (int k = 0; k < rank_; ++k) {
      const double* const slope = &b.slopes[static_cast<std::size_t>(b.rows[k]) * nq];
      double sum = times_map(&b.curvature[static_cast<std::size_t>(b.rows[k]) * nq]);
      for (int d = 0; d < rank_; ++d)  // Phi''_v = 2 (Phi_q v)_q
        sum += 2.0 * slope[b.dependent[d]] * b.G1[static_cast<std::size_t>(d) * free_ + i];
      b.selected[k] = -sum;
    }
    store(b.G2);
  }
}

void Partition::tangent(const Trial& x, StepCoefficients c, Scratch& scratch, DenseLu& j) const {
  Buffers& b = mine(scratch);
  const int nq = b.nq, n = eq_.size();
  const std::span<const double> alpha = b.load.penalties;
  b.load.penalties = {};
  b.full_tangent.set_zero();
  eq_.tangent(x, c, b, b.full_tangent);
  if (rank_ > 0) {
    b.rate_tangent.set_zero();
    eq_.tangent(x, {0.0, 1.0, 0.0, 0.0}, b, b.rate_tangent);
    b.mass.set_zero();
    eq_.parts().mechanism->mass_matrix(b.load, *b.mechanism, b.mass);
    find_map(b);
    find_slopes(x, c, b);
  }
  b.load.penalties = alpha;

  const auto reduce = [&](int to) {  // rows of b.column into column `to`
    for (int r = 0; r < free_; ++r) {
      double sum = b.column[b.independent[r]];
      for (int d = 0; d < rank_; ++d)
        sum += b.map[static_cast<std::size_t>(d) * free_ + r] * b.column[b.dependent[d]];
      j.row(r)[to] = sum;
    }
    for (int k = nq; k < n; ++k) j.row(free_ + k - nq)[to] = b.column[k];
  };
  for (int i = 0; i < free_; ++i) {
    for (int r = 0; r < n; ++r) {
      const double *row = b.full_tangent.row(r), *by_v = b.rate_tangent.row(r);
      const double* by_a = r < nq ? b.mass.row(r) : nullptr;
      double sum = row[b.independent[i]];
      for (int d = 0; d < rank_; ++d) {
        const std::size_t at = static_cast<std::size_t>(d) * free_ + i;
        const int q = b.dependent[d];
        sum += row[q] * b.map[at] + by_v[q] * b.G1[at];
        if (by_a) sum += by_a[q] * b.G2[at];
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

Gaps Partition::finish(Trial& x, StepCoefficients, const DenseLu&, Scratch& scratch) const {
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

// (B^T M B) z'' = -B^T R(q, v, a0), a0 the accelerations with z'' = 0 [Jaiswal2021, Eqs. 15-17].
bool Partition::rates(Trial& x, Scratch& scratch) const {
  Buffers& b = mine(scratch);
  if (!close_velocities(x, b) || !eq_.settle_oil(x, b)) return false;
  eq_.evaluate_flows(x, true, b);
  eq_.copy_rates(x, b);
  if (b.nq == 0) return true;
  for (const int i : b.independent) x.a[i] = 0.0;
  close_accelerations(x, b);
  std::fill(b.total_multipliers.begin(), b.total_multipliers.end(), 0.0);
  eq_.residual(x, b, b.full_residual);
  const std::span<const double> alpha = b.load.penalties;
  b.load.penalties = {};
  b.mass.set_zero();
  eq_.parts().mechanism->mass_matrix(b.load, *b.mechanism, b.mass);
  b.load.penalties = alpha;
  find_map(b);
  const auto column_of = [&](int i, int q) {  // entry q of B e_i, q by its place
    return b.map[static_cast<std::size_t>(q) * free_ + i];
  };
  for (int i = 0; i < free_; ++i) {
    for (int r = 0; r < b.nq; ++r) {
      double sum = b.mass.row(r)[b.independent[i]];
      for (int d = 0; d < rank_; ++d) sum += b.mass.row(r)[b.dependent[d]] * column_of(i, d);
      b.column[r] = sum;
    }
    double right = -b.full_residual[b.independent[i]];
    for (int d = 0; d < rank_; ++d) right -= column_of(i, d) * b.full_residual[b.dependent[d]];
    b.reduced[i] = right;
    for (int r = 0; r < free_; ++r) {
      double sum = b.column[b.independent[r]];
      for (int d = 0; d < rank_; ++d) sum += column_of(r, d) * b.column[b.dependent[d]];
      b.reduced_mass.row(r)[i] = sum;
    }
  }
  if (!b.reduced_mass.factorise()) return false;
  b.reduced_mass.solve(b.reduced);
  for (int i = 0; i < free_; ++i) {
    x.a[b.independent[i]] = b.reduced[i];
    for (int d = 0; d < rank_; ++d) x.a[b.dependent[d]] += column_of(i, d) * b.reduced[i];
  }
  if (!std::isfinite(largest(x.a))) return false;
  find_reactions(x, b);
  return true;
}

}  // namespace bramah
