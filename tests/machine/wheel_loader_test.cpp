// The wheel loaders do what docs/wheel_loader.md says of them.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

constexpr double kDegree = M_PI / 180.0;

struct Loader {
  explicit Loader(const std::string& name)
      : model(load(BRAMAH_SOURCE_DIR "/models/" + name + ".yaml", options())),
        state(model.initial_state()),
        work(model),
        inputs(model.input_defaults()),
        values(model.channels().size()) {}
  static LoadOptions options() {
    LoadOptions o;
    o.step = 5e-3;
    o.controls = true;
    return o;
  }
  void levers(double lift, double tilt) {
    for (const Control& control : model.controls())
      inputs[static_cast<std::size_t>(control.input)] =
          control.signal == "lift_lever" ? lift : tilt;
  }
  double at(const std::string& channel) {
    model.observe(state, work, values);
    return values[static_cast<std::size_t>(model.find_channel(channel))];
  }
  double bucket() { return at("arm_pin.angle") + at("bucket_pin.angle"); }
  // Seconds until the channel has passed the value, at most ten.
  double until(const std::string& channel, double value) {
    const double before = at(channel), start = state.time();
    while (state.time() < start + 10.0) {
      const StepReport report = step(model, state, work, {inputs});
      EXPECT_TRUE(report.converged) << explain(model, report);
      const double now = at(channel);
      for (std::size_t c = 0; c < values.size(); ++c)
        if (model.channels()[c].name.ends_with(".p")) least = std::min(least, values[c]);
      tilted = std::max(tilted, std::abs(bucket()));
      if ((now - value) * (before - value) <= 0.0) break;
    }
    return state.time() - start;
  }
  Model model;
  State state;
  Workspace work;
  std::vector<double> inputs, values;
  double least = 1e300, tilted = 0.0;
};

TEST(WheelLoader, LiftsDumpsAndLowers) {
  for (const char* name : {"wheel_loader", "wheel_loader_ls"}) {
    Loader loader(name);
    loader.levers(1.0, 0.0);
    const double lift = loader.until("lift.length", 1.80);  // 10 mm before its damper
    EXPECT_GT(lift, 5.0) << name;
    EXPECT_LT(lift, 7.0) << name;
    EXPECT_LT(loader.tilted, 7.0 * kDegree) << name;  // the linkage keeps the bucket level
    loader.levers(0.0, -1.0);
    const double dump = loader.until("tilt.length", 0.83);
    EXPECT_GT(dump, 0.8) << name;  // from level; twice as long from full curl
    EXPECT_LT(dump, 2.0) << name;
    EXPECT_LT(loader.bucket(), -30.0 * kDegree) << name;
    loader.levers(-1.0, 0.0);
    EXPECT_LT(loader.until("lift.length", 0.99), 5.0) << name;
    EXPECT_GT(loader.least, 0.5e5) << name;  // no chamber is torn
  }
}

// Open centre: the bucket's valve comes first. Load sensing: both functions share the pump.
TEST(WheelLoader, BothFunctionsAtOnce) {
  for (const char* name : {"wheel_loader", "wheel_loader_ls"}) {
    Loader loader(name);
    loader.levers(1.0, 0.0);
    loader.until("lift.length", 1.2);
    loader.levers(1.0, 1.0);
    loader.until("tilt.length", 1.25);
    const double rate = loader.at("lift.rate");
    EXPECT_GT(loader.at("tilt.rate"), 0.1) << name;
    if (name == std::string("wheel_loader"))
      EXPECT_LT(std::abs(rate), 0.03);
    else
      EXPECT_GT(rate, 0.04);
  }
}

TEST(WheelLoader, EngineKeepsItsSpeedAtTheReliefValve) {
  Loader loader("wheel_loader");
  loader.levers(-1.0, 0.0);  // against the lower end
  loader.until("lift.length", 0.0);
  EXPECT_GT(loader.at("pump_line.p"), 210e5);
  EXPECT_GT(loader.at("engine.speed"), 2080.0 * M_PI / 30.0);
}

}  // namespace
}  // namespace bramah
