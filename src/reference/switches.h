// State-dependent switches of a machine as functions g(t, x) that change sign there, so that an
// integrator with root finding can stop, switch and start again.
//
//   end contact     l_A - l_d, l_B - l_d: a jump of the damper's force; sets the contact
//   spool           u, u - 1: the edges open with max(u, 0)
//   friction        p_A A_A - p_B A_B where friction is a share of its size
// The others bend a function without a jump. They ask for a new start only after a real excursion: round-off
// around zero does not count.
#pragma once

#include <span>
#include <vector>

#include "reference/machine_ode.h"

namespace bramah {

class Switches {
 public:
  explicit Switches(const Machine& machine);

  int size() const noexcept { return static_cast<int>(switches_.size()); }
  // Finds the end contacts at x.
  void start(double t, std::span<const double> x, MachineOde& ode);
  void values(double t, std::span<const double> x, MachineOde& ode, std::span<double> g);
  // direction[k] is +1 where g_k was found to rise through zero, -1 where it falls, else 0. Sets the
  // contacts; true if the integrator must start again.
  bool pass(std::span<const int> direction, MachineOde& ode);

 private:
  enum class Kind { bottom, top, closed, straight, friction };
  struct Switch {
    Kind kind;
    int index;             // cylinder or valve
    double threshold;      // excursion that counts
    bool engaged = false;  // of an end contact
    double excursion = 0.0;
  };
  double value(const Switch&, const Monolithic::Buffers&) const;
  void set_contacts(MachineOde& ode) const;

  const Circuit& circuit_;
  std::vector<Switch> switches_;
};

}  // namespace bramah
