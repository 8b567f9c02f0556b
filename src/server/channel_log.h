// Rows of all channels in memory taken beforehand: one thread appends, others may read what is
// there. When it is full it stays as it is.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>

#include "bramah/model.h"

namespace bramah {

class ChannelLog {
 public:
  static constexpr std::size_t kBytes = 32 << 20;

  ChannelLog(std::shared_ptr<const Model> model, double every);

  bool due(long long step) const noexcept { return step % apart_ == 0; }
  bool full() const noexcept { return rows_.load(std::memory_order_relaxed) == capacity_; }
  void append(double t, std::span<const double> values) noexcept;

  std::size_t rows() const noexcept { return rows_.load(std::memory_order_acquire); }
  std::string csv_head() const;
  void append_csv(std::size_t row, std::string& text) const;  // one of the rows so far

 private:
  std::shared_ptr<const Model> model_;
  long long apart_;
  std::size_t columns_, capacity_;
  std::unique_ptr<double[]> data_;  // time and channels of each row
  std::atomic<std::size_t> rows_{0};
};

}  // namespace bramah
