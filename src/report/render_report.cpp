#include "report/render_report.h"

#include <cmath>
#include <span>

#include "io/number_text.h"
#include "io/summary_json.h"

namespace bramah {
namespace {

using Json = nlohmann::ordered_json;

// Only what carries this nonce may run or style the page, and the page may fetch nothing.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'nonce-bramah'; style-src 'nonce-bramah'; "
    "base-uri 'none'; form-action 'none'";

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// JSON inside a script element: no `<` may remain, or a name could close the element.
std::string escape_json(std::string_view json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      escaped += "\\u003c";
    else
      escaped += c;
  }
  return escaped;
}

// Script or style text inside its element: `</` may end it, `<\/` means the same to the script.
std::string escape_element(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool closes = text.substr(k, 2) == "</";
    const bool comments = text.substr(k, 4) == "<!--";
    escaped += closes ? "<\\" : comments ? "\\x3c" : std::string(1, text[k]);
  }
  return escaped;
}

// Seven digits, the shortest text of a float: enough for a plot, half the size of the page.
template <class Real>
std::string array_text(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ',';
    const Real rounded = static_cast<Real>(value);
    text += std::isfinite(rounded) ? number_text(rounded) : "null";
  }
  return text + "]";
}

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

const char* kind_name(Drawing::Line::Kind kind) {
  switch (kind) {
    case Drawing::Line::Kind::body:
      return "body";
    case Drawing::Line::Kind::cylinder:
      return "cylinder";
    case Drawing::Line::Kind::spring:
      return "spring";
    case Drawing::Line::Kind::ground:
      return "ground";
  }
  return "body";
}

std::string drawing_text(const ReportData& data) {
  Json lines = Json::array();
  for (const Drawing::Line& line : data.drawing.lines)
    lines.push_back({{"name", line.name}, {"kind", kind_name(line.kind)}, {"points", line.points}});
  const Json head = {{"planar", data.drawing.planar},
                     {"up", data.drawing.up},
                     {"points", data.drawing.points},
                     {"lines", lines}};
  std::string object = json_text(head);
  object.back() = ',';
  return object + "\"times\":" + array_text<double>(data.pose_times) +
         ",\"poses\":" + array_text<float>(data.poses) + "}";
}

}  // namespace

std::string report_json(const ReportData& data) {
  return escape_json("{\"summary\":" + json_text(summary_object(data.provenance, data.summary)) +
                     ",\"notes\":" + json_text(Json(data.notes)) +
                     ",\"recorded_rows\":" + std::to_string(data.recorded_rows) +
                     ",\n\"times\":" + array_text<double>(data.times) + ",\n\"columns\":" +
                     columns_text(data.columns) + ",\n\"drawing\":" + drawing_text(data) + "}");
}

std::string render_report(const ReportData& data, std::string_view script, std::string_view style) {
  // Through JSON and back: bytes that are not UTF-8 are replaced.
  const std::string name = Json::parse(json_text(Json(data.provenance.model)));
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" + escape_html(kPolicy) + "\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
  page += "<title>" + escape_html(name) + " - Bramah report</title>\n";
  page += "<style nonce=\"bramah\">" + escape_element(style) + "</style>\n</head>\n<body>\n";
  page += "<main id=\"report\"><h1>" + escape_html(name) + "</h1>\n";
  page +=
      "<noscript>This report draws its plots with a script; allow scripts to see them.</noscript>";
  page += "</main>\n<script type=\"application/json\" id=\"report-data\" nonce=\"bramah\">";
  page += report_json(data) + "</script>\n";
  page += "<script nonce=\"bramah\">" + escape_element(script) + "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace bramah
