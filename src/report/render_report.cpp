#include "report/render_report.h"

#include "report/html_page.h"
#include "report/page_arrays.h"
#include "results/summary_json.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

std::string columns_text(const std::vector<ReportColumn>& columns) {
  std::string text = "[";
  for (const ReportColumn& column : columns) {
    if (text.size() > 1) text += ",\n";
    const Json head = {
        {"name", column.name}, {"unit", column.unit}, {"description", column.description}};
    std::string object = json_text(head);
    object.back() = ',';
    text += object + "\"values\":" + array_text<float>(column.values) + "}";
  }
  return text + "]";
}

}  // namespace

std::string report_json(const ReportData& data) {
  return escape_json("{\"summary\":" + json_text(summary_object(data.provenance, data.summary)) +
                     ",\"notes\":" + json_text(Json(data.notes)) +
                     ",\"recorded_rows\":" + std::to_string(data.recorded_rows) +
                     ",\n\"times\":" + array_text<double>(data.times) +
                     ",\n\"columns\":" + columns_text(data.columns) + ",\n\"drawing\":" +
                     drawing_text(data.drawing, data.pose_times, data.poses) + "}");
}

std::string render_report(const ReportData& data, std::string_view script, std::string_view style) {
  return html_page(report_title(data), report_json(data), {script, style});
}

std::string report_title(const ReportData& data) {
  return data.provenance.model + " - Bramah report";
}

}  // namespace bramah
