// A State as text that keeps every bit: 16 hexadecimal digits for each double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bramah/model.h"

namespace bramah {

std::string state_text(const State& state);
std::optional<State> read_state(std::string_view text);  // nothing if it is no such text

// Why a state cannot belong to a machine; empty if it can.
std::string misfit(const Model& model, const State& state);

// The first place where two states differ; empty if they are the same bit for bit.
std::string first_difference(const Model& model, const State& recorded, const State& now);

// The external inputs that a state holds.
std::span<const double> held_inputs(const Model& model, const State& state);
// The state with other inputs: what a step from here would begin with. Rates are not refreshed.
State with_inputs(const Model& model, State state, std::span<const double> inputs);

}  // namespace bramah
