// What can be recorded, and how it is read. Numbers of the State are copied; neighbours that come from one
// evaluation, like the coordinates of a point, are read together.
//
// In: channels in their order, from build/channels.h. Out: the value of one, or of all for a row.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "machine/snapshot.h"

namespace bramah {

// Of one channel or of a few neighbours.
struct ChannelReader {
  std::function<void(const Snapshot&, double* values)> read;  // empty: a number of the State
  Reads reads = Reads::all;
  std::size_t first = 0, count = 1;  // channels
  std::size_t stored = 0;            // which number
};

class ChannelRegistry {
 public:
  static constexpr std::size_t kMostTogether = 4;

  std::vector<Channel> list;

  void add(ChannelReader reader);  // of the channels that were listed last
  double read(int channel, const Snapshot& at) const;
  void read_all(const Snapshot& at, std::span<double> values) const;
  Reads reads(int channel) const { return reader_of(channel).reads; }

 private:
  const ChannelReader& reader_of(int channel) const {
    return readers_[reader_of_[static_cast<std::size_t>(channel)]];
  }

  std::vector<ChannelReader> readers_;  // in the order of the channels
  std::vector<std::size_t> reader_of_;  // of each channel
};

}  // namespace bramah
