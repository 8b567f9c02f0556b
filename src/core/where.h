// Where a value was written: every description item carries one, so that an error found late still
// names file and line.
#pragma once

#include <string>

namespace bramah {

struct Where {
  std::string file;
  int line = 0;  // 1-based; 0: not from a file
};

// "excavator.yaml:42: " or "" when the place is unknown.
[[nodiscard]] inline std::string prefix(const Where& where) {
  if (where.file.empty()) return {};
  return where.line > 0 ? where.file + ":" + std::to_string(where.line) + ": " : where.file + ": ";
}

}  // namespace bramah
