// Studies: those that are kept in a folder, and those in memory.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "bramah/experiment.h"
#include "errors.h"
#include "run.h"

namespace bramah::python {
namespace {

using Words = std::vector<std::pair<std::string, std::string>>;

// What a study file says, and on top of it what Python says.
struct StudySettings {
  std::vector<std::pair<std::string, std::vector<std::string>>> over;
  std::vector<std::string> measures, bounds;
  std::string reference, task, design, find, so_that;
  long long runs = 0;
  std::optional<std::uint64_t> seed;
  Words chart;
  std::vector<std::tuple<std::string, std::string, double>> correlate;
};

void put_over(StudyOptions& options, const StudySettings& s) {
  for (const auto& [name, values] : s.over) {
    std::erase_if(options.over, [&](const StudyAxis& axis) { return axis.name == name; });
    options.over.push_back({name, values, "over"});
  }
  if (!s.measures.empty()) options.channels = s.measures;
  if (!s.bounds.empty()) options.bounds.clear();
  for (const std::string& text : s.bounds) options.bounds.push_back(study_bound(text, "bounds"));
  if (!s.reference.empty()) options.reference = study_reference(s.reference);
  if (!s.task.empty()) options.task = s.task;
  if (!s.design.empty()) options.design.kind = s.design;
  if (s.runs > 0) options.design.runs = s.runs;
  if (s.seed) options.design.seed = *s.seed;
  if (!s.find.empty()) options.find = s.find;
  if (!s.so_that.empty()) options.so_that = s.so_that;
  for (const auto& [name, value] : s.chart) set_chart_option(options.chart, name, value);
  for (const auto& [a, b, coefficient] : s.correlate)
    options.correlations.push_back({a, b, coefficient});
}

StudyFile study_file(const std::string& path, const StudySettings& settings, const py::dict& load) {
  StudyFile file;
  if (!path.empty() && is_study_file(path))
    file = read_study_file(path);
  else
    file.model = path;
  file.options.load = overlaid(file.options.load, load_options(load));
  put_over(file.options, settings);
  return file;
}

// Progress in Python, about ten times a second; Ctrl-C ends the work by an exception.
std::function<void(double)> reporting(const py::object& progress) {
  return [progress](double fraction) {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(fraction);
  };
}

std::unique_ptr<Study> run_study(const StudyFile& file, int jobs, const py::object& progress) {
  StudyOptions options = file.options;
  options.jobs = jobs;
  options.progress = reporting(progress);
  const py::gil_scoped_release free;
  return std::make_unique<Study>(study(file.model, options));
}

void carry_out_study(const StudyFile& file, const std::string& folder, int jobs,
                     const py::object& progress) {
  const auto report = reporting(progress);
  CarryOutOptions options;
  options.jobs = jobs;
  options.progress = [&](const ExperimentProgress& p) {
    report(p.runs > 0 ? static_cast<double>(p.done) / static_cast<double>(p.runs) : 1.0);
  };
  const py::gil_scoped_release free;
  carry_out(Experiment(file), folder, options);
}

py::list numbers_or_words(const std::vector<CsvCell>& cells) {
  py::list out;
  for (const CsvCell& cell : cells)
    if (const double* number = std::get_if<double>(&cell))
      out.append(*number);
    else if (const std::string* text = std::get_if<std::string>(&cell))
      out.append(*text);
    else
      out.append(py::none());
  return out;
}

// Heading and column, in the order of the table `runs`.
py::dict columns(const Results& results) {
  std::vector<long long> runs;
  std::vector<std::vector<CsvCell>> axes(results.axes().size());
  std::vector<std::vector<double>> measures(results.measures().size());
  std::vector<std::string> outcomes, reasons;
  std::vector<double> cpu;
  results.each([&](const ExperimentRow& row) {
    runs.push_back(row.run), outcomes.emplace_back(outcome_name(row.outcome));
    reasons.push_back(row.reason), cpu.push_back(row.cpu_s);
    for (std::size_t a = 0; a < axes.size(); ++a) axes[a].push_back(row.values[a]);
    for (std::size_t k = 0; k < measures.size(); ++k) measures[k].push_back(row.measures[k]);
  });
  py::dict all;
  all["run"] = py::array_t<long long>(static_cast<py::ssize_t>(runs.size()), runs.data());
  for (std::size_t a = 0; a < axes.size(); ++a)
    all[py::str(results.axes()[a].heading())] = numbers_or_words(axes[a]);
  all["outcome"] = outcomes, all["reason"] = reasons;
  for (std::size_t k = 0; k < measures.size(); ++k)
    all[py::str(results.measures()[k].name + " [" + results.measures()[k].unit + "]")] =
        py::array_t<double>(static_cast<py::ssize_t>(measures[k].size()), measures[k].data());
  all["cpu_s"] = py::array_t<double>(static_cast<py::ssize_t>(cpu.size()), cpu.data());
  return all;
}

std::vector<StudyBound> read_bounds(const std::vector<std::string>& texts) {
  std::vector<StudyBound> bounds;
  for (const std::string& text : texts) bounds.push_back(study_bound(text, "bounds"));
  return bounds;
}

}  // namespace

void bind_study(py::module_& module) {
  py::class_<Study>(module, "Study")
      .def_property_readonly("json", &study_json)
      .def("report", [](const Study& s, const std::string& path) { write_study_page(path, s); })
      .def("save", [](const Study& s, const std::string& path) { write_study_csv(path, s); });
  py::class_<StudySettings>(module, "StudySettings")
      .def(py::init<>())
      .def_readwrite("over", &StudySettings::over)
      .def_readwrite("measures", &StudySettings::measures)
      .def_readwrite("bounds", &StudySettings::bounds)
      .def_readwrite("reference", &StudySettings::reference)
      .def_readwrite("task", &StudySettings::task)
      .def_readwrite("design", &StudySettings::design)
      .def_readwrite("runs", &StudySettings::runs)
      .def_readwrite("seed", &StudySettings::seed)
      .def_readwrite("find", &StudySettings::find)
      .def_readwrite("so_that", &StudySettings::so_that)
      .def_readwrite("chart", &StudySettings::chart)
      .def_readwrite("correlate", &StudySettings::correlate);
  py::class_<StudyFile>(module, "StudyFile")
      .def(py::init(&study_file))
      .def_property_readonly("is_experiment",
                             [](const StudyFile& f) { return is_experiment(f.options); })
      .def("study", &run_study)
      .def("carry_out", &carry_out_study);
  py::class_<Results>(module, "KeptResults")
      .def(py::init<const std::string&>())
      .def_property_readonly("runs", &Results::runs)
      .def_property_readonly("facts", &Results::facts)
      .def_property_readonly("text", &results_text)
      .def("columns", &columns)
      .def("json",
           [](const Results& r, const std::vector<std::string>& bounds, double growth) {
             return results_json(r, take_offs_of(r, read_bounds(bounds), growth));
           })
      .def("report",
           [](const Results& r, const std::string& path, const std::vector<std::string>& bounds,
              double growth) {
             write_results_page(path, r, take_offs_of(r, read_bounds(bounds), growth), growth);
           })
      .def("save", [](const Results& r, const std::string& path) { write_results_csv(path, r); });
}

}  // namespace bramah::python
