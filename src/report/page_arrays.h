// Arrays of numbers and drawings as JSON, shared by all kinds of pages.
#pragma once

#include <cmath>
#include <span>
#include <string>

#include "bramah/model.h"
#include "text/number_text.h"

namespace bramah {

// As floats, seven digits: enough for a plot, half the size of the page. Not finite: null.
template <class Real>
std::string array_text(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ',';
    const Real rounded = static_cast<Real>(value);
    text += std::isfinite(rounded) ? number_text(rounded) : "null";
  }
  return text + "]";
}

// Without `poses`: they are told elsewhere.
std::string drawing_text(const Drawing& drawing, std::span<const double> times);
std::string drawing_text(const Drawing& drawing, std::span<const double> times,
                         std::span<const double> poses);

}  // namespace bramah
