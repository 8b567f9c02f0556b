// The licence that goes with an FMU: the project's own, and what the binary has inside.
#pragma once

#include <string>

namespace bramah {

[[nodiscard]] std::string licence_text();  // written by CMake from the file LICENSE

}  // namespace bramah
