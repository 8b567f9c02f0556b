// Files of surrogates with a few bytes changed at random: each is refused with InputError, or gives
// a surrogate that can be written, exported and run; nothing crashes or hangs.
//
// BRAMAH_FUZZ_SECONDS=60 build/tests/model_file_test --gtest_filter='*SurrogateMutation*' goes on for
// longer.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "bramah/basics.h"
#include "model_file/mutator.h"
#include "model_file/random_surrogate.h"
#include "model_file/surrogate_file.h"
#include "results/onnx.h"
#include "slowness.h"
#include "surrogate/narx_run.h"

namespace bramah {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 250;                                    // per file
constexpr auto kLongest = std::chrono::seconds(2 * kSlowness);  // for one file; typical is 1 ms

void use(const Surrogate& s) {
  EXPECT_EQ(surrogate_text(read_surrogate_text(surrogate_text(s), "again.yaml")),
            surrogate_text(s));
  EXPECT_FALSE(surrogate_onnx(s).empty());
  const NarxRun run(s);
  NarxRun::Scratch scratch = run.make_scratch();
  std::vector<double> state(run.state_size()), u(run.inputs(), 0.1), y(run.outputs(), 0.2);
  run.start(u, y, state);
  for (int k = 0; k < 3; ++k) run.sample(u, state, scratch);
  (void)run.excess(state);
  (void)run.history_inside(state);
}

struct Counts {
  int read = 0, refused = 0;
};

void try_one(const std::string& text, Counts& counts) {
  const auto start = Clock::now();
  try {
    use(read_surrogate_text(text, "mutant.yaml"));
    ++counts.read;
  } catch (const InputError& error) {
    ++counts.refused;
    EXPECT_FALSE(error.problems().empty());
    for (const std::string& problem : error.problems())
      EXPECT_TRUE(problem.starts_with("mutant.yaml:") || problem.starts_with("...")) << problem;
  }
  EXPECT_LT(Clock::now() - start, kLongest) << text;
}

// It would refuse nearly every mutant before anything else is looked at.
std::string without_checksum(std::string text) {
  const auto at = text.find("checksum: ");
  return text.erase(at, text.find('\n', at) + 1 - at);
}

TEST(SurrogateMutation, RunsOrIsRefused) {
  const char* seconds = std::getenv("BRAMAH_FUZZ_SECONDS");
  const auto end = Clock::now() + std::chrono::seconds(seconds ? std::atoi(seconds) : 0);
  std::vector<std::string> originals;
  for (const SurrogateShape& shape : surrogate_shapes())
    originals.push_back(without_checksum(surrogate_text(random_surrogate(shape, 1))));
  Mutator mutator(20240501u);
  Counts counts;
  for (int round = 0; round < kRounds || Clock::now() < end; ++round)
    for (const std::string& original : originals) try_one(mutator.mutate(original), counts);
  EXPECT_GT(counts.refused, (counts.read + counts.refused) / 4);  // else they are too tame
  EXPECT_GT(counts.read, 0);
  if (seconds)
    std::printf("%d files: %d read, %d refused\n", counts.read + counts.refused, counts.read,
                counts.refused);
}

}  // namespace
}  // namespace bramah
