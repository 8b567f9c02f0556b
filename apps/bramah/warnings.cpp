#include "warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "readable.h"

namespace bramah::app {
namespace {

constexpr double kUnbalanced = 0.01;  // of the largest energy
constexpr double kWhole = 1e-6;       // of a step: rounding of decimal times

// Pressures are absolute: below zero, oil would be pulled apart.
std::string cavitation(const Model& model, const Recording& recording) {
  std::string places;
  for (std::size_t column = 0; column < model.channels().size(); ++column) {
    const Channel& channel = model.channels()[column];
    if (channel.unit != "Pa" || !channel.name.ends_with(".p")) continue;
    std::size_t lowest = 0;
    for (std::size_t k = 0; k < recording.times.size(); ++k)
      if (recording.row(k)[column] < recording.row(lowest)[column]) lowest = k;
    const double least = recording.row(lowest)[column];
    if (least < -1.0)  // [Pa]; less is round-off
      places += fmt::format("{}{} to {} at {:g} s", places.empty() ? "" : ", ", channel.name,
                            readable(least, "Pa"), recording.times[lowest]);
  }
  if (places.empty()) return "";
  return "pressures fall below zero, absolute: " + places +
         ". Oil would cavitate there; this machine has no model of that";
}

std::string imbalance(const Model& model, const RunSummary& summary, const Recording& recording) {
  double largest = 0.0;
  for (std::size_t column = 0; column < model.channels().size(); ++column) {
    const Channel& channel = model.channels()[column];
    if (channel.unit != "J" || channel.name == "energy.residual" || channel.name == "energy.books")
      continue;
    for (std::size_t k = 0; k < recording.times.size(); ++k)
      largest = std::max(largest, std::abs(recording.row(k)[column]));
  }
  if (!(largest > 0.0) || summary.energy_books_max <= kUnbalanced * largest) return "";
  return fmt::format(
      "the energy audit does not close: {:.3g} J are unaccounted for, {:.2g} % of the largest "
      "energy",
      summary.energy_books_max, 100.0 * summary.energy_books_max / largest);
}

}  // namespace

std::vector<std::string> warnings(const Model& model, const RunSummary& summary,
                                  const Recording& recording) {
  std::vector<std::string> all = summary.warnings;
  if (recording.times.empty()) return all;
  all.push_back(cavitation(model, recording));
  all.push_back(imbalance(model, summary, recording));
  std::erase(all, "");
  return all;
}

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
