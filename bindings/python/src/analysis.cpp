// Rest, linear machines and comparisons: plain values, with the names of bramah/analysis.h.
#include <pybind11/complex.h>
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "bramah/analysis.h"
#include "errors.h"
#include "run.h"

namespace bramah::python {
namespace {

py::dict named(const std::vector<NamedValue>& values) {
  py::dict all;
  for (const NamedValue& v : values) all[py::str(v.name)] = v.value;
  return all;
}

py::dict statics_dict(const PyModel& model) {
  StaticsReport report;
  {
    const py::gil_scoped_release free;
    report = statics(model.model);
  }
  py::dict all;
  all["converged"] = report.converged, all["residual"] = report.residual;
  all["message"] = report.message, all["unstable"] = report.unstable, all["growth"] = report.growth;
  all["solved"] = named(report.solved), all["cylinder_forces"] = named(report.cylinder_forces);
  return all;
}

py::array_t<double> matrix(const std::vector<double>& values, std::size_t rows,
                           std::size_t columns) {
  py::array_t<double> out({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
  std::copy(values.begin(), values.end(), out.mutable_data());
  return out;
}

py::list variables(const std::vector<LinearVariable>& all) {
  py::list out;
  for (const LinearVariable& v : all) out.append(py::make_tuple(v.name, v.unit, v.value));
  return out;
}

py::dict linear_dict(const Linearization& l) {
  const std::size_t n = l.states.size(), m = l.inputs.size(), p = l.outputs.size();
  py::dict all;
  all["A"] = matrix(l.A, n, n), all["B"] = matrix(l.B, n, m);
  all["C"] = matrix(l.C, p, n), all["D"] = matrix(l.D, p, m);
  all["states"] = variables(l.states), all["inputs"] = variables(l.inputs);
  all["outputs"] = variables(l.outputs);
  std::vector<std::complex<double>> poles;
  for (const Mode& mode : l.modes) poles.push_back(mode.pole);
  all["poles"] = poles, all["time"] = l.time, all["frozen"] = l.frozen, all["notes"] = l.notes;
  all["converged"] = l.converged, all["message"] = l.message, all["unrest"] = l.unrest;
  return all;
}

py::dict linearize_model(const PyModel& model, const py::object& at, bool equilibrium,
                         const std::vector<std::string>& freeze,
                         const std::map<std::string, double>& state,
                         const std::vector<std::string>& outputs) {
  LinearizeOptions options;
  if (!at.is_none()) options.at = quantity_argument(at, "s", "at");
  options.equilibrium = equilibrium, options.freeze = freeze, options.outputs = outputs;
  for (const auto& [name, value] : state) options.state.push_back({name, value});
  Linearization linear;
  {
    const py::gil_scoped_release free;
    linear = linearize(model.model, options);
  }
  return linear_dict(linear);
}

// Progress in Python, about ten times a second; Ctrl-C ends the work by an exception.
std::function<void(double)> reporting(const py::object& progress) {
  return [progress](double fraction) {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(fraction);
  };
}

std::unique_ptr<Comparison> compare_path(const std::string& path,
                                         const std::vector<std::string>& methods,
                                         const std::vector<std::string>& integrators,
                                         const std::vector<double>& steps, int repeats,
                                         const py::object& progress, const py::dict& load) {
  CompareOptions options;
  options.methods = methods, options.integrators = integrators, options.repeats = repeats;
  if (!steps.empty()) options.steps = steps;
  options.load = load_options(load);
  options.progress = reporting(progress);
  const py::gil_scoped_release free;
  return std::make_unique<Comparison>(compare(path, options));
}

}  // namespace

void bind_analysis(py::module_& module) {
  module.def("statics", &statics_dict, py::arg("model"));
  module.def("linearize", &linearize_model);
  py::class_<Comparison>(module, "Comparison")
      .def_property_readonly("json", &comparison_json)
      .def("report",
           [](const Comparison& c, const std::string& path) { write_comparison_page(path, c); })
      .def("save",
           [](const Comparison& c, const std::string& path) { write_comparison_csv(path, c); });
  module.def("compare", &compare_path);
  module.def(
      "parse_quantity",
      [](const py::object& value, const std::string& unit) {
        return quantity_argument(value, unit, "quantity");
      },
      py::arg("value"), py::arg("unit"), "\"90mm\" -> 0.09 in `unit`; a number is taken as it is");
  module.def(
      "si_value", [](const std::string& text) { return quantity(text).value; }, py::arg("text"),
      "\"90 mm\" -> 0.09, whatever its unit");
}

}  // namespace bramah::python
