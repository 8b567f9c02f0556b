#include "bramah/surrogate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <cmath>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "analysis/training_course.h"
#include "analysis/training_data.h"
#include "bramah/run.h"
#include "model_file/machine_file.h"
#include "model_file/surrogate_file.h"

namespace bramah {
namespace {

namespace fs = std::filesystem;

const std::string kTrainedModel = BRAMAH_SOURCE_DIR "/models/circuit3_ends.yaml";

LoadOptions small() {
  LoadOptions load;
  load.set = {"training.duration=60 s",
              "training.hidden=[6]",
              "training.input_delays=[0, 4]",
              "training.output_delays=4",
              "training.samples=2000",
              "training.epochs=12",
              "training.tune=[{horizon: 10, runs: 40, epochs: 4}]"};
  return load;
}

struct Folder {
  fs::path path = fs::temp_directory_path() / ("bramah_train_" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
};

TEST(TrainingData, FollowsFromItsSeedAndStaysOffTheEnds) {
  const MachineDescription machine = with_excitation(read_machine_file(kTrainedModel));
  const Samples a = excite(machine, {30.0, 5, {}}), b = excite(machine, {30.0, 5, {}}),
                c = excite(machine, {30.0, 6, {}});
  EXPECT_EQ(a.u, b.u);
  EXPECT_EQ(a.y, b.y);
  EXPECT_NE(a.u, c.u);
  EXPECT_EQ(a.size(), 3000);
  EXPECT_LE(a.u.maxCoeff(), 10.0);
  EXPECT_GE(a.u.minCoeff(), -10.0);
  // Full speed for the time it takes to turn does not reach the dampers of 8 mm.
  EXPECT_GT(a.y.row(0).minCoeff(), 0.008);
  EXPECT_LT(a.y.row(0).maxCoeff(), 0.992);
  EXPECT_LT(a.y.row(0).minCoeff(), 0.06);  // but it goes there
  for (Eigen::Index k = 1; k < a.size(); ++k) {
    if (a.y(0, k) < 0.05) {
      EXPECT_GT(a.u(0, k), 0.0) << k;
    }
    if (a.y(0, k) > 0.95) {
      EXPECT_LT(a.u(0, k), 0.0) << k;
    }
  }
  // Levels are held for 0.1, 0.3 or 1 s where nothing is turned back.
  int held = 1;
  for (Eigen::Index k = 1; k < a.size(); ++k) {
    if (a.u(0, k) == a.u(0, k - 1)) {
      ++held;
      continue;
    }
    const bool turned = a.y(0, k) < 0.05 || a.y(0, k) > 0.95;
    if (!turned && k > 1) {
      EXPECT_TRUE(held == 10 || held == 30 || held == 100) << k << ": " << held;
    }
    held = 1;
  }
}

// Inputs of a column act from its instant on: a jump shows in the velocity one sample later.
TEST(TrainingData, InputsActFromTheirInstantOn) {
  const Samples s = excite(with_excitation(read_machine_file(kTrainedModel)), {20.0, 5, {}});
  int jumps = 0;
  for (Eigen::Index k = 101; k + 2 < s.size(); ++k) {
    const double jump = s.u(0, k) - s.u(0, k - 1);
    bool steady = std::abs(jump) > 4.0;
    for (Eigen::Index d = 2; d < 15; ++d) steady = steady && s.u(0, k - d) == s.u(0, k - 1);
    if (!steady) continue;
    ++jumps;
    const double before = std::abs(s.y(1, k) - s.y(1, k - 1)),
                 after = std::abs(s.y(1, k + 1) - s.y(1, k));
    EXPECT_LT(before, 0.3 * after) << k;
  }
  EXPECT_GT(jumps, 2);
}

TEST(TrainingData, GivenInputsGiveTheSameResponse) {
  const MachineDescription machine = with_excitation(read_machine_file(kTrainedModel));
  const Samples s = excite(machine, {5.0, 5, {}});
  EXPECT_EQ(respond(machine, s.u).y, s.y);
  LoadOptions fine;
  fine.integrator = "sdirk2", fine.step = 1e-4;
  const Response other = respond(with_excitation(read_machine_file(kTrainedModel, fine)), s.u);
  EXPECT_LT((other.y.row(0) - s.y.row(0)).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_GT(other.cpu_s, 0.0);
}

std::vector<std::string> problems_with(std::vector<std::string> set) {
  LoadOptions load;
  load.set = std::move(set);
  try {
    excite(with_excitation(read_machine_file(kTrainedModel, load)), {0.1, 1, {}});
  } catch (const InputError& error) {
    return error.problems();
  }
  return {};
}

TEST(TrainingData, SaysWhatDoesNotFit) {
  const auto first = [](const std::vector<std::string>& all) {
    return all.empty() ? "" : all.front();
  };
  EXPECT_NE(
      first(problems_with({"training.inputs.U.turns=cylindre"})).find("did you mean \"cylinder\"?"),
      std::string::npos);
  EXPECT_NE(first(problems_with({"training.inputs.U.levels=[-1 bar, 1 bar]"})).find("a pressure"),
            std::string::npos);
  EXPECT_NE(first(problems_with({"training.outputs=[cylinder.lenght]"})).find("cylinder.length"),
            std::string::npos);
  EXPECT_NE(first(problems_with({"training.sample_time=15 ms"})).find("no whole number of steps"),
            std::string::npos);
  EXPECT_NE(first(problems_with({"training.inputs.V.levels=[-1 V, 1 V]"}))
                .find("no signal has this name"),
            std::string::npos);
  EXPECT_THROW(train(BRAMAH_SOURCE_DIR "/models/circuit3.yaml"), InputError);  // no such section
}

TEST(Train, MakesANetworkThatPredicts) {
  TrainOptions options;
  options.load = small();
  options.starts = 2;
  options.fresh_runs = 2;
  options.threads = 2;
  int calls = 0;
  double last = -1.0;
  options.progress = [&](const TrainProgress& p) {
    ++calls;
    EXPECT_GE(p.fraction, last - 1e-12);
    last = p.fraction;
  };
  const Training t = train(kTrainedModel, options);
  EXPECT_EQ(t.samples, 6000);
  EXPECT_EQ(t.fitted, 2000);
  EXPECT_EQ(t.parameters, (5 + 8 + 1) * 6 + 7 * 2);
  ASSERT_EQ(t.starts.size(), 2u);
  EXPECT_LE(t.starts[0].closed_loop, t.starts[1].closed_loop);
  EXPECT_LT(t.starts[0].test, 2e-3);
  EXPECT_TRUE(std::ranges::any_of(
      t.starts, [](const auto& s) { return s.closed_loop < s.open_closed_loop; }));
  EXPECT_GT(calls, 24);
  // The file is the network: judged again it has the same errors.
  const Surrogate network = read_surrogate_text(t.starts[0].file, "network");
  MachineDescription machine = read_machine_file(kTrainedModel, small());
  const Course course = make_course(machine, {10.0, 2, {}});
  EXPECT_DOUBLE_EQ(closed_scores(network, course.fresh).first, t.starts[0].closed_loop);
  // All levels count as seen, whichever were drawn.
  EXPECT_EQ(network.inputs[0].valid_lower, -10.0);
  EXPECT_EQ(network.inputs[0].valid_upper, 10.0);
  EXPECT_GT(network.outputs[0].valid_lower, 0.0);
  EXPECT_EQ(t.fresh.size(), t.fresh_columns.size());
  EXPECT_EQ(t.fresh_columns.size(), 1u + 1u + 4u);
}

TEST(Train, GoesOnAfterAnInterruption) {
  const Folder folder;
  TrainOptions options;
  options.load = small();
  options.fresh_runs = 0;
  const Training whole = train(kTrainedModel, options);
  options.checkpoint = folder.file("checkpoint");
  struct Stop {};
  int epochs = 0;
  options.progress = [&](const TrainProgress& p) {
    if (p.epoch > 0 && ++epochs == 7) throw Stop{};
  };
  EXPECT_THROW(train(kTrainedModel, options), Stop);
  ASSERT_TRUE(fs::exists(options.checkpoint));
  int left = 0;
  options.progress = [&](const TrainProgress& p) { left += p.epoch > 0; };
  const Training rest = train(kTrainedModel, options);
  EXPECT_EQ(rest.starts[0].file, whole.starts[0].file);  // to the bit
  EXPECT_LT(left, static_cast<int>(whole.starts[0].curve.size()));

  // Another training does not take it, nor is rubbish taken.
  options.seed = 5;
  EXPECT_THROW(train(kTrainedModel, options), InputError);
  std::ofstream(options.checkpoint) << "{\"training\": 3";
  EXPECT_THROW(train(kTrainedModel, options), InputError);
}

TEST(Train, LearnsFromACsv) {
  const Folder folder;
  const Samples s = excite(with_excitation(read_machine_file(kTrainedModel)), {60.0, 9, {}});
  {
    std::ofstream csv(folder.file("samples.csv"));
    csv.precision(17);
    csv << "time [s],U [V],cylinder.length [mm],cylinder.rate [m/s]\n";
    for (Eigen::Index k = 0; k < s.size(); ++k)
      csv << 0.01 * static_cast<double>(k) << ',' << s.u(0, k) << ',' << 1e3 * s.y(0, k) << ','
          << s.y(1, k) << '\n';
    std::ofstream(folder.file("machine.yaml"))
        << "bramah: 1\ninclude: " << kTrainedModel << "\ntraining: {csv: samples.csv}\n";
  }
  TrainOptions options;
  options.load = small();
  options.fresh_s = 2.0;
  const Training t = train(folder.file("machine.yaml"), options);
  EXPECT_EQ(t.samples, 6000);
  EXPECT_LT(t.starts[0].test, 5e-3);
  const Surrogate network = read_surrogate_text(t.starts[0].file, "network");
  EXPECT_EQ(network.outputs[0].unit, "m");
  EXPECT_NEAR(network.outputs[0].upper, s.y.row(0).maxCoeff(), 1e-9);
  std::ofstream(folder.file("samples.csv")) << "time [s],U [V]\n0,1\n0.01,2\n";
  EXPECT_THROW(train(folder.file("machine.yaml"), options), InputError);
}

TEST(Train, WritesPageAndJson) {
  const Folder folder;
  TrainOptions options;
  options.load = small();
  options.fresh_runs = 0;
  options.tune = false;
  const Training t = train(kTrainedModel, options);
  const std::string json = training_json(t);
  EXPECT_NE(json.find("\"closed_loop\""), std::string::npos);
  write_network(folder.file("n.narx.yaml"), t.starts[0]);
  EXPECT_EQ(read_surrogate(folder.file("n.narx.yaml")).network.parameters.size(), t.parameters);
  write_onnx(folder.file("n.onnx"), t.starts[0]);
  EXPECT_EQ(fs::file_size(folder.file("n.onnx")), t.starts[0].onnx.size());
}

}  // namespace
}  // namespace bramah
