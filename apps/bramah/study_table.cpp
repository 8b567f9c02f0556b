#include "study_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "readable.h"

namespace bramah::app {
namespace {

struct Column {
  std::string title, unit;
  std::vector<std::string> cells;
  bool left = false;  // words

  std::size_t width() const {
    std::size_t most = std::max(title.size(), unit.size());
    for (const std::string& cell : cells) most = std::max(most, cell.size());
    return most;
  }
  std::string padded(const std::string& text) const {
    return left ? fmt::format("{:<{}}", text, width()) : fmt::format("{:>{}}", text, width());
  }
};

std::string number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.3g}", value); }

// Leave out what nobody measured.
bool says_anything(const Study& study, std::size_t measure) {
  return std::any_of(study.rows.begin(), study.rows.end(),
                     [&](const StudyRow& row) { return !std::isnan(row.measures[measure]); });
}

std::vector<Column> setting_columns(const Study& study) {
  std::vector<Column> columns;
  if (study.cases) {
    columns.push_back({"case", "", {}, true});
    for (const StudyRow& row : study.rows) columns.back().cells.push_back(row.label);
  }
  for (std::size_t a = 0; a < study.axes.size(); ++a) {
    if (study.axes[a].name == "step") continue;
    columns.push_back({study.axes[a].name, "", {}, true});
    for (const StudyRow& row : study.rows) columns.back().cells.push_back(row.values[a]);
  }
  columns.push_back({"step", "ms", {}, false});
  for (const StudyRow& row : study.rows)
    columns.back().cells.push_back(row.step_s > 0.0 ? fmt::format("{:g}", row.step_s * 1e3) : "-");
  return columns;
}

std::vector<Column> measure_columns(const Study& study) {
  std::vector<Column> columns;
  for (std::size_t k = 0; k < study.measures.size(); ++k) {
    if (!says_anything(study, k)) continue;
    const StudyMeasure& measure = study.measures[k];
    ReadableUnit unit = readable_unit(measure.unit);
    if (measure.name == "pressure_error") unit = {"%", 100.0};
    columns.push_back({measure.name, unit.name, {}, false});
    for (const StudyRow& row : study.rows)
      columns.back().cells.push_back(number(row.measures[k] * unit.per_si));
  }
  return columns;
}

std::string note(const StudyRow& row) {
  switch (row.outcome) {
    case StudyRow::Outcome::done:
      return row.refined ? "  refined" : "";
    case StudyRow::Outcome::diverged:
      return "  diverged: " + row.reason;
    case StudyRow::Outcome::refused:
      return "  refused: " + row.reason;
    case StudyRow::Outcome::failed:
      return fmt::format("  failed at t = {:.4g} s: {}", row.failed_at_s, row.reason);
  }
  return "";
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string table_text(const Study& study) {
  const std::vector<Column> settings = setting_columns(study), measures = measure_columns(study);
  std::string titles, units;
  for (const auto* columns : {&settings, &measures})
    for (const Column& column : *columns) {
      titles += column.padded(column.title) + "  ";
      units += column.padded(column.unit) + "  ";
    }
  std::string text = trimmed(titles) + trimmed(units);
  for (std::size_t k = 0; k < study.rows.size(); ++k) {
    const StudyRow& row = study.rows[k];
    const bool measured =
        row.outcome == StudyRow::Outcome::done || row.outcome == StudyRow::Outcome::diverged;
    std::string line;
    for (const Column& column : settings) line += column.padded(column.cells[k]) + "  ";
    if (measured)
      for (const Column& column : measures) line += column.padded(column.cells[k]) + "  ";
    line.erase(line.size() - 2);
    text += trimmed(line + note(row));
  }
  return text;
}

std::string quantity(double value, const std::string& si) {
  const ReadableUnit unit = readable_unit(si);
  return fmt::format("{:.4g}{}{}", value * unit.per_si, unit.name.empty() ? "" : " ", unit.name);
}

std::string bound_text(const StudyTakeOff& t, double growth) {
  if (std::isnan(t.limit))
    return fmt::format("Take-off of {}: longest step until it grows {:g} times as fast as the step",
                       t.measure, growth);
  return fmt::format("Longest step with {} up to {}", t.measure, quantity(t.limit, t.unit));
}

std::string next_text(const StudyTakeOff& t) {
  if (t.next != StudyRow::Outcome::done) return outcome_name(t.next);
  return std::isnan(t.next_value) ? "not measured" : quantity(t.next_value, t.unit);
}

}  // namespace

std::string take_offs_text(const std::vector<StudyTakeOff>& take_offs, double growth) {
  std::string text, heading;
  std::size_t width = 0;
  for (const StudyTakeOff& t : take_offs) width = std::max(width, t.curve.size());
  for (const StudyTakeOff& t : take_offs) {
    if (const std::string bound = bound_text(t, growth); bound != heading)
      text += "\n" + bound + ":\n", heading = bound;
    text += fmt::format("  {:<{}}  ", t.curve, width);
    text += std::isnan(t.step_s) ? "none" : fmt::format("{:.4g} ms", t.step_s * 1e3);
    if (!std::isnan(t.next_s))
      text += fmt::format("; at {:.4g} ms {}", t.next_s * 1e3, next_text(t));
    else
      text += ", the longest tried";
    text += "\n";
  }
  return text;
}

namespace {

std::string reference_text(const Study& study) {
  if (study.references.empty()) return "No reference, no errors.";
  const std::size_t count = study.references.size();
  const std::string many = count > 1 ? fmt::format("{} ", count) : "the ",
                    end = count > 1 ? "s" : "";
  if (study.reference == StudyOptions::Reference::sundials)
    return fmt::format("Errors over all {}, against {}sundials reference{}.",
                       study.position_measure, many, end);
  return fmt::format(
      "Errors over all {}, against {}fine reference{}: monolithic, semirecursive, sdirk2, {:g} ms.",
      study.position_measure, many, end, study.references.front().step_s * 1e3);
}

}  // namespace

std::string study_text(const Study& study) {
  return fmt::format("{}, {:g} s, {} run{}{}\n\n", study.model, study.until_s, study.rows.size(),
                     study.rows.size() == 1 ? "" : "s",
                     study.incomplete.empty() ? "" : "; INCOMPLETE, " + study.incomplete) +
         table_text(study) + take_offs_text(study.take_offs, study.growth) + "\n" +
         reference_text(study);
}

}  // namespace bramah::app
