// What a careful colleague would doubt in a run, once each and in sentences: oil that cavitates or bears
// tension, pressures that no hose holds, pistons that hit their ends, spools that never open, pumps that
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

class Watch {
 public:
  explicit Watch(const Model& model);

  // Neither allocates nor throws.
  void note(double t, std::span<const double> row) noexcept;
  void jumped() noexcept { jumped_ = true; }  // the next row is of a state from elsewhere
  void forget() noexcept;
  // The same machine with other numbers: what was seen stays.
  void take_over(const Watch& before);
  const std::vector<Sight>& sights() const noexcept { return sights_; }

  std::vector<std::string> warnings(const RunSummary&, const Recording&) const;  // of a whole run

 private:
  struct Piston {
    std::size_t sight, rate;
    double least, most;  // between its stops [m]
    bool inside = true;
    double last_rate = 0.0;
  };
  // A pump and the shaft that turns it.
  struct Pump {
    std::size_t part;     // into Names::parts
    std::size_t channel;  // of the shaft's speed
  };
  void find_pumps(const Circuit&);
  std::string place(std::size_t part) const;  // "crane.yaml:31: "
  std::vector<std::string> backward_pumps(const Recording&) const;
  std::string cavitation() const;
  std::string tension(const Recording&) const;
  std::string overpressure(const Recording&) const;
  std::string impacts() const;
  std::vector<std::string> shut_valves(const Recording&) const;
  std::string imbalance(const RunSummary&, const Recording&) const;

  Model model_;  // kept alive: a replay goes on with another
  std::vector<Sight> sights_;
  std::vector<Volume> volumes_;
  std::vector<Piston> pistons_;
  std::vector<Pump> pumps_;
  double last_ = 0.0;  // time of the row before [s]
};

}  // namespace bramah
