// A comparison as CSV and JSON: SI units; what was not measured is an empty cell or null.
#include <cmath>
#include <string>
#include <vector>

#include "bramah/analysis.h"
#include "results/csv_writer.h"
#include "results/summary_json.h"
#include "text/number_text.h"
#include "text/whole_file.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

const char* outcome_name(CompareRow::Outcome outcome) {
  switch (outcome) {
    case CompareRow::Outcome::done:
      return "done";
    case CompareRow::Outcome::refused:
      return "refused";
    case CompareRow::Outcome::failed:
      return "failed";
  }
  return "";
}

// The columns of both formats, in order.
Json row_object(const CompareRow& row) {
  const bool ran = row.outcome != CompareRow::Outcome::refused;
  const auto count = [&](int value) { return ran ? Json(value) : Json(nullptr); };
  const auto where = [&](double value) { return value > 0.0 ? Json(value) : Json(nullptr); };
  return {{"method", row.method},
          {"integrator", row.integrator},
          {"step_s", where(row.step_s)},
          {"outcome", outcome_name(row.outcome)},
          {"reason", row.reason},
          {"failed_at_s",
           row.outcome == CompareRow::Outcome::failed ? Json(row.failed_at_s) : Json(nullptr)},
          {"unknowns", count(row.unknowns)},
          {"position_error_m", row.position_error},
          {"pressure_error", row.pressure_error},
          {"order", row.order},
          {"energy_residual_max_J", row.energy_residual},
          {"constraint_max", row.gap},
          {"constraint_rate_max", row.rate_gap},
          {"constraint_acceleration_max", row.acceleration_gap},
          {"newton_mean", row.newton_mean},
          {"newton_max", count(row.newton_max)},
          {"us_per_step", row.us_per_step},
          {"real_time_factor", row.real_time_factor}};
}

std::string cell_text(const Json& value) {
  if (value.is_string()) return csv_cell(value.get<std::string>());
  if (value.is_number_integer()) return std::to_string(value.get<int>());
  if (value.is_number() && std::isfinite(value.get<double>()))
    return number_text(value.get<double>());
  return "";
}

}  // namespace

std::string comparison_json(const Comparison& c) {
  Json rows = Json::array();
  for (const CompareRow& row : c.rows) rows.push_back(row_object(row));
  const Json reference = {{"method", c.reference.method},
                          {"integrator", c.reference.integrator},
                          {"problem", c.reference.problem},
                          {"grid_s", c.reference.grid_s},
                          {"wall_s", c.reference.wall_s}};
  return json_text({{"model", c.model},
                    {"hash", c.hash},
                    {"version", c.version},
                    {"until_s", c.until_s},
                    {"repeats", c.repeats},
                    {"measure", c.measure},
                    {"reference", reference},
                    {"rows", rows}});
}

void write_comparison_csv(const std::string& path, const Comparison& comparison) {
  std::string text;
  const Json header = row_object(CompareRow{});
  for (const auto& [name, value] : header.items()) text += name + ",";
  text += "model,hash,version\r\n";
  const std::string tail = csv_cell(comparison.model) + "," + csv_cell(comparison.hash) + "," +
                           csv_cell(comparison.version) + "\r\n";
  for (const CompareRow& row : comparison.rows) {
    const Json object = row_object(row);
    for (const auto& [name, value] : object.items()) text += cell_text(value) + ",";
    text += tail;
  }
  WholeFile file{path};
  file.write(text);
  file.commit();
}

}  // namespace bramah
