// Threads that perform runs: numbers go in, rows come out in any order.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "bramah/experiment.h"

namespace bramah {

class Workshop {
 public:
  Workshop(const Experiment& experiment, int threads, int worker);
  ~Workshop();  // runs under way are given up
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  int threads() const { return static_cast<int>(threads_.size()); }
  void put(const std::vector<long long>& runs);
  // Rows that are ready; waits for the first. Throws what a run threw.
  std::vector<ExperimentRow> take(std::chrono::microseconds patience);
  long long pending() const { return pending_; }  // put and not taken

 private:
  void work();

  const Experiment& experiment_;
  const int worker_;
  std::mutex mutex_;
  std::condition_variable has_run_, has_row_;
  std::deque<long long> runs_;
  std::vector<ExperimentRow> rows_;
  std::exception_ptr problem_;
  std::atomic<bool> stop_{false};
  long long pending_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace bramah
