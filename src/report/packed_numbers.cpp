#include "report/packed_numbers.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bramah {

void PackedNumbers::column(std::span<const double> values) {
  const std::size_t n = values.size();
  std::vector<std::uint8_t> bytes(4 * n);
  std::uint32_t last = 0, second = 0, third = 0;  // bits of the numbers before
  for (std::size_t k = 0; k < n; ++k) {
    const float rounded = static_cast<float>(values[k]);
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(
        std::isfinite(rounded) ? rounded : std::numeric_limits<float>::quiet_NaN());
    const std::uint32_t change = bits - (last + second - third);
    const std::uint32_t folded = change << 1 ^ (change >> 31 ? ~0u : 0u);  // -1 is 1, 1 is 2
    for (std::size_t b = 0; b < 4; ++b)
      bytes[b * n + k] = static_cast<std::uint8_t>(folded >> 8 * b);
    third = k < 1 ? bits : second;
    second = k < 1 ? bits : last;
    last = bits;
  }
  for (std::size_t b = 0; b < 4; ++b) deflater_.block(std::span(bytes).subspan(b * n, n));
}

void PackedNumbers::columns(std::span<const double> rows, std::size_t width) {
  if (width == 0) return;
  std::vector<double> values(rows.size() / width);
  for (std::size_t c = 0; c < width; ++c) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = rows[k * width + c];
    column(values);
  }
}

std::string PackedNumbers::base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto byte = [&](std::size_t k) {
      return at + k < bytes.size() ? std::uint32_t{static_cast<std::uint8_t>(bytes[at + k])} : 0u;
    };
    const std::uint32_t three = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (std::size_t k = 0; k < 4; ++k)
      text += at + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63];
  }
  return text;
}

}  // namespace bramah
