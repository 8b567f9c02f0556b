#include "run/work_pool.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace bramah {
namespace {

TEST(WorkPool, DoesEveryJobOnce) {
  for (const int threads : {0, 1, 3, 50}) {
    std::vector<std::atomic<int>> done(20);
    run_pool(done.size(), threads, [&](std::size_t k, const PoolReport&) { ++done[k]; }, {});
    for (const auto& count : done) EXPECT_EQ(count, 1);
  }
  run_pool(0, 2, [](std::size_t, const PoolReport&) { FAIL(); }, {});
}

TEST(WorkPool, ThrowsWhatAJobThrows) {
  EXPECT_THROW(run_pool(4, 2,
                        [](std::size_t k, const PoolReport&) {
                          if (k == 2) throw std::runtime_error("broken");
                        },
                        {}),
               std::runtime_error);
}

// As Ctrl-C does: a report of progress throws, the jobs end at their next report.
TEST(WorkPool, ProgressCanStopJobsThatWouldNeverEnd) {
  struct Interrupted {};
  const auto endless = [](std::size_t, const PoolReport& report) {
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      report(0.5);
    }
  };
  EXPECT_THROW(run_pool(3, 2, endless, [](double) { throw Interrupted{}; }), Interrupted);
}

TEST(WorkPool, ProgressRisesToOne) {
  std::vector<double> seen;
  const auto slow = [](std::size_t, const PoolReport&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  };
  run_pool(6, 2, slow, [&](double fraction) { seen.push_back(fraction); });
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.back(), 1.0);
}

}  // namespace
}  // namespace bramah
