#include "analysis/workshop.h"

#include <algorithm>
#include <utility>

namespace bramah {

Workshop::Workshop(const Experiment& experiment, int threads, int worker)
    : experiment_(experiment), worker_(worker) {
  for (int k = 0; k < std::max(threads, 1); ++k) threads_.emplace_back([this] { work(); });
}

Workshop::~Workshop() {
  stop_ = true;
  has_run_.notify_all();
}

void Workshop::put(const std::vector<long long>& runs) {
  const std::lock_guard lock(mutex_);
  runs_.insert(runs_.end(), runs.begin(), runs.end());
  pending_ += static_cast<long long>(runs.size());
  has_run_.notify_all();
}

std::vector<ExperimentRow> Workshop::take(std::chrono::microseconds patience) {
  std::unique_lock lock(mutex_);
  has_row_.wait_for(lock, patience, [&] { return !rows_.empty() || problem_; });
  if (problem_) std::rethrow_exception(problem_);
  pending_ -= static_cast<long long>(rows_.size());
  return std::exchange(rows_, {});
}

void Workshop::work() {
  const auto stop = [this] { return stop_.load(); };
  while (!stop_) try {
      long long run = 0;
      {
        std::unique_lock lock(mutex_);
        has_run_.wait_for(lock, std::chrono::milliseconds(100),
                          [&] { return stop_ || !runs_.empty(); });
        if (stop_ || runs_.empty()) continue;
        run = runs_.front();
        runs_.pop_front();
      }
      std::optional<ExperimentRow> row = experiment_.perform(run, stop);
      if (!row) continue;
      row->worker = worker_;
      const std::lock_guard lock(mutex_);
      rows_.push_back(std::move(*row));
      has_row_.notify_one();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      problem_ = std::current_exception();
      stop_ = true;
      has_row_.notify_one();
    }
}

}  // namespace bramah
