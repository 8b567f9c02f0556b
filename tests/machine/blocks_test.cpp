// Blocks of other people's code among the signals, here of this file: when they are sampled, what they are given,
// what State keeps of them.
#include "machine/blocks.h"

#include <bramah/bramah.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bramah/cosimulation.h"
#include "model_file/machine_file.h"

namespace bramah {
namespace {

// through = u and sum = integral of u, held over each step; fails when u is above 2, and its sum is not a
// number when u is below -2.
class Integrator final : public Subsystem {
 public:
  explicit Integrator(bool saves) : saves_(saves) {}
  std::string name() const override { return "integrator"; }
  std::vector<std::string> inputs() const override { return {"u"}; }
  std::vector<std::string> outputs() const override { return {"through", "sum"}; }
  void place(double t, std::span<const Curve> inputs) override { u_ = inputs[0].value(t); }
  void read(std::span<double> outputs, std::span<double>) override {
    outputs[0] = u_, outputs[1] = u_ < -2.0 ? NAN : sum_;
  }
  bool advance(double t, double H, std::span<const Curve> inputs) override {
    sum_ += H * inputs[0].value(t);
    return inputs[0].value(t) < 2.0;
  }
  std::string problem() const override { return "u is too large"; }
  bool can_save() const override { return saves_; }
  std::size_t state_size() const override { return 1; }
  void save(std::span<double> state) const override { state[0] = sum_; }
  void restore(std::span<const double> state) override { sum_ = state[0]; }

 private:
  bool saves_;
  double u_ = 0.0, sum_ = 0.0;
};

// Sampled every 10 ms, ticks of 1 ms; `listener` reads what is held, in another unit.
Model machine(const std::string& u, bool saves = true, double step = 10e-3) {
  MachineDescription d = read_machine_text(
      "bramah: 1\nsignals: {u: " + u + "}\nsolver: {step: 1 ms, until: 1 s}\n", "blocks.yaml");
  for (const char* name : {"through", "sum"}) {
    SignalSpec held;
    held.name = name, held.kind = SignalSpec::Kind::block, held.unit = "1";
    d.signals.push_back(held);
  }
  BlockSpec block;
  block.name = "integrator", block.step = step;
  block.make = [saves] { return std::make_unique<Integrator>(saves); };
  block.inputs = {{"u", {{"u", 1.0, {}}}, 0.0}};
  block.outputs = {{"through", "through", 1.0, 0.0}, {"sum", "sum", 1e3, 5.0}};
  d.blocks.push_back(block);
  return build(std::move(d));
}

struct Ran {
  State state;
  std::vector<double> through, sum;  // after each tick
  std::string problem;
};

Ran run_on(const Model& model, State state, Workspace& work, int ticks) {
  Ran ran{std::move(state), {}, {}, {}};
  std::vector<double> all(model.channels().size());
  for (int k = 0; k < ticks; ++k) {
    const StepReport report = step(model, ran.state, work, {});
    if (!report.converged) {
      ran.problem = explain(model, report);
      break;
    }
    model.observe(ran.state, work, all);
    ran.through.push_back(all[static_cast<std::size_t>(model.find_channel("through"))]);
    ran.sum.push_back(all[static_cast<std::size_t>(model.find_channel("sum"))]);
  }
  return ran;
}
Ran run_from_start(const Model& model, int ticks) {
  Workspace work(model);
  return run_on(model, model.initial_state(), work, ticks);
}

// The sample at the jump sees what comes after it, and is held for ten ticks.
TEST(Blocks, AreSampledAtTheirOwnStep) {
  const Ran ran = run_from_start(machine("{steps: [[0 s, 0.5], [50 ms, 1]]}"), 80);
  ASSERT_EQ(ran.through.size(), 80u) << ran.problem;
  for (int k = 0; k < 80; ++k) {
    EXPECT_EQ(ran.through[static_cast<std::size_t>(k)], k < 50 ? 0.5 : 1.0) << k;
    const int samples = k / 10;  // whole steps that lie behind
    const double sum = 10e-3 * (0.5 * std::min(samples, 5) + std::max(samples - 5, 0));
    EXPECT_NEAR(ran.sum[static_cast<std::size_t>(k)], 5.0 + 1e3 * sum, 1e-12) << k;
  }
}

TEST(Blocks, TheStartIsSampledToo) {
  const Model model = machine("{constant: 0.25}");
  std::vector<double> all(model.channels().size());
  Workspace work(model);
  model.observe(model.initial_state(), work, all);
  EXPECT_EQ(all[static_cast<std::size_t>(model.find_channel("through"))], 0.25);
}

TEST(Blocks, StateHasAllOfThem) {
  const Model model = machine("{sine: {amplitude: 1, frequency: 3 Hz}}");
  Workspace work(model);
  const Ran before = run_on(model, model.initial_state(), work, 105);
  const Ran after = run_on(model, before.state, work, 50);
  const Ran again = run_on(model, before.state, work, 50);
  Workspace fresh(model);
  const Ran elsewhere = run_on(model, before.state, fresh, 50);
  EXPECT_EQ(after.sum, again.sum);
  EXPECT_EQ(after.sum, elsewhere.sum);
  EXPECT_EQ(after.state, again.state);
  EXPECT_EQ(after.state, elsewhere.state);
}

// One that cannot save goes on from where it is, begins anew, and refuses the rest: also the state of another
// run after as many samples.
TEST(Blocks, WithoutAStateOnlyTheirOwnIsTaken) {
  const Model model = machine("{sine: {amplitude: 1, frequency: 3 Hz}}", false);
  const Model saving = machine("{sine: {amplitude: 1, frequency: 3 Hz}}");
  Workspace work(model);
  const Ran first = run_on(model, model.initial_state(), work, 100);
  EXPECT_EQ(first.sum, run_from_start(saving, 100).sum);
  const Ran second = run_on(model, model.initial_state(), work, 100);
  EXPECT_EQ(second.sum, first.sum);
  EXPECT_EQ(run_on(model, second.state, work, 50).problem, "");
  EXPECT_THAT(run_on(model, second.state, work, 50).problem,
              testing::HasSubstr("integrator: does not offer to get, set and serialise its state"));
  const Model other = machine("{sine: {amplitude: 2, frequency: 3 Hz}}", false);
  const State theirs = run_from_start(other, 100).state;
  const Ran third = run_on(model, model.initial_state(), work, 100);
  EXPECT_NE(run_on(model, theirs, work, 1).problem, "");
  EXPECT_EQ(third.sum, first.sum);
}

TEST(Blocks, FailuresLeaveTheStateAndSayWhy) {
  const Model large = machine("{steps: [[0 s, 0], [20 ms, 3]]}");
  const Ran failed = run_from_start(large, 80);
  EXPECT_EQ(failed.problem, "integrator: u is too large");
  EXPECT_EQ(failed.state.tick(), 30);
  const Ran nan = run_from_start(machine("{steps: [[0 s, 0], [20 ms, -3]]}"), 80);
  EXPECT_EQ(nan.problem, "integrator: its output sum is nan at t = 0.02 s");
  EXPECT_EQ(nan.state.tick(), 20);
}

TEST(Blocks, StepsAreWholeTicks) {
  try {
    (void)machine("{constant: 0}", true, 2.5e-3);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "fmu \"integrator\": step: 2.5 ms is not a whole number of the machine's steps of "
                 "1 ms");
  }
}

}  // namespace
}  // namespace bramah
