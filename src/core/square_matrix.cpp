#include "core/square_matrix.h"

namespace bramah {

SquareMatrix::SquareMatrix(const Pattern& pattern, bool spread) : SquareMatrix(pattern.size()) {
  for (int row = 0; row < size_; ++row)
    for (int column = 0; column < size_; ++column)
      if (spread ? pattern.always(row, column) : pattern.has(row, column))
        written_.push_back(static_cast<std::size_t>(row) * stride_ +
                           static_cast<std::size_t>(column));
  if (2 * written_.size() > a_.size()) written_.clear();
  spoiled_ = written_.empty();
  if (!spread) return;
  spread_ = true;
  a_.resize(a_.size() + pattern.hidden_entries().size(), 0.0);
}

}  // namespace bramah
