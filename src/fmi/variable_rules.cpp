#include "fmi/variable_rules.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace bramah {
namespace {

using Words = std::initializer_list<const char*>;

bool among(const std::string& word, Words words) {
  return std::ranges::any_of(words, [&](const char* w) { return word == w; });
}

Words variabilities(const std::string& causality) {
  static constexpr Words kParameter = {"fixed", "tunable"}, kInput = {"discrete", "continuous"},
                         kOutput = {"constant", "discrete", "continuous"},
                         kIndependent = {"continuous"},
                         kAll = {"constant", "fixed", "tunable", "discrete", "continuous"};
  if (among(causality, {"parameter", "calculatedParameter", "structuralParameter"}))
    return kParameter;
  return causality == "input"         ? kInput
         : causality == "output"      ? kOutput
         : causality == "independent" ? kIndependent
                                      : kAll;
}

std::string default_initial(const VariableKind& k) {
  if (among(k.causality, {"input", "independent"})) return "";
  return among(k.causality, {"parameter", "structuralParameter"}) || k.variability == "constant"
             ? "exact"
             : "calculated";
}

bool initial_allowed(const VariableKind& k) {
  if (among(k.causality, {"parameter", "structuralParameter"}) || k.variability == "constant")
    return k.initial == "exact";
  if (k.causality == "calculatedParameter" || among(k.variability, {"fixed", "tunable"}))
    return among(k.initial, {"approx", "calculated"});
  return true;
}

}  // namespace

std::string broken_rule(VariableKind& k, int version) {
  if (k.causality.empty()) k.causality = "local";
  if (k.variability.empty())
    k.variability = among(k.causality, {"parameter", "calculatedParameter", "structuralParameter"})
                        ? "fixed"
                    : k.real ? "continuous"
                             : "discrete";
  if (!among(k.causality,
             {"parameter", "calculatedParameter", "input", "output", "local", "independent"}) &&
      !(version == 3 && k.causality == "structuralParameter"))
    return "no causality is called \"" + k.causality + "\"";
  if (!among(k.variability, {"constant", "fixed", "tunable", "discrete", "continuous"}))
    return "no variability is called \"" + k.variability + "\"";
  if (!k.initial.empty() && !among(k.initial, {"exact", "approx", "calculated"}))
    return "no initial is called \"" + k.initial + "\"";
  if (!among(k.variability, variabilities(k.causality)))
    return "a variable that is " + k.causality + " cannot be " + k.variability;
  if (k.variability == "continuous" && !k.real) return "only real numbers can be continuous";
  if (among(k.causality, {"input", "independent"}) && !k.initial.empty())
    return "initial=\"" + k.initial + "\" is not allowed for " + k.causality;
  if (k.initial.empty()) k.initial = default_initial(k);
  if (!k.initial.empty() && !initial_allowed(k))
    return "initial=\"" + k.initial + "\" is not allowed for " + k.causality + ", " + k.variability;
  const bool needed = k.causality == "input" || among(k.initial, {"exact", "approx"});
  if (needed && !k.has_start) return "a start value is missing";
  if (k.has_start && (k.initial == "calculated" || k.causality == "independent"))
    return "a start value is given, although it is " +
           (k.causality == "independent" ? k.causality : k.initial);
  return "";
}

bool c_identifier(const std::string& name) {
  const auto letter = [](unsigned char c) { return std::isalpha(c) || c == '_'; };
  return !name.empty() && letter(static_cast<unsigned char>(name[0])) &&
         std::ranges::all_of(name, [&](unsigned char c) { return letter(c) || std::isdigit(c); });
}

namespace {

// identifier or 'text', then any number of [1,2].
bool structured_part(const std::string& name, std::size_t& at) {
  const auto digit = [&] {
    return at < name.size() && std::isdigit(static_cast<unsigned char>(name[at]));
  };
  if (at < name.size() && name[at] == '\'') {
    for (++at; at < name.size() && name[at] != '\''; ++at)
      if (name[at] == '\\') ++at;
    if (at++ >= name.size()) return false;
  } else {
    const std::size_t begin = at;
    while (at < name.size() &&
           (std::isalnum(static_cast<unsigned char>(name[at])) || name[at] == '_'))
      ++at;
    if (!c_identifier(name.substr(begin, at - begin))) return false;
  }
  while (at < name.size() && name[at] == '[') {
    do {
      ++at;
      if (!digit()) return false;
      while (digit()) ++at;
    } while (at < name.size() && name[at] == ',');
    if (at >= name.size() || name[at++] != ']') return false;
  }
  return true;
}

}  // namespace

bool structured_name(const std::string& name) {
  if (name.starts_with("der(") && name.ends_with(")")) {
    std::string inner = name.substr(4, name.size() - 5);
    if (const std::size_t comma = inner.rfind(','); comma != std::string::npos) {
      const std::string order = inner.substr(comma + 1);
      if (!order.empty() &&
          std::ranges::all_of(order, [](unsigned char c) { return std::isdigit(c); }))
        inner.resize(comma);
    }
    return structured_name(inner);
  }
  for (std::size_t at = 0;;) {
    if (!structured_part(name, at)) return false;
    if (at == name.size()) return true;
    if (name[at++] != '.') return false;
  }
}

}  // namespace bramah
