#include "results/statistics_json.h"

namespace bramah {

namespace {
using Json = nlohmann::ordered_json;
}

Json times_object(const TimeHistogram& times) {
  return {{"mean", times.mean()},
          {"p50", times.quantile(0.5)},
          {"p99", times.quantile(0.99)},
          {"p999", times.quantile(0.999)},
          {"worst", times.worst()}};
}

// From the first bin that holds something to the last.
Json histogram_object(const TimeHistogram& times) {
  int first = 0, last = TimeHistogram::kBins;
  while (first < last && times.in_bin(first) == 0) ++first;
  while (last > first && times.in_bin(last - 1) == 0) --last;
  Json edges = Json::array(), counts = Json::array();
  for (int bin = first; bin < last; ++bin) {
    edges.push_back(1e6 * TimeHistogram::edge(bin));
    counts.push_back(times.in_bin(bin));
  }
  if (first < last) edges.push_back(1e6 * TimeHistogram::edge(last));
  return {{"edges", edges}, {"counts", counts}};
}

Json real_time_object(const RealTimeReport& report) {
  const StepStatistics& s = report.statistics;
  return {{"speed", report.speed},
          {"cpu", times_object(s.cpu)},
          {"late", times_object(s.late)},
          {"jitter", s.jitter()},
          {"overruns", s.overruns},
          {"coarse", s.coarse},
          {"worst_backlog", s.worst_backlog},
          {"shifts", s.shifts},
          {"shifted", s.shifted},
          {"memory_locked", report.privileges.memory_locked},
          {"priority", report.privileges.priority},
          {"histogram", histogram_object(s.cpu)}};
}

}  // namespace bramah
