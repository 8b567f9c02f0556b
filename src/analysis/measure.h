// Measures of a run as expressions: "max(lift.A.p) / 210 bar", "time_to_reach(lift.length, 1.5 m)".
//
//   measure   = arithmetic with units (core/expression.h) over reductions and named values
//   reduction = name "(" channels {"," argument} ")"       channels: a channel, or arithmetic over some
//
//   max min range start end        of x over the run
//   mean rms integral              over time, by the trapezoidal rule
//   at(x, t)                       linear between rows
//   time_of_max time_of_min        [s]
//   time_to_reach(x, level)        first crossing, linear between rows [s]; none: it never does
//   overshoot(x[, target])         beyond the target, of |target - start|; target: the end's value
//   settling(x, band[, target])    from when on |x - target| <= band [s]; a band in % is one of |target - start|
//   quantile(x, share)             x is below it for that share of the time
//   energy(part)                   what it gave (pump), did (cylinder) or lost (valve) [J]
//   energy_share(part)             the same, of what all pumps, engines and supplies gave
//
// A reduction of what never happens has no value: NaN, and so has the measure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bramah/model.h"
#include "bramah/run.h"
#include "core/units.h"

namespace bramah {

// What measures see. Without a recording, dimensions alone are looked at.
struct MeasureSource {
  const Model* model = nullptr;                        // null: named values alone
  const Recording* recording = nullptr;                // null: no rows
  std::map<std::string, Quantity, std::less<>> named;  // "rightmost_pole"
};

// Value and dimension; throws InputError for what cannot be read, names and units.
Quantity measured(const std::string& expression, const MeasureSource& source);

// "peak = max(lift.A.p)" as name and expression; an expression alone is its own name.
struct NamedMeasure {
  std::string name, expression;
};
NamedMeasure named_measure(const std::string& text);

}  // namespace bramah
