// States of the oil for a motion that is given: spools and valves at rest, pressures that balance
// the flows at the present rates of the cylinders if there are such, then the least change of
// pressures that makes the cylinders push with the given forces.
#pragma once

#include "core/linear_solver.h"
#include "coupling/plant.h"

namespace bramah {

class OilStart {
 public:
  explicit OilStart(const Plant& plant);

  // Circuit states in work.trial.y, from those there; after set_time(). Forces that no pressure
  // gives are come as near to as can be.
  void find(std::span<const double> forces, PlantWork& work) noexcept;

 private:
  bool relax(PlantWork& work) noexcept;
  bool settled(PlantWork& work) noexcept;
  void push(std::span<const double> forces, PlantWork& work) noexcept;

  const Plant& plant_;
  LinearSolver matrix_;
  std::vector<double> before_, first_, change_;
};

}  // namespace bramah
