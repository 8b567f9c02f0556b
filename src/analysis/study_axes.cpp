#include "analysis/study_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bramah/features.h"
#include "bramah/quantity.h"
#include "bramah/suggestion.h"
#include "core/units.h"

namespace bramah {
namespace {

constexpr double kMostValues = 1000;
using Field = std::string LoadOptions::*;

struct NamedField {
  const char* name;
  Field field;
};
constexpr NamedField kFields[] = {{"method", &LoadOptions::method},
                                  {"coordinates", &LoadOptions::coordinates},
                                  {"constraints", &LoadOptions::constraints},
                                  {"integrator", &LoadOptions::integrator},
                                  {"coupling", &LoadOptions::coupling},
                                  {"tangent", &LoadOptions::tangent},
                                  {"oil", &LoadOptions::oil}};

const NamedField* field_of(const std::string& name) {
  for (const NamedField& field : kFields)
    if (name == field.name) return &field;
  return nullptr;
}

bool is_time(const std::string& name) { return name == kStepAxis || name == "until"; }

// solver.method and method are one axis, H and step too.
std::string usual_name(std::string name) {
  if (name == "H") return kStepAxis;
  constexpr std::string_view kSolver = "solver.";
  if (!name.starts_with(kSolver)) return name;
  const std::string key = name.substr(kSolver.size());
  return field_of(key) || is_time(key) ? key : name;
}

// At the separators that stand in no bracket or quotation.
std::vector<std::string> split(const std::string& text, char separator) {
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

Quantity quantity_in(const std::string& text) {
  try {
    return parse_quantity(text);
  } catch (const QuantityError& error) {
    throw InputError(fmt::format("\"{}\": {}", text, error.what()));
  }
}

// "ms" of "0.5 ms", if that is all there is.
std::string unit_of(const std::string& text) {
  const std::size_t end = text.find_first_not_of("0123456789.+-eE ");
  return end == std::string::npos || !find_unit(text.substr(end)) ? "" : text.substr(end);
}

// a:b:n: from a to b in n values, spaced geometrically, or evenly if a and b differ in sign.
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
  std::string unit = unit_of(parts[0]);
  if (unit.empty() && !dimensionless(from.dimension)) unit = si_name(from.dimension);
  const double scale = unit.empty() ? 1.0 : find_unit(unit) ? find_unit(unit)->value : 1.0;
  std::vector<std::string> values{parts[0]};
  for (int k = 1; k < static_cast<int>(count) - 1; ++k) {
    const double share = k / (count - 1.0);
    const double value = from.value * to.value > 0.0
                             ? from.value * std::pow(to.value / from.value, share)
                             : from.value + (to.value - from.value) * share;
    values.push_back(short_number(value / scale, 4) + unit);
  }
  values.push_back(parts[1]);
  return values;
}

std::vector<std::string> written_out(const std::string& value) {
  const std::vector<std::string> parts = split(value, ':');
  if (parts.size() != 3 || !axis_number(parts[2])) return {value};
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
  if (!field_of(axis.name)) return;
  const std::vector<std::string> known = known_solvers(axis.name);
  if (known.empty() || std::find(known.begin(), known.end(), value) != known.end()) return;
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

void drop_repeated(std::vector<std::string>& values) {
  std::vector<std::string> kept;
  for (const std::string& value : values)
    if (std::find(kept.begin(), kept.end(), value) == kept.end()) kept.push_back(value);
  values = kept;
}

void apply(const StudyAxis& axis, const std::string& value, LoadOptions& load) {
  if (axis.name == kStepAxis)
    load.step = parse_quantity(value, "s");
  else if (axis.name == "until")
    load.until = parse_quantity(value, "s");
  else if (const NamedField* field = field_of(axis.name))
    load.*field->field = value;
  else
    load.set.push_back(axis.name + "=" + value);
}

LoadOptions overlaid(LoadOptions load, const LoadOptions& over) {
  for (const NamedField& field : kFields)
    if (!(over.*field.field).empty()) load.*field.field = over.*field.field;
  if (over.step) load.step = over.step;
  if (over.until) load.until = over.until;
  load.set.insert(load.set.end(), over.set.begin(), over.set.end());
  return load;
}

// How a solver works is no part of the machine; when it ends is.
LoadOptions truth_of(const LoadOptions& load) {
  LoadOptions truth;
  truth.until = load.until;
  for (const std::string& set : load.set)
    if (!set.starts_with("solver.") || set.starts_with("solver.until=")) truth.set.push_back(set);
  return truth;
}

// Names of methods speak for themselves, values of parameters do not.
std::string curve_part(const StudyAxis& axis, const std::string& value) {
  return field_of(axis.name) ? value : axis.name + "=" + value;
}

StudyPlan plan_of(const Study& study, const std::vector<std::size_t>& at,
                  const StudyOptions& options, const StudyCase& which) {
  StudyPlan plan;
  plan.load = overlaid(options.load, which.load);
  plan.row.label = plan.row.curve = which.label;
  for (std::size_t a = 0; a < study.axes.size(); ++a) {
    const StudyAxis& axis = study.axes[a];
    const std::string& value = axis.values[at[a]];
    plan.row.values.push_back(value);
    apply(axis, value, plan.load);
    if (axis.name == study.sweep) {
      plan.row.x = axis_number(value).value_or(0.0);
      continue;
    }
    if (!plan.row.curve.empty()) plan.row.curve += ", ";
    plan.row.curve += curve_part(axis, value);
  }
  if (plan.row.curve.empty()) plan.row.curve = "all runs";
  plan.row.step_s = plan.load.step.value_or(0.0);  // 0: the file's, until it is loaded
  if (study.sweep == kStepAxis) plan.row.x = plan.row.step_s;
  plan.truth = truth_of(plan.load);
  for (const std::string& set : plan.truth.set)
    plan.group += (plan.group.empty() ? "" : ", ") + set;
  if (plan.truth.until) plan.group += fmt::format(" until {} s", *plan.truth.until);
  return plan;
}

}  // namespace

StudyAxis study_axis(const std::string& text, const std::string& origin) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw InputError(
        fmt::format("{} {}: expected NAME=VALUE,VALUE,..., e.g. step=1ms,2ms,4ms or "
                    "lift.bore=80mm:100mm:5",
                    origin, text));
  return {text.substr(0, equals), split(text.substr(equals + 1), ','), origin};
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

void choose_sweep(const StudyOptions& options, Study& study) {
  study.cases = !options.cases.empty();
  const auto all_numbers = [&](const StudyAxis& axis) {
    return axis.values.size() > 1 &&
           std::all_of(axis.values.begin(), axis.values.end(),
                       [&](const auto& value) { return axis_number(value).has_value(); });
  };
  for (const StudyAxis& axis : study.axes)
    if (axis.name == kStepAxis || (study.sweep != kStepAxis && all_numbers(axis))) {
      study.sweep = axis.name;
      axis_number(axis.values.front(), &study.sweep_unit);
    }
  for (const StudyCase& which : options.cases)
    if (which.load.step) study.sweep = kStepAxis, study.sweep_unit = "s";
}

std::vector<StudyPlan> planned(const Study& study, const StudyOptions& options) {
  std::vector<StudyCase> cases = options.cases;
  if (cases.empty()) cases.emplace_back();
  std::vector<StudyPlan> plans;
  for (const StudyCase& which : cases) {
    std::vector<std::size_t> at(study.axes.size(), 0);
    for (bool more = true; more;) {
      plans.push_back(plan_of(study, at, options, which));
      more = false;
      for (std::size_t a = at.size(); a-- > 0 && !more;) {
        more = ++at[a] < study.axes[a].values.size();
        if (!more) at[a] = 0;
      }
    }
  }
  return plans;
}

StudyPlan with_step(StudyPlan plan, const Study& study, double step_s) {
  plan.load.step = plan.row.step_s = plan.row.x = step_s;
  for (std::size_t a = 0; a < study.axes.size(); ++a)
    if (study.axes[a].name == kStepAxis) plan.row.values[a] = short_number(1e3 * step_s, 6) + "ms";
  return plan;
}

}  // namespace bramah
