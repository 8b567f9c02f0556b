// Where a value was written, in front of a message.
#pragma once

#include <string>

#include "bramah/error.h"

namespace bramah {

// "excavator.yaml:42: " or "" when the place is unknown.
[[nodiscard]] inline std::string prefix(const Where& where) {
  if (where.file.empty()) return {};
  return where.line > 0 ? where.file + ":" + std::to_string(where.line) + ": " : where.file + ": ";
}

}  // namespace bramah
