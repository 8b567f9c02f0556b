// docs/build-your-own.md: the file that grows on the page, run after every step.
#include <bramah/bramah.h>
#include <bramah/model.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace bramah {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> blocks(const fs::path& page) {
  std::ifstream in(page);
  std::vector<std::string> found;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```yaml";
      if (inside) found.emplace_back();
    } else if (inside) {
      found.back() += line + "\n";
    }
  }
  return found;
}

class Guide : public testing::Test {
 protected:
  void SetUp() override {
    steps = blocks(BRAMAH_SOURCE_DIR "/docs/build-your-own.md");
    ASSERT_EQ(steps.size(), 5u);
    folder =
        fs::temp_directory_path() / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  // The file after a number of steps.
  Model after(int count, const LoadOptions& options = {}) {
    std::ofstream out(folder / "digger.yaml");
    for (int k = 0; k < count; ++k) out << steps[k] << "\n";
    out.close();
    return load((folder / "digger.yaml").string(), options);
  }
  static Recording run_all(const Model& model, double until) {
    RunOptions options;
    options.until = until;
    options.every = 0.01;
    Recording recording;
    const RunSummary summary = run(model, options, recording);
    EXPECT_TRUE(summary.converged) << summary.message;
    return recording;
  }
  static double range(const Model& model, const Recording& r, const std::string& channel) {
    const auto c = static_cast<std::size_t>(model.find_channel(channel));
    double low = r.row(0)[c], high = low;
    for (std::size_t k = 0; k < r.times.size(); ++k)
      low = std::min(low, r.row(k)[c]), high = std::max(high, r.row(k)[c]);
    return high - low;
  }

  std::vector<std::string> steps;
  fs::path folder;
};

TEST_F(Guide, FallsThenHoldsThenMoves) {
  const Model bare = after(1);
  EXPECT_GT(range(bare, run_all(bare, 3.0), "boom_pin.angle"), 1.0);  // [rad] it falls
  const Model held = after(2);
  EXPECT_LT(range(held, run_all(held, 5.0), "boom_pin.angle"), 1e-6);
  const Model moved = after(3);
  const Recording r = run_all(moved, moved.until());
  EXPECT_GT(range(moved, r, "boom_pin.angle"), 0.2);
  EXPECT_GT(range(moved, r, "stick_pin.angle"), 0.2);
}

TEST_F(Guide, IsDrivenInTheEnd) {
  LoadOptions live;
  live.controls = live.faults = true;
  after(4, live);
  std::ofstream(folder / "digger_look.yaml") << steps[4];
  const Model model = load((folder / "digger_look.yaml").string(), live);
  EXPECT_EQ(model.scene().shapes.size(), 5u);
  ASSERT_EQ(model.controls().size(), 2u);
  EXPECT_EQ(model.controls()[0].label, "Boom");
  EXPECT_EQ(model.faults().size(), 3u);
  Workspace work(model);
  State state = model.initial_state();
  std::vector<double> inputs = model.input_defaults();
  const auto tip = [&] {
    std::vector<double> values(model.channels().size());
    model.observe(state, work, values);
    return values[model.find_channel("tip.y")];
  };
  const double before = tip();
  inputs[model.controls()[0].input] = model.controls()[0].range;
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(step(model, state, work, Inputs{inputs}).converged);
  EXPECT_GT(tip(), before + 0.2);
}

}  // namespace
}  // namespace bramah
