#include "bramah/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/experiment_plan.h"
#include "analysis/study_axes.h"
#include "analysis/study_bounds.h"
#include "analysis/study_checks.h"
#include "core/units.h"
#include "run/load_options_json.h"

namespace bramah {
namespace {

constexpr long long kMostPlanned = 4'000'000'000;  // a Sobol' sequence has 32 digits
constexpr long long kTried = 16;  // runs whose names are looked at before the first

constexpr std::pair<const char*, PointSet> kPointSets[] = {{"grid", PointSet::grid},
                                                           {"random", PointSet::random},
                                                           {"latin", PointSet::latin},
                                                           {"sobol", PointSet::sobol},
                                                           {"sensitivity", PointSet::sensitivity}};

class Planner {
 public:
  Planner(const StudyFile& file, ExperimentPlan& plan) : file_(file), plan_(plan) {
    plan_.options = file.options;
  }

  void make() {
    choose_design();
    read_axes();
    check_correlations();
    choose_reference();
    refuse_what_has_no_number();
    check_chart();
    throw_if_any();
    count_runs();
    throw_if_any();
    MeasureSource source;
    std::optional<Model> base;
    if (!is_formula(plan_)) base = loaded();
    if (base) source.model = &*base;
    if (base && plan_.references) note_shortest_step(base->step_size());
    read_find();
    read_measures(source);
    check_bounds();
    throw_if_any();
    if (base) try_values();
    note_facts(base ? &*base : nullptr);
  }

 private:
  void problem(const std::string& text) { problems_.push_back(text); }
  void throw_if_any() const {
    if (!problems_.empty()) throw InputError(problems_);
  }

  void choose_design() {
    const StudyOptions& o = plan_.options;
    if (!find_task(o.task))
      problem(fmt::format("task: \"{}\" is none of {}{}", o.task, fmt::join(task_names(), ", "),
                          suggestion(o.task, task_names())));
    std::vector<std::string> known;
    bool found = false;
    for (const auto& [name, points] : kPointSets) {
      known.emplace_back(name);
      if (o.design.kind == name) plan_.points = points, found = true;
    }
    if (!found)
      problem(fmt::format("design: \"{}\" is none of {}{}", o.design.kind, fmt::join(known, ", "),
                          suggestion(o.design.kind, known)));
    if (plan_.points != PointSet::grid && o.design.runs < 1)
      problem(fmt::format("design: how many runs? e.g. design: {{kind: {}, runs: 100}}",
                          o.design.kind));
    if (plan_.points == PointSet::grid && o.design.runs > 0)
      problem("design: a grid has all combinations; leave `runs` out or choose another kind");
  }

  void read_axes() {
    try {
      plan_.options.over = expanded(plan_.options.over);
    } catch (const InputError& error) {
      for (const std::string& text : error.problems()) problem(text);
      return;
    }
    if (plan_.options.over.empty())
      problem("over: nothing to vary; for example --over lift.bore=80mm:100mm:5");
    for (const StudyAxis& axis : plan_.options.over) try {
        read_axis(axis);
      } catch (const InputError& error) {
        problem(fmt::format("{} {}: {}", axis.origin, axis.name, error.what()));
      }
    const int most = most_axes(plan_.points);
    if (most > 0 && static_cast<int>(plan_.axes.size()) > most)
      problem(fmt::format("over: {} axes; a {} design has {} at most", plan_.axes.size(),
                          plan_.options.design.kind, most));
  }

  void read_axis(const StudyAxis& axis) {
    std::optional<Distribution> spread;
    for (const std::string& value : axis.values)
      if (auto read = Distribution::read(value)) {
        if (axis.values.size() > 1) throw InputError("a distribution stands alone");
        spread = std::move(read);
      }
    if (spread && plan_.points == PointSet::grid)
      throw InputError(
          "a distribution needs points to draw: design: {kind: latin, runs: 100}, or "
          "random, sobol, sensitivity");
    ExperimentAxis about{axis.name, "", false, static_cast<int>(axis.values.size())};
    if (spread) about.unit = spread->unit(), about.levels = 0;
    if (spread && spread->is_discrete()) {
      const std::string first = spread->word(0.0);
      about.unit = typed_unit(first), about.words = !axis_number(first);
    }
    if (!spread) {
      about.unit = typed_unit(axis.values.front());
      about.words = !std::ranges::all_of(
          axis.values, [](const std::string& v) { return axis_number(v).has_value(); });
      if (about.words) about.unit.clear();
    }
    plan_.distributions.push_back(std::move(spread));
    plan_.axes.push_back(std::move(about));
  }

  void check_correlations() {
    std::set<std::string> used;
    for (const auto& pair : plan_.options.correlations) {
      for (const std::string& name : {pair.a, pair.b}) {
        if (std::ranges::none_of(plan_.axes, [&](const auto& axis) { return axis.name == name; }))
          problem(fmt::format("correlate: no axis is called \"{}\"", name));
        if (!used.insert(name).second)
          problem(fmt::format("correlate: {} is in two pairs; one each", name));
      }
      if (!(std::abs(pair.coefficient) < 1.0))
        problem(fmt::format("correlate: expected a coefficient between -1 and 1; found {:g}",
                            pair.coefficient));
    }
    if (plan_.options.correlations.empty()) return;
    if (plan_.points == PointSet::grid || plan_.points == PointSet::sensitivity)
      problem(
          fmt::format("correlate: axes of a {} design are independent", plan_.options.design.kind));
  }

  // Errors are measures like others; where nobody names one, all of them are measured.
  void choose_reference() {
    StudyOptions& o = plan_.options;
    using Reference = StudyOptions::Reference;
    const bool asked = asks_for_errors(o);
    if (o.task != "run") {
      if (o.reference == Reference::fine || o.reference == Reference::sundials ||
          std::ranges::any_of(o.channels, mentions_error))
        problem(fmt::format("reference: errors are those of runs; found task: {}", o.task));
      o.reference = Reference::none;
      return;
    }
    if (o.reference == Reference::if_asked) o.reference = asked ? Reference::fine : Reference::none;
    if (o.reference != Reference::none && std::ranges::none_of(o.channels, mentions_error))
      for (const char* name : {"length_error", "length_error_rms", "pressure_error"})
        o.channels.emplace_back(name);
    for (const StudyBound& bound : o.bounds)
      if (std::ranges::find(o.channels, bound.measure) == o.channels.end() &&
          std::ranges::none_of(o.channels, [&](const std::string& text) {
            return named_measure(text).name == bound.measure;
          }))
        o.channels.push_back(bound.measure);
    if (o.reference != Reference::none) plan_.references = std::make_shared<ReferenceShelf>();
  }

  void note_shortest_step(double step) {
    for (const StudyAxis& axis : plan_.options.over) {
      if (axis.name != kStepAxis) continue;
      if (!axis_number(axis.values.front()))
        problem("reference: errors need steps in a list or a range; or write reference: none");
      step = INFINITY;
      for (const std::string& value : axis.values)
        step = std::min(step, axis_number(value).value_or(INFINITY));
    }
    plan_.shortest_step = step;
  }

  // A run is a function of its number; those of --refine depend on what others gave.
  void refuse_what_has_no_number() {
    if (plan_.options.refine > 0)
      problem(
          "refine: its runs depend on what others gave, so that they have no place among rows that "
          "are kept; study the steps between in a folder of their own, or leave --into out");
    if (!plan_.options.cases.empty()) problem("cases: a list of configurations is run by study()");
  }

  void check_chart() {
    const StudyOptions& o = plan_.options;
    ChartOptions chart = o.chart;
    for (const StudyAxis& axis : o.over)
      if (is_chart_axis(axis.name)) try {
          if (o.task != "chart") throw InputError("that is an option of the task `chart`");
          for (const std::string& value : axis.values)
            set_chart_option(chart, axis.name.substr(axis.name.find('.') + 1), value);
        } catch (const InputError& error) {
          problem(fmt::format("{} {}: {}", axis.origin, axis.name, error.what()));
        }
    if (o.task == "chart" && (chart.load.empty() || !(chart.pressure > 0.0)))
      problem(
          "chart: where does the load hang, and at which pressure? e.g. chart: {load: hook.eye, "
          "pressure: 225 bar}");
  }

  void count_runs() {
    const long long n = plan_.options.design.runs;
    if (plan_.points == PointSet::grid) {
      plan_.runs = 1;
      for (const StudyAxis& axis : plan_.options.over)
        if (plan_.runs <= kMostPlanned) plan_.runs *= static_cast<long long>(axis.values.size());
    } else {
      plan_.runs = n;
      if (plan_.points == PointSet::sensitivity && n <= kMostPlanned)
        plan_.runs = n * static_cast<long long>(plan_.axes.size() + 2);
    }
    if (plan_.runs > kMostPlanned) problem(fmt::format("design: more than {} runs", kMostPlanned));
  }

  Model loaded() {
    LoadOptions& load_with = plan_.options.load;
    if (load_with.substeps.empty() && compares_solvers(plan_.options))
      load_with.substeps = choice_name(Substeps::off);
    if (plan_.options.task == "statics")
      load_with.set.insert(load_with.set.begin(), "initial=static");
    return load(file_.model, load_with, plan_.files);
  }

  void read_find() {
    const StudyOptions& o = plan_.options;
    if (o.find.empty() && o.so_that.empty()) return;
    const auto equals = o.find.find('='), same = o.so_that.find('=');
    const std::vector<std::string> ends = equals == std::string::npos
                                              ? std::vector<std::string>{}
                                              : split_list(o.find.substr(equals + 1), ':');
    if (ends.size() != 2 || !axis_number(ends[0]) || !axis_number(ends[1]) ||
        same == std::string::npos)
      return problem(
          "find: expected a parameter between two values, and what shall be equal: find: "
          "{payload: 0 kg:5 t}, so_that: lift.A.p = 210 bar");
    plan_.find_name = o.find.substr(0, equals);
    plan_.find_unit = typed_unit(ends[1]);
    plan_.find_expression =
        fmt::format("({}) - ({})", o.so_that.substr(0, same), o.so_that.substr(same + 1));
    const double scale = unit_quantity(plan_.find_unit).value;
    plan_.find_from = *axis_number(ends[0]) / scale, plan_.find_to = *axis_number(ends[1]) / scale;
    std::string si;
    axis_number(ends[1], &si);
    plan_.measures.push_back({plan_.find_name, si, "so that " + o.so_that, plan_.find_name});
  }

  void read_measures(MeasureSource source) {
    const Model* const model = source.model;
    for (const ExperimentAxis& axis : plan_.axes)
      if (!axis.words) source.named[axis.name] = {1.0, unit_quantity(axis.unit).dimension};
    if (!plan_.find_name.empty())
      source.named[plan_.find_name] = {1.0, unit_quantity(plan_.find_unit).dimension};
    if (const ExperimentTask* task = find_task(plan_.options.task))
      task->announce(source, plan_.options);
    for (const std::string& text : plan_.options.channels)
      for (const NamedMeasure& one : meant(text, model)) add_measure(one, source);
    if (!plan_.find_expression.empty()) try {
        measured(plan_.find_expression, source);
      } catch (const InputError& error) {
        problem(fmt::format("so_that: {}", error.what()));
      }
    if (plan_.measures.empty() && plan_.options.channels.empty())
      problem("measure: nothing is measured; for example --measure \"max(lift.A.p)\"");
    std::set<std::string> headings;
    for (const ExperimentAxis& axis : plan_.axes) headings.insert(axis.heading());
    for (const StudyMeasure& measure : plan_.measures)
      if (!headings.insert(measure.name + " [" + measure.unit + "]").second)
        problem(fmt::format("measure: two columns would be called \"{} [{}]\"", measure.name,
                            measure.unit));
  }

  void check_bounds() {
    const StudyOptions& o = plan_.options;
    if (o.bounds.empty()) return;
    if (plan_.points != PointSet::grid ||
        std::ranges::find(plan_.axes, kStepAxis, &ExperimentAxis::name) == plan_.axes.end())
      problem("bound: it is about steps; a grid with an axis of them has one, e.g. step=1ms,2ms");
    for (const std::string& text : bound_problems(plan_.measures, o.bounds)) problem(text);
  }

  // A channel of a run alone: its largest absolute and its last value.
  std::vector<NamedMeasure> meant(const std::string& text, const Model* model) const {
    const NamedMeasure one = named_measure(text);
    const auto is_channel = [&](const std::string& name) {
      return plan_.options.task == "run" && model && model->find_channel(name) >= 0;
    };
    const auto largest = [](const std::string& name) {
      return NamedMeasure{name + ".max", fmt::format("max(max({}), -min({}))", name, name)};
    };
    const auto last = [](const std::string& name) {
      return NamedMeasure{name + ".end", "end(" + name + ")"};
    };
    if (one.name != one.expression) return {one};
    if (is_channel(one.name)) return {largest(one.name), last(one.name)};
    const std::string before = one.name.substr(0, one.name.rfind('.'));
    if (one.name.ends_with(".max") && is_channel(before)) return {largest(before)};
    if (one.name.ends_with(".end") && is_channel(before)) return {last(before)};
    return {one};
  }

  void add_measure(const NamedMeasure& one, const MeasureSource& source) {
    try {
      std::string unit = si_name(measured(one.expression, source).dimension);
      if (one.expression == "rightmost_pole" || one.expression == "growth")
        unit = "1/s";  // no frequency
      plan_.measures.push_back({one.name, unit, one.expression, one.expression});
    } catch (const InputError& error) {
      problem(fmt::format("measure {}", error.what()));
    }
  }

  // Names that are wrong in every run are a mistake; a machine that cannot be built is a row.
  void try_values() const {
    Study names;
    names.axes = plan_.options.over;
    std::vector<StudyPlan> plans(static_cast<std::size_t>(std::min(plan_.runs, kTried)));
    for (std::size_t k = 0; k < plans.size(); ++k) {
      const long long run =
          static_cast<long long>(k) * (plan_.runs / static_cast<long long>(plans.size()));
      const std::vector<std::string> values = point_of(plan_, run);
      plans[k].load = plan_.options.load;
      for (std::size_t a = 0; a < values.size(); ++a)
        if (!is_chart_axis(plan_.axes[a].name))
          apply_axis(plan_.options.over[a], values[a], plans[k].load);
    }
    check_paths(file_.model, names, plans);
  }

  void note_facts(const Model* base) {
    const StudyOptions& o = plan_.options;
    std::string text = fmt::format("program: bramah {}\nmodel: {}\ntask: {}\n", version(),
                                   base ? base->hash() : "none", o.task);
    if (base)
      text += fmt::format("until: {}\nsolver: {}\n", base->until(), options_object(o.load).dump());
    for (const StudyAxis& axis : o.over)
      text += fmt::format("over {}: {}\n", axis.name, fmt::join(axis.values, ", "));
    text += fmt::format("design: {}, {} runs, seed {}\n", o.design.kind, plan_.runs, o.design.seed);
    for (const auto& pair : o.correlations)
      text += fmt::format("correlate: {}, {}: {}\n", pair.a, pair.b, pair.coefficient);
    if (!o.find.empty()) text += fmt::format("find: {} so that {}\n", o.find, o.so_that);
    if (plan_.references)
      text +=
          o.reference == StudyOptions::Reference::sundials
              ? "reference: sundials\n"
              : fmt::format("reference: fine, {} s\n", reference_steps(plan_.shortest_step).step);
    if (o.task == "chart")
      text += fmt::format("chart: {} at {} Pa, {} Pa in the other chamber, {}, {} steps\n",
                          o.chart.load, o.chart.pressure, o.chart.back,
                          fmt::join(o.chart.cylinders, ", "), o.chart.steps);
    if (o.task == "chart")
      for (const auto& [cylinder, force] : o.chart.rated)
        text += fmt::format("rated: {} {} N\n", cylinder, force);
    for (const StudyMeasure& measure : plan_.measures)
      text += fmt::format("measure {} [{}]: {}\n", measure.name, measure.unit, measure.expression);
    plan_.facts = {{"program", std::string("bramah ") + version()},
                   {"model", base ? base->name() : "none"},
                   {"hash", base ? base->hash() : ""},
                   {"task", o.task},
                   {"design", o.design.kind},
                   {"runs", std::to_string(plan_.runs)},
                   {"seed", std::to_string(o.design.seed)},
                   {"find", o.find.empty() ? "" : plan_.find_name + " so that " + o.so_that},
                   {"definition", text}};
    for (const auto& [path, content] : plan_.files.texts)
      plan_.facts.emplace_back("file " + path, content);
  }

  const StudyFile& file_;
  ExperimentPlan& plan_;
  std::vector<std::string> problems_;
};

}  // namespace

Experiment::Experiment(const StudyFile& file) {
  auto plan = std::make_shared<ExperimentPlan>();
  Planner(file, *plan).make();
  plan_ = std::move(plan);
}

long long Experiment::runs() const { return plan_->runs; }
const std::vector<ExperimentAxis>& Experiment::axes() const { return plan_->axes; }
const std::vector<StudyMeasure>& Experiment::measures() const { return plan_->measures; }
const std::vector<std::pair<std::string, std::string>>& Experiment::facts() const {
  return plan_->facts;
}
std::vector<std::string> Experiment::values(long long run) const { return point_of(*plan_, run); }

std::optional<ExperimentRow> Experiment::perform(long long run,
                                                 const std::function<bool()>& stop) const {
  return perform_run(*plan_, run, stop);
}

}  // namespace bramah
