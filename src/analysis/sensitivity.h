// How much of an outcome's variance each axis explains [Sobol1993], from a design of blocks
// f(A_j), f(B_j), f(A_j with coordinate i of B_j), i = 1 ... d.
//
//   first order  S_i = mean f_B (f_ABi - f_A) / V        [Saltelli2010]: by itself
//   total        T_i = mean (f_A - f_ABi)^2 / (2 V)      [Jansen1999]: with all that it takes part in
//
// V is the variance of f_A and f_B together. The interval is that of 95 % of bootstrap resamples of
// the blocks, which are drawn by the seed. Blocks with a run that has no value are left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bramah {

struct SobolIndex {
  double value = 0.0, low = 0.0, high = 0.0;
};

struct Sensitivity {
  std::vector<SobolIndex> first, total;  // of each axis
  std::size_t blocks = 0, left_out = 0;
};

// `values`: block by block, d + 2 each.
Sensitivity sobol_indices(const std::vector<double>& values, int axes, std::uint64_t seed = 1);

// Of pairs without NaN; NaN: fewer than three, or no spread. `rank`: of ranks [Spearman].
double correlation(const std::vector<double>& x, const std::vector<double>& y, bool rank = false);

}  // namespace bramah
