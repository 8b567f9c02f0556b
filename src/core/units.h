// Quantities with units: "7.6 MPa", "24 l/min", "2.138e-8 m3/s/V/Pa^0.5". Values are SI; a
// dimension is the exponents of the base units. The radian is counted so that an angle without a
// unit can be refused, but m rad and m are the same: see compatible().
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bramah/basics.h"

namespace bramah {

[[nodiscard]] Dimension operator*(const Dimension& a, const Dimension& b);
[[nodiscard]] Dimension operator/(const Dimension& a, const Dimension& b);
[[nodiscard]] Dimension power(const Dimension& a, double exponent);

// Exponents equal, radians included.
[[nodiscard]] bool identical(const Dimension& a, const Dimension& b);
// May stand for each other: radians count only where nothing but seconds is beside them, so that
// 3 is no angle and 5 rpm no frequency, while N m and N m/rad agree.
[[nodiscard]] bool compatible(const Dimension& a, const Dimension& b);
[[nodiscard]] bool dimensionless(const Dimension& a);  // and no angle

// What is wrong with a text; the caller adds where it was written.
class QuantityError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[nodiscard]] std::optional<Quantity> find_unit(std::string_view name);  // "mm", "MPa", "%"
[[nodiscard]] std::vector<std::string> unit_names();

// "7.6 MPa" or any expression of numbers and units; throws QuantityError.
[[nodiscard]] Quantity parse_quantity(std::string_view text);
[[nodiscard]] Dimension dimension_of(std::string_view unit);  // of a unit written in the source
// The value in `unit`; throws QuantityError if the dimension differs.
[[nodiscard]] double parse_as(std::string_view text, std::string_view unit);

[[nodiscard]] std::string si_name(const Dimension& dimension);         // "Pa", "m3/s", "1"
[[nodiscard]] std::string describe(const Dimension& dimension);        // "a pressure"
[[nodiscard]] std::string short_number(double value, int digits = 6);  // at most `digits`

}  // namespace bramah
