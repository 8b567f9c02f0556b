// What `bramah --version` says: which program this is and how it was built.
#pragma once

#include <string>

namespace bramah::app {

// The first line is "bramah 0.2.0" alone, for scripts.
std::string build_text();

}  // namespace bramah::app
