// Loads that are taken up and set down, between two ticks: payloads, whose mass a body has at times, and
// grips, which hold a body of the machine.
//
//   caught    M+ v+ + Phi_q^T L = M- v-,  Phi_q v+ = Phi_q v-        what was added stood still:
//             momentum is kept, T- - T+ is lost
//   let go    v+ = v-                                                it leaves as it moves
//   grip      closes: each of its axes pulls to where the body is    nothing jumps
//             opens: what its springs kept is lost
// In State: Layout::payloads, the mass of each payload, then the energy that loads brought and what was
// lost; a grip's states are those of its elements (multibody/forces/hold.h). Conditions are looked at
// before every tick: an event is a jump at its beginning. Called by step.cpp.
#pragma once

#include <string>
#include <vector>

#include "machine/snapshot.h"

namespace bramah {

class Machine;

class Loads {
 public:
  struct Condition {
    int channel = -1;  // -1: time
    bool above = true;
    double value = 0.0;
  };
  struct Payload {
    Condition when;
    double mass = 0.0;
    bool dug = false;  // changed by Soil alone
    int share = -1;    // channel; -1: all of it
  };
  struct Grip {
    Condition when;
    double reach = 0.0;
    int axes = 3, points = 3;
    std::vector<int> gauges,
        states;  // of each axis of each point: its measure, its first state in y
  };

  Loads() = default;
  Loads(std::vector<Payload> payloads, std::vector<Grip> grips, Reads reads)
      : payloads_(std::move(payloads)), grips_(std::move(grips)), reads_(reads) {}

  bool empty() const noexcept { return payloads_.empty() && grips_.empty(); }
  // Everything that is due at the state's tick; `jump`: something was.
  void sample(const Machine&, State&, PlantWork&, bool& jump) const noexcept;
  // Another mass of one payload: more is caught, less leaves.
  void change(std::size_t payload, double mass, const Machine&, State&, PlantWork&) const;
  // Energy [J] that something between two ticks took from the mechanism.
  void book_lost(double energy, const Machine&, State&) const;

 private:
  double wanted(const Payload&, const Machine&, const State&, const Snapshot&) const;
  bool holds(const Condition&, const Machine&, const State&, const Snapshot&) const;
  bool within_reach(const Grip&, const Snapshot&, const Mechanism&) const;
  void grip(const Grip&, bool close, const Machine&, State&, PlantWork&) const;

  std::vector<Payload> payloads_;
  std::vector<Grip> grips_;
  Reads reads_ = Reads::stored;  // the most of what conditions read
};

}  // namespace bramah
