// What to compare: checked, and completed with what this version has.
#pragma once

#include <string>
#include <vector>

#include "bramah/analysis.h"

namespace bramah {

// All methods and integrators named, steps falling, none twice.
CompareOptions completed(CompareOptions options);

// Keeps the first of equal names.
void drop_repeated(std::vector<std::string>& names);

// The first problem without the words that say where it was found: the row says that.
std::string short_reason(const InputError& error, const std::string& path);

}  // namespace bramah
