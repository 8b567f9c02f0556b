#include "report/shown_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

std::string superscript(int exponent) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char digit : fmt::to_string(std::abs(exponent))) text += kDigits[digit - '0'];
  return text;
}

}  // namespace

std::string shown_number(double value, int digits) {
  if (std::isnan(value)) return "–";
  const std::string sign = std::signbit(value) && value != 0.0 ? "−" : "";
  const double size = std::abs(value);
  if (std::isinf(size)) return sign + "∞";
  if (size == 0.0) return "0";
  const std::string scientific = fmt::format("{:.{}e}", size, std::max(0, digits - 1));
  const std::size_t e = scientific.find('e');
  const int exponent = std::stoi(scientific.substr(e + 1));
  if (exponent >= 4 || exponent < -3)
    return sign + scientific.substr(0, e) + "×10" + superscript(exponent);
  return sign + fmt::format("{:.{}f}", size, std::max(0, digits - 1 - exponent));
}

}  // namespace bramah
