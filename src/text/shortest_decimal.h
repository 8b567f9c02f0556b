// The shortest decimal of a double, the characters that std::to_chars writes, in half of its time: results
// are mostly digits.
//
// A double c 2^q stands for all numbers nearer to it than to its neighbours, from vl to vr. At the largest
// power of ten below their distance one or two multiples lie between, at the next one at most one: that is
// the shorter, else the nearer is taken. All comparisons are made in 64 bits with 10^-k to 128
//                                                   [Giulietti2020, The Schubfach way to render doubles].
#pragma once

#include <cstddef>
#include <cstdint>

namespace bramah {

// d 10^k of a number that is positive, finite and not whole; d may end in zeros.
struct Decimal {
  std::uint64_t digits;
  int exponent;
};
Decimal shortest_decimal(double value) noexcept;

constexpr std::size_t kShortestWidth = 40;  // room that is needed; no text is longer than 24

// Writes at `at`, which has that room; returns the end of what was written.
char* write_shortest(char* at, double value) noexcept;

}  // namespace bramah
