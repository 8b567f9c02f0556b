// Whole runs and what is asked of a machine besides running it.
#pragma once

#include "model.h"

namespace bramah::python {

void bind_run(py::module_& module);
void bind_analysis(py::module_& module);
void bind_study(py::module_& module);
void bind_live(py::module_& module);

}  // namespace bramah::python
