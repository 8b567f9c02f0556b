// An instance's state as bytes, for other processes on computers of the same byte order:
//   8 bytes "BRAMAHF1", then 64-bit numbers: hash of the token, four counts, four numbers, four lists,
//   and the hash of all that.
#include <bit>
#include <cstring>

#include "instance.h"

namespace bramah::fmi {
namespace {

constexpr char kMagic[9] = "BRAMAHF1";
constexpr std::size_t kWord = 8;

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

std::uint64_t hash_of(const std::string& text) {
  return hash_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

struct Writer {
  std::vector<std::uint8_t> bytes;
  void word(std::uint64_t value) {
    const auto at = bytes.size();
    bytes.resize(at + kWord);
    std::memcpy(bytes.data() + at, &value, kWord);
  }
  void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
};

struct Reader {
  std::span<const std::uint8_t> left;
  std::uint64_t word() {
    if (left.size() < kWord) throw InputError("a serialised state that ends early");
    std::uint64_t value = 0;
    std::memcpy(&value, left.data(), kWord);
    left = left.subspan(kWord);
    return value;
  }
  double number() { return std::bit_cast<double>(word()); }
};

// In the order in which they are written.
std::array<std::vector<double>*, 4> lists(Kept& k) {
  return {&k.state, &k.inputs, &k.rates, &k.parameters};
}
std::array<double*, 4> numbers(Kept& k) { return {&k.rates_from, &k.start, &k.changed, &k.mode}; }

}  // namespace

std::vector<std::uint8_t> Instance::serialize(const Kept& kept) const {
  Kept copy = kept;
  Writer out;
  out.bytes.assign(kMagic, kMagic + kWord);
  out.word(hash_of(plan_.token));
  for (const auto* list : lists(copy)) out.word(list->size());
  for (const double* number : numbers(copy)) out.number(*number);
  for (const auto* list : lists(copy))
    for (const double value : *list) out.number(value);
  out.word(hash_of(out.bytes));
  return out.bytes;
}

Kept Instance::deserialize(std::span<const std::uint8_t> bytes) const {
  if (bytes.size() < 2 * kWord || std::memcmp(bytes.data(), kMagic, kWord) != 0)
    throw InputError("bytes that are no state of such an FMU");
  Reader end{bytes.last(kWord)};
  if (end.word() != hash_of(bytes.first(bytes.size() - kWord)))
    throw InputError("a serialised state that was changed on its way");
  Reader in{bytes.subspan(kWord, bytes.size() - 2 * kWord)};
  if (in.word() != hash_of(plan_.token)) throw InputError("a state of another FMU");
  Kept kept;
  std::uint64_t total = 0;
  for (auto* list : lists(kept)) {
    const std::uint64_t count = in.word();
    total += count;
    if (count > bytes.size() || total > bytes.size())
      throw InputError("a serialised state that ends early");
    list->resize(count);
  }
  for (double* number : numbers(kept)) *number = in.number();
  for (auto* list : lists(kept))
    for (double& value : *list) value = in.number();
  if (!in.left.empty()) throw InputError("a serialised state with more bytes than it says");
  return kept;
}

}  // namespace bramah::fmi
