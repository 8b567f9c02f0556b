// A study as a page: measures over the swept axis, take-offs, what happened in some of the runs,
// and all rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bramah/study.h"
#include "report/page.h"
#include "report/study_histories.h"

namespace bramah {
namespace {

using Outcome = StudyRow::Outcome;

struct Shown {  // a measure in the unit it is read in
  std::string unit;
  double per_si;
};

Shown shown(const StudyMeasure& measure) {
  if (measure.name == "pressure_error") return {"%", 1e2};
  if (measure.unit == "m") return {"mm", 1e3};
  if (measure.unit == "Pa") return {"bar", 1e-5};
  return {measure.unit == "1" ? "" : measure.unit, 1.0};
}

bool has_measures(const StudyRow& row) {
  return row.outcome == Outcome::done || row.outcome == Outcome::diverged;
}

bool over_steps(const Study& study) { return study.sweep == "step"; }
double x_of(const Study& study, const StudyRow& row) {
  return over_steps(study) ? row.step_s * 1e3 : row.x;
}

// Any value above zero: others cannot be drawn on a log axis, and say nothing.
bool is_drawn(const Study& study, std::size_t measure) {
  return std::any_of(study.rows.begin(), study.rows.end(), [&](const StudyRow& row) {
    return row.outcome == Outcome::done && std::abs(row.measures[measure]) > 0.0;
  });
}

std::vector<PageSeries> curves(const Study& study, std::size_t measure, double per_si) {
  std::vector<PageSeries> series;
  std::string curve;
  for (const StudyRow& row : study.rows) {
    if (series.empty() || row.curve != curve) {
      series.push_back({.name = row.curve, .x = {}, .y = {}});
      curve = row.curve;
    }
    if (row.outcome != Outcome::done) continue;
    series.back().x.push_back(x_of(study, row));
    series.back().y.push_back(std::abs(row.measures[measure]) * per_si);
  }
  std::erase_if(series, [](const PageSeries& s) { return s.x.empty(); });
  return series;
}

// Runs without an end, or with a wrong one, stand at the upper edge above their step.
void add_marks(const Study& study, PagePlot& plot) {
  double top = 0.0;
  for (const PageSeries& s : plot.series)
    for (const double y : s.y)
      if (std::isfinite(y)) top = std::max(top, y);
  for (const Outcome outcome : {Outcome::failed, Outcome::diverged}) {
    PageSeries marks{.name = outcome_name(outcome), .x = {}, .y = {}, .line = false};
    for (const StudyRow& row : study.rows)
      if (row.outcome == outcome) {
        marks.x.push_back(x_of(study, row));
        marks.y.push_back(top * (outcome == Outcome::failed ? 4.0 : 2.0));
      }
    if (!marks.x.empty()) plot.series.push_back(marks);
  }
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

std::vector<PagePlot> plots(const Study& study) {
  std::vector<PagePlot> result;
  if (study.sweep.empty()) return result;
  const bool steps = over_steps(study);
  const bool log = steps || std::all_of(study.rows.begin(), study.rows.end(),
                                        [](const StudyRow& row) { return row.x > 0.0; });
  const PageAxis x{study.sweep, steps ? "ms" : study.sweep_unit, log};
  for (std::size_t k = 0; k < study.measures.size(); ++k) {
    const StudyMeasure& measure = study.measures[k];
    const bool plain = measure.name == "newton_mean";
    if (measure.name == "real_time_factor" || !is_drawn(study, k)) continue;
    const Shown unit = shown(measure);
    PagePlot plot{.title = measure.name,
                  .text = measure.text,
                  .x = x,
                  .y = {measure.name, unit.unit, !plain},
                  .series = curves(study, k, unit.per_si)};
    add_marks(study, plot);
    add_bounds(study, measure, unit.per_si, plot);
    result.push_back(std::move(plot));
  }
  return result;
}

PageTable take_off_table(const Study& study) {
  PageTable table{
      .title = "Take-off",
      .text = fmt::format(
          "The longest step for which, and for all shorter ones, the run is done and the "
          "measure stays in its bound. Without a bound: until it grows {:g} times as fast "
          "as the step, against the slowest growth of shorter steps.",
          study.growth),
      .columns = {{"measure"},
                  {"bound"},
                  {"curve"},
                  {"longest step", "ms", "", 4},
                  {"measure there"},
                  {"next step", "ms", "tried, and not in bounds", 4},
                  {"what happened there"}},
      .rows = {},
      .grouped = 2};
  for (const StudyTakeOff& t : study.take_offs) {
    const Shown unit = shown({t.measure, t.unit, ""});
    const auto text = [&](double value) {
      return std::isnan(value) ? std::string("-")
                               : fmt::format("{:.3g} {}", value * unit.per_si, unit.unit);
    };
    table.rows.push_back({{t.measure, std::isnan(t.limit) ? "growth" : text(t.limit), t.curve,
                           t.step_s * 1e3, text(t.value), t.next_s * 1e3, t.next}});
  }
  return table;
}

std::string note(const StudyRow& row) {
  if (row.outcome == Outcome::refused) return "refused: " + row.reason;
  if (row.outcome == Outcome::failed)
    return fmt::format("failed at t = {:.4g} s: {}", row.failed_at_s, row.reason);
  return "";
}

PageTable row_table(const Study& study) {
  PageTable table;
  std::vector<std::size_t> measured;
  if (study.cases) table.columns.push_back({"case"});
  for (const StudyAxis& axis : study.axes)
    if (axis.name != "step") table.columns.push_back({axis.name});
  table.grouped = static_cast<int>(table.columns.size());
  table.columns.push_back({"step", "ms", "", 4});
  table.columns.push_back({"outcome"});
  for (std::size_t k = 0; k < study.measures.size(); ++k) {
    if (std::none_of(study.rows.begin(), study.rows.end(),
                     [&](const StudyRow& row) { return !std::isnan(row.measures[k]); }))
      continue;
    measured.push_back(k);
    table.columns.push_back(
        {study.measures[k].name, shown(study.measures[k]).unit, study.measures[k].text});
  }
  for (const StudyRow& row : study.rows) {
    PageRow line;
    if (study.cases) line.cells.emplace_back(row.label);
    for (std::size_t a = 0; a < study.axes.size(); ++a)
      if (study.axes[a].name != "step") line.cells.emplace_back(row.values[a]);
    line.cells.push_back(row.step_s > 0.0 ? PageCell(row.step_s * 1e3) : PageCell("any"));
    line.note = note(row);
    line.quiet = row.outcome == Outcome::refused;
    if (has_measures(row)) {
      line.cells.emplace_back(std::string(outcome_name(row.outcome)) +
                              (row.refined ? ", refined" : ""));
      for (const std::size_t k : measured)
        line.cells.emplace_back(row.measures[k] * shown(study.measures[k]).per_si);
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

std::string reference_text(const Study& study) {
  if (study.references.empty()) return "none";
  const std::string what = study.reference == StudyOptions::Reference::sundials
                               ? "sundials"
                               : fmt::format("monolithic, semirecursive, sdirk2, step {:g} ms",
                                             study.references.front().step_s * 1e3);
  return study.references.size() == 1
             ? what
             : fmt::format("{}; {} of them, one for each machine", what, study.references.size());
}

std::string lead(const Study& study) {
  std::set<std::string> all;
  int counts[4] = {};
  for (const StudyRow& row : study.rows)
    ++counts[static_cast<int>(row.outcome)], all.insert(row.curve);
  std::string text =
      fmt::format("{:g} s simulated, {} runs on {} curve{}: {} done", study.until_s,
                  study.rows.size(), all.size(), all.size() == 1 ? "" : "s", counts[0]);
  for (const Outcome outcome : {Outcome::diverged, Outcome::refused, Outcome::failed})
    if (const int count = counts[static_cast<int>(outcome)])
      text += fmt::format(", {} {}", count, outcome_name(outcome));
  return text + ".";
}

}  // namespace

void write_study_page(const std::string& path, const Study& study) {
  Page page{.kind = "Bramah study", .title = study.model, .lead = lead(study)};
  for (const StudyReference& reference : study.references)
    if (!reference.problem.empty())
      page.alarm +=
          fmt::format("There is no reference{}, so no errors: {} ",
                      reference.what.empty() ? "" : " of " + reference.what, reference.problem);
  PageSection curve_section{.title = "Measures over " + study.sweep}, take_off_section,
      history_section{.title = "Some of the runs"}, table_section{.title = "All runs"};
  curve_section.plots = plots(study);
  if (!curve_section.plots.empty()) page.sections.push_back(curve_section);
  take_off_section.tables = {take_off_table(study)};
  if (!study.take_offs.empty()) page.sections.push_back(take_off_section);
  history_section.plots = history_plots(study);
  if (!history_section.plots.empty()) page.sections.push_back(history_section);
  table_section.tables = {row_table(study)};
  page.sections.push_back(table_section);
  page.facts = {{"Model", study.model},
                {"Model hash", study.hash},
                {"Reference", reference_text(study)},
                {"Errors", "over all " + study.position_measure},
                {"Diverged",
                 "came to its end, but a length is more than 10 % of its range away from "
                 "the reference, or not finite"},
                {"Program", "bramah " + study.version}};
  write_page(path, page);
}

}  // namespace bramah
