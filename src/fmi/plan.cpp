// The plan of an FMU as texts: machine.json, which says what is where, and the machine's own files.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "bramah/fmi.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::pair<FmuVariable::Role, const char*> kRoles[] = {
    {FmuVariable::Role::time, "time"},
    {FmuVariable::Role::input, "input"},
    {FmuVariable::Role::output, "output"},
    {FmuVariable::Role::tunable, "tunable"},
    {FmuVariable::Role::parameter, "parameter"}};

const char* role_name(FmuVariable::Role role) {
  for (const auto& [which, name] : kRoles)
    if (which == role) return name;
  return "";
}

FmuVariable::Role read_role(const std::string& text) {
  for (const auto& [which, name] : kRoles)
    if (name == text) return which;
  throw InputError("machine.json: no role is called \"" + text + "\"");
}

// "model/2_circuit3.narx.yaml": numbered, for paths may lead anywhere.
std::string file_name(std::size_t number, const std::string& path) {
  return "model/" + std::to_string(number) + "_" + std::filesystem::path(path).filename().string();
}

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path.string() + ": cannot be read; is the FMU unpacked there?");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::map<std::string, std::string> plan_files(const FmuPlan& plan) {
  std::map<std::string, std::string> all;
  Json json{{"bramah", 1},
            {"token", plan.token},
            {"machine", plan.files.path},
            {"side", plan.side},
            {"options", Json::parse(load_options_text(plan.options))}};
  json["files"] = Json::object();
  std::size_t number = 0;
  for (const auto& [path, text] : plan.files.texts) {
    const std::string name = file_name(number++, path);
    json["files"][path] = name;
    all[name] = text;
  }
  json["variables"] = Json::array();
  for (const FmuVariable& v : plan.variables)
    json["variables"].push_back({{"role", role_name(v.role)},
                                 {"source", v.source},
                                 {"unit", v.unit},
                                 {"start", v.start},
                                 {"nominal", v.nominal}});
  all["machine.json"] = json.dump(1) + "\n";
  return all;
}

FmuPlan read_plan(const std::string& folder) {
  const std::filesystem::path base(folder);
  FmuPlan plan;
  try {
    const Json json = Json::parse(read_whole(base / "machine.json"));
    plan.token = json.at("token").get<std::string>();
    plan.options = read_load_options(json.at("options").dump());
    plan.files.path = json.at("machine").get<std::string>();
    plan.side = json.at("side").get<std::string>();
    for (const auto& [path, name] : json.at("files").items())
      plan.files.texts[path] = read_whole(base / name.get<std::string>());
    for (const Json& v : json.at("variables")) {
      FmuVariable variable;
      variable.role = read_role(v.at("role").get<std::string>());
      variable.source = v.at("source").get<std::string>();
      variable.unit = v.at("unit").get<std::string>();
      variable.start = v.at("start").get<double>();
      variable.nominal = v.at("nominal").get<double>();
      plan.variables.push_back(std::move(variable));
    }
  } catch (const Json::exception& error) {
    throw InputError((base / "machine.json").string() + ": " + error.what());
  }
  return plan;
}

}  // namespace bramah
