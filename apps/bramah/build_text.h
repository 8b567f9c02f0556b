// What `bramah --version` says: which program this is and how it was built.
#pragma once

#include <string>

namespace bramah::app {

// The first line is "bramah 0.2.0" alone, for scripts.
std::string build_text();

// The commit that was compiled, "-" where there is none; + where files differ from it. Written by
// cmake/revision.cmake.
const char* revision() noexcept;

}  // namespace bramah::app
