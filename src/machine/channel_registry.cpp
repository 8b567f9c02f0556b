#include "machine/channel_registry.h"

#include <array>
#include <cassert>

namespace bramah {

void ChannelRegistry::add(ChannelReader reader) {
  assert(reader.count <= kMostTogether);
  reader.first = reader_of_.size();
  reader_of_.resize(reader.first + reader.count, readers_.size());
  readers_.push_back(std::move(reader));
}

double ChannelRegistry::read(int channel, const Snapshot& at) const {
  const ChannelReader& reader = reader_of(channel);
  if (!reader.read) return at.state[reader.stored];
  std::array<double, kMostTogether> values;
  reader.read(at, values.data());
  return values[static_cast<std::size_t>(channel) - reader.first];
}

void ChannelRegistry::read_all(const Snapshot& at, std::span<double> values) const {
  assert(values.size() == reader_of_.size());
  for (const ChannelReader& reader : readers_)
    if (reader.read)
      reader.read(at, &values[reader.first]);
    else
      values[reader.first] = at.state[reader.stored];
}

}  // namespace bramah
