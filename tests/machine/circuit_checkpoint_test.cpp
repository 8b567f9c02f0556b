// The circuits of malysheva2021 against independently computed solutions, with fixed steps; the
// reference integrator is held to them in tests/reference.
#include <bramah/analysis.h>
#include <bramah/bramah.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "machine/circuit_checkpoints.h"

namespace bramah {
namespace {

Model circuit(const std::string& name, const std::string& integrator) {
  LoadOptions options;
  options.integrator = integrator;
  options.step = 1e-4;
  return load(std::string(BRAMAH_SOURCE_DIR "/models/") + name + ".yaml", options);
}

// Within 5 ms of a jump of an input a pressure may be wrong by 0.5 %. The checkpoints of circuit 1
// are that near; nothing else is.
double allowed(const Expected& e) { return (e.t <= 0.005 ? 5e-3 : 1e-3) * std::abs(e.value); }

void expect_checkpoints(const Case& c, const std::string& integrator) {
  const Model model = circuit(c.file, integrator);
  Recording recording;
  RunOptions options;
  options.until = c.points.back().t;
  const RunSummary summary = run(model, options, recording);
  ASSERT_TRUE(summary.converged) << summary.message;
  for (const Expected& e : c.points) {
    const int channel = model.find_channel(e.channel);
    ASSERT_GE(channel, 0) << e.channel;
    const double value = recording.row(static_cast<std::size_t>(std::llround(e.t * 1e4)))[channel];
    std::printf("%s %s %g s %s: off by %.1e of it\n", c.file, integrator.c_str(), e.t, e.channel,
                value / e.value - 1.0);
    EXPECT_NEAR(value, e.value, allowed(e)) << e.channel << " at " << e.t << " s";
  }
}

class CircuitCheckpoints : public testing::TestWithParam<int> {};

TEST_P(CircuitCheckpoints, Sdirk2AtATenthOfAMillisecond) {
  expect_checkpoints(kCircuits[GetParam()], "sdirk2");
}

INSTANTIATE_TEST_SUITE_P(Circuits, CircuitCheckpoints,
                         testing::Range(0, static_cast<int>(kCircuits.size())),
                         [](const auto& test) { return std::string(kCircuits[test.param].file); });

TEST(CircuitCheckpoints, Rk4AtATenthOfAMillisecond) {
  for (const int k : {2, 3}) expect_checkpoints(kCircuits[k], "rk4");
}

// Explicit steps past their limit chatter, finite and wrong (circuit 2 with rk4: 1.6e8 Pa).
TEST(SmallVolumes, AreRefusedByExplicitIntegrators) {
  for (const char* name : {"circuit1", "circuit2"})
    for (const char* integrator : {"euler", "heun", "rk4"}) {
      Recording recording;
      const RunSummary summary = run(circuit(name, integrator), {}, recording);
      EXPECT_FALSE(summary.converged) << name << " " << integrator;
      EXPECT_LT(summary.simulated_s, 2e-3) << name << " " << integrator;
      EXPECT_THAT(summary.message,
                  testing::AllOf(testing::HasSubstr("the pressure of volume V1"),
                                 testing::HasSubstr("steps must stay below"),
                                 testing::HasSubstr("smaller --step or an implicit integrator")))
          << name << " " << integrator;
    }
}

// A volume that starts torn is soft until it is full; then it is stiff. Steps past the limit find a
// fixed point of the rule's own below it (0.11 bar), where the flows differ by a factor of ten.
TEST(SmallVolumes, ThatFillAreRefusedByExplicitIntegrators) {
  constexpr const char* kTorn = R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}
sources: {supply: {pressure: 200 bar}, tank: {pressure: 0 Pa}}
volumes: {V: {volume: 10 cm3, start: 0 Pa}}
orifices:
  inlet: {from: supply, to: V, coefficient: 6.5e-7 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
  outlet: {from: V, to: tank, coefficient: 2.5e-6 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
solver: {step: 0.1 ms, until: 0.3 s}
)";
  // sqrt(p / (200 bar - p)) = 6.5e-7 / 2.5e-6
  constexpr double kFull = 200e5 * 0.0676 / 1.0676;
  struct Try {
    const char* integrator;
    double step;
    bool refused;
  };
  for (const Try& c :
       {Try{"euler", 1e-4, true}, Try{"heun", 1e-4, true}, Try{"rk4", 1e-4, true},
        Try{"rk4", 2e-5, true}, Try{"rk4", 1e-5, false}, Try{"euler", 5e-6, false}}) {
    LoadOptions options;
    options.integrator = c.integrator;
    options.step = c.step;
    const Model model = load_text(kTorn, "torn.yaml", options);
    Recording rows;
    const RunSummary summary = run(model, {}, rows);
    EXPECT_EQ(summary.converged, !c.refused) << c.integrator << " " << c.step;
    if (c.refused)
      EXPECT_THAT(summary.message, testing::HasSubstr("would chatter")) << c.integrator;
    else
      EXPECT_NEAR(rows.ranges[model.find_channel("V.p")].last, kFull, 1e-3 * kFull);
  }
}

// Sec. 2.2.3: with K and k_t held, the ratio of the pressures' rates is 1.28 or 77.81, by V1.
TEST(SmallVolumes, MakeTheFlowControlValveStiff) {
  LinearizeOptions options;
  options.equilibrium = true;
  options.freeze = {"K", "kt", "kt_rate"};
  options.state = {{"compensator.K", 1e-6}, {"throttle.kt", 1e-7}};
  const auto ratio = [&](const std::string& volume) {
    LoadOptions set;
    set.set = {"volumes.V1.volume=" + volume + " m3"};
    const Model model = load(BRAMAH_SOURCE_DIR "/models/circuit2.yaml", set);
    const Linearization l = linearize(model, options);
    EXPECT_TRUE(l.converged) << l.message;
    return l.stiffness_ratio;
  };
  EXPECT_NEAR(ratio("1e-3"), 1.2862, 5e-5);
  EXPECT_NEAR(ratio("1e-5"), 77.8046, 5e-5);
}

}  // namespace
}  // namespace bramah
