// bramah serve: runs a machine in real time and lets people drive it in a browser.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

#include "bramah/serve.h"
#include "command.h"
#include "outputs.h"
#include "real_time_text.h"
#include "solver_options.h"
#include "stop_signals.h"

namespace bramah::app {
namespace {

struct ServeCommand {
  SolverOptions solver;
  ServeOptions serve;
  std::string deadline;
  bool open = false;

  int operator()(const CLI::App& menu) const;
};

// The address holds no quotes: digits, letters and a token of hexadecimal digits or the user's.
void open_browser(const std::string& url) {
  if (url.find('\'') != std::string::npos) return;
  const std::string command = "xdg-open '" + url + "' >/dev/null 2>&1 &";
  if (std::system(command.c_str()) != 0) fmt::print(stderr, "bramah: no browser could be opened\n");
}

void check(const ServeOptions& serve, Problems& problems) {
  for (const char c : serve.token)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_')
      return problems.add("--token: letters, digits, - and _ only; it becomes part of an address");
  const double speed = serve.pace.speed;
  if (speed != 0.0 && !(speed >= 0.01 && speed <= 100.0))
    problems.add("--speed: expected 0.01 to 100, or 0: as fast as possible");
  if (!(serve.seconds >= 0.0)) problems.add("--seconds: expected a time above zero");
  if (!serve.record.empty()) check_place("--record", serve.record, problems);
}

// Clients that were dropped, counted by reason.
std::string dropped_text(const ServeSummary& summary) {
  std::map<std::string, int> reasons;
  for (const std::string& reason : summary.dropped) ++reasons[reason];
  std::string text;
  for (const auto& [reason, count] : reasons)
    text += fmt::format("  {:<18}{} of {}: {}\n", "dropped", count, summary.clients, reason);
  return text;
}

int ServeCommand::operator()(const CLI::App& menu) const {
  Problems problems;
  const bool understood = problems.add_unknown(menu);
  LoadOptions load = load_options(solver, problems);
  load.controls = load.faults = true;
  check(serve, problems);
  const double until_coarse = read_time("--deadline", deadline, problems).value_or(0.0);
  if (understood && solver.model.empty())
    problems.add("MODEL: no machine file given; for example models/four_bar.yaml");
  problems.throw_if_any();

  ServeOptions options = serve;
  options.pace.deadline = until_coarse;
  options.stop = [] { return StopSignals::came(); };
  options.warn = [](const std::string& text) { fmt::print(stderr, "bramah: warning: {}\n", text); };
  options.ready = [this](const ServeAddress& address) {
    fmt::print("serving {} at {}\n", solver.model, address.url);
    fmt::print("  stop with Ctrl-C\n");
    std::fflush(stdout);
    if (open) open_browser(address.url);
  };
  ServeSummary summary;
  {
    const StopSignals signals;
    summary = bramah::serve(solver.model, load, options);
  }
  fmt::print("{} steps, {:.3g} s simulated in {:.3g} s, {} clients\n", summary.steps,
             summary.simulated_s, summary.wall_s, summary.clients);
  fmt::print("{}{}", real_time_text(summary.real_time), dropped_text(summary));
  if (!options.record.empty()) fmt::print("  {:<18}{}\n", "written", options.record);
  if (!summary.failed.empty())
    fmt::print(stderr, "bramah: the last step failed: {}\n", summary.failed);
  if (!summary.drive_problem.empty()) throw InputError(summary.drive_problem);
  return kDone;
}

constexpr const char* kServeExamples = R"(Examples:
  bramah serve models/patu655.yaml --open
  bramah serve models/excavator.yaml --record drive.jsonl     replay it with `bramah replay drive.jsonl`
  bramah serve models/patu655.yaml --telemetry udp://127.0.0.1:9870
  bramah serve models/patu655.yaml --address 0.0.0.0        reachable from other computers, with a token

docs/real-time.md says how time is kept, docs/protocol.md how other programs join.)";

}  // namespace

Command add_serve(CLI::App& program) {
  CLI::App* menu =
      program.add_subcommand("serve", "run a machine in real time, driven in a browser");
  const auto command = std::make_shared<ServeCommand>();
  ServeOptions& serve = command->serve;
  add_model(*menu, command->solver);
  add_solver(*menu, command->solver);
  add_deadline(*menu, command->deadline);
  add_max_newton(*menu, command->solver);
  menu->add_option("--port", serve.port, "8655 otherwise; 0: any free one")->type_name("N");
  menu->add_option("--address", serve.address,
                   "to listen on; 127.0.0.1 otherwise: this computer only")
      ->type_name("IP");
  menu->add_option("--token", serve.token, "that clients must know; made up for other addresses")
      ->type_name("TEXT");
  menu->add_option("--record", serve.record, "write the drive to this file")->type_name("FILE");
  menu->add_option("--telemetry", serve.telemetry,
                   "send all channels there, as PlotJuggler reads them")
      ->type_name("udp://IP:PORT");
  menu->add_option("--speed", serve.pace.speed, "simulated over real time; 0: as fast as possible")
      ->type_name("FACTOR");
  menu->add_option("--seconds", serve.seconds, "end after this time")->type_name("N");
  menu->add_flag("--paused", serve.paused, "begin with a pause");
  menu->add_flag("--open", command->open, "open the page in a browser");
  menu->footer(kServeExamples);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
