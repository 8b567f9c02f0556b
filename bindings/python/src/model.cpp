#include "model.h"

#include <algorithm>
#include <cmath>

namespace bramah::python {

PyModel::PyModel(Model m, MachineFiles f, LoadOptions o)
    : model(std::move(m)),
      files(std::move(f)),
      options(std::move(o)),
      names(std::make_shared<const StateNames>(model)) {
  for (std::size_t k = 0; k < model.channels().size(); ++k)
    channel_index_.try_emplace(model.channels()[k].name, static_cast<int>(k));
}

int PyModel::channel(const std::string& name) const {
  const auto found = channel_index_.find(name);
  if (found != channel_index_.end()) return found->second;
  std::vector<std::string> known;
  for (const Channel& c : model.channels()) known.push_back(c.name);
  throw InputError("\"" + model.name() + "\" has no channel \"" + name + "\"" +
                   suggestion(name, known));
}

std::vector<int> PyModel::channels(const py::handle& wanted) const {
  std::vector<int> all;
  if (wanted.is_none()) {
    for (std::size_t k = 0; k < model.channels().size(); ++k) all.push_back(static_cast<int>(k));
  } else if (py::isinstance<py::str>(wanted)) {
    all.push_back(channel(wanted.cast<std::string>()));
  } else {
    if (!py::isinstance<py::iterable>(wanted))
      throw InputError("channels: expected names, e.g. [\"lift.length\"]; found " +
                       std::string(Py_TYPE(wanted.ptr())->tp_name));
    for (const auto& item : wanted) {
      if (py::isinstance<py::str>(item)) {
        all.push_back(channel(item.cast<std::string>()));
        continue;
      }
      if (!PyIndex_Check(item.ptr()))
        throw InputError("channels: expected names or their numbers; found " +
                         std::string(Py_TYPE(item.ptr())->tp_name));
      const long number = PyLong_AsLong(py::int_(py::reinterpret_borrow<py::object>(item)).ptr());
      if (number < 0 || number >= static_cast<long>(model.channels().size()))
        throw InputError("channels: there is no channel " + std::to_string(number) +
                         "; expected 0 to " + std::to_string(model.channels().size() - 1));
      all.push_back(static_cast<int>(number));
    }
  }
  return all;
}

void PyModel::expect(const PyState& state) const {
  if (state.names == names) return;
  if (state.names->key == names->key && state.names->size == names->size) return;
  throw InputError(
      "expected a State of \"" + model.name() + "\" (" + names->key + ", " +
      std::to_string(names->size) + " numbers); found one of \"" + state.names->model + "\" (" +
      state.names->key + ", " + std::to_string(state.names->size) +
      " numbers); adopt() takes over a State of the same machine with other parameters");
}

PyModel::Lent::Lent(const PyModel& owner) : owner_(owner) {
  {
    const std::lock_guard lock(owner.mutex_);
    if (!owner.idle_.empty()) {
      work_ = std::move(owner.idle_.back());
      owner.idle_.pop_back();
      return;
    }
  }
  work_ = std::make_unique<Workspace>(owner.model);
}

PyModel::Lent::~Lent() {
  const std::lock_guard lock(owner_.mutex_);
  owner_.idle_.push_back(std::move(work_));
}

long long ticks_at_once(const Model& model, long long ticks) noexcept {
  constexpr long long kBlock = 64;
  return choice_record(model.integrator_rule()).variable ? ticks : std::min(kBlock, ticks);
}

void expect_finite(const PyModel& model, const double* values, std::size_t rows, bool many) {
  const std::size_t columns = model.model.inputs().size();
  for (std::size_t k = 0; k < rows * columns; ++k) {
    if (std::isfinite(values[k])) continue;
    const std::string row = many ? std::to_string(k / columns) + ", " : "";
    throw InputError("inputs[" + row + std::to_string(k % columns) + "] (" +
                     model.model.inputs()[k % columns] + "): expected a finite number; found " +
                     (std::isnan(values[k]) ? "nan"
                      : values[k] > 0       ? "inf"
                                            : "-inf"));
  }
}

InputValues::InputValues(const PyModel& model, const py::handle& values) {
  if (values.is_none()) return;
  if (PyDict_Check(values.ptr()))
    take_dict(model, py::reinterpret_borrow<py::dict>(values));
  else
    take_array(model, values);
  expect_finite(model, data_, 1, false);
}

void InputValues::take_dict(const PyModel& model, const py::dict& values) {
  own_ = model.model.input_defaults();
  const auto& names = model.model.inputs();
  for (const auto& [key, value] : values) {
    const std::string name = py::str(key);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw InputError(
          "\"" + model.model.name() + "\" has no input \"" + name + "\"" +
          (names.empty() ? "; controls=True makes inputs of its levers" : suggestion(name, names)));
    const Array number = number_array(value, "inputs: " + name);
    if (number.size() != 1) throw InputError("inputs: " + name + ": expected one number");
    own_[static_cast<std::size_t>(found - names.begin())] = number.data()[0];
  }
  data_ = own_.data(), size_ = own_.size();
}

// An array of doubles is read where it lies: asking numpy for one costs as much as a tenth of a step.
bool is_plain(const py::handle& values) {
  if (!py::isinstance<py::array>(values)) return false;
  const auto* array = py::detail::array_proxy(values.ptr());
  return py::detail::array_descriptor_proxy(array->descr)->type_num ==
             py::detail::npy_api::NPY_DOUBLE_ &&
         py::detail::check_flags(values.ptr(), py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ |
                                                   py::detail::npy_api::NPY_ARRAY_ALIGNED_) &&
         py::detail::array_descriptor_proxy(array->descr)->byteorder == '=';
}

void InputValues::take_array(const PyModel& model, const py::handle& values) {
  const Array array =
      is_plain(values) ? py::reinterpret_borrow<Array>(values) : number_array(values, "inputs");
  const std::size_t wanted = model.model.inputs().size();
  if (array.ndim() > 1 || static_cast<std::size_t>(array.size()) != wanted)
    throw InputError(
        "inputs: expected " + std::to_string(wanted) + " numbers, one for each of model.inputs" +
        (wanted == 0 ? " (controls=True makes inputs of its levers)" : "") + "; found " +
        std::to_string(array.size()) +
        (array.ndim() > 1 ? " in " + std::to_string(array.ndim()) + " dimensions" : ""));
  data_ = array.data(), size_ = wanted;
  array_ = array;
}

}  // namespace bramah::python
