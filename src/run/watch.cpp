#include "run/watch.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "core/units.h"
#include "coupling/plant.h"

namespace bramah {

namespace {

constexpr double kUnbalanced = 0.01;  // of the largest energy
constexpr double kRoundOff = 1e-6;    // [J] of a machine at rest
constexpr double kBurst = 700e5;      // [Pa] more than hoses and barrels are made for
constexpr double kImpact = 0.2;       // [m/s] that no stop likes
constexpr double kNoise = 1.0;        // [Pa]

std::string digits(double value, int count = 3) { return short_number(value, count); }
std::string bar(double p) { return digits(p * 1e-5) + " bar"; }

// "a, b and c"; long lists are cut.
std::string joined(const std::vector<std::string>& places) {
  constexpr std::size_t kMost = 6;
  std::string text;
  const std::size_t shown = std::min(places.size(), kMost);
  for (std::size_t k = 0; k < shown; ++k)
    text += (k == 0 ? "" : k + 1 < places.size() ? ", " : " and ") + places[k];
  if (shown < places.size()) text += concat(" and ", places.size() - shown, " more");
  return text;
}

}  // namespace

Watch::Watch(const Model& model) : model_(model), channels_(model_.channels()) {
  const Plant& plant = model.plant();
  const Circuit& circuit = *plant.equations->parts().circuit;
  for (int k = 0; k < circuit.volumes(); ++k) {
    const Fluid& oil = circuit.parts().volumes[k].fluid;
    const int channel = model.find_channel(plant.names.volumes[k] + ".p");
    if (channel >= 0 && circuit.torn_below(k) > 0.0)
      volumes_.push_back({static_cast<std::size_t>(channel), oil.vapour + Fluid::kVapourWidth});
  }
  for (int c = 0; c < circuit.cylinders(); ++c) {
    const std::string& name = plant.names.cylinders[c];
    const int length = model.find_channel(name + ".length"),
              rate = model.find_channel(name + ".rate");
    if (length < 0 || rate < 0) continue;
    const Plant::Reach& reach = plant.reaches[c];
    pistons_.push_back({name, static_cast<std::size_t>(length), static_cast<std::size_t>(rate),
                        reach.closed, reach.closed + reach.stroke});
  }
}

void Watch::note(double t, std::span<const double> row) {
  const double since = std::max(0.0, t - last_);
  last_ = t;
  for (Volume& volume : volumes_) {
    if (row[volume.channel] > volume.vapour) continue;
    volume.torn_for += since;
    if (volume.first < 0.0) volume.first = t;
  }
  for (Piston& piston : pistons_) {
    const double length = row[piston.length], rate = row[piston.rate];
    const bool inside = length >= piston.least && length <= piston.most;
    const double speed = std::max(std::abs(rate), std::abs(piston.last_rate));
    if (!inside && piston.inside && speed > piston.speed) piston.speed = speed, piston.at = t;
    piston.inside = inside;
    piston.last_rate = rate;
  }
}

std::string Watch::cavitation() const {
  std::vector<std::string> places;
  for (const Volume& volume : volumes_)
    if (volume.torn_for > 0.0)
      places.push_back(concat(channels_[volume.channel].name, " for ", digits(volume.torn_for),
                              " s from ", digits(volume.first, 4), " s on"));
  if (places.empty()) return "";
  return "oil cavitates: " + joined(places) + ", in all";
}

// Oil that is said to bear it: below zero, absolute, any other would be pulled apart.
std::string Watch::tension(const Recording& rows) const {
  std::vector<std::string> places;
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    const Recording::Range& range = rows.ranges[k];
    if (channels_[k].unit == "Pa" && channels_[k].name.ends_with(".p") && range.least < -kNoise)
      places.push_back(concat(channels_[k].name, " to ", bar(range.least), " at ",
                              digits(range.least_at, 4), " s"));
  }
  if (places.empty()) return "";
  return "pressures fall below zero, absolute: " + joined(places) +
         ". Real oil would cavitate there; this machine's bears tension (fluid: vapour: none)";
}

std::string Watch::overpressure(const Recording& rows) const {
  std::vector<std::string> places;
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    const Recording::Range& range = rows.ranges[k];
    if (channels_[k].unit == "Pa" && channels_[k].name.ends_with(".p") && range.most > kBurst)
      places.push_back(
          concat(channels_[k].name, " ", bar(range.most), " at ", digits(range.most_at, 4), " s"));
  }
  if (places.empty()) return "";
  return "pressures above 700 bar, which hoses and barrels do not bear: " + joined(places);
}

std::string Watch::impacts() const {
  std::vector<std::string> places;
  for (const Piston& piston : pistons_)
    if (piston.speed > kImpact)
      places.push_back(concat(piston.name, " with ", digits(piston.speed), " m/s at ",
                              digits(piston.at, 4), " s"));
  if (places.empty()) return "";
  return "pistons hit their stops: " + joined(places) +
         ". A cushion or an end damper would brake them";
}

// A spool that is moved and opens nothing.
std::vector<std::string> Watch::shut_valves(const Recording& rows) const {
  const auto find = [&](const std::string& name) -> const Recording::Range* {
    for (std::size_t k = 0; k < channels_.size(); ++k)
      if (channels_[k].name == name) return &rows.ranges[k];
    return nullptr;
  };
  std::vector<std::string> out;
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    if (!channels_[k].name.ends_with(".U")) continue;
    const std::string valve = channels_[k].name.substr(0, channels_[k].name.size() - 2);
    const double moved = std::max(std::abs(rows.ranges[k].least), std::abs(rows.ranges[k].most));
    const Recording::Range *PA = find(valve + ".PA.flow"), *PB = find(valve + ".PB.flow");
    if (moved == 0.0 || !PA || !PB) continue;
    if (PA->least == 0.0 && PA->most == 0.0 && PB->least == 0.0 && PB->most == 0.0)
      out.push_back(concat("valve ", valve, " never opens: its spool moves by ", digits(moved),
                           channels_[k].unit == "1" ? "" : " " + channels_[k].unit,
                           " at most, which its overlap covers"));
  }
  return out;
}

std::string Watch::imbalance(const RunSummary& summary, const Recording& rows) const {
  double largest = 0.0;
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    const std::string& name = channels_[k].name;
    if (channels_[k].unit != "J" || name == "energy.residual" || name == "energy.books") continue;
    largest = std::max({largest, std::abs(rows.ranges[k].least), std::abs(rows.ranges[k].most)});
  }
  if (summary.energy_books_max <= std::max(kUnbalanced * largest, kRoundOff)) return "";
  return concat("the energy audit does not close: ", digits(summary.energy_books_max),
                " J are unaccounted for, ", digits(100.0 * summary.energy_books_max / largest, 2),
                " % of the largest energy");
}

std::vector<std::string> Watch::warnings(const RunSummary& summary, const Recording& rows) const {
  std::vector<std::string> all{cavitation(), tension(rows), overpressure(rows), impacts(),
                               imbalance(summary, rows)};
  for (std::string& text : shut_valves(rows)) all.push_back(std::move(text));
  std::erase(all, "");
  return all;
}

}  // namespace bramah
