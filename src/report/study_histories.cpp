// What happened in some runs of a study, beside their references.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/study_curves.h"

namespace bramah {
namespace {

constexpr std::size_t kMostRuns = 12, kMostReferences = 3;

// Runs that went so far astray that the others would be a flat line beside them.
bool is_lost(const Study& study, const StudyRow& row) {
  if (row.outcome != StudyRow::Outcome::diverged) return false;
  const int error = find_measure(study, "length_error");
  if (error < 0 || row.reference < 0) return true;
  const StudyHistory& truth = study.references[static_cast<std::size_t>(row.reference)].history;
  double range = 0.0;
  for (std::size_t c = 0; c < truth.channels.size(); ++c)
    if (truth.channels[c].ends_with(".length")) {
      const auto [low, high] = std::minmax_element(truth.values[c].begin(), truth.values[c].end());
      range = std::max(range, *high - *low);
    }
  return !(row.measures[static_cast<std::size_t>(error)] < range);
}

// Evenly over all rows, so that every curve has its turn.
std::vector<const StudyRow*> chosen(const Study& study) {
  std::vector<const StudyRow*> all, result;
  for (const StudyRow& row : study.rows)
    if (!row.history.times.empty() && !row.refined && !is_lost(study, row)) all.push_back(&row);
  const std::size_t count = std::min(all.size(), kMostRuns);
  for (std::size_t k = 0; k < count; ++k)
    result.push_back(all[count < 2 ? 0 : k * (all.size() - 1) / (count - 1)]);
  return result;
}

void add_curve(const StudyHistory& history, const std::string& channel, double per_si,
               const std::string& name, PagePlot& plot) {
  const auto found = std::find(history.channels.begin(), history.channels.end(), channel);
  if (found == history.channels.end()) return;
  PageSeries series{.name = name, .x = history.times, .y = {}, .line = true, .points = false};
  for (const double value :
       history.values[static_cast<std::size_t>(found - history.channels.begin())])
    series.y.push_back(value * per_si);
  plot.series.push_back(std::move(series));
}

std::string run_name(const Study& study, const StudyRow& row) {
  std::string name = row.curve;
  for (std::size_t a = 0; a < study.axes.size(); ++a)
    if (study.axes[a].name == study.sweep && study.sweep != "step")
      name += fmt::format(", {}={}", study.sweep, row.values[a]);
  if (study.sweep == "step") name += fmt::format(", {:.4g} ms", row.step_s * 1e3);
  if (row.outcome != StudyRow::Outcome::done)
    name += fmt::format(" ({})", outcome_name(row.outcome));
  return name;
}

}  // namespace

std::vector<PagePlot> history_plots(const Study& study) {
  const std::vector<const StudyRow*> rows = chosen(study);
  std::vector<std::string> channels, units;
  for (const StudyRow* row : rows)
    for (std::size_t c = 0; c < row->history.channels.size(); ++c)
      if (std::find(channels.begin(), channels.end(), row->history.channels[c]) == channels.end()) {
        channels.push_back(row->history.channels[c]);
        units.push_back(row->history.units[c]);
      }
  std::vector<PagePlot> plots;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const auto [unit, per_si] = shown_unit(units[c]);
    PagePlot plot{.title = channels[c], .x = {"time", "s"}, .y = {channels[c], unit}, .series = {}};
    for (std::size_t r = 0; r < std::min(study.references.size(), kMostReferences); ++r) {
      const StudyReference& reference = study.references[r];
      add_curve(reference.history, channels[c], per_si,
                reference.what.empty() ? "reference" : "reference, " + reference.what, plot);
    }
    for (const StudyRow* row : rows)
      add_curve(row->history, channels[c], per_si, run_name(study, *row), plot);
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace bramah
