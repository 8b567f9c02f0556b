// Shipped models, and one of Denavit-Hartenberg tables, with a few bytes changed at random: each is
// refused with InputError, every problem with its line, or builds a machine whose steps converge to
// finite numbers or say that they do not; nothing crashes or hangs.
//
// BRAMAH_FUZZ_SECONDS=60 BRAMAH_FUZZ_SEED=7 build/tests/model_file_test
// --gtest_filter='*/Mutation.*' goes on for longer, so many seconds a model, elsewhere.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "bramah/model.h"
#include "model_file/machine_text.h"
#include "model_file/mutator.h"
#include "slowness.h"

namespace bramah {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 400;                                    // per model
constexpr auto kLongest = std::chrono::seconds(2 * kSlowness);  // for one file; typical is 5 ms

int environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

// "mutant.yaml:12: what is wrong", and nothing that points to a line 0.
void expect_place(const std::string& problem, const std::string& text) {
  static const std::regex kPlace("mutant\\.yaml:[1-9][0-9]*: [^]*");
  if (problem == "... and more; correct these first") return;
  EXPECT_TRUE(std::regex_match(problem, kPlace)) << problem << "\n" << text;
  EXPECT_EQ(problem.find("line 0"), std::string::npos) << problem;
}

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
  Mutator mutator(static_cast<unsigned>(environment("BRAMAH_FUZZ_SEED", 20240501)));
  const auto end = Clock::now() + std::chrono::seconds(environment("BRAMAH_FUZZ_SECONDS", 0));
  int refused = 0, i = 0;
  for (; i < kRounds || Clock::now() < end; ++i) {
    const bool scale = i % 4 == 3;
    const std::string text = scale ? mutator.scale_a_number(original) : mutator.mutate(original);
    const auto start = Clock::now();
    try {
      const Model model = load_text(text, "mutant.yaml");
      step_a_little(model);
    } catch (const InputError& error) {
      ++refused;
      EXPECT_FALSE(error.problems().empty());
      for (const std::string& problem : error.problems()) expect_place(problem, text);
    }
    EXPECT_LT(Clock::now() - start, kLongest) << text;
  }
  EXPECT_GT(refused, i / 4);  // else the mutations are too tame to mean anything
}

INSTANTIATE_TEST_SUITE_P(Models, Mutation,
                         testing::Values("naya_rod", "crane_single", "crane_double", "four_bar",
                                         "quick_return", "chrono_crane",
                                         "denavit_hartenberg_crane"),
                         [](const auto& file) { return file.param; });

}  // namespace
}  // namespace bramah
