// Which entries of a square matrix may ever differ from zero: what equations write, whatever their
// numbers are. Made once, when a machine is built.
#pragma once

#include <span>
#include <vector>

namespace bramah {

class Pattern {
 public:
  explicit Pattern(int size) : size_(size), has_(static_cast<std::size_t>(size) * size, 0) {}
  static Pattern full(int size) {
    Pattern p(size);
    p.has_.assign(p.has_.size(), 1);
    return p;
  }

  int size() const noexcept { return size_; }
  bool has(int row, int column) const noexcept { return has_[at(row, column)] != 0; }
  void add(int row, int column) noexcept { has_[at(row, column)] = 1; }
  void add(std::span<const int> rows, std::span<const int> columns) noexcept {
    for (const int row : rows)
      for (const int column : columns) add(row, column);
  }
  void add_leading(int size) noexcept {
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) add(row, column);
  }
  // The square block of `size` whose first row and column is `first`.
  Pattern block(int first, int size) const {
    Pattern out(size);
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        if (has(first + row, first + column)) out.add(row, column);
    return out;
  }

 private:
  std::size_t at(int row, int column) const noexcept {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(column);
  }

  int size_;
  std::vector<char> has_;
};

}  // namespace bramah
