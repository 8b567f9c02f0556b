// A bounded queue from one thread to one other; neither ever waits.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

namespace bramah {

template <class Item, std::size_t capacity>
class Ring {
 public:
  // The writer's thread. False: full, the item is untouched.
  bool push(Item&& item) {
    const std::size_t last = last_.load(std::memory_order_relaxed);
    if (last - first_.load(std::memory_order_acquire) == capacity) return false;
    items_[last % capacity] = std::move(item);
    last_.store(last + 1, std::memory_order_release);
    return true;
  }
  std::size_t room() const noexcept {
    return capacity -
           (last_.load(std::memory_order_relaxed) - first_.load(std::memory_order_acquire));
  }

  // The reader's thread.
  std::optional<Item> pop() {
    const std::size_t first = first_.load(std::memory_order_relaxed);
    if (first == last_.load(std::memory_order_acquire)) return std::nullopt;
    std::optional<Item> item(std::move(items_[first % capacity]));
    items_[first % capacity] = Item{};
    first_.store(first + 1, std::memory_order_release);
    return item;
  }
  bool empty() const noexcept {
    return first_.load(std::memory_order_relaxed) == last_.load(std::memory_order_acquire);
  }

 private:
  std::array<Item, capacity> items_{};
  std::atomic<std::size_t> first_{0}, last_{0};
};

}  // namespace bramah
