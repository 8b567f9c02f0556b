#include "batch.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

namespace bramah::python {
namespace {

// Calls work(k) for all k < count on `threads` threads, the calling one among them, in chunks as they
// become free. The calling thread asks whether to stop. The first exception is thrown on.
void share_out(std::size_t count, int threads, std::size_t chunk, Interrupt& interrupt,
               const std::function<void(std::size_t k, int thread)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto loop = [&](int thread) {
    try {
      while (!stop) {
        const std::size_t first = next.fetch_add(chunk);
        if (first >= count) return;
        for (std::size_t k = first; k < std::min(count, first + chunk); ++k) work(k, thread);
        if (thread == 0 && interrupt.asked()) stop = true;
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      stop = true;
    }
  };
  std::vector<std::jthread> others;
  for (int t = 1; t < threads && static_cast<std::size_t>(t) * chunk < count; ++t)
    others.emplace_back(loop, t);
  loop(0);
  others.clear();  // joins
  if (thrown) std::rethrow_exception(thrown);
}

constexpr std::size_t kChunk = 8;  // instances a thread takes at a time

}  // namespace

Batch::Batch(std::shared_ptr<PyModel> model, std::size_t n, int threads)
    : model_(std::move(model)), n_(n), threads_(threads) {
  if (n < 1) throw InputError("n: expected 1 or more instances");
  if (threads < 1) throw InputError("threads: expected 1 or more");
  const State start = model_->model.initial_state();
  width_ = start.values().size();
  values_.resize(n * width_);
  instances_.resize(n);
  for (int t = 0; t < threads; ++t)
    workers_.push_back(std::make_unique<Worker>(Worker{t, start, Workspace(model_->model)}));
  std::vector<std::size_t> all(n);
  for (std::size_t i = 0; i < n; ++i) all[i] = i;
  reset(all);
}

const Model& Batch::model_of(std::size_t i) const noexcept {
  return instances_[i].own ? instances_[i].own->model : model_->model;
}

void Batch::for_all(const Job& job, Interrupt& interrupt) {
  share_out(n_, threads_, kChunk, interrupt, [&](std::size_t i, int thread) {
    job(i, *workers_[static_cast<std::size_t>(thread)]);
  });
}

// Of the state that the worker holds.
void Batch::observe_row(std::size_t i, std::span<const int> channels, double* out, Worker& worker) {
  if (channels.empty()) return;
  observe_some(model_of(i), worker.state, instances_[i].own ? instances_[i].own->work : worker.work,
               channels, {out + i * channels.size(), channels.size()});
}

void Batch::step(const double* inputs, std::size_t stride, long long ticks,
                 std::span<const int> channels, double* out, Interrupt& interrupt) {
  const std::size_t columns = inputs ? model_->model.inputs().size() : 0;
  const long long block = ticks_at_once(model_->model, ticks);
  std::atomic<bool> stop{false};
  for_all(
      [&](std::size_t i, Worker& worker) {
        Instance& it = instances_[i];
        const auto x = row(i);
        std::copy(x.begin(), x.end(), worker.state.values().begin());
        Workspace& work = it.own ? it.own->work : worker.work;
        const Inputs given{{inputs + i * stride, columns}};
        for (long long done = 0; done < ticks && !it.failed && !stop; done += block) {
          it.report =
              advance(model_of(i), worker.state, work, given, std::min(block, ticks - done));
          it.failed = !it.report.converged;
          if (worker.number == 0 && interrupt.asked()) stop = true;
        }
        const auto y = worker.state.values();
        std::copy(y.begin(), y.end(), x.begin());
        observe_row(i, channels, out, worker);
      },
      interrupt);
}

void Batch::observe(std::span<const int> channels, double* out, Interrupt& interrupt) {
  for_all(
      [&](std::size_t i, Worker& worker) {
        const auto x = row(i);
        std::copy(x.begin(), x.end(), worker.state.values().begin());
        observe_row(i, channels, out, worker);
      },
      interrupt);
}

void Batch::reset(const std::vector<std::size_t>& instances) {
  for (const std::size_t i : instances) {
    const State start = model_of(i).initial_state();
    const auto x = start.values();
    std::copy(x.begin(), x.end(), row(i).begin());
    instances_[i].failed = false;
    instances_[i].report = {};
  }
}

void Batch::rebuild(const std::vector<std::size_t>& instances,
                    const std::vector<std::vector<std::string>>& set, Interrupt& interrupt) {
  std::vector<std::unique_ptr<Own>> built(instances.size());
  share_out(instances.size(), threads_, 1, interrupt, [&](std::size_t k, int) {
    if (set[k].empty()) return;
    LoadOptions options = model_->options;
    options.set.insert(options.set.end(), set[k].begin(), set[k].end());
    built[k] = std::make_unique<Own>(load(model_->files, options));
    if (built[k]->model.initial_state().values().size() != width_)
      throw InputError("parameters: instance " + std::to_string(instances[k]) +
                       " would have another State; only numbers may differ, not parts or methods");
  });
  for (std::size_t k = 0; k < instances.size(); ++k)
    instances_[instances[k]].own = std::move(built[k]);
  reset(instances);
}

std::string Batch::problem(std::size_t i) const {
  return failed(i) ? explain(model_of(i), instances_[i].report) : "";
}
std::string Batch::blamed(std::size_t i) const {
  return failed(i) ? culprit(model_of(i), instances_[i].report) : "";
}

}  // namespace bramah::python
