// Which entries of a square matrix may ever differ from zero: what equations write, whatever their
// numbers are. Made once, when a machine is built.
//
// A block that fills up, like that of a long chain of links, may be announced in two ways: entry by
// entry (add_full), and spread out over further unknowns h, hidden behind the last, in few entries:
//
//   A x + B h = b,   C x + H h = 0          H triangular with ones on its diagonal
//
// Who solves takes the cheaper way (linear_solver.h). To all others the block is there as it is.
#pragma once

#include <span>
#include <vector>

namespace bramah {

class Pattern {
 public:
  explicit Pattern(int size) : size_(size), has_(static_cast<std::size_t>(size) * size, 0) {}
  static Pattern full(int size) {
    Pattern p(size);
    p.has_.assign(p.has_.size(), kAlways);
    return p;
  }

  int size() const noexcept { return size_; }
  bool has(int row, int column) const noexcept { return has_[at(row, column)] != kNone; }
  void add(int row, int column) noexcept { has_[at(row, column)] = kAlways; }
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

  struct Entry {
    int row = 0, column = 0;
  };
  // Written where nothing is hidden.
  void add_full(int row, int column) noexcept {
    if (!has(row, column)) has_[at(row, column)] = kFull;
  }
  int hide(int count) noexcept { return size_ + (hidden_ += count) - count; }  // the first of them
  void add_hidden(int row, int column) { hidden_entries_.push_back({row, column}); }  // of B, C, H

  // To be eliminated one after the other, as they are named; the others whenever it is cheap.
  void eliminate_in_turn(int unknown) { turns_.push_back(unknown); }

  int hidden() const noexcept { return hidden_; }
  const std::vector<int>& turns() const noexcept { return turns_; }
  const std::vector<Entry>& hidden_entries() const noexcept { return hidden_entries_; }
  bool always(int row, int column) const noexcept { return has_[at(row, column)] == kAlways; }
  // Of (A B; C H) for these unknowns alone.
  Pattern spread(std::span<const int> unknowns) const;

 private:
  enum : char { kNone, kAlways, kFull };
  std::size_t at(int row, int column) const noexcept {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(column);
  }

  int size_, hidden_ = 0;
  std::vector<char> has_;
  std::vector<Entry> hidden_entries_;
  std::vector<int> turns_;
};

}  // namespace bramah
