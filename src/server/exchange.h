// The newest value from one thread to one other, through three buffers: the writer always has one
// to fill, the reader always has one to read, neither ever waits, and nothing is allocated.
#pragma once

#include <array>
#include <atomic>

namespace bramah {

template <class Value>
class Exchange {
 public:
  explicit Exchange(const Value& start) : values_{start, start, start} {}

  Value& filling() noexcept { return values_[static_cast<std::size_t>(back_)]; }
  void publish() noexcept { back_ = middle_.exchange(back_ | kNew, std::memory_order_acq_rel) & 3; }

  // True if there is a newer value than before.
  bool refresh() noexcept {
    if ((middle_.load(std::memory_order_relaxed) & kNew) == 0) return false;
    front_ = middle_.exchange(front_, std::memory_order_acq_rel) & 3;
    return true;
  }
  const Value& newest() const noexcept { return values_[static_cast<std::size_t>(front_)]; }

 private:
  static constexpr int kNew = 4;
  std::array<Value, 3> values_;
  int back_ = 0, front_ = 2;
  std::atomic<int> middle_{1};
};

}  // namespace bramah
