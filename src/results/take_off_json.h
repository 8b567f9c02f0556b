// A take-off as both kinds of studies write it.
#pragma once

#include <nlohmann/json.hpp>

#include "bramah/analysis.h"

namespace bramah {

nlohmann::ordered_json take_off_json(const StudyTakeOff& take_off);

}  // namespace bramah
