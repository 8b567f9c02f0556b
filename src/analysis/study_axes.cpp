#include "analysis/study_axes.h"

#include "analysis/comparison_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bramah/basics.h"
#include "core/units.h"

namespace bramah {
namespace {

constexpr double kMostValues = 1000;
bool is_time(const std::string& name) { return name == kStepAxis || name == "until"; }

// solver.method and method are one axis, H and step too.
std::string usual_name(std::string name) {
  if (name == "H") return kStepAxis;
  constexpr std::string_view kSolver = "solver.";
  if (!name.starts_with(kSolver)) return name;
  const std::string key = name.substr(kSolver.size());
  return find_solver_option(key) || is_time(key) ? key : name;
}

Quantity quantity_in(const std::string& text) {
  try {
    return parse_quantity(text);
  } catch (const QuantityError& error) {
    throw InputError(fmt::format("\"{}\": {}", text, error.what()));
  }
}

// a:b:n: from a to b in n values, evenly spaced; a:b:n:geometric: each the same factor further.
std::vector<std::string> range_values(const std::string& text,
                                      const std::vector<std::string>& parts) {
  const Quantity from = quantity_in(parts[0]), to = quantity_in(parts[1]);
  const double count = quantity_in(parts[2]).value;
  if (!compatible(from.dimension, to.dimension))
    throw InputError(fmt::format("\"{}\": from {} to {}", text, describe(from.dimension),
                                 describe(to.dimension)));
  if (!(count >= 2.0 && count <= kMostValues) || count != std::floor(count))
    throw InputError(
        fmt::format("\"{}\": expected a whole number of values, 2 to {:g}, behind the "
                    "second colon",
                    text, kMostValues));
  std::string unit = typed_unit(parts[0]);
  if (unit.empty() && !dimensionless(from.dimension)) unit = si_name(from.dimension);
  const double scale = unit_quantity(unit).value;
  const bool geometric = parts.size() == 4;
  if (geometric && !(from.value * to.value > 0.0))
    throw InputError(fmt::format(
        "\"{}\": geometric spacing needs two ends of the same sign, neither zero", text));
  std::vector<std::string> values{parts[0]};
  for (int k = 1; k < static_cast<int>(count) - 1; ++k) {
    const double share = k / (count - 1.0);
    const double value = geometric ? from.value * std::pow(to.value / from.value, share)
                                   : from.value + (to.value - from.value) * share;
    values.push_back(short_number(value / scale, geometric ? 4 : 6) + unit);
  }
  values.push_back(parts[1]);
  return values;
}

std::vector<std::string> written_out(const std::string& value) {
  const std::vector<std::string> parts = split_list(value, ':');
  const bool spaced = parts.size() == 4 && parts[3] == "geometric";
  if ((parts.size() != 3 && !spaced) || !axis_number(parts[2])) return {value};
  return range_values(value, parts);
}

void check_value(const StudyAxis& axis, const std::string& value,
                 std::vector<std::string>& problems) {
  const auto add = [&](const std::string& text) {
    problems.push_back(fmt::format("{} {}: {}", axis.origin, axis.name, text));
  };
  if (value.empty()) return add("a value is missing between two commas");
  if (is_time(axis.name)) try {
      if (!(parse_quantity(value, "s") >= 1e-9))
        add(fmt::format("\"{}\" is not a time above zero", value));
    } catch (const InputError& error) {
      add(error.what());
    }
  const SolverOption* const option = find_solver_option(axis.name);
  if (!option) return;
  const std::vector<std::string> known = option->names();
  if (std::find(known.begin(), known.end(), value) != known.end()) return;
  add(fmt::format("\"{}\" is none of {}{}", value, fmt::join(known, ", "),
                  suggestion(value, known)));
}

// 80mm and 90kg cannot both be right.
void check_dimensions(const StudyAxis& axis, std::vector<std::string>& problems) {
  std::optional<Quantity> first;
  for (const std::string& value : axis.values) try {
      const Quantity quantity = parse_quantity(value);
      if (!first) first = quantity;
      if (!compatible(first->dimension, quantity.dimension))
        problems.push_back(fmt::format("{} {}: \"{}\" is {}, \"{}\" is {}", axis.origin, axis.name,
                                       axis.values.front(), describe(first->dimension), value,
                                       describe(quantity.dimension)));
    } catch (const QuantityError&) {  // a word, an expression of parameters: the loader judges
    }
}

}  // namespace

std::vector<std::string> split_list(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == ')') --depth;
    if (c == separator && depth == 0 && !quoted)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) {
    const auto first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
    part = first == std::string::npos ? "" : part.substr(first, last - first + 1);
  }
  return parts;
}

std::string typed_unit(const std::string& text) {
  const std::size_t end = text.find_first_not_of("0123456789.+-eE ");
  if (end == 0 || end == std::string::npos) return "";
  const std::string unit = text.substr(end);
  // "l/min", "N s/m", "m3/s/Pa^0.5"; not what follows in "1/3 m" or "80 mm + 2 mm".
  if (unit.find_first_of("/*.^+(),") == 0 || unit.find_first_of("+(),") != std::string::npos)
    return "";
  try {
    static_cast<void>(unit_quantity(unit));
    return unit;
  } catch (const QuantityError&) {
    return "";
  }
}

Quantity unit_quantity(const std::string& unit) { return parse_quantity("1 " + unit); }

StudyAxis study_axis(const std::string& text, const std::string& origin) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw InputError(
        fmt::format("{} {}: expected NAME=VALUE,VALUE,..., e.g. step=1ms,2ms,4ms or "
                    "lift.bore=80mm:100mm:5",
                    origin, text));
  return {text.substr(0, equals), split_list(text.substr(equals + 1), ','), origin};
}

std::optional<double> axis_number(const std::string& text, std::string* unit) {
  try {
    const Quantity quantity = parse_quantity(text);
    if (unit) *unit = si_name(quantity.dimension);
    return quantity.value;
  } catch (const QuantityError&) {
    return std::nullopt;
  }
}

std::vector<StudyAxis> expanded(const std::vector<StudyAxis>& axes) {
  std::vector<StudyAxis> result;
  std::vector<std::string> problems;
  for (const StudyAxis& asked : axes) {
    StudyAxis axis{usual_name(asked.name), {}, asked.origin.empty() ? "over" : asked.origin};
    const auto same = [&](const StudyAxis& other) { return other.name == axis.name; };
    if (std::any_of(result.begin(), result.end(), same))
      problems.push_back(fmt::format("{} {}: given twice; write all its values in one list",
                                     axis.origin, asked.name));
    if (asked.values.empty())
      problems.push_back(fmt::format("{} {}: no values", axis.origin, asked.name));
    for (const std::string& value : asked.values) try {
        const std::vector<std::string> values = written_out(value);
        axis.values.insert(axis.values.end(), values.begin(), values.end());
      } catch (const InputError& error) {
        problems.push_back(fmt::format("{} {}: {}", axis.origin, asked.name, error.what()));
      }
    const std::size_t before = problems.size();
    for (const std::string& value : axis.values) check_value(axis, value, problems);
    if (problems.size() == before) check_dimensions(axis, problems);
    drop_repeated(axis.values);
    result.push_back(axis);
  }
  if (!problems.empty()) throw InputError(problems);
  for (StudyAxis& axis : result)
    if (axis.name == kStepAxis)
      std::stable_sort(axis.values.begin(), axis.values.end(), [](const auto& a, const auto& b) {
        return parse_quantity(a, "s") < parse_quantity(b, "s");
      });
  return result;
}

}  // namespace bramah
