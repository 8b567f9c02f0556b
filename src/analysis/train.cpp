// bramah train: samples, starts, ranking. The mathematics is in src/surrogate.
#include "bramah/surrogate.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "analysis/training_checkpoint.h"
#include "analysis/training_course.h"
#include "bramah/run.h"
#include "core/rng.h"
#include "core/text.h"
#include "model_file/machine_file.h"
#include "model_file/surrogate_file.h"
#include "results/onnx.h"
#include "run/cpu_time.h"

namespace bramah {

namespace {

constexpr double kCheckpointEvery = 15.0;  // [s]
constexpr double kSamplesShare = 0.02;     // of all work, for progress

// For progress.
double work_done(const Trainer& trainer, const TrainingState& s) {
  double done = 0.0, all = 0.0;
  for (int stage = 0; stage < trainer.stages(); ++stage) {
    const double share = trainer.rows(stage) * trainer.epochs(stage);
    all += share;
    if (stage < s.stage) done += share;
    if (stage == s.stage) done += share * s.epoch / trainer.epochs(stage);
  }
  return all > 0.0 ? done / all : 1.0;
}

std::string kind_of(const NarxDelays& d) {
  return d.errors > 0 ? "NARMAX" : d.outputs > 0 ? "NARX" : "NFIR";
}

TrainedStart scored(const Course& course, const Trainer& trainer, const StartRecord& record) {
  TrainedStart out;
  out.seed = record.seed;
  out.cpu_s = record.cpu_s;
  for (const TrainingPoint& p : record.state.curve) {
    out.curve.push_back({p.stage, trainer.horizon(p.stage), p.epoch, p.train, p.validate, p.gamma});
    if (trainer.horizon(p.stage) > 1) continue;
    out.epochs = p.epoch;
  }
  double least = std::numeric_limits<double>::infinity();
  for (const TrainCurvePoint& p : out.curve)
    if (p.horizon == 1 && p.validate < least)
      least = p.validate, out.best_epoch = p.epoch, out.effective = p.effective;
  Surrogate s = surrogate_of(course, trainer.network(record.state));
  const SampleSplit& parts = trainer.parts();
  out.train = trainer.open_loop_error(s.network, parts.train);
  out.validate = trainer.open_loop_error(s.network, parts.validate);
  out.test = trainer.open_loop_error(s.network, parts.test);
  const ClosedScores closed = closed_scores(s, course.fresh);
  out.closed_loop = closed.first, out.closed_mean = closed.mean, out.closed_worst = closed.worst;
  Surrogate before = s;
  before.network.parameters = record.open;
  const ClosedScores open = closed_scores(before, course.fresh);
  out.open_test = trainer.open_loop_error(before.network, parts.test);
  out.open_closed_loop = open.first, out.open_closed_worst = open.worst;

  const auto note = [&](const char* what, const std::string& text) {
    s.made.emplace_back(what, text);
  };
  note("program", concat("bramah ", version()));
  note("machine", concat(course.machine.name, ", ", course.machine.hash));
  note("kind", kind_of(s.delays));
  note("seeds", concat("levels ", course.machine.training->seed, ", weights ", record.seed));
  note("samples", concat(course.samples.size(), ", fitted ", trainer.rows(0)));
  note("epochs", concat(out.epochs, " one step ahead, ", out.curve.size(), " in all"));
  if (out.effective > 0.0)
    note("effective parameters",
         concat(std::round(out.effective), " of ", s.network.parameters.size()));
  note("mean square one step ahead (train, validation, test)",
       concat(out.train, ", ", out.validate, ", ", out.test));
  note("mean square in closed loop on a fresh signal", concat(out.closed_loop));
  out.file = surrogate_text(s);
  out.onnx = surrogate_onnx(s);
  return out;
}

std::uint64_t bits_of(const Eigen::MatrixXd& values, std::uint64_t seed) {
  for (Eigen::Index k = 0; k < values.size(); ++k)
    seed = mix_bits(seed ^ std::bit_cast<std::uint64_t>(values.data()[k]));
  return seed;
}

// Tells trainings apart: the machine with its section, what the options add, and the samples.
std::string key_of(const Course& course, const TrainOptions& options, std::uint64_t seed) {
  return concat(course.machine.hash, " seed ", seed, options.tune ? "" : " not tuned", " samples ",
                bits_of(course.samples.y, bits_of(course.samples.u, 1)));
}

class Starts {
 public:
  Starts(const Course& course, const TrainOptions& options, std::uint64_t seed)
      : course_(course), options_(options), seed_(seed) {
    checkpoint_.key = key_of(course, options, seed);
  }

  std::vector<TrainedStart> run() {
    const Trainer sizes(course_.samples, course_.plan, 1);
    if (!options_.checkpoint.empty())
      if (auto found = read_checkpoint(options_.checkpoint, checkpoint_.key, sizes))
        checkpoint_ = *found;
    std::vector<TrainedStart> out;
    for (int k = 0; k < options_.starts; ++k) out.push_back(one(static_cast<std::size_t>(k)));
    // A mean over many signals: one that runs away on any of them comes last.
    const auto rank = [](const TrainedStart& s) {
      return std::isfinite(s.closed_mean) ? s.closed_mean : std::numeric_limits<double>::max();
    };
    std::ranges::stable_sort(out, {}, rank);
    return out;
  }

 private:
  TrainedStart one(std::size_t k) {
    TrainingPlan plan = course_.plan;
    plan.seed = seed_ + k;
    const int threads = options_.threads > 0
                            ? options_.threads
                            : static_cast<int>(std::thread::hardware_concurrency());
    Trainer trainer(course_.samples, plan, std::max(1, threads));
    if (checkpoint_.starts.size() <= k) {
      checkpoint_.starts.resize(k + 1);
      checkpoint_.starts[k].seed = plan.seed;
      checkpoint_.starts[k].state = trainer.begin();
    }
    StartRecord& record = checkpoint_.starts[k];
    try {
      while (!record.done) epoch(trainer, record, static_cast<int>(k));
    } catch (...) {
      save(true);
      throw;
    }
    save(true);
    trainer.resume(record.state);
    return scored(course_, trainer, record);
  }

  void epoch(Trainer& trainer, StartRecord& record, int k) {
    TrainingState& s = record.state;
    const int stage = s.stage;
    const double began = all_cpu_seconds();
    record.done = !trainer.advance(s);
    record.cpu_s += all_cpu_seconds() - began;
    if (trainer.horizon(stage) == 1) record.open = trainer.network(s).parameters;
    save(false);
    if (!options_.progress) return;
    TrainProgress p{
        .start = k, .starts = options_.starts, .stage = stage, .stages = trainer.stages()};
    p.horizon = trainer.horizon(stage), p.epochs = trainer.epochs(stage);
    if (!s.curve.empty()) {
      const TrainingPoint& last = s.curve.back();
      p.epoch = last.epoch, p.train = last.train, p.validate = last.validate,
      p.effective = last.gamma;
    }
    p.fraction =
        kSamplesShare + (1.0 - kSamplesShare) * (k + work_done(trainer, s)) / options_.starts;
    options_.progress(p);
  }

  void save(bool now) {
    if (options_.checkpoint.empty()) return;
    const auto time = std::chrono::steady_clock::now();
    if (!now && std::chrono::duration<double>(time - saved_).count() < kCheckpointEvery) return;
    write_checkpoint(options_.checkpoint, checkpoint_);
    saved_ = time;
  }

  const Course& course_;
  const TrainOptions& options_;
  std::uint64_t seed_;
  TrainingCheckpoint checkpoint_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

void show_fresh(const Course& course, Training& out) {
  const Surrogate best = read_surrogate_text(out.starts.front().file, "network");
  const Samples& fresh = course.fresh.front();
  const Eigen::MatrixXd predicted = free_run(best, fresh);
  const auto add = [&](const std::string& name, const auto& row) {
    out.fresh_columns.push_back(name);
    out.fresh.emplace_back(row.begin(), row.end());
  };
  std::vector<double> time;
  for (Eigen::Index k = 0; k < fresh.size(); ++k)
    time.push_back(static_cast<double>(k) * fresh.sample_time);
  add("time [s]", time);
  for (std::size_t i = 0; i < best.inputs.size(); ++i)
    add(concat(best.inputs[i].name, " [", best.inputs[i].unit, "]"),
        fresh.u.row(static_cast<Eigen::Index>(i)));
  for (std::size_t o = 0; o < best.outputs.size(); ++o) {
    const std::string unit = concat(" [", best.outputs[o].unit, "]");
    add(best.outputs[o].name + unit, fresh.y.row(static_cast<Eigen::Index>(o)));
    add(concat(best.outputs[o].name, ", network", unit),
        predicted.row(static_cast<Eigen::Index>(o)));
  }
}

}  // namespace

Training train(const std::string& path, const TrainOptions& options) {
  MachineDescription machine = read_machine_file(path, options.load);
  const auto progress = [&](double fraction) {
    if (options.progress) options.progress({.fraction = kSamplesShare * fraction});
  };
  if (!options.tune && machine.training) machine.training->plan.tune.clear();
  const Course course =
      make_course(std::move(machine), {options.fresh_s, options.fresh_runs, progress});
  const std::uint64_t seed = options.seed.value_or(course.plan.seed);

  Training out;
  out.model = course.machine.name, out.hash = course.machine.hash;
  for (const SurrogateChannel& c : course.samples.inputs) out.inputs.push_back(c.name);
  for (const SurrogateChannel& c : course.samples.outputs) out.outputs.push_back(c.name);
  out.samples = course.samples.size();
  const Trainer trainer(course.samples, course.plan, 1);
  out.fitted = static_cast<long long>(trainer.rows(0));
  out.sample_time_s = course.samples.sample_time;
  const Network shape = trainer.network(trainer.begin());
  out.parameters = static_cast<int>(shape.parameters.size());
  out.layers = shape.sizes;
  out.data_cpu_s = course.data_cpu_s;
  out.starts = Starts(course, options, seed).run();
  show_fresh(course, out);
  return out;
}

}  // namespace bramah
