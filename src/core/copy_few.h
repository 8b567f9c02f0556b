// Copies of a few numbers, in place: a call of memmove costs as much as ten of them, and the blocks of
// a small machine's state have two to five.
#pragma once

#include <cstring>
#include <span>

namespace bramah {

inline void copy_few(std::span<const double> from, std::span<double> to) noexcept {
  const double* a = from.data();
  double* b = to.data();
  std::size_t left = from.size();
  for (; left >= 4; left -= 4, a += 4, b += 4) std::memcpy(b, a, 4 * sizeof(double));
  switch (left) {
    case 3:
      b[2] = a[2];
      [[fallthrough]];
    case 2:
      b[1] = a[1];
      [[fallthrough]];
    case 1:
      b[0] = a[0];
      break;
    default:
      break;
  }
}

}  // namespace bramah
