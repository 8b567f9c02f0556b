// Scripts and styles of reports are files beside the page here, fetched once for all that need them: reports have their
// names, and viewer/src/tab/report.ts puts the texts in their place.
#include <string_view>

#include "bramah/basics.h"

namespace bramah {

using namespace std::string_view_literals;

extern const std::string_view kReportScript, kReportStyle, kPageScript, kPageStyle, kLiveScript,
    kLiveStyle;
const std::string_view kReportScript = "/*@report.js@*/"sv, kReportStyle = "/*@report.css@*/"sv,
                       kPageScript = "/*@page.js@*/"sv, kPageStyle = "/*@page.css@*/"sv,
                       kLiveScript = "/*@live.js@*/"sv, kLiveStyle = "/*@live.css@*/"sv;

bool has_report_page() noexcept { return true; }

}  // namespace bramah
