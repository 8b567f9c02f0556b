#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bramah/binding.h"
#include "bramah/bramah.h"
#include "coupling/stepper.h"
#include "machine/snapshot.h"

namespace bramah {
namespace {

using testing::HasSubstr;

Model four_bar(const char* method) {
  LoadOptions options;
  options.method = method;
  return load(BRAMAH_SOURCE_DIR "/models/four_bar.yaml", options);
}

State moving(const Model& model) {
  State state = model.initial_state();
  Workspace work(model);
  EXPECT_TRUE(advance(model, state, work, Inputs{}, 1200).converged);
  return state;
}

// One degree of freedom: an angle, its rate, three pressures and a spool. Each can be moved alone; the
// dependent angles and rates follow so that the loop stays closed.
TEST(Neighbours, AreMovedInOneNumberWithLoopsClosed) {
  const Model model = four_bar("semirecursive");
  const State state = moving(model);
  Neighbours near(model, state);
  ASSERT_EQ(near.numbers().size(), 2u + 4u);
  Workspace work(model);
  const State here = near.moved(0, 0.0);
  for (std::size_t k = 0; k < near.numbers().size(); ++k) {
    const double by = 1e-3 * near.scales()[k];
    const State moved = near.moved(k, by);
    for (std::size_t i = 0; i < near.numbers().size(); ++i) {
      const std::size_t at = near.numbers()[i].at;
      EXPECT_NEAR(moved.values()[at] - here.values()[at], i == k ? by : 0.0,
                  1e-12 * near.scales()[i])
          << near.numbers()[k].name << " moves " << near.numbers()[i].name;
    }
    const Gaps gaps = take_snapshot(model.plant(), moved, work.scratch()).gaps;
    EXPECT_LT(gaps.position, 1e-12);
    EXPECT_LT(gaps.rate, 1e-12);
    EXPECT_NE(std::vector<double>(moved.values().begin(), moved.values().end()),
              std::vector<double>(here.values().begin(), here.values().end()));
  }
}

TEST(Neighbours, NaturalCoordinatesAreRefused) {
  const Model model = four_bar("ali3p");
  try {
    Neighbours near(model, model.initial_state());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("expected one in joint coordinates"));
  }
}

}  // namespace
}  // namespace bramah
