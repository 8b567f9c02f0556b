// What the page and the text of an experiment have in common.
#pragma once

#include "analysis/result_columns.h"
#include "analysis/sensitivity.h"

namespace bramah {

// Of measure m, from the rows of a design of blocks.
Sensitivity sensitivity_of(const Results& results, const ResultColumns& columns, std::size_t m);

}  // namespace bramah
