// What is wrong with the numbers and names of one item of a description, in the words of the machine
// file's reader: cylinder "lift": stroke: must be greater than zero; found -0.1 m
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "core/problems.h"
#include "core/sane.h"
#include "core/units.h"

namespace bramah {

class ItemCheck {
 public:
  // `who` begins every message: cylinder "lift"
  ItemCheck(Problems& problems, std::string who, const Where& where)
      : problems_(problems), who_(std::move(who)), where_(where) {}

  void refuse(const std::string& text) const { problems_.add(where_, who_ + ": " + text); }
  void refuse(const std::string& key, const std::string& text) const { refuse(key + ": " + text); }

  // ---- numbers; each returns whether the value may be used
  bool finite(const std::string& key, double value) const {
    if (std::isfinite(value)) return true;
    refuse(key, "must be a finite number; found " + short_number(value));
    return false;
  }
  bool positive(const std::string& key, double value, const std::string& unit) const {
    if (!finite(key, value)) return false;
    if (value > 0.0) return sane(key, value, unit);
    refuse(key, "must be greater than zero; found " + with_unit(value, unit));
    return false;
  }
  bool not_negative(const std::string& key, double value, const std::string& unit) const {
    if (!finite(key, value)) return false;
    if (!(value < 0.0)) return sane(key, value, unit);
    refuse(key, "must not be negative; found " + with_unit(value, unit));
    return false;
  }
  bool sane(const std::string& key, double value, const std::string& unit) const {
    const double most = largest_sane(dimension_of(unit));
    if (std::abs(value) <= most) return true;
    refuse(key, "no machine has " + with_unit(value, unit) + "; expected at most " +
                    with_unit(most, unit));
    return false;
  }
  bool fraction(const std::string& key, double value) const {
    if (!not_negative(key, value, "1")) return false;
    if (value <= 1.0) return true;
    refuse(key, "must be at most 1; found " + short_number(value));
    return false;
  }
  void finite(const std::string& key, std::span<const double> values) const {
    for (const double value : values)
      if (!finite(key, value)) return;
  }
  // What is absent is right.
  void positive(const std::string& key, const std::optional<double>& value,
                const std::string& unit) const {
    if (value) positive(key, *value, unit);
  }

  // ---- directions
  void direction(const std::string& key, std::span<const double> values) const {
    double size = 0.0;
    for (const double value : values) {
      if (!finite(key, value)) return;
      size += std::abs(value);
    }
    if (!(size > 0.0)) refuse(key, "an axis needs a direction; found all zeros");
  }

 private:
  static std::string with_unit(double value, const std::string& unit) {
    return short_number(value) + (unit == "1" ? "" : " " + unit);
  }

  Problems& problems_;
  std::string who_;
  Where where_;
};

// cylinder "lift"
template <class Spec>
[[nodiscard]] ItemCheck item_check(Problems& problems, const char* word, const Spec& item) {
  return {problems, std::string(word) + " \"" + item.name + "\"", item.where};
}

}  // namespace bramah
