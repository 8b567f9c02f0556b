// bramah reproduce from outside.
#include <gmock/gmock.h>

#include "apps/program.h"
#include "bramah/basics.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ReproduceCli : public ProgramTest {};

TEST_F(ReproduceCli, ListsThePapers) {
  const Outcome outcome = program("reproduce --list");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* paper : {"naya2011 ", "rahikainen2017 ", "jaiswal2021 "})
    EXPECT_THAT(outcome.out, HasSubstr(paper));
  EXPECT_THAT(files(), IsEmpty());
}

// In a folder without models/: those beside the program are found.
TEST_F(ReproduceCli, PrintsTheTableAndFillsTheFolder) {
  const Outcome outcome = program("reproduce naya2011 --into papers --repeats 1");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("around 1000"));
  EXPECT_THAT(outcome.out, HasSubstr("as printed"));
  EXPECT_THAT(outcome.out, HasSubstr("papers/naya2011: "));
  EXPECT_TRUE(fs::exists(folder() / "papers/naya2011/unified.csv"));
  EXPECT_EQ(fs::exists(folder() / "papers/naya2011/index.html"), has_report_page());
}

// What is a command of `bramah` too is an argument like any other.
TEST_F(ReproduceCli, ArgumentsAreHandedOnAsTheyAre) {
  EXPECT_EQ(program("reproduce --into run --list").code, 0);
  EXPECT_THAT(program("reproduce run").err, HasSubstr("PAPER run: none of naya2011, "));
  const Outcome help = program("reproduce --help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("Usage: bramah reproduce [OPTIONS] [PAPER...]"));
  EXPECT_THAT(program("--help").out, HasSubstr("the papers' tables and figures"));
}

TEST_F(ReproduceCli, SaysHowToBuildWhatIsMissing) {
  fs::copy_file(BRAMAH_PROGRAM, folder() / "bramah");
  const Outcome outcome = program("", "sh -c './bramah reproduce --list'");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--target bramah_reproduce"));
}

TEST_F(ReproduceCli, EveryProblemAtOnceWithSuggestions) {
  const Outcome outcome = program("reproduce naya2012 rahikanen2017 --models nowhere");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"naya2011\"?"));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"rahikainen2017\"?"));
  EXPECT_THAT(outcome.err, HasSubstr("--models nowhere: there is no such folder"));
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(ReproduceCli, ANumericalFailureIsExitCodeOne) {
  fs::create_directories(folder() / "models");
  fs::copy_file(model("naya_rod"), folder() / "models/naya_rod.yaml");
  std::string text = text_of(folder() / "models/naya_rod.yaml");
  const std::string solver = "solver: {step: 1 ms,";
  ASSERT_NE(text.find(solver), std::string::npos);
  text.replace(text.find(solver), solver.size(), "solver: {max_iterations: 3, step: 1 ms,");
  std::ofstream(folder() / "models/naya_rod.yaml") << text;
  const Outcome outcome = program("reproduce naya2011 --repeats 1");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("bramah: naya2011: naya_rod, as printed: stopped at "));
  EXPECT_THAT(outcome.out, HasSubstr("failed"));
}

}  // namespace
}  // namespace bramah::testing
