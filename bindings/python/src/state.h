// A State as Python holds it: the library's array, and the names of its numbers.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "bramah/binding.h"

namespace bramah::python {

namespace py = pybind11;

// Shared by a model and all its states.
struct StateNames {
  std::string model;  // its name, for messages
  std::string key;    // two models with the same key understand each other's states
  std::size_t size = 0;
  std::vector<StateBlock> blocks;
  std::vector<StateNumber> numbers;

  StateNames(const Model& model);
  StateNames(std::string model, std::string key, std::size_t size, std::vector<StateBlock> blocks,
             std::vector<StateNumber> numbers);
  struct Place {
    std::size_t first = 0, count = 0;
    bool number = false;
  };
  const Place& find(const std::string& name) const;  // throws InputError with a suggestion

 private:
  void index();
  std::unordered_map<std::string, Place> places_;
};

struct PyState {
  State state;
  std::shared_ptr<const StateNames> names;
};

void bind_state(py::module_& module);

}  // namespace bramah::python
