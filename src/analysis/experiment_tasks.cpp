// What is done with the machine of a run. A further task is a line in kTasks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/deviation.h"
#include "analysis/experiment_plan.h"
#include "analysis/study_axes.h"
#include "analysis/study_checks.h"
#include "bramah/chart.h"

namespace bramah {
namespace {

using Outcome = StudyRow::Outcome;

void fail(Attempt& attempt, const std::string& reason, double at = 0.0) {
  attempt.outcome = Outcome::failed, attempt.reason = reason, attempt.failed_at_s = at;
}

// -------------------------------------------------------------------------------------------- run
void announce_run(MeasureSource& source, const StudyOptions& options) {
  source.named["newton_mean"] = {NAN, {}};
  source.named["cpu_time"] = {NAN, dimension_of("s")};
  if (options.reference == StudyOptions::Reference::none) return;
  source.named["length_error"] = source.named["length_error_rms"] = {NAN, dimension_of("m")};
  source.named["pressure_error"] = {NAN, {}};
}

struct GivenUp {};  // a reference, because the study was told to stop

ReferenceShelf::Truth truth_for(const Attempt& attempt, const ExperimentPlan& plan,
                                const StopAsked& stop) {
  const LoadOptions common = truth_of(attempt.load);
  return plan.references->get(group_of(common), [&] {
    Study kind;
    kind.reference = plan.options.reference;
    return run_truth(
        plan.files.path, [&](const LoadOptions& options) { return load(plan.files, options); },
        common, kind, plan.shortest_step, false,
        [&](double) {
          if (stop && stop()) throw GivenUp{};
        });
  });
}

// Errors against the reference; a run without one has none, and says why.
void measure_errors(Attempt& attempt, const ExperimentPlan& plan, const StopAsked& stop) try {
  Deviation error;
  if (plan.references) {
    const ReferenceShelf::Truth truth = truth_for(attempt, plan, stop);
    if (truth->model)
      error = deviation(*attempt.model, attempt.recording, *truth->model,
                        resampled(truth->recording, attempt.recording.times));
    else
      attempt.reason = "no errors: the reference failed: " + truth->about.problem;
    attempt.source.named["length_error"] = {error.position, dimension_of("m")};
    attempt.source.named["length_error_rms"] = {error.position_rms, dimension_of("m")};
    attempt.source.named["pressure_error"] = {error.pressure_max, {}};
  }
  judge(*attempt.model, attempt.recording, error, attempt.outcome, attempt.reason);
} catch (const GivenUp&) {
  attempt.stopped = true;
}

void perform_simulation(Attempt& attempt, const ExperimentPlan& plan, const StopAsked& stop) {
  RunOptions options;
  options.stop = stop;
  const RunSummary summary = run(*attempt.model, options, attempt.recording);
  attempt.stopped = summary.interrupted;
  if (!summary.converged) return fail(attempt, summary.message, summary.simulated_s);
  attempt.source.model = &*attempt.model, attempt.source.recording = &attempt.recording;
  announce_run(attempt.source, plan.options);
  attempt.source.named["newton_mean"].value = summary.newton_mean;
  attempt.source.named["cpu_time"].value = summary.cpu_s;
  if (!attempt.stopped) measure_errors(attempt, plan, stop);
}

// ---------------------------------------------------------------------------------------- statics
// Measures are over the channels at rest: "lift.A.p" is a number here.
void name_channels(const Model& model, MeasureSource& source) {
  const State state = model.initial_state();
  Workspace work{model};
  std::vector<double> values(model.channels().size());
  model.observe(state, work, values);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Channel& channel = model.channels()[k];
    source.named[channel.name] = {values[k], dimension_of(channel.unit)};
  }
}

void announce_statics(MeasureSource& source, const StudyOptions&) {
  name_channels(*source.model, source);
  source.named["growth"] = {NAN, dimension_of("1/s")};
  source.model = nullptr;  // no run, no curves
}

void perform_statics(Attempt& attempt, const ExperimentPlan&, const StopAsked&) {
  const StaticsReport report = statics(*attempt.model);
  if (!report.converged) return fail(attempt, report.message);
  name_channels(*attempt.model, attempt.source);
  for (const NamedValue& value : report.solved)
    if (const auto found = attempt.source.named.find(value.name);
        found != attempt.source.named.end())
      found->second.value = value.value;
  attempt.source.named["growth"] = {report.growth, dimension_of("1/s")};
}

// -------------------------------------------------------------------------------------- linearize
void announce_linearize(MeasureSource& source, const StudyOptions&) {
  const Dimension rate = dimension_of("1/s"), frequency = dimension_of("Hz");
  source.named["rightmost_pole"] = {NAN, rate};
  source.named["rightmost_frequency"] = source.named["least_damping_frequency"] = {NAN, frequency};
  source.named["rightmost_damping"] = source.named["least_damping"] = {NAN, {}};
  source.named["stiffness_ratio"] = {NAN, {}};
  if (source.model)
    for (const LinearVariable& state : linear_states(*source.model))
      source.named[state.name] = {NAN, dimension_of(state.unit)};
  source.model = nullptr;
}

void perform_linearize(Attempt& attempt, const ExperimentPlan& plan, const StopAsked&) {
  const Linearization linear = linearize(*attempt.model);
  if (!linear.converged) return fail(attempt, linear.message, linear.time);
  announce_linearize(attempt.source, plan.options);
  auto& named = attempt.source.named;
  for (const LinearVariable& state : linear.states)
    named[state.name] = {state.value, dimension_of(state.unit)};
  named["stiffness_ratio"].value = linear.stiffness_ratio;
  if (linear.modes.empty()) return;
  const auto right =
      std::ranges::max_element(linear.modes, {}, [](const Mode& mode) { return mode.pole.real(); });
  const auto damped = std::ranges::min_element(linear.modes, {}, &Mode::damping);
  named["rightmost_pole"].value = right->pole.real();
  named["rightmost_frequency"].value = std::abs(right->pole.imag()) > 0.0 ? right->frequency : 0.0;
  named["rightmost_damping"].value = right->damping;
  named["least_damping"].value = damped->damping;
  named["least_damping_frequency"].value = damped->frequency;
}

// ------------------------------------------------------------------------------------------ chart
// Of all poses that the cylinders reach: what the machine holds there, and how far it reaches.
void announce_chart(MeasureSource& source, const StudyOptions&) {
  for (const char* name : {"largest_load", "least_load", "load_at_largest_reach"})
    source.named[name] = {NAN, dimension_of("kg")};
  for (const char* name :
       {"largest_reach", "largest_height", "least_height", "reach_of_largest_load"})
    source.named[name] = {NAN, dimension_of("m")};
  source.model = nullptr;
}

// NaN: no cylinder ends it.
double finite_load(const ChartPose& pose) { return std::isfinite(pose.load) ? pose.load : NAN; }

void perform_chart(Attempt& attempt, const ExperimentPlan& plan, const StopAsked&) {
  const LoadChart chart = load_chart(*attempt.model, attempt.chart);
  announce_chart(attempt.source, plan.options);
  const auto [least, most] = std::ranges::minmax_element(chart.poses, {}, &ChartPose::load);
  const auto [low, high] = std::ranges::minmax_element(chart.poses, {}, &ChartPose::height);
  const auto far = std::ranges::max_element(chart.poses, {}, &ChartPose::reach);
  auto& named = attempt.source.named;
  named["largest_load"].value = finite_load(*most);
  named["least_load"].value = finite_load(*least);
  named["load_at_largest_reach"].value = finite_load(*far);
  named["reach_of_largest_load"].value = most->reach;
  named["largest_reach"].value = far->reach;
  named["largest_height"].value = high->height, named["least_height"].value = low->height;
}

void announce_nothing(MeasureSource&, const StudyOptions&) {}
void perform_nothing(Attempt&, const ExperimentPlan&, const StopAsked&) {}

constexpr ExperimentTask kTasks[] = {{"run", perform_simulation, announce_run},
                                     {"statics", perform_statics, announce_statics},
                                     {"linearize", perform_linearize, announce_linearize},
                                     {"chart", perform_chart, announce_chart},
                                     {"formula", perform_nothing, announce_nothing}};

}  // namespace

const ExperimentTask* find_task(const std::string& name) {
  const auto found = std::ranges::find_if(kTasks, [&](const auto& t) { return name == t.name; });
  return found == std::end(kTasks) ? nullptr : &*found;
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const ExperimentTask& task : kTasks) names.emplace_back(task.name);
  return names;
}

}  // namespace bramah
