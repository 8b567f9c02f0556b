#include "model_file/reader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/nearest.h"
#include "core/sane.h"
#include "core/where.h"

namespace bramah {
namespace {

// The unit the example is written in is the one an engineer would use.
std::string wanted(const KeyInfo& key, const std::string& unit) {
  const bool other = !key.other_unit.empty() && unit == key.other_unit;
  std::string text = describe(dimension_of(unit));
  if (!key.example.empty() && !other) text += ", e.g. " + key.example;
  if (other) text += ", e.g. 1 " + unit;
  for (const auto& word : key.choices) text += ", or \"" + word + "\"";
  return text;
}

// "0.08 SI": a number in the SI unit of what is wanted, as programs write it.
std::optional<Quantity> in_si(const std::string& text, const std::string& unit) {
  constexpr std::string_view kEnding = " SI";
  if (!text.ends_with(kEnding)) return std::nullopt;
  Quantity q = parse_quantity(std::string_view(text).substr(0, text.size() - kEnding.size()));
  if (!dimensionless(q.dimension))
    throw QuantityError("a value has one unit, not SI beside another");
  if (!unit.empty()) q.dimension = dimension_of(unit);
  return q;
}

// "[a, b] unit" -> {"(a) unit", "(b) unit"}; commas inside parentheses do not split.
std::optional<std::vector<std::string>> split_vector(const std::string& text) {
  const auto close = text.rfind(']');
  if (text.empty() || text.front() != '[' || close == std::string::npos) return std::nullopt;
  const std::string unit = text.substr(close + 1);
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t i = 1; i < close; ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += text[i];
  }
  const bool bare = unit.find_first_not_of(" \t") == std::string::npos;
  for (auto& part : parts)
    if (!bare) part = "(" + part + ")" + unit;
  return parts;
}

}  // namespace

Reader::Inside::Inside(Reader& reader, const std::string& what, bool component) : reader_(reader) {
  reader_.levels_.push_back({what, component});
}
Reader::Inside::~Inside() { reader_.levels_.pop_back(); }

// cylinder "lift": hose_A.volume
std::string Reader::context() const {
  std::string text;
  bool after_key = false;
  for (const auto& level : levels_) {
    if (level.component) text.clear();  // the section goes without saying
    if (!text.empty()) text += after_key ? "." : ": ";
    text += level.what;
    after_key = !level.component;
  }
  return text;
}

// lift_valve.signal: what a value written in place of a signal is called.
std::string Reader::dotted_name() const {
  std::string name;
  for (const auto& level : levels_) {
    const auto open = level.what.find('"');
    if (level.component) name = level.what.substr(open + 1, level.what.rfind('"') - open - 1);
    if (!level.component && !name.empty()) name += "." + level.what;
  }
  return name;
}

void Reader::problem(const Where& where, const std::string& text) {
  const std::string start = context();
  problems.add(where, start.empty() ? text : start + ": " + text);
}

void Reader::expected(const Node& node, const std::string& what) {
  problem(node.where, "expected " + what + "; found " + found_text(node));
}

std::optional<Quantity> Reader::evaluate_scalar(const Node& node, const KeyInfo& key,
                                                const std::string& unit) {
  std::string wrong, hint;
  try {
    if (const auto plain = in_si(node.text, unit)) return plain;
    return evaluate(node.text, parameters);
  } catch (const UnknownWord& error) {
    wrong = error.what();
    hint = did_you_mean(node.text, key.choices);
    if (hint.empty() && !unit.empty()) hint = "; expected " + wanted(key, unit);
  } catch (const QuantityError& error) {
    wrong = error.what();
  }
  problem(node.where, "cannot read " + found_text(node) + ": " + wrong + hint);
  return std::nullopt;
}

std::optional<double> Reader::checked(const Quantity& q, const std::string& text,
                                      const Where& where, const KeyInfo& key,
                                      const std::string& unit) {
  const Dimension dimension = dimension_of(unit);
  if (!compatible(dimension, q.dimension)) {
    if (dimensionless(q.dimension) && text.find('%') == std::string::npos)
      problem(where, text + " has no unit; expected " + wanted(key, unit));
    else
      problem(where, "expected " + wanted(key, unit) + "; found " + text + " (" +
                         describe(q.dimension) + ")");
    return std::nullopt;
  }
  if (key.bound == Bound::positive && !(q.value > 0.0)) {
    problem(where, "must be greater than zero; found " + text);
    return std::nullopt;
  }
  if (key.bound == Bound::not_negative && q.value < 0.0) {
    problem(where, "must not be negative; found " + text);
    return std::nullopt;
  }
  if (const double most = largest_sane(q.dimension); !(std::abs(q.value) <= most)) {
    problem(where, "no machine has " + text + "; expected at most " + short_number(most) +
                       (dimensionless(q.dimension) ? "" : " " + si_name(q.dimension)));
    return std::nullopt;
  }
  if (unit == key.unit) doubt(q.value, where, key);
  return q.value;
}

void Reader::doubt(double value, const Where& where, const KeyInfo& key) {
  const auto range = typical_range(key.typical);
  if (!range || range->holds(value)) return;
  const std::string text = prefix(where) + context() + " " + range->told(value) +
                           " is unusual (typical " + range->text() + "): is the unit right?";
  if (std::ranges::find(warnings, text) == warnings.end()) warnings.push_back(text);
}

std::optional<double> Reader::quantity(const Node& node, const KeyInfo& key,
                                       const std::string& unit) {
  if (!node.is_scalar()) {
    expected(node, wanted(key, unit));
    return std::nullopt;
  }
  const auto q = evaluate_scalar(node, key, unit);
  return q ? checked(*q, node.text, node.where, key, unit) : std::nullopt;
}

std::optional<Quantity> Reader::any_quantity(const Node& node, const KeyInfo& key) {
  if (node.is_scalar()) return evaluate_scalar(node, key, "");
  expected(node, "a value, e.g. " + key.example);
  return std::nullopt;
}

std::optional<int> Reader::integer(const Node& node, const KeyInfo& key) {
  const auto value = quantity(node, key, "1");
  if (!value) return std::nullopt;
  if (std::floor(*value) == *value && std::abs(*value) < 1e9) return static_cast<int>(*value);
  expected(node, "a whole number, e.g. " + key.example);
  return std::nullopt;
}

std::optional<bool> Reader::boolean(const Node& node) {
  if (node.is_scalar() && (node.text == "true" || node.text == "false")) return node.text == "true";
  expected(node, "true or false");
  return std::nullopt;
}

std::optional<std::string> Reader::text(const Node& node, const KeyInfo& key) {
  if (node.is_scalar() && !node.text.empty()) return node.text;
  expected(node, "a word, e.g. " + key.example);
  return std::nullopt;
}

// The command line speaks from the folder of the machine file, as if it were written there.
std::optional<std::string> Reader::path(const Node& node, const KeyInfo& key) {
  const auto name = text(node, key);
  if (!name) return std::nullopt;
  namespace fs = std::filesystem;
  const bool included = node.where.line > 0 && node.where.file != source.file;
  const fs::path folder =
      included ? fs::path(node.where.file).parent_path() : fs::path(source.directory);
  return (folder / *name).string();
}

std::optional<std::string> Reader::choice(const Node& node, const KeyInfo& key) {
  for (const auto& choice : key.choices)
    if (node.is_scalar() && node.text == choice) return choice;
  const std::string hint = node.is_scalar() ? did_you_mean(node.text, key.choices) : "";
  problem(node.where,
          "expected one of " + join(key.choices) + "; found " + found_text(node) + hint);
  return std::nullopt;
}

std::optional<std::vector<double>> Reader::vector(const Node& node, const KeyInfo& key, int count) {
  const std::size_t size = count > 0 ? static_cast<std::size_t>(count) : planar ? 2 : 3;
  std::vector<Node> entries;
  if (node.is_list()) {
    entries = node.items;
  } else if (const auto texts = node.is_scalar() ? split_vector(node.text) : std::nullopt) {
    for (const auto& text : *texts) entries.push_back(make_scalar(text, node.where));
  }
  if (entries.size() != size) {
    const std::string found =
        entries.empty() ? found_text(node) : std::to_string(entries.size()) + " values";
    problem(node.where, "expected " + std::to_string(size) + " values" +
                            (count > 0 ? ""
                             : planar  ? " (the mechanism is planar)"
                                       : " (the mechanism is spatial)") +
                            ", e.g. " + key.example + "; found " + found);
    return std::nullopt;
  }
  std::vector<double> values;
  for (const auto& entry : entries)
    if (const auto value = quantity(entry, key)) values.push_back(*value);
  if (values.size() != size) return std::nullopt;
  return values;
}

std::optional<Triple> Reader::triple(const Node& node, const KeyInfo& key) {
  const auto values = vector(node, key);
  if (!values) return std::nullopt;
  return Triple{(*values)[0], (*values)[1], values->size() > 2 ? (*values)[2] : 0.0};
}

std::optional<PointRef> Reader::point(const Node& node, const KeyInfo& key) {
  if (!node.is_scalar() || node.text.empty()) {
    expected(node, "a point of a body, e.g. " + key.example);
    return std::nullopt;
  }
  const auto dot = node.text.find('.');
  if (dot == std::string::npos) return PointRef{node.text, "origin", node.where};
  return PointRef{node.text.substr(0, dot), node.text.substr(dot + 1), node.where};
}

std::optional<std::string> Reader::signal(const Node& node, const KeyInfo& key,
                                          const std::string& unit) {
  if (node.is_scalar() && signal_names.count(node.text)) {
    signal_uses.push_back({node.text, unit, context(), node.where});
    return node.text;
  }
  if (node.is_scalar() && is_name(node.text) && !parameters.has(node.text)) {
    const std::vector<std::string> names(signal_names.begin(), signal_names.end());
    problem(node.where,
            "there is no signal \"" + node.text + "\"" +
                (names.empty() ? "; the file has no signals" : did_you_mean(node.text, names)));
    return std::nullopt;
  }
  const auto value = quantity(node, key, unit);
  if (!value) return std::nullopt;
  SignalSpec constant;
  constant.name = dotted_name();
  constant.unit = unit;
  constant.value = *value;
  constant.where = node.where;
  constants.push_back(constant);
  return constant.name;
}

}  // namespace bramah
