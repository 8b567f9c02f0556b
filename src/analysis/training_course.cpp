#include "analysis/training_course.h"

#include <algorithm>
#include <cmath>

#include "analysis/cpu_time.h"
#include "analysis/training_data.h"
#include "bramah/error.h"
#include "core/text.h"

namespace bramah {

namespace {

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
  course.samples = excite(course.machine, {t.duration, t.seed, options.progress});
  const double fresh = options.fresh_s * (1 + options.fresh_runs);
  cut(excite(course.machine, {fresh, t.seed + kFresh, {}}), options.fresh_s, course.fresh);
}

}  // namespace

Course make_course(MachineDescription machine, const CourseOptions& options) {
  if (!machine.training) with_excitation(machine);            // says what is missing
  if (machine.surrogate) machine.surrogate->physical = true;  // learn from the oil
  Course course;
  course.machine = std::move(machine);
  course.plan = course.machine.training->plan;
  const double began = all_cpu_seconds();
  make_samples(course, options);
  learn_ranges(course.samples);
  course.data_cpu_s = all_cpu_seconds() - began;
  const Where& where = course.machine.training->where;
  const auto least = static_cast<Eigen::Index>(20 * (course.plan.delays.depth() + 1));
  if (course.samples.size() < least)
    throw InputError(concat(prefix(where), "training: ", course.samples.size(),
                            " samples are too few; take a longer duration"));
  if (course.fresh.empty())
    throw InputError(concat(prefix(where),
                            "training: the test part is shorter than the fresh signal of ",
                            options.fresh_s, " s"));
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
