// bramah check: what is in a machine file, and what is wrong with it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "bramah/analysis.h"
#include "bramah/fmi.h"
#include "command.h"
#include "readable.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

using Json = nlohmann::ordered_json;

struct CheckCommand {
  SolverOptions solver;
  bool channels = false, json = false;

  int operator()(const CLI::App& menu) const;
};

Json channels_json(const Model& model) {
  Json list = Json::array();
  for (const Channel& channel : model.channels())
    list.push_back({{"name", channel.name},
                    {"unit", channel.unit},
                    {"nominal", channel.nominal},
                    {"description", channel.description}});
  return list;
}

Json check_json(const Model& model, const CheckReport& report) {
  Json json{{"model", model.name()},
            {"hash", model.hash()},
            {"degrees_of_freedom", report.degrees_of_freedom},
            {"bodies", report.bodies},
            {"joints", report.joints},
            {"coordinates", report.coordinates},
            {"loops", report.loops},
            {"constraints", report.constraints},
            {"redundant", report.redundant},
            {"accuracy",
             {{"length_m", report.accuracy_length}, {"pressure_Pa", report.accuracy_pressure}}},
            {"unknowns", report.unknowns},
            {"constraint_list", report.constraint_list},
            {"inputs", model.inputs()},
            {"notes", report.notes},
            {"warnings", report.warnings}};
  json["joint_list"] = Json::array();
  for (const auto& joint : report.joint_list)
    json["joint_list"].push_back(
        {{"name", joint.name}, {"type", joint.type}, {"role", joint.role}});
  json["volumes"] = Json::array();
  for (const auto& volume : report.volumes)
    json["volumes"].push_back({{"name", volume.name},
                               {"volume_m3", volume.volume},
                               {"bulk_Pa", volume.bulk},
                               {"time_constant_s", volume.time_constant},
                               {"through", volume.through},
                               {"small", volume.small}});
  return json;
}

std::string counted(int n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

void print_channels(const Model& model) {
  for (const Channel& channel : model.channels())
    fmt::print("{:<28} {:<10} {}\n", channel.name, "[" + channel.unit + "]", channel.description);
}

void print_list(const char* title, const std::vector<std::string>& lines) {
  constexpr std::size_t kMost = 40;  // the rest is in --json
  if (lines.empty()) return;
  fmt::print("\n  {}\n", title);
  for (std::size_t k = 0; k < lines.size() && k < kMost; ++k) fmt::print("    {}\n", lines[k]);
  if (lines.size() > kMost) fmt::print("    ... and {} more\n", lines.size() - kMost);
}

void print_check(const Model& model, const CheckReport& r) {
  fmt::print("{}: {} degree{} of freedom\n", model.name(), r.degrees_of_freedom,
             r.degrees_of_freedom == 1 ? "" : "s");
  fmt::print("  mechanism   {}, {}, {}\n", counted(r.bodies, "body", "bodies"),
             counted(r.joints, "joint", "joints"),
             counted(r.coordinates, "coordinate", "coordinates"));
  if (r.loops == 0 && r.constraints == 0)
    fmt::print("  loops       none\n");
  else
    fmt::print("  loops       {}; {}, {} of them redundant\n", r.loops,
               counted(r.constraints, "constraint", "constraints"), r.redundant);
  fmt::print("  solver      {}, {}, {}, step {:g} ms; {}\n", model.method(), model.integrator(),
             model.coupling(), model.step_size() * 1e3,
             counted(static_cast<int>(r.unknowns.size()), "unknown", "unknowns"));
  if (r.accuracy_length > 0.0)
    fmt::print("  accuracy    {:.2g} mm, {:.2g} bar a step; a tick has as many as that takes\n",
               r.accuracy_length * 1e3, r.accuracy_pressure * 1e-5);
  fmt::print("  channels    {}; bramah check MODEL --channels lists them\n",
             model.channels().size());
  print_list("unknowns", r.unknowns);
  print_list("constraints", r.constraint_list);
  if (!r.joint_list.empty()) fmt::print("\n  {:<20} {:<14} {}\n", "joint", "type", "role");
  for (const auto& joint : r.joint_list)
    fmt::print("  {:<20} {:<14} {}\n", joint.name, joint.type, joint.role);
  if (!r.volumes.empty())
    fmt::print("\n  {:<20} {:>10} {:>12} {:>18}  {}\n", "volume", "[cm3]", "bulk [MPa]",
               "time constant [ms]", "through");
  for (const auto& volume : r.volumes) {
    const std::string constant = std::isfinite(volume.time_constant)
                                     ? fmt::format("{:.4g}", volume.time_constant * 1e3)
                                     : "closed";  // nothing flows at the start
    fmt::print("  {:<20} {:>10.1f} {:>12.0f} {:>18}  {}{}\n", volume.name, volume.volume * 1e6,
               volume.bulk * 1e-6, constant, volume.through,
               volume.small ? "; small against the step" : "");
  }
  if (!r.notes.empty()) fmt::print("\n");
  for (const std::string& note : r.notes) fmt::print("  note: {}\n", note);
}

std::string listed(const std::vector<std::string>& words) {
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

// An FMU, anybody's. Exit code 2 where the standard is not kept.
int check_one_fmu(const std::string& path, bool json) {
  const FmuReport r = check_fmu(path);
  if (json) {
    const Json all{{"fmi", r.version},
                   {"model", r.name},
                   {"tool", r.tool},
                   {"identifier", r.identifier},
                   {"kinds", r.kinds},
                   {"platforms", r.platforms},
                   {"inputs", r.inputs},
                   {"outputs", r.outputs},
                   {"parameters", r.parameters},
                   {"variables", r.variables},
                   {"capabilities", r.capabilities},
                   {"problems", r.problems}};
    fmt::print("{}\n", all.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print("{}: FMI {}, made by {}\n", r.name, r.version, r.tool.empty() ? "?" : r.tool);
    fmt::print("  kinds        {}\n  platforms    {}\n", listed(r.kinds), listed(r.platforms));
    fmt::print("  variables    {}: {}, {}, {}\n", r.variables, counted(r.inputs, "input", "inputs"),
               counted(r.outputs, "output", "outputs"),
               counted(r.parameters, "parameter", "parameters"));
    print_list("it can", r.capabilities);
  }
  for (const std::string& problem : r.problems)
    fmt::print(stderr, "bramah: {}: {}\n", path, problem);
  return r.problems.empty() ? kDone : kBadInput;
}

int CheckCommand::operator()(const CLI::App& menu) const {
  Problems problems;
  if (solver.model.ends_with(".fmu")) {
    problems.add_unknown(menu);
    problems.throw_if_any();
    return check_one_fmu(solver.model, json);
  }
  const Model model = load_machine(menu, solver, problems);
  const CheckReport report = bramah::check(model);
  if (json) {
    Json all = check_json(model, report);
    if (channels) all["channels"] = channels_json(model);
    fmt::print("{}\n", all.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else if (channels) {
    print_channels(model);
  } else {
    print_check(model, report);
  }
  for (const std::string& warning : report.warnings)
    fmt::print(stderr, "bramah: warning: {}\n", warning);
  return kDone;
}

}  // namespace

Command add_check(CLI::App& program) {
  CLI::App* menu = program.add_subcommand(
      "check",
      "what is in a machine: freedoms, loops, volumes, channels, and problems with file:line");
  const auto command = std::make_shared<CheckCommand>();
  add_model(*menu, command->solver);
  add_solver(*menu, command->solver);
  menu->add_flag("--channels", command->channels, "list the channels, their units and meanings");
  menu->add_flag("--json", command->json, "print one JSON object");
  menu->footer(
      "Examples:\n  bramah check models/four_bar.yaml\n"
      "  bramah check models/four_bar.yaml --channels\n"
      "  bramah check models/naya_rod.yaml --method ali3p\n"
      "  bramah check crane.fmu");
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
