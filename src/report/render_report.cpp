#include "report/render_report.h"

#include "report/html_page.h"
#include "report/packed_numbers.h"
#include "report/page_arrays.h"
#include "results/summary_json.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

Json columns_of(const std::vector<ReportColumn>& columns) {
  Json all = Json::array();
  for (const ReportColumn& column : columns)
    all.push_back({{"name", column.name},
                   {"unit", column.unit},
                   {"description", column.description},
                   {"count", column.values.size()}});
  return all;
}

// Columns, then points of the drawing, then bodies, in the order of what tells their number.
std::string numbers_of(const ReportData& data) {
  PackedNumbers packed;
  for (const ReportColumn& column : data.columns) packed.column(column.values);
  packed.columns(data.poses, 3 * data.drawing.points.size());
  packed.columns(data.bodies, 7 * data.body_count);
  return packed.text();
}

Json meshes_of(const ReportData& data) {
  Json all = Json::object();
  for (const auto& [shape, bytes] : data.meshes) all[shape] = PackedNumbers::base64(bytes);
  return all;
}

}  // namespace

std::string report_json(const ReportData& data) {
  return escape_json("{\"summary\":" + json_text(summary_object(data.provenance, data.summary)) +
                     ",\"notes\":" + json_text(Json(data.notes)) +
                     ",\"recorded_rows\":" + std::to_string(data.recorded_rows) +
                     ",\n\"times\":" + array_text<double>(data.times) +
                     ",\n\"columns\":" + json_text(columns_of(data.columns)) +
                     ",\n\"drawing\":" + drawing_text(data.drawing, data.pose_times) +
                     ",\n\"bodies\":" + std::to_string(data.bodies.empty() ? 0 : data.body_count) +
                     ",\n\"machine\":" + (data.machine.empty() ? "null" : data.machine) +
                     ",\n\"meshes\":" + json_text(meshes_of(data)) + ",\n\"numbers\":\"" +
                     numbers_of(data) + "\"}");
}

std::string render_report(const ReportData& data, std::string_view script, std::string_view style) {
  return html_page(report_title(data), report_json(data), {script, style});
}

std::string report_title(const ReportData& data) {
  return data.provenance.model + " - Bramah report";
}

}  // namespace bramah
