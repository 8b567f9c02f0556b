// A square matrix that equations write their slopes into, row by row. Rows are whole vectors of four
// numbers, so that loops over them need no rest; what lies behind the last column is scrap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bramah {

class SquareMatrix {
 public:
  explicit SquareMatrix(int size)
      : size_(size),
        stride_(static_cast<std::size_t>((size + 3) / 4 * 4)),
        a_(stride_ * static_cast<std::size_t>(size), 0.0) {}

  int size() const noexcept { return size_; }
  double* row(int i) noexcept { return &a_[static_cast<std::size_t>(i) * stride_]; }
  const double* row(int i) const noexcept { return &a_[static_cast<std::size_t>(i) * stride_]; }
  void set_zero() noexcept { std::fill(a_.begin(), a_.end(), 0.0); }

  std::size_t stride() const noexcept { return stride_; }  // from row to row
  double* data() noexcept { return a_.data(); }
  const double* data() const noexcept { return a_.data(); }

 private:
  int size_;
  std::size_t stride_;
  std::vector<double> a_;
};

}  // namespace bramah
