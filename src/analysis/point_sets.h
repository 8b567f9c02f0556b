// Points of the unit cube [0, 1)^d, each a function of (seed, number, dimension): any rank computes
// any point, in any order, without the others.
//
//   random            independent
//   Latin hypercube   n points; in each dimension one in each of the n slices [k/n, (k+1)/n)
//   Sobol'            base 2, direction numbers of Joe and Kuo (2008), Owen's scrambling by the seed: of
//                     2^m points each elementary interval holds as many as of any other of its size
#pragma once

#include <cstdint>

namespace bramah {

constexpr int kMostSobolDimensions = 21;

[[nodiscard]] double random_point(std::uint64_t seed, std::uint64_t k, int dimension);
[[nodiscard]] double latin_point(std::uint64_t seed, std::uint64_t k, std::uint64_t n,
                                 int dimension);
// k below 2^32; dimension below kMostSobolDimensions.
[[nodiscard]] double sobol_point(std::uint64_t seed, std::uint64_t k, int dimension);

// As digits, without scrambling: the fraction is bits / 2^32.
[[nodiscard]] std::uint32_t sobol_bits(std::uint32_t k, int dimension);

// A permutation of 0 ... n-1 that the key chooses.
[[nodiscard]] std::uint64_t permuted(std::uint64_t k, std::uint64_t n, std::uint64_t key);

}  // namespace bramah
