#include "analysis/study_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/measure.h"
#include "analysis/study_runs.h"
#include "bramah/basics.h"
#include "core/units.h"

namespace bramah {
namespace {

constexpr const char* kUsualChannel = "cosimulation.residual_energy";

// "--set lift.boer=90mm: nothing is called ..." in the words of the axis that it came from; empty:
// an axis that has been blamed already.
std::string blamed(const std::string& problem, const Study& study, std::set<std::string>& seen) {
  for (const StudyAxis& axis : study.axes) {
    const std::string start = "--set " + axis.name + "=";
    if (!problem.starts_with(start)) continue;
    if (!seen.insert(axis.name).second) return "";
    return fmt::format("{} {}", axis.origin, problem.substr(std::string("--set ").size()));
  }
  return seen.insert(problem).second ? problem : "";
}

// The machines of a study, loaded as far as they are asked for.
class Machines {
 public:
  Machines(const std::string& path, const Model& base, const std::vector<StudyPlan>& plans)
      : path_(path), plans_(plans) {
    note(base);
  }

  // The channel's unit; empty: no machine has it. `everywhere`: looks at all runs that differ by
  // more than the step, else at one for each coupling.
  std::string unit_of(const std::string& channel, bool everywhere) {
    if (!find(channel)) look(everywhere);
    const StudyMeasure* found = find(channel);
    return found ? found->unit : "";
  }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const StudyMeasure& channel : channels_) result.push_back(channel.name);
    return result;
  }

 private:
  const StudyMeasure* find(const std::string& name) const {
    for (const StudyMeasure& channel : channels_)
      if (channel.name == name) return &channel;
    return nullptr;
  }

  void note(const Model& model) {
    for (const Channel& channel : model.channels())
      if (!find(channel.name)) channels_.push_back({channel.name, channel.unit, ""});
  }

  void look(bool everywhere) {
    for (const StudyPlan& plan : plans_) {
      std::string kind = plan.load.coupling;
      for (const std::string& set : plan.load.set)
        if (set.starts_with("solver.coupling")) kind += set;
      if (everywhere) kind = "curve " + plan.row.curve;
      if (!seen_.insert(kind).second) continue;
      try {
        note(load(path_, plan.load));
      } catch (const InputError&) {  // its row will say so
      }
    }
  }

  const std::string& path_;
  const std::vector<StudyPlan>& plans_;
  std::vector<StudyMeasure> channels_;
  std::set<std::string> seen_;
};

// "energy.residual" of "energy.residual.end".
std::string channel_of(const std::string& measure) {
  for (const char* end : {".max", ".end"})
    if (measure.ends_with(end)) return measure.substr(0, measure.size() - 4);
  return measure;
}

Study with_measures(const Model& base, const std::vector<StudyMeasure>& channels) {
  Study study;
  study.measures = study_measures(base, channels);
  return study;
}

// A bound may name a channel that nobody asked to be measured.
std::vector<std::string> asked_channels(const StudyOptions& options, const Study& built_in) {
  std::vector<std::string> names = options.channels;
  for (const StudyBound& bound : options.bounds)
    if (find_measure(built_in, bound.measure) < 0) names.push_back(channel_of(bound.measure));
  std::vector<std::string> once;
  for (const std::string& name : names)
    if (std::find(once.begin(), once.end(), name) == once.end()) once.push_back(name);
  return once;
}

void check_bound(const StudyBound& bound, const Study& study, std::vector<std::string>& problems) {
  const int found = find_measure(study, bound.measure);
  if (found < 0 || bound.unit.empty()) return;
  const std::string& unit = study.measures[static_cast<std::size_t>(found)].unit;
  if (compatible(dimension_of(unit), dimension_of(bound.unit))) return;
  problems.push_back(fmt::format("{} {}: expected a value such as {}{}; found {}",
                                 bound.origin.empty() ? "bound" : bound.origin, bound.measure,
                                 unit == "m" ? "0.1 m" : "1 ", unit,
                                 describe(dimension_of(bound.unit))));
}

// "peak = max(lift.A.p)", with the unit that the machine gives it.
void add_expression(const std::string& text, const Model& base, StudyQuestions& questions,
                    std::vector<std::string>& problems) try {
  const NamedMeasure measure = named_measure(text);
  const std::string unit = si_name(
      measured(measure.expression, {.model = &base, .recording = nullptr, .named = {}}).dimension);
  questions.channels.push_back({measure.name, unit, measure.expression, measure.expression});
} catch (const InputError& error) {
  problems.push_back(fmt::format("measure {}", error.what()));
}

std::string usual_measure(const StudyOptions& options, const Study& study,
                          const std::vector<StudyMeasure>& channels) {
  if (!channels.empty()) return channels.front().name;
  if (options.reference == StudyOptions::Reference::none) return "energy.residual";
  return study.position_measure == kPressures ? "pressure_error" : "length_error";
}

}  // namespace

void check_paths(const std::string& path, const Study& study, const std::vector<StudyPlan>& plans) {
  std::vector<std::string> problems;
  std::set<std::string> seen;
  for (const StudyPlan& plan : plans) try {
      load(path, plan.load);
      return;  // every axis has a value that is right
    } catch (const InputError& error) {
      for (const std::string& problem : error.problems())
        if (problem.starts_with("--set "))
          if (const std::string text = blamed(problem, study, seen); !text.empty())
            problems.push_back(text);
    }
  if (!problems.empty()) throw InputError(problems);
}

StudyQuestions checked_questions(const std::string& path, const Model& base,
                                 const StudyOptions& options, const Study& study,
                                 const std::vector<StudyPlan>& plans) {
  StudyQuestions result;
  std::vector<std::string> problems;
  Machines machines(path, base, plans);
  const Study built_in = with_measures(base, {});
  for (const std::string& name : asked_channels(options, built_in)) {
    if (find_measure(built_in, name) >= 0) continue;  // measured anyway
    if (name.find_first_of("(=") != std::string::npos) {
      add_expression(name, base, result, problems);
      continue;
    }
    const std::string unit = machines.unit_of(name, true);
    if (!unit.empty()) {
      result.channels.push_back({name, unit, ""});
      continue;
    }
    std::vector<std::string> known = machines.names();
    for (const StudyMeasure& measure : built_in.measures) known.push_back(measure.name);
    problems.push_back(fmt::format("measure \"{}\": no channel or measure has this name{}", name,
                                   suggestion(name, known)));
  }
  if (options.channels.empty())
    if (const std::string unit = machines.unit_of(kUsualChannel, false); !unit.empty())
      if (std::none_of(result.channels.begin(), result.channels.end(),
                       [](const StudyMeasure& channel) { return channel.name == kUsualChannel; }))
        result.channels.insert(result.channels.begin(), {kUsualChannel, unit, ""});
  result.bounds = options.bounds;
  const Study measured = with_measures(base, result.channels);
  for (const StudyBound& bound : result.bounds) check_bound(bound, measured, problems);
  const bool errors = std::any_of(
      result.bounds.begin(), result.bounds.end(),
      [](const StudyBound& bound) { return bound.measure.find("_error") != std::string::npos; });
  if (errors && options.reference == StudyOptions::Reference::none)
    problems.push_back("bound: errors need a reference; leave `reference: none` out");
  if (study.sweep != kStepAxis && (!options.bounds.empty() || options.refine > 0))
    problems.push_back(
        "bound, refine: they are about steps; add an axis, e.g. --over step=1ms,2ms");
  if (!problems.empty()) throw InputError(problems);
  if (study.sweep != kStepAxis)
    result.bounds.clear();  // take-offs are a matter of steps
  else if (result.bounds.empty())
    result.bounds.push_back({.measure = usual_measure(options, study, result.channels)});
  return result;
}

}  // namespace bramah
