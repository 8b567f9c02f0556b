// --set lift.bore=90mm and the other load options, written into the tree of the file. A path starts
// with a key of the file (solver.step, cylinders.lift.bore) or with the name of a component; a
// parameter goes by its bare name too.
#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/nearest.h"
#include "core/units.h"
#include "model_file/source.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

const KeyInfo* root_key(const std::string& name) {
  for (const auto& key : machine_info().keys)
    if (key.name == name) return &key;
  return nullptr;
}

bool holds_names(const std::string& key) {
  const KeyInfo* info = root_key(key);
  return info && (info->kind == KeyKind::named_tables || info->kind == KeyKind::named_values);
}

// Sections that hold components: a new name there would be a misspelt old one. The rest of a path
// is a matter for the key tables.
std::vector<const Node*> component_sections(const Node& root) {
  std::vector<const Node*> sections;
  for (std::size_t i = 0; i < root.keys.size(); ++i)
    if (root.items[i].is_map() && holds_names(root.keys[i]) && root.keys[i] != "parameters" &&
        root.keys[i] != "controls")  // those have their signals' names
      sections.push_back(&root.items[i]);
  return sections;
}

// Joints may also be rows of a Denavit-Hartenberg table, which carry their names inside.
std::vector<std::pair<std::string, const Node*>> chain_joints(const Node& root) {
  std::vector<std::pair<std::string, const Node*>> found;
  const Node* chains = root.find("denavit_hartenberg");
  if (!chains || !chains->is_map()) return found;
  for (const Node& chain : chains->items)
    if (const Node* rows = chain.is_map() ? chain.find("rows") : nullptr)
      for (const Node& row : rows->items)
        if (const Node* name = row.is_map() ? row.find("joint") : nullptr)
          found.emplace_back(name->text, &row);
  return found;
}

std::vector<std::string> known_starts(const Node& root) {
  std::vector<std::string> names = root.keys;
  for (const Node* section : component_sections(root))
    names.insert(names.end(), section->keys.begin(), section->keys.end());
  for (const auto& [name, row] : chain_joints(root)) names.push_back(name);
  if (const Node* parameters = root.find("parameters"); parameters && parameters->is_map())
    names.insert(names.end(), parameters->keys.begin(), parameters->keys.end());
  return names;
}

// A key whose text stands for a map with one key, so that the others can be set.
void spell_out(Node& root, const std::string& key, const std::string& inner) {
  Node* node = root.find(key);
  if (!node || !node->is_scalar()) return;
  Node map;
  map.kind = Node::Kind::map;
  map.where = node->where;
  map.set(inner, *node);
  root.set(key, std::move(map));
}

class Setter {
 public:
  Setter(Node& root, Problems& problems) : root_(root), problems_(problems) {
    spell_out(root, "surrogate", "file");
  }

  void set(const std::string& text) {
    const Where where{"--set " + text, 0};
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return problems_.add(where, "expected path=value, e.g. lift.bore=90mm");
    std::vector<std::string> path = split(text.substr(0, equals));
    if (names_parameter(path)) path.insert(path.begin(), "parameters");
    Node value;
    try {
      value = parse_document(text.substr(equals + 1), where.file, false);
    } catch (const InputError& error) {
      return problems_.add(Where{}, error.what());
    }
    Node* start = find_start(path, where);
    if (start) descend(*start, path, start == &root_ ? 0 : 1, std::move(value), where);
  }
  const std::string& before() const { return before_; }  // what stood there; empty: no plain text

 private:
  // A parameter may go by its bare name, if nothing else has it.
  bool names_parameter(const std::vector<std::string>& path) const {
    const Node* parameters = root_.find("parameters");
    if (path.size() != 1 || !parameters || !parameters->is_map()) return false;
    for (const Node* section : component_sections(root_))
      if (section->find(path[0])) return false;
    return !root_.find(path[0]) && !root_key(path[0]) && parameters->find(path[0]);
  }

  // The map in which the next part of the path is to be looked up.
  Node* find_start(const std::vector<std::string>& path, const Where& where) {
    if (root_.find(path[0])) return named_item_exists(path, where) ? &root_ : nullptr;
    for (const Node* section : component_sections(root_))
      if (const Node* item = section->find(path[0])) return const_cast<Node*>(item);
    for (const auto& [name, row] : chain_joints(root_))
      if (name == path[0]) return const_cast<Node*>(row);
    // Keys that the file leaves out may be set as well, but no new component can be made.
    if (root_key(path[0]) && (path.size() == 1 || !holds_names(path[0]))) return &root_;
    problems_.add(where, "nothing is called \"" + path[0] + "\" here" + suggestion(path));
    return nullptr;
  }

  std::string nearest_start(const std::vector<std::string>& path) const {
    return nearest(path[0], known_starts(root_));
  }

  std::string suggestion(const std::vector<std::string>& path) const {
    const std::string name = nearest_start(path);
    if (name.empty()) return "; known names are " + join(known_starts(root_));
    std::vector<std::string> meant = path;
    meant[0] = name;
    return "; did you mean \"" + join(meant, ".") + "\"?";
  }

  bool named_item_exists(const std::vector<std::string>& path, const Where& where) {
    const Node& section = *root_.find(path[0]);
    if (!holds_names(path[0]) || !section.is_map() || path.size() < 2 || section.find(path[1]))
      return true;
    std::vector<std::string> meant = path;
    meant[1] = nearest(path[1], section.keys);
    problems_.add(where, "there is no \"" + path[1] + "\" in " + path[0] +
                             (meant[1].empty() ? "; it has " + join(section.keys)
                                               : "; did you mean \"" + join(meant, ".") + "\"?"));
    return false;
  }

  void descend(Node& node, const std::vector<std::string>& path, std::size_t at, Node value,
               const Where& where) {
    if (at == path.size()) {
      before_ = node.is_scalar() ? node.text : "";
      node = std::move(value);
    } else if (node.is_map()) {
      if (!node.find(path[at])) node.set(path[at], empty_for(path, at, where));
      descend(*node.find(path[at]), path, at + 1, std::move(value), where);
    } else if (node.is_list()) {
      std::size_t index = 0;
      const char* end = path[at].data() + path[at].size();
      const auto [last, error] = std::from_chars(path[at].data(), end, index);
      if (error != std::errc{} || last != end || index >= node.items.size())
        return problems_.add(where,
                             "\"" + path[at] + "\" is no place in a list of " +
                                 std::to_string(node.items.size()) + "; expected 0 to " +
                                 std::to_string(std::max<std::size_t>(node.items.size(), 1) - 1));
      descend(node.items[index], path, at + 1, std::move(value), where);
    } else {
      problems_.add(where, "\"" + path[at] + "\" cannot be set: what comes before it is " +
                               found_text(node) + ", no map or list");
    }
  }

  static Node empty_for(const std::vector<std::string>& path, std::size_t at, const Where& where) {
    Node node;
    node.where = where;
    if (at + 1 < path.size()) node.kind = Node::Kind::map;
    return node;
  }

  Node& root_;
  Problems& problems_;
  std::string before_;
};

Node& map_in(Node& node, const std::string& key, const Where& where) {
  if (!node.find(key)) {
    Node map;
    map.kind = Node::Kind::map;
    map.where = where;
    node.set(key, std::move(map));
  }
  return *node.find(key);
}

// One recording for all cylinders; limits of the file stay. Its path starts where the command runs.
void set_guide(Node& root, const std::string& path) {
  const Where where{"--guide " + path, 0};
  Node& solver = map_in(root, "solver", where);
  const Node* cylinders = root.find("cylinders");
  if (!cylinders || !cylinders->is_map() || !solver.is_map()) return;
  Node& guidance = map_in(solver, "guidance", where);
  if (!guidance.is_map()) return;
  for (const std::string& name : cylinders->keys) {
    Node& guide = map_in(guidance, name, where);
    if (!guide.is_map()) continue;
    guide.remove("signal");
    guide.set("recording", make_scalar(std::filesystem::absolute(path).string(), where));
  }
}

void set_solver(Node& root, const std::string& key, const std::string& value,
                const std::string& option) {
  Node& solver = map_in(root, "solver", Where{option, 0});
  if (solver.is_map()) solver.set(key, make_scalar(value, Where{option + " " + value, 0}));
}

}  // namespace

std::string text_before(const std::string& path, const LoadOptions& options,
                        const std::string& setting) {
  Source source = read_source_file(path);
  Problems problems;
  apply_overrides(source, options, problems);
  Setter setter(source.root, problems);
  setter.set(setting);
  return setter.before();
}

void apply_overrides(Source& source, const LoadOptions& options, Problems& problems) {
  Node& root = source.root;
  for (const auto& text : options.set) {
    source.hash.add("set " + text + "\n");
    Setter(root, problems).set(text);
  }
  // A method on the command line replaces the file's choice of both axes it stands for.
  if (!options.method.empty())
    if (Node* solver = root.find("solver")) {
      solver->remove("coordinates");
      solver->remove("constraints");
    }
  const auto choose = [&](const std::string& key, const std::string& value) {
    if (value.empty()) return;
    source.hash.add(key + " " + value + "\n");
    set_solver(root, key, value, "--" + key);
  };
  for (const SolverOption& option : kSolverOptions) {
    choose(std::string(option.name), options.*option.field);
    if (option.name == Axis<CouplingKind>::key && !options.guide.empty())
      set_guide(root, options.guide);  // which may change the coupling
  }
  choose("accuracy", options.accuracy);
  if (options.step) choose("step", short_number(*options.step, 17) + " s");
  if (options.until) choose("until", short_number(*options.until, 17) + " s");
}

}  // namespace bramah
