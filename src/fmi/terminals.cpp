#include "fmi/terminals.h"

#include <algorithm>
#include <map>

namespace bramah {

namespace {

using Kind = FmuTerminal::Kind;
using Role = FmuVariable::Role;

class Finder {
 public:
  explicit Finder(const FmuPlan& plan)
      : plan_(plan), settings_(settings(plan.files, plan.options)) {}

  std::vector<FmuTerminal> find() {
    for (const Setting& s : settings_) {
      const FmuVariable* input = variable(s.text, Role::input);
      const std::size_t dot = s.path.find('.');
      if (!input || dot == std::string::npos) continue;
      const std::string name = s.path.substr(0, dot), key = s.path.substr(dot + 1);
      if (s.section == "joints" && key == "effort")
        add(name, {*input, input->unit == "N" ? "force" : "torque", Kind::inflow},
            {{name + ".rate", "rate"},
             {name + ".angle", "angle"},
             {name + ".position", "position"}});
      else if (s.section == "cylinders" && key == "force")
        add(name, {*input, "force", Kind::inflow},
            {{name + ".rate", "rate"}, {name + ".length", "length"}});
      else if (s.section == "sources" && key == "flow")
        add(name, {*input, "flow", Kind::inflow}, {{value_of(name + ".into") + ".p", "pressure"}});
      else if (s.section == "sources" && key == "pressure")
        add(name, {*input, "pressure"}, {{only_user(name) + ".flow", "flow", Kind::inflow}});
      else if (s.section == "sources" && key == "speed")
        add(name, {*input, "speed"}, {{only_user(name) + ".torque", "torque", Kind::outflow}});
    }
    return std::move(found_);
  }

 private:
  struct Given {
    const FmuVariable& input;
    const char* name;
    Kind kind = Kind::signal;
  };
  struct Answer {
    std::string channel;
    const char* name;
    Kind kind = Kind::signal;
  };

  const FmuVariable* variable(const std::string& source, Role role) const {
    const auto at = std::ranges::find_if(plan_.variables, [&](const FmuVariable& v) {
      return v.role == role && v.source == source;
    });
    return at == plan_.variables.end() ? nullptr : &*at;
  }
  std::string value_of(const std::string& path) const {
    const auto at = std::ranges::find(settings_, path, &Setting::path);
    return at == settings_.end() ? "" : at->text;
  }
  // The port, "pump.P", that a source is named at; empty if several name it: what flows there is their sum.
  std::string only_user(const std::string& source) const {
    std::string user;
    for (const Setting& s : settings_) {
      if (s.text != source) continue;
      if (!user.empty()) return {};
      user = s.path;
    }
    return user;
  }
  // With those of the answers that are outputs; none: no terminal.
  void add(const std::string& name, const Given& given, const std::vector<Answer>& answers) {
    FmuTerminal terminal{name, {{given.input.name, given.name, given.kind}}};
    for (const Answer& answer : answers)
      if (const FmuVariable* output = variable(answer.channel, Role::output))
        terminal.members.push_back({output->name, answer.name, answer.kind});
    if (terminal.members.size() > 1) found_.push_back(std::move(terminal));
  }

  const FmuPlan& plan_;
  const std::vector<Setting> settings_;
  std::vector<FmuTerminal> found_;
};

// Of one side of a machine: what goes to and fro at each cylinder.
std::vector<FmuTerminal> of_a_side(const FmuPlan& plan) {
  std::map<std::string, FmuTerminal> found;
  for (const FmuVariable& v : plan.variables) {
    const std::size_t dot = v.source.find('.');
    const bool exchanged = v.description.find("other side") != std::string::npos;
    if (!exchanged || dot == std::string::npos) continue;
    const std::string cylinder = v.source.substr(0, dot);
    FmuTerminal& terminal = found[cylinder];
    terminal.name = cylinder;
    terminal.members.push_back({v.name, v.source.substr(dot + 1), Kind::signal});
  }
  std::vector<FmuTerminal> all;
  for (auto& [name, terminal] : found) all.push_back(std::move(terminal));
  return all;
}

}  // namespace

std::vector<FmuTerminal> find_terminals(const FmuPlan& plan) {
  return plan.side.empty() ? Finder(plan).find() : of_a_side(plan);
}

}  // namespace bramah
