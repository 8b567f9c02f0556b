#include "build/operating_point.h"

#include <algorithm>

#include "core/nearest.h"
#include "core/text.h"
#include "core/units.h"
#include "core/where.h"

namespace bramah {

namespace {

std::string unit_of(const std::vector<Channel>& channels, const std::string& channel) {
  const auto found = std::ranges::find(channels, channel, &Channel::name);
  return found == channels.end() ? "1" : found->unit;
}

}  // namespace

std::vector<NamedState> possible_states(const Plant& plant, const std::vector<Channel>& channels) {
  std::vector<NamedState> out;
  const Mechanism& mechanism = *plant.equations->parts().mechanism;
  for (int i = 0; i < mechanism.coordinates(); ++i) {
    const std::string& name = plant.names.coordinates[static_cast<std::size_t>(i)];
    const bool angular = mechanism.angular(i);
    out.push_back({name + (angular ? ".angle" : ".position"), angular ? "rad" : "m"});
    out.push_back({name + ".rate", angular ? "rad/s" : "m/s"});
  }
  for (const std::string& name : plant.names.states) out.push_back({name, unit_of(channels, name)});
  return out;
}

bool names_state(const std::string& wanted, const std::string& state) {
  for (const std::string& name : {wanted, wanted + "_rate"})
    if (state == name || state.ends_with("." + name)) return true;
  return false;
}

void check_operating_point(const Machine& m, std::vector<std::string>& problems) {
  const OperatingPointSpec& point = m.plant.operating_point;
  if (m.joint || (point.state.empty() && point.freeze.empty())) return;  // natural: checked before
  const std::vector<NamedState> states = possible_states(m.plant, m.channels.list);
  std::vector<std::string> names;
  for (const NamedState& s : states) names.push_back(s.name);
  const auto unknown = [&](const Where& where, const char* key, const std::string& name) {
    const std::string hint = did_you_mean(name, names);
    problems.push_back(concat(prefix(where), "linearize: ", key, ": no state is called \"", name,
                              "\"", hint.empty() ? "; the states are " + join(names) : hint));
  };
  for (const OperatingPointSpec::Name& name : point.freeze)
    if (std::ranges::none_of(names, [&](const auto& s) { return names_state(name.state, s); }))
      unknown(name.where, "freeze", name.state);
  for (const OperatingPointSpec::Value& value : point.state) {
    const auto found = std::ranges::find(states, value.state, &NamedState::name);
    if (found == states.end()) {
      unknown(value.where, "state", value.state);
    } else if (!compatible(dimension_of(found->unit), value.value.dimension)) {
      problems.push_back(concat(prefix(value.where), "linearize: state: ", value.state,
                                ": expected ", describe(dimension_of(found->unit)), ", e.g. 1 ",
                                found->unit, "; found ", value.text));
    }
  }
}

}  // namespace bramah
