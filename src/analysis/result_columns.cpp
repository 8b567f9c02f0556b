#include "analysis/result_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

// Reasons without their numbers, so that a thousand failures of one kind are one line.
std::string kind_of(const std::string& reason) {
  std::string text;
  for (const char c : reason.substr(0, 160))
    if (std::isdigit(static_cast<unsigned char>(c)) == 0)
      text += c;
    else if (text.empty() || text.back() != '#')
      text += '#';
  return text;
}

std::string text_of(const ExperimentAxis& axis, const CsvCell& cell) {
  if (const double* number = std::get_if<double>(&cell))
    return fmt::format("{:.6g}{}{}", *number, axis.unit.empty() ? "" : " ", axis.unit);
  const std::string* text = std::get_if<std::string>(&cell);
  return text ? *text : "";
}

}  // namespace

std::string ResultColumns::part() const {
  if (static_cast<long long>(runs.size()) == count) return "";
  return fmt::format("The first {} of {} runs.", runs.size(), count);
}

ResultColumns columns_of(const Results& results, std::size_t most) {
  ResultColumns all;
  const bool grid = results.fact("design") == "grid";
  all.axes.resize(results.axes().size()), all.texts.resize(results.axes().size());
  all.measures.resize(results.measures().size());
  results.each([&](const ExperimentRow& row) {
    ++all.count;
    const bool done = row.outcome == StudyRow::Outcome::done;
    if (!done) {
      ++all.failed;
      ++all.reasons[fmt::format("{}: {}", outcome_name(row.outcome), kind_of(row.reason))];
    }
    if (all.runs.size() >= most) return;
    all.runs.push_back(row.run);
    for (std::size_t a = 0; a < row.values.size(); ++a) {
      const double* const number = std::get_if<double>(&row.values[a]);
      all.axes[a].push_back(number ? *number : NAN);
      if (grid || results.axes()[a].words)
        all.texts[a].push_back(text_of(results.axes()[a], row.values[a]));
    }
    for (std::size_t k = 0; k < row.measures.size(); ++k)
      all.measures[k].push_back(row.measures[k]);
    all.notes.push_back(done ? "" : fmt::format("{}: {}", outcome_name(row.outcome), row.reason));
  });
  return all;
}

Spread spread_of(std::vector<double> values) {
  std::erase_if(values, [](double x) { return !std::isfinite(x); });
  Spread s;
  s.count = values.size();
  if (values.empty()) return {0, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  for (const double x : values) s.mean += x / n;
  for (const double x : values) s.deviation += (x - s.mean) * (x - s.mean);
  s.deviation = values.size() > 1 ? std::sqrt(s.deviation / (n - 1.0)) : 0.0;
  const auto at = [&](double share) {
    const double place = share * (n - 1.0);
    const auto k = static_cast<std::size_t>(place);
    if (k + 1 >= values.size()) return values.back();
    return values[k] + (place - std::floor(place)) * (values[k + 1] - values[k]);
  };
  s.least = values.front(), s.most = values.back();
  s.low = at(0.05), s.median = at(0.5), s.high = at(0.95);
  return s;
}

Histogram histogram_of(const std::vector<double>& values) {
  const Spread spread = spread_of(values);
  Histogram result;
  if (spread.count < 2 || !(spread.most > spread.least)) return result;
  const auto bins = static_cast<std::size_t>(
      std::clamp(std::ceil(std::sqrt(static_cast<double>(spread.count))), 5.0, 40.0));
  const double width = (spread.most - spread.least) / static_cast<double>(bins);
  result.counts.assign(bins, 0.0);
  for (std::size_t k = 0; k < bins; ++k)
    result.middles.push_back(spread.least + (static_cast<double>(k) + 0.5) * width);
  for (const double x : values) {
    if (!std::isfinite(x)) continue;
    const auto k = static_cast<std::size_t>((x - spread.least) / width);
    ++result.counts[std::min(k, bins - 1)];
  }
  return result;
}

}  // namespace bramah
