// Shipped models, and one of Denavit-Hartenberg tables, with a few bytes changed at random: each is
// refused with InputError, or builds a machine whose steps converge to finite numbers or say that they
// do not; nothing crashes or hangs.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>

#include "bramah/step.h"
#include "model_file/machine_text.h"
#include "model_file/mutator.h"

namespace bramah {
namespace {

constexpr int kRounds = 400;                        // per model
constexpr auto kLongest = std::chrono::seconds(2);  // for one file; typical is 5 ms

std::string model_text(const std::string& name) {
  std::ifstream stream(model_path(name));
  if (!stream) stream.open(std::string(BRAMAH_SOURCE_DIR) + "/tests/model_file/" + name + ".yaml");
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

void step_a_little(const Model& model) {
  State state = model.initial_state();
  if (model.integrator() == "sundials") return;
  Workspace work(model);
  for (int k = 0; k < 20 && step(model, state, work, {}).converged; ++k)
    for (const double value : state.values()) ASSERT_TRUE(std::isfinite(value));
}

class Mutation : public testing::TestWithParam<std::string> {};

TEST_P(Mutation, RunsOrIsRefused) {
  const std::string original = model_text(GetParam());
  Mutator mutator(20240501u);
  int refused = 0;
  for (int i = 0; i < kRounds; ++i) {
    const std::string text = mutator.mutate(original);
    const auto start = std::chrono::steady_clock::now();
    try {
      const Model model = load_text(text, "mutant.yaml");
      step_a_little(model);
    } catch (const InputError& error) {
      ++refused;
      EXPECT_FALSE(error.problems().empty());
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, kLongest) << text;
  }
  EXPECT_GT(refused, kRounds / 4);  // else the mutations are too tame to mean anything
}

INSTANTIATE_TEST_SUITE_P(Models, Mutation,
                         testing::Values("naya_rod", "crane_single", "crane_double", "four_bar",
                                         "quick_return", "chrono_crane",
                                         "denavit_hartenberg_crane"),
                         [](const auto& file) { return file.param; });

}  // namespace
}  // namespace bramah
