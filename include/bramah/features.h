// What this build of the library can do: a part is left out when its tools were missing.
#pragma once

namespace bramah {

bool has_report_page() noexcept;  // write_report() works
bool has_reference() noexcept;    // the integrator sundials, and with it compare(), bench(),
                                  // reproduce()
bool has_hdf5() noexcept;         // write_hdf5() works

}  // namespace bramah
