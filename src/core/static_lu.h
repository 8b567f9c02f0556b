// LU factorisation of a sparse matrix whose pattern is known beforehand.
//
// When it is made: the order of the pivots, all on the diagonal, each the one that makes the fewest
// further entries [Markowitz1957]; with it every entry that will arise, and the list of all
// operations. A factorisation is then a walk along that list, without a search and without a zero.
//
//   A = P^T L U P     U with ones on its diagonal; rows of both one after the other in one array:
//                     l_i1 ... | l_ii | u_ij ...                                            (Crout)
//   row i             a_ij -= l_ik u_kj  for every k in L's row, in order; then u_ij = a_ij / l_ii
// The last pivots, among which hardly a zero is left, are not listed but taken as a dense block.
//
// Pivots are not sought while time advances, so they are watched: where one vanishes, or is small
// beside its row (in units of the unknowns), the same matrix is given to DenseLu, which exchanges rows.
// The leading block, which projections ask for, has factors of its own, made when first asked for.
// Hidden unknowns (pattern.h) belong to the leading block; where rows must be exchanged, they are first
// eliminated: A - B H^-1 C.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/dense_block.h"
#include "core/dense_lu.h"
#include "core/pattern.h"

namespace bramah {

// Order, lists and factors for some of a matrix's unknowns.
class SparseFactors {
 public:
  using Place = std::function<int(int row, int column)>;  // of an entry's number in the matrix
  // `scales`: of the unknowns; may be empty.
  SparseFactors(const Pattern& pattern, std::span<const double> scales, const Place& place);

  bool factorise(const double* a) noexcept;  // false where a pivot is of no use
  double smallest_pivot() const noexcept;
  void solve(double* b) const noexcept;
  void solve_transposed(double* b) const noexcept;

  std::size_t operations() const noexcept { return operations_; }  // multiply and add
  std::size_t entries() const noexcept { return entries_; }        // of L and U
  int block() const noexcept { return block_.size(); }             // pivots not listed
  // Of a factorisation and two substitutions, in operations of the list.
  static double cost(const Pattern& pattern);

 private:
  struct Row {
    int first = 0, diagonal = 0, end = 0;  // in value_; of the block's rows what stands before it
    int end_step = 0;
  };
  struct Step {  // a_ij -= l_ik u_kj
    int to = 0, l = 0, u = 0;
  };
  using Entries = std::vector<std::vector<int>>;  // columns of each row of L + U, in order
  static std::vector<int> find_order(const Pattern&);
  static Entries find_entries(const Pattern&, const std::vector<int>& order);
  static int block_size(const Entries&);
  static std::size_t count_operations(const Entries&, int pivots);  // with the first ones
  void list(const Pattern& pattern, const Entries& entries, std::span<const double> scales,
            const Place& place);

  std::size_t operations_ = 0, entries_ = 0;
  std::vector<int> order_;  // unknown of each pivot
  std::vector<Row> rows_;
  std::vector<Step> steps_;
  std::vector<int> loads_;      // place in the matrix of each entry of value_
  std::vector<int> fills_;      // entries that have none there, and begin as zero
  std::vector<int> column_;     // of each entry, as a pivot's number
  std::vector<double> weight_;  // of each entry beside its row's pivot
  std::vector<double> value_, inverse_;
  mutable std::vector<double> x_;
  DenseBlock block_;
  int in_block_ = 0;  // where it begins in value_
};

class StaticLu final : public Factorisation {
 public:
  // `spread`: hidden unknowns are used.
  StaticLu(const Pattern& pattern, int lead, std::span<const double> scales, std::size_t stride,
           bool spread = false);

  bool factorise(SquareMatrix& a) noexcept override;
  int failed_row() const noexcept override { return dense_.failed_row(); }
  double smallest_pivot() const noexcept override;
  void solve(const SquareMatrix& a, std::span<double> b) const noexcept override;
  void solve_lead(const SquareMatrix& a, std::span<double> b) const noexcept override;
  void solve_transposed(const SquareMatrix& a, std::span<double> b) const noexcept override;
  bool pivoted() const noexcept { return pivoted_; }  // the last one, by DenseLu

  bool pays() const noexcept;  // beside DenseLu; where not, it must not be used
  static bool may_pay(const Pattern& pattern) noexcept;  // worth finding out
  static bool spread_pays(const Pattern& pattern);

 private:
  // The block spread out over hidden unknowns.
  struct Hidden {
    int size, first;  // unknowns that are not hidden; where the numbers begin in the matrix
    std::vector<Pattern::Entry> entries;
    SparseFactors own;         // H
    std::vector<double> side;  // (b, 0)
    std::vector<int> columns;  // of C
    Hidden(const Pattern& pattern, std::size_t stride);
    void eliminate(const double* matrix, SquareMatrix& a) noexcept;
  };
  struct Lead {
    SparseFactors factors;
    SquareMatrix copy;  // where its pivots are of no use
    DenseLu dense;
    bool ready = false, pivoted = false, usable = false;
    Lead(SparseFactors f, int size) : factors(std::move(f)), copy(size), dense(size, size) {}
  };
  void solve(const SparseFactors& factors, std::span<double> b) const noexcept;

  int size_;
  std::unique_ptr<Hidden> hidden_;  // none where nothing is spread out
  SparseFactors whole_;
  DenseLu dense_;
  bool pivoted_ = false;
  std::unique_ptr<Lead> lead_;  // none where it is the whole
};

}  // namespace bramah
