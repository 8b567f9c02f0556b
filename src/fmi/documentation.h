// What goes beside an FMU's description: a page for people, and its terminals.
#pragma once

#include <string>

#include "bramah/fmi.h"

namespace bramah {

// documentation/index.html: one file, nothing from elsewhere but the icon.
[[nodiscard]] std::string fmu_page(const FmuPlan& plan, const Model& model, int version);
// terminalsAndIcons.xml of FMI 3.0; empty: there are none.
[[nodiscard]] std::string fmu_terminals(const FmuPlan& plan);

}  // namespace bramah
