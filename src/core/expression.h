// Arithmetic with units: "L1/3", "2*L1 + 30 mm", "pi/4*(80 mm)^2", "sqrt(2) m". Dimensions are
// checked.
//
//   sum      = product { ("+"|"-") product }
//   product  = sign { ("*"|"/") sign }
//   sign     = ["-"|"+"] quantity
//   quantity = power [units]                 units bind tightest: 1/3 m is 1/(3 m); write (1/3) m
//   power    = primary ["^" exponent]
//   primary  = number | "(" sum ")" | function "(" sum {"," sum} ")" | name | units
//   units    = unit { ["*"|"."|"/"] unit }   mm2 is mm^2; blank, * and . multiply
//
// A name that follows a value directly is a unit; one that stands alone is a parameter if there is
// one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"

namespace bramah {

// The named values an expression may use.
class Scope {
 public:
  virtual ~Scope() = default;
  virtual const Quantity* find(std::string_view) const { return nullptr; }
  virtual std::vector<std::string> names() const { return {}; }
};

// A word that nothing is called, nor nearly so: the caller may say what was expected.
class UnknownWord : public QuantityError {
 public:
  using QuantityError::QuantityError;
};

// Finite value with its dimension; throws QuantityError. Signs beyond ASCII that have one meaning
// only are read as such: µ ° ² ³ · × − and blanks that do not break.
[[nodiscard]] Quantity evaluate(std::string_view text, const Scope& scope);

// A letter or underscore, then letters, digits and underscores.
[[nodiscard]] bool is_name(std::string_view text);

}  // namespace bramah
