// Parts of the catalogue: what each may be told comes from its own PartInfo.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "core/nearest.h"
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

Bound bound_of(ParameterInfo::Bound bound) {
  if (bound == ParameterInfo::Bound::any) return Bound::none;
  return bound == ParameterInfo::Bound::positive ? Bound::positive : Bound::not_negative;
}

std::string fallback_of(const ParameterInfo& p) {
  if (std::isnan(p.fallback)) return "";
  if (!p.choices.empty()) return p.choices[static_cast<std::size_t>(p.fallback)];
  if (!p.fallback_text.empty()) return p.fallback_text;
  return short_number(p.fallback, 12) + (p.unit == "1" ? "" : " " + p.unit);
}

void add_ports(Table<ComponentSpec>& t, const PartInfo& info) {
  for (std::size_t k = 0; k < info.ports.size(); ++k) {
    const PortInfo& port = info.ports[k];
    t.add({.name = port.name,
           .kind = KeyKind::reference,
           .required = !port.optional,
           .absent = port.optional ? "not connected" : "",
           .doc = port.doc,
           .example = port.kind == PortInfo::Kind::shaft ? "engine" : "line"},
          [k](Reader& in, const Node& node, const KeyInfo& key, ComponentSpec& item) {
            if (const auto name = in.text(node, key)) item.ports[k] = *name;
          });
  }
}

void add_parameters(Table<ComponentSpec>& t, const PartInfo& info) {
  for (std::size_t k = 0; k < info.parameters.size(); ++k) {
    const ParameterInfo& p = info.parameters[k];
    const bool word = !p.choices.empty(), fraction = p.bound == ParameterInfo::Bound::fraction;
    t.add(
        {.name = p.name,
         .kind = word ? KeyKind::choice : KeyKind::quantity,
         .unit = word ? "" : p.unit,
         .choices = p.choices,
         .required = std::isnan(p.fallback),
         .fallback = fallback_of(p),
         .bound = word ? Bound::none : bound_of(p.bound),
         .doc = p.doc + (p.typical.empty() ? "" : "; typically " + p.typical),
         .example = p.typical,
         .typical = p.typical},
        [k, word, fraction](Reader& in, const Node& node, const KeyInfo& key, ComponentSpec& item) {
          if (word) {
            const auto value = in.choice(node, key);
            if (!value) return;
            item.parameters[k] = static_cast<double>(
                std::find(key.choices.begin(), key.choices.end(), *value) - key.choices.begin());
            return;
          }
          const auto value = in.quantity(node, key);
          if (!value) return;
          if (fraction && *value > 1.0)
            in.problem(node.where, "must be at most 1; found " + node.text);
          item.parameters[k] = *value;
        });
  }
}

void add_inputs(Table<ComponentSpec>& t, const PartInfo& info) {
  for (std::size_t k = 0; k < info.inputs.size(); ++k) {
    const InputInfo& input = info.inputs[k];
    t.add({.name = input.name,
           .kind = KeyKind::signal,
           .unit = input.unit,
           .required = std::isnan(input.fallback),
           .fallback = std::isnan(input.fallback) ? ""
                                                  : short_number(input.fallback, 12) +
                                                        (input.unit == "1" ? "" : " " + input.unit),
           .doc = input.doc + ": a value or a signal" +
                  (input.typical.empty() ? "" : "; typically " + input.typical),
           .example = "command",
           .typical = input.typical},
          [k](Reader& in, const Node& node, const KeyInfo& key, ComponentSpec& item) {
            if (node.is_scalar() && is_name(node.text) && !in.parameters.has(node.text)) {
              if (const auto name = in.signal(node, key, key.unit)) item.inputs[k].signal = *name;
            } else if (const auto value = in.quantity(node, key)) {
              item.inputs[k].value = *value;
            }
          });
  }
  for (std::size_t k = 0; k < info.states.size(); ++k) {
    const StateInfo& state = info.states[k];
    if (state.start_key.empty()) continue;
    t.add({.name = state.start_key,
           .unit = state.unit,
           .absent = short_number(state.start, 12) + (state.unit == "1" ? "" : " " + state.unit) +
                     ", or at rest with `initial: static`",
           .doc = state.doc + " at t = 0",
           .example = "0 " + state.unit},
          [k](Reader& in, const Node& node, const KeyInfo& key, ComponentSpec& item) {
            if (const auto value = in.quantity(node, key)) item.starts[k] = *value;
          });
  }
}

Table<ComponentSpec> make_table(const PartInfo& info) {
  Table<ComponentSpec> t("component " + info.type, info.doc);  // a signal is a filter too
  t.add({.name = "type",
         .kind = KeyKind::choice,
         .choices = {info.type},
         .required = true,
         .doc = "what it is",
         .example = info.type},
        [](Reader&, const Node&, const KeyInfo&, ComponentSpec&) {});
  add_ports(t, info);
  if (info.drives != Drives::nothing)
    t.reference(
        {.name = "joint",
         .required = true,
         .doc = std::string("joint that it ") + (info.drives == Drives::turn ? "turns" : "slides") +
                ", or one of its coordinates",
         .example = info.drives == Drives::turn ? "slew" : "rail"},
        &ComponentSpec::joint);
  add_parameters(t, info);
  add_inputs(t, info);
  t.reference({.name = "fluid",
               .absent = "the file's only fluid",
               .doc = "oil that passes it",
               .example = "oil"},
              &ComponentSpec::fluid);
  return t;
}

const Table<ComponentSpec>& table_of(const PartInfo& info) {
  static const std::map<std::string, Table<ComponentSpec>> tables = [] {
    std::map<std::string, Table<ComponentSpec>> all;
    for (const PartInfo* one : components()) all.emplace(one->type, make_table(*one));
    return all;
  }();
  return tables.at(info.type);
}

std::vector<std::string> types(const std::vector<const PartInfo*>& parts) {
  std::vector<std::string> all;
  for (const PartInfo* info : parts) all.push_back(info->type);
  return all;
}

const PartInfo* find(const std::vector<const PartInfo*>& parts, const std::string& type) {
  const auto found = std::ranges::find(parts, type, &PartInfo::type);
  return found == parts.end() ? nullptr : *found;
}

// The part of its type, or nothing after a problem was noted.
const PartInfo* part_type(Reader& in, const Node& node) {
  const Node* type = node.is_map() ? node.find("type") : nullptr;
  if (!type) {
    in.problem(node.where,
               "missing key \"type\": which part of the catalogue it is, e.g. type: relief_valve");
    return nullptr;
  }
  std::vector<const PartInfo*> parts = components();
  parts.insert(parts.end(), in.parts.begin(), in.parts.end());
  const PartInfo* info = type->is_scalar() ? find(parts, type->text) : nullptr;
  if (!info) {
    const Reader::Inside inside(in, "type");
    const std::string hint = type->is_scalar() ? did_you_mean(type->text, types(parts)) : "";
    in.problem(type->where, "the catalogue has no \"" + type->text + "\"" +
                                (hint.empty() ? "; it has " + join(types(parts)) : hint));
  }
  return info;
}

ComponentSpec empty_component(const PartInfo& info) {
  ComponentSpec item;
  item.info = &info;
  item.ports.resize(info.ports.size());
  for (const ParameterInfo& p : info.parameters) item.parameters.push_back(p.fallback);
  for (const InputInfo& input : info.inputs)
    item.inputs.push_back({{}, std::isnan(input.fallback) ? 0.0 : input.fallback});
  item.starts.resize(info.states.size());
  return item;
}

}  // namespace

void take_parts(Reader& in, const std::vector<const PartInfo*>& parts) {
  for (const PartInfo* info : parts) {
    if (find_part(info->type) || find(in.parts, info->type))
      in.problem({},
                 "the catalogue has a part \"" + info->type + "\" already; call yours otherwise");
    else if (!info->make)
      in.problem({}, "the part \"" + info->type + "\" cannot be made: its PartInfo has no `make`");
    else
      in.parts.push_back(info);
  }
}

std::vector<ComponentSpec> read_components(Reader& in, const Node& node) {
  std::vector<ComponentSpec> all;
  if (!node.is_map()) {
    in.expected(node, "a map with a name for each component");
    return all;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Reader::Inside inside(in, "component \"" + node.keys[i] + "\"", true);
    if (!is_name(node.keys[i]))
      in.problem(node.key_places[i], "a name has letters, digits and _ only, e.g. relief");
    const PartInfo* info = part_type(in, node.items[i]);
    if (!info) continue;
    ComponentSpec item = empty_component(*info);
    item.name = node.keys[i];
    item.where = node.key_places[i];
    const bool own = std::ranges::find(in.parts, info) != in.parts.end();
    read_table(in, node.items[i], own ? make_table(*info) : table_of(*info), item);
    all.push_back(item);
  }
  return all;
}

const TableInfo& component_info() {
  static const TableInfo info = [] {
    TableInfo all{"component",
                  "A part of the [catalogue](catalogue.md): its `type`, what its ports connect to, "
                  "its parameters. The catalogue lists the keys of each type.",
                  {}};
    all.keys.push_back({.name = "type",
                        .kind = KeyKind::choice,
                        .choices = types(components()),
                        .required = true,
                        .doc = "which part it is",
                        .example = "relief_valve"});
    for (const PartInfo* one : components()) all.variants.push_back(&table_of(*one).info);
    return all;
  }();
  return info;
}

const TableInfo& component_info(const std::string& type) { return table_of(*find_part(type)).info; }

}  // namespace bramah
