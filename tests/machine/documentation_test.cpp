// Every machine in the documentation is complete, and runs.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace bramah {
namespace {

namespace fs = std::filesystem;

struct Example {
  std::string name, text;
};

// ```yaml blocks whose first line is the format version.
std::vector<Example> examples_of(const fs::path& page) {
  std::ifstream in(page);
  std::vector<Example> found;
  std::string line, block;
  bool inside = false;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.starts_with("```")) {
      if (inside && block.starts_with("bramah: 1")) found.back().text = block;
      if (inside && !block.starts_with("bramah: 1")) found.pop_back();
      inside = line == "```yaml";
      block.clear();
      if (inside) found.push_back({page.filename().string() + ":" + std::to_string(number), ""});
    } else if (inside) {
      block += line + "\n";
    }
  }
  return found;
}

TEST(Documentation, EveryMachineRuns) {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(BRAMAH_SOURCE_DIR "/docs")) {
    if (entry.path().extension() != ".md") continue;
    for (const Example& example : examples_of(entry.path())) {
      SCOPED_TRACE(example.name);
      ++count;
      const Model model = load_text(example.text, example.name);
      RunOptions options;
      options.until = std::min(0.5, model.until());
      Recording recording;
      const RunSummary summary = run(model, options, recording);
      EXPECT_TRUE(summary.converged) << summary.message;
      for (const double value : recording.values) ASSERT_TRUE(std::isfinite(value));
    }
  }
  EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace bramah
