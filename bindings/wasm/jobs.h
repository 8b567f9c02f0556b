// What a page asks for that has an end: is this file right, run it, replay this drive.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

namespace bramah::tab {

using Json = nlohmann::ordered_json;

// {"do": "check" | "settings" | "run" | "replay" | "schema" | "version", ...}; module.cpp adds "open" and what is asked of the
// machine that runs. Throws InputError.
Json do_job(const Json& wish, const std::function<void(double fraction)>& progress);

struct MachineWish {
  std::string path;
  std::vector<std::string> set;
};
MachineWish machine_of(const Json& wish);

}  // namespace bramah::tab
