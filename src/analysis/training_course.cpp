#include "analysis/training_course.h"

#include <algorithm>
#include <cmath>

#include "analysis/training_data.h"
#include "bramah/basics.h"
#include "core/text.h"
#include "core/where.h"
#include "model_file/surrogate_file.h"
#include "run/cpu_time.h"

namespace bramah {

namespace {

constexpr double kMostSamples = 1e8;
constexpr Eigen::Index kMostParameters = 10'000;
constexpr std::uint64_t kFresh = 1'000'003;  // added to the seed of the levels: no training uses it

Samples columns_of(const Samples& all, Eigen::Index first, Eigen::Index count) {
  Samples out = all;
  out.u = all.u.middleCols(first, count);
  out.y = all.y.middleCols(first, count);
  out.begins = {0};
  return out;
}

// Pieces of `seconds` of a long record.
void cut(const Samples& all, double seconds, std::vector<Samples>& out) {
  const auto count = static_cast<Eigen::Index>(std::llround(seconds / all.sample_time));
  for (Eigen::Index k = 0; k + count <= all.size(); k += count)
    out.push_back(columns_of(all, k, count));
}

void make_samples(Course& course, const CourseOptions& options) {
  const TrainingSpec& t = *course.machine.training;
  if (!t.csv.empty()) {
    course.samples = read_samples(course.machine);
    // What is fresh: the test part, which nothing is fitted to or chosen by.
    const SampleRange test = split(course.samples).test;
    return cut(columns_of(course.samples, test.first, test.size()), options.fresh_s, course.fresh);
  }
  course.machine = with_excitation(course.machine);
  const double fresh = options.fresh_s * (1 + options.fresh_runs);
  const double share = t.duration / (t.duration + fresh);
  const auto part = [&](double from, double size) {
    return [&options, from, size](double fraction) {
      if (options.progress) options.progress(from + size * fraction);
    };
  };
  course.samples = excite(course.machine, {t.duration, t.seed, part(0.0, share)});
  cut(excite(course.machine, {fresh, t.seed + kFresh, part(share, 1.0 - share)}), options.fresh_s,
      course.fresh);
}

// What would take all memory, or years.
void check_sizes(const MachineDescription& machine, const CourseOptions& options) {
  const TrainingSpec& t = *machine.training;
  std::vector<std::string> problems;
  const auto refuse = [&](const auto&... words) {
    problems.push_back(concat(prefix(t.where), "training: ", words...));
  };
  const double count = t.duration / t.sample_time;
  if (t.csv.empty() && !(count <= kMostSamples))
    refuse("duration and sample_time make ", count, " samples; at most ", kMostSamples,
           " are possible");
  if (t.outputs.empty()) refuse("give its outputs, e.g. outputs: [lift.length, lift.rate]");
  std::vector<int> sizes = t.plan.hidden;
  const NarxDelays& d = t.plan.delays;
  const auto inputs = static_cast<int>(t.inputs.size() + t.reads.size()),
             outputs = static_cast<int>(t.outputs.size());
  sizes.insert(sizes.begin(), inputs * d.inputs() + outputs * (d.outputs + d.errors));
  sizes.push_back(outputs);
  if (parameter_count(sizes) > kMostParameters)
    refuse("the network has ", parameter_count(sizes), " parameters; this method is for at most ",
           kMostParameters);
  const double window = t.sample_time * (d.depth() + 1);
  if (!(options.fresh_s > 2.0 * window))
    refuse("the delays cover ", window, " s, too much to judge it by signals of ", options.fresh_s,
           " s");
  if (!(t.turn < 0.5)) refuse("turn must be below 50 %: the two ends would meet");
  if (!problems.empty()) throw InputError(problems);
}

void check_samples(const Course& course, const CourseOptions& options) {
  const Where& where = course.machine.training->where;
  const auto refuse = [&](const auto&... words) {
    throw InputError(concat(prefix(where), "training: ", words...));
  };
  const Samples& s = course.samples;
  const char* advice =
      course.machine.training->csv.empty() ? "take a longer duration" : "record for longer";
  if (s.size() < 20 * (course.plan.delays.depth() + 1))
    refuse(s.size(), " samples are too few; ", advice);
  if (!s.u.allFinite() || !s.y.allFinite()) refuse("a sample is not a finite number");
  if (course.fresh.empty())
    refuse("the test part is shorter than the fresh signal of ", options.fresh_s, " s; ", advice);
  const SampleSplit parts = split(s);
  for (const TuneStage& stage : course.plan.tune)
    if (stage.horizon + course.plan.delays.depth() >= parts.validate.size())
      refuse("tune: a horizon of ", stage.horizon, " does not fit into the validation part of ",
             parts.validate.size(), " samples; ", advice);
  // What could not be written is better known now.
  const Trainer trainer(s, course.plan, 1);
  static_cast<void>(surrogate_text(surrogate_of(course, trainer.network(trainer.begin()))));
}

// Levels are drawn between their ends: all of that counts as seen.
void widen_boxes(Course& course) {
  const TrainingSpec& t = *course.machine.training;
  for (std::size_t i = 0; i < t.inputs.size() && t.csv.empty(); ++i) {
    SurrogateChannel& c = course.samples.inputs[i];
    c.valid_lower = t.inputs[i].lower.value, c.valid_upper = t.inputs[i].upper.value;
    c.valid_change = c.valid_upper - c.valid_lower;
  }
}

}  // namespace

Course make_course(MachineDescription machine, const CourseOptions& options) {
  if (!machine.training) with_excitation(machine);            // says what is missing
  if (machine.surrogate) machine.surrogate->physical = true;  // learn from the oil
  check_sizes(machine, options);
  Course course;
  course.machine = std::move(machine);
  course.plan = course.machine.training->plan;
  const double began = all_cpu_seconds();
  make_samples(course, options);
  learn_ranges(course.samples);
  widen_boxes(course);
  course.data_cpu_s = all_cpu_seconds() - began;
  check_samples(course, options);
  return course;
}

Surrogate surrogate_of(const Course& course, const Network& network) {
  Surrogate s;
  s.name = course.machine.name;
  s.sample_time = course.samples.sample_time;
  s.inputs = course.samples.inputs, s.outputs = course.samples.outputs;
  s.delays = course.plan.delays;
  s.network = network;
  return s;
}

ClosedScores closed_scores(const Surrogate& s, const std::vector<Samples>& fresh) {
  ClosedScores out;
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    const double error = free_run_error(s, fresh[k]);
    if (k == 0) out.first = error;
    out.mean += error / static_cast<double>(fresh.size());
    out.worst = std::max(out.worst, error);
  }
  return out;
}

}  // namespace bramah
