// The shipped network of circuit 3 in the position servo that it has not seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bramah/run.h"

namespace bramah {
namespace {

const std::string kServo = BRAMAH_SOURCE_DIR "/models/circuit3_servo.yaml";

struct Recorded {
  RunSummary summary;
  std::vector<double> length, rate, target;
};

Recorded run_with(std::vector<std::string> set) {
  LoadOptions load;
  load.set = std::move(set);
  const Model model = bramah::load(kServo, load);
  RunOptions options;
  options.every = 0.01;
  Recording recording;
  Recorded out;
  out.summary = run(model, options, recording);
  const auto column = [&](const char* name, std::vector<double>& to) {
    const int c = model.find_channel(name);
    ASSERT_GE(c, 0) << name;
    for (std::size_t k = 0; k < recording.times.size(); ++k)
      to.push_back(recording.row(k)[static_cast<std::size_t>(c)]);
  };
  column("cylinder.length", out.length);
  column("cylinder.rate", out.rate);
  return out;
}

// Largest difference as a part of the range of the first.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  const auto [least, largest] = std::minmax_element(a.begin(), a.end());
  return most / (*largest - *least);
}

TEST(ServoSurrogate, FollowsThePhysicsInClosedLoopForAMinute) {
  for (const char* seed : {"signals.target.random.seed=11", "signals.target.random.seed=12"}) {
    // sdirk2 at 1 ms stops where a chamber reaches the supply's pressure: the root is not rounded.
    const Recorded physical = run_with(
        {seed, "surrogate.actuator=physical", "solver.integrator=rosenbrock", "solver.step=10 ms"});
    const Recorded network = run_with({seed, "surrogate.outside=stop"});  // it stays inside
    ASSERT_TRUE(physical.summary.converged) << physical.summary.message;
    ASSERT_TRUE(network.summary.converged) << network.summary.message;
    ASSERT_EQ(physical.length.size(), network.length.size());
    EXPECT_EQ(physical.length.size(), 6001u);
    EXPECT_LT(difference(physical.length, network.length), 0.02) << seed;
    EXPECT_GT(difference(physical.length, network.length), 1e-9);  // it is another model
  }
}

// A target that moves in time, by ramps between random levels: all integrators follow the same.
TEST(ServoSurrogate, TheRosenbrockMethodSeesRampsOfRandomLevels) {
  LoadOptions load;
  load.set = {"surrogate.actuator=physical"};
  load.until = 4.0;
  std::vector<std::vector<double>> lengths;
  for (const char* integrator : {"sdirk2", "rosenbrock"}) {
    load.integrator = integrator;
    const Model model = bramah::load(kServo, load);
    Recording recording;
    RunOptions options;
    options.every = 0.1;
    ASSERT_TRUE(run(model, options, recording).converged);
    const auto c = static_cast<std::size_t>(model.find_channel("cylinder.length"));
    lengths.emplace_back();
    for (std::size_t k = 0; k < recording.times.size(); ++k)
      lengths.back().push_back(recording.row(k)[c]);
  }
  EXPECT_LT(difference(lengths[0], lengths[1]), 1e-3);
}

}  // namespace
}  // namespace bramah
