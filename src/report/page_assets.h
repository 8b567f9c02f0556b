// Scripts and styles, bundled from viewer/ at build time: of a run's report and of pages of sections.
// Empty when the build had no network. The definitions are generated.
#pragma once

#include <string_view>

namespace bramah {

extern const std::string_view kReportScript;
extern const std::string_view kReportStyle;
extern const std::string_view kPageScript;
extern const std::string_view kPageStyle;

}  // namespace bramah
