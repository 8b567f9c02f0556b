// bramah linearize: poles, matrices and frequency responses about a state.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bramah/analysis.h"
#include "bramah/basics.h"
#include "command.h"
#include "outputs.h"
#include "readable.h"
#include "solver_options.h"

namespace bramah::app {
namespace {

struct LinearizeCommand {
  SolverOptions solver;
  std::string at, output, report, frequencies = "0.1..200 Hz";
  std::vector<std::string> freeze, state, from, to;
  bool equilibrium = false, json = false;

  int operator()(const CLI::App& menu) const;
  LinearizeOptions options(const Model& model, Problems& problems) const;
  std::vector<FrequencyResponse> responses(const Linearization& linear,
                                           const std::vector<double>& grid) const;
};

// "0.1..200 Hz", or with a unit on both ends; 50 points per decade.
std::vector<double> frequency_grid(const std::string& text, Problems& problems) {
  constexpr double kPerDecade = 50.0;
  std::vector<double> grid;
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    problems.add(fmt::format("--frequencies: expected a range such as 0.1..200Hz; found {}", text));
    return grid;
  }
  std::string first = text.substr(0, dots);
  const std::string last = text.substr(dots + 2);
  if (first.find_first_not_of("0123456789.eE+- ") == std::string::npos) first += " Hz";
  double low = 0.0, high = 0.0;
  problems.collect("--frequencies: ", [&] { low = parse_quantity(first, "Hz"); });
  problems.collect("--frequencies: ", [&] { high = parse_quantity(last, "Hz"); });
  if (!(low > 0.0 && high > low)) {
    problems.add(fmt::format("--frequencies: expected 0 < first < last; found {}", text));
    return grid;
  }
  const int n = std::max(2, static_cast<int>(std::ceil(kPerDecade * std::log10(high / low))) + 1);
  for (int k = 0; k < n; ++k) grid.push_back(low * std::pow(high / low, k / (n - 1.0)));
  return grid;
}

LinearizeOptions LinearizeCommand::options(const Model& model, Problems& problems) const {
  LinearizeOptions out;
  if (at == "start") out.at = 0.0;
  if (!at.empty() && at != "start")
    problems.collect("--at: ", [&] { out.at = parse_quantity(at, "s"); });
  if (out.at.value_or(0.0) < 0.0) problems.add("--at: a time must not be negative");
  out.equilibrium = equilibrium;
  out.freeze = freeze;
  out.outputs = to;
  const std::vector<LinearVariable> known = linear_states(model);
  for (const std::string& text : state) {
    const std::size_t sign = text.find('=');
    const std::string name = text.substr(0, sign);
    const auto found = std::ranges::find(known, name, &LinearVariable::name);
    std::vector<std::string> names;
    for (const LinearVariable& s : known) names.push_back(s.name);
    if (sign == std::string::npos || found == known.end())
      problems.add(fmt::format("--state {}: expected NAME=VALUE of a state{}", text,
                               suggestion(name, names)));
    else
      problems.collect(fmt::format("--state {}: ", name), [&] {
        out.state.push_back({name, parse_quantity(text.substr(sign + 1), found->unit)});
      });
  }
  return out;
}

std::vector<FrequencyResponse> LinearizeCommand::responses(const Linearization& linear,
                                                           const std::vector<double>& grid) const {
  std::vector<FrequencyResponse> out;
  if (to.empty()) return out;
  std::vector<std::string> names;
  for (const LinearVariable& input : linear.inputs) names.push_back(input.name);
  Problems problems;
  for (const std::string& name : from)
    if (std::ranges::find(names, name) == names.end())
      problems.add(fmt::format("--from {}: no signal of that name moves the machine{}", name,
                               suggestion(name, names)));
  problems.throw_if_any();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!from.empty() && std::ranges::find(from, names[i]) == from.end()) continue;
    for (std::size_t o = 0; o < linear.outputs.size(); ++o)
      out.push_back({names[i], linear.outputs[o].name, grid,
                     frequency_response(linear, static_cast<int>(i), static_cast<int>(o), grid)});
  }
  return out;
}

std::string shares_text(const Mode& mode) {
  std::string text;
  for (std::size_t k = 0; k < mode.shares.size() && k < 3; ++k)
    text += fmt::format("{}{} {:.0f} %", k ? ", " : "", mode.shares[k].state,
                        100.0 * mode.shares[k].share);
  return text;
}

void print_poles(const Linearization& l) {
  fmt::print("\n  {:>13} {:>13} {:>12} {:>9} {:>14}  {}\n", "real [1/s]", "imag [1/s]",
             "freq. [Hz]", "damping", "time const.", "states");
  for (const Mode& mode : l.modes) {
    if (mode.pole.imag() < 0.0) continue;
    const std::string constant = std::isfinite(mode.time_constant)
                                     ? fmt::format("{:.5g} ms", mode.time_constant * 1e3)
                                     : "-";
    fmt::print("  {:>13.6g} {:>13} {:>12.5g} {:>9.4f} {:>14}  {}\n", mode.pole.real(),
               mode.pole.imag() > 0.0 ? fmt::format("±{:.6g}", mode.pole.imag()) : "0",
               mode.frequency, mode.damping, constant, shares_text(mode));
  }
}

void print_linearization(const Linearization& l) {
  fmt::print("{}: {} state{}, {} input{} about t = {:g} s\n", l.model, l.states.size(),
             l.states.size() == 1 ? "" : "s", l.inputs.size(), l.inputs.size() == 1 ? "" : "s",
             l.time);
  for (const LinearVariable& s : l.states)
    fmt::print("  {:<28} {}\n", s.name, readable(s.value, s.unit));
  for (const std::string& name : l.frozen) fmt::print("  {:<28} held constant\n", name);
  print_poles(l);
  fmt::print("\n  stiffness ratio {:.6g}, 2-norm condition number of A {:.6g}\n", l.stiffness_ratio,
             l.condition);
  if (l.unrest > 1e-6)
    fmt::print("  not at rest: the fastest state moves by {:.3g} of its scale in a second\n",
               l.unrest);
  for (const std::string& note : l.notes) fmt::print("  note: {}\n", note);
}

int LinearizeCommand::operator()(const CLI::App& menu) const {
  Problems problems;
  const std::vector<double> grid = frequency_grid(frequencies, problems);
  check_report(report, problems);
  if (!output.empty()) check_place("--output", output, problems);
  const Model model = load_machine(menu, solver, problems);
  const LinearizeOptions chosen = options(model, problems);
  problems.throw_if_any();
  const Linearization linear = linearize(model, chosen);
  if (!linear.converged) {
    if (json) fmt::print("{}\n", linearization_json(linear, {}));
    fmt::print(stderr, "bramah: {}\n", linear.message);
    return kNumericsFailed;
  }
  const std::vector<FrequencyResponse> curves = responses(linear, grid);
  if (!output.empty()) write_linearization_csv(output, linear, curves);
  if (!report.empty()) write_linearization_page(report, linear, curves);
  if (json)
    fmt::print("{}\n", linearization_json(linear, curves));
  else
    print_linearization(linear);
  return kDone;
}

constexpr const char* kLinearizeExamples = R"(Examples:
  bramah linearize models/four_bar.yaml
  bramah linearize models/four_bar.yaml --at 2.5s --to lift.rate --report four_bar.html -o out/four_bar
  bramah linearize models/four_bar.yaml --equilibrium --freeze U --state lift.A.p=5MPa)";

}  // namespace

Command add_linearize(CLI::App& program) {
  CLI::App* menu =
      program.add_subcommand("linearize", "poles, matrices and frequency responses about a state");
  const auto command = std::make_shared<LinearizeCommand>();
  add_model(*menu, command->solver);
  add_solver(*menu, command->solver);
  const auto list = [&](const char* name, std::vector<std::string>& to, const char* help,
                        const char* type) {
    menu->add_option(name, to, help)->delimiter(',')->allow_extra_args(false)->type_name(type);
  };
  menu->add_option(
          "--at", command->at,
          "run to this time first, 2.5s, or start; default: what the file says under linearize")
      ->type_name("TIME");
  menu->add_flag("--equilibrium", command->equilibrium,
                 "then look for the state of rest nearest to it");
  list("--state", command->state, "start value of a state, with its unit: lift.A.p=5MPa",
       "NAME=VALUE");
  list("--freeze", command->freeze, "hold states constant: valve.U, or U for all of that name",
       "NAMES");
  list("--from", command->from, "inputs of frequency responses; default: every signal", "SIGNALS");
  list("--to", command->to,
       "outputs: lift.rate, lift.force, a flow, a signal, any channel but energies", "CHANNELS");
  menu->add_option("--frequencies", command->frequencies, "range of frequency responses")
      ->type_name("RANGE")
      ->capture_default_str();
  menu->add_option("-o,--output", command->output,
                   "write PREFIX_A.csv, _B, _C, _D, _states, _poles, _response")
      ->type_name("PREFIX");
  menu->add_option("--report", command->report, "write a page")->type_name("FILE.html");
  menu->add_flag("--json", command->json, "print one JSON object, in SI units");
  menu->footer(kLinearizeExamples);
  return {menu, [command](const CLI::App& chosen) { return (*command)(chosen); }};
}

}  // namespace bramah::app
