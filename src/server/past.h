// The last minute of a machine: states a tenth of a second apart, and every motion of a lever between
// them. From one of them on it can be stepped again, with the same parameters bit for bit.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "bramah/model.h"

namespace bramah {

struct KeptInstant {
  State state;
  std::vector<double> inputs;  // those of the state act from its next step only
};

struct LeverMotion {
  long long tick = 0;          // it acts before the step that follows
  std::vector<double> inputs;  // from then on
};

// What it takes to run a stretch again.
struct Stretch {
  KeptInstant start;
  std::shared_ptr<const Model> model;  // that the state belongs to
  std::vector<LeverMotion> motions;
  long long until = 0;  // tick
};

class Past {
 public:
  static constexpr double kApart = 0.1;                // [s] between two states
  static constexpr double kLongest = 60.0;             // [s]
  static constexpr std::size_t kMostBytes = 32 << 20;  // of states: larger machines keep less

  Past(std::shared_ptr<const Model> model, const State& start, std::span<const double> inputs);

  // After a step. Does not allocate.
  void note(const State& state, std::span<const double> inputs) noexcept;
  void moved(long long tick, std::span<const double> inputs);
  // It goes on from elsewhere: what was before is no past of this.
  void forget(const State& state, std::span<const double> inputs);
  // What came after is gone.
  void cut(long long tick);
  // From here on another model's states.
  void exchange(std::shared_ptr<const Model> model, const State& state,
                std::span<const double> inputs);

  double oldest() const noexcept;  // [s]
  // The last state that is no later than t; the oldest, where none is.
  const KeptInstant& at(double t) const noexcept { return slot(place_of(t)).kept; }
  const std::shared_ptr<const Model>& model_at(double t) const noexcept;
  Stretch since(double t, long long now) const;

 private:
  struct Slot {
    KeptInstant kept;
    int era = 0;
  };
  struct Era {
    int number;
    std::shared_ptr<const Model> model;
  };
  Slot& slot(std::size_t k) noexcept { return slots_[(first_ + k) % slots_.size()]; }
  const Slot& slot(std::size_t k) const noexcept { return slots_[(first_ + k) % slots_.size()]; }
  std::size_t place_of(double t) const noexcept;
  void keep(const State& state, std::span<const double> inputs) noexcept;
  void drop_unused();

  std::vector<Slot> slots_;  // a ring, taken beforehand
  std::size_t first_ = 0, count_ = 0;
  long long apart_ = 1;  // ticks
  std::deque<LeverMotion> motions_;
  std::vector<Era> eras_;  // the last one is now
};

}  // namespace bramah
