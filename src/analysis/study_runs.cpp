#include "analysis/study_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/comparison_options.h"
#include "analysis/deviation.h"
#include "analysis/measure.h"
#include "results/decimate.h"

namespace bramah {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kDiverged = 0.1;  // of a length's range in the reference
constexpr std::size_t kHistoryRows = 1000;

// Of the fine reference [s]: a tenth of the shortest step, within these.
constexpr double kLongestStep = 1e-4, kShortestStep = 1e-5;
constexpr double kLongestEvery = 1e-3;  // between rows, so that a cubic finds what is between

std::vector<double> column(const Recording& recording, int channel) {
  std::vector<double> values(recording.times.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = recording.row(k)[static_cast<std::size_t>(channel)];
  return values;
}

bool in_history(const Channel& channel, const Study& study) {
  const auto has = [&](const char* end) { return channel.name.ends_with(end); };
  if ((channel.unit == "m" && has(".length")) || (channel.unit == "m/s" && has(".rate")) ||
      channel.name == "energy.residual")
    return true;
  return find_measure(study, channel.name) >= 0;
}

StudyHistory history_of(const Model& model, const Recording& recording, const Study& study) {
  StudyHistory history;
  const Decimation thin{recording.times.size(), kHistoryRows};
  history.times = thin.times(recording.times);
  for (std::size_t c = 0; c < model.channels().size(); ++c) {
    const Channel& channel = model.channels()[c];
    if (!in_history(channel, study)) continue;
    history.channels.push_back(channel.name);
    history.units.push_back(channel.unit);
    history.values.push_back(thin.extremes(column(recording, static_cast<int>(c))));
  }
  return history;
}

// Of a channel: the largest |value| or, behind ".end", the last.
double channel_measure(const Model& model, const Recording& recording, const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const int c = model.find_channel(name.substr(0, dot));
  if (c < 0 || recording.times.empty()) return kNone;
  const std::vector<double> values = column(recording, c);
  if (name.substr(dot) == ".end") return values.back();
  double largest = 0.0;
  for (const double value : values)
    if (!(std::abs(value) <= largest)) largest = std::abs(value);  // NaN stays
  return largest;
}

double measure(const StudyMeasure& about, const Model& model, const RunSummary& summary,
               const Recording& recording, const Deviation& error) {
  const std::string& name = about.name;
  if (!about.expression.empty()) try {
      return measured(about.expression, {.model = &model, .recording = &recording, .named = {}})
          .value;
    } catch (const InputError&) {  // this machine has no such channel
      return kNone;
    }
  if (name == "length_error") return error.position;
  if (name == "length_error_rms") return error.position_rms;
  if (name == "pressure_error") return error.pressure_max;
  if (name == "cpu_time") return summary.cpu_s > 0.0 ? summary.cpu_s : summary.wall_s;
  if (name == "real_time_factor")
    return summary.simulated_s / (summary.cpu_s > 0.0 ? summary.cpu_s : summary.wall_s);
  if (name == "newton_mean") return summary.newton_mean;
  return channel_measure(model, recording, name);
}

}  // namespace

void judge(const Model& model, const Recording& recording, const Deviation& error,
           StudyRow::Outcome& outcome, std::string& reason) {
  for (std::size_t c = 0; c < model.channels().size(); ++c) {
    const std::string& name = model.channels()[c].name;
    if (!name.ends_with(".length") && name != "energy.residual") continue;
    for (std::size_t k = 0; k < recording.times.size(); ++k)
      if (!std::isfinite(recording.row(k)[c])) {
        outcome = StudyRow::Outcome::diverged;
        reason = fmt::format("{} is not finite from t = {:.4g} s on", name, recording.times[k]);
        return;
      }
  }
  if (!(error.position_share > kDiverged)) return;
  outcome = StudyRow::Outcome::diverged;
  reason = fmt::format("{:.3g} % of its range away from the reference", 1e2 * error.position_share);
}

ReferenceSteps reference_steps(double shortest) {
  const double rows = std::ceil(shortest / kLongestEvery - 1e-9), every = shortest / rows;
  double per_row = std::max(std::ceil(10.0 / rows), std::ceil(every / kLongestStep - 1e-9));
  const double most = std::floor(every / kShortestStep + 1e-9);
  per_row = std::max(2.0, std::min(per_row, most));
  return {every / per_row, every};
}

StudyTruth run_truth(const std::string& path, const MachineLoader& load_machine, LoadOptions load,
                     const Study& study, double shortest, bool history,
                     const StudyProgress& progress) {
  const ReferenceSteps steps = reference_steps(shortest);
  const bool fine = study.reference == StudyOptions::Reference::fine;
  load.method = "semirecursive", load.coupling = "monolithic";
  load.integrator = fine ? "sdirk2" : "sundials";
  load.step = fine ? steps.step : steps.every;
  StudyTruth truth;
  truth.about.step_s = fine ? steps.step : 0.0;
  try {
    truth.model = load_machine(load);
  } catch (const InputError& error) {
    truth.about.problem = short_reason(error, path);
    return truth;
  }
  RunOptions options;
  options.every = steps.every;
  options.progress = progress;
  const RunSummary summary = run(*truth.model, options, truth.recording);
  truth.about.wall_s = summary.wall_s;
  if (!summary.converged) {
    truth.about.problem = fmt::format("t = {:g} s: {}", summary.simulated_s, summary.message);
    truth.model.reset();
  } else if (history) {
    truth.about.history = history_of(*truth.model, truth.recording, study);
  }
  return truth;
}

std::vector<StudyMeasure> study_measures(const Model& model,
                                         const std::vector<StudyMeasure>& channels) {
  const std::string what = position_measure(model);
  std::vector<StudyMeasure> measures = {
      {"length_error", "m", "largest over all " + what + ", against the reference"},
      {"length_error_rms", "m", "rms over time and all " + what},
      {"pressure_error", "1", "largest over all pressures, each relative to its range"}};
  std::vector<StudyMeasure> all = {{"energy.residual", "J", ""}};
  for (const StudyMeasure& channel : channels)
    if (channel.name != all[0].name) all.push_back(channel);
  for (const StudyMeasure& channel : all) {
    if (!channel.expression.empty()) {
      measures.push_back(channel);
      continue;
    }
    measures.push_back({channel.name + ".max", channel.unit, "largest |" + channel.name + "|"});
    measures.push_back({channel.name + ".end", channel.unit, channel.name + " at the end"});
  }
  measures.push_back({"cpu_time", "s", "of stepping, one run"});
  measures.push_back({"real_time_factor", "1", "simulated time over CPU time"});
  measures.push_back({"newton_mean", "1", "iterations of an implicit solve, on average"});
  return measures;
}

StudyRow run_plan(const std::string& path, const StudyPlan& plan, const Study& study,
                  const StudyTruth* truth, bool history, const StudyProgress& progress) {
  StudyRow row = plan.row;
  row.measures.assign(study.measures.size(), kNone);
  std::optional<Model> model;
  try {
    model = load(path, plan.load);
  } catch (const InputError& error) {
    row.outcome = StudyRow::Outcome::refused;
    row.reason = short_reason(error, path);
    return row;
  }
  row.step_s = model->step_size();
  if (study.sweep == kStepAxis) row.x = row.step_s;
  RunOptions options;
  options.progress = progress;
  Recording recording;
  const RunSummary summary = run(*model, options, recording);
  if (history) row.history = history_of(*model, recording, study);
  if (!summary.converged) {
    row.outcome = StudyRow::Outcome::failed;
    row.reason = summary.message;
    row.failed_at_s = summary.simulated_s;
    return row;
  }
  Deviation error;
  if (truth && truth->model)
    error =
        deviation(*model, recording, *truth->model, resampled(truth->recording, recording.times));
  for (std::size_t k = 0; k < row.measures.size(); ++k)
    row.measures[k] = measure(study.measures[k], *model, summary, recording, error);
  judge(*model, recording, error, row.outcome, row.reason);
  return row;
}

}  // namespace bramah
