// What happens inside a tick: as accurate as asked, always to its end, and the same bits from the same
// state.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "malloc_count.h"

namespace bramah {
namespace {

const char* const kSplitRules[] = {"sdirk2", "trapezoidal", "gen_alpha"};

// Levers of a loader that jump while it moves: valves slam, chambers are torn, pistons meet their ends.
const std::string kWildLevers = R"(
signals:
  tilt_lever: {steps: [[0 s, 0], [0.203 s, 1], [0.7 s, -1], [1.31 s, 0.4], [1.64 s, -1]]}
  lift_lever: {steps: [[0 s, 0], [0.1 s, 1], [0.55 s, -1], [0.9 s, 1], [1.5 s, -1]]}
)";

Model wild_loader(LoadOptions options, const char* file = "wheel_loader") {
  const std::string text = std::string("bramah: 1\ninclude: " BRAMAH_SOURCE_DIR "/models/") + file +
                           ".yaml\n" + kWildLevers;
  if (!options.until) options.until = 2.0;
  return load_text(text, BRAMAH_SOURCE_DIR "/models/wild.yaml", options);
}

LoadOptions with_tick(double step, const char* rule = "sdirk2", const char* accuracy = "") {
  LoadOptions options;
  options.step = step;
  options.integrator = rule;
  options.accuracy = accuracy;
  return options;
}

std::vector<double> loader_lengths(const Model& model, double every,
                                   RunSummary* summary = nullptr) {
  Recording rows;
  RunOptions how;
  how.every = every;
  const RunSummary s = run(model, how, rows);
  EXPECT_TRUE(s.converged) << s.message;
  if (summary) *summary = s;
  std::vector<double> out;
  for (const char* name : {"lift.length", "tilt.length"})
    for (std::size_t k = 0; k < rows.times.size(); ++k)
      out.push_back(rows.row(k)[static_cast<std::size_t>(model.find_channel(name))]);
  return out;
}

double furthest_apart(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  EXPECT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

void take_ticks(const Model& model, State& state, Workspace& work, int count) {
  for (int k = 0; k < count; ++k) ASSERT_TRUE(step(model, state, work, {}).converged) << k;
}

TEST(Substeps, AnyTickGivesTheSameMotion) {
  const auto truth =
      loader_lengths(wild_loader(with_tick(1e-3, "sdirk2", "0.0003 mm, 0.005 bar")), 0.1);
  for (const char* rule : kSplitRules)
    for (const double tick : {1e-3, 5e-3, 20e-3}) {
      RunSummary summary;
      const auto seen = loader_lengths(wild_loader(with_tick(tick, rule)), 0.1, &summary);
      EXPECT_LT(furthest_apart(seen, truth), 1e-3) << rule << " " << tick;
      EXPECT_GT(summary.substeps, summary.steps);
    }
}

TEST(Substeps, AreAsAccurateAsAsked) {
  const auto truth =
      loader_lengths(wild_loader(with_tick(1e-3, "sdirk2", "0.0001 mm, 0.002 bar")), 0.1);
  double before = INFINITY;
  for (const char* accuracy : {"1 mm, 5 bar", "0.03 mm, 0.2 bar", "0.001 mm, 0.01 bar"}) {
    const double error = furthest_apart(
        loader_lengths(wild_loader(with_tick(20e-3, "sdirk2", accuracy)), 0.1), truth);
    EXPECT_LT(error, 0.5 * before) << accuracy;
    before = error;
  }
  EXPECT_LT(before, 2e-5);
}

// A closed loop stays closed inside the tick too.
TEST(Substeps, LoopsStayClosed) {
  RunSummary summary;
  loader_lengths(wild_loader(with_tick(10e-3)), 0.1, &summary);
  EXPECT_LT(summary.constraint_max, 1e-9);
  EXPECT_EQ(summary.coarse, 0);
}

TEST(Substeps, OfSmoothMotionAreTheTicksThemselves) {
  for (const char* rule : kSplitRules) {
    std::vector<State> ends;
    for (const char* substeps : {"on", "off"}) {
      LoadOptions options = with_tick(1e-3, rule);
      options.substeps = substeps;
      options.set = {"solver.tolerance=1e-8"};  // below what substeps ask of Newton
      const Model model = load(BRAMAH_SOURCE_DIR "/models/four_bar_smooth.yaml", options);
      State state = model.initial_state();
      Workspace work(model);
      long long count = 0;
      for (int k = 0; k < 900; ++k) {
        const StepReport report = step(model, state, work, {});
        ASSERT_TRUE(report.converged);
        count += report.substeps;
      }
      if (substeps == std::string("on")) {
        EXPECT_EQ(count, 900);
      }
      std::vector<double> row(model.channels().size());
      model.observe(state, work, row);
      ends.push_back(State(row.size()));
      std::ranges::copy(row, ends.back().values().begin());
    }
    EXPECT_EQ(ends[0], ends[1]) << rule;
  }
}

TEST(Substeps, DoNotAllocate) {
  for (const char* rule : kSplitRules) {
    const Model model = wild_loader(with_tick(5e-3, rule));
    State state = model.initial_state();
    Workspace work(model);
    const long before = malloc_count();
    long long count = 0;
    for (int k = 0; k < 400; ++k) count += step(model, state, work, {}).substeps;
    EXPECT_EQ(malloc_count() - before, 0) << rule;
    EXPECT_GT(count, 450);
  }
}

// The length of the next step is part of State, and nothing else is.
TEST(Substeps, ACopiedStateContinuesBitwise) {
  for (const char* rule : kSplitRules) {
    const Model model = wild_loader(with_tick(5e-3, rule));
    State state = model.initial_state();
    Workspace work(model);
    take_ticks(model, state, work, 150);
    State copy = state;
    Workspace fresh(model);
    take_ticks(model, state, work, 100);
    take_ticks(model, copy, fresh, 100);
    EXPECT_EQ(state, copy) << rule;
    State other = model.initial_state();
    std::thread([&] {
      Workspace elsewhere(model);
      take_ticks(model, other, elsewhere, 250);
    }).join();
    EXPECT_EQ(state, other) << rule;
  }
}

// ------------------------------------------------------------------------------------ deadlines

TEST(Deadline, ATickWithoutTimeIsCoarseAndTheMachineGoesOn) {
  const Model model = wild_loader(with_tick(1e-3));
  State state = model.initial_state();
  Workspace work(model);
  const auto length = static_cast<std::size_t>(model.find_channel("lift.length"));
  for (int k = 0; k < 2000; ++k) {
    const StepReport report = step(model, state, work, {}, {.seconds = 1e-9});
    ASSERT_TRUE(report.converged) << k << explain(model, report);
    ASSERT_GE(report.coarse_after, 0);
    ASSERT_GE(report.coarse, 4);
  }
  std::vector<double> row(model.channels().size());
  model.observe(state, work, row);
  // Coarse, but of the same machine.
  const auto truth = loader_lengths(wild_loader(with_tick(1e-3)), 0.1);
  EXPECT_NEAR(row[length], truth[truth.size() / 2 - 1], 0.05);
}

// What a clock has cut short, a count cuts at the same place.
TEST(Deadline, ACoarseTickIsHadAgainBitForBit) {
  for (const char* rule : kSplitRules) {
    const Model model = wild_loader(with_tick(10e-3, rule));
    State live = model.initial_state(), again = live;
    Workspace work(model), other(model);
    int coarse = 0;
    for (int k = 0; k < 150; ++k) {
      const StepReport report = step(model, live, work, {}, {.seconds = 3e-5});
      ASSERT_TRUE(report.converged) << k;
      TickLimit limit;
      if (report.coarse_after >= 0) limit.iterations = report.coarse_after, ++coarse;
      const StepReport replayed = step(model, again, other, {}, limit);
      ASSERT_EQ(replayed.coarse_after, report.coarse_after) << k;
      ASSERT_EQ(live, again) << rule << " " << k;
    }
    EXPECT_GT(coarse, 0);
  }
}

// 10 l/min into 0.1 cm3 that has no way out: a linear step of 0.25 ms rises by 6000 bar.
TEST(Deadline, CoarsePressuresStayBounded) {
  const Model model = load_text(R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources: {tank: {pressure: 1 bar}, feed: {flow: 10 l/min, into: tiny}}
volumes: {tiny: {volume: 0.1 cm3, start: 100 bar}}
solver: {step: 1 ms, until: 1 s}
)",
                                "tiny.yaml");
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> row(model.channels().size());
  const auto p = static_cast<std::size_t>(model.find_channel("tiny.p"));
  for (int k = 0; k < 10; ++k) {
    ASSERT_TRUE(step(model, state, work, {}, {.iterations = 0}).converged) << k;
    model.observe(state, work, row);
    ASSERT_EQ(row[p], 1e8) << k;
  }
}

TEST(Deadline, IsRefusedWhereATickCannotBeCut) {
  LoadOptions options;
  options.substeps = "off";
  const Model model = load(BRAMAH_SOURCE_DIR "/models/four_bar.yaml", options);
  RunOptions how;
  how.real_time = true;
  how.until = 0.01;
  how.pace.deadline = 1e-3;
  Recording rows;
  EXPECT_THROW(run(model, how, rows), InputError);
}

}  // namespace
}  // namespace bramah
