// State-dependent switches of a machine as functions g(t, x) that change sign there, so that an
// integrator with root finding can stop, switch and start again.
//
//   end contact     l_A - l_d, l_B - l_d: the damper's force jumps
//   spool           u, u - 1: the edges open with max(u, 0), max(1 - u, 0)
//   friction        p_A A_A - p_B A_B where friction is a share of its size
// The last two bend a function without a jump. They switch a little late, past zero by a margin above the
// noise, or a spool at rest would switch for ever. Orifices that become linear below a pressure
// drop bend too, but finding those instants changed nothing (crane_single: 1e-12 m, 1e-3 Pa).
#pragma once

#include <span>
#include <vector>

#include "reference/machine_ode.h"

namespace bramah {

class Switches {
 public:
  explicit Switches(const Machine& machine);

  int size() const noexcept { return static_cast<int>(switches_.size()); }
  // Finds the side on which each switch is, and from it the end contacts.
  void start(double t, std::span<const double> x, MachineOde& ode);
  // g falls through zero when a switch changes its side.
  void values(double t, std::span<const double> x, MachineOde& ode, std::span<double> g);
  // Changes the side of the switches whose entry is not 0, and the end contacts.
  void pass(std::span<const int> found, MachineOde& ode);

 private:
  enum class Kind { bottom, top, closed, straight, friction };
  struct Switch {
    Kind kind;
    int index;           // cylinder or valve
    double margin;       // past zero
    double side = 1.0;   // sign of the value; -1: in contact
  };
  double value(const Switch&, const Monolithic::Buffers&) const;
  void set_contacts(MachineOde& ode) const;

  const Circuit& circuit_;
  std::vector<Switch> switches_;
};

}  // namespace bramah
