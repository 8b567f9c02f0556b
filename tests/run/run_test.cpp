// What a whole run reports.
#include "bramah/run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bramah/analysis.h"
#include "model_file/machine_text.h"
#include "slowness.h"

namespace bramah {
namespace {

// The time of a run is that of its steps: not of the rows recorded in between, nor of the clock.
// Four steps of two microseconds fit into reading both clocks once.
TEST(Run, TimesTheStepsAlone) {
  if (kSlowness > 1) GTEST_SKIP() << "sanitizers slow down recording more than stepping";
  const Model model = load(model_path("four_bar_smooth"));
  double run_s = 1e300, steps_s = 1e300;  // the least of several: others use the computer too
  const auto alike = [&] { return run_s < 1.3 * steps_s && run_s > 0.7 * steps_s; };
  for (int k = 0; k < 5 || (k < 60 && !alike()); ++k) {
    Recording recording;
    run_s = std::min(run_s, run(model, {.until = 1.0}, recording).cpu_s);
    steps_s =
        std::min(steps_s, stepping_cost(load(model_path("four_bar_smooth"), {.until = 1.0})).cpu_s);
  }
  EXPECT_LT(run_s, 1.3 * steps_s);
  EXPECT_GT(run_s, 0.7 * steps_s);
}

// Rows do not depend on the blocks they are stepped in.
TEST(Run, RecordsEveryRowOnce) {
  const Model model = load(model_path("four_bar_smooth"));
  Recording every, third;
  const RunSummary all = run(model, {.until = 0.5}, every);
  const RunSummary some = run(model, {.until = 0.5, .every = 3.0 * model.step_size()}, third);
  ASSERT_EQ(every.times.size(), static_cast<std::size_t>(all.steps) + 1);
  ASSERT_EQ(third.times.size(), static_cast<std::size_t>((some.steps + 2) / 3) + 1);
  for (std::size_t k = 0; 3 * k < every.times.size(); ++k) {
    EXPECT_EQ(third.times[k], every.times[3 * k]);
    EXPECT_TRUE(std::ranges::equal(third.row(k), every.row(3 * k))) << k;
    const auto first = every.newton.begin() + static_cast<std::ptrdiff_t>(k == 0 ? 0 : 3 * k - 2);
    EXPECT_EQ(
        third.newton[k],
        *std::max_element(first, every.newton.begin() + 3 * static_cast<std::ptrdiff_t>(k) + 1));
  }
  EXPECT_EQ(all.newton_mean, some.newton_mean);
  EXPECT_EQ(all.constraint_max, some.constraint_max);
}

// Who shows progress hears of the end, also of a run that is over before a tenth of a second.
TEST(Run, ProgressEndsAtOneUnlessStopped) {
  const Model model = load(model_path("four_bar_smooth"));
  std::vector<double> told;
  RunOptions options{.until = 0.01};
  options.progress = [&](double fraction) { told.push_back(fraction); };
  Recording recording;
  EXPECT_TRUE(run(model, options, recording).complete());
  EXPECT_EQ(told, std::vector<double>{1.0});

  told.clear();
  options.until = 1e6;
  options.rows = false;
  options.stop = [] { return true; };
  EXPECT_FALSE(run(model, options, recording).complete());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_LT(told.front(), 1.0);
}

}  // namespace
}  // namespace bramah
