#include "server/channel_log.h"

#include <algorithm>
#include <cmath>

#include "bramah/run.h"
#include "results/csv_writer.h"

namespace bramah {

ChannelLog::ChannelLog(std::shared_ptr<const Model> model, double every)
    : model_(std::move(model)),
      apart_(std::max(1LL, std::llround(every / model_->step_size()))),
      columns_(model_->channels().size() + 1),
      capacity_(kBytes / sizeof(double) / columns_),
      data_(new double[capacity_ * columns_]) {}

void ChannelLog::append(double t, std::span<const double> values) noexcept {
  const std::size_t row = rows_.load(std::memory_order_relaxed);
  if (row == capacity_) return;
  double* at = data_.get() + row * columns_;
  *at = t;
  std::copy(values.begin(), values.end(), at + 1);
  rows_.store(row + 1, std::memory_order_release);
}

std::string ChannelLog::csv_head() const {
  return csv_header(provenance_of(*model_), model_->channels()) + "\r\n";
}

void ChannelLog::append_csv(std::size_t row, std::string& text) const {
  const double* at = data_.get() + row * columns_;
  append_csv_row(text, *at, {at + 1, columns_ - 1}, model_->step_size());
}

}  // namespace bramah
