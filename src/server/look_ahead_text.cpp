#include "server/look_ahead_text.h"

#include <cmath>

#include "results/summary_json.h"

namespace bramah {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Micrometres are enough for a line on a screen.
OrderedJson path_of(const std::vector<double>& path) {
  OrderedJson list = OrderedJson::array();
  for (const double x : path) list.push_back(std::round(x * 1e6) / 1e6);
  return list;
}

}  // namespace

std::string look_ahead_text(const LookAheadResult& result) {
  OrderedJson futures = OrderedJson::array();
  for (const Future& future : result.futures)
    futures.push_back({{"path", path_of(future.path)},
                       {"peak", future.peak_pressure},
                       {"peak_at", future.peak_at},
                       {"margin", future.margin},
                       {"stop", future.stop},
                       {"load", future.load},
                       {"levers", future.levers},
                       {"failed", future.failed}});
  return json_text(OrderedJson{{"type", "look_ahead"},
                               {"marker", result.marker},
                               {"futures", futures},
                               {"horizon", result.horizon},
                               {"step", result.step},
                               {"sample", result.sample},
                               {"wall", result.wall_s},
                               {"error", result.error}});
}

}  // namespace bramah
