// References of experiments: made once, shared, and the same as those of a study in memory.
#include "analysis/reference_shelf.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "bramah/basics.h"
#include "bramah/experiment.h"
#include "model_file/study_file.h"

namespace bramah {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

StudyTruth truth_that_says(const std::string& what) {
  StudyTruth truth;
  truth.about.what = what;
  return truth;
}

TEST(ReferenceShelf, ManyAskAndOneMakes) {
  ReferenceShelf shelf;
  std::atomic<int> made{0};
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < 8; ++k)
      threads.emplace_back([&] {
        const auto truth = shelf.get("a", [&] {
          ++made;
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          return truth_that_says("a");
        });
        EXPECT_EQ(truth->about.what, "a");
      });
  }
  EXPECT_EQ(made, 1);
}

TEST(ReferenceShelf, WhatFailsIsForgottenAndTheOldestGoes) {
  ReferenceShelf shelf;
  EXPECT_THROW(shelf.get("a", []() -> StudyTruth { throw InputError("no"); }), InputError);
  EXPECT_EQ(shelf.get("a", [] { return truth_that_says("a"); })->about.what, "a");
  int made = 0;
  const auto ask = [&](int k) {
    shelf.get(std::to_string(k), [&] { return ++made, StudyTruth{}; });
  };
  for (int k = 0; k < 40; ++k) ask(k), ask(k), ask(0);  // what is asked for often stays
  EXPECT_EQ(made, 40);
  ask(1);
  EXPECT_EQ(made, 41);
}

const char* const kSteps = R"yaml(study:
  model: four_bar.yaml
  until: 2.5 s
  over: {lift.bore: [78 mm, 82 mm], method: [semirecursive, ali1], step: [2 ms, 8 ms, 32 ms]}
  bound: {length_error: 0.01 mm, pressure_error: 1 %}
)yaml";

StudyFile steps() {
  return read_study_text(kSteps, std::string(BRAMAH_SOURCE_DIR) + "/models/study.yaml");
}

TEST(ExperimentErrors, AreThoseOfAStudyInMemory) {
  const StudyFile file = steps();
  const Experiment experiment(file);
  ASSERT_EQ(experiment.measures().size(), 3u);
  const Study in_memory = study(file.model, file.options);
  ASSERT_EQ(static_cast<std::size_t>(experiment.runs()), in_memory.rows.size());
  for (std::size_t k = 0; k < in_memory.rows.size(); ++k) {
    const ExperimentRow row = *experiment.perform(static_cast<long long>(k));
    EXPECT_EQ(row.outcome, in_memory.rows[k].outcome) << k;
    for (std::size_t m = 0; m < 3; ++m) {
      const int same = find_measure(in_memory, experiment.measures()[m].name);
      EXPECT_EQ(row.measures[m], in_memory.rows[k].measures[static_cast<std::size_t>(same)]) << k;
    }
    EXPECT_GT(row.measures[0], 0.0);
  }
}

std::vector<std::string> problems(const std::string& body) {
  try {
    const Experiment experiment(
        read_study_text("study:\n  model: four_bar.yaml\n" + body,
                        std::string(BRAMAH_SOURCE_DIR) + "/models/study.yaml"));
  } catch (const InputError& error) {
    return error.problems();
  }
  return {};
}

TEST(ExperimentErrors, AreRefusedWhereThereAreNone) {
  EXPECT_THAT(problems("  task: statics\n  over: {lift.bore: [80 mm]}\n  measure: length_error\n"),
              ElementsAre(HasSubstr("reference: errors are those of runs; found task: statics")));
  EXPECT_THAT(problems("  over: {lift.bore: [80 mm]}\n  bound: {length_error: 1 bar}\n"),
              ElementsAre(HasSubstr("bound: it is about steps"),
                          HasSubstr("length_error: expected a length; found a pressure")));
  EXPECT_THAT(problems("  over: {step: [1 ms, 2 ms]}\n  refine: 2\n"),
              ElementsAre(HasSubstr("refine: its runs depend on what others gave")));
}

}  // namespace
}  // namespace bramah
