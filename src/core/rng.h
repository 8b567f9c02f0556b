// Random numbers that are a function of (seed, counter): no state to carry, save or share.
//
// The mixer and its increment are those of SplitMix64 [Steele2014], so that random_bits() with a
// seed s walks the published sequence that starts from mix(s + increment).
#pragma once

#include <cstdint>

namespace bramah {

inline constexpr std::uint64_t kRandomIncrement =
    0x9E3779B97F4A7C15u;  // 2^64 over the golden ratio

[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// The seed is mixed first: neighbouring seeds must not give the same sequence, shifted.
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t seed,
                                                  std::uint64_t counter) noexcept {
  return mix_bits(mix_bits(seed + kRandomIncrement) + (counter + 1) * kRandomIncrement);
}

// Uniform in [0, 1), a multiple of 2^-53.
[[nodiscard]] constexpr double random_fraction(std::uint64_t seed, std::uint64_t counter) noexcept {
  return static_cast<double>(random_bits(seed, counter) >> 11) * 0x1p-53;
}

// Uniform in {0, ..., n - 1}; n below 2^32.
[[nodiscard]] constexpr std::uint64_t random_choice(std::uint64_t seed, std::uint64_t counter,
                                                    std::uint64_t n) noexcept {
  return ((random_bits(seed, counter) >> 32) * n) >> 32;
}

}  // namespace bramah
