#include "coupling/cosimulation/team.h"

namespace bramah {

namespace {

constexpr int kSpins = 2000;  // before a thread goes to sleep

template <class T>
void await_change(const std::atomic<T>& value, T old) noexcept {
  for (int k = 0; k < kSpins; ++k)
    if (value.load(std::memory_order_acquire) != old) return;
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

Team::Team(int threads) {
  for (int k = 1; k < threads; ++k) threads_.emplace_back([this] { serve(); });
}

Team::~Team() {
  ending_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Team::work() noexcept {
  for (int i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1)) task_(context_, i);
}

void Team::serve() noexcept {
  for (unsigned seen = 0;;) {
    await_change(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (ending_) return;
    work();
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Team::run(int count, void (*task)(void*, int), void* context) noexcept {
  count_ = count, task_ = task, context_ = context;
  next_.store(0);
  busy_.store(static_cast<int>(threads_.size()));
  round_.fetch_add(1, std::memory_order_acq_rel);
  round_.notify_all();
  work();
  for (int left = busy_.load(std::memory_order_acquire); left > 0;
       left = busy_.load(std::memory_order_acquire))
    await_change(busy_, left);
}

}  // namespace bramah
