// Fewer rows, same extremes: what a plot needs of a long recording.
//
// The first and the last row are kept as they are. The rows between are cut into equal buckets, and
// each bucket becomes two rows on a time grid shared by all channels: per channel its smallest and
// its largest value, in the order they occurred. A spike of one sample survives; its instant is
// exact to within a bucket. Not for analysis: use the CSV or HDF5 file.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace bramah {

class Decimation {
 public:
  Decimation(std::size_t rows, std::size_t most);  // most: even, at least 4

  std::size_t rows() const noexcept { return rows_; }
  std::size_t size() const noexcept { return active() ? 2 * (buckets_ + 1) : rows_; }
  bool active() const noexcept { return buckets_ > 0; }

  std::vector<double> times(std::span<const double> times) const;
  std::vector<double> extremes(std::span<const double> values) const;
  // Quantities that are largest values already (gaps, iteration counts): each bucket's largest,
  // twice.
  std::vector<double> maxima(std::span<const double> values) const;

 private:
  std::size_t begin(std::size_t bucket) const noexcept;  // first row of a bucket

  std::size_t rows_, buckets_ = 0;
};

}  // namespace bramah
