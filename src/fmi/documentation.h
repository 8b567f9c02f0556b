// What goes beside an FMU's description: a page for people, and its terminals.
#pragma once

#include <string>

#include "bramah/fmi.h"

namespace bramah {

// documentation/index.html: one file, nothing from elsewhere but the icon.
[[nodiscard]] std::string fmu_page(const FmuPlan& plan, const Model& model, int version);
// terminalsAndIcons.xml of FMI 3.0: the cylinders of one side of a machine, each an effort and a flow.
// Empty: a whole machine's inputs and outputs make no such pairs.
[[nodiscard]] std::string fmu_terminals(const FmuPlan& plan);

}  // namespace bramah
