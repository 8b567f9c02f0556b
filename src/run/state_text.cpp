#include "run/state_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/text.h"
#include "coupling/plant.h"

namespace bramah {
namespace {

constexpr std::size_t kDigits = 16;

std::string name_of_entry(const Plant& plant, std::size_t k) {
  if (k == State::kTick) return "tick";
  if (k == State::kStepSize) return "step size";
  const Layout& layout = plant.layout;
  const auto within = [k](const Block& b) { return k >= b.first && k < b.first + b.count; };
  const auto named = [&](const Block& b, const std::vector<std::string>& names) {
    return within(b) && k - b.first < names.size() ? names[k - b.first] : std::string();
  };
  if (auto name = named(layout.y, plant.names.states); !name.empty()) return name;
  if (auto name = named(layout.inputs, plant.names.inputs); !name.empty()) return name;
  for (const NamedBlock& b : layout.blocks)
    if (within(b.block)) return concat(b.name, "[", k - b.block.first, "]");
  return concat("entry ", k);
}

// Modes are kept as doubles and used as small whole numbers.
bool holds_small_integers(std::span<const double> values) {
  for (const double value : values)
    if (!(std::abs(value) <= 1e6)) return false;
  return true;
}

}  // namespace

std::string state_text(const State& state) {
  std::string text;
  text.reserve(kDigits * state.values().size());
  for (const double value : state.values()) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[bits >> shift & 15u];
  }
  return text;
}

std::optional<State> read_state(std::string_view text) {
  if (text.size() % kDigits != 0 || text.size() < kDigits * State::kHeader) return std::nullopt;
  State state(text.size() / kDigits);
  for (std::size_t k = 0; k < state.values().size(); ++k) {
    const char* first = text.data() + kDigits * k;
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(first, first + kDigits, bits, 16);
    if (error != std::errc{} || end != first + kDigits) return std::nullopt;
    state.values()[k] = std::bit_cast<double>(bits);
  }
  return state;
}

std::string misfit(const Model& model, const State& state) {
  const Layout& layout = model.plant().layout;
  if (state.values().size() != layout.size)
    return concat("a state of ", state.values().size(), " numbers; the machine has ", layout.size);
  const double tick = state.values()[State::kTick];
  if (!(tick >= 0.0 && tick < 9e15 && tick == std::floor(tick))) return "a state without a tick";
  if (state.step_size() != model.step_size())
    return concat("a state of steps of ", state.step_size() * 1e3, " ms; the machine takes ",
                  model.step_size() * 1e3, " ms");
  if (!holds_small_integers(layout.contacts.in(state.values()))) return "a state without modes";
  const auto partition = layout.partition.in(state.values());
  if (!partition.empty() && !holds_small_integers(partition.last(1)))
    return "a state without a partition";
  return {};
}

std::string first_difference(const Model& model, const State& recorded, const State& now) {
  const auto a = recorded.values(), b = now.values();
  if (a.size() != b.size()) return concat(a.size(), " numbers recorded, ", b.size(), " now");
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::bit_cast<std::uint64_t>(a[k]) != std::bit_cast<std::uint64_t>(b[k]))
      return concat(name_of_entry(model.plant(), k), ": ", a[k], " recorded, ", b[k],
                    " now, a difference of ", b[k] - a[k]);
  return {};
}

std::span<const double> held_inputs(const Model& model, const State& state) {
  return model.plant().layout.inputs.in(state.values()).first(model.inputs().size());
}

State with_inputs(const Model& model, State state, std::span<const double> inputs) {
  std::copy(inputs.begin(), inputs.end(), model.plant().layout.inputs.in(state.values()).begin());
  return state;
}

}  // namespace bramah
