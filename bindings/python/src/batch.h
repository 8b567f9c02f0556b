// Many machines at once: n States in one array, stepped by several threads.
//
//   in    models: one for all, or one for each where parameters differ; inputs, a row for each
//   out   the rows of `states`; which instances failed, and why
// An instance is stepped by one thread from its own row alone, so the bits do not depend on how many
// threads there are. Instances that share a model share the thread's workspace; one with a model of
// its own has a workspace of its own.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "errors.h"
#include "model.h"

namespace bramah::python {

class Batch {
 public:
  Batch(std::shared_ptr<PyModel> model, std::size_t n, int threads);

  std::size_t size() const noexcept { return n_; }
  int threads() const noexcept { return threads_; }
  const PyModel& model() const noexcept { return *model_; }
  std::span<double> row(std::size_t i) noexcept { return {values_.data() + i * width_, width_}; }
  double* data() noexcept { return values_.data(); }
  std::size_t width() const noexcept { return width_; }

  // Each row of `inputs` holds for all ticks; `stride` 0: one row for all; null: defaults.
  // Told to stop, instances end at different ticks.
  // With channels, these are observed at the end of it, into `out`.
  void step(const double* inputs, std::size_t stride, long long ticks,
            std::span<const int> channels, double* out, Interrupt& interrupt);
  void observe(std::span<const int> channels, double* out, Interrupt& interrupt);
  void reset(const std::vector<std::size_t>& instances);
  // Other parameters for some instances: their models are built from these settings, and they start
  // anew. Nothing changes if one cannot be built.
  void rebuild(const std::vector<std::size_t>& instances,
               const std::vector<std::vector<std::string>>& set, Interrupt& interrupt);

  // For the length of a call that uses workers, rows or models: one thread at a time. Throws InputError
  // where another is at work.
  class Turn {
   public:
    explicit Turn(Batch& batch) : busy_(batch.busy_) {
      if (busy_.exchange(true))
        throw InputError("this Batch is at work in another thread; expected one for each thread");
    }
    ~Turn() { busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    std::atomic<bool>& busy_;
  };

  bool failed(std::size_t i) const noexcept { return instances_[i].failed; }
  std::string problem(std::size_t i) const;  // empty: it goes on
  std::string blamed(std::size_t i) const;

 private:
  struct Own {
    Model model;
    Workspace work;
    explicit Own(Model m) : model(std::move(m)), work(model) {}
  };
  struct Instance {
    std::unique_ptr<Own> own;  // null: the common model
    bool failed = false;
    StepReport report;
  };
  struct Worker {
    int number;  // 0: the calling thread
    State state;
    Workspace work;
  };
  using Job = std::function<void(std::size_t i, Worker& worker)>;
  void observe_row(std::size_t i, std::span<const int> channels, double* out, Worker& worker);
  void for_all(const Job& job, Interrupt& interrupt);
  const Model& model_of(std::size_t i) const noexcept;

  std::atomic<bool> busy_{false};
  std::shared_ptr<PyModel> model_;
  std::size_t n_ = 0, width_ = 0;
  int threads_ = 1;
  std::vector<double> values_;
  std::vector<Instance> instances_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

void bind_batch(py::module_& module);

}  // namespace bramah::python
