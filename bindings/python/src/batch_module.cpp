// Batch as Python sees it: shapes and names are checked here.
#include <pybind11/stl.h>

#include "batch.h"

namespace bramah::python {
namespace {

std::string shape_text(const py::array& array) {
  std::string text;
  for (py::ssize_t k = 0; k < array.ndim(); ++k)
    text += (k ? ", " : "") + std::to_string(array.shape(k));
  return "(" + text + ")";
}

// The caller's array, or a new one.
py::array_t<double> output(const Batch& self, std::size_t columns, const py::object& out) {
  const auto n = static_cast<py::ssize_t>(self.size()), k = static_cast<py::ssize_t>(columns);
  if (out.is_none()) return py::array_t<double>({n, k});
  const bool fits = py::isinstance<py::array_t<double, py::array::c_style>>(out);
  py::array_t<double> values;
  if (fits) values = py::reinterpret_borrow<py::array_t<double>>(out);
  if (!fits || !values.writeable() || values.ndim() != 2 || values.shape(0) != n ||
      values.shape(1) != k)
    throw InputError("out: expected a writable C-ordered array of float64 of shape (" +
                     std::to_string(n) + ", " + std::to_string(k) + ")");
  return values;
}

py::object step_batch(Batch& self, const py::object& inputs, long long ticks,
                      const py::object& channels, const py::object& out) {
  if (ticks < 1) throw InputError("ticks: expected 1 or more; found " + std::to_string(ticks));
  const auto n = static_cast<py::ssize_t>(self.size());
  const auto k = static_cast<py::ssize_t>(self.model().model.inputs().size());
  Array array;
  std::size_t stride = 0;
  if (!inputs.is_none()) {
    array = number_array(inputs, "inputs");
    const bool one = array.ndim() == 1 && array.shape(0) == k;
    const bool many = array.ndim() == 2 && array.shape(0) == n && array.shape(1) == k;
    if (!one && !many)
      throw InputError("inputs: expected shape (" + std::to_string(n) + ", " + std::to_string(k) +
                       ") or (" + std::to_string(k) + ",); found " + shape_text(array));
    expect_finite(self.model(), array.data(), many ? self.size() : 1, many);
    stride = many ? static_cast<std::size_t>(k) : 0;
  }
  std::vector<int> wanted;
  py::array_t<double> values;
  if (!channels.is_none()) {
    wanted = self.model().channels(channels);
    values = output(self, wanted.size(), out);
  }
  const Batch::Turn turn(self);
  Interrupt interrupt;
  {
    const double* data = inputs.is_none() ? nullptr : array.data();
    double* to = wanted.empty() ? nullptr : values.mutable_data();
    const py::gil_scoped_release free;
    self.step(data, stride, ticks, wanted, to, interrupt);
  }
  interrupt.throw_if_any();
  return channels.is_none() ? py::object(py::none()) : py::object(values);
}

py::array_t<double> observe_batch(Batch& self, const py::object& channels, const py::object& out) {
  const std::vector<int> wanted = self.model().channels(channels);
  py::array_t<double> values = output(self, wanted.size(), out);
  const Batch::Turn turn(self);
  Interrupt interrupt;
  {
    double* data = values.mutable_data();
    const py::gil_scoped_release free;
    self.observe(wanted, data, interrupt);
  }
  interrupt.throw_if_any();
  return values;
}

void expect_instance(const Batch& self, std::size_t i) {
  if (i >= self.size())
    throw InputError("there is no instance " + std::to_string(i) + "; expected 0 to " +
                     std::to_string(self.size() - 1));
}

void reset_batch(Batch& self, const std::vector<std::size_t>& instances) {
  for (const std::size_t i : instances) expect_instance(self, i);
  const Batch::Turn turn(self);
  self.reset(instances);
}

void rebuild_batch(Batch& self, const std::vector<std::size_t>& instances,
                   const std::vector<std::vector<std::string>>& set) {
  for (const std::size_t i : instances) expect_instance(self, i);
  if (set.size() != instances.size())
    throw InputError("parameters: expected settings for each instance");
  const Batch::Turn turn(self);
  Interrupt interrupt;
  {
    const py::gil_scoped_release free;
    self.rebuild(instances, set, interrupt);
  }
  interrupt.throw_if_any();
}

void set_state(Batch& self, std::size_t i, const PyState& state) {
  expect_instance(self, i);
  self.model().expect(state);
  const Batch::Turn turn(self);
  const auto x = state.state.values();
  std::copy(x.begin(), x.end(), self.row(i).begin());
}

PyState get_state(Batch& self, std::size_t i) {
  expect_instance(self, i);
  PyState state{State(self.width()), self.model().names};
  const auto x = self.row(i);
  std::copy(x.begin(), x.end(), state.state.values().begin());
  return state;
}

py::array_t<bool> failed_mask(const Batch& self) {
  py::array_t<bool> mask(static_cast<py::ssize_t>(self.size()));
  for (std::size_t i = 0; i < self.size(); ++i) mask.mutable_data()[i] = self.failed(i);
  return mask;
}

}  // namespace

void bind_batch(py::module_& module) {
  py::class_<Batch>(module, "BatchCore")
      .def(py::init<std::shared_ptr<PyModel>, std::size_t, int>())
      .def("__len__", &Batch::size)
      .def_property_readonly("threads", &Batch::threads)
      .def_property_readonly("states",
                             [](const py::object& self) {
                               Batch& batch = self.cast<Batch&>();
                               return py::array_t<double>({static_cast<py::ssize_t>(batch.size()),
                                                           static_cast<py::ssize_t>(batch.width())},
                                                          batch.data(), self);
                             })
      .def_property_readonly("failed", &failed_mask)
      .def("problem",
           [](const Batch& b, std::size_t i) { return expect_instance(b, i), b.problem(i); })
      .def("culprit",
           [](const Batch& b, std::size_t i) { return expect_instance(b, i), b.blamed(i); })
      .def("step", &step_batch, py::arg("inputs") = py::none(), py::arg("ticks") = 1,
           py::arg("channels") = py::none(), py::arg("out") = py::none())
      .def("observe", &observe_batch, py::arg("channels") = py::none(), py::arg("out") = py::none())
      .def("reset", &reset_batch)
      .def("rebuild", &rebuild_batch)
      .def("state", &get_state)
      .def("set_state", &set_state);
}

}  // namespace bramah::python
