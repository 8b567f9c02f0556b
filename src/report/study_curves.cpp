#include "report/study_curves.h"

#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

using Outcome = StudyRow::Outcome;
constexpr std::size_t kMostMarks = 8;

// Worth a logarithmic axis: above zero, and far apart.
bool is_wide(const std::vector<double>& values) {
  double low = INFINITY, high = 0.0;
  for (const double value : values)
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  return low > 0.0 && high > 5.0 * low;
}

bool over_steps(const Study& study) { return study.sweep == "step"; }

// Steps in ms, others as they were typed.
ShownUnit sweep_unit(const Study& study) {
  if (over_steps(study)) return {"ms", 1e3};
  for (const StudyAxis& axis : study.axes)
    if (axis.name == study.sweep && !axis.values.empty())
      return typed_unit(axis.values.front(), study.sweep_unit);
  return shown_unit(study.sweep_unit);
}

double x_of(const Study& study, const StudyRow& row) {
  return sweep_unit(study).per_si * (over_steps(study) ? row.step_s : row.x);
}

// Any value above zero: others cannot be drawn on a log axis, and say nothing.
bool is_drawn(const Study& study, std::size_t measure) {
  return std::any_of(study.rows.begin(), study.rows.end(), [&](const StudyRow& row) {
    return row.outcome == Outcome::done && std::abs(row.measures[measure]) > 0.0;
  });
}

std::vector<PageSeries> curves(const Study& study, std::size_t measure, double per_si, bool log) {
  std::vector<PageSeries> series;
  std::string curve;
  for (const StudyRow& row : study.rows) {
    if (series.empty() || row.curve != curve) {
      series.push_back({.name = row.curve, .x = {}, .y = {}});
      curve = row.curve;
    }
    if (row.outcome != Outcome::done) continue;
    series.back().x.push_back(x_of(study, row));
    const double value = row.measures[measure] * per_si;
    series.back().y.push_back(log ? std::abs(value) : value);
  }
  std::erase_if(series, [](const PageSeries& s) { return s.x.empty(); });
  return series;
}

// Runs without an end, or with a wrong one, stand at the upper edge above their step, in the colour
// of their curve; all in one if there are many.
void add_marks(const Study& study, PagePlot& plot) {
  double top = 0.0;
  for (const PageSeries& s : plot.series)
    for (const double y : s.y)
      if (std::isfinite(y)) top = std::max(top, y);
  std::vector<PageSeries> marks;
  for (const StudyRow& row : study.rows) {
    if (row.outcome != Outcome::failed && row.outcome != Outcome::diverged) continue;
    const std::string what = outcome_name(row.outcome), name = row.curve + ": " + what;
    const auto found = std::find_if(marks.begin(), marks.end(),
                                    [&](const PageSeries& s) { return s.name == name; });
    PageSeries& series = found == marks.end() ? marks.emplace_back() : *found;
    series.name = name, series.line = false;
    for (std::size_t k = 0; k < plot.series.size(); ++k)
      if (plot.series[k].name == row.curve) series.colour = static_cast<int>(k);
    const double above = row.outcome == Outcome::failed ? 2.0 : 1.0;
    series.x.push_back(x_of(study, row));
    series.y.push_back(plot.y.log ? top * std::pow(2.0, above) : top * (1.0 + 0.05 * above));
  }
  if (marks.size() > kMostMarks) {
    for (std::size_t k = 1; k < marks.size(); ++k) {
      marks[0].x.insert(marks[0].x.end(), marks[k].x.begin(), marks[k].x.end());
      marks[0].y.insert(marks[0].y.end(), marks[k].y.begin(), marks[k].y.end());
    }
    marks.resize(1);
    marks[0].name = "failed or diverged", marks[0].colour = -1;
  }
  plot.series.insert(plot.series.end(), marks.begin(), marks.end());
}

void add_bounds(const Study& study, const StudyMeasure& measure, double per_si, PagePlot& plot) {
  for (const StudyTakeOff& t : study.take_offs) {
    if (t.measure != measure.name || std::isnan(t.limit) || plot.series.empty()) continue;
    double low = INFINITY, high = 0.0;
    for (const PageSeries& s : plot.series)
      for (const double x : s.x) low = std::min(low, x), high = std::max(high, x);
    plot.series.push_back({.name = "bound",
                           .x = {low, high},
                           .y = {t.limit * per_si, t.limit * per_si},
                           .line = true,
                           .points = false});
    return;
  }
}

}  // namespace

ShownUnit shown_unit(const StudyMeasure& measure) {
  if (measure.name == "pressure_error") return {"%", 1e2};
  return shown_unit(measure.unit);
}

std::vector<PagePlot> measure_plots(const Study& study) {
  std::vector<PagePlot> result;
  if (study.sweep.empty()) return result;
  const bool steps = over_steps(study);
  std::vector<double> places;
  for (const StudyRow& row : study.rows) places.push_back(x_of(study, row));
  const bool log = steps || is_wide(places);
  const PageAxis x{study.sweep, sweep_unit(study).unit, log};
  for (std::size_t k = 0; k < study.measures.size(); ++k) {
    const StudyMeasure& measure = study.measures[k];
    if (measure.name == "real_time_factor" || !is_drawn(study, k)) continue;
    const ShownUnit unit = shown_unit(measure);
    std::vector<double> sizes;
    for (const StudyRow& row : study.rows)
      if (row.outcome == Outcome::done && row.measures[k] != 0.0)
        sizes.push_back(std::abs(row.measures[k]));
    const bool wide = measure.name != "newton_mean" && (steps || is_wide(sizes));
    const bool absolute = wide && measure.name.ends_with(".end");
    PagePlot plot{.title = measure.name,
                  .text = measure.text,
                  .x = x,
                  .y = {absolute ? "|" + measure.name + "|" : measure.name, unit.unit, wide},
                  .series = curves(study, k, unit.per_si, wide)};
    add_marks(study, plot);
    add_bounds(study, measure, unit.per_si, plot);
    result.push_back(std::move(plot));
  }
  // What was asked about comes first.
  std::stable_partition(result.begin(), result.end(), [&](const PagePlot& plot) {
    return std::any_of(study.take_offs.begin(), study.take_offs.end(),
                       [&](const StudyTakeOff& t) { return t.measure == plot.title; });
  });
  return result;
}

}  // namespace bramah
