// Rows, runs and words between the ranks of a cluster. The first letter says which: 'd' the
// definition, 'w' runs to be made, 'r' rows, 'h' go home.
#pragma once

#include <string>
#include <vector>

#include "bramah/experiment.h"

namespace bramah {

constexpr char kDefinition = 'd', kWork = 'w', kRows = 'r', kGoHome = 'h';

std::string run_bytes(const std::vector<long long>& runs);
std::vector<long long> runs_of(const std::string& bytes);

std::string row_bytes(const std::vector<ExperimentRow>& rows);
std::vector<ExperimentRow> rows_of(const std::string& bytes);

}  // namespace bramah
