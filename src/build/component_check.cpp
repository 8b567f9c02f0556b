// Parts of the catalogue against their PartInfo: as many ports, parameters, inputs and starts as it
// lists, all that is required, within bounds.
#include <algorithm>

#include "build/description_check.h"
#include "build/item_check.h"

namespace bramah {

namespace {

// Lists of the right length; what else is checked counts on it.
bool has_shape(const ItemCheck& check, const ComponentSpec& part) {
  bool right = true;
  const auto count = [&](std::size_t found, std::size_t expected, const char* what) {
    if (found == expected) return;
    right = false;
    check.refuse("has " + std::to_string(found) + " " + what + "; " + part.info->type + " has " +
                 std::to_string(expected) + ". component() makes lists of the right length");
  };
  count(part.ports.size(), part.info->ports.size(), "ports");
  count(part.parameters.size(), part.info->parameters.size(), "parameters");
  count(part.inputs.size(), part.info->inputs.size(), "inputs");
  count(part.starts.size(), part.info->states.size(), "starts");
  return right;
}

void check_choice(const ItemCheck& check, const ParameterInfo& info, double value) {
  const auto last = static_cast<double>(info.choices.size()) - 1.0;
  if (value == std::floor(value) && value >= 0.0 && value <= last) return;
  check.refuse(info.name, "expected the number of a choice, 0 to " + short_number(last) +
                              "; found " + short_number(value));
}

void check_parameter(const ItemCheck& check, const ParameterInfo& info, double value) {
  using Bound = ParameterInfo::Bound;
  if (std::isnan(info.fallback) && std::isnan(value))
    return check.refuse("missing \"" + info.name + "\" (" + info.doc + ")");
  if (!check.finite(info.name, value)) return;
  if (!info.choices.empty()) return check_choice(check, info, value);
  if (info.bound == Bound::positive) check.positive(info.name, value, info.unit);
  if (info.bound == Bound::not_negative) check.not_negative(info.name, value, info.unit);
  if (info.bound == Bound::fraction) check.fraction(info.name, value);
}

void check_component(const ComponentSpec& part, Problems& problems) {
  const ItemCheck check = item_check(problems, "component", part);
  if (!part.info) return check.refuse("has no type; make it with component()");
  const PartInfo& info = *part.info;
  if (!info.make) return check.refuse("cannot be made: its PartInfo has no `make`");
  if (!has_shape(check, part)) return;
  if (info.drives != Drives::nothing && part.joint.empty())
    check.refuse("missing \"joint\" (the joint that it drives)");
  if (info.drives == Drives::nothing && !part.joint.empty())
    check.refuse("joint", info.type + " drives no joint");
  for (std::size_t k = 0; k < info.ports.size(); ++k)
    if (part.ports[k].empty() && !info.ports[k].optional)
      check.refuse("missing \"" + info.ports[k].name + "\" (" + info.ports[k].doc + ")");
  for (std::size_t k = 0; k < info.parameters.size(); ++k)
    check_parameter(check, info.parameters[k], part.parameters[k]);
  for (std::size_t k = 0; k < info.inputs.size(); ++k) {
    const ComponentSpec::Input& input = part.inputs[k];
    if (!input.signal.empty()) continue;
    if (std::isnan(info.inputs[k].fallback) && std::isnan(input.value))
      check.refuse("missing \"" + info.inputs[k].name + "\" (" + info.inputs[k].doc + ")");
    else
      check.finite(info.inputs[k].name, input.value);
  }
  for (std::size_t k = 0; k < info.states.size(); ++k)
    if (part.starts[k]) check.finite(info.states[k].name + " at the start", *part.starts[k]);
}

// A gear is solved with the mechanism and the oil as one: its shaft has a speed of its own, and no
// coupling cuts it.
void check_drives(const MachineDescription& d, Problems& problems) {
  const bool cut = d.solver.coupling != CouplingKind::monolithic;
  const bool network = d.surrogate && !d.surrogate->physical;
  for (const ComponentSpec& part : d.components) {
    if (!part.info || part.info->drives == Drives::nothing) continue;
    const ItemCheck check = item_check(problems, "component", part);
    for (std::size_t k = 0; k < std::min(part.ports.size(), part.info->ports.size()); ++k)
      if (std::ranges::any_of(d.sources,
                              [&](const SourceSpec& s) { return s.name == part.ports[k]; }))
        check.refuse(part.info->ports[k].name,
                     "\"" + part.ports[k] +
                         "\" is a source, which takes no torque back; expected one of `shafts`");
    if (cut)
      check.refuse("joins oil and mechanism by a shaft; coupling: " +
                   std::string(choice_name(d.solver.coupling)) +
                   " cuts machines at cylinders alone: use coupling: monolithic");
    if (network)
      check.refuse(
          "joins oil and mechanism by a shaft; a surrogate takes the place of cylinders "
          "alone: write actuator: physical");
  }
}

}  // namespace

void check_components(const MachineDescription& d, Problems& problems) {
  for (const ComponentSpec& part : d.components) check_component(part, problems);
  check_drives(d, problems);
}

}  // namespace bramah
