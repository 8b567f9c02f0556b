#include "surrogate/dataset.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"

namespace bramah {

namespace {

void learn(const Eigen::MatrixXd& values, Eigen::Index row, const std::vector<Eigen::Index>& begins,
           SurrogateChannel& channel) {
  const auto line = values.row(row);
  const double lower = line.minCoeff(), upper = line.maxCoeff();
  const double pad = upper > lower ? 0.0 : std::max(1.0, std::abs(upper));  // it never moved
  channel.lower = channel.valid_lower = lower - pad;
  channel.upper = channel.valid_upper = upper + pad;
  channel.valid_change = pad;
  for (Eigen::Index k = 1; k < line.size(); ++k)
    if (!std::binary_search(begins.begin(), begins.end(), k))
      channel.valid_change = std::max(channel.valid_change, std::abs(line[k] - line[k - 1]));
  if (!(channel.valid_change > 0.0)) channel.valid_change = channel.upper - channel.lower;
}

Eigen::MatrixXd scaled(const Eigen::MatrixXd& values,
                       const std::vector<SurrogateChannel>& channels) {
  Eigen::MatrixXd out(values.rows(), values.cols());
  for (Eigen::Index r = 0; r < values.rows(); ++r)
    for (Eigen::Index k = 0; k < values.cols(); ++k) out(r, k) = channels[r].scaled(values(r, k));
  return out;
}

}  // namespace

void learn_ranges(Samples& s) {
  for (std::size_t i = 0; i < s.inputs.size(); ++i)
    learn(s.u, static_cast<Eigen::Index>(i), s.begins, s.inputs[i]);
  for (std::size_t o = 0; o < s.outputs.size(); ++o)
    learn(s.y, static_cast<Eigen::Index>(o), s.begins, s.outputs[o]);
}

SampleSplit split(const Samples& s) {
  const Eigen::Index n = s.size(), train = n * 70 / 100, validate = n * 85 / 100;
  return {{0, train}, {train, validate}, {validate, n}};
}

Windows::Windows(const Samples& s, const NarxDelays& delays)
    : delays_(delays),
      size_(static_cast<int>(s.inputs.size()) * delays.inputs() +
            static_cast<int>(s.outputs.size()) * (delays.outputs + delays.errors)),
      u_(scaled(s.u, s.inputs)),
      y_(scaled(s.y, s.outputs)),
      e_(Eigen::MatrixXd::Zero(delays.errors > 0 ? y_.rows() : 0, y_.cols())),
      begins_(s.begins) {}

std::vector<Eigen::Index> Windows::columns(const SampleRange& part) const {
  std::vector<Eigen::Index> out;
  std::size_t record = 0;
  for (Eigen::Index k = part.first; k < part.last; ++k) {
    while (record + 1 < begins_.size() && begins_[record + 1] <= k) ++record;
    if (k - delays_.depth() >= std::max(part.first, begins_[record])) out.push_back(k);
  }
  return out;
}

void Windows::fill(Eigen::Index k, double* window) const noexcept {
  for (Eigen::Index i = 0; i < u_.rows(); ++i)
    for (int d = delays_.input_first; d <= delays_.input_last; ++d) *window++ = u_(i, k - d);
  for (Eigen::Index o = 0; o < y_.rows(); ++o)
    for (int d = 1; d <= delays_.outputs; ++d) *window++ = y_(o, k - d);
  for (Eigen::Index o = 0; o < e_.rows(); ++o)
    for (int d = 1; d <= delays_.errors; ++d) *window++ = e_(o, k - d);
}

std::vector<Eigen::Index> drawn(std::vector<Eigen::Index> from, int count, std::uint64_t seed) {
  if (count <= 0 || static_cast<std::size_t>(count) >= from.size()) return from;
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
    std::swap(from[k], from[k + random_choice(seed, k, from.size() - k)]);
  from.resize(static_cast<std::size_t>(count));
  std::sort(from.begin(), from.end());
  return from;
}

}  // namespace bramah
