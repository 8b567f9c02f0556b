#include "run/load_options_json.h"

#include <array>
#include <cmath>

#include "bramah/binding.h"
#include "core/text.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

// The solver's choices, and the file that guides.
struct TextField {
  std::string_view name;
  std::string LoadOptions::*field;
};
constexpr auto kTexts = [] {
  std::array<TextField, kSolverOptions.size() + 2> all{};
  for (std::size_t k = 0; k < kSolverOptions.size(); ++k)
    all[k] = {kSolverOptions[k].name, kSolverOptions[k].field};
  all[kSolverOptions.size()] = {"accuracy", &LoadOptions::accuracy};
  all.back() = {"guide", &LoadOptions::guide};
  return all;
}();

struct TimeField {
  const char* name;
  std::optional<double> LoadOptions::*field;
};
constexpr std::array kTimes{TimeField{"step", &LoadOptions::step},
                            TimeField{"until", &LoadOptions::until}};

struct FlagField {
  const char* name;
  bool LoadOptions::*field;
};
constexpr std::array kFlags{FlagField{"controls", &LoadOptions::controls},
                            FlagField{"faults", &LoadOptions::faults}};

[[noreturn]] void fail(const std::string& what) { throw InputError(what); }

std::string read_text(const std::string& key, const Json& value) {
  if (!value.is_string()) fail("option \"" + key + "\": expected text");
  return value.get<std::string>();
}

void read_option(const std::string& key, const Json& value, LoadOptions& options) {
  if (key == "set") {
    if (!value.is_array()) fail("option \"set\": expected a list");
    for (const Json& item : value) options.set.push_back(read_text(key, item));
    return;
  }
  for (const TextField& text : kTexts)
    if (key == text.name) {
      options.*text.field = read_text(key, value);
      return;
    }
  for (const TimeField& time : kTimes)
    if (key == time.name) {
      if (!value.is_number()) fail("option \"" + key + "\": expected a number");
      options.*time.field = value.get<double>();
      return;
    }
  for (const FlagField& flag : kFlags)
    if (key == flag.name) {
      if (!value.is_boolean()) fail("option \"" + key + "\": expected true or false");
      options.*flag.field = value.get<bool>();
      return;
    }
  fail("no option \"" + key + "\" is known; was it recorded by a newer program?");
}

// What the machine solved with, whether the file or an option chose it.
std::string used(std::string_view key, const std::string& option, const Model& model) {
  if (key == "method") return model.method();
  if (key == Axis<IntegratorRule>::key) return model.integrator();
  if (key == Axis<CouplingKind>::key) return model.coupling();
  return option.empty() ? "the file's choice" : option;
}

}  // namespace

Json options_object(const LoadOptions& options) {
  Json object = Json::object();
  if (!options.set.empty()) object["set"] = options.set;
  for (const TextField& text : kTexts)
    if (!(options.*text.field).empty()) object[std::string(text.name)] = options.*text.field;
  for (const FlagField& flag : kFlags)
    if (options.*flag.field) object[flag.name] = true;
  for (const TimeField& time : kTimes)
    if (options.*time.field) object[time.name] = *(options.*time.field);
  return object;
}

LoadOptions read_options(const Json& object) {
  if (!object.is_object()) fail("\"options\": expected an object");
  LoadOptions options;
  for (const auto& [key, value] : object.items()) read_option(key, value, options);
  return options;
}

std::string load_options_text(const LoadOptions& options) { return options_object(options).dump(); }

LoadOptions read_load_options(const std::string& json) {
  const Json object = Json::parse(json, nullptr, false);
  if (object.is_discarded()) fail("options: expected a JSON object");
  return read_options(object);
}

std::vector<std::string> conflicts(const LoadOptions& recorded, const LoadOptions& wanted,
                                   const Model& model) {
  std::vector<std::string> found;
  for (const TextField& text : kTexts) {
    const std::string& want = wanted.*text.field;
    const std::string have = used(text.name, recorded.*text.field, model);
    if (!want.empty() && want != have && want != recorded.*text.field)
      found.push_back(concat("--", text.name, " ", want, ": recorded with ", have));
  }
  if (wanted.step && *wanted.step != model.step_size())
    found.push_back(concat("--step ", *wanted.step * 1e3, " ms: recorded with ",
                           model.step_size() * 1e3, " ms"));
  if (!wanted.set.empty() && wanted.set != recorded.set)
    found.push_back("--set " + wanted.set.front() + ": not among the recorded settings");
  return found;
}

}  // namespace bramah
