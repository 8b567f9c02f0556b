// A state and everything evaluated at it, once: what channels, gaps and poses read.
//
//   residual = T + V - W - (T0 + V0)       W: work of the cylinders on the mechanism, integrated by
//                                          the run's own rule [Jaiswal2021, Sec. 6.2, Figs. 9-10]
//   books    = the same with the oil inside the balance: what sources deliver goes into motion,
//              height, compressed oil or heat, and nothing is left (docs/theory/energy.md)
// In: Plant and State. Out: Snapshot, which points into the scratch. Called by Model::observe, pose
// and observe_row.
#pragma once

#include "coupling/plant.h"

namespace bramah {

struct Snapshot {
  std::span<const double> state;
  const MachineEquations::Buffers* buffers = nullptr;
  MechanismEnergy energy;               // of the mechanism
  double shafts = 0.0;                  // kinetic energy of the circuit's shafts [J]
  double residual = 0.0;                // T + V - W - (T0 + V0) [J]
  double books = 0.0;                   // residual of the full audit [J]
  Gaps gaps;                            // left in the constraints, at the three levels
  std::span<const WrenchValue> pins{};  // forces and moments in Plant::pins (reactions.h)
};
// What of a Snapshot a reader reads: numbers of the State alone; also places and lengths; also forces
// of cylinders and accelerations of lengths; also flows; all: energies, gaps and reactions too.
enum class Reads { stored, motion, forces, flows, all };

// Reads a state into the scratch and evaluates everything there; the scratch must stay as it is
// while the snapshot is read.
Snapshot take_snapshot(const Plant&, const State&, PlantWork&);
// With only what these readers read, for a part of the price.
Snapshot take_snapshot(const Plant&, const State&, PlantWork&, Reads);
// The same on the piece of the inputs that begins here, not the one that led here: what is sampled now.
Snapshot take_sample(const Plant&, const State&, PlantWork&, Reads);
// Of that the lengths and rates of the cylinders, for a small part of its price.
std::span<const Stroke> read_strokes(const Plant&, const State&, PlantWork&) noexcept;

}  // namespace bramah
