// The figures of a run in real time as JSON; times in seconds.
#pragma once

#include <nlohmann/json.hpp>

#include "bramah/run.h"

namespace bramah {

nlohmann::ordered_json times_object(const TimeHistogram& times);      // mean, p50, ... worst
nlohmann::ordered_json histogram_object(const TimeHistogram& times);  // edges [µs], counts
nlohmann::ordered_json real_time_object(const RealTimeReport& report);

}  // namespace bramah
