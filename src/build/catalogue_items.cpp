// Parts and force elements by name, for descriptions that a program fills in.
#include <algorithm>

#include "bramah/description.h"
#include "core/nearest.h"

namespace bramah {

namespace {

template <class Infos>
std::vector<std::string> names_in(const Infos& infos) {
  std::vector<std::string> names;
  for (const auto& info : infos) names.push_back(info.name);
  return names;
}

// Place of a name in a list of infos, if it is there.
template <class Infos>
std::optional<std::size_t> place_in(const Infos& infos, const std::string& name) {
  for (std::size_t k = 0; k < infos.size(); ++k)
    if (infos[k].name == name) return k;
  return std::nullopt;
}

[[noreturn]] void refuse(const std::string& who, const std::string& name,
                         const std::vector<std::string>& known) {
  const std::string hint = did_you_mean(name, known);
  throw InputError(who + ": there is no \"" + name + "\"" +
                   (!hint.empty()   ? hint
                    : known.empty() ? std::string()
                                    : "; there are " + join(known)));
}

std::string who(const ComponentSpec& c) { return "component \"" + c.name + "\""; }
std::string who(const ElementSpec& e) { return "element \"" + e.name + "\""; }

// Lists as long as the type asks, with its defaults. Throws without a type.
void fill(ComponentSpec& c) {
  if (!c.info) throw InputError(who(c) + ": has no type yet; make it with component()");
  const PartInfo& info = *c.info;
  if (c.ports.size() < info.ports.size()) c.ports.resize(info.ports.size());
  for (std::size_t k = c.parameters.size(); k < info.parameters.size(); ++k)
    c.parameters.push_back(info.parameters[k].fallback);
  for (std::size_t k = c.inputs.size(); k < info.inputs.size(); ++k)
    c.inputs.push_back({"", info.inputs[k].fallback});
  if (c.starts.size() < info.states.size()) c.starts.resize(info.states.size());
}

void fill(ElementSpec& e) {
  if (!e.info) throw InputError(who(e) + ": has no type yet; make it with element()");
  for (std::size_t k = e.parameters.size(); k < e.info->parameters.size(); ++k)
    e.parameters.push_back(e.info->parameters[k].fallback);
  if (e.starts.size() < e.info->states.size()) e.starts.resize(e.info->states.size());
}

std::vector<std::string> keys_of(const PartInfo& info) {
  std::vector<std::string> keys = names_in(info.parameters);
  for (const InputInfo& input : info.inputs) keys.push_back(input.name);
  for (const StateInfo& state : info.states)
    if (!state.start_key.empty()) keys.push_back(state.start_key);
  return keys;
}

}  // namespace

// ------------------------------------------------------------------------------------- components
ComponentSpec component(const std::string& name, const PartInfo& info) {
  ComponentSpec out;
  out.name = name;
  out.info = &info;
  fill(out);
  return out;
}

ComponentSpec component(const std::string& name, const std::string& type) {
  std::vector<std::string> types;
  for (const PartInfo* info : components()) {
    if (info->type == type) return component(name, *info);
    types.push_back(info->type);
  }
  refuse("component \"" + name + "\": type", type, types);
}

ComponentSpec& ComponentSpec::set(const std::string& key, double value) {
  fill(*this);
  if (const auto k = place_in(info->parameters, key)) {
    parameters[*k] = value;
    return *this;
  }
  if (const auto k = place_in(info->inputs, key)) {
    inputs[*k] = {"", value};
    return *this;
  }
  for (std::size_t k = 0; k < info->states.size(); ++k)
    if (!key.empty() && info->states[k].start_key == key) {
      starts[k] = value;
      return *this;
    }
  refuse(who(*this), key, keys_of(*info));
}

ComponentSpec& ComponentSpec::set(const std::string& key, const std::string& word) {
  fill(*this);
  if (const auto k = place_in(info->inputs, key)) {
    inputs[*k] = {word, 0.0};
    return *this;
  }
  const auto k = place_in(info->parameters, key);
  if (!k) refuse(who(*this), key, keys_of(*info));
  const std::vector<std::string>& words = info->parameters[*k].choices;
  if (words.empty())
    throw InputError(who(*this) + ": " + key + " is a number; found \"" + word + "\"");
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) refuse(who(*this) + ": " + key, word, words);
  parameters[*k] = static_cast<double>(found - words.begin());
  return *this;
}

ComponentSpec& ComponentSpec::connect(const std::string& port, const std::string& to) {
  fill(*this);
  const auto k = place_in(info->ports, port);
  if (!k) refuse(who(*this) + ": port", port, names_in(info->ports));
  ports[*k] = to;
  return *this;
}

// ---------------------------------------------------------------------------------- force elements
ElementSpec element(const std::string& name, const ForceInfo& info) {
  ElementSpec out;
  out.name = name;
  out.info = &info;
  fill(out);
  return out;
}

ElementSpec element(const std::string& name, const std::string& type) {
  std::vector<std::string> types;
  for (const ForceInfo* info : force_catalogue()) {
    if (info->type == type) return element(name, *info);
    types.push_back(info->type);
  }
  refuse("element \"" + name + "\": type", type, types);
}

ElementSpec& ElementSpec::set(const std::string& parameter, double value) {
  fill(*this);
  const auto k = place_in(info->parameters, parameter);
  if (!k) refuse(who(*this), parameter, names_in(info->parameters));
  parameters[*k] = value;
  return *this;
}

}  // namespace bramah
