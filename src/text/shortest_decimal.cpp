#include "text/shortest_decimal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace bramah {
namespace {

using Wide = unsigned __int128;

constexpr int kFractionBits = 52, kBias = 1075;
constexpr std::uint64_t kHidden = std::uint64_t{1} << kFractionBits;
constexpr int kLeastPower = -292, kMostPower = 324;

// floor(log2 10^e) and floor(log10 2^e), without and with the factor 3/4 of an interval that is shorter
// below than above; exact for all exponents that doubles have.
constexpr int log2_of_power(int e) noexcept { return (e * 1741647) >> 19; }
constexpr int log10_of_two(int e) noexcept { return (e * 1262611) >> 22; }
constexpr int log10_of_three_quarters(int e) noexcept { return (e * 1262611 - 524031) >> 22; }

// A natural number of any size: just enough for the table of powers.
class Natural {
 public:
  explicit Natural(std::uint32_t value) : limbs_{value} {}
  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry > 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }
  void shift_one(bool low) {
    for (std::uint32_t& limb : limbs_) {
      const bool out = limb >> 31 != 0;
      limb = limb << 1 | static_cast<std::uint32_t>(low);
      low = out;
    }
    if (low) limbs_.push_back(1);
  }
  int bits() const noexcept {
    return 32 * static_cast<int>(limbs_.size()) - std::countl_zero(limbs_.back());
  }
  bool bit(int i) const noexcept { return limbs_[i / 32] >> i % 32 & 1; }
  bool zero() const noexcept { return limbs_.size() == 1 && limbs_[0] == 0; }
  bool less(const Natural& other) const noexcept {
    if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size();
    return std::lexicographical_compare(limbs_.rbegin(), limbs_.rend(), other.limbs_.rbegin(),
                                        other.limbs_.rend());
  }
  void subtract(const Natural& other) {
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      borrow += std::int64_t{limbs_[i]} - (i < other.limbs_.size() ? other.limbs_[i] : 0);
      limbs_[i] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
    while (limbs_.size() > 1 && limbs_.back() == 0) limbs_.pop_back();
  }

 private:
  std::vector<std::uint32_t> limbs_;  // the least first
};

// 10^k, scaled by a power of two to 128 bits and rounded up. With 10^k = 5^k 2^k the twos go into the
// scale.
struct Powers {
  Powers() {
    Natural five(1);
    for (int k = 0; k <= kMostPower; ++k, five.multiply(5)) {
      scaled[k - kLeastPower] = leading(five);
      if (-k >= kLeastPower) scaled[-k - kLeastPower] = reciprocal(five);
    }
  }

  // The first 128 bits of n, rounded up.
  static Wide leading(const Natural& n) noexcept {
    const int bits = n.bits();
    Wide first = 0;
    for (int i = 0; i < 128; ++i) first = first << 1 | (i < bits && n.bit(bits - 1 - i) ? 1 : 0);
    bool more = false;
    for (int i = 128; i < bits; ++i) more = more || n.bit(bits - 1 - i);
    return first + (more ? 1 : 0);
  }
  // The first 128 bits of 1/n, rounded up: long division of 2^(bits - 1), which is at most n.
  static Wide reciprocal(const Natural& n) {
    Natural rest(1);
    for (int i = 1; i < n.bits(); ++i) rest.shift_one(false);
    Wide quotient = 0;
    bool begun = false;
    for (int digits = 0; digits < 128;) {
      const bool one = !rest.less(n);
      if (one) rest.subtract(n);
      begun = begun || one;
      if (begun) quotient = quotient << 1 | (one ? 1 : 0), ++digits;
      rest.shift_one(false);
    }
    return quotient + (rest.zero() ? 0 : 1);
  }

  std::array<Wide, kMostPower - kLeastPower + 1> scaled;
};

// g c 2^-128, its last bit set where anything was cut off.
std::uint64_t round_to_odd(Wide g, std::uint64_t c) noexcept {
  const Wide low = Wide{static_cast<std::uint64_t>(g)} * c;
  const Wide high = (g >> 64) * c + static_cast<std::uint64_t>(low >> 64);
  return static_cast<std::uint64_t>(high >> 64) | (static_cast<std::uint64_t>(high) > 1 ? 1 : 0);
}

// The eight digits of a number as eight bytes, the first digit in the lowest: halved and halved again, all
// parts at once.
std::uint64_t eight_digits(std::uint32_t value) noexcept {
  const std::uint64_t fours = value / 10000 | std::uint64_t{value % 10000} << 32;
  const std::uint64_t hundreds = (fours * 10486 >> 20) & 0x0000'007f'0000'007f;
  const std::uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
  const std::uint64_t tens = (twos * 103 >> 10) & 0x000f'000f'000f'000f;
  return tens | (twos - 10 * tens) << 8;
}

constexpr auto kPowersOfTen = [] {
  std::array<std::uint64_t, 18> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

int digits_of(std::uint64_t value) noexcept {
  const int about = (64 - std::countl_zero(value)) * 1233 >> 12;
  return about + (value >= kPowersOfTen[about] ? 1 : 0);
}

// The digits of a number, without zeros at its end, and how much the first one counts.
struct Digits {
  alignas(8) char text[40];  // 17 places are written; what is behind them may be copied
  const char* first;
  int count, exponent;

  explicit Digits(const Decimal& decimal) noexcept {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t kEight = 100'000'000, kZeros = 0x3030'3030'3030'3030;
    const std::uint64_t high = decimal.digits / kEight, top = high / kEight;
    const std::uint64_t middle = eight_digits(static_cast<std::uint32_t>(high % kEight));
    const std::uint64_t low = eight_digits(static_cast<std::uint32_t>(decimal.digits % kEight));
    text[7] = static_cast<char>('0' + top);
    const std::uint64_t words[] = {middle | kZeros, low | kZeros};
    std::memcpy(text + 8, words, sizeof words);
    const int all = digits_of(decimal.digits);
    const int zeros = low != 0      ? std::countl_zero(low) / 8
                      : middle != 0 ? 8 + std::countl_zero(middle) / 8
                                    : 16;
    first = text + 24 - all;
    count = all - zeros;
    exponent = decimal.exponent + all - 1;
  }
};

char* write_exponent(char* at, int exponent) noexcept {
  *at++ = 'e';
  *at++ = exponent < 0 ? '-' : '+';
  int size = std::abs(exponent);
  if (size >= 100) *at++ = static_cast<char>('0' + size / 100), size %= 100;
  *at++ = static_cast<char>('0' + size / 10);
  *at++ = static_cast<char>('0' + size % 10);
  return at;
}

// Fixed or scientific, whichever is shorter. Copies are of 16 places, which costs less than to ask how many.
char* arrange(char* at, const Digits& d) noexcept {
  const int fixed = d.count + 1 + std::max(0, -d.exponent);
  const int scientific = d.count + (d.count > 1) + (std::abs(d.exponent) < 100 ? 4 : 5);
  if (fixed > scientific) {
    *at = d.first[0];
    at[1] = '.';
    std::memcpy(at + 2, d.first + 1, 16);
    return write_exponent(at + d.count + (d.count > 1), d.exponent);
  }
  if (d.exponent < 0) {  // not far: at most three zeros follow the point
    std::memcpy(at, "0.000000", 8);
    at += 1 - d.exponent;
    std::memcpy(at, d.first, 16);
    at[16] = d.first[16];
    return at + d.count;
  }
  std::memcpy(at, d.first, 16);
  at += d.exponent + 1;
  *at = '.';
  std::memcpy(at + 1, d.first + d.exponent + 1, 16);
  return at + d.count - d.exponent;
}

}  // namespace

Decimal shortest_decimal(double value) noexcept {
  static const Powers powers;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t fraction = bits & (kHidden - 1);
  const int biased = static_cast<int>(bits >> kFractionBits);
  const std::uint64_t c = biased > 0 ? kHidden | fraction : fraction;
  const int q = (biased > 0 ? biased : 1) - kBias;

  const bool shorter_below = fraction == 0 && biased > 1;  // the neighbour below is half as far
  const int k = shorter_below ? log10_of_three_quarters(q) : log10_of_two(q);
  const int shift = q + log2_of_power(-k) + 1;
  const Wide g = powers.scaled[-k - kLeastPower];
  // Four times the ends and the middle of the interval, over 10^k. Ends round to an even c.
  const std::uint64_t odd = c & 1;
  const std::uint64_t lower = round_to_odd(g, (4 * c - (shorter_below ? 1 : 2)) << shift) + odd;
  const std::uint64_t middle = round_to_odd(g, (4 * c) << shift);
  const std::uint64_t upper = round_to_odd(g, (4 * c + 2) << shift) - odd;

  const std::uint64_t below = middle / 4, tens = below / 10;
  if (below >= 10) {
    const bool under = lower <= 40 * tens, over = 40 * tens + 40 <= upper;
    if (under != over) return {tens + (over ? 1 : 0), k + 1};
  }
  const bool under = lower <= 4 * below, over = 4 * below + 4 <= upper;
  if (under != over) return {below + (over ? 1 : 0), k};
  const std::uint64_t half = 4 * below + 2;
  const bool up = middle > half || (middle == half && (below & 1) != 0);
  return {below + (up ? 1 : 0), k};
}

char* write_shortest(char* at, double value) noexcept {
  if (value == 0.0) {
    if (std::signbit(value)) *at++ = '-';
    *at++ = '0';
    return at;
  }
  // Whole numbers are written in full where that is shorter: seldom, and not here.
  if (!std::isfinite(value) || std::trunc(value) == value)
    return std::to_chars(at, at + kShortestWidth, value).ptr;
  if (value < 0.0) *at++ = '-';
  return arrange(at, Digits(shortest_decimal(std::abs(value))));
}

}  // namespace bramah
