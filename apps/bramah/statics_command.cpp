// bramah statics: where the machine rests.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "bramah/analysis.h"
#include "command.h"
#include "readable.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

using Json = nlohmann::ordered_json;

struct StaticsCommand {
  SolverOptions solver;
  bool json = false;

  int operator()(const CLI::App& menu) const;
};

Json values_json(const std::vector<NamedValue>& values) {
  Json object = Json::object();
  for (const NamedValue& value : values) object[value.name] = value.value;
  return object;
}

void print_json(const Model& model, const StaticsReport& report) {
  const Json json{{"model", model.name()},
                  {"converged", report.converged},
                  {"residual", report.residual},
                  {"message", report.message},
                  {"growth_per_s", report.growth},
                  {"solved", values_json(report.solved)},
                  {"cylinder_forces_N", values_json(report.cylinder_forces)}};
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void print_statics(const Model& model, const StaticsReport& report) {
  fmt::print("{}: at rest; largest scaled imbalance {:.2g}\n", model.name(), report.residual);
  if (!report.message.empty()) fmt::print("  {}\n", report.message);
  if (!report.unstable.empty()) fmt::print("  {}\n", report.unstable);
  for (const NamedValue& value : report.solved) {
    const int channel = model.find_channel(value.name);
    const std::string unit =
        channel < 0 ? "1" : model.channels()[static_cast<std::size_t>(channel)].unit;
    fmt::print("  {:<28} {}\n", value.name, readable(value.value, unit));
  }
  if (!report.cylinder_forces.empty()) fmt::print("\n  cylinder forces, positive when pushing\n");
  for (const NamedValue& force : report.cylinder_forces)
    fmt::print("  {:<28} {}\n", force.name, readable(force.value, "N"));
}

int StaticsCommand::operator()(const CLI::App& menu) const {
  Problems problems;
  const Model model = load_machine(menu, solver, problems);
  const StaticsReport report = bramah::statics(model);
  if (json) print_json(model, report);
  if (!report.converged) {
    fmt::print(stderr, "bramah: {}\n", report.message);
    return kNumericsFailed;
  }
  if (!json) print_statics(model, report);
  return kDone;
}

}  // namespace

Command add_statics(CLI::App& program) {
  CLI::App* menu =
      program.add_subcommand("statics", "static equilibrium: pose, pressures, spool positions");
  const auto command = std::make_shared<StaticsCommand>();
  add_model(*menu, command->solver);
  menu->add_flag("--json", command->json, "print one JSON object, in SI units");
  menu->footer("Example:\n  bramah statics models/four_bar.yaml --json");
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
