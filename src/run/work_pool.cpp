#include "run/work_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace bramah {
namespace {

struct Stopped {};  // ends a job whose results nobody waits for

class Pool {
 public:
  Pool(std::size_t count, const PoolWork& work) : work_(work), fractions_(count) {}

  void run(std::size_t threads, const std::function<void(double)>& progress) {
    running_ = threads;
    std::vector<std::jthread> workers;
    for (std::size_t k = 0; k < threads; ++k) workers.emplace_back([this] { take_jobs(); });
    watch(progress);
    workers.clear();  // joins
    if (problem_) std::rethrow_exception(problem_);
    if (progress) progress(1.0);
  }

 private:
  void take_jobs() {
    for (std::size_t k = next_++; k < fractions_.size() && !stop_; k = next_++) try {
        work_(k, [this, k](double fraction) {
          if (stop_) throw Stopped{};
          fractions_[k] = fraction;
        });
        fractions_[k] = 1.0;
      } catch (const Stopped&) {
      } catch (...) {
        fail(std::current_exception());
      }
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  void watch(const std::function<void(double)>& progress) {
    std::unique_lock lock(mutex_);
    while (
        !changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return running_ == 0; })) {
      if (!progress || stop_) continue;
      lock.unlock();
      try {
        progress(done());
      } catch (...) {
        fail(std::current_exception());
      }
      lock.lock();
    }
  }

  void fail(std::exception_ptr problem) {
    const std::lock_guard lock(mutex_);
    if (!problem_) problem_ = std::move(problem);
    stop_ = true;
  }

  double done() const {
    double sum = 0.0;
    for (const auto& fraction : fractions_) sum += fraction;
    return sum / static_cast<double>(fractions_.size());
  }

  const PoolWork& work_;
  std::vector<std::atomic<double>> fractions_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t running_ = 0;
  std::exception_ptr problem_;
};

}  // namespace

void run_pool(std::size_t count, int threads, const PoolWork& work,
              const std::function<void(double)>& progress) {
  if (count == 0) return;
  const std::size_t wanted =
      threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
  Pool(count, work).run(std::clamp<std::size_t>(wanted, 1, count), progress);
}

}  // namespace bramah
