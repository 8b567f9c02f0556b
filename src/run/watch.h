// What a careful colleague would doubt in a run, once each and in sentences: oil that cavitates or bears
// tension, pressures that no hose holds, pistons that hit their ends, spools that never open, energy
// that is unaccounted for.
//
// In: the rows of a run, as Recorder takes them. Out: RunSummary::warnings.
#pragma once

#include <string>
#include <vector>

#include "bramah/run.h"

namespace bramah {

class Watch {
 public:
  explicit Watch(const Model& model);

  void note(double t, std::span<const double> row);
  std::vector<std::string> warnings(const RunSummary&, const Recording&) const;

 private:
  struct Volume {
    std::size_t channel;
    double vapour;          // below that its oil is torn [Pa]
    double torn_for = 0.0;  // [s], in all
    double first = -1.0;    // [s]
  };
  struct Piston {
    std::string name;
    std::size_t length, rate;
    double least, most;  // between its stops [m]
    double speed = 0.0;  // largest with which it met one [m/s]
    double at = 0.0;     // [s]
    bool inside = true;
    double last_rate = 0.0;
  };
  std::string cavitation() const;
  std::string tension(const Recording&) const;
  std::string overpressure(const Recording&) const;
  std::string impacts() const;
  std::vector<std::string> shut_valves(const Recording&) const;
  std::string imbalance(const RunSummary&, const Recording&) const;

  const Model model_;  // kept alive: a replay goes on with another
  const std::vector<Channel>& channels_;
  std::vector<Volume> volumes_;
  std::vector<Piston> pistons_;
  double last_ = 0.0;  // time of the row before [s]
};

}  // namespace bramah
