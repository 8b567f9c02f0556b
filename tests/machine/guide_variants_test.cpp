// The arm of docs/build-your-own.md with oil that has a vapour pressure and no air, as a reader may
// change it: other bores, loads, hoses and valves, levers that jump. All of them run.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace bramah {
namespace {

// The page's first three blocks, with other oil and other levers.
std::string arm_without_air(const std::string& vapour) {
  std::ifstream in(BRAMAH_SOURCE_DIR "/docs/build-your-own.md");
  std::string text;
  int block = 0;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```yaml" && ++block <= 3;
      continue;
    }
    if (!inside) continue;
    if (line.find("lift_lever: {ramps") != std::string::npos)
      line =
          "  lift_lever: {steps: [[0 s, 0], [0.203 s, 1], [0.9 s, -1], [1.31 s, 0], [1.6 s, -1], "
          "[2.2 s, 0.3]]}";
    if (line.find("reach_lever: {ramps") != std::string::npos)
      line =
          "  reach_lever: {steps: [[0 s, 0], [0.1 s, -1], [0.55 s, 1], [1.2 s, 0], [1.5 s, -1], "
          "[1.9 s, 1]]}";
    text += line + "\n";
  }
  const std::string oil = "air: 0.5 %, vapour: 0.03 bar";
  const auto at = text.find(oil);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, oil.size(), "vapour: " + vapour);
}

std::vector<std::string> variant(int k) {
  const double lift = 40.0 + 60.0 * k / 25.0, reach = 40.0 + 60.0 * (7 * k % 26) / 25.0;  // [mm]
  const double load[] = {20.0, 80.0, 200.0, 400.0};                                       // [kg]
  const double hose[] = {0.01, 0.15, 0.5, 2.0, 0.05};                                     // [l]
  const double flow[] = {6.0, 20.0, 60.0}, lowering[] = {3.0, 6.0, 30.0};                 // [l/min]
  std::vector<std::string> set;
  const auto add = [&](const char* name, double value, const char* unit) {
    std::ostringstream out;
    out << name << "=" << value << unit;
    set.push_back(out.str());
  };
  add("lift.bore", lift, "mm"), add("lift.rod", 0.55 * lift, "mm");
  add("reach.bore", reach, "mm"), add("reach.rod", 0.6 * reach, "mm");
  add("stick.point_masses.tip", load[k % 4], "kg");
  for (const char* name : {"lift.hose_A", "lift.hose_B", "reach.hose_A", "reach.hose_B"})
    add((name + std::string(".volume")).c_str(), hose[k % 5], "l");
  add("lift_valve.nominal.flow", flow[k / 2 % 3], "l/min");
  add("reach_valve.nominal.flow", flow[k / 2 % 3], "l/min");
  add("lift_valve.AT.nominal.flow", lowering[k / 3 % 3], "l/min");
  add("reach_valve.BT.nominal.flow", lowering[k / 3 % 3], "l/min");
  add("reach.start_A", 5, "bar");  // its load pulls: the rod side carries it
  set.push_back("reach.start_B=static");
  return set;
}

TEST(GuideVariants, RunWithOilThatHasNoAir) {
  const char* const vapours[] = {"0 bar", "0.03 bar", "0.1 bar"};
  const double vapour_pressure[] = {0.0, 3e3, 1e4};  // [Pa]
  for (int k = 0; k < 26; ++k) {
    SCOPED_TRACE(k);
    LoadOptions options;
    options.set = variant(k);
    const Model model = load_text(arm_without_air(vapours[k % 3]), "digger.yaml", options);
    RunOptions how;
    how.until = 3.0;
    how.every = 0.01;
    Recording rows;
    const RunSummary summary = run(model, how, rows);
    ASSERT_TRUE(summary.converged) << summary.message;
    EXPECT_EQ(summary.coarse, 0);
    double lowest = INFINITY;
    for (std::size_t c = 0; c < model.channels().size(); ++c) {
      const bool pressure = model.channels()[c].name.ends_with(".p");
      for (std::size_t r = 0; r < rows.times.size(); ++r) {
        ASSERT_TRUE(std::isfinite(rows.row(r)[c])) << model.channels()[c].name;
        if (pressure) lowest = std::min(lowest, rows.row(r)[c]);
      }
    }
    EXPECT_GT(lowest, vapour_pressure[k % 3]);
  }
}

}  // namespace
}  // namespace bramah
