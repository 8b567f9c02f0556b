// How the library's failures reach Python: InputError with its problems, StepError with its culprit,
// KeyboardInterrupt out of long calls.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>

#include "bramah/bramah.h"

namespace bramah::python {

namespace py = pybind11;

void bind_errors(py::module_& module);

// A StepError that says what failed at which time; the interpreter's lock must be held.
[[noreturn]] void throw_step_error(const Model& model, const StepReport& report, double time);

// Lets Ctrl-C end work that runs without the interpreter's lock: asks about ten times a second.
class Interrupt {
 public:
  // True: stop. Call it from the thread that Python called, without the lock.
  bool asked() noexcept;
  void throw_if_any() const;  // with the lock

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  std::exception_ptr error_;
};

}  // namespace bramah::python
