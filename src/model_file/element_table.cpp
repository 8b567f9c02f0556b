// Force elements: what each may be told comes from its ForceInfo, the library's or one's own.
#include <algorithm>
#include <cmath>

#include "core/nearest.h"
#include "model_file/key_table.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

struct ElementItem : ElementSpec {};

void store_path(Reader& in, const Node& node, const KeyInfo& key, ElementItem& item) {
  if (!node.is_list() || node.items.size() < 2)
    return in.expected(node, "a list of at least two points, e.g. " + key.example);
  KeyInfo one = key;
  one.example = "boom.tip";
  for (const Node& each : node.items)
    if (const auto ref = in.point(each, one)) item.path.push_back(*ref);
}

void add_places(Table<ElementItem>& t, ForceInfo::Acts acts) {
  if (acts == ForceInfo::Acts::between) {
    t.point({.name = "from", .required = true, .doc = "one end", .example = "ground.O"},
            &ElementSpec::a);
    t.point({.name = "to", .required = true, .doc = "other end", .example = "boom.tip"},
            &ElementSpec::b);
  } else if (acts == ForceInfo::Acts::at) {
    t.point({.name = "at", .required = true, .doc = "where it acts", .example = "boom.tip"},
            &ElementSpec::a);
  } else if (acts == ForceInfo::Acts::path) {
    t.add({.name = "over",
           .kind = KeyKind::references,
           .required = true,
           .doc = "points it runs over, from the drum or the fast end to the load",
           .example = "[winch.drum, boom.tip, hook.block]"},
          store_path);
    t.reference({.name = "drum",
                 .absent = "made fast at the first point",
                 .doc = "joint of the drum it is wound on, or a coordinate of it",
                 .example = "winch"},
                &ElementSpec::joint);
  } else if (acts == ForceInfo::Acts::body || acts == ForceInfo::Acts::bodies) {
    t.point({.name = "at", .required = true, .doc = "where it is", .example = "wheel.centre"},
            &ElementSpec::a);
    if (acts == ForceInfo::Acts::bodies)
      t.point({.name = "against",
               .required = true,
               .doc = "what it may touch: a point of another body",
               .example = "bed.centre"},
              &ElementSpec::b);
  } else {
    t.reference({.name = "joint",
                 .required = true,
                 .doc = "joint it acts on, or one of its coordinates",
                 .example = "hinge"},
                &ElementSpec::joint);
  }
}

Table<ElementItem> make_table(const ForceInfo& info) {
  Table<ElementItem> t("element " + info.type, info.doc);
  t.add({.name = "type",
         .kind = KeyKind::choice,
         .choices = {info.type},
         .required = true,
         .doc = "what it is",
         .example = info.type},
        [](Reader&, const Node&, const KeyInfo&, ElementItem&) {});
  add_places(t, info.acts);
  for (std::size_t k = 0; k < info.parameters.size(); ++k) {
    const ForceInfo::Parameter& p = info.parameters[k];
    const bool required = std::isnan(p.fallback);
    const std::string unit = p.unit == "1" ? "" : " " + p.unit;
    t.add({.name = p.name,
           .unit = p.unit,
           .required = required,
           .fallback = required ? "" : short_number(p.fallback, 12) + unit,
           .doc = p.doc,
           .example = "1" + unit},
          [k](Reader& in, const Node& node, const KeyInfo& key, ElementItem& item) {
            if (const auto value = in.quantity(node, key)) item.parameters[k] = *value;
          });
  }
  for (std::size_t k = 0; k < info.states.size(); ++k) {
    const ForceInfo::State& state = info.states[k];
    const std::string unit = state.unit == "1" ? "" : " " + state.unit;
    t.add({.name = "start_" + state.name,
           .unit = state.unit,
           .absent = short_number(state.start, 12) + unit + ", or at rest with `initial: static`",
           .doc = state.doc + " at t = 0, kept",
           .example = "0" + unit},
          [k](Reader& in, const Node& node, const KeyInfo& key, ElementItem& item) {
            if (const auto value = in.quantity(node, key)) item.starts[k] = *value;
          });
  }
  return t;
}

std::vector<const ForceInfo*> known_types(const Reader& in) {
  std::vector<const ForceInfo*> all(force_catalogue().begin(), force_catalogue().end());
  all.insert(all.end(), in.own_forces.begin(), in.own_forces.end());
  return all;
}

const ForceInfo* type_of(Reader& in, const Node& node) {
  const Node* type = node.is_map() ? node.find("type") : nullptr;
  if (!type) {
    in.problem(node.where, "missing key \"type\": which force element it is, e.g. type: maxwell");
    return nullptr;
  }
  std::vector<std::string> names;
  for (const ForceInfo* info : known_types(in)) {
    if (type->is_scalar() && type->text == info->type) return info;
    names.push_back(info->type);
  }
  const Reader::Inside inside(in, "type");
  const std::string hint = type->is_scalar() ? did_you_mean(type->text, names) : "";
  in.problem(type->where, "there is no force element \"" + type->text + "\"" +
                              (hint.empty() ? "; there are " + join(names) : hint));
  return nullptr;
}

}  // namespace

std::vector<ElementSpec> read_elements(Reader& in, const Node& node) {
  std::vector<ElementSpec> all;
  if (!node.is_map()) {
    in.expected(node, "a map with a name for each element");
    return all;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Reader::Inside inside(in, "element \"" + node.keys[i] + "\"", true);
    if (!is_name(node.keys[i]))
      in.problem(node.key_places[i], "a name has letters, digits and _ only, e.g. mount");
    const ForceInfo* info = type_of(in, node.items[i]);
    if (!info) continue;
    ElementItem item;
    item.name = node.keys[i];
    item.where = node.key_places[i];
    item.info = info;
    for (const auto& p : info->parameters) item.parameters.push_back(p.fallback);
    item.starts.resize(info->states.size());
    read_table(in, node.items[i], make_table(*info), item);
    all.push_back(item);
  }
  return all;
}

const TableInfo& element_info() {
  static const std::vector<Table<ElementItem>> tables = [] {
    std::vector<Table<ElementItem>> out;
    for (const ForceInfo* one : force_catalogue()) out.push_back(make_table(*one));
    return out;
  }();
  static const TableInfo info = [] {
    TableInfo all{"element",
                  "A force element: its `type`, where it acts, its parameters. A program can add "
                  "types of [its own](extending.md).",
                  {}};
    std::vector<std::string> names;
    for (const Table<ElementItem>& one : tables) {
      names.push_back(one.info.keys.front().choices.front());
      all.variants.push_back(&one.info);
    }
    all.keys.push_back({.name = "type",
                        .kind = KeyKind::choice,
                        .choices = names,
                        .required = true,
                        .doc = "which element it is",
                        .example = "maxwell"});
    return all;
  }();
  return info;
}

}  // namespace bramah
