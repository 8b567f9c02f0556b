// Which variables an FMU of a machine has, and the files it is built from.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>

#include "bramah/cosimulation.h"
#include "bramah/fmi.h"
#include "bramah/run.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/units.h"
#include "fmi/terminals.h"
#include "machine/reads_of.h"

namespace bramah {
namespace {

using Role = FmuVariable::Role;

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*')
    return matches(pattern.substr(1), name) || (!name.empty() && matches(pattern, name.substr(1)));
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         matches(pattern.substr(1), name.substr(1));
}

// Those of `names` that a list asks for, in their order; an entry that fits none is a problem.
std::set<std::string> chosen(const std::vector<std::string>& patterns,
                             const std::vector<std::string>& names, const char* option,
                             std::vector<std::string>& problems) {
  if (patterns.empty()) return {names.begin(), names.end()};
  std::set<std::string> all;
  for (const std::string& pattern : patterns) {
    const auto before = all.size();
    bool any = false;
    for (const std::string& name : names)
      if (matches(pattern, name)) all.insert(name), any = true;
    if (!any && all.size() == before)
      problems.push_back(concat(option, " ", pattern, ": fits none of ", names.size(), " names",
                                did_you_mean(pattern, names)));
  }
  return all;
}

// lift_valve.U is a structured name; what is none goes between quotes: 'my valve'.U.
std::string structured(const std::string& name) {
  const auto plain = [](const std::string& part) {
    const auto letter = [](char c) {
      return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    return !part.empty() && letter(part[0]) &&
           std::ranges::all_of(part, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
  };
  std::string all;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    std::string part = name.substr(at, end - at);
    if (!plain(part)) {
      std::ranges::replace(part, '\'', '_');
      part = "'" + (part.empty() ? "_" : part) + "'";
    }
    all += (at == 0 ? "" : ".") + part;
    at = end + 1;
  }
  return all;
}

// Paths from the machine file's folder on: where it lay on this computer is nobody's business.
MachineFiles from_its_folder(const MachineFiles& files) {
  const std::string folder = std::filesystem::path(files.path).parent_path().string();
  if (folder.empty()) return files;
  const auto strip = [&](const std::string& path) {
    return path.starts_with(folder + "/") ? path.substr(folder.size() + 1) : path;
  };
  MachineFiles moved;
  moved.path = strip(files.path);
  for (const auto& [path, text] : files.texts) moved.texts[strip(path)] = text;
  return moved;
}

std::string token_of(const Model& model, const FmuPlan& plan) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](const std::string& text) {  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    hash = (hash ^ 0xffu) * 0x100000001b3u;
  };
  add(version()), add(model.hash()), add(load_options_text(plan.options)), add(plan.side);
  const std::uint64_t first = hash;
  for (const FmuVariable& v : plan.variables) add(v.name);
  char digits[48];
  std::snprintf(digits, sizeof digits, "{%08x-%04x-%04x-%04x-%012llx}",
                static_cast<unsigned>(first >> 32), static_cast<unsigned>(first >> 16 & 0xffff),
                static_cast<unsigned>(first & 0xffff), static_cast<unsigned>(hash >> 48),
                static_cast<unsigned long long>(hash & 0xffffffffffffu));
  return digits;
}

class Planner {
 public:
  Planner(const std::string& machine, const LoadOptions& load, const FmuOptions& options)
      : options_(options) {
    plan_.options = load;
    plan_.side = options.side;
    choose_machine(machine);
  }

  FmuPlan plan() {
    add({.role = Role::time,
         .name = "time",
         .source = "time",
         .unit = "s",
         .description = "simulated time"});
    if (plan_.side.empty())
      add_inputs(), add_channels();
    else
      add_side();
    add_parameters();
    if (!problems_.empty()) throw InputError(problems_);
    plan_.token = token_of(*model_, plan_);
    plan_.terminals = find_terminals(plan_);
    return plan_;
  }

 private:
  bool driven_by_file() const {
    return options_.inputs.size() == 1 && options_.inputs[0] == "none";
  }

  // Levers become inputs; faults too where the file has some, or where a fault is named.
  void choose_machine(const std::string& machine) {
    plan_.options.controls = !driven_by_file();
    MachineFiles files;
    model_ = load(machine, plan_.options, files);
    if (!model_->plant().names.blocks.empty())
      throw InputError(machine + ": fmus: an FMU does not carry others (" +
                       join(model_->plant().names.blocks) + ")");
    const MachineFiles moved = from_its_folder(files);
    bool own_faults = false;
    for (const Setting& s : settings(files, plan_.options)) own_faults |= s.section == "faults";
    if (!driven_by_file() && (own_faults || names_a_fault())) plan_.options.faults = true;
    if (plan_.options.faults) model_ = load(machine, plan_.options, files);
    plan_.files = plan_.options.guide.empty() ? moved : files;
    if (model_->integrator_rule() == IntegratorRule::sundials)
      problems_.push_back(
          "integrator sundials: an FMU has the program's own rules only; "
          "--integrator rosenbrock chooses its steps itself");
    if (load(plan_.files, plan_.options).hash() != model_->hash())
      problems_.push_back(machine + ": the machine cannot be built from its files in memory");
  }

  bool names_a_fault() const {
    if (options_.inputs.empty()) return false;
    const auto known = model_->inputs();
    return std::ranges::any_of(options_.inputs, [&](const std::string& pattern) {
      return std::ranges::none_of(known,
                                  [&](const std::string& name) { return matches(pattern, name); });
    });
  }

  void add(FmuVariable variable) {
    if (!taken_.insert(variable.name).second) return;
    plan_.variables.push_back(std::move(variable));
  }

  void add_inputs() {
    const auto& names = model_->inputs();
    const auto wanted = driven_by_file() ? std::set<std::string>(names.begin(), names.end())
                                         : chosen(options_.inputs, names, "--inputs", problems_);
    const std::vector<double> defaults = model_->input_defaults();
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (!wanted.contains(names[k])) continue;
      FmuVariable v{.role = Role::input,
                    .name = structured(names[k]),
                    .source = names[k],
                    .unit = "1",
                    .description = "input",
                    .start = defaults[k]};
      if (const int channel = model_->find_channel(names[k]); channel >= 0)
        v.unit = model_->channels()[static_cast<std::size_t>(channel)].unit;
      for (const Control& c : model_->controls()) {
        if (c.input != static_cast<int>(k)) continue;
        v.unit = c.unit, v.description = c.label;
        if (!c.positive.empty()) v.description += ": + " + c.positive + ", - " + c.negative;
        if (c.range > 0.0) v.nominal = c.range;
      }
      for (const Fault& f : model_->faults())
        if (f.input == static_cast<int>(k))
          v.unit = "1", v.description = f.text, v.min = 0.0, v.max = 1.0;
      add(std::move(v));
    }
  }

  void add_channels() {
    std::vector<std::string> names;
    for (const Channel& c : model_->channels())
      if (c.causality != Causality::parameter) names.push_back(c.name);
    const auto wanted = chosen(options_.outputs, names, "--outputs", problems_);
    std::vector<double> start(model_->channels().size());
    Workspace work(*model_);
    model_->observe(model_->initial_state(), work, start);
    for (std::size_t k = 0; k < start.size(); ++k) {
      const Channel& c = model_->channels()[k];
      const bool tunable = c.causality == Causality::parameter;
      const Reads reads = reads_of(*model_, static_cast<int>(k));
      if (!tunable && !wanted.contains(c.name)) continue;
      add({.role = tunable ? Role::tunable : Role::output,
           .name = structured(c.name),
           .source = c.name,
           .unit = c.unit,
           .description = c.description,
           .start = start[k],
           .nominal = c.nominal,
           .direct = reads > Reads::motion || !state_stands()});
    }
  }

  // Whether q, v and y are what they are, whatever the inputs of the same instant; then what is read from
  // them alone does not answer at once.
  bool state_stands() const {
    const Plant& plant = model_->plant();
    const EquationParts& parts = plant.equations->parts();
    return plant.solver.coupling == CouplingKind::monolithic && !plant.equations->has_reactions() &&
           !parts.pseudo && !parts.circuit->has_algebraic();
  }

  // What sides exchange, in its order; then, as for a whole machine, levers.
  void add_side() {
    MachineSide side(plan_.side, *model_, plan_.side);
    const std::vector<std::string> inputs = side.inputs(), outputs = side.outputs();
    for (std::size_t k = 0; k < inputs.size() - model_->inputs().size(); ++k)
      add({.role = Role::input,
           .name = structured(inputs[k]),
           .source = inputs[k],
           .unit = side.input_units()[k],
           .description = "from the other side",
           .start = start_of(inputs[k])});
    add_inputs();
    const auto wanted = chosen(options_.outputs, outputs, "--outputs", problems_);
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (wanted.contains(outputs[k]))
        add({.role = Role::output,
             .name = structured(outputs[k]),
             .source = outputs[k],
             .unit = side.output_units()[k],
             .description = outputs[k].ends_with(".energy")
                                ? "taken in through this cylinder so far"
                                : "to the other side",
             .start = 0.0,
             .nominal = side.scale(static_cast<int>(k))});
  }

  // As it is in the whole machine; the interface model is zero until it is heard of.
  double start_of(const std::string& channel) const {
    const int k = model_->find_channel(channel);
    if (k < 0) return 0.0;
    std::vector<double> all(model_->channels().size());
    Workspace work(*model_);
    model_->observe(model_->initial_state(), work, all);
    return all[static_cast<std::size_t>(k)];
  }

  // The file's `parameters` that are numbers of their own; what follows from others is not offered.
  void add_parameters() {
    for (const Setting& s : settings(plan_.files, plan_.options)) {
      if (s.section != "parameters") continue;
      try {
        const Quantity q = parse_quantity(s.text);
        add({.role = Role::parameter,
             .name = "parameters." + structured(s.path),
             .source = s.path,
             .unit = si_name(q.dimension),
             .description = "parameter of the machine file",
             .start = q.value});
      } catch (const QuantityError&) {
      }
    }
  }

  const FmuOptions& options_;
  FmuPlan plan_;
  std::optional<Model> model_;
  std::set<std::string> taken_;
  std::vector<std::string> problems_;
};

}  // namespace

FmuPlan plan_fmu(const std::string& machine, const LoadOptions& load, const FmuOptions& options) {
  return Planner(machine, load, options).plan();
}

std::string fmu_identifier(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  for (char& c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) c = '_';
  return name.empty() || (name[0] >= '0' && name[0] <= '9') ? "m_" + name : name;
}

}  // namespace bramah
