#include "run/state_text.h"

#include <gmock/gmock.h>

#include "coupling/plant.h"
#include "model_file/machine_text.h"

namespace bramah {
namespace {

// A machine with a surrogate has all the blocks that are rare.
Model servo() { return load(model_path("circuit3_servo")); }

TEST(StateText, KeepsEveryBit) {
  const Model model = servo();
  State state = model.initial_state();
  state.values()[5] = -0.0;
  state.values()[6] = 1.0 / 3.0;
  const auto again = read_state(state_text(state));
  ASSERT_TRUE(again);
  EXPECT_EQ(first_difference(model, state, *again), "");
  EXPECT_FALSE(read_state("12"));
}

// Every number of a state has a name: no block is forgotten.
TEST(StateText, NamesEveryEntry) {
  const Model model = servo();
  const State state = model.initial_state();
  for (std::size_t k = 0; k < state.values().size(); ++k) {
    State other = state;
    other.values()[k] = state.values()[k] + 1.0;
    EXPECT_THAT(first_difference(model, state, other), testing::Not(testing::StartsWith("entry ")))
        << k;
  }
}

TEST(StateText, NamesTheBlock) {
  const Model model = servo();
  const Layout& layout = model.plant().layout;
  const State state = model.initial_state();
  const auto difference_in = [&](const Block& block) {
    State other = state;
    other.values()[block.first + 1] += 1.0;
    return first_difference(model, state, other);
  };
  ASSERT_GT(layout.surrogate.count, 1u);
  ASSERT_GT(layout.physics.count, 1u);
  EXPECT_THAT(difference_in(layout.surrogate), testing::StartsWith("surrogate[1]: "));
  EXPECT_THAT(difference_in(layout.physics), testing::StartsWith("physics[1]: "));
}

// The blocks follow each other without gaps, so that what has no block is no state.
TEST(StateText, BlocksFillTheState) {
  const Model model = servo();
  const Layout& layout = model.plant().layout;
  std::size_t next = State::kHeader;
  for (const NamedBlock& named : layout.blocks) {
    EXPECT_EQ(named.block.first, next) << named.name;
    next += named.block.count;
  }
  EXPECT_EQ(next, layout.size);
}

}  // namespace
}  // namespace bramah
