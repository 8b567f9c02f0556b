#include <gtest/gtest.h>

#include <cmath>

#include "bramah/binding.h"
#include "bramah/bramah.h"

namespace bramah {
namespace {

Model machine(const std::string& name, const LoadOptions& options = {}) {
  return load(BRAMAH_SOURCE_DIR "/models/" + name + ".yaml", options);
}

// Where a number of the state has a channel of its name, both are the same.
TEST(StateNames, NumbersAreTheirChannels) {
  LoadOptions natural;
  natural.method = "ali3p";
  for (const Model& model : {machine("four_bar"), machine("patu655"), machine("circuit2"),
                             machine("four_bar", natural)}) {
    State state = model.initial_state();
    Workspace work(model);
    ASSERT_TRUE(advance(model, state, work, Inputs{}, 50).converged);
    std::vector<double> values(model.channels().size());
    model.observe(state, work, values);
    int compared = 0;
    for (const StateNumber& number : state_numbers(model)) {
      const int channel = model.find_channel(number.name);
      if (channel < 0) continue;
      const double there = values[static_cast<std::size_t>(channel)];
      EXPECT_NEAR(state.values()[number.at], there, 1e-9 * (1.0 + std::abs(there))) << number.name;
      ++compared;
    }
    EXPECT_GT(compared, 3) << model.name();
  }
}

TEST(StateNames, BlocksFillTheState) {
  const Model model = machine("four_bar");
  std::size_t next = State::kHeader;
  for (const StateBlock& block : state_blocks(model)) {
    EXPECT_EQ(block.first, next) << block.name;
    next += block.count;
  }
  EXPECT_EQ(next, model.initial_state().values().size());
}

// One channel alone reads less than all do, and to the bit the same: in a Workspace in which nothing
// was read before, and in one that has read all.
TEST(StateNames, OneChannelIsThatOfAll) {
  for (const std::string name : {"four_bar", "patu655", "excavator", "circuit3_servo",
                                 "winch_crane", "patu655_rack", "crane_single_cosim", "naya_rod"}) {
    const Model model = machine(name);
    State state = model.initial_state();
    Workspace stepping(model);
    const int last = static_cast<int>(model.channels().size());
    std::vector<double> all(static_cast<std::size_t>(last)), one(1);
    for (int round = 0; round < 3; ++round) {
      Workspace used(model), fresh(model);
      model.observe(state, used, all);
      for (int c = 0; c < last; ++c)
        for (Workspace* work : {&used, &fresh, &stepping}) {
          observe_some(model, state, *work, std::vector<int>{c}, one);
          EXPECT_EQ(one[0], all[static_cast<std::size_t>(c)])
              << name << " " << model.channels()[static_cast<std::size_t>(c)].name << " "
              << (work == &used    ? "used"
                  : work == &fresh ? "fresh"
                                   : "stepping");
        }
      ASSERT_TRUE(advance(model, state, stepping, Inputs{}, 20).converged) << name;
    }
  }
}

TEST(StateNames, ACulpritHasAName) {
  const Model model = machine("chrono_crane");
  State state = model.initial_state();
  Workspace work(model);
  EXPECT_EQ(culprit(model, step(model, state, work, Inputs{})), "");
  for (const StateNumber& number : state_numbers(model))
    if (number.name == "lift.A.p") state.values()[number.at] = NAN;
  const StepReport report = step(model, state, work, Inputs{});
  ASSERT_FALSE(report.converged);
  EXPECT_NE(explain(model, report).find(culprit(model, report)), std::string::npos);
  EXPECT_FALSE(culprit(model, report).empty());
}

}  // namespace
}  // namespace bramah
