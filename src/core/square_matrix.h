// A square matrix that equations write their slopes into, row by row. Rows are whole vectors of four
// numbers, so that loops over them need no rest; what lies behind the last column is scrap. Where its
// pattern is known, set_zero() costs what was written and not the square of the size. Where a block of it
// is spread out (pattern.h), the numbers of that stand behind the rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/pattern.h"

namespace bramah {

class SquareMatrix {
 public:
  explicit SquareMatrix(int size)
      : size_(size),
        stride_(static_cast<std::size_t>((size + 3) / 4 * 4)),
        a_(stride_ * static_cast<std::size_t>(size), 0.0) {}
  // Nothing outside the pattern may be written.
  explicit SquareMatrix(const Pattern& pattern, bool spread = false);

  int size() const noexcept { return size_; }
  // Of pattern.hidden_entries(), in their order, to be written each time by who announced them; nullptr
  // where nothing is spread out.
  double* hidden() noexcept {
    return spread_ ? &a_[stride_ * static_cast<std::size_t>(size_)] : nullptr;
  }
  double* row(int i) noexcept { return &a_[static_cast<std::size_t>(i) * stride_]; }
  const double* row(int i) const noexcept { return &a_[static_cast<std::size_t>(i) * stride_]; }
  void set_zero() noexcept {
    if (spoiled_) {
      std::fill(a_.begin(), a_.end(), 0.0);
      spoiled_ = written_.empty();
      return;
    }
    double* const a = a_.data();
#pragma GCC unroll 8
    for (const std::size_t at : written_) a[at] = 0.0;
  }
  // Something was written outside the pattern, by an elimination for example.
  void spoil() noexcept { spoiled_ = true; }

  std::size_t stride() const noexcept { return stride_; }  // from row to row
  double* data() noexcept { return a_.data(); }
  const double* data() const noexcept { return a_.data(); }

 private:
  int size_;
  std::size_t stride_;
  std::vector<double> a_;
  std::vector<std::size_t> written_;  // places of the pattern; empty: all
  bool spoiled_ = true, spread_ = false;
};

}  // namespace bramah
