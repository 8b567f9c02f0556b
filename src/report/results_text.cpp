// An experiment as text for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/results_page.h"
#include "report/study_curves.h"

namespace bramah {
namespace {

constexpr std::size_t kMostShown = 60;

// Columns as wide as they need to be; the first row is the heading. Notes stand behind their rows.
std::string aligned(const std::vector<std::vector<std::string>>& rows,
                    const std::vector<std::string>& notes = {}) {
  std::vector<std::size_t> width(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  std::string text;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::string line;
    for (std::size_t c = 0; c < rows[k].size(); ++c)
      line += c == 0 ? fmt::format("{:<{}}", rows[k][c], width[c])
                     : fmt::format("  {:>{}}", rows[k][c], width[c]);
    if (k > 0 && k <= notes.size() && !notes[k - 1].empty()) line += "  " + notes[k - 1];
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string short_text(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

std::string heading_of(const StudyMeasure& measure) {
  const std::string unit = shown_unit(measure).unit;
  return unit.empty() ? measure.name : measure.name + " [" + unit + "]";
}

std::string spreads(const Results& results, const ResultColumns& columns) {
  std::vector<std::vector<std::string>> rows{
      {"measure", "runs", "mean", "deviation", "least", "5 %", "50 %", "95 %", "most"}};
  for (std::size_t m = 0; m < results.measures().size(); ++m) {
    const Spread s = spread_of(columns.measures[m]);
    rows.push_back({heading_of(results.measures()[m]), std::to_string(s.count)});
    for (const double value : {s.mean, s.deviation, s.least, s.low, s.median, s.high, s.most})
      rows.back().push_back(short_text(value * shown_unit(results.measures()[m]).per_si));
  }
  return aligned(rows);
}

std::string run_lines(const Results& results, const ResultColumns& columns) {
  std::vector<std::vector<std::string>> rows{{"run"}};
  for (const ExperimentAxis& axis : results.axes()) rows[0].push_back(axis.heading());
  for (const StudyMeasure& measure : results.measures()) rows[0].push_back(heading_of(measure));
  for (std::size_t k = 0; k < columns.runs.size(); ++k) {
    std::vector<std::string> row{std::to_string(columns.runs[k])};
    for (std::size_t a = 0; a < results.axes().size(); ++a)
      row.push_back(results.axes()[a].words ? columns.texts[a][k]
                                            : fmt::format("{:.6g}", columns.axes[a][k]));
    if (columns.notes[k].empty())
      for (std::size_t m = 0; m < results.measures().size(); ++m)
        row.push_back(
            short_text(columns.measures[m][k] * shown_unit(results.measures()[m]).per_si));
    rows.push_back(std::move(row));
  }
  return aligned(rows, columns.notes);
}

std::string index_lines(const Results& results, const ResultColumns& columns) {
  std::string text;
  for (std::size_t m = 0; m < results.measures().size(); ++m) {
    const Sensitivity found = sensitivity_of(results, columns, m);
    std::vector<std::vector<std::string>> rows{{"axis", "first order", "95 %", "total", "95 %"}};
    for (std::size_t a = 0; a < found.first.size(); ++a) {
      const SobolIndex &first = found.first[a], &total = found.total[a];
      rows.push_back({results.axes()[a].name, fmt::format("{:.3f}", first.value),
                      fmt::format("{:.3f} to {:.3f}", first.low, first.high),
                      fmt::format("{:.3f}", total.value),
                      fmt::format("{:.3f} to {:.3f}", total.low, total.high)});
    }
    text += fmt::format("\nSobol' indices of {}, from {} points:\n", results.measures()[m].name,
                        found.blocks) +
            aligned(rows);
  }
  return text;
}

}  // namespace

std::string results_text(const Results& results) {
  const ResultColumns columns = columns_of(results);
  const long long count = columns.count;
  const std::string model = results.fact("model");
  std::string text = fmt::format(
      "{}: {} of {} runs, {} design, seed {}; {} not done ({:.3g} %)\n\n",
      model == "none" ? "A formula" : model, count, results.runs(), results.fact("design"),
      results.fact("seed"), columns.failed,
      count > 0 ? 100.0 * static_cast<double>(columns.failed) / static_cast<double>(count) : 0.0);
  if (const std::string part = columns.part(); !part.empty()) text += part + "\n";
  text += spreads(results, columns);
  if (results.fact("design") == "sensitivity") text += index_lines(results, columns);
  if (columns.runs.size() <= kMostShown) text += "\n" + run_lines(results, columns);
  return text;
}

}  // namespace bramah
