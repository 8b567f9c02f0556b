// A reader of zlib streams, one bit at a time, as RFC 1951 tells it: the rival of text/deflate.h.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bramah {

class Inflater {
 public:
  explicit Inflater(std::string stream) : in_(stream.substr(2)) {}

  std::string bytes() {
    for (bool last = false; !last;) {
      last = bits(1) == 1;
      const int kind = bits(2);
      if (kind == 0 || kind == 3) throw std::runtime_error("a block that is not expected");
      kind == 1 ? fixed() : own();
    }
    check_sum();
    return out_;
  }

 private:
  struct Code {
    std::vector<int> lengths;
    int read(Inflater& from) const {  // 3.2.2: codes of one length are consecutive numbers
      int code = 0, first = 0;
      for (int length = 1; length < 16; ++length) {
        code |= from.bits(1);
        int count = 0;
        for (std::size_t k = 0; k < lengths.size(); ++k)
          if (lengths[k] == length && code - first == count++) return static_cast<int>(k);
        first = (first + count) << 1;
        code <<= 1;
      }
      throw std::runtime_error("no such code");
    }
  };

  int bits(int count) {
    int value = 0;
    for (int k = 0; k < count; ++k, ++at_) {
      if (at_ / 8 >= in_.size()) throw std::runtime_error("the stream ends early");
      value |= (in_[at_ / 8] >> (at_ % 8) & 1) << k;
    }
    return value;
  }

  void check_sum() {
    std::uint32_t low = 1, high = 0, sum = 0;
    for (const char c : out_) {
      low = (low + static_cast<std::uint8_t>(c)) % 65521;
      high = (high + low) % 65521;
    }
    at_ = (at_ + 7) / 8 * 8;
    for (int k = 0; k < 4; ++k) sum = sum << 8 | static_cast<std::uint32_t>(bits(8));
    if (sum != (high << 16 | low)) throw std::runtime_error("the checksum is another");
  }

  void fixed() {
    Code letters{std::vector<int>(288, 8)};
    for (std::size_t k = 144; k < 280; ++k) letters.lengths[k] = k < 256 ? 9 : 7;
    say(letters, Code{std::vector<int>(30, 5)});
  }

  void own() {
    const int letters = bits(5) + 257, distances = bits(5) + 1, codes = bits(4) + 4;
    constexpr int order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    Code code{std::vector<int>(19, 0)};
    for (int k = 0; k < codes; ++k) code.lengths[static_cast<std::size_t>(order[k])] = bits(3);
    std::vector<int> all;
    while (static_cast<int>(all.size()) < letters + distances) {
      const int symbol = code.read(*this);
      if (symbol < 16) {
        all.push_back(symbol);
        continue;
      }
      const int value = symbol == 16 ? all.back() : 0;
      const int times = symbol == 16 ? 3 + bits(2) : symbol == 17 ? 3 + bits(3) : 11 + bits(7);
      all.insert(all.end(), static_cast<std::size_t>(times), value);
    }
    say(Code{{all.begin(), all.begin() + letters}}, Code{{all.begin() + letters, all.end()}});
  }

  void say(const Code& letters, const Code& distances) {
    constexpr int first[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                             31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    constexpr int more[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    constexpr int away[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                            33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                            1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    for (int symbol; (symbol = letters.read(*this)) != 256;) {
      if (symbol < 256) {
        out_ += static_cast<char>(symbol);
        continue;
      }
      const int length = first[symbol - 257] + bits(more[symbol - 257]);
      const int code = distances.read(*this);
      const int distance = away[code] + bits(code < 4 ? 0 : code / 2 - 1);
      for (int k = 0; k < length; ++k)
        out_ += out_.at(out_.size() - static_cast<std::size_t>(distance));
    }
  }

  std::string in_, out_;
  std::size_t at_ = 0;  // bits
};

}  // namespace bramah
