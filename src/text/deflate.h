// Bytes made smaller, as a stream that every browser can read (zlib, RFC 1950 and 1951).
//
// Each block has Huffman codes of its own and looks for repetitions inside itself alone: what is alike
// goes into one block, such as the n-th bytes of a column of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace bramah {

class Deflater {
 public:
  Deflater();
  void block(std::span<const std::uint8_t> bytes);
  std::string finish();  // the whole stream; nothing can be added afterwards

 private:
  void put(std::uint32_t bits, int count);  // the lowest first
  void huffman_block(std::span<const std::uint8_t> bytes);

  std::string stream_;
  std::uint64_t pending_ = 0;
  int filled_ = 0;                    // bits in `pending_`
  std::uint32_t low_ = 1, high_ = 0;  // Adler's checksum
};

}  // namespace bramah
