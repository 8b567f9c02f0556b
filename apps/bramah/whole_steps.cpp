#include "whole_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bramah::app {
namespace {

constexpr double kWhole = 1e-6;  // of a step: rounding of decimal times

}  // namespace

std::vector<std::string> whole_step_notes(const Model& model, double every) {
  if (choice_record(model.integrator_rule()).variable) return {};  // they land on any time
  std::vector<std::string> notes;
  const double h = model.step_size(), end = model.until() / h, apart = every / h;
  const auto whole = [](double steps) { return std::max(1.0, std::round(steps)); };
  if (std::abs(end - whole(end)) > kWhole)
    notes.push_back(
        fmt::format("{:g} s is no whole number of steps of {:g} ms; the run ends at {:g} s",
                    model.until(), h * 1e3, h * whole(end)));
  if (every > 0.0 && std::abs(apart - whole(apart)) > kWhole)
    notes.push_back(fmt::format(
        "--every {:g} ms is no whole number of steps of {:g} ms; rows are {:g} ms apart",
        every * 1e3, h * 1e3, h * whole(apart) * 1e3));
  return notes;
}

}  // namespace bramah::app
