// What is written about a run. Files appear whole or not at all (written beside and renamed).
#pragma once

#include <string>

#include "bramah/run.h"

namespace bramah {

void write_csv(const std::string& path, const Model& model, const Recording& recording);
void write_hdf5(const std::string& path, const Model& model, const RunSummary& summary,
                const Recording& recording);
void write_report(const std::string& path, const Model& model, const RunSummary& summary,
                  const Recording& recording);
std::string summary_json(const Model& model, const RunSummary& summary);
const char* version() noexcept;

}  // namespace bramah
