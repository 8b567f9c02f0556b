// The public calls of bramah/text.h.
#include "bramah/text.h"

#include "bramah/error.h"
#include "core/nearest.h"
#include "core/units.h"

namespace bramah {

double parse_quantity(const std::string& text, const std::string& unit) {
  try {
    return parse_as(text, unit);
  } catch (const QuantityError& error) {
    throw InputError(error.what());
  }
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  return did_you_mean(word, names);
}

}  // namespace bramah
