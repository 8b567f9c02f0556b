// A Model as Python holds it: with the files and options it was made from, so that it can travel, and
// with workspaces to lend.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "arguments.h"
#include "bramah/binding.h"
#include "state.h"

namespace bramah::python {

class PyModel {
 public:
  PyModel(Model model, MachineFiles files, LoadOptions options);

  const Model model;
  const MachineFiles files;
  const LoadOptions options;
  const std::shared_ptr<const StateNames> names;

  int channel(const std::string& name) const;                // throws InputError with a suggestion
  std::vector<int> channels(const py::handle& names) const;  // None: all

  void expect(const PyState& state) const;  // throws InputError: a State of another model

  // A workspace for the length of a scope; each thread borrows its own.
  class Lent {
   public:
    explicit Lent(const PyModel& owner);
    ~Lent();
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    Workspace& operator*() noexcept { return *work_; }

   private:
    const PyModel& owner_;
    std::unique_ptr<Workspace> work_;
  };

 private:
  std::unordered_map<std::string, int> channel_index_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Workspace>> idle_;
};

// Ticks that are done between two looks at the clock; a rule with steps of its own length takes all at
// once.
long long ticks_at_once(const Model& model, long long ticks) noexcept;

// Values of all inputs: None (defaults), a dict by name, or one number each, checked.
class InputValues {
 public:
  InputValues(const PyModel& model, const py::handle& values);
  Inputs inputs() const noexcept { return {{data_, size_}}; }

 private:
  void take_dict(const PyModel& model, const py::dict& values);
  void take_array(const PyModel& model, const py::handle& values);
  py::object array_;  // kept alive
  std::vector<double> own_;
  const double* data_ = nullptr;
  std::size_t size_ = 0;
};

// Throws InputError for the first that is not finite: "inputs[2] (lift): nan; expected ...".
void expect_finite(const PyModel& model, const double* values, std::size_t rows, bool many);

void bind_model(py::module_& module);
py::dict scene_dict(const Scene& scene);
py::dict drawing_dict(const Drawing& drawing);

}  // namespace bramah::python
