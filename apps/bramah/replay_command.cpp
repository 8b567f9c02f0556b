// bramah replay: steps a machine through a recorded drive and compares the end bit for bit.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "bramah/run.h"
#include "command.h"
#include "outputs.h"
#include "progress.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

struct ReplayCommand {
  std::string drive, model, every;
  SolverOptions expect;
  Outputs outputs;
  bool json = false;

  int operator()(const CLI::App& menu) const;
};

std::string result_json(const Replay& replay) {
  nlohmann::ordered_json object =
      nlohmann::ordered_json::parse(summary_json(replay.model, replay.summary));
  object["events"] = replay.events;
  object["complete"] = replay.complete;
  object["same"] = replay.same;
  object["difference"] = replay.difference;
  return object.dump();
}

std::string result_text(const std::string& file, const Replay& replay) {
  const RunSummary& s = replay.summary;
  std::string text = fmt::format("{}: {} steps, {} events, {:.3g} x real time\n", file, s.steps,
                                 replay.events, s.real_time_factor);
  if (!replay.complete)
    text += "  the file has no end: replayed up to its last event, nothing to compare with\n";
  else if (replay.same)
    text += "  the last state is the recorded one, bit for bit\n";
  return text;
}

int ReplayCommand::operator()(const CLI::App& menu) const {
  Problems problems;
  ReplayOptions options;
  const bool understood = problems.add_unknown(menu);
  if (understood && drive.empty())
    problems.add("FILE: no drive given; `bramah serve --record FILE` writes one");
  options.model = model;
  options.expect = load_options(expect, problems);
  // Without outputs rows serve the summary alone: one a second, not every step of a long drive.
  const bool wanted = !outputs.files.empty() || !outputs.report.empty();
  options.run.every = read_time("--every", every, problems).value_or(wanted ? 0.0 : 1.0);
  options.run.poses = !outputs.report.empty();
  outputs.check(problems);
  problems.throw_if_any();

  std::vector<std::string> written;
  std::optional<Replay> result;
  try {
    Progress progress;
    options.run.progress = progress.reporter();
    result = bramah::replay(drive, options);
    written = outputs.write(result->model, result->summary, result->recording);
  } catch (const Interrupted&) {
    fmt::print(stderr, "bramah: stopped; nothing was written\n");
    return kInterrupted;
  }
  fmt::print("{}", json ? result_json(*result) + "\n" : result_text(drive, *result));
  if (!json)
    for (const std::string& path : written) fmt::print("  written           {}\n", path);
  if (result->same) return kDone;
  fmt::print(stderr, "bramah: the replay differs: {}\n", result->difference);
  return kNumericsFailed;
}

constexpr const char* kReplayExamples = R"(Examples:
  bramah serve models/position_servo.yaml --record drive.jsonl
  bramah replay drive.jsonl
  bramah replay drive.jsonl -o drive.csv --every 10ms --report drive.html

Exit code: 0 the last state is the recorded one bit for bit, 1 it is not, 2 bad input.)";

}  // namespace

Command add_replay(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("replay", "repeat a recorded drive, bit for bit");
  const auto command = std::make_shared<ReplayCommand>();
  menu->add_option("FILE", command->drive, "drive recorded by `bramah serve`")->type_name("");
  menu->add_option("--model", command->model, "where the machine file is now")
      ->transform(shipped_too())
      ->type_name("FILE");
  add_solver(*menu, command->expect);
  menu->add_option("-o,--output", command->outputs.files,
                   "write all channels to a .csv or .h5 file; repeatable")
      ->allow_extra_args(false)
      ->type_name("FILE");
  menu->add_option("--every", command->every, "record at this interval, with its unit: 10ms")
      ->type_name("TIME");
  menu->add_option("--report", command->outputs.report,
                   "write one HTML page with animation and plots")
      ->type_name("FILE");
  menu->add_flag("--json", command->json, "print the result as one JSON object");
  menu->footer(kReplayExamples);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
