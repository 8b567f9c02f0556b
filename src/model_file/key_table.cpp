#include "model_file/key_table.h"

#include "core/units.h"

namespace bramah {

std::string default_text(double si, const std::string& unit) {
  if (unit.empty() || unit == "1") return short_number(si);
  return short_number(si / parse_quantity("1 " + unit).value) + " " + unit;
}

}  // namespace bramah
