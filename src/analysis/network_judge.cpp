// Networks and machines under the same signals: the public face of training_course.h and
// training_data.h, with lists in place of matrices.
#include <algorithm>

#include "analysis/training_course.h"
#include "analysis/training_data.h"
#include "bramah/basics.h"
#include "bramah/surrogate.h"
#include "core/text.h"
#include "core/where.h"
#include "model_file/machine_file.h"
#include "run/cpu_time.h"
#include "surrogate/narx_run.h"

namespace bramah {
namespace {

using Lists = std::vector<std::vector<double>>;

Lists lists_of(const Eigen::MatrixXd& rows) {
  Lists out;
  for (Eigen::Index r = 0; r < rows.rows(); ++r)
    out.emplace_back(rows.row(r).begin(), rows.row(r).end());
  return out;
}

// Throws InputError unless every channel has as many samples.
Eigen::MatrixXd matrix_of(const Lists& lists, std::size_t samples) {
  Eigen::MatrixXd out(static_cast<Eigen::Index>(lists.size()), static_cast<Eigen::Index>(samples));
  for (std::size_t r = 0; r < lists.size(); ++r) {
    if (lists[r].size() != samples)
      throw InputError(concat("a record's channels must have as many samples each; one has ",
                              lists[r].size(), ", another ", samples));
    for (std::size_t k = 0; k < samples; ++k)
      out(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(k)) = lists[r][k];
  }
  return out;
}

TrainingRecord record_of(const Samples& samples) {
  return {samples.sample_time, lists_of(samples.u), lists_of(samples.y)};
}

void check_channels(const Surrogate& network, std::size_t inputs, std::size_t outputs) {
  if (network.inputs.size() != inputs || network.outputs.size() != outputs)
    throw InputError(concat("network \"", network.name, "\" has ", network.inputs.size(),
                            " inputs and ", network.outputs.size(), " outputs, not ", inputs,
                            " and ", outputs));
}

// The record with the network's channels.
Samples samples_of(const Surrogate& network, const TrainingRecord& record) {
  check_channels(network, record.inputs.size(), record.outputs.size());
  Samples out;
  out.sample_time = record.sample_time_s;
  out.inputs = network.inputs, out.outputs = network.outputs;
  out.u = matrix_of(record.inputs, record.size());
  out.y = matrix_of(record.outputs, record.size());
  return out;
}

}  // namespace

TrainingRecord excite(const std::string& path, const LoadOptions& load, double duration_s,
                      std::uint64_t seed) {
  return record_of(excite(with_excitation(read_machine_file(path, load)), {duration_s, seed, {}}));
}

TrainingResponse respond(const std::string& path, const LoadOptions& load,
                         const TrainingRecord& record) {
  const MachineDescription machine = with_excitation(read_machine_file(path, load));
  const TrainingSpec& t = *machine.training;
  if (record.inputs.size() != t.inputs.size() + t.reads.size())
    throw InputError(concat(prefix(t.where), "training: the record has ", record.inputs.size(),
                            " inputs, not ", t.inputs.size() + t.reads.size()));
  const Response response = respond(machine, matrix_of(record.inputs, record.size()));
  return {lists_of(response.y), response.cpu_s};
}

TrainingResponse respond(const Surrogate& network, const TrainingRecord& record) {
  const Samples signal = samples_of(network, record);
  const NarxRun run(network);
  NarxRun::Scratch scratch = run.make_scratch();
  std::vector<double> state(run.state_size());
  const std::size_t nu = run.inputs(), ny = run.outputs();
  Eigen::MatrixXd y = signal.y;
  if (signal.size() > 0) run.start({signal.u.data(), nu}, {signal.y.data(), ny}, state);
  const double began = cpu_seconds();
  for (Eigen::Index k = 0; k + 1 < y.cols(); ++k) {
    run.sample({signal.u.col(k).data(), nu}, state, scratch);
    for (std::size_t o = 0; o < ny; ++o)
      y(static_cast<Eigen::Index>(o), k + 1) = run.output_after(static_cast<int>(o), state);
  }
  const double cpu_s = cpu_seconds() - began;
  return {lists_of(y), cpu_s};
}

std::vector<std::vector<double>> free_run(const Surrogate& network, const TrainingRecord& record) {
  return lists_of(free_run(network, samples_of(network, record)));
}

NetworkJudge::NetworkJudge(const std::string& path, const TrainOptions& options)
    : course_(std::make_unique<const Course>(make_course(
          read_machine_file(path, options.load), {options.fresh_s, options.fresh_runs, {}}))) {
  for (const Samples& piece : course_->fresh) fresh_.push_back(record_of(piece));
}

NetworkJudge::~NetworkJudge() = default;

NetworkScore NetworkJudge::score(const Surrogate& network) const {
  check_channels(network, course_->samples.inputs.size(), course_->samples.outputs.size());
  TrainingPlan plan = course_->plan;
  plan.delays = network.delays;
  Samples samples = course_->samples;
  samples.inputs = network.inputs, samples.outputs = network.outputs;  // its own scales
  const Trainer judge(samples, plan, 1);
  const ClosedScores closed = closed_scores(network, course_->fresh);
  return {judge.open_loop_error(network.network, judge.parts().train),
          judge.open_loop_error(network.network, judge.parts().test), closed.first, closed.mean,
          closed.worst};
}

}  // namespace bramah
