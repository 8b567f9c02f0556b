#include "bramah/basics.h"

#include "core/units.h"

namespace bramah {

double parse_quantity(const std::string& text, const std::string& unit) {
  try {
    return parse_as(text, unit);
  } catch (const QuantityError& error) {
    throw InputError("\"" + text + "\": " + error.what());
  }
}

Quantity quantity(const std::string& text) {
  try {
    return parse_quantity(text);
  } catch (const QuantityError& error) {
    throw InputError("\"" + text + "\": " + error.what());
  }
}

}  // namespace bramah
