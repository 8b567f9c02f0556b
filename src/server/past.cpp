#include "server/past.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bramah {
namespace {

std::size_t slots_for(const State& state, std::size_t inputs) {
  const auto wanted = static_cast<std::size_t>(std::llround(Past::kLongest / Past::kApart)) + 1;
  const std::size_t bytes = sizeof(double) * (state.values().size() + inputs);
  return std::clamp<std::size_t>(Past::kMostBytes / bytes, 2, wanted);
}

}  // namespace

Past::Past(std::shared_ptr<const Model> model, const State& start, std::span<const double> inputs)
    : slots_(slots_for(start, inputs.size())),
      apart_(std::max(1LL, std::llround(kApart / model->step_size()))),
      eras_{{0, std::move(model)}} {
  for (Slot& slot : slots_) slot = {{start, {inputs.begin(), inputs.end()}}, 0};
  forget(start, inputs);
}

void Past::note(const State& state, std::span<const double> inputs) noexcept {
  if (state.tick() % apart_ == 0) keep(state, inputs);
}

void Past::keep(const State& state, std::span<const double> inputs) noexcept {
  if (count_ == slots_.size()) {
    first_ = (first_ + 1) % slots_.size();
    --count_;
  }
  Slot& next = slot(count_++);
  next.kept.state = state;  // of the same size: nothing is allocated
  std::ranges::copy(inputs, next.kept.inputs.begin());
  next.era = eras_.back().number;
}

void Past::moved(long long tick, std::span<const double> inputs) {
  drop_unused();
  motions_.push_back({tick, {inputs.begin(), inputs.end()}});
}

// Motions and models that no kept state needs any more.
void Past::drop_unused() {
  const long long oldest = slot(0).kept.state.tick();
  while (!motions_.empty() && motions_.front().tick < oldest) motions_.pop_front();
  const int era = slot(0).era;
  std::erase_if(eras_, [&](const Era& one) { return one.number < era; });
}

void Past::forget(const State& state, std::span<const double> inputs) {
  count_ = 0;
  keep(state, inputs);
  motions_.clear();
  drop_unused();
}

void Past::cut(long long tick) {
  while (count_ > 1 && slot(count_ - 1).kept.state.tick() > tick) --count_;
  while (!motions_.empty() && motions_.back().tick >= tick) motions_.pop_back();
}

// The state is kept beside the one of the model before, at the same tick.
void Past::exchange(std::shared_ptr<const Model> model, const State& state,
                    std::span<const double> inputs) {
  const bool fits = state.values().size() == slot(0).kept.state.values().size() &&
                    state.step_size() == slot(0).kept.state.step_size();
  if (!fits) {
    *this = Past(std::move(model), state, inputs);
    return;
  }
  eras_.push_back({eras_.back().number + 1, std::move(model)});
  keep(state, inputs);
  drop_unused();
}

double Past::oldest() const noexcept { return slot(0).kept.state.time(); }

std::size_t Past::place_of(double t) const noexcept {
  std::size_t low = 0, high = count_;  // slots before `low` are no later than t
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const State& state = slot(middle).kept.state;
    if (state.time() <= t + 0.5 * state.step_size())
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? 0 : low - 1;
}

const std::shared_ptr<const Model>& Past::model_at(double t) const noexcept {
  const int era = slot(place_of(t)).era;
  return std::ranges::find(eras_, era, &Era::number)->model;
}

Stretch Past::since(double t, long long now) const {
  Stretch stretch{at(t), model_at(t), {}, now};
  const long long from = stretch.start.state.tick();
  std::ranges::copy_if(motions_, std::back_inserter(stretch.motions),
                       [&](const LeverMotion& motion) { return motion.tick >= from; });
  return stretch;
}

}  // namespace bramah
