#include "state.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "arguments.h"

namespace bramah::python {

StateNames::StateNames(const Model& m)
    : StateNames(m.name(), m.hash() + "/" + m.method() + "/" + std::to_string(m.inputs().size()),
                 m.initial_state().values().size(), state_blocks(m), state_numbers(m)) {}

StateNames::StateNames(std::string model_name, std::string model_key, std::size_t state_size,
                       std::vector<StateBlock> all_blocks, std::vector<StateNumber> all_numbers)
    : model(std::move(model_name)),
      key(std::move(model_key)),
      size(state_size),
      blocks(std::move(all_blocks)),
      numbers(std::move(all_numbers)) {
  index();
}

// A number's name wins where a block has the same.
void StateNames::index() {
  for (const StateNumber& n : numbers) places_.try_emplace(n.name, Place{n.at, 1, true});
  for (const StateBlock& b : blocks) places_.try_emplace(b.name, Place{b.first, b.count, false});
  for (const auto& [name, place] : places_)
    if (place.first + place.count > size)
      throw InputError("a State of " + std::to_string(size) + " numbers has no \"" + name + "\"");
}

const StateNames::Place& StateNames::find(const std::string& name) const {
  const auto found = places_.find(name);
  if (found != places_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [other, place] : places_) known.push_back(other);
  std::sort(known.begin(), known.end());
  throw InputError("a State of \"" + model + "\" has no number or block \"" + name + "\"" +
                   suggestion(name, known));
}

namespace {

// A view into the state's own array, which lives as long as the view.
py::array view(const py::object& self, const StateNames::Place& place) {
  double* at = self.cast<PyState&>().state.values().data() + place.first;
  if (place.number)
    return py::array(py::dtype::of<double>(), py::array::ShapeContainer{}, {}, at, self);
  return py::array(py::dtype::of<double>(), {place.count}, {sizeof(double)}, at, self);
}

void set_item(PyState& self, const std::string& name, const py::object& value) {
  const StateNames::Place& place = self.names->find(name);
  const Array numbers = number_array(value, name);
  const auto target = self.state.values().subspan(place.first, place.count);
  if (numbers.size() != 1 && static_cast<std::size_t>(numbers.size()) != place.count)
    throw InputError(name + ": expected " + std::to_string(place.count) + " numbers; found " +
                     std::to_string(numbers.size()));
  for (std::size_t k = 0; k < target.size(); ++k)
    target[k] = numbers.data()[numbers.size() == 1 ? 0 : k];
}

py::tuple pickled(const PyState& self) {
  const auto x = self.state.values();
  py::list blocks, numbers;
  for (const StateBlock& b : self.names->blocks)
    blocks.append(py::make_tuple(b.name, b.first, b.count));
  for (const StateNumber& n : self.names->numbers) numbers.append(py::make_tuple(n.name, n.at));
  return py::make_tuple(py::bytes(reinterpret_cast<const char*>(x.data()), x.size_bytes()),
                        self.names->model, self.names->key, blocks, numbers);
}

PyState unpickled(const py::tuple& parts) {
  if (parts.size() != 5) throw InputError("these bytes are no State");
  const std::string bytes = parts[0].cast<std::string>();
  const std::size_t size = bytes.size() / sizeof(double);
  if (size < State::kHeader || bytes.size() % sizeof(double) != 0)
    throw InputError("these bytes are no State");
  PyState self{State(size), nullptr};
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(self.state.values().data()));
  std::vector<StateBlock> blocks;
  std::vector<StateNumber> numbers;
  for (const auto& item : parts[3]) {
    const auto [name, first, count] =
        item.cast<std::tuple<std::string, std::size_t, std::size_t>>();
    blocks.push_back({name, first, count});
  }
  for (const auto& item : parts[4]) {
    const auto [name, at] = item.cast<std::pair<std::string, std::size_t>>();
    numbers.push_back({name, at});
  }
  self.names = std::make_shared<const StateNames>(
      parts[1].cast<std::string>(), parts[2].cast<std::string>(), size, blocks, numbers);
  return self;
}

bool same(const PyState& a, const PyState& b) {
  return a.names->key == b.names->key && a.state == b.state;
}

std::vector<std::string> keys(const PyState& self) {
  std::vector<std::string> names;
  for (const StateNumber& n : self.names->numbers) names.push_back(n.name);
  return names;
}

}  // namespace

void bind_state(py::module_& module) {
  py::class_<PyState>(module, "State",
                      "Everything the future of a machine depends on: one array of numbers.")
      .def_property_readonly(
          "time", [](const PyState& s) { return s.state.time(); }, "time [s]")
      .def_property_readonly("tick", [](const PyState& s) { return s.state.tick(); })
      .def_property_readonly(
          "step_size", [](const PyState& s) { return s.state.step_size(); }, "[s]")
      .def_property_readonly("model_name", [](const PyState& s) { return s.names->model; })
      .def_property_readonly(
          "values",
          [](const py::object& self) {
            return view(self, {0, self.cast<PyState&>().state.values().size(), false});
          },
          "all numbers, a view without a copy")
      .def_property_readonly(
          "blocks",
          [](const PyState& s) {
            py::dict all;
            for (const StateBlock& b : s.names->blocks)
              all[py::str(b.name)] = py::make_tuple(b.first, b.count);
            return all;
          },
          "name -> (first, count) of each block of values")
      .def("keys", &keys, "names of single numbers")
      .def(
          "__getitem__",
          [](const py::object& self, const std::string& name) {
            return view(self, self.cast<PyState&>().names->find(name));
          },
          "a view of a number (\"lift.A.p\") or a block (\"q\")")
      .def("__setitem__", &set_item)
      .def("copy", [](const PyState& s) { return s; })
      .def("__copy__", [](const PyState& s) { return s; })
      .def("__deepcopy__", [](const PyState& s, const py::dict&) { return s; })
      .def("__eq__",
           [](const PyState& a, const py::object& b) -> py::object {
             if (!py::isinstance<PyState>(b))
               return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             return py::bool_(same(a, b.cast<const PyState&>()));
           })
      .def("__repr__",
           [](const PyState& s) {
             return "<State of \"" + s.names->model +
                    "\" at t = " + py::repr(py::float_(s.state.time())).cast<std::string>() +
                    " s, " + std::to_string(s.state.values().size()) + " numbers>";
           })
      .def(py::pickle(&pickled, &unpickled))
      .attr("__hash__") = py::none();
}

}  // namespace bramah::python
