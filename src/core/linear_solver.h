// A x = b, solved again and again for matrices of one size and one pattern of zeros.
//
//   enter   the matrix, written row by row; then right sides
//   leave   x in place of b; or the row whose pivot vanished
//   method  a Factorisation, chosen here and nowhere else: dense_lu.h
//   callers newton and the linearly implicit rules, mass matrices, loops, algebraic volumes
//
// The matrix has two diagonal blocks, [0, lead) and [lead, size). Pivots are sought inside a block, so
// that the factors of the leading one are those of that block alone and a projection can reuse them
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

  // Write all rows, then factorise; until then nothing can be solved.
  [[nodiscard]] bool factorise() noexcept { return method_->factorise(*this); }
  int failed_row() const noexcept { return method_->failed_row(); }
  double smallest_pivot() const noexcept { return method_->smallest_pivot(); }

  void solve(std::span<double> b) const noexcept { method_->solve(*this, b); }
  void solve_lead(std::span<double> b) const noexcept { method_->solve_lead(*this, b); }
  void solve_transposed(std::span<double> b) const noexcept { method_->solve_transposed(*this, b); }

 private:
  std::unique_ptr<Factorisation> method_;
};

}  // namespace bramah
