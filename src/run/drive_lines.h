// The lines of a drive, as they are written. Steps are counted from the start of the recording; an
// event at step n acts before the step that follows n steps.
#pragma once

#include <map>
#include <span>
#include <string>

#include "bramah/model.h"

namespace bramah {

std::string drive_header(const std::string& path, const LoadOptions& options, const Model& model,
                         const State& start);
// The inputs that changed.
std::string drive_inputs(long long step, const Model& model, std::span<const double> before,
                         std::span<const double> after);
std::string drive_state(long long step, const State& state);
std::string drive_set(long long step, const std::map<std::string, std::string>& values);
// A step that was ended in the coarse way, after so many iterations.
std::string drive_coarse(long long step, int iterations);
std::string drive_end(long long step, const State& state);

}  // namespace bramah
