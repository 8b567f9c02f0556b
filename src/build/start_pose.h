// The start of a run: a pose that closes, velocities that respect the loops, pressures that hold
// the machine at rest where the file asks for that.
#pragma once

#include <string>
#include <vector>

#include "bramah/analysis.h"
#include "machine/machine.h"

namespace bramah {

struct StartPose {
  std::vector<double> q, v, charts;  // spheres: in their charts, with q = 0
  std::vector<std::string> notes;
};

// Solves closures for the coordinates that may move; problems are appended, with the gap in mm.
StartPose close_pose(const Mechanism&, const std::vector<const CoordinateSpec*>& coordinates,
                     const std::vector<JointRecord>& joints,
                     const std::vector<DriverValue>& drivers, const MachineDescription&,
                     std::vector<std::string>& problems);

// 1/(Phi_q M^-1 Phi_q^T)_kk of each constraint at a pose, and the smallest pivot's coordinate if
// the mass matrix is singular (else -1).
std::vector<double> effective_masses(const Mechanism&, const StartPose&, int& massless);
// The same for natural coordinates, of which some move no mass: they count with the mean of those
// that do.
std::vector<double> natural_masses(const Mechanism&, const StartPose&);

// Solves the file's `static` pressures, neutral positions and coordinates for rest, in place.
StaticsReport solve_statics(const Machine&, State&);

}  // namespace bramah
