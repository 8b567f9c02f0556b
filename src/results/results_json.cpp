// The rows of an experiment as one JSON object: axes in the units they were typed in, measures in SI.
#include <cmath>
#include <nlohmann/json.hpp>

#include "bramah/experiment.h"
#include "results/summary_json.h"
#include "results/take_off_json.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

Json cell_json(const CsvCell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return *number;
  if (const std::string* text = std::get_if<std::string>(&cell)) return *text;
  return nullptr;
}

Json row_json(const Results& results, const ExperimentRow& row) {
  Json values = Json::object(), measures = Json::object();
  for (std::size_t a = 0; a < row.values.size(); ++a)
    values[results.axes()[a].name] = cell_json(row.values[a]);
  for (std::size_t k = 0; k < row.measures.size(); ++k)
    measures[results.measures()[k].name] = row.measures[k];
  return {{"run", row.run},
          {"values", values},
          {"outcome", outcome_name(row.outcome)},
          {"reason", row.reason},
          {"failed_at_s",
           row.outcome == StudyRow::Outcome::failed ? Json(row.failed_at_s) : Json(nullptr)},
          {"measures", measures}};
}

}  // namespace

std::string results_json(const Results& results, const std::vector<StudyTakeOff>& take_offs) {
  Json axes = Json::object(), measures = Json::object(), rows = Json::array(),
       bounds = Json::array();
  for (const ExperimentAxis& axis : results.axes()) axes[axis.name] = {{"unit", axis.unit}};
  for (const StudyMeasure& measure : results.measures())
    measures[measure.name] = {{"unit", measure.unit}, {"expression", measure.expression}};
  results.each([&](const ExperimentRow& row) { rows.push_back(row_json(results, row)); });
  for (const StudyTakeOff& t : take_offs) bounds.push_back(take_off_json(t));
  Json all = {{"model", results.fact("model")},
              {"hash", results.fact("hash")},
              {"program", results.fact("program")},
              {"task", results.fact("task")},
              {"design", results.fact("design")},
              {"seed", results.fact("seed")},
              {"runs", results.runs()},
              {"complete", static_cast<long long>(rows.size()) == results.runs()},
              {"axes", axes},
              {"measures", measures}};
  all["rows"] = std::move(rows), all["take_offs"] = std::move(bounds);
  return json_text(all);
}

}  // namespace bramah
