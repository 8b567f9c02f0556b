// What a careful colleague would doubt in a run, once each and in sentences: oil that cavitates or bears
// tension, pressures that no hose holds, pistons that hit their ends, machines that nearly tip, spools that never open, pumps that
// run backwards, energy that is unaccounted for. What can be seen without a run is in
// Model::warnings().
//
// In: the rows of a run, as Recorder takes them, or of a machine that is being driven. Out:
// RunSummary::warnings at the end of a run; while a machine is driven what was sighted, place by place.
#pragma once

#include <string>
#include <vector>

#include "bramah/run.h"

namespace bramah {

class Circuit;

// One thing at one place, and what was seen of it. Numbers alone: the thread that steps fills them in,
// another may read a copy.
struct Sight {
  enum class Kind {
    cavitation,
    tension,
    overpressure,
    impact,
    tipping,
    imbalance
  } kind = Kind::tension;
  std::size_t channel = 0;  // whose value it is: a pressure, a length, the books
  double first = -1.0;      // [s] when it was first seen; below zero: never
  double worst = 0.0,
         at = 0.0;      // lowest or highest pressure [Pa], speed [m/s], energy [J]; when [s]
  double lasted = 0.0;  // cavitation [s], in all

  bool seen() const noexcept { return first >= 0.0; }
};
const char* name_of(Sight::Kind kind) noexcept;
std::string place_of(const Sight& sight, const std::vector<Channel>& channels);
std::string sentence(const Sight& sight, const std::vector<Channel>& channels);

class Watch {
 public:
  explicit Watch(const Model& model);

  // Neither allocates nor throws.
  void note(double t, std::span<const double> row) noexcept;
  // Pistons, where not every tick has a row: an impact is over between two. Rows then no longer tell
  // of them. The model may have other numbers than at first.
  void note_tick(const Model& model, const State& state, Workspace& work) noexcept;
  void jumped() noexcept {  // what comes is from elsewhere
    jumped_ = pistons_jumped_ = true;
    next_tick_ = 0.0;
  }
  void forget() noexcept;
  // The same machine with other numbers: what was seen stays.
  void take_over(const Watch& before);
  const std::vector<Sight>& sights() const noexcept { return sights_; }

  std::vector<std::string> warnings(const RunSummary&, const Recording&) const;  // of a whole run

 private:
  struct Piston {
    std::size_t cylinder, sight, rate;
    double least, most;  // between its stops [m]
    bool inside = true;
    double last_rate = 0.0;
  };
  struct Volume {
    std::size_t sight;
    double vapour;  // below that its oil is torn [Pa]
  };
  struct Pressure {
    std::size_t channel, sights;  // tension, then overpressure
  };
  struct Stand {
    std::size_t sight, warning;  // channel that is 1 while it is near to tipping
  };
  void add_sight(Sight::Kind kind, std::size_t channel);
  void note_pressures(double t, double since, std::span<const double> row) noexcept;
  void note_pistons(double t, std::span<const double> row) noexcept;
  void note_piston(Piston&, double t, double length, double rate) noexcept;
  static double quiet_time(const Piston&, double length, double rate) noexcept;
  void note_stands(double t, std::span<const double> row) noexcept;
  void note_energies(double t, std::span<const double> row) noexcept;
  std::string list(Sight::Kind kind, std::string (*text)(const Sight&, const std::string&)) const;
  // A pump and the shaft that turns it.
  struct Pump {
    std::size_t part;     // into Names::parts
    std::size_t channel;  // of the shaft's speed
  };
  void find_pumps(const Circuit&);
  std::string place(std::size_t part) const;  // "crane.yaml:31: "
  std::vector<std::string> backward_pumps(const Recording&) const;
  std::vector<std::string> shut_valves(const Recording&) const;
  std::string imbalance(const RunSummary&, const Recording&) const;

  Model model_;  // kept alive: a replay goes on with another
  std::vector<Sight> sights_;
  std::vector<Volume> volumes_;
  std::vector<Pressure> pressures_;
  std::vector<Piston> pistons_;
  std::vector<Stand> stands_;
  std::vector<Pump> pumps_;
  std::vector<std::size_t> energies_;  // channels
  double largest_ = 0.0;               // energy so far [J]
  double last_ = 0.0;                  // time of the row before [s]
  bool jumped_ = false, pistons_jumped_ = false;
  bool by_tick_ = false;    // pistons are
  double next_tick_ = 0.0;  // before that none can hit its stop [s]
};

}  // namespace bramah
