// The program from outside: exit codes, what goes to which stream, and what is left on the disk.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/program.h"
#include "bramah/basics.h"
#include "bramah/run.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

class Cli : public ProgramTest {};

const std::string four_bar = model("four_bar");

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// The rest of the line that begins with `start`.
std::string line_after(const std::string& text, const std::string& start) {
  const std::size_t at = text.find(start);
  if (at == std::string::npos) return "";
  return text.substr(at + start.size(), text.find('\n', at) - at - start.size());
}

// ------------------------------------------------------------------------------------ menu
TEST_F(Cli, VersionAndHelpGoToStdout) {
  EXPECT_THAT(program("--version").out, StartsWith("bramah " + std::string(version()) + "\n"));
  const Outcome help = program("run --help");
  EXPECT_EQ(help.code, 0);
  for (const char* option :
       {"--method", "--coordinates", "--constraints", "--integrator", "--coupling", "--guide",
        "--tangent", "--step", "--until", "--set", "--output", "--every", "--report", "--real-time",
        "--json", "Examples:"})
    EXPECT_THAT(help.out, HasSubstr(option));
}

// Which program it is, and how it was built: each line once, with something in it.
TEST_F(Cli, VersionTellsHowItWasBuilt) {
  const std::string text = program("--version").out;
  EXPECT_THAT(text, MatchesRegex("bramah [0-9.]+\n"
                                 "  revision   (unknown.*|[0-9a-f]{12}(, with changes)?)\n"
                                 "  compiler   (GCC|Clang) [0-9.]+, .+, -.+\n"
                                 "  processor  .+\n"
                                 "  parts      .+\n"
                                 "  left out   .+\n"
                                 "  program    /.*/bramah\n"));
  const std::string parts = text_of(fs::path(BRAMAH_BINARY_DIR) / "parts.txt");
  EXPECT_EQ(line_after(text, "  parts      ").find("server") != std::string::npos,
            parts.find("SERVER") != std::string::npos);
  EXPECT_NE(line_after(text, "  left out   ").find("hdf5") != std::string::npos,
            parts.find("HDF5") != std::string::npos);
}

TEST_F(Cli, NoCommandShowsTheMenuOnStderr) {
  const Outcome outcome = program("");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("statics"));
}

TEST_F(Cli, UnknownCommandSuggestsTheNearest) {
  const Outcome outcome = program("chekc " + four_bar);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no command or option \"chekc\""));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"check\"?"));
}

// ------------------------------------------------------------------------------- bad input
TEST_F(Cli, UnknownOptionsAreAllReportedWithSuggestions) {
  const Outcome outcome = program("run --stpe 1ms " + four_bar + " --integrater sdirk2");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--stpe: no such option of `bramah run`"));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"--step\"?"));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"--integrator\"?"));
}

TEST_F(Cli, EveryBadOptionIsReportedAtOnce) {
  const Outcome outcome = program(
      "run missing.yaml --step 1 --until 2kg --every=-1ms -o out.txt -o no/such/folder.csv "
      "-o a.csv -o a.csv --report page.pdf");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  for (const char* problem :
       {"missing.yaml", "--step: ", "--until: ", "--every: ", "out.txt: the ending says the format",
        "there is no folder \"no/such\"", "a.csv: given twice", "page.pdf: expected a name"})
    EXPECT_THAT(outcome.err, HasSubstr(problem));
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Cli, OptionsAndFileAreReportedTogether) {
  const Outcome outcome =
      program("run " + four_bar + " --step 3 --method magic --set lift.boer=1mm");
  EXPECT_EQ(outcome.code, 2);
  for (const char* problem : {"--step", "magic", "lift.boer"})
    EXPECT_THAT(outcome.err, HasSubstr(problem));
}

TEST_F(Cli, NoMachineFileIsBadInput) {
  for (const char* command : {"run", "check", "statics"}) {
    const Outcome outcome = program(command);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("MODEL: no machine file given"));
  }
}

TEST_F(Cli, TwoMachineFilesAreBadInput) {
  const Outcome outcome = program("check " + four_bar + " other.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("\"other.yaml\": one machine file at a time"));
}

TEST_F(Cli, BrokenFileNamesFileAndLine) {
  std::ofstream(folder() / "broken.yaml") << "bodies:\n  - [unclosed\n";
  const Outcome outcome = program("check broken.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("broken.yaml:"));
}

TEST_F(Cli, ReadOnlyFolderIsFoundBeforeTheRun) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::create_directory(folder() / "locked");
  fs::permissions(folder() / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  const Outcome outcome = program("run " + four_bar + " -o locked/out.csv");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("may not be written to"));
}

// ------------------------------------------------------------------------------------- run
TEST_F(Cli, JsonIsOneObjectAndNothingElse) {
  const Outcome outcome = program("run " + four_bar + " --until 50ms --step 1ms --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(count_lines(outcome.out), 1u);
  const Json json = Json::parse(outcome.out);
  for (const char* key : {"steps", "wall_s", "real_time_factor", "newton_mean", "newton_max",
                          "constraint_max", "energy_residual_max_J", "converged"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["steps"], 50);
  EXPECT_EQ(json["converged"], true);
  EXPECT_THAT(files(), IsEmpty());
}

TEST_F(Cli, SummaryIsForPeople) {
  const Outcome outcome = program("run " + four_bar + " --until 20ms -o out.csv");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"x real time", "Newton", "loop gap", "energy residual", "lift.length",
                           " mm\n", " bar\n", "written           out.csv"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
}

TEST_F(Cli, CsvHasEveryStepUnlessTold) {
  ASSERT_EQ(program("run " + four_bar + " --until 20ms --step 1ms -o all.csv").code, 0);
  ASSERT_EQ(program("run " + four_bar + " --until 20ms --step 1ms --every 10ms -o some.csv").code,
            0);
  const std::string all = text_of(folder() / "all.csv");
  EXPECT_THAT(all, StartsWith("time [s],"));
  EXPECT_THAT(all, HasSubstr("lift.length [m]"));
  EXPECT_EQ(count_lines(all), 22u);                            // header, t = 0, 20 steps
  EXPECT_EQ(count_lines(text_of(folder() / "some.csv")), 4u);  // header, t = 0, 10, 20 ms
}

TEST_F(Cli, TimesThatAreNoWholeNumberOfStepsAreTold) {
  const Outcome outcome =
      program("run " + four_bar + " --until 20.4ms --step 1ms --every 3.5ms -o some.csv");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the run ends at 0.02 s"));
  EXPECT_THAT(outcome.err, HasSubstr("rows are 4 ms apart"));
  EXPECT_EQ(count_lines(text_of(folder() / "some.csv")), 7u);  // header, t = 0, 4, ... 20 ms
}

TEST_F(Cli, PressuresBelowZeroAreAWarning) {
  const Outcome outcome = program("run " + four_bar);  // its spike at 8.06 s, when the valve closes
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("warning: pressures fall below zero, absolute: lift_hose.p"));
  EXPECT_THAT(outcome.err, HasSubstr("at 8.05"));
}

TEST_F(Cli, OneFileUnderTwoNamesIsFound) {
  const Outcome outcome = program("run " + four_bar + " -o x.csv -o ./x.csv");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--output ./x.csv: given twice"));
}

TEST_F(Cli, OutputBeforeTheModelIsNotTakenForIt) {
  ASSERT_EQ(
      program("run -o a.csv -o b.h5 --set solver.step=2ms " + four_bar + " --until 10ms").code, 0);
  EXPECT_EQ(files(), (std::set<std::string>{"a.csv", "b.h5"}));
}

TEST_F(Cli, ReportIsWrittenOrRefusedBeforeTheRun) {
  const Outcome outcome = program("run " + four_bar + " --until 20ms --report page.html");
  if (has_report_page()) {
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("</html>"));
  } else {
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("built without the report page"));
    EXPECT_THAT(files(), IsEmpty());
  }
}

TEST_F(Cli, FailedNumericsNameTimeAndCulpritAndKeepWhatThereIs) {
  // One Newton iteration to a tolerance below round-off cannot converge.
  const std::string hopeless =
      "run " + four_bar +
      " --substeps off --set solver.max_iterations=1 --set solver.tolerance=1e-30"
      " -o out.csv -o out.h5";
  const Outcome outcome = program(hopeless);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the numerics failed at t = "));
  EXPECT_THAT(outcome.err,
              HasSubstr("out.csv has what was computed until then, marked as incomplete"));
  EXPECT_THAT(text_of(folder() / "out.csv"), HasSubstr("INCOMPLETE, stopped at t = "));
  EXPECT_TRUE(std::filesystem::exists(folder() / "out.h5"));

  const Outcome json = program(hopeless + " --json");
  EXPECT_EQ(json.code, 1);
  EXPECT_EQ(Json::parse(json.out)["converged"], false);
  EXPECT_EQ(Json::parse(json.out)["complete"], false);
  EXPECT_THAT(Json::parse(json.out)["message"].get<std::string>(), Not(IsEmpty()));
}

TEST_F(Cli, InterruptsKeepWhatThereIs) {
  for (const char* signal : {"INT", "TERM"}) {
    const Outcome outcome =
        program("run " + four_bar + " --real-time --until 60s -o out.csv --json",
                std::string("timeout --foreground --preserve-status -s ") + signal + " 0.7");
    EXPECT_EQ(outcome.code, 130) << signal;
    EXPECT_THAT(outcome.err, HasSubstr("bramah: stopped at t = 0."));
    const Json summary = Json::parse(outcome.out);
    EXPECT_EQ(summary["complete"], false);
    EXPECT_EQ(summary["interrupted"], true);
    const std::string rows = text_of(folder() / "out.csv");
    EXPECT_THAT(rows, HasSubstr(": interrupted; bramah "));
    EXPECT_GT(std::ranges::count(rows, '\n'), 100);  // 1 ms apart
  }
}

TEST_F(Cli, AFullDiskBehindStandardOutputIsNoSuccess) {
  for (const char* words : {"check ", "run --until 10ms ", "run --until 10ms --json "}) {
    const Outcome outcome = program(words + four_bar, "bash -c '\"$@\" >/dev/full' _");
    EXPECT_EQ(outcome.code, 2) << words;
    EXPECT_THAT(outcome.err, HasSubstr("standard output cannot be written: No space left"));
  }
}

// The address sanitizer reserves terabytes of addresses; there it limits the memory in use itself.
// A run of 300 s that keeps its rows takes 220 MB there, one that does not 120.
#ifdef __SANITIZE_ADDRESS__
constexpr const char* kLittleMemory =
    "export ASAN_OPTIONS=$ASAN_OPTIONS:hard_rss_limit_mb=180:quarantine_size_mb=1";
#else
constexpr const char* kLittleMemory = "ulimit -v 250000";
#endif

// Rows that nobody asked for are not kept: 300 s of the press are below 100 MB.
TEST_F(Cli, ALongRunWithoutOutputsNeedsNoMemory) {
  const Outcome outcome = program("run " + model("press") + " --until 300s",
                                  std::string("bash -c '") + kLittleMemory + "; \"$@\"' _");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(Cli, WarningsAreInTheSummaryToo) {
  const Outcome outcome = program("run " + four_bar + " --json");
  EXPECT_THAT(Json::parse(outcome.out)["warnings"].dump(), HasSubstr("pressures fall below zero"));
}

// --------------------------------------------------------------------------- other commands
TEST_F(Cli, CheckSaysWhatIsInTheMachine) {
  const Outcome text = program("check " + four_bar);
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("1 degree of freedom"));
  const Json json = Json::parse(program("check --json " + four_bar).out);
  EXPECT_EQ(json["degrees_of_freedom"], 1);
  EXPECT_EQ(json["loops"], 1);
  EXPECT_FALSE(json["volumes"].empty());
}

TEST_F(Cli, ChannelsAreThoseOfTheCsv) {
  const Outcome list = program("check --channels " + four_bar);
  ASSERT_EQ(list.code, 0) << list.err;
  for (const char* name : {"lift.length", "lift.A.p", "lift.B.p", "lift_hose.p", "lift_valve.U",
                           "energy.residual", "[Pa]"})
    EXPECT_THAT(list.out, HasSubstr(name));
  const Json json = Json::parse(program("check --channels --json " + four_bar).out);
  EXPECT_EQ(json["channels"].size(), count_lines(list.out));
}

TEST_F(Cli, StaticsAsTextAndJson) {
  const Outcome text = program("statics " + four_bar);
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("at rest"));
  const Json json = Json::parse(program("statics --json " + four_bar).out);
  EXPECT_EQ(json["converged"], true);
  EXPECT_TRUE(json["cylinder_forces_N"].contains("lift"));
}

TEST_F(Cli, SchemaIsJson) {
  const Outcome outcome = program("schema");
  ASSERT_EQ(outcome.code, 0);
  EXPECT_TRUE(Json::parse(outcome.out).contains("$schema"));
  const Outcome protocol = program("schema --protocol");
  ASSERT_EQ(protocol.code, 0);
  EXPECT_TRUE(Json::parse(protocol.out)["$defs"].contains("LookAheadCommand"));
}

// Past its limit an explicit step would chatter, finite and wrong.
TEST_F(Cli, ExplicitStepsOnASmallVolumeFailWithTheCulprit) {
  for (const char* integrator : {"euler", "heun", "rk4"}) {
    const Outcome run = program("run '" + model("circuit2") + "' --integrator " + integrator);
    EXPECT_EQ(run.code, 1) << integrator;
    EXPECT_THAT(run.err, HasSubstr("the pressure of volume V1")) << integrator;
    EXPECT_THAT(run.err, HasSubstr("implicit integrator (sdirk2)")) << integrator;
  }
}

}  // namespace
}  // namespace bramah::testing
