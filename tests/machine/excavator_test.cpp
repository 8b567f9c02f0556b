// The excavator: it rests, digs by its script, and takes full levers; its swing motor and joint
// exchange the same power.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <cmath>

namespace bramah {
namespace {

constexpr const char* kFile = BRAMAH_SOURCE_DIR "/models/excavator.yaml";

double value(const Model& model, const State& state, Workspace& work, const std::string& name) {
  std::vector<double> values(model.channels().size());
  model.observe(state, work, values);
  return values.at(static_cast<std::size_t>(model.find_channel(name)));
}

TEST(Excavator, SwingsAndKeepsItsBooks) {
  LoadOptions options;
  options.step = 5e-3;
  const Model model = load(kFile, options);
  Workspace work(model);
  State state = model.initial_state();
  while (state.time() < 12.0) {
    const StepReport report = step(model, state, work, Inputs{});
    ASSERT_TRUE(report.converged) << explain(model, report);
  }
  EXPECT_GT(std::abs(value(model, state, work, "slew.angle")), 1.0);  // [rad]
  const double work_done = std::abs(value(model, state, work, "energy.actuators"));
  EXPECT_GT(work_done, 1e4);                                                      // [J]
  EXPECT_NEAR(value(model, state, work, "energy.books"), 0.0, 1e-3 * work_done);  // O(h²), 5 ms
}

// From rest, against its load too: the LS line must bring the load's pressure to the pump.
TEST(Excavator, EveryFunctionMovesByItself) {
  LoadOptions options;
  options.step = 5e-3;
  options.controls = true;
  const Model model = load(kFile, options);
  const std::pair<const char*, const char*> functions[] = {
      {"swing_lever", "slew.angle"},
      {"boom_lever", "boom_cylinder.length"},
      {"arm_lever", "arm_cylinder.length"},
      {"bucket_lever", "bucket_cylinder.length"}};
  for (const auto& [lever, channel] : functions)
    for (const double way : {0.7, -0.7}) {
      Workspace work(model);
      State state = model.initial_state();
      std::vector<double> inputs = model.input_defaults();
      for (const Control& control : model.controls())
        if (control.signal == lever) inputs[control.input] = way * control.range;
      const double before = value(model, state, work, channel);
      for (int k = 0; k < 300; ++k)
        ASSERT_TRUE(step(model, state, work, Inputs{inputs}).converged) << lever;
      EXPECT_GT(std::abs(value(model, state, work, channel) - before), 0.03) << lever << way;
    }
}

TEST(Excavator, TakesFullLeversBothWays) {
  LoadOptions options;
  options.step = 5e-3;
  options.controls = true;
  const Model model = load(kFile, options);
  ASSERT_GE(model.controls().size(), 4u);
  for (const double way : {1.0, -1.0}) {
    Workspace work(model);
    State state = model.initial_state();
    std::vector<double> inputs = model.input_defaults();
    for (const Control& control : model.controls())
      if (control.signal.ends_with("_lever")) inputs[control.input] = way * control.range;
    const double before = value(model, state, work, "arm_cylinder.length");
    for (int k = 0; k < 600; ++k) {
      const StepReport report = step(model, state, work, Inputs{inputs});
      ASSERT_TRUE(report.converged) << explain(model, report);
    }
    EXPECT_GT(std::abs(value(model, state, work, "arm_cylinder.length") - before), 0.1) << way;
  }
}

}  // namespace
}  // namespace bramah
