// bramah run: simulates a machine and writes what was asked for.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "bramah/run.h"
#include "command.h"
#include "outputs.h"
#include "progress.h"
#include "run_summary.h"
#include "solver_options.h"
#include "whole_steps.h"

namespace bramah::app {
namespace {

struct RunCommand {
  SolverOptions solver;
  Outputs outputs;
  std::string every, deadline;
  bool real_time = false, json = false;
  double speed = 1.0;

  int operator()(const CLI::App& menu) const;
};

int report_incomplete(const RunSummary& summary, const std::vector<std::string>& written) {
  if (summary.interrupted)
    fmt::print(stderr, "bramah: stopped at t = {:g} s after {} steps\n", summary.simulated_s,
               summary.steps);
  else
    fmt::print(stderr, "bramah: the numerics failed at t = {:g} s after {} steps: {}\n",
               summary.simulated_s, summary.steps, summary.message);
  for (const std::string& file : written)
    fmt::print(stderr, "bramah: {} has what was computed until then, marked as incomplete\n", file);
  return summary.interrupted ? kInterrupted : kNumericsFailed;
}

void check_speed(const CLI::App& menu, double speed, bool real_time, Problems& problems) {
  if (menu.count("--speed") > 0 && !real_time)
    problems.add("--speed: only together with --real-time; without it a run takes no pauses");
  if (!(speed >= 0.01 && speed <= 1000.0))
    problems.add(fmt::format("--speed {:g}: expected 0.01 to 1000", speed));
}

int RunCommand::operator()(const CLI::App& menu) const {
  // Everything that can be wrong is looked at before the first step.
  Problems problems;
  RunOptions options;
  options.real_time = real_time;
  options.pace.speed = speed;
  options.pace.deadline = read_time("--deadline", deadline, problems).value_or(0.0);
  if (!deadline.empty() && !real_time)
    problems.add("--deadline: only together with --real-time; without it a tick takes its time");
  check_speed(menu, speed, real_time, problems);
  options.poses = !outputs.report.empty();
  options.rows = options.poses || !outputs.files.empty();
  options.every = read_time("--every", every, problems).value_or(0.0);
  outputs.check(problems);
  const Model model = load_machine(menu, solver, problems);
  for (const std::string& note : whole_step_notes(model, options.every))
    fmt::print(stderr, "bramah: note: {}\n", note);

  Recording recording;
  RunSummary summary;
  std::vector<std::string> written;
  {
    Progress progress;
    options.progress = progress.bar();
    options.stop = Progress::stop_asked;
    summary = bramah::run(model, options, recording);
    written = outputs.write(model, summary, recording);
  }
  if (json) fmt::print("{}\n", summary_json(model, summary));
  if (!json && summary.complete())
    fmt::print("{}", run_summary_text(model, summary, recording, written));
  for (const std::string& warning : summary.warnings)
    fmt::print(stderr, "bramah: warning: {}\n", warning);
  return summary.complete() ? kDone : report_incomplete(summary, written);
}

constexpr const char* kRunExamples = R"(Examples:
  bramah run models/four_bar.yaml
  bramah run models/four_bar.yaml --until 10s --step 2ms --report four_bar.html
  bramah run models/four_bar.yaml -o out.csv -o out.h5 --every 10ms
  bramah run models/four_bar.yaml --set lift.bore=90mm --integrator trapezoidal --json

CSV and HDF5 are in SI units, one column or dataset per channel; `bramah check MODEL --channels` lists
them. A run that fails or is stopped writes what it has, marked as incomplete. Exit code: 0 done,
1 the numerics failed, 2 bad input, 130 stopped by Ctrl-C or SIGTERM.)";

}  // namespace

Command add_run(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("run", "simulate a machine");
  const auto command = std::make_shared<RunCommand>();
  add_model(*menu, command->solver);
  add_solver(*menu, command->solver);
  menu->add_option("-o,--output", command->outputs.files,
                   "write all channels to a .csv or .h5 file; repeatable")
      ->allow_extra_args(false)
      ->type_name("FILE");
  menu->add_option("--every", command->every,
                   "record at this interval, with its unit: 10ms; otherwise every step")
      ->type_name("TIME");
  menu->add_option("--report", command->outputs.report,
                   "write one HTML page with animation and plots, for any browser")
      ->type_name("FILE");
  menu->add_flag("--real-time", command->real_time,
                 "each step waits for its time; says how well the deadlines were kept");
  menu->add_option("--speed", command->speed, "with --real-time: simulated over real time; 1")
      ->type_name("FACTOR");
  add_deadline(*menu, command->deadline);
  add_max_newton(*menu, command->solver);
  menu->add_flag("--json", command->json, "print the summary as one JSON object");
  menu->footer(kRunExamples);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
