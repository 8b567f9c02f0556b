// How a parameter spreads: "normal(1.4 GPa, 5 %)", "uniform(80 mm, 100 mm)".
//
//   normal(mean, deviation)      the deviation as a quantity or in % of the mean
//   lognormal(mean, deviation)   mean and deviation of the quantity itself, not of its logarithm
//   uniform(from, to)   triangular(from, peak, to)
//   discrete(a, b, c)            equally likely; discrete(a | 20 %, b | 80 %): with these chances
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bramah {

class Distribution {
 public:
  // Nothing: the text is none. Throws InputError for one that makes no sense.
  static std::optional<Distribution> read(const std::string& text);

  // The value below which a share u of all lies, 0 <= u < 1, in unit().
  double quantile(double u) const;
  std::string word(double u) const;  // of discrete ones: as it was written
  bool is_discrete() const { return !words_.empty(); }
  const std::string& unit() const { return unit_; }  // as typed: "mm"; "": a number

 private:
  enum class Kind { normal, lognormal, uniform, triangular, discrete } kind_ = Kind::normal;
  std::vector<double> numbers_;  // of the kind, in unit_
  std::vector<std::string> words_;
  std::vector<double> chances_;  // sums, the last is 1
  std::string unit_;
};

// The quantile of the standard normal distribution, to rounding; and its inverse.
double normal_quantile(double u);
double normal_share(double z);

}  // namespace bramah
