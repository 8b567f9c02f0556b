// The report page's script and style, bundled from viewer/ at build time; empty when the build
// had no network. The definitions are generated.
#pragma once

#include <string_view>

namespace bramah {

extern const std::string_view kReportScript;
extern const std::string_view kReportStyle;

}  // namespace bramah
