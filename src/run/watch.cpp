#include "run/watch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text.h"
#include "core/units.h"
#include "core/where.h"
#include "coupling/plant.h"
#include "coupling/stepper.h"
#include "machine/snapshot.h"

namespace bramah {

namespace {

constexpr double kUnbalanced = 0.01;  // of the largest energy
constexpr double kRoundOff = 1e-6;    // [J] of a machine at rest
constexpr double kEarly = 1.0;        // [J] that is nothing yet, while a machine is being driven
constexpr double kBurst = 700e5;      // [Pa] more than hoses and barrels are made for
constexpr double kImpact = 0.2;       // [m/s] that no stop likes
constexpr double kPush = 50.0;        // [m/s2] more than oil speeds up a piston with its load
constexpr double kLongQuiet = 0.01;   // [s] after which it is looked at again
constexpr double kNoise = 1.0;        // [Pa]
constexpr std::string_view kMargin = ".margin";

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

bool is_energy(const Channel& channel) {
  return channel.unit == "J" && channel.name != "energy.residual" && channel.name != "energy.books";
}

bool is_pressure(const Channel& channel) {
  return channel.unit == "Pa" && channel.name.ends_with(".p");
}

void see(Sight& sight, double value, double t, bool worse) noexcept {
  if (sight.seen() && !worse) return;
  if (!sight.seen()) sight.first = t;
  sight.worst = value;
  sight.at = t;
}

}  // namespace

const char* name_of(Sight::Kind kind) noexcept {
  switch (kind) {
    case Sight::Kind::cavitation:
      return "cavitation";
    case Sight::Kind::tension:
      return "tension";
    case Sight::Kind::overpressure:
      return "overpressure";
    case Sight::Kind::impact:
      return "impact";
    case Sight::Kind::tipping:
      return "tipping";
    case Sight::Kind::imbalance:
      return "imbalance";
  }
  return "";
}

std::string place_of(const Sight& sight, const std::vector<Channel>& channels) {
  const std::string& name = channels[sight.channel].name;
  const bool whole = sight.kind == Sight::Kind::impact || sight.kind == Sight::Kind::tipping;
  return whole ? name.substr(0, name.rfind('.')) : name;
}

std::string sentence(const Sight& sight, const std::vector<Channel>& channels) {
  const std::string place = place_of(sight, channels), at = digits(sight.at, 4) + " s";
  switch (sight.kind) {
    case Sight::Kind::cavitation:
      return concat("oil cavitates: ", place, " for ", digits(sight.lasted), " s in all, from ",
                    digits(sight.first, 4), " s on");
    case Sight::Kind::tension:
      return concat(place, " fell to ", bar(sight.worst), ", absolute, at ", at,
                    ". Real oil would cavitate there; this machine's bears tension (fluid: "
                    "vapour: none)");
    case Sight::Kind::overpressure:
      return concat(place, " rose to ", bar(sight.worst), " at ", at,
                    ", which hoses and barrels do not bear");
    case Sight::Kind::impact:
      return concat(place, " hit its stop with ", digits(sight.worst), " m/s at ", at,
                    ". A cushion or an end damper would brake it");
    case Sight::Kind::tipping:
      return concat("it nearly tips: ", place, " has a margin of ", digits(sight.worst), " m at ",
                    at);
    case Sight::Kind::imbalance:
      return concat("the energy audit does not close: ", digits(sight.worst),
                    " J are unaccounted for at ", at);
  }
  return "";
}

Watch::Watch(const Model& model) : model_(model) {
  const std::vector<Channel>& channels = model_.channels();
  const Plant& plant = model.plant();
  const Circuit& circuit = *plant.equations->parts().circuit;
  for (int k = 0; k < circuit.volumes(); ++k) {
    const int channel = model.find_channel(plant.names.volumes[k] + ".p");
    if (channel < 0 || circuit.torn_below(k) <= 0.0) continue;
    volumes_.push_back(
        {sights_.size(), circuit.parts().volumes[k].fluid.vapour + Fluid::kVapourWidth});
    add_sight(Sight::Kind::cavitation, static_cast<std::size_t>(channel));
  }
  for (int c = 0; c < circuit.cylinders(); ++c) {
    const std::string& name = plant.names.cylinders[c];
    const int length = model.find_channel(name + ".length"),
              rate = model.find_channel(name + ".rate");
    if (length < 0 || rate < 0) continue;
    const Plant::Reach& reach = plant.reaches[c];
    pistons_.push_back({static_cast<std::size_t>(c), sights_.size(), static_cast<std::size_t>(rate),
                        reach.closed, reach.closed + reach.stroke});
    add_sight(Sight::Kind::impact, static_cast<std::size_t>(length));
  }
  for (std::size_t k = 0; k < channels.size(); ++k) {
    if (!channels[k].name.ends_with(kMargin)) continue;
    const std::string stand = channels[k].name.substr(0, channels[k].name.size() - kMargin.size());
    const int warning = model.find_channel(stand + ".near_tipping");
    if (warning < 0) continue;
    stands_.push_back({sights_.size(), static_cast<std::size_t>(warning)});
    add_sight(Sight::Kind::tipping, k);
  }
  for (std::size_t k = 0; k < channels.size(); ++k) {
    if (is_energy(channels[k])) energies_.push_back(k);
    if (!is_pressure(channels[k])) continue;
    pressures_.push_back({k, sights_.size()});
    add_sight(Sight::Kind::tension, k);
    add_sight(Sight::Kind::overpressure, k);
  }
  if (const int books = model.find_channel("energy.books"); books >= 0)
    add_sight(Sight::Kind::imbalance, static_cast<std::size_t>(books));
  find_pumps(circuit);
}

void Watch::add_sight(Sight::Kind kind, std::size_t channel) {
  sights_.push_back({.kind = kind, .channel = channel});
}

void Watch::forget() noexcept {
  for (Sight& sight : sights_) sight = {.kind = sight.kind, .channel = sight.channel};
  largest_ = 0.0;
  jumped();
}

// Shafts with a speed of their own; those that a source turns do as they are told.
void Watch::find_pumps(const Circuit& circuit) {
  const Names& names = model_.plant().names;
  for (std::size_t k = 0; k < names.parts.size(); ++k) {
    if (names.infos[k]->diagram.role != DiagramInfo::Role::pump) continue;
    for (std::size_t i = 0; i < names.infos[k]->ports.size(); ++i) {
      if (names.infos[k]->ports[i].kind != PortInfo::Kind::shaft) continue;
      const int node = circuit.parts().parts[k].nodes[i];
      if (node < circuit.volumes() || node >= circuit.state_nodes()) continue;
      const int channel = model_.find_channel(names.states[static_cast<std::size_t>(node)]);
      if (channel >= 0) pumps_.push_back({k, static_cast<std::size_t>(channel)});
    }
  }
}

std::string Watch::place(std::size_t part) const {
  return prefix(model_.plant().names.places[part]);
}

// Those that do from the start were told of when the model was loaded.
std::vector<std::string> Watch::backward_pumps(const Recording& rows) const {
  constexpr double kTurning = 1.0;  // [rad/s] that is no ringing about a standstill
  std::vector<std::string> out;
  for (const Pump& pump : pumps_) {
    const Recording::Range& speed = rows.ranges[pump.channel];
    if (speed.first < 0.0 || speed.least > -kTurning) continue;
    out.push_back(concat(place(pump.part), "pump \"", model_.plant().names.parts[pump.part],
                         "\" runs backwards: its shaft turns at ",
                         digits(speed.least * 30.0 / std::numbers::pi), " rpm at ",
                         digits(speed.least_at, 4), " s, and it draws from P"));
  }
  return out;
}

void Watch::take_over(const Watch& before) {
  if (before.sights_.size() == sights_.size()) sights_ = before.sights_;
  largest_ = before.largest_;
  jumped();
}

void Watch::note(double t, std::span<const double> row) noexcept {
  const double since = jumped_ ? 0.0 : std::max(0.0, t - last_);
  last_ = t;
  note_pressures(t, since, row);
  if (!by_tick_) note_pistons(t, row);
  note_stands(t, row);
  note_energies(t, row);
  jumped_ = false;
}

void Watch::note_pressures(double t, double since, std::span<const double> row) noexcept {
  for (const Volume& volume : volumes_) {
    Sight& sight = sights_[volume.sight];
    const double p = row[sight.channel];
    if (p > volume.vapour) continue;
    sight.lasted += since;
    see(sight, p, t, p < sight.worst);
  }
  for (const Pressure& pressure : pressures_) {
    const double p = row[pressure.channel];
    Sight* const sights = &sights_[pressure.sights];
    if (p < -kNoise) see(sights[0], p, t, p < sights[0].worst);
    if (p > kBurst) see(sights[1], p, t, p > sights[1].worst);
  }
}

// A look at the cylinders costs some 5 % of a step: far from the stops it is left out.
void Watch::note_tick(const Model& model, const State& state, Workspace& work) noexcept {
  if (pistons_.empty() || state.time() < next_tick_) return;
  by_tick_ = true;
  const std::span<const Stroke> strokes = read_strokes(model.plant(), state, work.scratch());
  double quiet = kLongQuiet;
  for (Piston& piston : pistons_) {
    const Stroke& at = strokes[piston.cylinder];
    note_piston(piston, state.time(), at.s, at.rate);
    quiet = std::min(quiet, quiet_time(piston, at.s, at.rate));
  }
  next_tick_ = state.time() + quiet;
  pistons_jumped_ = false;
}

// Until it can be at a stop, or so fast that it would matter there:
//   gap = v t + a t²/2,   v + a t = kImpact
double Watch::quiet_time(const Piston& piston, double length, double rate) noexcept {
  const double gap = std::max(0.0, std::min(length - piston.least, piston.most - length));
  const double speed = std::abs(rate);
  const double there = (std::sqrt(speed * speed + 2.0 * kPush * gap) - speed) / kPush;
  return std::max(there, (kImpact - speed) / kPush);
}

void Watch::note_pistons(double t, std::span<const double> row) noexcept {
  for (Piston& piston : pistons_)
    note_piston(piston, t, row[sights_[piston.sight].channel], row[piston.rate]);
  pistons_jumped_ = false;
}

void Watch::note_piston(Piston& piston, double t, double length, double rate) noexcept {
  Sight& sight = sights_[piston.sight];
  const bool inside = length >= piston.least && length <= piston.most;
  const double speed = std::max(std::abs(rate), std::abs(piston.last_rate));
  if (!inside && piston.inside && !pistons_jumped_ && speed > kImpact)
    see(sight, speed, t, speed > sight.worst);
  piston.inside = inside;
  piston.last_rate = rate;
}

// Before it tips: a foot lifts off, or the margin is less than what the file allows.
void Watch::note_stands(double t, std::span<const double> row) noexcept {
  for (const Stand& stand : stands_) {
    Sight& sight = sights_[stand.sight];
    const double margin = row[sight.channel];
    if (row[stand.warning] > 0.0) see(sight, margin, t, margin < sight.worst);
  }
}

// While it goes on, what is missing is judged by the largest energy so far.
void Watch::note_energies(double t, std::span<const double> row) noexcept {
  for (const std::size_t k : energies_) largest_ = std::max(largest_, std::abs(row[k]));
  if (sights_.empty() || sights_.back().kind != Sight::Kind::imbalance) return;
  Sight& sight = sights_.back();
  const double missing = std::abs(row[sight.channel]);
  if (missing > std::max(kUnbalanced * largest_, kEarly))
    see(sight, missing, t, missing > sight.worst);
}

// The places where one kind of thing was seen.
std::string Watch::list(Sight::Kind kind,
                        std::string (*text)(const Sight&, const std::string&)) const {
  std::vector<std::string> places;
  for (const Sight& sight : sights_)
    if (sight.kind == kind && sight.seen() && (kind != Sight::Kind::cavitation || sight.lasted > 0))
      places.push_back(text(sight, place_of(sight, model_.channels())));
  return joined(places);
}

// A spool that is moved and opens nothing.
std::vector<std::string> Watch::shut_valves(const Recording& rows) const {
  const std::vector<Channel>& channels = model_.channels();
  const auto find = [&](const std::string& name) -> const Recording::Range* {
    for (std::size_t k = 0; k < channels.size(); ++k)
      if (channels[k].name == name) return &rows.ranges[k];
    return nullptr;
  };
  const Names& names = model_.plant().names;
  const auto place_of = [&](const std::string& valve) {
    const auto found = std::ranges::find(names.parts, valve);
    return found == names.parts.end()
               ? ""
               : place(static_cast<std::size_t>(found - names.parts.begin()));
  };
  std::vector<std::string> out;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    if (!channels[k].name.ends_with(".U")) continue;
    const std::string valve = channels[k].name.substr(0, channels[k].name.size() - 2);
    const double moved = std::max(std::abs(rows.ranges[k].least), std::abs(rows.ranges[k].most));
    const Recording::Range *PA = find(valve + ".PA.flow"), *PB = find(valve + ".PB.flow");
    if (moved == 0.0 || !PA || !PB) continue;
    if (PA->least == 0.0 && PA->most == 0.0 && PB->least == 0.0 && PB->most == 0.0)
      out.push_back(concat(place_of(valve), "valve ", valve, " never opens: its spool moves by ",
                           digits(moved), channels[k].unit == "1" ? "" : " " + channels[k].unit,
                           " at most, which its overlap covers"));
  }
  return out;
}

std::string Watch::imbalance(const RunSummary& summary, const Recording& rows) const {
  double largest = 0.0;
  for (const std::size_t k : energies_)
    largest = std::max({largest, std::abs(rows.ranges[k].least), std::abs(rows.ranges[k].most)});
  if (summary.energy_books_max <= std::max(kUnbalanced * largest, kRoundOff)) return "";
  return concat("the energy audit does not close: ", digits(summary.energy_books_max),
                " J are unaccounted for, ", digits(100.0 * summary.energy_books_max / largest, 2),
                " % of the largest energy");
}

std::vector<std::string> Watch::warnings(const RunSummary& summary, const Recording& rows) const {
  using Kind = Sight::Kind;
  std::vector<std::string> all;
  const auto add = [&](const char* head, const std::string& places, const char* tail) {
    if (!places.empty()) all.push_back(head + places + tail);
  };
  add("oil cavitates: ",
      list(Kind::cavitation,
           [](const Sight& s, const std::string& place) {
             return concat(place, " for ", digits(s.lasted), " s from ", digits(s.first, 4),
                           " s on");
           }),
      ", in all");
  // Oil that is said to bear it: below zero, absolute, any other would be pulled apart.
  add("pressures fall below zero, absolute: ",
      list(Kind::tension,
           [](const Sight& s, const std::string& place) {
             return concat(place, " to ", bar(s.worst), " at ", digits(s.at, 4), " s");
           }),
      ". Real oil would cavitate there; this machine's bears tension (fluid: vapour: none)");
  add("pressures above 700 bar, which hoses and barrels do not bear: ",
      list(Kind::overpressure,
           [](const Sight& s, const std::string& place) {
             return concat(place, " ", bar(s.worst), " at ", digits(s.at, 4), " s");
           }),
      "");
  add("pistons hit their stops: ",
      list(Kind::impact,
           [](const Sight& s, const std::string& place) {
             return concat(place, " with ", digits(s.worst), " m/s at ", digits(s.at, 4), " s");
           }),
      ". A cushion or an end damper would brake them");
  add("it nearly tips: ",
      list(Kind::tipping,
           [](const Sight& s, const std::string& place) {
             return concat(place, " from ", digits(s.first, 4), " s on, with a margin of ",
                           digits(s.worst), " m at ", digits(s.at, 4), " s");
           }),
      "");
  add("", imbalance(summary, rows), "");
  for (std::string& text : shut_valves(rows)) all.push_back(std::move(text));
  for (std::string& text : backward_pumps(rows)) all.push_back(std::move(text));
  return all;
}

}  // namespace bramah
