// A machine cut at its cylinders into sides that can be solved apart: the mechanism with what
// pushes it as inputs, and circuits with strokes as inputs. Each side is a MachineEquations of its
// own, so every formulation and integrator serves it.
//
//   velocity_force     the oil computes the cylinder's whole force
//   velocity_pressure  the mechanism computes it from pressures: friction and end dampers see the
//                      true velocity [Rahikainen2020, Sect. 3.3]
#pragma once

#include <memory>
#include <vector>

#include "bramah/solver.h"
#include "coupling/interface_mechanism.h"
#include "equations/machine_equations.h"

namespace bramah {

// Numbers are those of the whole machine. Where both sides have one (a bristle, an end contact),
// the mechanism's holds with velocity_pressure, the oil's with velocity_force.
struct SideMap {
  std::vector<int> cylinders;
  std::vector<int> states;              // its y
  std::vector<int> modes;               // its end contacts and stops, branches of force elements
  std::vector<int> audit;               // its powers; -1: not the machine's business
  std::vector<int> volume_A, volume_B;  // of its cylinders, in its own circuit; -1: none
};

struct Side {
  std::unique_ptr<const MachineEquations> equations;
  SideMap map;
};

// Curves: p_A, p_B of each cylinder in turn, or the force of each. `held`: signals that read
// sensors; here they are inputs after the machine's own, to be set at each communication.
struct MechanismSide : Side {
  std::vector<int> held;
};
// `response` sets the pressures in place of the curves, p_A, p_B of each cylinder that has the
// port.
MechanismSide mechanism_side(const MachineEquations& machine, CouplingVariables,
                             std::shared_ptr<const PressureResponse> response = nullptr);

// One side per circuit that shares neither volumes nor shafts with another, or a single one where
// signals read sensors or `together` is asked for. Curves: the joint coordinates and velocities
// that sensors read (`joint_sensors`).
struct OilSide : Side {
  std::vector<Sensor> joint_sensors;  // one per curve
};
std::vector<OilSide> oil_sides(const MachineEquations& machine, CouplingVariables, bool together,
                               bool interface_model);

}  // namespace bramah
