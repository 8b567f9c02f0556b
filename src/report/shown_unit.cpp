#include "report/shown_unit.h"

#include <cstdlib>
#include <numbers>
#include <optional>

#include "core/units.h"

namespace bramah {

ShownUnit shown_unit(const std::string& si) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  if (si == "m") return {"mm", 1e3};
  if (si == "m/s") return {"mm/s", 1e3};
  if (si == "Pa") return {"bar", 1e-5};
  if (si == "m3/s") return {"l/min", 6e4};
  if (si == "rad") return {"deg", kDegrees};
  if (si == "rad/s") return {"deg/s", kDegrees};
  return {si == "1" ? "" : si, 1.0};
}

ShownUnit typed_unit(const std::string& text, const std::string& si) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  const std::string rest(end);
  const std::size_t first = rest.find_first_not_of(' ');
  if (end == text.c_str() || first == std::string::npos) return shown_unit(si);
  const std::string name = rest.substr(first, rest.find_last_not_of(' ') - first + 1);
  const std::optional<Quantity> unit = find_unit(name);
  return unit && si_name(unit->dimension) == si ? ShownUnit{name, 1.0 / unit->value}
                                                : shown_unit(si);
}

}  // namespace bramah
