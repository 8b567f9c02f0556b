// LU factorisation of a small dense matrix, rows pivoted inside two diagonal blocks: first [0,
// lead), then [lead, size). The factors of the leading block are therefore those of that block
// alone, and a projection can reuse them [Naya2011, Eqs. 14-15]. No allocation after construction.
// Not for large or sparse systems: cost grows with the cube of the size.
#pragma once

#include <span>
#include <vector>

namespace bramah {

class DenseLu {
 public:
  DenseLu(int size, int lead);

  int size() const noexcept { return size_; }
  // Row i of the matrix to be factorised; write all rows, then call factorise().
  double* row(int i) noexcept { return &a_[static_cast<std::size_t>(i) * stride_]; }
  const double* row(int i) const noexcept { return &a_[static_cast<std::size_t>(i) * stride_]; }
  void set_zero() noexcept;

  // False if a pivot vanishes or is not finite; failed_row() then names it.
  [[nodiscard]] bool factorise() noexcept;
  int failed_row() const noexcept { return failed_row_; }
  double smallest_pivot() const noexcept;  // magnitude; after factorise()

  void solve(std::span<double> b) const noexcept;       // whole system, in place
  void solve_lead(std::span<double> b) const noexcept;  // leading block alone, in place
  void solve_transposed(std::span<double> b) const noexcept;

 private:
  bool eliminate(int first, int last) noexcept;
  void substitute(std::span<double> b, int n) const noexcept;

  int size_, lead_;
  std::size_t stride_;     // a multiple of 4, so that rows are whole vectors
  std::vector<double> a_;  // the matrix; after factorise() U, and below it scrap
  std::vector<double> l_;  // L, row by row
  std::vector<int> pivot_;
  std::vector<double> inverse_;  // of the pivots
  int failed_row_ = -1;
};

}  // namespace bramah
