#include "run/drive_lines.h"

#include "bramah/run.h"
#include "results/summary_json.h"
#include "run/load_options_json.h"
#include "run/state_text.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& object) { return json_text(object) + "\n"; }

}  // namespace

std::string drive_header(const std::string& path, const LoadOptions& options, const Model& model,
                         const State& start) {
  return line({{"bramah_drive", 1},
               {"version", version()},
               {"model", path},
               {"name", model.name()},
               {"hash", model.hash()},
               {"method", model.method()},
               {"integrator", model.integrator()},
               {"coupling", model.coupling()},
               {"step", model.step_size()},
               {"options", options_object(options)},
               {"inputs", model.inputs()},
               {"start", state_text(start)}});
}

std::string drive_inputs(long long step, const Model& model, std::span<const double> before,
                         std::span<const double> after) {
  Json changed = Json::object();
  for (std::size_t k = 0; k < after.size(); ++k)
    if (before[k] != after[k]) changed[model.inputs()[k]] = after[k];
  return line({{"step", step}, {"inputs", changed}});
}

std::string drive_state(long long step, const State& state) {
  return line({{"step", step}, {"state", state_text(state)}});
}

std::string drive_set(long long step, const std::map<std::string, std::string>& values) {
  return line({{"step", step}, {"set", values}});
}

std::string drive_coarse(long long step, int iterations) {
  return line({{"step", step}, {"coarse", iterations}});
}

std::string drive_end(long long step, const State& state) {
  return line({{"end", step}, {"state", state_text(state)}});
}

}  // namespace bramah
