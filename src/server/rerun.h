// A stretch of the past, run again with another model of the same machine: levers move as they did.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "server/command.h"

namespace bramah {

struct Rerun {
  std::vector<Frame> frames;
  double wall = 0.0;   // [s]
  std::string failed;  // why it ended early; empty: it did not
};

// With the stretch's own model it comes to the state it came to then, bit for bit. Throws InputError
// where the model cannot begin from there, and when `stop` says so.
Rerun rerun(const Stretch& past, const Model& model, const std::function<bool()>& stop);

std::string again_text(const Rerun& result, std::span<const int> channels);

}  // namespace bramah
