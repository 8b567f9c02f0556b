// Sobol': x_k = XOR of the direction numbers v_j of the set bits j of k. v_j = m_j / 2^j, and with the
// primitive polynomial x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1 over GF(2)
//   m_j = 2 a_1 m_(j-1) ^ 4 a_2 m_(j-2) ^ ... ^ 2^(s-1) a_(s-1) m_(j-s+1) ^ 2^s m_(j-s) ^ m_(j-s)
// from m_1 ... m_s, which may be any odd numbers below 2^j; those of Joe and Kuo make projections on
// two dimensions even.
#include "analysis/point_sets.h"

#include <array>
#include <bit>

#include "core/rng.h"

namespace bramah {
namespace {

constexpr int kBits = 32;

struct Direction {
  int degree;                 // s
  unsigned coefficients;      // a_1 ... a_(s-1), a_1 the highest bit
  std::array<unsigned, 7> m;  // m_1 ... m_s
};

// Dimensions 2 to 21 of Joe and Kuo's table of 2008; the first has all m = 1.
constexpr Direction kDirections[kMostSobolDimensions - 1] = {{1, 0, {1}},
                                                             {2, 1, {1, 3}},
                                                             {3, 1, {1, 3, 1}},
                                                             {3, 2, {1, 1, 1}},
                                                             {4, 1, {1, 1, 3, 3}},
                                                             {4, 4, {1, 3, 5, 13}},
                                                             {5, 2, {1, 1, 5, 5, 17}},
                                                             {5, 4, {1, 1, 5, 5, 5}},
                                                             {5, 7, {1, 1, 7, 11, 19}},
                                                             {5, 11, {1, 1, 5, 1, 1}},
                                                             {5, 13, {1, 1, 1, 3, 11}},
                                                             {5, 14, {1, 3, 5, 5, 31}},
                                                             {6, 1, {1, 3, 3, 9, 7, 49}},
                                                             {6, 13, {1, 1, 1, 15, 21, 21}},
                                                             {6, 16, {1, 3, 1, 13, 27, 49}},
                                                             {6, 19, {1, 1, 1, 15, 7, 5}},
                                                             {6, 22, {1, 3, 1, 15, 13, 25}},
                                                             {6, 25, {1, 1, 5, 5, 19, 61}},
                                                             {7, 1, {1, 3, 7, 11, 23, 15, 103}},
                                                             {7, 4, {1, 3, 7, 13, 13, 15, 69}}};

using Numbers = std::array<std::uint32_t, kBits>;  // v_1 ... v_32, as bits of a fraction

Numbers direction_numbers(int dimension) {
  Numbers v{};
  if (dimension == 0) {
    for (int j = 0; j < kBits; ++j) v[std::size_t(j)] = 1u << (kBits - 1 - j);
    return v;
  }
  const Direction& d = kDirections[dimension - 1];
  std::array<std::uint32_t, kBits> m{};
  for (int j = 0; j < kBits; ++j) {
    if (j < d.degree) {
      m[std::size_t(j)] = d.m[std::size_t(j)];
    } else {
      std::uint32_t sum = m[std::size_t(j - d.degree)] ^ (m[std::size_t(j - d.degree)] << d.degree);
      for (int i = 1; i < d.degree; ++i)
        if (d.coefficients >> (d.degree - 1 - i) & 1u) sum ^= m[std::size_t(j - i)] << i;
      m[std::size_t(j)] = sum;
    }
    v[std::size_t(j)] = m[std::size_t(j)] << (kBits - 1 - j);
  }
  return v;
}

std::uint64_t key_of(std::uint64_t seed, int dimension) {
  return random_bits(seed, 0x5eed0000u + static_cast<std::uint64_t>(dimension));
}

// Owen's: each digit is turned or not, by chance that depends on the digits before it.
std::uint32_t scrambled(std::uint32_t bits, std::uint64_t key) {
  std::uint32_t result = 0;
  for (int j = 0; j < kBits; ++j) {
    const std::uint64_t before = j == 0 ? 0 : bits >> (kBits - j);
    const auto turn = static_cast<std::uint32_t>(random_bits(key + std::uint64_t(j), before) >> 63);
    result |= ((bits >> (kBits - 1 - j) & 1u) ^ turn) << (kBits - 1 - j);
  }
  return result;
}

}  // namespace

double random_point(std::uint64_t seed, std::uint64_t k, int dimension) {
  return random_fraction(key_of(seed, dimension), k);
}

// A Feistel network on the next power of four, walked until it falls below n.
std::uint64_t permuted(std::uint64_t k, std::uint64_t n, std::uint64_t key) {
  if (n < 2) return 0;
  const int half = (std::bit_width(n - 1) + 1) / 2;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = k >> half, right = k & mask;
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::uint64_t next = left ^ (random_bits(key + round, right) & mask);
      left = right, right = next;
    }
    k = left << half | right;
  } while (k >= n);
  return k;
}

double latin_point(std::uint64_t seed, std::uint64_t k, std::uint64_t n, int dimension) {
  const std::uint64_t key = key_of(seed, dimension);
  const auto slice = static_cast<double>(permuted(k, n, key));
  return (slice + random_fraction(key ^ kRandomIncrement, k)) / static_cast<double>(n);
}

std::uint32_t sobol_bits(std::uint32_t k, int dimension) {
  static const auto kAll = [] {
    std::array<Numbers, kMostSobolDimensions> all{};
    for (int d = 0; d < kMostSobolDimensions; ++d) all[std::size_t(d)] = direction_numbers(d);
    return all;
  }();
  std::uint32_t bits = 0;
  for (int j = 0; k != 0; ++j, k >>= 1)
    if (k & 1u) bits ^= kAll[std::size_t(dimension)][std::size_t(j)];
  return bits;
}

double sobol_point(std::uint64_t seed, std::uint64_t k, int dimension) {
  const std::uint64_t key = key_of(seed, dimension);
  const std::uint32_t bits = scrambled(sobol_bits(static_cast<std::uint32_t>(k), dimension), key);
  // Within the last digit by chance, so that no point lies on an edge.
  return (static_cast<double>(bits) + random_fraction(key ^ kRandomIncrement, k)) * 0x1p-32;
}

}  // namespace bramah
