#include "constraints/independent_coordinates.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

constexpr double kDegraded = 0.5;   // of the smallest pivot when chosen: look for a better choice
constexpr double kBetter = 1.2;     // how much larger its smallest pivot must be
constexpr double kSingular = 1e-9;  // of the largest pivot

}  // namespace

IndependentCoordinates::IndependentCoordinates(int coordinates, int constraints, int rank)
    : nq_(coordinates),
      nc_(constraints),
      rank_(rank),
      free_(coordinates - rank),
      independent_(free_),
      dependent_(rank),
      rows_(rank),
      phi_q_(static_cast<std::size_t>(constraints) * coordinates),
      eliminated_(phi_q_.size()),
      row_order_(constraints),
      column_order_(coordinates),
      phi_d_(rank, rank),
      map_(static_cast<std::size_t>(rank) * free_),
      g1_(map_.size()),
      g2_(map_.size()),
      selected_(rank) {}

bool IndependentCoordinates::stands() const noexcept {
  return choices_ > 0 && last_pivot_ >= kDegraded * chosen_pivot_;
}

bool IndependentCoordinates::choose(const Mechanism& mechanism, const Mechanism::Scratch& scratch) {
  singular_ = -1;
  for (int i = 0; i < nq_; ++i) column_order_[i] = i;
  if (rank_ == 0) {
    independent_ = column_order_;
    return true;
  }
  mechanism.jacobian(scratch, phi_q_);
  return eliminate(nq_);
}

bool IndependentCoordinates::choose(const Mechanism& mechanism, const Mechanism::Scratch& scratch,
                                    std::span<const int> independent) {
  singular_ = -1;
  mechanism.jacobian(scratch, phi_q_);
  std::copy(independent.begin(), independent.end(), independent_.begin());
  for (int i = 0, d = 0; i < nq_; ++i)
    if (std::find(independent.begin(), independent.end(), i) == independent.end())
      dependent_[d++] = i;
  std::copy(dependent_.begin(), dependent_.end(), column_order_.begin());
  return eliminate(rank_);
}

// Gaussian elimination with full pivoting on a copy of Phi_q, in the first `columns` of
// column_order_; the columns of the pivots become dependent.
bool IndependentCoordinates::eliminate(int columns) {
  std::copy(phi_q_.begin(), phi_q_.end(), eliminated_.begin());
  for (int k = 0; k < nc_; ++k) row_order_[k] = k;
  const auto at = [&](int row, int column) -> double& {
    return eliminated_[static_cast<std::size_t>(row_order_[row]) * nq_ + column_order_[column]];
  };
  double first = 0.0, smallest = INFINITY;
  for (int k = 0; k < rank_; ++k) {
    int best_row = k, best_column = k;
    for (int r = k; r < nc_; ++r)
      for (int i = k; i < columns; ++i)
        if (std::abs(at(r, i)) > std::abs(at(best_row, best_column))) best_row = r, best_column = i;
    std::swap(row_order_[k], row_order_[best_row]);
    std::swap(column_order_[k], column_order_[best_column]);
    const double pivot = at(k, k);
    first = std::max(first, std::abs(pivot));
    smallest = std::min(smallest, std::abs(pivot));
    if (!(std::abs(pivot) > kSingular * first)) {
      singular_ = row_order_[k];
      return false;
    }
    for (int r = k + 1; r < nc_; ++r) {
      const double factor = at(r, k) / pivot;
      for (int i = k; i < columns; ++i) at(r, i) -= factor * at(k, i);
    }
  }
  if (choices_ == 0 || smallest > kBetter * last_pivot_) take(smallest, columns == nq_);
  return true;
}

void IndependentCoordinates::take(double smallest, bool columns_too) {
  if (columns_too) {
    std::copy_n(column_order_.begin(), rank_, dependent_.begin());
    std::copy_n(column_order_.begin() + rank_, free_, independent_.begin());
  }
  std::copy_n(row_order_.begin(), rank_, rows_.begin());
  std::sort(dependent_.begin(), dependent_.end());
  std::sort(independent_.begin(), independent_.end());
  std::sort(rows_.begin(), rows_.end());
  chosen_pivot_ = last_pivot_ = smallest;
  choices_ += 1;
}

bool IndependentCoordinates::factorise(const Mechanism& mechanism,
                                       const Mechanism::Scratch& scratch) {
  mechanism.jacobian(scratch, phi_q_);
  for (int k = 0; k < rank_; ++k)
    for (int d = 0; d < rank_; ++d) phi_d_.row(k)[d] = phi_row(k)[dependent_[d]];
  if (phi_d_.factorise()) return true;
  singular_ = rows_[phi_d_.failed_row()];
  return false;
}

void IndependentCoordinates::correct(std::span<const double> violation,
                                     std::span<double> x) noexcept {
  for (int k = 0; k < rank_; ++k) selected_[k] = violation[rows_[k]];
  phi_d_.solve(selected_);
  for (int d = 0; d < rank_; ++d) x[dependent_[d]] -= selected_[d];
}

// Rows d of B, -Phi_d^-1 Phi_i [Jaiswal2021, Eqs. 13-14].
void IndependentCoordinates::find_map() noexcept {
  for (int i = 0; i < free_; ++i) {
    for (int k = 0; k < rank_; ++k) selected_[k] = -phi_row(k)[independent_[i]];
    phi_d_.solve(selected_);
    for (int d = 0; d < rank_; ++d) map_[at(d, i)] = selected_[d];
  }
}

void IndependentCoordinates::find_slopes(double c_q, std::span<const double> rate_slopes,
                                         std::span<const double> acceleration_slopes) noexcept {
  for (int i = 0; i < free_; ++i) {
    const auto times_map = [&](const double* row) {  // row . B e_i
      double sum = row[independent_[i]];
      for (int d = 0; d < rank_; ++d) sum += row[dependent_[d]] * map_[at(d, i)];
      return sum;
    };
    const auto store = [&](std::vector<double>& G) {
      phi_d_.solve(selected_);
      for (int d = 0; d < rank_; ++d) G[at(d, i)] = selected_[d];
    };
    for (int k = 0; k < rank_; ++k) selected_[k] = -c_q * times_map(row_of(rate_slopes, k));
    store(g1_);
    for (int k = 0; k < rank_; ++k) {
      const double* const slope = row_of(rate_slopes, k);
      double sum = times_map(row_of(acceleration_slopes, k));
      for (int d = 0; d < rank_; ++d)  // Phi''_v = 2 (Phi_q v)_q
        sum += 2.0 * slope[dependent_[d]] * g1_[at(d, i)];
      selected_[k] = -sum;
    }
    store(g2_);
  }
}

void IndependentCoordinates::multipliers(std::span<const double> residual,
                                         std::span<double> lambda) noexcept {
  for (int d = 0; d < rank_; ++d) selected_[d] = -residual[dependent_[d]];
  phi_d_.solve_transposed(selected_);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  for (int k = 0; k < rank_; ++k) lambda[rows_[k]] = selected_[k];
}

void IndependentCoordinates::recall(std::span<const double> memory) noexcept {
  const std::size_t nq = nq_, nc = nc_;
  std::size_t i = 0, d = 0, k = 0;
  for (std::size_t q = 0; q < nq; ++q)
    if (memory[q] != 0.0) {
      if (i < independent_.size()) independent_[i++] = static_cast<int>(q);
    } else if (d < dependent_.size()) {
      dependent_[d++] = static_cast<int>(q);
    }
  for (std::size_t r = 0; r < nc; ++r)
    if (memory[nq + r] != 0.0 && k < rows_.size()) rows_[k++] = static_cast<int>(r);
  chosen_pivot_ = memory[nq + nc];
  last_pivot_ = memory[nq + nc + 1];
  choices_ = static_cast<int>(memory[nq + nc + 2]);
}

void IndependentCoordinates::remember(std::span<double> memory) const noexcept {
  const std::size_t nq = nq_, nc = nc_;
  std::fill(memory.begin(), memory.end(), 0.0);
  for (const int i : independent_) memory[i] = 1.0;
  for (const int r : rows_) memory[nq + r] = 1.0;
  memory[nq + nc] = chosen_pivot_;
  memory[nq + nc + 1] = last_pivot_;
  memory[nq + nc + 2] = choices_;
}

}  // namespace bramah
