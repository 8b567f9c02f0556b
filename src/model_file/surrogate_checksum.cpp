#include "model_file/surrogate_checksum.h"

#include <array>
#include <bit>
#include <cstdint>

#include "model_file/source.h"

namespace bramah {

namespace {

// Eight bytes, the lowest first, on every computer.
void add(Hash& hash, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 is 0
  std::array<char, 8> bytes{};
  for (std::size_t k = 0; k < bytes.size(); ++k)
    bytes[k] = static_cast<char>((bits >> (8 * k)) & 0xff);
  hash.add({bytes.data(), bytes.size()});
}

}  // namespace

std::string checksum_of(const Surrogate& s) {
  Hash hash;
  for (const auto* channels : {&s.inputs, &s.outputs})
    for (const SurrogateChannel& channel : *channels)
      add(hash, channel.lower), add(hash, channel.upper);
  for (const double value : s.network.parameters) add(hash, value);
  return hash.hex();
}

}  // namespace bramah
