// Sensors: noise, delay and steps of a reading; bits of snapshots; a loop that is closed over one.
#include "bramah/sensor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../machine/recorded_run.h"

namespace bramah {
namespace {

// A slide that moves as sin t; what it reads is known.
std::string slide(const std::string& sensor, const std::string& more = "") {
  return R"(bramah: 1
gravity: "[0, 0] m/s2"
bodies: {block: {mass: 2 kg, inertia: 1 kg m2}}
joints: {rail: {type: prismatic, between: [ground, block], driver: place}}
signals:
  place: {sine: {amplitude: 1 m, frequency: 0.5 Hz}}
  seen: {sensor: {of: rail.position, )" +
         sensor + "}}\n" + more + "solver: {step: 1 ms, until: 2 s}\n";
}

TEST(Sensor, HoldsWhatItReadSomeTimeAgo) {
  const RecordedRun run(slide("sample_time: 10 ms, delay: 30 ms"), "sdirk2", 1e-3, 2.0);
  // Row k is the end of the tick from k - 1 to k: what is held there was read at its beginning.
  for (std::size_t k = 100; k <= run.last(); k += 7) {
    const std::size_t read = (k - 1) / 10 * 10 - 30;
    EXPECT_NEAR(run("seen", k), std::sin(M_PI * 1e-3 * static_cast<double>(read)), 1e-7) << k;
  }
  EXPECT_NEAR(run("seen", 5), 0.0, 1e-12);  // as if it had stood there before
}

TEST(Sensor, RoundsToItsResolution) {
  const RecordedRun run(slide("sample_time: 2 ms, resolution: 50 mm, bias: 1 mm"), "sdirk2", 1e-3,
                        1.0);
  for (std::size_t k = 10; k <= run.last(); k += 13) {
    const double steps = run("seen", k) / 0.05;
    EXPECT_NEAR(steps, std::round(steps), 1e-9);
    const double read = std::sin(M_PI * 1e-3 * static_cast<double>((k - 1) / 2 * 2)) + 1e-3;
    EXPECT_LE(std::abs(run("seen", k) - read), 0.025 + 1e-7);
  }
}

TEST(Sensor, NoiseHasItsDeviationAndSeed) {
  const RecordedRun a(slide("noise: 10 mm, seed: 4"), "sdirk2", 1e-3, 2.0);
  const RecordedRun b(slide("noise: 10 mm, seed: 4"), "sdirk2", 1e-3, 2.0);
  const RecordedRun c(slide("noise: 10 mm, seed: 5"), "sdirk2", 1e-3, 2.0);
  double mean = 0.0, square = 0.0, neighbours = 0.0, last = 0.0;
  bool differs = false;
  const std::size_t n = a.last() - 1;
  for (std::size_t k = 2; k <= a.last(); ++k) {
    const double e = a("seen", k) - std::sin(M_PI * 1e-3 * static_cast<double>(k - 1));
    mean += e / static_cast<double>(n), square += e * e / static_cast<double>(n);
    neighbours += e * last / static_cast<double>(n), last = e;
    EXPECT_EQ(a("seen", k), b("seen", k));
    differs = differs || a("seen", k) != c("seen", k);
  }
  EXPECT_TRUE(differs);
  EXPECT_LT(std::abs(mean), 4.0 * 0.01 / std::sqrt(2000.0));
  EXPECT_NEAR(std::sqrt(square), 0.01, 4.0 * 0.01 / std::sqrt(4000.0));
  EXPECT_LT(std::abs(neighbours), 4.0 * 1e-4 / std::sqrt(2000.0));
}

// A snapshot in the middle goes on with the same bits: delay line and noise are part of it.
TEST(Sensor, SnapshotsGoOnWithTheSameBits) {
  const Model model =
      load_text(slide("sample_time: 5 ms, delay: 20 ms, noise: 1 mm, resolution: 0.1 mm",
                      "  seen_too: {sensor: {of: rail.rate, noise: 1 mm/s}}\n"),
                "m.yaml");
  State state = model.initial_state();
  Workspace work(model);
  const auto go = [&](State& s, Workspace& w, int ticks) {
    for (int k = 0; k < ticks; ++k) ASSERT_TRUE(step(model, s, w, Inputs{}).converged);
  };
  go(state, work, 123);
  State copy = state;
  go(state, work, 200);
  go(copy, work, 50);  // the same workspace, taken back in time
  Workspace fresh(model);
  go(copy, fresh, 150);
  ASSERT_EQ(state.values().size(), copy.values().size());
  for (std::size_t k = 0; k < state.values().size(); ++k)
    EXPECT_EQ(state.values()[k], copy.values()[k]) << k;
}

// A rod is held upright by a torque that an inclinometer's reading and a gyroscope's command.
TEST(Sensor, ClosesALoop) {
  const std::string text = R"(bramah: 1
bodies: {rod: {mass: 3 kg, com: [1 m, 0 m], inertia: 1 kg m2}}
joints: {pin: {type: revolute, between: [ground, rod], start: 80 deg, effort: torque}}
probes: {tilt: {type: inclinometer, at: rod}, imu: {type: imu, at: rod}}
signals:
  angle: {sensor: {of: tilt.angle, sample_time: 5 ms, delay: 5 ms, noise: 0.1 deg, resolution: 0.05 deg}}
  rate: {sensor: {of: imu.wz, sample_time: 2 ms, noise: 0.2 deg/s}}
  torque: {gain: {of: [{of: angle, times: -200 N m/rad}, {of: rate, times: -40 N m s/rad}], offset: 314.159 N m}}
solver: {step: 1 ms, until: 4 s}
)";
  const RecordedRun run(text, "sdirk2", 1e-3, 4.0);
  EXPECT_NEAR(run("pin.angle", run.last()), M_PI / 2, 0.02);
}

TEST(Sensor, BadInput) {
  expect_refused(slide("noise: -1 mm"),
                 "m.yaml:7: signal \"seen\": sensor.noise: must not be negative");
  expect_refused(slide("noise: 1 deg"), "signal \"seen\": noise: expected a length");
  expect_refused(slide("delay: 5 ms"), "a delay needs a sample_time");
  expect_refused(slide("sample_time: 10 ms, delay: 5 ms"),
                 "the delay of 5 ms is not a whole number of sample times of 10 ms");
  expect_refused(slide("sample_time: 1.5 ms"),
                 "is not a whole number of the machine's steps of 1 ms");
  EXPECT_THROW((void)sensor("s", "rail.position", {.noise = NAN}), InputError);
}

TEST(Sensor, NamesWhatIsNotThere) {
  std::string text = slide("noise: 1 mm");
  text.replace(text.find("of: rail.position"), 17, "of: rail.positoin");
  expect_refused(text, "there is no channel \"rail.positoin\"; did you mean \"rail.position\"?");
}

}  // namespace
}  // namespace bramah
