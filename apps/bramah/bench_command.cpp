// bramah bench: cost and error of machines, side by side.
#include "bramah/bench.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "bramah/quantity.h"
#include "command.h"

namespace bramah::app {
namespace {

namespace fs = std::filesystem;

struct BenchCommand {
  std::vector<std::string> models;
  std::vector<std::string> integrators{"trapezoidal", "sdirk2", "gen_alpha"};
  std::vector<std::string> steps{"1ms", "5ms"};
  std::vector<int> chains;
  int repeats = 20;

  int operator()() const;
  bool machines() const;  // true if a run failed
  bool rods(const std::vector<int>& links) const;
};

constexpr double kFreeStep = 1e-3;  // [s] where the tolerance chooses; rows fall on it
const std::vector<int> kChains{8, 16, 32, 64, 128, 256};

std::vector<std::string> shipped_models() {
  std::vector<std::string> found;
  if (fs::is_directory("models"))
    for (const auto& entry : fs::directory_iterator("models"))
      if (entry.path().extension() == ".yaml") found.push_back(entry.path().string());
  if (found.empty())
    throw InputError("no folder models/ here: name the machine files to be measured");
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

// What is named is measured; without a name, everything.
int BenchCommand::operator()() const {
  bool failed = false;
  if (chains.empty() || !models.empty()) failed = machines();
  if (!chains.empty() || models.empty()) failed = rods(chains.empty() ? kChains : chains) || failed;
  return failed ? kNumericsFailed : kDone;
}

}  // namespace

Command add_bench(CLI::App& program) {
  CLI::App* menu = program.add_subcommand("bench", "cost and error of machines, side by side");
  const auto command = std::make_shared<BenchCommand>();
  menu->add_option("models", command->models, "machine files; default: all in models/");
  menu->add_option("--integrators", command->integrators,
                   "integrators to measure; rosenbrock:1e-3 with its tolerance")
      ->delimiter(',');
  menu->add_option("--steps", command->steps, "step sizes, such as 1ms,5ms")->delimiter(',');
  menu->add_option("--chains", command->chains,
                   "numbers of links of swinging chains; default without models: 8 to 256")
      ->delimiter(',')
      ->check(CLI::Range(1, 1000));
  menu->add_option("--repeats", command->repeats, "runs per case; the fastest counts")
      ->check(CLI::Range(1, 1000));
  menu->footer(
      "Example:\n  bramah bench models/chrono_crane.yaml --integrators sdirk2 --steps 5ms\n"
      "  bramah bench models/position_servo.yaml --integrators sdirk2,rosenbrock:1e-3\n"
      "  bramah bench --chains 8,64,256");
  return {menu, [command](const CLI::App&) { return (*command)(); }};
}

}  // namespace bramah::app
