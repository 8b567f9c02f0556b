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

std::string ChannelLog::csv() const {
  const Provenance origin = provenance_of(*model_);
  std::string text = csv_header(origin, model_->channels());
  text += "\r\n";
  const std::size_t count = rows();
  for (std::size_t row = 0; row < count; ++row) {
    const double* at = data_.get() + row * columns_;
    append_csv_row(text, *at, {at + 1, columns_ - 1}, origin.step);
  }
  return text;
}

}  // namespace bramah
