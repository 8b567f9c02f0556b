// The loader crane of malysheva2021, chapter 2, with data of ours: it rests, lifts what it is rated
// for, and runs with any levers and any fault.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "malloc_count.h"

namespace bramah {
namespace {

struct Crane {
  explicit Crane(std::vector<std::string> set = {}, double step = 5e-3, bool faults = false)
      : model(
            load(BRAMAH_SOURCE_DIR "/models/patu655.yaml", options(std::move(set), step, faults))),
        state(model.initial_state()),
        work(model),
        inputs(model.input_defaults()),
        values(model.channels().size()) {}
  // Levers are set from outside; they start at rest.
  static LoadOptions options(std::vector<std::string> set, double step, bool faults) {
    LoadOptions o;
    o.set = std::move(set);
    o.step = step;
    if (step > 1e-3) o.integrator = "sdirk2";  // as the file advises for longer steps
    o.controls = true;
    o.faults = faults;
    return o;
  }
  void lever(const std::string& signal, double volts) {
    for (const Control& control : model.controls())
      if (control.signal == signal) inputs[static_cast<std::size_t>(control.input)] = volts;
  }
  ::testing::AssertionResult advance(double seconds) {
    const auto ticks = std::llround(seconds / model.step_size());
    for (long long k = 0; k < ticks; ++k) {
      const StepReport report = step(model, state, work, {inputs});
      if (!report.converged)
        return ::testing::AssertionFailure()
               << explain(model, report) << " at "
               << static_cast<double>(state.tick()) * model.step_size() << " s";
    }
    return ::testing::AssertionSuccess();
  }
  double at(const std::string& channel) {
    model.observe(state, work, values);
    return values[static_cast<std::size_t>(model.find_channel(channel))];
  }
  Model model;
  State state;
  Workspace work;
  std::vector<double> inputs, values;
};

const char* const kLevers[] = {"slew_lever", "lift_lever", "jib_lever", "extension_lever"};

// Stretched out, level, with the rated load.
std::vector<std::string> full_reach() {
  return {"parameters.lift0=0 deg",  "parameters.jib0=2 deg",     "telescope.start=1.48 m",
          "lever_pin.guess=-64 deg", "coupler_pin.guess=123 deg", "load.mass=500 kg"};
}

TEST(Patu655, HasSixFreedoms) {
  const Crane crane;
  EXPECT_EQ(check(crane.model).degrees_of_freedom, 6);  // slew, lift, jib, extension, hook twice
  EXPECT_EQ(crane.model.controls().size(), 4u);
}

// No leakage leads out of the chambers that carry the load.
TEST(Patu655, HoldsForAMinute) {
  for (const auto& set : {std::vector<std::string>{}, full_reach()}) {
    Crane crane(set);
    const double x = crane.at("tip.x"), z = crane.at("tip.z");
    ASSERT_TRUE(crane.advance(60.0));
    EXPECT_NEAR(crane.at("tip.x"), x, 1e-6);
    EXPECT_NEAR(crane.at("tip.z"), z, 1e-6);
    EXPECT_NEAR(crane.at("tip.y"), 0.0, 1e-6);
  }
}

TEST(Patu655, LiftsItsRatedLoadAtFullReach) {
  Crane crane(full_reach());
  EXPECT_NEAR(crane.at("tip.x"), 6.5, 0.05);  // from the slewing axis
  const double z = crane.at("tip.z");
  crane.lever("lift_lever", 8.0);
  ASSERT_TRUE(crane.advance(4.0));
  EXPECT_GT(crane.at("tip.z"), z + 2.0);
  EXPECT_LT(crane.at("line.p"), 230e5);  // by the pump, not over its relief valve
}

// A lowered load neither swings the boom nor starves the rod side.
TEST(Patu655, LowersSteadily) {
  for (const char* load : {"1 kg", "300 kg", "500 kg"}) {
    Crane crane({std::string("load.mass=") + load}, 1e-3);
    crane.lever("lift_lever", -7.0);
    ASSERT_TRUE(crane.advance(2.5));
    const double rate = crane.at("lift.rate");
    EXPECT_LT(rate, -0.02) << load;
    for (int k = 0; k < 10; ++k) {
      ASSERT_TRUE(crane.advance(0.1));
      EXPECT_NEAR(crane.at("lift.rate"), rate, 0.1 * std::abs(rate)) << load;
      EXPECT_GT(crane.at("lift.B.p"), 5e5) << load;
    }
  }
}

TEST(Patu655, StopsWithinItsBarrelsAtFullLevers) {
  for (const double sign : {1.0, -1.0}) {
    Crane crane({"load.mass=500 kg"});
    for (const double way : {sign, -sign}) {
      for (const char* name : kLevers) crane.lever(name, 10.0 * way);
      ASSERT_TRUE(crane.advance(20.0)) << sign;
    }
    EXPECT_LT(std::abs(crane.at("slew.angle")), 70.0 * M_PI / 180.0);
  }
}

// Levers that jump anywhere at any time, with any load.
TEST(Patu655, RunsWithRandomLevers) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 draw(seed);
    const auto chance = [&] { return static_cast<double>(draw()) / 4294967296.0; };
    Crane crane({seed % 2 == 0 ? "load.mass=500 kg" : "load.mass=1 kg"}, seed < 5 ? 5e-3 : 1e-3);
    for (int k = 0; k < 40; ++k) {
      const char* const name = kLevers[draw() % 4];
      crane.lever(name, chance() < 0.5 ? (chance() < 0.5 ? 10.0 : -10.0) : 20.0 * chance() - 10.0);
      ASSERT_TRUE(crane.advance(0.005 * (1.0 + std::floor(60.0 * chance())))) << "seed " << seed;
    }
  }
}

// Every fault at once and one by one, while all functions move.
TEST(Patu655, RunsWithItsFaults) {
  const std::size_t faults = Crane({}, 5e-3, true).model.faults().size();
  EXPECT_EQ(faults, 7u);
  for (std::size_t k = 0; k <= faults; ++k) {
    Crane crane({}, 2e-3, true);
    for (const char* name : kLevers) crane.lever(name, 6.0);
    ASSERT_TRUE(crane.advance(1.0));
    for (std::size_t i = 0; i < faults; ++i)
      if (i == k || k == faults)
        crane.inputs[static_cast<std::size_t>(crane.model.faults()[i].input)] = 1.0;
    ASSERT_TRUE(crane.advance(1.5)) << k;
    for (const char* name : kLevers) crane.lever(name, -6.0);
    ASSERT_TRUE(crane.advance(1.5)) << k;
  }
}

// The file's own manoeuvre: cylinders at 1 ms against 0.25 ms.
TEST(Patu655, ConvergesWithTheStep) {
  const auto lengths = [](double step) {
    LoadOptions options;
    options.step = step;
    const Model model = load(BRAMAH_SOURCE_DIR "/models/patu655.yaml", options);
    RunOptions eight;
    eight.until = 8.0, eight.every = 1.0;
    Recording rows;
    EXPECT_TRUE(run(model, eight, rows).converged);
    std::vector<double> last;
    for (const char* name : {"lift.length", "jib.length", "extend.length", "slew_left.length"})
      last.push_back(
          rows.row(rows.times.size() - 1)[static_cast<std::size_t>(model.find_channel(name))]);
    return last;
  };
  const auto coarse = lengths(1e-3), fine = lengths(0.25e-3);
  for (std::size_t k = 0; k < coarse.size(); ++k) EXPECT_NEAR(coarse[k], fine[k], 2e-6) << k;
}

TEST(Patu655, StepsWithoutAllocating) {
  Crane crane({}, 1e-3);
  for (const char* name : kLevers) crane.lever(name, 7.0);
  ASSERT_TRUE(crane.advance(0.2));
  const long before = malloc_count();
  ASSERT_TRUE(crane.advance(0.3));
  EXPECT_EQ(malloc_count() - before, 0);
}

}  // namespace
}  // namespace bramah
