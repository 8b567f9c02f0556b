// State-dependent switches of a machine as functions g(t, x) that change sign there, so that an
// integrator with root finding can stop, switch and start again.
//
//   end contact     l_A - l_d, l_B - l_d: the damper's force jumps
//   stop            a limited state reaches its stop, or its rate leads back from it
//   element         a force element takes another branch: 1 where its branch holds, else -1
//   kink            where a part says that its equations bend: spools that open, friction
// All switch a little late, past zero by a margin above the noise, so that g > 0 wherever an
// integration starts: a spool at rest does not switch for ever, and a switch that goes back at once
// is seen. Only a falling g is a switch: projection may leave g at -1e-14 after a restart, and its
// rise from there once switched an end damper on after the piston had left it. Kinks bend a
// function without a jump. Orifices that become linear below a pressure drop bend too, but finding
// those instants made no result more accurate.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reference/machine_ode.h"

namespace bramah {

class Switches {
 public:
  explicit Switches(const Plant& plant);

  int size() const noexcept { return static_cast<int>(switches_.size()); }
  // At the start. Later, only a switch changes an end contact.
  void find_contacts(double t, std::span<const double> x, MachineOde& ode);
  // Where a new piece of the inputs begins: a spool without dynamics may have jumped. Branches of
  // force elements are found anew.
  void find_sides(double t, std::span<const double> x, MachineOde& ode);
  // g falls through zero when a switch changes its side.
  void values(double t, std::span<const double> x, MachineOde& ode, std::span<double> g);
  // Passes every switch whose g is below zero although no integration saw it fall: after a
  // projection, or where a new piece of the inputs begins.
  void settle(double t, std::span<double> x, MachineOde& ode);
  // What stands on the wrong side by more than its margin, for messages; empty: nothing.
  std::string contradiction(std::span<const double> g) const;
  // Changes the side of the switches whose entry is not 0, the end contacts, stops and branches; a
  // state that reached its stop is put on it.
  void pass(double t, std::span<const int> found, std::span<double> x, MachineOde& ode);

 private:
  enum class Kind { bottom, top, stop, element, kink };
  struct Switch {
    Kind kind;
    int index;          // cylinder, limited state, force element or part
    int which;          // kink of the part
    double margin;      // past zero
    double side = 1.0;  // sign of the value; -1: in contact
  };
  double value(const Switch&, const MachineEquations::Buffers&, std::span<const double> y) const;
  void pass_stop(const Switch&, std::span<double> x, MachineOde& ode) const;
  void set_contacts(MachineOde& ode) const;
  std::string describe(const Switch&) const;

  const Circuit& circuit_;
  const ForceSet& forces_;
  const Names& names_;
  std::vector<Switch> switches_;
  std::vector<int> found_;  // of settle()
  std::vector<double> g_;
};

}  // namespace bramah
