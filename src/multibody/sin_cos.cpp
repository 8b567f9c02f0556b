#include "multibody/sin_cos.h"

#include <bit>
#include <cmath>
#include <numbers>

#pragma GCC diagnostic ignored "-Wpsabi"  // lanes stay inside this file

namespace bramah {

namespace {

using Lanes = double __attribute__((vector_size(32)));
using Bits = long long __attribute__((vector_size(32)));

constexpr double kMost = 1e6;                  // [rad]
constexpr double kWhole = 6755399441055744.0;  // 1.5 2^52: what is added to it is rounded
constexpr double kPiece[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34,
                             0x1.3198a2e037073p-69};  // of pi/2; the first two times n are exact
constexpr double kSeries[] = {                        // of r^3, r^4, ... : 1/3!, 1/4!, ...
    1.0 / 6.0,          1.0 / 24.0,         1.0 / 120.0,        1.0 / 720.0,
    1.0 / 5040.0,       1.0 / 40320.0,      1.0 / 362880.0,     1.0 / 3628800.0,
    1.0 / 39916800.0,   1.0 / 479001600.0,  1.0 / 6227020800.0, 1.0 / 87178291200.0,
    1.0 / 1307674368e3, 1.0 / 20922789888e3};

// 1/k! - z (1/(k + 2)! - z (1/(k + 4)! - ...)), seven terms
inline Lanes alternating(const Lanes& z, int k) {
  const double last = kSeries[k - 3 + 12];
  Lanes sum = {last, last, last, last};
#pragma GCC unroll 8
  for (int term = 10; term >= 0; term -= 2) sum = kSeries[k - 3 + term] - z * sum;
  return sum;
}

}  // namespace

void sin_cos(const double* angle, int count, SinCos* out) noexcept {
  Lanes x = {0.0, 0.0, 0.0, 0.0};
  if (count == 4)
    __builtin_memcpy(&x, angle, sizeof x);
  else
    for (int i = 0; i < count; ++i) x[i] = angle[i];
  const Bits inside = (x < kMost) & (x > -kMost);
  if (!(inside[0] & inside[1] & inside[2] & inside[3])) {
    for (int i = 0; i < count; ++i) out[i] = {std::sin(angle[i]), std::cos(angle[i])};
    return;
  }
  const Lanes shifted = x * (2.0 / std::numbers::pi) + kWhole, n = shifted - kWhole;
  const Lanes r = ((x - n * kPiece[0]) - n * kPiece[1]) - n * kPiece[2], z = r * r;
  const Lanes sin = r - r * z * alternating(z, 3), cos = 1.0 - z * (0.5 - z * alternating(z, 4));
  const Bits quadrant = std::bit_cast<Bits>(shifted), odd = -(quadrant & 1);
  const Bits sines = std::bit_cast<Bits>(sin), cosines = std::bit_cast<Bits>(cos);
  const Bits s = ((sines & ~odd) | (cosines & odd)) ^ ((quadrant & 2) << 62);
  const Bits c = ((cosines & ~odd) | (sines & odd)) ^ (((quadrant + 1) & 2) << 62);
  const Lanes sin_x = std::bit_cast<Lanes>(s), cos_x = std::bit_cast<Lanes>(c);
  for (int i = 0; i < count; ++i) out[i] = {sin_x[i], cos_x[i]};
}

}  // namespace bramah
