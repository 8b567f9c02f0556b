// bramah study --into from outside: killed, resumed, refused, on ranks, on a full disk.
#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
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

  // Starts a command in the folder and calls `end` with its process as soon as `enough` rows are kept.
  // Its exit code, or -1; what it said is in the file "said".
  int interrupt(const std::string& command, const std::string& place, long long enough,
                const std::function<void(pid_t)>& end) {
    const pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0);
      const std::string line =
          "cd '" + folder().string() + "' && exec " + command + " >/dev/null 2>said";
      execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    int status = 0;
    for (int k = 0; k < 6000 && rows(place) < enough; ++k) {
      if (waitpid(child, &status, WNOHANG) != 0) return -1;  // it was quicker
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    end(child);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  static void kill_all(pid_t child) { kill(-child, SIGKILL); }
};

std::string runs_of(const std::string& time) {
  return "study " + model("four_bar") + " --until " + time +
         " --design latin --runs 300 --seed 2 --over 'lift.bore=normal(80 mm, 1 %)' --over "
         "'fluid.bulk=uniform(1.2 GPa, 1.6 GPa)' --measure 'max(lift.A.p)' --into ";
}
const std::string runs = runs_of("50ms");
const std::string slow_runs = runs_of("1s");  // there is time to stop it half-way
const std::string slowest_runs =
    runs_of("10s");  // also for mpirun, which takes a second to hand Ctrl-C on

TEST_F(StudyInto, KilledAndCalledAgainItIsComplete) {
  ASSERT_EQ(program(runs + "whole --jobs 1").code, 0);
  const std::string whole = table("whole");
  for (const long long enough : {20, 90, 180})
    interrupt(tested_program() + " " + runs + "parts --jobs 2", "parts", enough, kill_all);
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

// Of a table that `bramah run` wrote: the columns by the names of their channels.
std::map<std::string, std::vector<double>> csv_columns(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line, cell;
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> columns;
  std::getline(file, line);
  for (std::istringstream cells(line); std::getline(cells, cell, ',');)
    names.push_back(cell.substr(0, cell.find(' ')));
  while (std::getline(file, line)) {
    std::size_t k = 0;
    for (std::istringstream cells(line); std::getline(cells, cell, ',') && k < names.size(); ++k)
      columns[names[k]].push_back(std::strtod(cell.c_str(), nullptr));
  }
  return columns;
}

// The numbers of the table are those of single runs.
TEST_F(StudyInto, CycleTimesAreThoseOfSingleRuns) {
  const std::string file = std::string(BRAMAH_SOURCE_DIR) + "/examples/studies/cycle_time.yaml";
  ASSERT_EQ(program("study " + file +
                    " --over lift.bore=100mm --over pump.displacement=32cm3/rev,40cm3/rev --into "
                    "cycle")
                .code,
            0);
  std::vector<ExperimentRow> rows;
  Results(folder() / "cycle").each([&](const ExperimentRow& row) { rows.push_back(row); });
  ASSERT_EQ(rows.size(), 2u);
  const char* const sizes[] = {"32cm3/rev", "40cm3/rev"};
  for (std::size_t k = 0; k < 2; ++k) {
    const Outcome single = program(
        "run " + model("wheel_loader") +
        " --until 12s --step 2ms --set 'lift_lever={ramps: [[1.8 s, 0], [2.3 s, 1]]}' --set "
        "'tilt_lever={ramps: [[0 s, 0], [1 s, 0]]}' --set "
        "lift.bore=100mm --set pump.displacement=" +
        sizes[k] + " -o single.csv");
    ASSERT_EQ(single.code, 0) << single.err;
    auto columns = csv_columns(folder() / "single.csv");
    const std::vector<double>&t = columns["time"], &s = columns["lift.length"];
    std::size_t at = 1;
    while (at < s.size() && s[at] < 1.75) ++at;
    ASSERT_LT(at, s.size());
    const double crossed =
        t[at - 1] + (t[at] - t[at - 1]) * (1.75 - s[at - 1]) / (s[at] - s[at - 1]);
    EXPECT_NEAR(rows[k].measures[0], crossed - 1.8, 1e-12);
    const std::vector<double>& p = columns["pump_line.p"];
    EXPECT_EQ(rows[k].measures[1], *std::max_element(p.begin(), p.end()));
  }
  EXPECT_LT(rows[1].measures[0], rows[0].measures[0]);  // a larger pump lifts faster
}

// Points, tasks and measures do not ask for a folder; nothing of theirs is left.
TEST_F(StudyInto, WithoutAFolderTheSameRows) {
  const std::string study =
      "study " + model("four_bar") +
      " --until 20ms --design latin --runs 5 --over 'lift.bore=normal(80 mm, 1 %)' "
      "--measure 'peak = max(lift.A.p)' -o rows.csv --json ";
  const Outcome outcome = program(study, "env TMPDIR='" + folder().string() + "' ");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(files(), std::set<std::string>{"rows.csv"});
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json["rows"].size(), 5u);
  EXPECT_TRUE(json["complete"]);
  EXPECT_EQ(json["axes"]["lift.bore"]["unit"], "mm");
  const std::string table = text_of(folder() / "rows.csv");
  ASSERT_EQ(program(study + "--into kept").code, 0);
  EXPECT_EQ(text_of(folder() / "rows.csv"), table);
  const double peak = json["rows"][3]["measures"]["peak"];
  Results(folder() / "kept").each([&](const ExperimentRow& row) {
    if (row.run == 3) EXPECT_EQ(row.measures[0], peak);
  });
}

// A bound is a question to rows that are there: asked again, with another limit, of the same ones.
TEST_F(StudyInto, BoundsAreThoseOfAStudyInMemory) {
  const std::string study = "study " + model("four_bar") +
                            " --until 2.5s --over method=semirecursive,ali1 --over "
                            "step=2ms:32ms:5:geometric --bound length_error=0.05mm ";
  const Outcome memory = program(study), kept = program(study + "--into steps");
  ASSERT_EQ(memory.code, 0) << memory.err;
  ASSERT_EQ(kept.code, 0) << kept.err;
  const auto lines = [](const std::string& text) {
    const auto from = text.find("Longest step with length_error");
    return from == std::string::npos ? "" : text.substr(from, text.find("\n\n", from) - from);
  };
  EXPECT_THAT(lines(memory.out), HasSubstr("ms; at "));
  EXPECT_EQ(lines(kept.out).substr(0, lines(memory.out).size()), lines(memory.out));
  const Outcome again = program("study --show steps --bound length_error=5mm");
  EXPECT_THAT(again.out, HasSubstr("up to 5 mm:\n  semirecursive  32 ms, the longest tried"));
  const Outcome wrong = program("study --show steps --bound pressure_error=5mm --bound speed=1");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--bound pressure_error: expected "));
  EXPECT_THAT(wrong.err, HasSubstr("--bound speed: that is not measured"));
}

// A terminal's Ctrl-C; what is there can be shown.
TEST_F(StudyInto, InterruptedAndShown) {
  const int code = interrupt(tested_program() + " " + slow_runs + "half --jobs 1", "half", 30,
                             [](pid_t child) { kill(child, SIGINT); });
  EXPECT_EQ(code, 130);
  EXPECT_THAT(text_of(folder() / "said"), HasSubstr("stopped; the same command goes on"));
  const Outcome shown = program("study --show half");
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.out, HasSubstr("of 300 runs, latin design, seed 2; 0 not done (0 %)"));
  EXPECT_EQ(shown.out.find(": 300 of"), std::string::npos);
}

TEST_F(StudyInto, EveryExampleWorks) {
  const std::string studies = "study " + std::string(BRAMAH_SOURCE_DIR) + "/examples/studies/";
  for (const char* name : {"capacity_chart", "stability_map", "ishigami", "relief_chart"}) {
    const Outcome outcome = program(studies + name + ".yaml --into " + name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("0 not done")) << name;
  }
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
  interrupt(ranks + tested_program() + " " + runs + "parts", "parts", 60, kill_all);
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

// Of the launcher's children one is killed: the job ends with a message, a new call completes it.
TEST_F(StudyRanks, ARankKilledAloneEndsTheJob) {
  ASSERT_EQ(program(slow_runs + "whole --jobs 1").code, 0);
  const int code =
      interrupt(ranks + tested_program() + " " + slow_runs + "rank", "rank", 60, [](pid_t child) {
        const std::string last = "kill -9 $(pgrep -P " + std::to_string(child) + " | tail -1)";
        EXPECT_EQ(std::system(last.c_str()), 0);
      });
  EXPECT_NE(code, 0);
  EXPECT_THAT(text_of(folder() / "said"), HasSubstr("signal 9"));
  EXPECT_LT(rows("rank"), 300);
  const Outcome outcome = program(slow_runs + "rank", ranks);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("rank"), table("whole"));
}

// mpirun hands Ctrl-C on to all ranks: rank 0 says so, the folder is whole and free.
TEST_F(StudyRanks, CtrlCEndsAllRanks) {
  const int code = interrupt(ranks + tested_program() + " " + slowest_runs + "half", "half", 30,
                             [](pid_t child) { kill(child, SIGINT); });
  EXPECT_NE(code, 0);
  const long long kept = rows("half");
  EXPECT_GE(kept, 30);
  EXPECT_LT(kept, 300);
  const Outcome outcome = program(slowest_runs + "half", ranks);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(rows("half"), 300);
}

TEST_F(StudyRanks, WithoutAFolderThereIsNoStudyInMemory) {
  const Outcome outcome = program(
      "study " + model("four_bar") + " --until 10ms --over lift.bore=80mm,81mm --measure lift.A.p",
      ranks);
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("on a cluster the rows of a study are kept: --into FOLDER"));
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
