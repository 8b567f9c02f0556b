#include "text/deflate.h"

#include <algorithm>
#include <array>
#include <queue>
#include <vector>

namespace bramah {
namespace {

constexpr int kEnd = 256, kLetters = 286, kDistances = 30, kCodeCodes = 19;
constexpr std::size_t kLongest = 258, kWindow = 32768, kHash = 1 << 13;
constexpr std::size_t kWorth = 10;  // bytes: shorter repetitions cost more bits than they save

// RFC 1951, 3.2.5: the first length or distance of each code and how many bits say the rest.
struct Class {
  int first, bits;
};
constexpr auto kLengthClasses = [] {
  std::array<Class, 29> all{};
  for (int k = 0, first = 3; k < 28; ++k) {
    const int bits = k < 8 ? 0 : k / 4 - 1;
    all[static_cast<std::size_t>(k)] = {first, bits};
    first += 1 << bits;
  }
  all[28] = {258, 0};
  return all;
}();
constexpr auto kDistanceClasses = [] {
  std::array<Class, kDistances> all{};
  for (int k = 0, first = 1; k < kDistances; ++k) {
    const int bits = k < 4 ? 0 : k / 2 - 1;
    all[static_cast<std::size_t>(k)] = {first, bits};
    first += 1 << bits;
  }
  return all;
}();

template <std::size_t N>
int class_of(const std::array<Class, N>& classes, std::size_t value) {
  const auto after = std::ranges::upper_bound(classes, static_cast<int>(value), {}, &Class::first);
  return static_cast<int>(after - classes.begin()) - 1;
}

// A byte (distance 0) or a repetition.
struct Token {
  std::uint16_t value, distance;
};

// Greedy: at each place the last one that began with the same three bytes.
std::vector<Token> tokens_of(std::span<const std::uint8_t> bytes) {
  std::vector<Token> tokens;
  std::vector<std::size_t> last(kHash, SIZE_MAX);
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t length = 0, distance = 0;
    if (at + kWorth <= bytes.size()) {
      const std::uint32_t three = bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16;
      std::size_t& place = last[(three * 2654435761u >> 16) % kHash];
      if (place != SIZE_MAX && at - place <= kWindow) {
        const std::size_t most = std::min(kLongest, bytes.size() - at);
        while (length < most && bytes[place + length] == bytes[at + length]) ++length;
        distance = at - place;
      }
      place = at;
    }
    const bool repeats = length >= kWorth;
    tokens.push_back(
        repeats ? Token{static_cast<std::uint16_t>(length), static_cast<std::uint16_t>(distance)}
                : Token{bytes[at], 0});
    at += repeats ? length : 1;
  }
  return tokens;
}

using Counts = std::vector<std::uint32_t>;

// Huffman's lengths of codes, at most `longest`: rare symbols are taken for less rare until it fits.
std::vector<int> lengths_of(Counts counts, int longest) {
  for (;;) {
    const std::size_t n = counts.size();
    using Item = std::pair<std::uint64_t, std::size_t>;  // how often, which node
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    std::vector<std::size_t> parent(2 * n, SIZE_MAX);
    for (std::size_t k = 0; k < n; ++k)
      if (counts[k] > 0) queue.emplace(counts[k], k);
    std::vector<int> lengths(n, 0);
    if (queue.size() == 1) lengths[queue.top().second] = 1;
    std::size_t next = n;
    while (queue.size() > 1) {
      const Item a = queue.top();
      queue.pop();
      const Item b = queue.top();
      queue.pop();
      parent[a.second] = parent[b.second] = next;
      queue.emplace(a.first + b.first, next++);
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t up = parent[k]; up != SIZE_MAX; up = parent[up]) ++lengths[k];
    if (*std::ranges::max_element(lengths) <= longest) return lengths;
    for (std::uint32_t& count : counts)
      if (count > 0) count = (count >> 1) + 1;
  }
}

// RFC 1951, 3.2.2; bits in the order in which they are written.
std::vector<std::uint32_t> codes_of(const std::vector<int>& lengths) {
  std::array<std::uint32_t, 17> next{};
  for (const int length : lengths)
    if (length > 0) ++next[static_cast<std::size_t>(length) + 1];
  // next[k] counts the codes one shorter; then it is the first code of length k
  for (std::size_t k = 1; k < next.size(); ++k) next[k] = (next[k] + next[k - 1]) << 1;
  std::vector<std::uint32_t> codes;
  for (const int length : lengths) {
    std::uint32_t code = length > 0 ? next[static_cast<std::size_t>(length)]++ : 0, turned = 0;
    for (int k = 0; k < length; ++k, code >>= 1) turned = turned << 1 | (code & 1);
    codes.push_back(turned);
  }
  return codes;
}

// Lengths of codes in the alphabet of 3.2.7: runs of zeros and of the same length are one symbol.
struct CodeToken {
  int symbol, extra, bits;
};
std::vector<CodeToken> shorten(const std::vector<int>& lengths) {
  std::vector<CodeToken> tokens;
  for (std::size_t at = 0; at < lengths.size();) {
    std::size_t run = 1;
    while (at + run < lengths.size() && lengths[at + run] == lengths[at]) ++run;
    if (lengths[at] == 0 && run >= 3) {
      run = std::min<std::size_t>(run, 138);
      const int more = static_cast<int>(run);
      tokens.push_back(run >= 11 ? CodeToken{18, more - 11, 7} : CodeToken{17, more - 3, 3});
    } else if (lengths[at] > 0 && run >= 4) {
      run = std::min<std::size_t>(run, 7);
      tokens.push_back({lengths[at], 0, 0});
      tokens.push_back({16, static_cast<int>(run) - 4, 2});
    } else {
      run = 1;
      tokens.push_back({lengths[at], 0, 0});
    }
    at += run;
  }
  return tokens;
}

}  // namespace

Deflater::Deflater() { stream_ = "\x78\x9c"; }

void Deflater::put(std::uint32_t bits, int count) {
  pending_ |= static_cast<std::uint64_t>(bits) << filled_;
  for (filled_ += count; filled_ >= 8; filled_ -= 8, pending_ >>= 8)
    stream_ += static_cast<char>(pending_ & 0xff);
}

void Deflater::block(std::span<const std::uint8_t> bytes) {
  for (const std::uint8_t byte : bytes) {
    low_ = (low_ + byte) % 65521;
    high_ = (high_ + low_) % 65521;
  }
  if (!bytes.empty()) huffman_block(bytes);
}

void Deflater::huffman_block(std::span<const std::uint8_t> bytes) {
  // how often each symbol occurs
  const std::vector<Token> tokens = tokens_of(bytes);
  Counts letters(kLetters, 0), distances(kDistances, 0);
  letters[kEnd] = 1;
  for (const auto& [value, distance] : tokens) {
    if (distance == 0) {
      ++letters[value];
      continue;
    }
    ++letters[static_cast<std::size_t>(kEnd + 1 + class_of(kLengthClasses, value))];
    ++distances[static_cast<std::size_t>(class_of(kDistanceClasses, distance))];
  }
  if (*std::ranges::max_element(distances) == 0) distances[0] = 1;  // one code at least
  const std::vector<int> letter_lengths = lengths_of(letters, 15);
  const std::vector<int> distance_lengths = lengths_of(distances, 15);

  // the codes themselves, told by their lengths
  std::vector<int> both = letter_lengths;
  both.insert(both.end(), distance_lengths.begin(), distance_lengths.end());
  const std::vector<CodeToken> told = shorten(both);
  Counts uses(kCodeCodes, 0);
  for (const CodeToken& token : told) ++uses[static_cast<std::size_t>(token.symbol)];
  const std::vector<int> lengths = lengths_of(uses, 7);
  const std::vector<std::uint32_t> codes = codes_of(lengths);
  put(0, 1);  // not the last block
  put(2, 2);  // codes of its own
  put(kLetters - 257, 5);
  put(kDistances - 1, 5);
  put(kCodeCodes - 4, 4);
  for (const int k : {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15})
    put(static_cast<std::uint32_t>(lengths[static_cast<std::size_t>(k)]), 3);
  for (const auto& [symbol, extra, bits] : told) {
    const auto k = static_cast<std::size_t>(symbol);
    put(codes[k], lengths[k]);
    put(static_cast<std::uint32_t>(extra), bits);
  }

  // what is said with them
  const std::vector<std::uint32_t> letter_codes = codes_of(letter_lengths);
  const std::vector<std::uint32_t> distance_codes = codes_of(distance_lengths);
  const auto letter = [&](std::size_t k) { put(letter_codes[k], letter_lengths[k]); };
  for (const auto& [value, distance] : tokens) {
    if (distance == 0) {
      letter(value);
      continue;
    }
    const auto length = static_cast<std::size_t>(class_of(kLengthClasses, value));
    const auto away = static_cast<std::size_t>(class_of(kDistanceClasses, distance));
    letter(kEnd + 1 + length);
    put(static_cast<std::uint32_t>(value - kLengthClasses[length].first),
        kLengthClasses[length].bits);
    put(distance_codes[away], distance_lengths[away]);
    put(static_cast<std::uint32_t>(distance - kDistanceClasses[away].first),
        kDistanceClasses[away].bits);
  }
  letter(kEnd);
}

std::string Deflater::finish() {
  put(1, 1);  // the last block
  put(1, 2);  // fixed codes:
  put(0, 7);  // its end, and nothing before it
  if (filled_ > 0) put(0, 8 - filled_);
  for (const std::uint32_t half : {high_, low_})
    for (const int shift : {8, 0}) stream_ += static_cast<char>(half >> shift & 0xff);
  return std::move(stream_);
}

}  // namespace bramah
