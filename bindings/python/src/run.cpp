// Runs: the library's own loop, or inputs from Python tick by tick.
#include "run.h"

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <cmath>

#include "driven_run.h"
#include "errors.h"

namespace bramah::python {
namespace {

struct PyRun {
  std::shared_ptr<const PyModel> model;
  RunSummary summary;
  Recording recording;
};
using Shared = std::shared_ptr<PyModel>;

double time_argument(const py::object& value, double otherwise, const char* name) {
  if (value.is_none()) return otherwise;
  const double time = quantity_argument(value, "s", name);
  if (time < 0.0) throw InputError(std::string(name) + ": expected a time that is not negative");
  return time;
}

// The progress bar of a caller in Python; what it throws ends the run.
std::function<void(double)> guarded(const py::object& progress) {
  if (progress.is_none()) return {};
  return [progress](double fraction) {
    const py::gil_scoped_acquire lock;
    progress(fraction);
  };
}

std::unique_ptr<PyRun> run_model(const Shared& model, const py::object& until,
                                 const py::object& every, bool poses, const py::object& progress) {
  auto result = std::make_unique<PyRun>(PyRun{model, {}, {}});
  Interrupt interrupt;
  RunOptions options;
  options.until = time_argument(until, -1.0, "until");
  options.every = time_argument(every, 0.0, "every");
  options.poses = poses;
  options.progress = guarded(progress);
  options.stop = [&] { return interrupt.asked(); };
  {
    const py::gil_scoped_release free;
    result->summary = run(model->model, options, result->recording);
  }
  interrupt.throw_if_any();
  return result;
}

// A row of inputs for each tick.
std::unique_ptr<PyRun> run_rows(const Shared& model, const py::object& until,
                                const py::object& every, bool poses, const py::object& rows) {
  const Array array = number_array(rows, "inputs");
  const std::size_t columns = model->model.inputs().size();
  DrivenRun run{model->model,
                time_argument(until, model->model.until(), "until"),
                time_argument(every, 0.0, "every"),
                poses,
                {},
                {}};
  const long long ticks = std::llround(run.until / model->model.step_size());
  if (array.ndim() != 2 || array.shape(0) < ticks ||
      static_cast<std::size_t>(array.shape(1)) != columns)
    throw InputError("inputs: expected an array of " + std::to_string(ticks) +
                     " rows (a tick each) and " + std::to_string(columns) +
                     " columns (model.inputs)");
  expect_finite(*model, array.data(), static_cast<std::size_t>(ticks), true);
  const double* data = array.data();
  run.drive = [data, columns](const State& state, std::span<double> inputs) {
    const double* row = data + static_cast<std::size_t>(state.tick()) * columns;
    std::copy(row, row + columns, inputs.begin());
  };
  Interrupt interrupt;
  run.stop = [&] { return interrupt.asked(); };
  auto result = std::make_unique<PyRun>(PyRun{model, {}, {}});
  {
    const py::gil_scoped_release free;
    result->summary = run.run(result->recording);
  }
  interrupt.throw_if_any();
  return result;
}

// A controller in Python: called with the time and a copy of the state at every tick.
std::unique_ptr<PyRun> run_called(const Shared& model, const py::object& until,
                                  const py::object& every, bool poses,
                                  const py::function& control) {
  DrivenRun run{model->model,
                time_argument(until, model->model.until(), "until"),
                time_argument(every, 0.0, "every"),
                poses,
                {},
                {}};
  run.drive = [&](const State& state, std::span<double> inputs) {
    const InputValues values(*model, control(state.time(), PyState{state, model->names}));
    const auto given = values.inputs().values;
    const auto defaults = given.empty() ? model->model.input_defaults() : std::vector<double>();
    std::copy_n(given.empty() ? defaults.data() : given.data(), inputs.size(), inputs.begin());
  };
  run.stop = [] {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return false;
  };
  auto result = std::make_unique<PyRun>(PyRun{model, {}, {}});
  result->summary = run.run(result->recording);
  return result;
}

py::array_t<double> column_view(const std::vector<double>& values, std::size_t rows,
                                std::size_t columns, const py::object& owner) {
  return py::array_t<double>({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)},
                             values.data(), owner);
}

void save(const PyRun& run, const std::string& path) {
  const OutputFormat* format = format_of(path);
  std::string endings;
  for (const OutputFormat& f : output_formats())
    for (const std::string& e : f.endings) endings += (endings.empty() ? "" : ", ") + e;
  if (!format) throw InputError("\"" + path + "\": expected a name that ends in " + endings);
  format->write(path, run.model->model, run.summary, run.recording);
}

}  // namespace

void bind_run(py::module_& module) {
  py::class_<PyRun>(module, "Run", "What a run recorded.")
      .def_property_readonly(
          "model", [](const PyRun& r) { return std::const_pointer_cast<PyModel>(r.model); })
      .def_property_readonly("time",
                             [](const py::object& self) {
                               const auto& times = self.cast<const PyRun&>().recording.times;
                               return py::array_t<double>(static_cast<py::ssize_t>(times.size()),
                                                          times.data(), self);
                             })
      .def_property_readonly("values",
                             [](const py::object& self) {
                               const Recording& r = self.cast<const PyRun&>().recording;
                               return column_view(r.values, r.times.size(), r.columns, self);
                             })
      .def_property_readonly(
          "poses",
          [](const py::object& self) {
            const PyRun& run = self.cast<const PyRun&>();
            const auto points = static_cast<py::ssize_t>(run.model->model.drawing().points.size());
            const auto rows = static_cast<py::ssize_t>(run.recording.pose_times.size());
            return py::array_t<double>({rows, points, py::ssize_t{3}}, run.recording.poses.data(),
                                       self);
          })
      .def_property_readonly("summary_json",
                             [](const PyRun& r) { return summary_json(r.model->model, r.summary); })
      .def_property_readonly("converged", [](const PyRun& r) { return r.summary.converged; })
      .def_property_readonly("message", [](const PyRun& r) { return r.summary.message; })
      .def_property_readonly("culprit", [](const PyRun& r) { return r.summary.culprit; })
      .def_property_readonly("warnings", [](const PyRun& r) { return r.summary.warnings; })
      .def("save", &save, py::arg("path"))
      .def("report", [](const PyRun& r, const std::string& path) {
        write_report(path, r.model->model, r.summary, r.recording);
      });
  module.def("run_model", &run_model);
  module.def("run_rows", &run_rows);
  module.def("run_called", &run_called);
}

}  // namespace bramah::python
