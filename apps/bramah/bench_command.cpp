// bramah bench: cost and error of machines, side by side.
#include "bramah/analysis.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "bramah/basics.h"
#include "bramah/model.h"
#include "command.h"
#include "installed.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

namespace fs = std::filesystem;

struct BenchCommand {
  std::vector<std::string> models;
  std::vector<std::string> integrators{"trapezoidal", "sdirk2", "gen_alpha"};
  std::vector<std::string> steps{"1ms", "5ms"};
  std::vector<int> chains;
  int futures = 0;
  int repeats = 20;

  int operator()() const;
  bool machines() const;  // true if a run failed
  bool rods(const std::vector<int>& links) const;
  bool look_ahead() const;
};

constexpr double kFreeStep = 1e-3;  // [s] where the tolerance chooses; rows fall on it
const std::vector<int> kChains{8, 16, 32, 64, 128, 256};

std::vector<std::string> shipped_models() {
  std::vector<std::string> found;
  const fs::path folder = fs::is_directory("models") ? "models" : installed("models");
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".yaml") found.push_back(entry.path().string());
  if (found.empty())
    throw InputError(
        "no folder models/ here or where bramah is installed: name the machine files to be "
        "measured");
  std::sort(found.begin(), found.end());
  return found;
}

// "rosenbrock:1e-3" is one with that tolerance, whose steps choose themselves.
std::vector<BenchCase> cases_of(const std::string& path, const std::string& integrator,
                                const std::vector<std::string>& steps) {
  const std::size_t colon = integrator.find(':');
  const std::string name = integrator.substr(0, colon);
  const double tolerance =
      colon == std::string::npos ? 0.0 : parse_quantity(integrator.substr(colon + 1), "1");
  if (name == "rosenbrock") return {{path, name, kFreeStep, tolerance}};
  std::vector<BenchCase> cases;
  for (const std::string& step : steps)
    cases.push_back({path, name, parse_quantity(step, "s"), tolerance});
  return cases;
}

std::string step_text(const BenchRow& row) {
  if (row.integrator != "rosenbrock") return fmt::format("{:g} ms", row.step_s * 1e3);
  return row.tolerance > 0.0 ? fmt::format("{:g}", row.tolerance) : "own";
}

bool BenchCommand::machines() const {
  std::vector<BenchCase> cases;
  for (const std::string& path : models.empty() ? shipped_models() : models)
    for (const std::string& integrator : integrators)
      for (const BenchCase& c : cases_of(path, integrator, steps)) cases.push_back(c);

  fmt::print("{:<46} {:<12} {:>7} {:>9} {:>10} {:>12} {:>12} {:>12} {:>7} {:>4}\n", "machine",
             "integrator", "step", "µs/step", "real time", "length error", "pressure rms",
             "pressure max", "Newton", "max");
  bool failed = false;
  bench(cases, repeats, [&](const BenchRow& row) {
    failed = failed || !row.problem.empty();
    fmt::print(
        "{:<46} {:<12} {:>7} {:>9.3f} {:>8.0f} x {:>9.3g} mm {:>10.2g} % {:>10.2g} % {:>7.2f} "
        "{:>4}{}\n",
        row.model, row.integrator, step_text(row), row.us_per_step, row.real_time_factor,
        row.length_error * 1e3, row.pressure_error * 1e2, row.pressure_max * 1e2, row.newton_mean,
        row.newton_max, row.problem.empty() ? "" : "  " + row.problem);
    std::fflush(stdout);
  });
  fmt::print(
      "CPU time, least of {} runs, steps alone. Errors against the sundials reference every 20 "
      "ms:\n"
      "largest in length; rms and largest in pressure, relative to each pressure's range.\n",
      repeats);
  return failed;
}

bool BenchCommand::rods(const std::vector<int>& links) const {
  fmt::print("\n{:>6} {:<8} {:>9} {:>9} {:>13}\n", "links", "chain", "µs/step", "µs/link",
             "energy drift");
  bool failed = false;
  bench_chains(links, repeats, [&](const ChainRow& row) {
    failed = failed || !row.problem.empty();
    fmt::print("{:>6} {:<8} {:>9.3f} {:>9.4f} {:>11.2g} %{}\n", row.links,
               row.planar ? "planar" : "spatial", row.us_per_step, row.us_per_link,
               row.energy_drift * 1e2, row.problem.empty() ? "" : "  " + row.problem);
    std::fflush(stdout);
  });
  fmt::print(
      "Rods of 1 m and 1 kg swinging for 1 s, inef, semi_euler, 1 ms; CPU time, least of {} "
      "runs.\n",
      repeats);
  return failed;
}

// The machine after a second with every lever half way.
State moving_state(const Model& model) {
  Workspace work(model);
  State state = model.initial_state();
  std::vector<double> inputs = model.input_defaults();
  for (const Control& control : model.controls()) inputs[control.input] = 0.5 * control.range;
  while (state.time() < 1.0) {
    const StepReport report = step(model, state, work, Inputs{inputs});
    if (!report.converged) throw InputError(explain(model, report));
  }
  return state;
}

bool BenchCommand::look_ahead() const {
  fmt::print("{:<46} {:>8} {:>9} {:>7} {:>9} {:>13} {:>7}\n", "machine", "futures", "horizon",
             "step", "wall", "error", "failed");
  bool failed = false;
  for (const std::string& path : models) {
    LoadOptions options;
    options.controls = options.faults = true;
    const Model model = load(path, options);
    const State state = moving_state(model);
    const LookAhead ahead(path, options, {.load = 0.2});
    LookAheadResult best;
    for (int k = 0; k < repeats; ++k) {
      LookAheadResult result = ahead.run(model, state, {.futures = futures});
      if (k == 0 || result.wall_s < best.wall_s) best = std::move(result);
    }
    const auto ended = std::count_if(best.futures.begin(), best.futures.end(),
                                     [](const Future& f) { return !f.failed.empty(); });
    failed = failed || ended > 0;
    fmt::print("{:<46} {:>8} {:>7g} s {:>4g} ms {:>7.3g} s {:>10.3g} mm {:>7}\n", model.name(),
               best.futures.size(), best.horizon, best.step * 1e3, best.wall_s, best.error * 1e3,
               ended);
  }
  fmt::print(
      "Levers +- 30 % of their range around half way, loads +- 20 %; wall time on two threads, "
      "least "
      "of {} runs.\nError: largest distance of the marker from the same future with the file's "
      "step, "
      "over four futures.\n",
      repeats);
  return failed;
}

// What is named is measured; without a name, everything.
int BenchCommand::operator()() const {
  if (futures > 0 && models.empty())
    throw InputError("--futures: name the machine, e.g. models/patu655.yaml");
  if (futures > 0) return look_ahead() ? kNumericsFailed : kDone;
  bool failed = false;
  if (chains.empty() || !models.empty()) failed = machines();
  if (!chains.empty() || models.empty()) failed = rods(chains.empty() ? kChains : chains) || failed;
  return failed ? kNumericsFailed : kDone;
}

}  // namespace

Command add_bench(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("bench", "cost and error of machines, side by side");
  const auto command = std::make_shared<BenchCommand>();
  menu->add_option("models", command->models, "machine files; default: all in models/")
      ->transform(shipped_too());
  menu->add_option("--integrators", command->integrators,
                   "integrators to measure; rosenbrock:1e-3 with its tolerance")
      ->delimiter(',');
  menu->add_option("--steps", command->steps, "step sizes, such as 1ms,5ms")->delimiter(',');
  menu->add_option("--chains", command->chains,
                   "numbers of links of swinging chains; default without models: 8 to 256")
      ->delimiter(',')
      ->check(CLI::Range(1, 1000));
  menu->add_option("--futures", command->futures,
                   "cost and error of a look-ahead with this many futures of 1 s")
      ->check(CLI::Range(1, 100000));
  menu->add_option("--repeats", command->repeats, "runs per case; the fastest counts")
      ->check(CLI::Range(1, 1000));
  menu->footer(
      "Example:\n  bramah bench models/chrono_crane.yaml --integrators sdirk2 --steps 5ms\n"
      "  bramah bench models/position_servo.yaml --integrators sdirk2,rosenbrock:1e-3\n"
      "  bramah bench --chains 8,64,256\n"
      "  bramah bench models/patu655.yaml --futures 200 --repeats 3");
  return {menu, [command](const CLI::App&) { return (*command)(); }};
}

}  // namespace bramah::app
