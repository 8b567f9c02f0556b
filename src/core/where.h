// Where a value was written, in front of a message.
#pragma once

#include <string>

#include "bramah/basics.h"

namespace bramah {

// "excavator.yaml:42", or "--set lift.bore=90mm", which has no lines; "" when it is unknown.
[[nodiscard]] inline std::string place_text(const Where& where) {
  return where.line > 0 ? where.file + ":" + std::to_string(where.line) : where.file;
}
// The same for a reader who is at `from`: "line 42" if that is in the same file.
[[nodiscard]] inline std::string place_text(const Where& where, const Where& from) {
  if (where.line <= 0 || where.file != from.file) return place_text(where);
  return "line " + std::to_string(where.line);
}
// "excavator.yaml:42: " or "" when the place is unknown.
[[nodiscard]] inline std::string prefix(const Where& where) {
  return where.file.empty() ? std::string() : place_text(where) + ": ";
}

}  // namespace bramah
