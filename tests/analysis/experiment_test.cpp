// Experiments: points, rows that do not depend on threads, folders that lose nothing.
#include "bramah/experiment.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "analysis/result_columns.h"
#include "analysis/row_bytes.h"
#include "analysis/sensitivity.h"
#include "bramah/basics.h"
#include "model_file/study_file.h"
#include "store/study_store.h"

namespace bramah {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Kept : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("bramah_kept_" + std::to_string(getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder(const std::string& name = "a") const { return (folder_ / name).string(); }
  std::string csv(const std::string& name = "a") const {
    const std::string path = (folder_ / (name + ".csv")).string();
    write_results_csv(path, Results(folder(name)));
    std::ifstream file(path, std::ios::binary);
    return (std::ostringstream{} << file.rdbuf()).str();
  }

 private:
  std::filesystem::path folder_;
};

StudyFile text_study(const std::string& body) {
  return read_study_text("study:\n" + body, std::string(BRAMAH_SOURCE_DIR) + "/models/study.yaml");
}

const char* const kCrane = R"yaml(  model: chrono_crane.yaml
  until: 100 ms
  step: 5 ms
  design: {kind: latin, runs: 24, seed: 3}
  over: {lift.bore: "uniform(20 mm, 100 mm)",
                  lift.friction.viscous : "lognormal(2e4 N s/m, 30 %)"
}
  measure: {peak: max(lift.A.p), last: end(lift.length)}
)yaml";

const char* const kFormula = R"yaml(  task: formula
  design: {kind: sobol, runs: 64}
  over: {x: "uniform(0 m, 2 m)", y: "normal(10 kg, 5 %)"
  }
  measure: {product: x*y, square: x^2}
)yaml";

std::vector<std::string> problems(const std::string& body) {
  try {
    const Experiment experiment(text_study(body));
  } catch (const InputError& error) {
    return error.problems();
  }
  return {};
}

TEST_F(Kept, RowsDoNotDependOnThreads) {
  const Experiment experiment(text_study(kCrane));
  carry_out(experiment, folder("one"), {.jobs = 1});
  carry_out(experiment, folder("three"), {.jobs = 3});
  const std::string one = csv("one");
  EXPECT_EQ(one, csv("three"));
  EXPECT_THAT(one, HasSubstr("run,lift.bore [mm],lift.friction.viscous [N "
                             "s/m],outcome,reason,failed_at [s],peak [Pa],last [m]"));
  EXPECT_THAT(one, HasSubstr("refused,"));  // bores below the rod are rows with a reason
  EXPECT_THAT(one, HasSubstr(",done,"));
}

TEST_F(Kept, ARowIsThatOfASingleRun) {
  const Experiment experiment(text_study(kCrane));
  for (const long long k : {0LL, 7LL, 20LL}) {
    const auto row = experiment.perform(k);
    if (row->outcome != StudyRow::Outcome::done) continue;
    LoadOptions options;
    options.until = 0.1, options.step = 5e-3;
    options.set = {"lift.bore=" + experiment.values(k)[0],
                   "lift.friction.viscous=" + experiment.values(k)[1]};
    const Model model = load(std::string(BRAMAH_SOURCE_DIR) + "/models/chrono_crane.yaml", options);
    Recording recording;
    run(model, {}, recording);
    const auto c = static_cast<std::size_t>(model.find_channel("lift.length"));
    EXPECT_EQ(row->measures[1], recording.row(recording.times.size() - 1)[c]);
  }
}

TEST_F(Kept, GoesOnWhereItWas) {
  const Experiment experiment(text_study(kFormula));
  int asked = 0;
  CarryOutOptions stopped{.jobs = 1};
  stopped.stop = [&] { return ++asked > 2; };
  const ExperimentProgress half = carry_out(experiment, folder(), stopped);
  std::map<long long, double> before;
  Results(folder()).each([&](const ExperimentRow& row) { before[row.run] = row.cpu_s; });
  EXPECT_EQ(static_cast<long long>(before.size()), half.done);
  const ExperimentProgress rest = carry_out(experiment, folder(), {.jobs = 2});
  EXPECT_EQ(rest.found, half.done);
  EXPECT_EQ(rest.done, 64);
  long long next = 0;
  Results(folder()).each([&](const ExperimentRow& row) {
    EXPECT_EQ(row.run, next++);
    if (!before.contains(row.run)) return;
    EXPECT_EQ(row.cpu_s, before[row.run]);  // not made again
  });
  EXPECT_EQ(next, 64);
  EXPECT_EQ(carry_out(experiment, folder(), {}).found, 64);
}

TEST_F(Kept, OneAtATimeAndOneStudyAFolder) {
  const Experiment experiment(text_study(kFormula));
  carry_out(experiment, folder(), {});
  std::string other = kFormula;
  other.replace(other.find("64"), 2, "65");
  try {
    carry_out(Experiment(text_study(other)), folder(), {});
    FAIL() << "another study went into the same folder";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("holds the rows of another study"));
    EXPECT_THAT(
        error.what(),
        HasSubstr(
            "there \"design: sobol, 64 runs, seed 1\", here \"design: sobol, 65 runs, seed 1\""));
  }
  const auto first =
      open_store(folder(), {experiment.axes(), experiment.measures(), experiment.facts()});
  EXPECT_EQ(Results(folder()).runs(), 64);  // reading is free
  try {
    carry_out(experiment, folder(), {});
    FAIL() << "two at once";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("another study writes there (process "));
  }
}

TEST_F(Kept, TheFolderSaysWhereItsRowsComeFrom) {
  carry_out(Experiment(text_study(kCrane)), folder(), {});
  const Results results(folder());
  EXPECT_EQ(results.fact("seed"), "3");
  EXPECT_EQ(results.fact("program"), std::string("bramah ") + version());
  EXPECT_FALSE(results.fact("hash").empty());
  bool text = false;
  for (const auto& [name, value] : results.facts())
    text = text || (name.starts_with("file ") && value.find("cylinders:") != std::string::npos);
  EXPECT_TRUE(text);
  EXPECT_THAT(results_text(results), HasSubstr("24 of 24 runs, latin design, seed 3"));
}

TEST_F(Kept, MessagesBetweenRanksAreWholeRows) {
  ExperimentRow row;
  row.run = 5, row.outcome = StudyRow::Outcome::failed;
  row.reason = "Newton", row.failed_at_s = 0.5;
  row.values = {1.25, std::string("ali1"), CsvCell{}};
  row.measures = {0.1, -0.0};
  const std::vector<ExperimentRow> back = rows_of(row_bytes({row, row}));
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[1].values, row.values);
  EXPECT_EQ(back[1].reason, "Newton");
  EXPECT_TRUE(std::signbit(back[1].measures[1]));
  EXPECT_THAT(runs_of(run_bytes({3, 1LL << 40})), ElementsAre(3, 1LL << 40));
  EXPECT_ANY_THROW(rows_of(row_bytes({row}).substr(0, 30)));
}

// Ranks that are threads of this process: the same dealing as on a cluster.
class Post {
 public:
  void put(int to, Cluster::Message message) {
    const std::lock_guard lock(mutex_);
    boxes_[to].push_back(std::move(message));
  }
  std::optional<Cluster::Message> take(int rank) {
    const std::lock_guard lock(mutex_);
    if (boxes_[rank].empty()) return std::nullopt;
    Cluster::Message message = std::move(boxes_[rank].front());
    boxes_[rank].pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::map<int, std::deque<Cluster::Message>> boxes_;
};

class Rank : public Cluster {
 public:
  Rank(Post& post, int rank, int size) : post_(post), rank_(rank), size_(size) {}
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void send(int to, const std::string& bytes) override { post_.put(to, {rank_, bytes}); }
  std::optional<Message> receive() override { return post_.take(rank_); }

 private:
  Post& post_;
  int rank_, size_;
};

TEST_F(Kept, RanksGiveTheSameRows) {
  const Experiment experiment(text_study(kCrane));
  carry_out(experiment, folder("alone"), {.jobs = 1});
  Post post;
  std::vector<Rank> ranks;
  for (int k = 0; k < 3; ++k) ranks.emplace_back(post, k, 3);
  {
    std::jthread a([&] { help(experiment, ranks[1], 1); }),
        b([&] { help(experiment, ranks[2], 2); });
    carry_out(experiment, folder("ranks"), {.jobs = 1, .cluster = &ranks[0]});
  }
  EXPECT_EQ(csv("alone"), csv("ranks"));
}

TEST_F(Kept, CorrelatedPairsAreCorrelated) {
  const Experiment experiment(text_study(R"yaml(  task: formula
  design: {kind: latin, runs: 4000}
  over: {a: "normal(0, 1)", b: "normal(5 m, 1 m)", c: "normal(0, 1)"}
  correlate: {"a, b": 0.6}
  measure: {sum: a}
)yaml"));
  std::vector<double> a, b, c;
  for (long long k = 0; k < experiment.runs(); ++k) {
    const ExperimentRow row = *experiment.perform(k);
    a.push_back(std::get<double>(row.values[0])), b.push_back(std::get<double>(row.values[1]));
    c.push_back(std::get<double>(row.values[2]));
  }
  EXPECT_NEAR(correlation(a, b), 0.6, 0.04);
  EXPECT_NEAR(correlation(a, c), 0.0, 0.05);
  EXPECT_NEAR(spread_of(b).mean, 5.0, 0.05);
  EXPECT_NEAR(spread_of(b).deviation, 1.0, 0.05);
}

// y = x^2 = 2: found to many digits, and the value is the row's first measure.
TEST_F(Kept, AParameterIsSolvedFor) {
  const Experiment experiment(text_study(R"yaml(  task: formula
  over: {target: [2, 3, 500]}
  find: {x: 0:10}
  so_that: x^2 = target
  measure: {twice: 2*x}
)yaml"));
  EXPECT_NEAR(experiment.perform(0)->measures[0], std::sqrt(2.0), 1e-8);
  EXPECT_NEAR(experiment.perform(1)->measures[1], 2.0 * std::sqrt(3.0), 1e-8);
  const ExperimentRow none = *experiment.perform(2);
  EXPECT_EQ(none.outcome, StudyRow::Outcome::failed);
  EXPECT_THAT(none.reason, HasSubstr("no x from 0 to 10"));
}

TEST_F(Kept, PolesAreThoseOfLinearize) {
  const Experiment experiment(text_study(R"yaml(  model: counterbalance_boom.yaml
  task: linearize
  over: {pilot_ratio: [1.5, 8]}
  measure: [rightmost_pole, least_damping]
)yaml"));
  LoadOptions options;
  options.set = {"pilot_ratio=8"};
  const Linearization linear =
      linearize(load(std::string(BRAMAH_SOURCE_DIR) + "/models/counterbalance_boom.yaml", options));
  double right = -INFINITY, least = INFINITY;
  for (const Mode& mode : linear.modes)
    right = std::max(right, mode.pole.real()), least = std::min(least, mode.damping);
  const ExperimentRow row = *experiment.perform(1);
  EXPECT_EQ(row.measures[0], right);
  EXPECT_EQ(row.measures[1], least);
  EXPECT_GT(right, 0.0);  // swings ahead of its load
  EXPECT_LT(experiment.perform(0)->measures[0], 0.0);
}

TEST_F(Kept, ChartsAreThoseOfChart) {
  const Experiment experiment(text_study(R"yaml(  model: patu655.yaml
  task: chart
  chart: {load: hook.eye, pressure: 225 bar, cylinders: [lift, jib], steps: 5}
  over: {chart.pressure: [180 bar, 225 bar]}
  measure: [largest_load, load_at_largest_reach, largest_reach, largest_height]
)yaml"));
  const LoadChart chart =
      load_chart(load(std::string(BRAMAH_SOURCE_DIR) + "/models/patu655.yaml"),
                 {.load = "hook.eye", .pressure = 1.8e7, .cylinders = {"lift", "jib"}, .steps = 5});
  const ChartPose *most = &chart.poses[0], *far = most, *high = most;
  for (const ChartPose& pose : chart.poses) {
    if (pose.load > most->load) most = &pose;
    if (pose.reach > far->reach) far = &pose;
    if (pose.height > high->height) high = &pose;
  }
  const ExperimentRow low = *experiment.perform(0), full = *experiment.perform(1);
  ASSERT_EQ(low.outcome, StudyRow::Outcome::done) << low.reason;
  EXPECT_THAT(low.measures, ElementsAre(most->load, far->load, far->reach, high->height));
  EXPECT_GT(full.measures[0], low.measures[0]);
  EXPECT_EQ(full.measures[2], low.measures[2]);
}

TEST_F(Kept, ManyRowsAreReadInPart) {
  carry_out(Experiment(text_study(kFormula)), folder(), {});
  const ResultColumns part = columns_of(Results(folder()), 10);
  EXPECT_EQ(part.count, 64);
  EXPECT_EQ(part.runs.size(), 10u);
  EXPECT_EQ(part.part(), "The first 10 of 64 runs.");
  EXPECT_EQ(columns_of(Results(folder())).part(), "");
}

TEST_F(Kept, EveryMistakeIsNamed) {
  EXPECT_THAT(problems("  model: four_bar.yaml\n  over: {lift.bore: 'normal(80 mm, 1 %)'}\n  "
                       "measure: max(lift.A.p)\n"),
              ElementsAre(HasSubstr("a distribution needs points to draw")));
  EXPECT_THAT(
      problems("  model: four_bar.yaml\n  task: fly\n  design: {kind: latim}\n  over: {x: "
               "[1, 2]}\n  measure: {y: x}\n"),
      ElementsAre(HasSubstr("task: \"fly\" is none of run, statics, linearize, chart, formula"),
                  HasSubstr("did you mean \"latin\"?")));
  EXPECT_THAT(problems("  task: formula\n  over: {x: [1, 2]}\n"),
              ElementsAre(HasSubstr("nothing is measured")));
  EXPECT_THAT(
      problems(
          "  model: four_bar.yaml\n  over: {lift.boer: [1 mm, 2 mm]}\n  measure: max(lift.A.p)\n"),
      ElementsAre(HasSubstr("lift.boer")));
  EXPECT_THAT(problems("  model: four_bar.yaml\n  over: {lift.bore: [80 mm]}\n  measure: "
                       "[max(lift.A.q), max(lift.A.p) + 1 m]\n"),
              ElementsAre(HasSubstr("no channel is called \"lift.A.q\""), HasSubstr("1 m")));
  EXPECT_THAT(problems("  task: formula\n  over: {x: [1, 2]}\n  measure: {y: x}\n  correlate: "
                       "{\"x, z\": 2}\n  design: {kind: random, runs: 3}\n"),
              ElementsAre(HasSubstr("no axis is called \"z\""), HasSubstr("between -1 and 1")));
  EXPECT_THAT(
      problems("  model: four_bar.yaml\n  task: chart\n  over: {chart.pressrue: [80 bar]}\n  "
               "measure: largest_load\n"),
      ElementsAre(HasSubstr("chart: no key \"pressrue\"; did you mean \"pressure\"?"),
                  HasSubstr("where does the load hang")));
}

}  // namespace
}  // namespace bramah
