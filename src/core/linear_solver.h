// A x = b, solved again and again for matrices of one size and one pattern of zeros.
//
//   enter   the matrix, written row by row; then right sides
//   leave   x in place of b; or the row whose pivot vanished
//   method  a Factorisation, chosen here and nowhere else: static_lu.h where many entries are known to
//           stay zero, else dense_lu.h
//   callers newton and the linearly implicit rules, mass matrices, loops, algebraic volumes
//
// The matrix has a leading block, [0, lead), that can be solved alone: projections do so
// [Naya2011, Eqs. 14-15]. No call but the constructor allocates.
#pragma once

#include <memory>
#include <span>

#include "core/square_matrix.h"

namespace bramah {

// How a matrix is taken apart. It may keep the factors in the matrix, which it is handed again to solve.
class Factorisation {
 public:
  virtual ~Factorisation() = default;
  // False if a pivot vanishes or is not finite; failed_row() then names it.
  virtual bool factorise(SquareMatrix&) noexcept = 0;
  virtual int failed_row() const noexcept = 0;
  virtual double smallest_pivot() const noexcept = 0;  // magnitude; after factorise()
  virtual void solve(const SquareMatrix&, std::span<double> b) const noexcept = 0;
  virtual void solve_lead(const SquareMatrix&, std::span<double> b) const noexcept = 0;
  virtual void solve_transposed(const SquareMatrix&, std::span<double> b) const noexcept = 0;
};

class LinearSolver : public SquareMatrix {
 public:
  LinearSolver(int size, int lead);
  // Of entries outside the pattern none may be written. `scales`: of the unknowns, so that pivots can be
  // compared; empty: all are alike. Where a block is spread out over hidden unknowns, rows hold less than
  // the whole matrix: its diagonal, and what is written in any case.
  LinearSolver(const Pattern& pattern, int lead, std::span<const double> scales = {});

  // Write all rows, then factorise; until then nothing can be solved.
  [[nodiscard]] bool factorise() noexcept { return method_->factorise(*this); }
  int failed_row() const noexcept { return method_->failed_row(); }
  double smallest_pivot() const noexcept { return method_->smallest_pivot(); }

  void solve(std::span<double> b) const noexcept { method_->solve(*this, b); }
  void solve_lead(std::span<double> b) const noexcept { method_->solve_lead(*this, b); }
  void solve_transposed(std::span<double> b) const noexcept { method_->solve_transposed(*this, b); }

 private:
  LinearSolver(const Pattern& pattern, int lead, std::span<const double> scales, bool spread);

  std::unique_ptr<Factorisation> method_;
};

}  // namespace bramah
