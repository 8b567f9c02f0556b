// Arguments as people write them in Python: quantities as text with a unit or as SI numbers, load
// options, names of channels.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>

#include "bramah/model.h"

namespace bramah::python {

namespace py = pybind11;
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

// "2ms" or 0.002: in `unit`. Throws InputError that starts with `name`.
double quantity_argument(const py::handle& value, const std::string& unit, const std::string& name);

// Any numbers as an array of doubles; throws InputError for what is no number.
Array number_array(const py::handle& value, const std::string& name);

// Keyword arguments of load(): set, step, until, controls, faults, accuracy, guide and the choices
// of kSolverOptions.
LoadOptions load_options(const py::dict& arguments);
py::dict options_dict(const LoadOptions& options);  // the same again

}  // namespace bramah::python
