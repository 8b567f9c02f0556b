// ReportData as one HTML page that needs nothing else: data, script and style are inside.
#pragma once

#include <string>
#include <string_view>

#include "report/report_data.h"

namespace bramah {

std::string report_title(const ReportData& data);  // the browser's

std::string render_report(const ReportData& data, std::string_view script, std::string_view style);

// The data alone, as the page's script reads it. Safe inside a <script> element.
std::string report_json(const ReportData& data);

}  // namespace bramah
