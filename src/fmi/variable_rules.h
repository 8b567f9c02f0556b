// What the standard allows a variable to be: causality x variability x initial x start.
//
//                      variability                      initial                      start
//   parameter          fixed, tunable                   exact                        needed
//   calculatedParameter fixed, tunable                  approx, calculated           with approx
//   input              discrete, continuous             none                         needed
//   output             constant, discrete, continuous   exact, approx, calculated    unless calculated
//   local              all                              fixed, tunable: no exact     unless calculated
//   independent        continuous                       none                         forbidden
// FMI 2.0.4, section 2.2.7; FMI 3.0, section 2.4.7.
#pragma once

#include <string>

namespace bramah {

struct VariableKind {
  std::string causality, variability, initial;  // as written; empty: the standard's default
  bool has_start = false;
  bool real = true;  // of a type that may be continuous
};

// What is wrong, in a sentence without the variable's name; empty: nothing. Defaults are filled in.
[[nodiscard]] std::string broken_rule(VariableKind& kind, int version);

// A structured name: lift.A.p, table[3,1].x, der(x), 'any text'.y.
[[nodiscard]] bool structured_name(const std::string& name);
[[nodiscard]] bool c_identifier(const std::string& name);

}  // namespace bramah
