#include "errors.h"

#include <pybind11/stl.h>

#include "bramah/binding.h"

namespace bramah::python {
namespace {

py::object error_class(const char* name) {
  return py::module_::import("bramah._errors").attr(name);
}

void raise(const py::object& type, const py::object& error) {
  PyErr_SetObject(type.ptr(), error.ptr());
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      const py::object type = error_class("InputError");
      raise(type, type(error.problems()));
    }
  });
}

void throw_step_error(const Model& model, const StepReport& report, double time) {
  const py::object type = error_class("StepError");
  raise(type, type(explain(model, report), culprit(model, report), time, report));
  throw py::error_already_set();
}

bool Interrupt::asked() noexcept {
  if (error_) return true;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  try {
    throw py::error_already_set();
  } catch (...) {
    error_ = std::current_exception();
  }
  return true;
}

void Interrupt::throw_if_any() const {
  if (error_) std::rethrow_exception(error_);
}

}  // namespace bramah::python
