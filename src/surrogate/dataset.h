// Samples from which a surrogate is trained: scaled, split in time, seen through windows of delays.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "surrogate/surrogate.h"

namespace bramah {

// Rows are channels, columns samples. Inputs of column k act from instant k on, outputs are those
// at instant k.
struct Samples {
  double sample_time = 0.01;  // [s]
  std::vector<SurrogateChannel> inputs, outputs;
  Eigen::MatrixXd u, y;                 // physical units
  std::vector<Eigen::Index> begins{0};  // first column of every record: windows do not cross them
  [[nodiscard]] Eigen::Index size() const noexcept { return u.cols(); }
};

// Scale of each channel from its extremes, and the box: extremes and largest change in a sample.
void learn_ranges(Samples&);

// First to one past the last column.
struct SampleRange {
  Eigen::Index first = 0, last = 0;
  [[nodiscard]] Eigen::Index size() const noexcept { return last - first; }
};
// 70, 15 and 15 % in the order of time.
struct SampleSplit {
  SampleRange train, validate, test;
};
[[nodiscard]] SampleSplit split(const Samples&);

// The samples, scaled, as a network with these delays sees them.
class Windows {
 public:
  Windows(const Samples&, const NarxDelays&);

  [[nodiscard]] const NarxDelays& delays() const noexcept { return delays_; }
  [[nodiscard]] int size() const noexcept { return size_; }  // of a window
  [[nodiscard]] const Eigen::MatrixXd& u() const noexcept { return u_; }
  [[nodiscard]] const Eigen::MatrixXd& y() const noexcept { return y_; }
  // Errors of an earlier network, for NARMAX; zero until they are set.
  void set_errors(Eigen::MatrixXd errors) { e_ = std::move(errors); }

  // Columns whose whole past lies in the same record, and in `part`.
  [[nodiscard]] std::vector<Eigen::Index> columns(const SampleRange& part) const;
  // The network's input for the prediction of column k.
  void fill(Eigen::Index k, double* window) const noexcept;

 private:
  NarxDelays delays_;
  int size_ = 0;
  Eigen::MatrixXd u_, y_, e_;
  std::vector<Eigen::Index> begins_;
};

// So many of the columns, each at most once, in their order; 0: all.
[[nodiscard]] std::vector<Eigen::Index> drawn(std::vector<Eigen::Index> from, int count,
                                              std::uint64_t seed);

}  // namespace bramah
