#include "analysis/distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/study_axes.h"
#include "bramah/basics.h"

namespace bramah {
namespace {

Quantity quantity_of(const std::string& text, const std::string& whole) {
  try {
    return parse_quantity(text);
  } catch (const QuantityError& error) {
    throw InputError(fmt::format("\"{}\": {}", whole, error.what()));
  }
}

bool in_percent(const std::string& text) { return text.find('%') != std::string::npos; }

}  // namespace

double normal_share(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// A rough start [Abramowitz 26.2.23] and Halley's steps on erfc.
double normal_quantile(double u) {
  u = std::clamp(u, 1e-300, 1.0 - 1e-16);
  const double tail = std::min(u, 1.0 - u), t = std::sqrt(-2.0 * std::log(tail));
  double z = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                     (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  if (u < 0.5) z = -z;
  for (int k = 0; k < 3; ++k) {
    const double error = normal_share(z) - u;
    const double step = error * std::sqrt(2.0 * std::numbers::pi) * std::exp(0.5 * z * z);
    z -= step / (1.0 + 0.5 * z * step);
  }
  return z;
}

std::optional<Distribution> Distribution::read(const std::string& text) {
  const auto open = text.find('(');
  if (open == std::string::npos || text.back() != ')') return std::nullopt;
  const std::string name = text.substr(0, open);
  Distribution d;
  if (name == "normal")
    d.kind_ = Kind::normal;
  else if (name == "lognormal")
    d.kind_ = Kind::lognormal;
  else if (name == "uniform")
    d.kind_ = Kind::uniform;
  else if (name == "triangular")
    d.kind_ = Kind::triangular;
  else if (name == "discrete")
    d.kind_ = Kind::discrete;
  else
    return std::nullopt;
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("\"{}\": {}", text, what));
  };
  std::vector<std::string> parts = split_list(text.substr(open + 1, text.size() - open - 2), ',');
  if (d.kind_ == Kind::discrete) {
    std::vector<double> chances;
    for (const std::string& part : parts) {
      const std::vector<std::string> pair = split_list(part, '|');
      if (pair.size() > 2 || pair[0].empty())
        refuse("expected discrete(a, b) or discrete(a | 20 %, b | 80 %)");
      d.words_.push_back(pair[0]);
      chances.push_back(pair.size() == 2 ? quantity_of(pair[1], text).value : 0.0);
    }
    const bool equal = std::ranges::all_of(chances, [](double c) { return c == 0.0; });
    double sum = 0.0;
    for (double& chance : chances)
      sum += equal ? 1.0 / double(chances.size()) : chance, d.chances_.push_back(sum);
    if (std::abs(sum - 1.0) > 1e-9 ||
        std::ranges::any_of(chances, [](double c) { return c < 0.0; }))
      refuse(fmt::format("expected chances that add up to 100 %; found {:g} %", 100.0 * sum));
    d.chances_.back() = 1.0;
    return d;
  }
  const std::size_t count = d.kind_ == Kind::triangular ? 3 : 2;
  if (parts.size() != count)
    refuse(fmt::format("{}() takes {} arguments; found {}", name, count, parts.size()));
  d.unit_ = typed_unit(parts[0]);
  const double scale = unit_quantity(d.unit_).value;
  const Quantity first = quantity_of(parts[0], text);
  if (d.unit_.empty() && !dimensionless(first.dimension))
    refuse(fmt::format(
        "write the first argument as a number and its unit, e.g. normal(80 mm, 2 mm); found \"{}\"",
        parts[0]));
  const bool spread = d.kind_ == Kind::normal || d.kind_ == Kind::lognormal;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Quantity value = quantity_of(parts[k], text);
    const bool share = spread && k == 1 && in_percent(parts[k]);
    if (!share && !compatible(value.dimension, first.dimension))
      refuse(fmt::format("\"{}\" is {}, \"{}\" is {}", parts[0], describe(first.dimension),
                         parts[k], describe(value.dimension)));
    d.numbers_.push_back(share ? value.value * std::abs(first.value) / scale : value.value / scale);
  }
  if (spread && !(d.numbers_[1] > 0.0)) refuse("expected a deviation above zero");
  if (d.kind_ == Kind::lognormal && !(d.numbers_[0] > 0.0)) refuse("expected a mean above zero");
  if (!spread && !std::ranges::is_sorted(d.numbers_)) refuse("expected rising arguments");
  for (const double u : {1e-12, 0.5, 1.0 - 1e-12})
    if (!std::isfinite(d.quantile(u))) refuse("some of its values are too large for a number");
  return d;
}

double Distribution::quantile(double u) const {
  switch (kind_) {
    case Kind::normal:
      return numbers_[0] + numbers_[1] * normal_quantile(u);
    case Kind::lognormal: {
      const double ratio = numbers_[1] / numbers_[0], variance = std::log1p(ratio * ratio);
      return numbers_[0] * std::exp(std::sqrt(variance) * normal_quantile(u) - 0.5 * variance);
    }
    case Kind::uniform:
      return numbers_[0] + u * (numbers_[1] - numbers_[0]);
    case Kind::triangular: {
      const double a = numbers_[0], b = numbers_[2], width = b - a;
      const double peak = width > 0.0 ? (numbers_[1] - a) / width : 0.5;
      return u < peak ? a + width * std::sqrt(u * peak)
                      : b - width * std::sqrt((1.0 - u) * (1.0 - peak));
    }
    case Kind::discrete:
      break;
  }
  return 0.0;
}

std::string Distribution::word(double u) const {
  const auto found = std::upper_bound(chances_.begin(), chances_.end(), u);
  return words_[std::min<std::size_t>(std::size_t(found - chances_.begin()), words_.size() - 1)];
}

}  // namespace bramah
