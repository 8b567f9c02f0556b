#include "arguments.h"

#include <pybind11/stl.h>

#include <cmath>

namespace bramah::python {
namespace {

bool is_number(const py::handle& value) {
  return PyNumber_Check(value.ptr()) && !py::isinstance<py::str>(value) &&
         !py::isinstance<py::bool_>(value);
}

std::string type_name(const py::handle& value) { return Py_TYPE(value.ptr())->tp_name; }

// A number is in SI; the file's reader knows the unit.
std::string setting_text(const std::string& path, const py::handle& value) {
  if (py::isinstance<py::str>(value)) return path + "=" + value.cast<std::string>();
  if (py::isinstance<py::bool_>(value)) return path + (value.cast<bool>() ? "=true" : "=false");
  if (!is_number(value))
    throw InputError("set: " + path + ": expected text with a unit or a number in SI; found " +
                     type_name(value));
  return path + "=" +
         py::repr(py::float_(py::reinterpret_borrow<py::object>(value))).cast<std::string>() +
         " SI";
}

std::vector<std::string> settings_argument(const py::handle& value) {
  std::vector<std::string> all;
  if (py::isinstance<py::dict>(value)) {
    for (const auto& [key, item] : py::reinterpret_borrow<py::dict>(value))
      all.push_back(setting_text(py::str(key), item));
  } else if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    for (const auto& item : value) all.push_back(py::str(item));
  } else {
    throw InputError("set: expected a dict, e.g. {\"lift.bore\": \"90mm\"}; found " +
                     type_name(value));
  }
  return all;
}

std::string word_argument(const py::handle& value, const std::string& name) {
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  throw InputError(name + ": expected a word; found " + type_name(value));
}

std::vector<std::string> option_names() {
  std::vector<std::string> names{"set", "step", "until", "controls", "faults", "accuracy", "guide"};
  for (const SolverOption& option : kSolverOptions) names.emplace_back(option.name);
  return names;
}

void take_option(LoadOptions& options, const std::string& name, const py::handle& value) {
  if (value.is_none()) return;
  if (name == "set")
    options.set = settings_argument(value);
  else if (name == "step")
    options.step = quantity_argument(value, "s", name);
  else if (name == "until")
    options.until = quantity_argument(value, "s", name);
  else if (name == "controls")
    options.controls = py::bool_(py::reinterpret_borrow<py::object>(value));
  else if (name == "faults")
    options.faults = py::bool_(py::reinterpret_borrow<py::object>(value));
  else if (name == "accuracy")
    options.accuracy = word_argument(value, name);
  else if (name == "guide")
    options.guide = word_argument(value, name);
  else if (const SolverOption* option = find_solver_option(name))
    options.*option->field = word_argument(value, name);
  else
    throw InputError("there is no option \"" + name + "\"" + suggestion(name, option_names()));
}

}  // namespace

double quantity_argument(const py::handle& value, const std::string& unit,
                         const std::string& name) {
  double number = 0.0;
  if (py::isinstance<py::str>(value)) {
    try {
      number = parse_quantity(value.cast<std::string>(), unit);
    } catch (const InputError& error) {
      throw InputError(name + ": " + error.what());
    }
  } else if (is_number(value)) {
    number = py::float_(py::reinterpret_borrow<py::object>(value));
  } else {
    throw InputError(name + ": expected text with a unit or a number in " + unit + "; found " +
                     type_name(value));
  }
  if (!std::isfinite(number)) throw InputError(name + ": expected a finite number");
  return number;
}

Array number_array(const py::handle& value, const std::string& name) {
  Array array = Array::ensure(value);
  if (array) return array;
  PyErr_Clear();
  throw InputError(name + ": expected numbers; found " + type_name(value));
}

LoadOptions load_options(const py::dict& arguments) {
  LoadOptions options;
  std::vector<std::string> problems;
  for (const auto& [key, value] : arguments) try {
      take_option(options, py::str(key), value);
    } catch (const InputError& error) {
      for (const std::string& problem : error.problems()) problems.push_back(problem);
    }
  if (!problems.empty()) throw InputError(problems);
  return options;
}

py::dict options_dict(const LoadOptions& options) {
  py::dict all;
  if (!options.set.empty()) all["set"] = py::cast(options.set);
  if (options.step) all["step"] = *options.step;
  if (options.until) all["until"] = *options.until;
  if (options.controls) all["controls"] = true;
  if (options.faults) all["faults"] = true;
  if (!options.accuracy.empty()) all["accuracy"] = options.accuracy;
  if (!options.guide.empty()) all["guide"] = options.guide;
  for (const SolverOption& option : kSolverOptions)
    if (const std::string& text = options.*option.field; !text.empty())
      all[py::str(std::string(option.name))] = text;
  return all;
}

}  // namespace bramah::python
