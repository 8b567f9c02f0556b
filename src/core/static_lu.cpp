#include "core/static_lu.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace bramah {

namespace {

// What stands beside a pivot so small leaves increments with six good digits, which Newton mends.
constexpr double kMostBeside = 1e10;
constexpr double kDense = 0.7;       // of all entries: no longer sparse
constexpr double kBlockDense = 0.8;  // of a block's entries: worth its zeros
constexpr int kLeastBlock = 6;
constexpr std::size_t kPerEntry = 2;  // operations: to load it, and for two substitutions
constexpr double kInBlock = 0.15;    // of a listed operation: four at a time, and no places to read
constexpr double kWorthwhile = 0.8;  // of the cost: hidden unknowns below
constexpr std::size_t kMostOperations = 8'000'000;  // a list of 96 MB; longer ones are not made

std::size_t square(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

}  // namespace

SparseFactors::SparseFactors(const Pattern& pattern, std::span<const double> scales,
                             const Place& place)
    : order_(find_order(pattern)), block_(0) {
  const Entries entries = find_entries(pattern, order_);
  for (const auto& row : entries) entries_ += row.size();
  operations_ = count_operations(entries, pattern.size());
  if (operations_ > kMostOperations) return;
  const int block = block_size(entries);
  std::vector<double> block_scales;
  for (int i = pattern.size() - block; !scales.empty() && i < pattern.size(); ++i)
    block_scales.push_back(scales[order_[i]]);
  block_ = DenseBlock(block, block_scales);
  list(pattern, entries, scales, place);
}

// u_kj of row k serves every row below that has an l_ik.
std::size_t SparseFactors::count_operations(const Entries& entries, int pivots) {
  std::size_t count = 0;
  for (const auto& row : entries)
    for (const int k : row) {
      if (k >= std::min(pivots, static_cast<int>(&row - entries.data()))) break;
      count += static_cast<std::size_t>(entries[k].end() -
                                        std::upper_bound(entries[k].begin(), entries[k].end(), k));
    }
  return count;
}

double SparseFactors::cost(const Pattern& pattern) {
  const Entries entries = find_entries(pattern, find_order(pattern));
  const std::size_t all = count_operations(entries, pattern.size());
  const std::size_t listed = count_operations(entries, pattern.size() - block_size(entries));
  std::size_t kept = 0;
  for (const auto& row : entries) kept += row.size();
  return static_cast<double>(listed + kPerEntry * kept) +
         kInBlock * static_cast<double>(all - listed);
}

// Markowitz: the next pivot is the one with the least (entries in its row - 1)(in its column - 1) of
// what is left; the first of several, so that the order depends on nothing else. Those that take turns
// wait for theirs.
std::vector<int> SparseFactors::find_order(const Pattern& pattern) {
  const int n = pattern.size();
  std::vector<std::vector<int>> rows(n), columns(n);  // of what is left, without the diagonal
  Pattern left(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i != j && pattern.has(i, j))
        rows[i].push_back(j), columns[j].push_back(i), left.add(i, j);
  std::vector<char> done(n, 0);  // or not yet to be taken
  std::vector<int> order;
  const std::vector<int> turns = pattern.hidden() > 0 ? std::vector<int>{} : pattern.turns();
  for (const int unknown : turns) done[unknown] = 1;
  std::size_t turn = 0;
  const auto take_turn = [&] {
    if (turn < turns.size()) done[turns[turn++]] = 0;
  };
  take_turn();
  const auto drop = [](std::vector<int>& from, int what) {
    from.erase(std::find(from.begin(), from.end(), what));
  };
  for (int step = 0; step < n; ++step) {
    int best = -1;
    std::size_t least = SIZE_MAX;
    for (int i = 0; i < n; ++i)
      if (!done[i] && rows[i].size() * columns[i].size() < least)
        least = rows[i].size() * columns[i].size(), best = i;
    done[best] = 1;
    if (turn > 0 && best == turns[turn - 1]) take_turn();
    order.push_back(best);
    for (const int i : columns[best])
      for (const int j : rows[best])
        if (i != j && !left.has(i, j))
          rows[i].push_back(j), columns[j].push_back(i), left.add(i, j);
    for (const int i : columns[best]) drop(rows[i], best);
    for (const int j : rows[best]) drop(columns[j], best);
  }
  return order;
}

SparseFactors::Entries SparseFactors::find_entries(const Pattern& pattern,
                                                   const std::vector<int>& order) {
  const int n = pattern.size();
  Entries entries(n);
  for (int i = 0; i < n; ++i) {
    std::vector<char> has(n, 0);
    for (int j = 0; j < n; ++j) has[j] = j == i || pattern.has(order[i], order[j]);
    for (int k = 0; k < i; ++k)
      if (has[k])
        for (const int j : entries[k])
          if (j > k) has[j] = 1;
    for (int j = 0; j < n; ++j)
      if (has[j]) entries[i].push_back(j);
  }
  return entries;
}

// The most of the last pivots that have few zeros among them.
int SparseFactors::block_size(const Entries& entries) {
  const int n = static_cast<int>(entries.size());
  int best = 0;
  std::size_t inside = 0;
  for (int first = n - 1; first >= 0; --first) {
    const auto& row = entries[first];
    inside += static_cast<std::size_t>(row.end() - std::lower_bound(row.begin(), row.end(), first));
    for (int i = first + 1; i < n; ++i)
      inside += std::binary_search(entries[i].begin(), entries[i].end(), first) ? 1 : 0;
    if (static_cast<double>(inside) >= kBlockDense * static_cast<double>(square(n - first)))
      best = n - first;
  }
  return best < kLeastBlock ? 0 : best;
}

void SparseFactors::list(const Pattern& pattern, const Entries& entries,
                         std::span<const double> scales, const Place& in_matrix) {
  const int n = pattern.size(), listed = n - block_.size();
  for (int i = 0; i < n; ++i)
    in_block_ += static_cast<int>(
        i < listed
            ? entries[i].size()
            : std::lower_bound(entries[i].begin(), entries[i].end(), listed) - entries[i].begin());
  std::vector<int> place(n, -1);
  loads_.assign(static_cast<std::size_t>(in_block_ + block_.size() * block_.width()), -1);
  for (int i = 0; i < n; ++i) {
    Row row;
    row.first = row.diagonal = static_cast<int>(column_.size());
    for (const int j : entries[i]) {
      const bool inside = i >= listed && j >= listed;
      const int at = inside ? in_block_ + (i - listed) * block_.width() + j - listed
                            : static_cast<int>(column_.size());
      place[j] = at;
      if (pattern.has(order_[i], order_[j])) loads_[at] = in_matrix(order_[i], order_[j]);
      if (inside) continue;
      if (j <= i) row.diagonal = at + (j < i ? 1 : 0);
      column_.push_back(j);
      weight_.push_back(scales.empty() ? 1.0 : scales[order_[j]] / scales[order_[i]]);
    }
    row.end = static_cast<int>(column_.size());
    for (const int k : entries[i]) {
      if (k >= std::min(i, listed)) break;
      const Row& pivot = rows_[k];
      for (int at = pivot.diagonal + 1; at < pivot.end; ++at)
        steps_.push_back({place[column_[at]], place[k], at});
    }
    row.end_step = static_cast<int>(steps_.size());
    for (const int j : entries[i]) place[j] = -1;
    rows_.push_back(row);
  }
  for (std::size_t at = 0; at < loads_.size(); ++at)
    if (loads_[at] < 0) loads_[at] = 0, fills_.push_back(static_cast<int>(at));
  value_.resize(loads_.size());
  inverse_.resize(n);
  x_.resize(static_cast<std::size_t>(listed + block_.width()));
}

bool SparseFactors::factorise(const double* a) noexcept {
  double* const v = value_.data();
  double* to = v;
#pragma GCC unroll 4
  for (const int place : loads_) *to++ = a[place];
  for (const int at : fills_) v[at] = 0.0;
  const Step* step = steps_.data();
  const double* const weight = weight_.data();
  const int listed = static_cast<int>(rows_.size()) - block_.size();
  for (int i = 0; i < listed; ++i) {
    const Row row = rows_[i];
    for (const Step* const end = steps_.data() + row.end_step; step != end; ++step)
      v[step->to] -= v[step->l] * v[step->u];
    const double pivot = v[row.diagonal], over = 1.0 / pivot;
    double largest = 0.0;
    for (int at = row.diagonal + 1; at < row.end; ++at) {
      v[at] *= over;
      largest = std::max(largest, std::abs(v[at]) * weight[at]);
    }
    if (!(over * pivot < 2.0) || !(largest <= kMostBeside)) return false;  // else 1, or not finite
    inverse_[i] = over;
  }
  for (const Step* const end = steps_.data() + steps_.size(); step != end; ++step)
    v[step->to] -= v[step->l] * v[step->u];
  return block_.factorise(v + in_block_, kMostBeside, std::span(inverse_).subspan(listed));
}

double SparseFactors::smallest_pivot() const noexcept {
  double largest = 0.0;
  for (const double inverse : inverse_) largest = std::max(largest, std::abs(inverse));
  return 1.0 / largest;
}

void SparseFactors::solve(double* b) const noexcept {
  const int n = static_cast<int>(rows_.size()), listed = n - block_.size();
  double* const x = x_.data();
  const double *const v = value_.data(), *const inverse = inverse_.data();
  const int *const column = column_.data(), *const order = order_.data();
  const Row* row = rows_.data();
  for (int i = 0; i < n; ++i, ++row) {
    double sum = b[order[i]];
    for (int at = row->first; at < row->diagonal; ++at) sum -= v[at] * x[column[at]];
    x[i] = i < listed ? sum * inverse[i] : sum;
  }
  block_.solve(std::span(inverse_).subspan(listed), x + listed);
  for (int i = n - 1; i >= listed; --i) b[order[i]] = x[i];
  row = rows_.data() + listed;
  for (int i = listed - 1; i >= 0; --i) {
    --row;
    double sum = x[i];
    for (int at = row->diagonal + 1; at < row->end; ++at) sum -= v[at] * x[column[at]];
    x[i] = sum, b[order[i]] = sum;
  }
}

// A^T = P^T U^T L^T P: forward with U^T, backward with L^T, a row of L or U as a column each.
void SparseFactors::solve_transposed(double* b) const noexcept {
  const int n = static_cast<int>(rows_.size()), listed = n - block_.size();
  for (int i = 0; i < n; ++i) x_[i] = b[order_[i]];
  for (int i = 0; i < listed; ++i) {
    const Row& row = rows_[i];
    for (int at = row.diagonal + 1; at < row.end; ++at) x_[column_[at]] -= value_[at] * x_[i];
  }
  block_.solve_transposed(std::span(inverse_).subspan(listed), x_.data() + listed);
  for (int i = n - 1; i >= 0; --i) {
    const Row& row = rows_[i];
    if (i < listed) x_[i] *= inverse_[i];
    for (int at = row.first; at < row.diagonal; ++at) x_[column_[at]] -= value_[at] * x_[i];
    b[order_[i]] = x_[i];
  }
}

namespace {

// Numbers of the matrix, and behind its rows those of the hidden entries.
SparseFactors::Place places(const Pattern& pattern, std::size_t stride, std::vector<int> unknowns) {
  const int row = static_cast<int>(stride), first = row * pattern.size();
  std::map<std::pair<int, int>, int> hidden;
  for (const Pattern::Entry& e : pattern.hidden_entries())
    hidden[{e.row, e.column}] = first + static_cast<int>(hidden.size());
  return [=, n = pattern.size(), hidden = std::move(hidden)](int i, int j) {
    const int r = unknowns[i], c = unknowns[j];
    return r < n && c < n ? r * row + c : hidden.at({r, c});
  };
}

// [first, last) of the matrix's unknowns, with the hidden ones.
std::vector<int> unknowns(const Pattern& pattern, int first, int last, bool spread) {
  std::vector<int> out;
  for (int i = first; i < last; ++i) out.push_back(i);
  for (int i = 0; spread && i < pattern.hidden(); ++i) out.push_back(pattern.size() + i);
  return out;
}

SparseFactors factors(const Pattern& pattern, std::span<const double> scales, std::size_t stride,
                      int first, int last, bool spread) {
  const std::vector<int> of = unknowns(pattern, first, last, spread);
  std::vector<double> units;
  for (const int i : of) {
    if (scales.empty()) break;
    units.push_back(i < pattern.size() ? scales[i] : 1.0);
  }
  return {spread ? pattern.spread(of) : pattern.block(first, last - first), units,
          places(pattern, stride, of)};
}

}  // namespace

StaticLu::Hidden::Hidden(const Pattern& pattern, std::size_t stride)
    : size(pattern.size()),
      first(static_cast<int>(stride) * size),
      entries(pattern.hidden_entries()),
      own(factors(pattern, {}, stride, 0, 0, true)),
      side(static_cast<std::size_t>(size + pattern.hidden())) {
  std::vector<char> has(size, 0);
  for (const Pattern::Entry& e : entries)
    if (e.row >= size && e.column < size) has[e.column] = 1;
  for (int k = 0; k < size; ++k)
    if (has[k]) columns.push_back(k);
}

// A - B H^-1 C, column by column of C, of as much of A as is asked for.
void StaticLu::Hidden::eliminate(const double* matrix, SquareMatrix& a) noexcept {
  const double* const numbers = matrix + first;
  if (!own.factorise(matrix)) return;  // ones on the diagonal
  for (const int k : columns) {
    if (k >= a.size()) break;
    std::fill(side.begin(), side.end(), 0.0);
    for (std::size_t e = 0; e < entries.size(); ++e)
      if (entries[e].column == k && entries[e].row >= size)
        side[entries[e].row - size] = numbers[e];
    own.solve(side.data());
    for (std::size_t e = 0; e < entries.size(); ++e)
      if (entries[e].row < a.size() && entries[e].column >= size)
        a.row(entries[e].row)[k] -= numbers[e] * side[entries[e].column - size];
  }
}

StaticLu::StaticLu(const Pattern& pattern, int lead, std::span<const double> scales,
                   std::size_t stride, bool spread)
    : size_(pattern.size()),
      hidden_(spread ? std::make_unique<Hidden>(pattern, stride) : nullptr),
      whole_(factors(pattern, scales, stride, 0, size_, spread)),
      dense_(size_, lead) {
  if (lead > 0 && lead < size_)
    lead_ = std::make_unique<Lead>(factors(pattern, scales, stride, 0, lead, spread), lead);
}

bool StaticLu::pays() const noexcept {
  return static_cast<double>(whole_.entries()) < kDense * static_cast<double>(square(size_)) &&
         whole_.operations() <= kMostOperations;
}

bool StaticLu::may_pay(const Pattern& pattern) noexcept {
  std::size_t entries = 0;
  for (int i = 0; i < pattern.size(); ++i)
    for (int k = 0; k < pattern.size(); ++k) entries += pattern.has(i, k) ? 1 : 0;
  return static_cast<double>(entries) < kDense * static_cast<double>(square(pattern.size()));
}

bool StaticLu::spread_pays(const Pattern& pattern) {
  return pattern.hidden() > 0 &&
         SparseFactors::cost(pattern.spread(unknowns(pattern, 0, pattern.size(), true))) <
             kWorthwhile * SparseFactors::cost(pattern);
}

bool StaticLu::factorise(SquareMatrix& a) noexcept {
  if (lead_) lead_->ready = false;
  pivoted_ = !whole_.factorise(a.data());
  if (!pivoted_) return true;
  if (hidden_) hidden_->eliminate(a.data(), a);
  a.spoil();
  return dense_.factorise(a);
}

double StaticLu::smallest_pivot() const noexcept {
  return pivoted_ ? dense_.smallest_pivot() : whole_.smallest_pivot();
}

void StaticLu::solve(const SparseFactors& by, std::span<double> b) const noexcept {
  if (!hidden_) return by.solve(b.data());
  std::vector<double>& side = hidden_->side;
  std::fill(std::copy(b.begin(), b.end(), side.begin()), side.end(), 0.0);
  by.solve(side.data());
  std::copy_n(side.begin(), b.size(), b.begin());
}

void StaticLu::solve(const SquareMatrix& a, std::span<double> b) const noexcept {
  pivoted_ ? dense_.solve(a, b) : solve(whole_, b);
}

void StaticLu::solve_lead(const SquareMatrix& a, std::span<double> b) const noexcept {
  if (pivoted_) return dense_.solve_lead(a, b);
  if (b.empty()) return;
  if (!lead_) return solve(whole_, b);
  Lead& lead = *lead_;
  if (!lead.ready) {
    lead.ready = true;
    lead.pivoted = !lead.factors.factorise(a.data());
    for (int i = 0; lead.pivoted && i < lead.copy.size(); ++i)
      std::copy_n(a.row(i), lead.copy.size(), lead.copy.row(i));
    if (lead.pivoted && hidden_) hidden_->eliminate(a.data(), lead.copy);
    lead.usable = !lead.pivoted || lead.dense.factorise(lead.copy);
  }
  if (!lead.usable) return std::fill(b.begin(), b.end(), std::nan(""));
  lead.pivoted ? lead.dense.solve(lead.copy, b) : solve(lead.factors, b);
}

void StaticLu::solve_transposed(const SquareMatrix& a, std::span<double> b) const noexcept {
  if (pivoted_) return dense_.solve_transposed(a, b);
  if (!hidden_) return whole_.solve_transposed(b.data());
  std::vector<double>& side = hidden_->side;
  std::fill(std::copy(b.begin(), b.end(), side.begin()), side.end(), 0.0);
  whole_.solve_transposed(side.data());
  std::copy_n(side.begin(), b.size(), b.begin());
}

}  // namespace bramah
