// Parameters that many valves share, and what their descriptions are put together from.
#pragma once

#include <memory>
#include <string>

#include "bramah/parts.h"

namespace bramah {

using Bound = ParameterInfo::Bound;

inline ParameterInfo flow_parameter(std::string doc = "flow through the fully open valve at drop") {
  return {"flow", "m3/s", kRequired, std::move(doc), "1 ... 500 l/min", Bound::positive, {}, {}};
}
inline ParameterInfo drop_parameter(std::string doc = "pressure drop at which it passes flow") {
  return {"drop", "Pa", kRequired, std::move(doc), "1 ... 50 bar", Bound::positive, {}, {}};
}
inline ParameterInfo pressure_parameter(std::string name, double fallback, std::string text,
                                        std::string doc, std::string typical,
                                        Bound bound = Bound::positive) {
  return {std::move(name),    "Pa",  fallback, std::move(doc),
          std::move(typical), bound, {},       std::move(text)};
}
inline ParameterInfo transition_parameter(double fallback = 2e4, std::string text = "0.2 bar") {
  return pressure_parameter("transition", fallback, std::move(text),
                            "drop below which the flow turns laminar", "0.01 ... 2 bar");
}
inline ParameterInfo law_parameter(int fallback, std::string text) {
  return {"law",
          "1",
          static_cast<double>(fallback),
          "flow law near a drop of zero",
          "",
          Bound::any,
          {"sqrt", "linear_below", "two_regime", "smooth"},
          std::move(text)};
}
inline ParameterInfo lag_parameter(std::string what) {
  return {"lag",
          "s",
          0.0,
          "time constant of the " + what + "; 0: it takes its place at once",
          "0 ... 50 ms",
          Bound::not_negative,
          {},
          "0 s"};
}
inline StateInfo opening_state(std::string name, double start = 0.0) {
  return {std::move(name), "1", "opening, 0 to 1; only with a lag", start, "start_opening"};
}

// SVG with the strokes every symbol has.
inline std::string symbol(const std::string& body) {
  return R"(<g fill="none" stroke="currentColor" stroke-width="2">)" + body + "</g>";
}

}  // namespace bramah
