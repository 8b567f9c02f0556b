// LU factorisation of a small dense block without exchanges, in vectors of four: what is left of a
// sparse matrix when the cheap pivots are gone (static_lu.h).
//
//   A = L U     U with ones on its diagonal                                                (Crout)
//   step k      u_kj = a_kj / a_kk;  a_ij -= a_ik u_kj  for all rows i and columns j beyond k
// Rows are whole vectors, with zeros behind the last column. Of L the columns are kept, of U the rows,
// zero on the other side of the diagonal: no loop needs to know where its row begins.
#pragma once

#include <span>
#include <vector>

namespace bramah {

class DenseBlock {
 public:
  // `scales`: of the unknowns, so that pivots can be compared; empty: all are alike.
  explicit DenseBlock(int size, std::span<const double> scales = {});

  int size() const noexcept { return size_; }
  int width() const noexcept { return width_; }  // from row to row

  // `a`: size rows of `width`; spoiled. False where a pivot is of no use: not finite, or smaller than
  // 1/most of what stands beside it.
  bool factorise(double* a, double most, std::span<double> inverse) noexcept;
  // x has room for `width` numbers, the last of them zero.
  void solve(std::span<const double> inverse, double* x) const noexcept;
  void solve_transposed(std::span<const double> inverse, double* x) const noexcept;

 private:
  template <int kWidth>
  bool factorise_rows(double* a, double most, double* inverse) noexcept;
  template <int kWidth>
  void solve_rows(const double* inverse, double* x) const noexcept;

  int size_, width_;
  std::vector<double> lower_, upper_;
  std::vector<double> beyond_;  // 1 right of the diagonal, else 0
  std::vector<double> weight_;  // of entries right of it: in units of their row
};

}  // namespace bramah
