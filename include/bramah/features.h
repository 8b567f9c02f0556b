// What this build of the library can do: a part is left out when its tools were missing.
#pragma once

namespace bramah {

bool has_report_page() noexcept;  // write_report() works

}  // namespace bramah
