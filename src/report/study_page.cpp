// A study as a page: measures over the swept axis, take-offs, what happened in some of the runs,
// and all rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bramah/analysis.h"
#include "bramah/page.h"
#include "report/study_curves.h"

namespace bramah {
namespace {

using Outcome = StudyRow::Outcome;

bool has_measures(const StudyRow& row) {
  return row.outcome == Outcome::done || row.outcome == Outcome::diverged;
}

std::string next_text(const StudyTakeOff& t, const std::string& value) {
  if (std::isnan(t.next_s)) return "the longest tried is in bounds";
  return t.next == Outcome::done ? value : outcome_name(t.next);
}

}  // namespace

PageTable take_off_table(const std::vector<StudyTakeOff>& take_offs, double growth) {
  PageTable table{
      .title = "Take-off",
      .text = fmt::format(
          "The longest step for which, and for all shorter ones, the run is done and the "
          "measure stays in its bound. Without a bound: until it grows {:g} times as fast "
          "as the step, against the slowest growth of shorter steps.",
          growth),
      .columns = {{"measure"},
                  {"bound"},
                  {"curve"},
                  {"longest step", "ms", "", 4},
                  {"measure there"},
                  {"next step", "ms", "tried, and not in bounds", 4},
                  {"what happened there"}},
      .rows = {},
      .grouped = 2};
  for (const StudyTakeOff& t : take_offs) {
    const ShownUnit unit = shown_unit({t.measure, t.unit, ""});
    const auto text = [&](double value) {
      return std::isnan(value) ? std::string("-")
                               : fmt::format("{:.3g} {}", value * unit.per_si, unit.unit);
    };
    table.rows.push_back(
        {{t.measure, std::isnan(t.limit) ? "growth" : text(t.limit), t.curve, t.step_s * 1e3,
          text(t.value), t.next_s * 1e3, next_text(t, text(t.next_value))}});
  }
  return table;
}

namespace {

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
        {study.measures[k].name, shown_unit(study.measures[k]).unit, study.measures[k].text});
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
        line.cells.emplace_back(row.measures[k] * shown_unit(study.measures[k]).per_si);
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

// Tells of the computation and not of the machine, unless somebody asked for it or sweeps the step.
bool is_numerics(const Study& study, const std::string& measure) {
  if (study.sweep == "step" || std::ranges::any_of(study.take_offs, [&](const StudyTakeOff& t) {
        return t.measure == measure;
      }))
    return false;
  return measure == "cpu_time" || measure == "newton_mean" || measure == "constraint_max" ||
         measure.starts_with("energy.residual") || measure.starts_with("energy.books");
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
  if (!study.incomplete.empty()) page.alarm = "Incomplete: " + study.incomplete + ". ";
  for (const StudyReference& reference : study.references)
    if (!reference.problem.empty())
      page.alarm +=
          fmt::format("There is no reference{}, so no errors: {} ",
                      reference.what.empty() ? "" : " of " + reference.what, reference.problem);
  PageSection curve_section{.title = "Measures over " + study.sweep}, take_off_section,
      history_section{.title = "Some of the runs"}, table_section{.title = "All runs"},
      numerics_section{.title = "Numerics over " + study.sweep};
  for (PagePlot& plot : measure_plots(study))
    (is_numerics(study, plot.title) ? numerics_section : curve_section)
        .plots.push_back(std::move(plot));
  if (!curve_section.plots.empty()) page.sections.push_back(curve_section);
  take_off_section.tables = {take_off_table(study.take_offs, study.growth)};
  if (!study.take_offs.empty()) page.sections.push_back(take_off_section);
  history_section.plots = history_plots(study);
  if (!history_section.plots.empty()) page.sections.push_back(history_section);
  table_section.tables = {row_table(study)};
  page.sections.push_back(table_section);
  // A study of methods is about them.
  if (curve_section.plots.empty() && history_section.plots.empty())
    numerics_section.title = "Measures over " + study.sweep;
  if (!numerics_section.plots.empty()) page.sections.push_back(numerics_section);
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
