// With libFuzzer: half of the mutations are its own, half know numbers, words and lines.
#include <cstdint>
#include <cstring>

#include "fuzz/mixer.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  bramah::fuzz::Mixer mixer({{reinterpret_cast<const char*>(data), size}}, seed);
  const std::string text = mixer.next();
  const std::size_t kept = std::min(text.size(), most);
  std::memcpy(data, text.data(), kept);
  return kept;
}
