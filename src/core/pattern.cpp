#include "core/pattern.h"

namespace bramah {

Pattern Pattern::spread(std::span<const int> unknowns) const {
  std::vector<int> place(static_cast<std::size_t>(size_ + hidden_), -1);
  for (std::size_t i = 0; i < unknowns.size(); ++i) place[unknowns[i]] = static_cast<int>(i);
  Pattern out(static_cast<int>(unknowns.size()));
  for (const int row : unknowns)
    for (const int column : unknowns)
      if (row < size_ && column < size_ && always(row, column)) out.add(place[row], place[column]);
  for (const Entry& e : hidden_entries_)
    if (place[e.row] >= 0 && place[e.column] >= 0) out.add(place[e.row], place[e.column]);
  for (const int unknown : turns_)
    if (place[unknown] >= 0) out.eliminate_in_turn(place[unknown]);
  return out;
}

}  // namespace bramah
