// Runs that are not in the folder yet are dealt out, to threads of this process and to other ranks,
// a little ahead of what each has finished; rows that come back are written many at a time. Memory is
// that of the runs dealt out and one bit for each run of the design.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "analysis/row_bytes.h"
#include "analysis/workshop.h"
#include "bramah/basics.h"
#include "store/study_store.h"

namespace bramah {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds, std::chrono::milliseconds;

constexpr double kAhead = 0.1;         // [s] of work that a rank has in hand
constexpr long long kMostAhead = 256;  // runs, a thread
constexpr int kTellRate = 10;          // times a second
// Messages are looked for; MPI has no way to sleep until one comes. Whoever has work in hand has time;
// looking costs CPU time that the runs of a full computer need.
constexpr microseconds kAtWork{5000}, kIdle{500};

int usual_threads(int jobs, bool cluster) {
  if (jobs > 0) return jobs;
  return cluster ? 1 : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

class Dealer {
 public:
  Dealer(const Experiment& experiment, const std::string& folder, const CarryOutOptions& options)
      : experiment_(experiment),
        options_(options),
        store_(open_store(folder, {experiment.axes(), experiment.measures(), experiment.facts()})),
        there_(static_cast<std::size_t>(experiment.runs()), false) {
    progress_.runs = experiment.runs();
    store_->each_run([&](long long run, bool done) {
      if (run < 0 || run >= progress_.runs) return;
      there_[static_cast<std::size_t>(run)] = true;
      ++progress_.found, progress_.failed += done ? 0 : 1;
    });
    progress_.done = progress_.found;
  }

  ExperimentProgress carry_out() {
    const int threads = usual_threads(options_.jobs, options_.cluster != nullptr);
    Workshop own(experiment_, threads, 0);
    while (progress_.done < progress_.runs && !(options_.stop && options_.stop())) {
      deal_to(own);
      deal_to_others(threads);
      keep(own.take(others() > 0 ? kAtWork : microseconds(100'000)));
      tell(false);
    }
    tell(true);
    return progress_;
  }

 private:
  int others() const { return options_.cluster ? options_.cluster->size() - 1 : 0; }

  std::vector<long long> next(long long count) {
    std::vector<long long> runs;
    for (; next_ < progress_.runs && static_cast<long long>(runs.size()) < count; ++next_)
      if (!there_[static_cast<std::size_t>(next_)]) runs.push_back(next_);
    return runs;
  }

  // What a worker shall have in hand: some work, of long runs one, but not the last runs while others
  // have none.
  long long ahead(int threads) const {
    const long long by_time =
        mean_cpu_ > 0.0 ? std::max(1LL, static_cast<long long>(kAhead / mean_cpu_)) : 1;
    const long long left = progress_.runs - next_, fair = left / (2 * (others() + 1));
    return threads * (1 + std::clamp(std::min(by_time, fair), 0LL, kMostAhead));
  }

  void deal_to(Workshop& own) {
    if (const long long lacks = ahead(own.threads()) - own.pending(); lacks > 0)
      if (const std::vector<long long> runs = next(lacks); !runs.empty()) own.put(runs);
  }

  void deal_to_others(int threads) {
    if (others() == 0) return;
    pending_.resize(static_cast<std::size_t>(others() + 1));
    for (int rank = 1; rank <= others(); ++rank) {
      long long& pending = pending_[static_cast<std::size_t>(rank)];
      const long long want = ahead(threads);
      if (pending * 2 > want) continue;
      const std::vector<long long> runs = next(want - pending);
      if (runs.empty()) return;
      options_.cluster->send(rank, run_bytes(runs));
      pending += static_cast<long long>(runs.size());
    }
  }

  void keep(std::vector<ExperimentRow> rows) {
    if (options_.cluster)
      while (const auto message = options_.cluster->receive()) {
        if (message->bytes.front() != kRows) continue;
        std::vector<ExperimentRow> more = rows_of(message->bytes);
        pending_[static_cast<std::size_t>(message->from)] -= static_cast<long long>(more.size());
        std::move(more.begin(), more.end(), std::back_inserter(rows));
      }
    if (rows.empty()) return;
    store_->add(rows);
    for (const ExperimentRow& row : rows) {
      ++progress_.done;
      progress_.failed += row.outcome == StudyRow::Outcome::done ? 0 : 1;
      cpu_ += row.cpu_s;
    }
    mean_cpu_ = cpu_ / static_cast<double>(progress_.done - progress_.found);
  }

  void tell(bool at_once) {
    const Clock::time_point now = Clock::now();
    if (!options_.progress || (!at_once && now - told_ < milliseconds(1000 / kTellRate))) return;
    told_ = now;
    const double passed = std::chrono::duration<double>(now - began_).count();
    progress_.rate = static_cast<double>(progress_.done - progress_.found) / std::max(passed, 1e-9);
    progress_.left_s = progress_.rate > 0.0
                           ? static_cast<double>(progress_.runs - progress_.done) / progress_.rate
                           : 0.0;
    options_.progress(progress_);
  }

  const Experiment& experiment_;
  const CarryOutOptions& options_;
  std::unique_ptr<StudyStore> store_;
  std::vector<bool> there_;
  std::vector<long long> pending_;  // of each other rank
  ExperimentProgress progress_;
  long long next_ = 0;
  double cpu_ = 0.0, mean_cpu_ = 0.0;
  Clock::time_point began_ = Clock::now(), told_{};
};

std::string definition_of(const Experiment& experiment) {
  for (const auto& [name, value] : experiment.facts())
    if (name == "definition") return kDefinition + value;
  return {};
}

// Sends the others home, however this ends.
class Others {
 public:
  Others(Cluster* cluster, const Experiment& experiment) : cluster_(cluster) {
    send(definition_of(experiment));
  }
  // Rows that still come are of runs under way: they are made again.
  ~Others() {
    send(std::string(1, kGoHome));
    for (int gone = 1; cluster_ && gone < cluster_->size();) {
      const auto message = cluster_->receive();
      if (!message) std::this_thread::sleep_for(milliseconds(1));
      if (message && message->bytes.front() == kGoHome) ++gone;
    }
  }
  Others(const Others&) = delete;
  Others& operator=(const Others&) = delete;

 private:
  void send(const std::string& bytes) {
    for (int rank = 1; cluster_ && rank < cluster_->size(); ++rank) cluster_->send(rank, bytes);
  }
  Cluster* cluster_;
};

}  // namespace

ExperimentProgress carry_out(const Experiment& experiment, const std::string& folder,
                             const CarryOutOptions& options) {
  const Others others(options.cluster, experiment);
  return Dealer(experiment, folder, options).carry_out();
}

void help(const Experiment& experiment, Cluster& cluster, int jobs) {
  Workshop own(experiment, usual_threads(jobs, true), cluster.rank());
  for (;;) {
    while (const auto message = cluster.receive()) {
      const std::string& bytes = message->bytes;
      if (bytes.front() == kGoHome) return cluster.send(0, bytes);
      if (bytes.front() == kWork) own.put(runs_of(bytes));
      if (bytes.front() == kDefinition && bytes != definition_of(experiment))
        throw InputError(fmt::format(
            "rank {}: another study, machine or program than that of rank 0", cluster.rank()));
    }
    if (const auto rows = own.take(own.pending() > 0 ? kAtWork : kIdle); !rows.empty())
      cluster.send(0, row_bytes(rows));
  }
}

}  // namespace bramah
