// Threads that wait for work between macro steps. Tasks share nothing, so who does which does not
// matter.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace bramah {

class Team {
 public:
  explicit Team(int threads);  // this one included
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Calls task(context, i) for i in [0, count) and returns when all are done.
  void run(int count, void (*task)(void*, int), void* context) noexcept;

 private:
  void serve() noexcept;
  void work() noexcept;

  std::vector<std::thread> threads_;
  std::atomic<unsigned> round_{0};
  std::atomic<int> next_{0}, busy_{0};
  std::atomic<bool> ending_{false};
  int count_ = 0;
  void (*task_)(void*, int) = nullptr;
  void* context_ = nullptr;
};

}  // namespace bramah
