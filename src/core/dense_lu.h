// LU factorisation of a small dense matrix, rows pivoted inside the two diagonal blocks of
// linear_solver.h. Not for large or sparse systems: cost grows with the cube of the size.
#pragma once

#include <vector>

#include "core/linear_solver.h"

namespace bramah {

class DenseLu final : public Factorisation {
 public:
  DenseLu(int size, int lead);

  bool factorise(SquareMatrix& a) noexcept override;
  int failed_row() const noexcept override { return failed_row_; }
  double smallest_pivot() const noexcept override;
  void solve(const SquareMatrix& u, std::span<double> b) const noexcept override;
  void solve_lead(const SquareMatrix& u, std::span<double> b) const noexcept override;
  void solve_transposed(const SquareMatrix& u, std::span<double> b) const noexcept override;

 private:
  bool eliminate(SquareMatrix& a, int first, int last) noexcept;
  void substitute(const SquareMatrix& u, std::span<double> b, int n) const noexcept;

  int size_, lead_;
  std::vector<double> l_;  // L, row by row; U is left in the matrix, and below it scrap
  std::vector<int> pivot_;
  std::vector<double> inverse_;  // of the pivots
  int failed_row_ = -1;
};

}  // namespace bramah
