#include "model_file/parameters.h"

#include "core/nearest.h"

namespace bramah {
namespace {

constexpr std::size_t kLongestChain = 100;  // parameters that refer to parameters
constexpr const char* kFunctions[] = {"sqrt", "sin", "cos", "tan", "atan2", "asin",
                                      "acos", "abs", "min", "max", "pi"};

bool is_reserved(const std::string& name) {
  for (const auto* function : kFunctions)
    if (name == function) return true;
  return false;
}

}  // namespace

// A parameter that uses a wrong one is not wrong itself.
class Parameters::OtherIsWrong : public QuantityError {
  using QuantityError::QuantityError;
};

Parameters::Parameters(const Node& map, Problems& problems) {
  if (!map.is_map()) {
    problems.add(map.where,
                 "parameters: expected a map such as {L1: 9 m}; found " + found_text(map));
    return;
  }
  for (std::size_t i = 0; i < map.keys.size(); ++i) add(map.keys[i], map.items[i], problems);
  for (auto& [name, entry] : entries_) {
    if (entry.state == Entry::State::unread) read(name, entry);
    if (entry.state == Entry::State::wrong && !entry.problem.empty())
      problems.add(entry.where, "parameter \"" + name + "\": " + entry.problem);
  }
}

void Parameters::add(const std::string& name, const Node& node, Problems& problems) {
  const std::string start = "parameter \"" + name + "\": ";
  if (!is_name(name))
    return problems.add(node.where, start + "a name has letters, digits and _, e.g. L_boom");
  if (is_reserved(name))
    return problems.add(node.where, start + "the name is taken by a function; choose another");
  if (!node.is_scalar())
    return problems.add(node.where,
                        start + "expected a value, e.g. 9 m; found " + found_text(node));
  entries_[name] = {node.text, node.where, Entry::State::unread, {}, {}};
}

void Parameters::read(const std::string& name, Entry& entry) const {
  entry.state = Entry::State::being_read;
  chain_.push_back(name);
  try {
    entry.value = evaluate(entry.text, *this);
    entry.state = Entry::State::known;
    // m: 5 m would make "2 m" read as either; with another dimension the check of units finds it.
    const auto unit = find_unit(name);
    if (unit && compatible(unit->dimension, entry.value.dimension))
      throw QuantityError("the name is that of a unit of the same kind; choose another");
  } catch (const OtherIsWrong&) {
    entry.state = Entry::State::wrong;
  } catch (const QuantityError& error) {
    entry.state = Entry::State::wrong;
    entry.problem = error.what();
  }
  chain_.pop_back();
}

const Quantity* Parameters::find(std::string_view name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return nullptr;
  Entry& entry = found->second;
  if (entry.state == Entry::State::being_read)
    throw QuantityError("parameters refer to each other in a circle: " + join(chain_, " -> ") +
                        " -> " + found->first);
  if (entry.state == Entry::State::unread) {
    if (chain_.size() > kLongestChain)
      throw QuantityError("more than " + std::to_string(kLongestChain) +
                          " parameters refer to each other in a row");
    read(found->first, entry);
  }
  if (entry.state == Entry::State::wrong)
    throw OtherIsWrong("parameter \"" + found->first + "\" has a problem, see " +
                       place_text(entry.where));
  return &entry.value;
}

bool Parameters::has(std::string_view name) const { return entries_.find(name) != entries_.end(); }

std::vector<std::string> Parameters::names() const {
  std::vector<std::string> all;
  for (const auto& [name, entry] : entries_) all.push_back(name);
  return all;
}

}  // namespace bramah
