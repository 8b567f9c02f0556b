// A boom on a counterbalance valve: what the poles say about the pilot ratio, a run must show.
#include <gtest/gtest.h>

#include <cmath>

#include "bramah/analysis.h"
#include "bramah/run.h"

namespace bramah {
namespace {

Model boom(double ratio) {
  LoadOptions options;
  options.set = {"pilot_ratio=" + std::to_string(ratio)};
  options.until = 4.9;
  return load(std::string(BRAMAH_SOURCE_DIR) + "/models/counterbalance_boom.yaml", options);
}

// The rightmost of those that swing.
Mode swinging(double ratio) {
  const Linearization l = linearize(boom(ratio));  // about the file's point: lowering at 20 deg
  EXPECT_TRUE(l.converged) << l.message;
  EXPECT_LT(l.unrest, 1e-6);
  Mode worst;
  worst.pole = -1e9;
  for (const Mode& mode : l.modes)
    if (mode.pole.imag() > 0.0 && mode.pole.real() > worst.pole.real()) worst = mode;
  return worst;
}

// How the boom's speed swings about its trend between two instants of a run.
struct Swing {
  double amplitude = 0.0, frequency = 0.0;  // [rad/s], [Hz]
};

Swing swing(const Model& model, const Recording& recording, double from, double to) {
  const auto channel = static_cast<std::size_t>(model.find_channel("hinge.rate"));
  std::vector<double> t, v;
  for (std::size_t k = 0; k < recording.times.size(); ++k)
    if (recording.times[k] >= from && recording.times[k] < to)
      t.push_back(recording.times[k] - 0.5 * (from + to)), v.push_back(recording.row(k)[channel]);
  double mean = 0.0, slope = 0.0, spread = 0.0;
  for (std::size_t k = 0; k < t.size(); ++k)
    mean += v[k] / static_cast<double>(t.size()), spread += t[k] * t[k];
  for (std::size_t k = 0; k < t.size(); ++k) slope += t[k] * (v[k] - mean) / spread;
  Swing out;
  double first = NAN, last = NAN;
  int crossings = 0;
  const auto rest = [&](std::size_t k) { return v[k] - mean - slope * t[k]; };
  for (std::size_t k = 0; k < t.size(); ++k) {
    out.amplitude = std::max(out.amplitude, std::abs(rest(k)));
    if (k == 0 || rest(k - 1) >= 0.0 || rest(k) < 0.0) continue;
    last = t[k] - rest(k) * (t[k] - t[k - 1]) / (rest(k) - rest(k - 1));
    if (crossings++ == 0) first = last;
  }
  if (crossings > 1) out.frequency = (crossings - 1) / (last - first);
  return out;
}

struct Two {
  Swing early, late;
};

Two run_boom(double ratio) {
  const Model model = boom(ratio);
  Recording recording;
  const RunSummary summary = run(model, {}, recording);
  EXPECT_TRUE(summary.converged) << summary.message;
  return {swing(model, recording, 1.2, 1.9), swing(model, recording, 4.2, 4.9)};
}

// Poles per pilot ratio; the pair that swings crosses the axis between 2 and 3.
TEST(Counterbalance, PilotRatioMovesThePolesToTheRight) {
  const double ratios[] = {1.0, 1.5, 2.0, 3.0, 5.0, 8.0};
  double before = -1e9;
  for (const double ratio : ratios) {
    const Mode mode = swinging(ratio);
    EXPECT_GT(mode.pole.real(), before) << ratio;
    EXPECT_EQ(mode.damping > 0.0, ratio < 2.5) << ratio;
    before = mode.pole.real();
  }
}

// The lever's ramp ends at 1 s. What it leaves dies out, or becomes a limit cycle.
TEST(Counterbalance, RunsDoAsThePolesSay) {
  const Two calm = run_boom(1.5), wild = run_boom(8.0);
  RecordProperty("calm_early", std::to_string(calm.early.amplitude));
  RecordProperty("calm_early_Hz", std::to_string(calm.early.frequency));
  RecordProperty("calm_late", std::to_string(calm.late.amplitude));
  RecordProperty("wild_early", std::to_string(wild.early.amplitude));
  RecordProperty("wild_late", std::to_string(wild.late.amplitude));
  RecordProperty("wild_late_Hz", std::to_string(wild.late.frequency));
  EXPECT_LT(calm.late.amplitude, 0.02 * calm.early.amplitude);
  EXPECT_NEAR(calm.early.frequency, swinging(1.5).frequency, 0.1 * calm.early.frequency);
  EXPECT_GT(wild.late.amplitude, 0.03);  // [rad/s] of a mean speed of 0.11
}

}  // namespace
}  // namespace bramah
