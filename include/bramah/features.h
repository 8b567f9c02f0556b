// What this build of the library can do: a part is left out when its tools were missing.
#pragma once

#include <string>
#include <vector>

namespace bramah {

bool has_report_page() noexcept;  // write_report() works
bool has_reference() noexcept;    // the integrator sundials, and with it compare(), bench(),
                                  // reproduce()
bool has_hdf5() noexcept;         // write_hdf5() works

// Names on an axis of the solver: method, coordinates, constraints, integrator, coupling. Known are
// also those that a later version will have.
[[nodiscard]] std::vector<std::string> available_solvers(const std::string& axis);
[[nodiscard]] std::vector<std::string> known_solvers(const std::string& axis);

}  // namespace bramah
