// bramah train: a surrogate of a machine's circuit.
#include "bramah/surrogate.h"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <filesystem>
#include <memory>

#include "bramah/run.h"
#include "command.h"
#include "outputs.h"
#include "progress.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

struct TrainCommand {
  SolverOptions solver;
  std::string output, onnx, report, checkpoint, each;
  std::uint64_t seed = 0;
  int starts = 1, threads = 0;
  bool no_tune = false, anew = false, json = false;

  int operator()(const CLI::App& menu) const;

 private:
  TrainOptions checked(const CLI::App& menu) const;
  std::string network_path() const;
  std::string checkpoint_path() const;
  void write(const Training& training) const;
};

std::string TrainCommand::network_path() const {
  if (!output.empty()) return output;
  return std::filesystem::path(solver.model).stem().string() + ".narx.yaml";
}

std::string TrainCommand::checkpoint_path() const {
  return checkpoint.empty() ? network_path() + ".checkpoint" : checkpoint;
}

TrainOptions TrainCommand::checked(const CLI::App& menu) const {
  Problems problems;
  check_place("--output", network_path(), problems);
  check_place("--checkpoint", checkpoint_path(), problems);
  if (!onnx.empty()) check_place("--onnx", onnx, problems);
  if (!each.empty()) check_place("--each", each + "_1.narx.yaml", problems);
  check_report(report, problems);
  if (starts < 1) problems.add("--starts: expected 1 or more");
  if (threads < 0) problems.add("--threads: expected 1 or more");
  TrainOptions options;
  options.load = load_options(solver, problems);
  load_machine(menu, solver, problems);
  if (menu.count("--seed") > 0) options.seed = seed;
  options.starts = starts, options.threads = threads, options.tune = !no_tune;
  options.checkpoint = checkpoint_path();
  return options;
}

// Not known before regularisation begins.
std::string effective_text(double effective) {
  return effective > 0.0 ? fmt::format("{:.0f}", effective) : "-";
}

// A line for every tenth epoch, over the progress bar if there is one.
void tell(const TrainProgress& p) {
  if (p.epoch == 0 || (p.epoch % 10 != 0 && p.epoch != p.epochs)) return;
  const std::string what =
      p.horizon == 1 ? "one step ahead" : fmt::format("{} steps in closed loop", p.horizon);
  fmt::print(stderr,
             "{}start {} of {}, {}: epoch {} of {}, train {:.3g}, validation {:.3g}, {} effective "
             "parameters\n",
             isatty(STDERR_FILENO) ? "\r\033[K" : "", p.start + 1, p.starts, what, p.epoch,
             p.epochs, p.train, p.validate, effective_text(p.effective));
}

std::string training_text(const Training& t) {
  std::string layers;
  for (const int size : t.layers) layers += (layers.empty() ? "" : "-") + fmt::to_string(size);
  std::string text = fmt::format(
      "{}\n{} samples of {:g} ms, {} of them fitted; network {}, {} parameters\n\n"
      "rank  seed   one step ahead: train  validation  test     epochs  effective  closed loop  "
      "mean of all  worst of all  before tuning  CPU s\n",
      t.model, t.samples, 1e3 * t.sample_time_s, t.fitted, layers, t.parameters);
  int rank = 0;
  for (const TrainedStart& s : t.starts)
    text += fmt::format(
        "{:>4}  {:>4}   {:>21.2e}  {:>10.2e}  {:>7.1e}  {:>6}  {:>9}  {:>11.2e}  {:>11.2e}  "
        "{:>12.2e}  "
        "{:>13.2e}  {:>5.0f}\n",
        ++rank, s.seed, s.train, s.validate, s.test, s.epochs, effective_text(s.effective),
        s.closed_loop, s.closed_mean, s.closed_worst, s.open_closed_loop, s.cpu_s);
  return text +
         "Errors are mean squares of outputs scaled to -1..1; closed loop: on a fresh signal of 10 "
         "s; of all: of 31 such, whose mean ranks.";
}

void TrainCommand::write(const Training& training) const {
  write_network(network_path(), training.starts.front());
  if (!onnx.empty()) write_onnx(onnx, training.starts.front());
  int rank = 0;
  for (const TrainedStart& start : training.starts) {
    ++rank;
    if (!each.empty()) write_network(fmt::format("{}_{}.narx.yaml", each, rank), start);
  }
  if (!report.empty()) write_training_page(report, training);
}

int TrainCommand::operator()(const CLI::App& menu) const {
  TrainOptions options = checked(menu);
  if (anew) std::filesystem::remove(options.checkpoint);
  Training training;
  try {
    Progress progress;
    options.progress = [show = progress.reporter()](const TrainProgress& p) {
      tell(p);
      show(p.fraction);
    };
    training = train(solver.model, options);
  } catch (const Interrupted&) {
    if (std::filesystem::exists(options.checkpoint))
      fmt::print(stderr, "bramah: stopped; the same command goes on from {}\n", options.checkpoint);
    else
      fmt::print(stderr, "bramah: stopped before the first epoch; nothing was written\n");
    return kInterrupted;
  }
  write(training);
  std::filesystem::remove(options.checkpoint);
  fmt::print("{}\n", json ? training_json(training) : training_text(training));
  fmt::print(stderr, "wrote {}\n", network_path());
  return kDone;
}

constexpr const char* kTrainExamples = R"(Examples:
  bramah train models/circuit3_ends.yaml
  bramah train models/circuit3_ends.yaml --starts 15 --report training.html
  bramah train crane.yaml -o lift.narx.yaml --onnx lift.onnx

What is learned from what stands in the file's `training` section. The network file is used by
`surrogate: lift.narx.yaml` in a machine file. An interrupted training goes on where it was.
Exit code: 0 trained, 2 bad input, 130 interrupted.)";

}  // namespace

Command add_train(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("train", "a neural surrogate of a circuit");
  const auto command = std::make_shared<TrainCommand>();
  add_model(*menu, command->solver);
  add_solver(*menu, command->solver);
  menu->add_option("-o,--output", command->output,
                   "the network file; default: MODEL.narx.yaml here")
      ->type_name("FILE");
  menu->add_option("--onnx", command->onnx, "also write it as an ONNX model")->type_name("FILE");
  menu->add_option("--report", command->report, "write one HTML page with curves and ranking")
      ->type_name("FILE");
  menu->add_option("--starts", command->starts,
                   "first weights to try; the best is written; default: 1")
      ->type_name("N");
  menu->add_option("--each", command->each,
                   "also write every start's network to NAME_RANK.narx.yaml")
      ->type_name("NAME");
  menu->add_option("--seed", command->seed, "of the first weights; default: the file's")
      ->type_name("N");
  menu->add_flag("--no-tune", command->no_tune, "leave out the stages in closed loop");
  menu->add_option("--threads", command->threads, "default: one for each core")->type_name("N");
  menu->add_option("--checkpoint", command->checkpoint,
                   "where an interrupted training is kept; default: the network file + .checkpoint")
      ->type_name("FILE");
  menu->add_flag("--anew", command->anew, "do not go on from a checkpoint");
  menu->add_flag("--json", command->json, "print one JSON object");
  menu->footer(kTrainExamples);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
