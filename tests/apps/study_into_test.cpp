// bramah study --into from outside: killed, resumed, refused, on ranks, on a full disk.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "apps/program.h"
#include "bramah/experiment.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

class StudyInto : public ProgramTest {
 protected:
  std::string table(const std::string& place) {
    const Outcome shown = program("study --show " + place + " -o " + place + ".csv");
    EXPECT_EQ(shown.code, 0) << shown.err;
    return text_of(folder() / (place + ".csv"));
  }

  long long rows(const std::string& place) {
    long long count = 0;
    try {
      Results(folder() / place).each([&](const ExperimentRow&) { ++count; });
    } catch (const InputError&) {  // not begun yet
    }
    return count;
  }

  // Starts a command in the folder and ends it with a signal as soon as `enough` rows are kept.
  void interrupt(const std::string& command, const std::string& place, long long enough) {
    const pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0);
      const std::string line =
          "cd '" + folder().string() + "' && exec " + command + " >/dev/null 2>&1";
      execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    for (int k = 0; k < 6000 && rows(place) < enough && waitpid(child, nullptr, WNOHANG) == 0; ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    kill(-child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
};

const std::string runs =
    "study " + model("four_bar") +
    " --until 50ms --design latin --runs 300 --seed 2 --over 'lift.bore=normal(80 mm, 1 %)' "
    "--over 'fluid.bulk=uniform(1.2 GPa, 1.6 GPa)' --measure 'max(lift.A.p)' --into ";

TEST_F(StudyInto, KilledAndCalledAgainItIsComplete) {
  ASSERT_EQ(program(runs + "whole --jobs 1").code, 0);
  const std::string whole = table("whole");
  for (const long long enough : {20, 90, 180})
    interrupt(std::string(BRAMAH_PROGRAM) + " " + runs + "parts --jobs 2", "parts", enough);
  const long long kept = rows("parts");
  EXPECT_GE(kept, 180);
  const Outcome outcome = program(runs + "parts --resume");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("parts"), whole);
}

TEST_F(StudyInto, AFullDiskEndsItWithItsName) {
  // A file that may not grow beyond 128 kB stands for the disk.
  const Outcome outcome = program(runs + "full --jobs 1", "trap '' XFSZ; ulimit -f 256; ");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("full/study.sqlite: the disk is full"));
  const long long kept = rows("full");
  EXPECT_LT(kept, 300);
  ASSERT_EQ(program(runs + "full").code, 0);
  EXPECT_EQ(rows("full"), 300);
}

TEST_F(StudyInto, AnotherStudyIsRefused) {
  const std::string few =
      "study " + model("four_bar") +
      " --until 10ms --over lift.bore=80mm,90mm --measure 'max(lift.A.p)' --into a";
  ASSERT_EQ(program(few).code, 0);
  EXPECT_EQ(program(few).code, 0);
  const Outcome other = program(few + " --step 2ms");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("a: holds the rows of another study"));
  EXPECT_THAT(program("study --show nowhere").err, HasSubstr("nowhere: no study is kept there"));
}

TEST_F(StudyInto, PageAndText) {
  const std::string report = has_report_page() ? " --report page.html" : "";
  const Outcome outcome = program(runs + "page" + report);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("bramah: 300 of 300 runs, 0 not done, "));
  EXPECT_THAT(outcome.out, HasSubstr("300 of 300 runs, latin design, seed 2; 0 not done (0 %)"));
  if (report.empty()) return;
  EXPECT_THAT(text_of(folder() / "page.html"), HasSubstr("Correlation"));
}

// A command of a page of docs/, as it stands there; `words` behind it make it shorter.
std::string documented(const std::string& page, const std::string& command) {
  EXPECT_THAT(text_of(std::string(BRAMAH_SOURCE_DIR) + "/docs/" + page), HasSubstr(command))
      << page;
  const std::string name = "bramah ";
  std::string arguments = command.substr(command.find(name) + name.size());
  const auto file = arguments.find("examples/");
  return arguments.insert(file, std::string(BRAMAH_SOURCE_DIR) + "/");
}

TEST_F(StudyInto, TheExampleOfStudyMd) {
  const std::string command =
      documented("study.md", "bramah study examples/studies/tolerances.yaml --into results");
  ASSERT_EQ(program(command + " --runs 8").code, 0);
  EXPECT_EQ(rows("results"), 8);
  EXPECT_THAT(text_of(std::string(BRAMAH_SOURCE_DIR) + "/docs/study.md"),
              HasSubstr("bramah study --show results -o rows.csv"));
  ASSERT_EQ(program("study --show results -o rows.csv").code, 0);
  EXPECT_THAT(text_of(folder() / "rows.csv"), HasSubstr("run,lift.bore [mm],lift.rod [mm],"));
}

// The numbers of the table are those of single runs.
TEST_F(StudyInto, EveryExampleWorks) {
  const std::string studies = "study " + std::string(BRAMAH_SOURCE_DIR) + "/examples/studies/";
  for (const char* name : {"capacity_chart", "stability_map", "ishigami"}) {
    const Outcome outcome = program(studies + name + ".yaml --into " + name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("0 not done")) << name;
  }
  const Outcome cycle = program(studies +
                                "cycle_time.yaml --over lift.bore=100mm --over "
                                "pump.displacement=32cm3/rev,40cm3/rev --into cycle");
  ASSERT_EQ(cycle.code, 0) << cycle.err;
  EXPECT_EQ(rows("cycle"), 2);
}

// ------------------------------------------------------------------------------------------- ranks
class StudyRanks : public StudyInto {
 protected:
  void SetUp() override {
    StudyInto::SetUp();
    if (std::system("command -v mpirun >/dev/null 2>&1") != 0) GTEST_SKIP() << "no mpirun";
    if (text_of(std::string(BRAMAH_BINARY_DIR) + "/parts.txt").find("MPI") == std::string::npos)
      GTEST_SKIP() << "built without MPI";
  }
  const std::string ranks =
      "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 3 ";
};

TEST_F(StudyRanks, ThreeRanksAreKilledAndResumed) {
  ASSERT_EQ(program(runs + "whole --jobs 1").code, 0);
  interrupt(ranks + BRAMAH_PROGRAM + " " + runs + "parts", "parts", 60);
  // What mpirun left of its ranks ends by itself; then the folder is free.
  Outcome outcome;
  for (int k = 0; k < 100; ++k) {
    outcome = program(runs + "parts", ranks);
    if (outcome.err.find("another study writes there") == std::string::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("parts"), table("whole"));
  bool helped = false;
  Results(folder() / "parts").each([&](const ExperimentRow& row) {
    helped = helped || row.worker > 0;
  });
  EXPECT_TRUE(helped);
}

TEST_F(StudyRanks, TheExampleOfClusterMd) {
  const std::string command = documented(
      "cluster.md", "mpirun -n 4 bramah study examples/studies/tolerances.yaml --into results");
  const Outcome outcome = program(command + " --runs 12", ranks);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(rows("results"), 12);
}

TEST_F(StudyRanks, MistakesAreSaidOnce) {
  const Outcome outcome = program(
      "study " + model("four_bar") + " --over lift.bore=80mm --measure 'max(lift.A.q)' --into a",
      ranks);
  EXPECT_NE(outcome.code, 0);
  const auto first = outcome.err.find("no channel is called");
  ASSERT_NE(first, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("no channel is called", first + 1), std::string::npos);
}

}  // namespace
}  // namespace bramah::testing
