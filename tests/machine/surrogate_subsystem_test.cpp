// A surrogate as a subsystem of a co-simulation.
#include <bramah/surrogate.h>

#include <cmath>

#include "surrogate_rig.h"

namespace bramah {
namespace {

using namespace rig;

using SurrogateSubsystems = SurrogateMachine;

// u = 2 t, known everywhere by a line through two communications.
class Ramp final : public Subsystem {
 public:
  std::string name() const override { return "ramp"; }
  std::vector<std::string> inputs() const override { return {}; }
  std::vector<std::string> outputs() const override { return {"u"}; }
  void read(std::span<double> outputs, std::span<double> rates) override {
    outputs[0] = 2.0 * t_;
    if (!rates.empty()) rates[0] = 2.0;
  }
  bool advance(double t, double H, std::span<const Curve>) override {
    t_ = t + H;
    return true;
  }
  std::size_t state_size() const override { return 1; }
  void save(std::span<double> state) const override { state[0] = t_; }
  void restore(std::span<const double> state) override { t_ = state[0]; }

 private:
  double t_ = 0.0;
};

// s and v at the instants, linear in between.
double expected(const Lag& lag, double t) {
  double s = 0.3, v = 0.0;
  const auto k = static_cast<long long>(std::floor(t / lag.T - 1e-9));
  for (long long i = 0; i < k; ++i) lag.step(2.0 * static_cast<double>(i) * lag.T, 0.0, s, v);
  double s1 = s;
  lag.step(2.0 * static_cast<double>(k) * lag.T, 0.0, s1, v);
  return s + (t / lag.T - static_cast<double>(k)) * (s1 - s);
}

TEST_F(SurrogateSubsystems, SampleInsideMacroSteps) {
  const Lag lag;
  network(lag);
  for (const double H : {1e-3, 3e-3, 2e-3, 10e-3, 0.7e-3}) {
    Ramp ramp;
    SurrogateSubsystem surrogate("lag", path("lag.yaml"));
    surrogate.begin_at({0.3, 0.0});
    EXPECT_EQ(surrogate.inputs(), std::vector<std::string>{"U"});
    EXPECT_EQ(surrogate.outputs(), (std::vector<std::string>{"cylinder.length", "cylinder.rate"}));
    Cosimulation world;
    world.add(ramp), world.add(surrogate);
    world.connect("ramp.u", "lag.U", 1);
    world.start(0.0);
    EXPECT_EQ(world.output("lag.cylinder.length"), 0.3);
    for (int k = 1; k <= 40; ++k) {
      ASSERT_TRUE(world.step(H).converged);
      // The first macro step knows one value alone.
      ASSERT_NEAR(world.output("lag.cylinder.length"), expected(lag, k * H), 1e-3 * H)
          << H << " " << k;
    }
    EXPECT_EQ(surrogate.samples_outside(), 0);
  }
}

TEST_F(SurrogateSubsystems, GoOnFromASnapshot) {
  Lag lag;
  lag.input_box = 0.01;
  Ramp ramp;
  SurrogateSubsystem surrogate("lag", rig::surrogate(lag));
  std::vector<Curve> u{Curve{0.0, {0.0, 2.0, 0.0, 0.0, 0.0}}};
  surrogate.place(0.0, u);
  ASSERT_TRUE(surrogate.advance(0.0, 0.1013, u));
  std::vector<double> kept(surrogate.state_size()), one(2), two(2);
  surrogate.save(kept);
  ASSERT_TRUE(surrogate.advance(0.1013, 0.05, u));
  surrogate.read(one, {});
  surrogate.restore(kept);
  ASSERT_TRUE(surrogate.advance(0.1013, 0.05, u));
  surrogate.read(two, {});
  EXPECT_EQ(one, two);
  EXPECT_EQ(surrogate.samples_outside(), 73);  // u > 0.01 from 6 ms on, to 150 ms
}

TEST_F(SurrogateSubsystems, SayWhatIsWrong) {
  EXPECT_THROW(SurrogateSubsystem("lag", path("none.yaml")), InputError);
  network({});
  SurrogateSubsystem surrogate("lag", path("lag.yaml"));
  EXPECT_THROW(surrogate.begin_at({1.0}), InputError);
}

}  // namespace
}  // namespace bramah
