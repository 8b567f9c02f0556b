// Model, Channel and StepReport as Python sees them.
#include <pybind11/stl.h>

#include <algorithm>

#include "errors.h"
#include "model.h"

namespace bramah::python {
namespace {

using Shared = std::shared_ptr<PyModel>;

Shared load_path(const py::object& path, const py::kwargs& arguments) {
  const LoadOptions options = load_options(arguments);
  const std::string text = py::module_::import("os").attr("fspath")(path).cast<std::string>();
  const py::gil_scoped_release free;
  MachineFiles files;
  Model model = load(text, options, files);
  return std::make_shared<PyModel>(std::move(model), std::move(files), options);
}

Shared load_files(const std::string& path, const std::map<std::string, std::string>& texts,
                  const py::kwargs& arguments) {
  const LoadOptions options = load_options(arguments);
  const py::gil_scoped_release free;
  MachineFiles files{path, texts};
  Model model = load(files, options);
  return std::make_shared<PyModel>(std::move(model), std::move(files), options);
}

// One tick is shorter than giving the interpreter's lock away and taking it back is worth.
StepReport step_state(const PyModel& self, PyState& state, const py::object& values,
                      long long ticks) {
  self.expect(state);
  if (ticks < 1) throw InputError("ticks: expected 1 or more; found " + std::to_string(ticks));
  const InputValues inputs(self, values);
  PyModel::Lent work(self);
  StepReport report;
  if (ticks == 1) {
    report = step(self.model, state.state, *work, inputs.inputs());
  } else {
    Interrupt interrupt;
    {
      const py::gil_scoped_release free;
      const long long block = ticks_at_once(self.model, ticks);
      for (long long done = 0; done < ticks && report.converged && !interrupt.asked();
           done += block)
        report =
            advance(self.model, state.state, *work, inputs.inputs(), std::min(block, ticks - done));
    }
    interrupt.throw_if_any();
  }
  if (!report.converged) throw_step_error(self.model, report, state.state.time());
  return report;
}

// The array to fill: the caller's own, or a new one.
py::array_t<double> output(const py::object& out, const std::vector<py::ssize_t>& shape) {
  if (out.is_none()) return py::array_t<double>(shape);
  std::string wanted;
  for (const py::ssize_t n : shape) wanted += (wanted.empty() ? "" : ", ") + std::to_string(n);
  const std::string expected =
      "out: expected a writable C-ordered array of float64 of shape (" + wanted + ")";
  if (!py::isinstance<py::array_t<double, py::array::c_style>>(out)) throw InputError(expected);
  auto array = out.cast<py::array_t<double, py::array::c_style>>();
  if (array.ptr() != out.ptr() || !array.writeable()) throw InputError(expected);
  bool same = array.ndim() == static_cast<py::ssize_t>(shape.size());
  for (std::size_t k = 0; same && k < shape.size(); ++k)
    same = array.shape(static_cast<py::ssize_t>(k)) == shape[k];
  if (!same) throw InputError(expected);
  return array;
}

py::array_t<double> observe_state(const PyModel& self, const PyState& state,
                                  const py::object& channels, const py::object& out) {
  self.expect(state);
  PyModel::Lent work(self);
  if (channels.is_none()) {
    auto values = output(out, {static_cast<py::ssize_t>(self.model.channels().size())});
    self.model.observe(state.state, *work,
                       {values.mutable_data(), static_cast<std::size_t>(values.size())});
    return values;
  }
  const std::vector<int> wanted = self.channels(channels);
  auto values = output(out, {static_cast<py::ssize_t>(wanted.size())});
  observe_some(self.model, state.state, *work, wanted, {values.mutable_data(), wanted.size()});
  return values;
}

// A row of `width` numbers for each of `count` things, written by Model::pose() or body_poses().
template <class Write>
py::array_t<double> poses_of(const PyModel& self, const PyState& state, std::size_t count,
                             py::ssize_t width, Write write) {
  self.expect(state);
  PyModel::Lent work(self);
  py::array_t<double> rows({static_cast<py::ssize_t>(count), width});
  (self.model.*write)(state.state, *work,
                      {rows.mutable_data(), static_cast<std::size_t>(rows.size())});
  return rows;
}

PyState adopt_state(const PyModel& self, const PyModel& other, const PyState& state) {
  other.expect(state);
  PyModel::Lent work(self);
  return {self.model.adopt(other.model, state.state, *work), self.names};
}

py::dict parameters_of(const PyModel& self) {
  py::dict all;
  for (const Setting& s : settings(self.files, self.options)) all[py::str(s.path)] = s.text;
  return all;
}

const char* causality_name(Causality c) {
  constexpr const char* names[] = {"input", "output", "parameter", "local"};
  return names[static_cast<int>(c)];
}

py::list controls_of(const Model& model) {
  py::list all;
  for (const Control& c : model.controls()) {
    py::dict item;
    item["input"] = c.input, item["signal"] = c.signal, item["label"] = c.label;
    item["positive"] = c.positive, item["negative"] = c.negative;
    item["range"] = c.range, item["unit"] = c.unit, item["returns"] = c.returns;
    all.append(item);
  }
  return all;
}

py::list faults_of(const Model& model) {
  py::list all;
  for (const Fault& f : model.faults()) {
    py::dict item;
    item["input"] = f.input, item["name"] = f.name, item["kind"] = f.kind;
    item["target"] = f.target, item["text"] = f.text;
    all.append(item);
  }
  return all;
}

// A State with one of its independent numbers changed, for each of `by`, a row each.
py::tuple neighbours_of(const PyModel& self, const PyState& state, const std::vector<double>& by) {
  self.expect(state);
  Neighbours near(self.model, state.state);
  const std::size_t n = near.numbers().size(), width = state.state.values().size();
  py::list numbers;
  for (std::size_t k = 0; k < n; ++k)
    numbers.append(py::make_tuple(near.numbers()[k].name, near.numbers()[k].at, near.scales()[k]));
  py::array_t<double> rows(
      {static_cast<py::ssize_t>(n * by.size() + 1), static_cast<py::ssize_t>(width)});
  double* to = rows.mutable_data();
  const auto put = [&](std::size_t number, double change) {
    const State one = n == 0 ? state.state : near.moved(number, change);
    to = std::copy(one.values().begin(), one.values().end(), to);
  };
  for (std::size_t k = 0; k < n; ++k)
    for (const double change : by) put(k, change * near.scales()[k]);
  put(0, 0.0);
  return py::make_tuple(numbers, rows);
}

py::array_t<double> matrix_of(const std::vector<double>& values, std::size_t rows,
                              std::size_t columns) {
  return py::array_t<double>({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)},
                             values.data());
}

// (numbers, by_state, by_inputs, why not).
py::tuple step_tangent_of(const PyModel& self, const PyState& state, const py::handle& values) {
  self.expect(state);
  const InputValues inputs(self, values);
  const StepTangent found = step_tangent(self.model, state.state, inputs.inputs());
  if (!found.refused.empty())
    return py::make_tuple(py::list(), py::none(), py::none(), found.refused);
  const std::size_t n = found.numbers.size();
  py::list numbers;
  for (std::size_t k = 0; k < n; ++k)
    numbers.append(py::make_tuple(found.numbers[k].name, found.numbers[k].at, found.scales[k]));
  const std::size_t columns = self.model.inputs().size();
  return py::make_tuple(numbers, matrix_of(found.by_state, n, n),
                        matrix_of(found.by_inputs, n, columns), std::string());
}

void bind_records(py::module_& module) {
  py::class_<Channel>(module, "Channel", "What can be recorded: name, SI unit, what it is.")
      .def_readonly("name", &Channel::name)
      .def_readonly("unit", &Channel::unit)
      .def_readonly("nominal", &Channel::nominal)
      .def_readonly("description", &Channel::description)
      .def_property_readonly("causality",
                             [](const Channel& c) { return causality_name(c.causality); })
      .def("__repr__",
           [](const Channel& c) { return "<Channel " + c.name + " [" + c.unit + "]>"; });
  py::class_<StepReport>(module, "StepReport", "How a step went.")
      .def_readonly("converged", &StepReport::converged)
      .def_readonly("iterations", &StepReport::iterations)
      .def_readonly("solves", &StepReport::solves)
      .def_readonly("max_iterations", &StepReport::max_iterations)
      .def_readonly("residual", &StepReport::residual)
      .def_readonly("gap", &StepReport::gap)
      .def_readonly("rate_gap", &StepReport::rate_gap)
      .def_readonly("substeps", &StepReport::substeps)
      .def_readonly("coarse", &StepReport::coarse)
      .def_readonly("worst", &StepReport::worst);
}

}  // namespace

void bind_model(py::module_& module) {
  bind_records(module);
  using Class = py::class_<PyModel, Shared>;
  const auto text = [](auto getter) {
    return [getter](const PyModel& m) { return (m.model.*getter)(); };
  };
  Class(module, "Model", "A machine, built once, checked, immutable; share it between threads.")
      .def_property_readonly("name", text(&Model::name))
      .def_property_readonly("hash", text(&Model::hash), "of the files and all overrides")
      .def_property_readonly("method", text(&Model::method))
      .def_property_readonly("integrator", text(&Model::integrator))
      .def_property_readonly("coupling", text(&Model::coupling))
      .def_property_readonly("step_size", text(&Model::step_size), "[s]")
      .def_property_readonly("until", text(&Model::until), "the file's end time [s]")
      .def_property_readonly("notes", text(&Model::notes), "what loading did")
      .def_property_readonly("warnings", text(&Model::warnings),
                             "what a careful colleague would doubt")
      .def_property_readonly("channels", text(&Model::channels), "what can be observed")
      .def_property_readonly("inputs", text(&Model::inputs),
                             "names, in the order of step()'s inputs")
      .def_property_readonly("input_defaults",
                             [](const PyModel& m) {
                               const auto values = m.model.input_defaults();
                               return py::array_t<double>(static_cast<py::ssize_t>(values.size()),
                                                          values.data());
                             })
      .def_property_readonly("parameters", &parameters_of,
                             "path -> text of all that `set` can replace")
      .def_property_readonly(
          "scene", [](const PyModel& m) { return scene_dict(m.model.scene()); },
          "what it looks like: bodies, shapes, cylinders, markers")
      .def_property_readonly(
          "drawing", [](const PyModel& m) { return drawing_dict(m.model.drawing()); },
          "points and lines of pose()")
      .def_property_readonly(
          "controls", [](const PyModel& m) { return controls_of(m.model); },
          "levers, where loaded with controls=True")
      .def_property_readonly("faults", [](const PyModel& m) { return faults_of(m.model); })
      .def_property_readonly(
          "files",
          [](const PyModel& m) {
            py::dict all;
            for (const auto& [path, content] : m.files.texts)
              all[py::str(path)] = py::bytes(content);
            return all;
          },
          "path -> bytes of the machine file and all it includes")
      .def_property_readonly("path", [](const PyModel& m) { return m.files.path; })
      .def_property_readonly("options", [](const PyModel& m) { return options_dict(m.options); })
      .def(
          "initial_state",
          [](const PyModel& m) {
            return PyState{m.model.initial_state(), m.names};
          },
          "a new State, as the machine starts")
      .def("step", &step_state, py::arg("state"), py::arg("inputs") = py::none(),
           py::arg("ticks") = 1,
           "Advances state by one tick, or several with inputs held; raises StepError and keeps "
           "the last good tick.")
      .def("observe", &observe_state, py::arg("state"), py::arg("channels") = py::none(),
           py::arg("out") = py::none(),
           "values of all channels or of those named, into `out` if given")
      .def(
          "select",
          [](const PyModel& m, const py::object& names) {
            const auto all = m.channels(names);
            return py::array_t<int>(static_cast<py::ssize_t>(all.size()), all.data());
          },
          py::arg("channels"), "numbers of channels")
      .def(
          "pose",
          [](const PyModel& m, const PyState& state) {
            return poses_of(m, state, m.model.drawing().points.size(), 3, &Model::pose);
          },
          py::arg("state"), "x, y, z of each point of the drawing [m]")
      .def(
          "body_poses",
          [](const PyModel& m, const PyState& state) {
            return poses_of(m, state, m.model.scene().bodies.size(), 7, &Model::body_poses);
          },
          py::arg("state"), "x, y, z and w, x, y, z of each body of the scene")
      .def("adopt", &adopt_state, py::arg("other"), py::arg("state"),
           "a State of the same machine with other parameters as one of this model")
      .def("__repr__",
           [](const PyModel& m) {
             return "<Model \"" + m.model.name() + "\", " + m.model.method() + ", " +
                    m.model.integrator() + ">";
           })
      .def(py::pickle(
          [](const PyModel& m) {
            py::dict texts;
            for (const auto& [path, content] : m.files.texts)
              texts[py::str(path)] = py::bytes(content);
            return py::make_tuple(m.files.path, texts, options_dict(m.options));
          },
          [](const py::tuple& parts) {
            if (parts.size() != 3) throw InputError("these bytes are no Model");
            return load_files(parts[0].cast<std::string>(),
                              parts[1].cast<std::map<std::string, std::string>>(),
                              parts[2].cast<py::kwargs>());
          }));
  module.def("load", &load_path, py::arg("path"));
  module.def("load_files", &load_files, py::arg("path"), py::arg("texts"));
  module.def(
      "load_text",
      [](const std::string& yaml, const std::string& name, const py::kwargs& arguments) {
        return load_files(name, {{name, yaml}}, arguments);
      },
      py::arg("text"), py::arg("name") = "machine.yaml");
  module.def("document_json", &document_json, py::arg("text"), py::arg("name"));
  module.def(
      "neighbours", &neighbours_of, py::arg("model"), py::arg("state"), py::arg("by"),
      "(name, place, scale) of each independent number; rows of States, the unchanged one last");
  module.def("step_tangent", &step_tangent_of, py::arg("model"), py::arg("state"),
             py::arg("inputs"),
             "(name, place, scale) of each independent number, by_state, by_inputs; why not");
}

}  // namespace bramah::python
