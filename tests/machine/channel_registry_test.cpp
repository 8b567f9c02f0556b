// Channels that are read together give what each gives alone.
#include "machine/channel_registry.h"

#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include "coupling/stepper.h"

namespace bramah {
namespace {

TEST(ChannelRegistry, ReadsARowAsItReadsEachChannel) {
  for (const char* name : {"patu655", "four_bar", "truck_crane"}) {
    const Model model = load(std::string(BRAMAH_SOURCE_DIR "/models/") + name + ".yaml");
    State state = model.initial_state();
    Workspace work(model);
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(step(model, state, work, {}).converged);
    const std::size_t count = model.channels().size();
    std::vector<double> row(count + 1, -12345.0);
    model.observe(state, work, std::span(row).first(count));
    EXPECT_EQ(row.back(), -12345.0);
    const Snapshot shot = take_snapshot(model.plant(), state, work.scratch());
    for (std::size_t k = 0; k < count; ++k)
      EXPECT_EQ(row[k], model.read(static_cast<int>(k), shot)) << model.channels()[k].name;
  }
}

TEST(ChannelRegistry, KeepsTheOrderOfReaders) {
  ChannelRegistry registry;
  registry.add({{}, Reads::stored, 0, 1, 1});
  registry.add({[](const Snapshot&, double* out) { out[0] = 1.0, out[1] = 2.0, out[2] = 3.0; },
                Reads::motion, 0, 3});
  registry.add({[](const Snapshot&, double* out) { out[0] = 4.0; }});
  const std::array<double, 2> state{7.0, 8.0};
  const Snapshot shot{state};
  std::array<double, 5> row{};
  registry.read_all(shot, row);
  EXPECT_EQ(row, (std::array<double, 5>{8.0, 1.0, 2.0, 3.0, 4.0}));
  for (int k = 0; k < 5; ++k) EXPECT_EQ(registry.read(k, shot), row[k]);
  EXPECT_EQ(registry.reads(0), Reads::stored);
  EXPECT_EQ(registry.reads(3), Reads::motion);
  EXPECT_EQ(registry.reads(4), Reads::all);
}

}  // namespace
}  // namespace bramah
