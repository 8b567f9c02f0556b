// Reads what report/packed_numbers.h writes, as the page's script does.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/inflate.h"

namespace bramah {

class UnpackedNumbers {
 public:
  explicit UnpackedNumbers(const std::string& base64) : bytes_(Inflater(decoded(base64)).bytes()) {}

  std::vector<float> column(std::size_t count) {
    std::vector<float> values;
    std::vector<std::uint32_t> bits;
    const auto before = [&](std::size_t k, std::size_t back) {
      return k == 0 ? 0u : bits[k - std::min(back, k)];
    };
    for (std::size_t k = 0; k < count; ++k) {
      std::uint32_t folded = 0;
      for (std::size_t b = 0; b < 4; ++b)
        folded |= std::uint32_t{static_cast<std::uint8_t>(bytes_.at(at_ + b * count + k))} << 8 * b;
      const std::uint32_t change = folded >> 1 ^ (folded & 1 ? ~0u : 0u);
      bits.push_back(change + before(k, 1) + before(k, 2) - before(k, 3));
      values.push_back(std::bit_cast<float>(bits.back()));
    }
    at_ += 4 * count;
    return values;
  }
  bool done() const { return at_ == bytes_.size(); }

 private:
  static std::string decoded(std::string_view text) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t pending = 0;
    int filled = 0;
    for (const char c : text.substr(0, text.find('='))) {
      pending = pending << 6 | static_cast<std::uint32_t>(digits.find(c));
      if ((filled += 6) >= 8) bytes += static_cast<char>(pending >> (filled -= 8) & 0xff);
    }
    return bytes;
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace bramah
