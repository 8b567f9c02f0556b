// The run's figures as JSON values, for --json and the report page. Non-finite numbers become null.
#pragma once

#include <nlohmann/json.hpp>

#include "bramah/run.h"
#include "results/provenance.h"

namespace bramah {

nlohmann::ordered_json summary_object(const Provenance& provenance, const RunSummary& summary);

// Always valid JSON: bytes that are not UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace bramah
