#include "server/wire_type.h"

#include <algorithm>
#include <cmath>

#include "bramah/basics.h"
#include "core/text.h"
#include "server/protocol.h"

namespace bramah {
namespace {

using Json = nlohmann::json;
using Kind = WireType::Kind;

constexpr std::size_t kLongestPlace = 80;  // clients may call a field what they like

std::string expected(const WireType& type) {
  if (!type.wanted.empty()) return type.wanted;
  switch (type.kind) {
    case Kind::number:
      return std::isinf(type.most) ? "a number"
                                   : concat("a number from ", type.least, " to ", type.most);
    case Kind::integer:
      return "a whole number";
    case Kind::text:
      return type.longest == 0 ? "a text" : concat("a text of 1 to ", type.longest, " characters");
    case Kind::boolean:
      return "true or false";
    case Kind::choice:
      return "one of " + Json(type.choices).dump();
    case Kind::list:
      return "a list";
    case Kind::tuple:
      return concat("a list of ", type.of.size());
    case Kind::map:
      return "{name: value}";
    case Kind::record:
      return "an object";
  }
  return "";
}

bool is_number(const Json& value, const WireType& type) {
  if (value.is_null()) return type.or_null;
  if (!value.is_number()) return false;
  const double x = value.get<double>();
  return std::isfinite(x) && x >= type.least && x <= type.most;
}

bool is_text(const Json& value, const WireType& type) {
  if (!value.is_string()) return false;
  const std::size_t size = value.get_ref<const std::string&>().size();
  return type.longest == 0 || (size > 0 && size <= type.longest);
}

// Whether the value itself is of the type; what it holds is looked at afterwards.
bool fits(const Json& value, const WireType& type) {
  switch (type.kind) {
    case Kind::number:
      return is_number(value, type);
    case Kind::integer:
      return value.is_number_integer();
    case Kind::text:
      return is_text(value, type);
    case Kind::boolean:
      return value.is_boolean();
    case Kind::choice:
      return value.is_string() && std::find(type.choices.begin(), type.choices.end(),
                                            value.get<std::string>()) != type.choices.end();
    case Kind::list:
      return value.is_array();
    case Kind::tuple:
      return value.is_array() && value.size() == type.of.size();
    case Kind::map:
    case Kind::record:
      return value.is_object();
  }
  return false;
}

std::string below(const std::string& place, const std::string& key) {
  return place.empty() ? key : place + "." + key;
}

std::string quoted(const std::string& place) {
  return "\"" + place.substr(0, kLongestPlace) + "\"";
}

// A wrong element of a plain list is the list's fault: the list says what it wants.
std::string problem_in_list(const Json& value, const WireType& type, const std::string& place) {
  for (std::size_t k = 0; k < value.size(); ++k) {
    const WireType& of = type.of[type.kind == Kind::tuple ? k : 0];
    const std::string problem = problem_in(value[k], of, concat(place, "[", k, "]"));
    if (problem.empty()) continue;
    return type.wanted.empty() ? problem : quoted(place) + ": expected " + type.wanted;
  }
  return "";
}

std::string unknown_field(const Json& value, const WireRecord& record, const std::string& place) {
  std::vector<std::string> known;
  for (const WireField& field : record.fields) known.push_back(field.name);
  for (const auto& [key, ignored] : value.items()) {
    if (!record.tag.empty() && key == "type") continue;
    if (std::find(known.begin(), known.end(), key) == known.end())
      return "no field " + quoted(below(place, key)) + " in " +
             (record.tag.empty() ? record.name : record.tag) +
             suggestion(key.substr(0, kLongestPlace), known);
  }
  return "";
}

}  // namespace

std::string problem_in(const Json& value, const WireType& type, const std::string& place) {
  if (!fits(value, type)) return quoted(place) + ": expected " + expected(type);
  if (type.kind == Kind::record) return problem_in(value, find_record(type.name), place);
  if (type.kind == Kind::list || type.kind == Kind::tuple)
    return problem_in_list(value, type, place);
  if (type.kind == Kind::map)
    for (const auto& [key, element] : value.items())
      if (std::string problem = problem_in(element, type.of[0], below(place, key));
          !problem.empty())
        return problem;
  return "";
}

std::string problem_in(const Json& value, const WireRecord& record, const std::string& place) {
  if (!record.tag.empty() && value.value("type", Json()) != record.tag)
    return quoted(below(place, "type")) + ": expected \"" + record.tag + "\"";
  for (const WireField& field : record.fields) {
    const std::string at = below(place, field.name);
    const auto found = value.find(field.name);
    if (found == value.end() && !field.required) continue;
    const std::string problem = found == value.end()
                                    ? quoted(at) + ": expected " + expected(field.type)
                                    : problem_in(*found, field.type, at);
    if (!problem.empty()) return problem;
  }
  return unknown_field(value, record, place);
}

namespace wire {

WireType number() { return {.kind = Kind::number}; }
WireType number(double least, double most) {
  return {.kind = Kind::number, .least = least, .most = most};
}
WireType number_or_null() { return {.kind = Kind::number, .or_null = true}; }
WireType integer() { return {.kind = Kind::integer}; }
WireType text(std::size_t longest) { return {.kind = Kind::text, .longest = longest}; }
WireType boolean() { return {.kind = Kind::boolean}; }
WireType choice(std::string name, std::vector<std::string> words) {
  return {.kind = Kind::choice, .name = std::move(name), .choices = std::move(words)};
}
WireType list(WireType of, std::string wanted) {
  return {.kind = Kind::list, .of = {std::move(of)}, .wanted = std::move(wanted)};
}
WireType tuple(std::vector<WireType> of) { return {.kind = Kind::tuple, .of = std::move(of)}; }
WireType map(WireType of) { return {.kind = Kind::map, .of = {std::move(of)}}; }
WireType record(std::string name) { return {.kind = Kind::record, .name = std::move(name)}; }

}  // namespace wire

}  // namespace bramah
