// A study as CSV and JSON: SI units; what was not measured is an empty cell or null.
#include <cmath>
#include <string>
#include <vector>

#include "bramah/analysis.h"
#include "results/csv_writer.h"
#include "results/summary_json.h"
#include "results/take_off_json.h"
#include "text/number_text.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

const char* reference_name(StudyOptions::Reference reference) {
  switch (reference) {
    case StudyOptions::Reference::fine:
      return "fine";
    case StudyOptions::Reference::sundials:
      return "sundials";
    case StudyOptions::Reference::none:
    case StudyOptions::Reference::if_asked:  // nobody did
      return "none";
  }
  return "";
}

std::string number_cell(double value) { return std::isfinite(value) ? number_text(value) : ""; }

bool is_step(const StudyAxis& axis) { return axis.name == "step"; }

std::vector<std::string> header(const Study& study) {
  std::vector<std::string> cells;
  if (study.cases) cells.push_back("case");
  for (const StudyAxis& axis : study.axes)
    if (!is_step(axis)) cells.push_back(axis.name);  // values carry their units
  for (const char* name : {"step [s]", "outcome", "reason", "failed_at [s]", "refined"})
    cells.emplace_back(name);
  for (const StudyMeasure& measure : study.measures)
    cells.push_back(measure.name + " [" + measure.unit + "]");
  for (const char* name : {"model", "hash", "version"}) cells.emplace_back(name);
  if (!study.incomplete.empty()) cells.push_back("INCOMPLETE, " + study.incomplete);
  return cells;
}

std::vector<std::string> row_cells(const Study& study, const StudyRow& row) {
  std::vector<std::string> cells;
  if (study.cases) cells.push_back(row.label);
  for (std::size_t a = 0; a < study.axes.size(); ++a)
    if (!is_step(study.axes[a])) cells.push_back(row.values[a]);
  cells.push_back(row.step_s > 0.0 ? number_text(row.step_s) : "");
  cells.emplace_back(outcome_name(row.outcome));
  cells.push_back(row.reason);
  cells.push_back(row.outcome == StudyRow::Outcome::failed ? number_text(row.failed_at_s) : "");
  cells.emplace_back(row.refined ? "1" : "0");
  for (const double value : row.measures) cells.push_back(number_cell(value));
  for (const std::string& text : {study.model, study.hash, study.version}) cells.push_back(text);
  return cells;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) line += (k > 0 ? "," : "") + csv_cell(cells[k]);
  return line + "\r\n";
}

Json row_object(const Study& study, const StudyRow& row) {
  Json values = Json::object(), measures = Json::object();
  for (std::size_t a = 0; a < study.axes.size(); ++a) values[study.axes[a].name] = row.values[a];
  for (std::size_t k = 0; k < row.measures.size(); ++k)
    measures[study.measures[k].name] = row.measures[k];
  Json object = {{"curve", row.curve}, {"values", values}};
  if (study.cases) object["case"] = row.label;
  object["step_s"] = row.step_s > 0.0 ? Json(row.step_s) : Json(nullptr);
  object["outcome"] = outcome_name(row.outcome);
  object["reason"] = row.reason;
  object["failed_at_s"] =
      row.outcome == StudyRow::Outcome::failed ? Json(row.failed_at_s) : Json(nullptr);
  object["refined"] = row.refined;
  object["measures"] = measures;
  return object;
}

}  // namespace

Json take_off_json(const StudyTakeOff& t) {
  return {{"curve", t.curve},
          {"measure", t.measure},
          {"unit", t.unit},
          {"limit", t.limit},
          {"step_s", t.step_s},
          {"value", t.value},
          {"next_step_s", t.next_s},
          {"next_outcome", std::isnan(t.next_s) ? Json(nullptr) : Json(outcome_name(t.next))},
          {"next_value", t.next_value}};
}

std::string study_csv_header(const Study& study) { return csv_line(header(study)); }

std::string study_csv_row(const Study& study, const StudyRow& row) {
  return csv_line(row_cells(study, row));
}

void write_study_csv(const std::string& path, const Study& study) {
  std::string text = study_csv_header(study);
  for (const StudyRow& row : study.rows) text += study_csv_row(study, row);
  WholeFile file{path};
  file.write(text);
  file.commit();
}

std::string study_json(const Study& study) {
  Json axes = Json::object(), measures = Json::object(), references = Json::array(),
       rows = Json::array(), take_offs = Json::array();
  for (const StudyAxis& axis : study.axes) axes[axis.name] = axis.values;
  for (const StudyMeasure& measure : study.measures)
    measures[measure.name] = {{"unit", measure.unit}, {"text", measure.text}};
  for (const StudyReference& reference : study.references)
    references.push_back({{"what", reference.what},
                          {"problem", reference.problem},
                          {"step_s", reference.step_s},
                          {"wall_s", reference.wall_s}});
  for (const StudyRow& row : study.rows) rows.push_back(row_object(study, row));
  for (const StudyTakeOff& t : study.take_offs) take_offs.push_back(take_off_json(t));
  return json_text({{"model", study.model},
                    {"hash", study.hash},
                    {"version", study.version},
                    {"until_s", study.until_s},
                    {"complete", study.incomplete.empty()},
                    {"reference", reference_name(study.reference)},
                    {"references", references},
                    {"axes", axes},
                    {"measures", measures},
                    {"growth", study.growth},
                    {"rows", rows},
                    {"take_offs", take_offs}});
}

}  // namespace bramah
