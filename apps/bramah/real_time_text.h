// The figures of a run in real time, for people.
#pragma once

#include <string>

#include "bramah/run.h"

namespace bramah::app {

std::string real_time_text(const RealTimeReport& report);

}  // namespace bramah::app
