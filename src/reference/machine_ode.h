// A machine as a system of first-order equations dx/dt = f(t, x) for a variable-step integrator.
//
//   x = [q, v, charts, y, work]     dx/dt = [v, a + w, Q (0, v)/2, ydot, power]
//   w = (v2 v3, -v1 v3, v1 v2)
// a and ydot come from the index-1 equations [Rahikainen2020, Eqs. 1-2] with the end contacts held.
// At a spherical joint the three local angles stay zero: its chart Q turns with the angular
// velocity v, and w is what the turning axes add to the angular acceleration (see
// multibody/joint/chart.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "coupling/plant.h"

namespace bramah {

class MachineOde {
 public:
  explicit MachineOde(const Model& model);

  int size() const noexcept { return work_ + audits_; }
  int inputs_of_rates() const noexcept { return work_; }  // nothing depends on the work
  bool has_loops() const noexcept { return equations_.constraints() > 0; }
  std::vector<double> start() const;
  double scale(int i) const;         // size of an unknown: 1 rad, m, m/s or V, 10 MPa, 100 kJ
  std::string unknown(int i) const;  // for messages

  // The piece of the inputs that contains `anchor` is in force from now on.
  void set_piece(double anchor) noexcept { anchor_ = anchor; }
  // Updates the sampled blocks whose instant is t.
  void sample(double t, std::span<const double> x);

  // False if the equations cannot be solved or a number is not finite; failed() then says which.
  [[nodiscard]] bool rates(double t, std::span<const double> x, std::span<double> dx);
  const std::string& failed() const noexcept { return failed_; }
  // Moves q and then v onto the loops, orthogonally in the metric of the mass matrix. False as above.
  [[nodiscard]] bool project(double t, std::span<double> x, Gaps& gaps);
  // Evaluates everything at x and shows the result.
  const MachineEquations::Buffers& evaluate(double t, std::span<const double> x);
  // End contacts and stops; see CircuitScratch.
  std::vector<int>& modes() noexcept { return buffers_.circuit.modes; }
  std::span<double> oil(std::span<double> x) const noexcept { return x.subspan(y_, ny_); }
  std::span<const double> oil(std::span<const double> x) const noexcept {
    return x.subspan(y_, ny_);
  }
  // All of State but tick and step size, with x put onto the loops. Accelerations and multipliers
  // of the last rates stay: the next ones start from them, and must not know that one looked on.
  [[nodiscard]] bool store(double t, std::span<double> x, Gaps& gaps, State& state);

 private:
  bool store_projected(double t, std::span<const double> x, State& state);
  void read(double t, std::span<const double> x);

  const Plant& plant_;
  const MachineEquations& equations_;
  MachineEquations::Buffers buffers_;
  State start_;
  State state_;  // what x does not hold: samples, inputs, tunables; and the charts
  Trial trial_;
  double anchor_ = 0.0;
  int nq_, ny_, audits_;
  int charts_, y_, work_;  // where they begin in x
  std::vector<int> chart_coordinates_;
  std::vector<double> violation_, step_, power_, extra_;
  std::string failed_;
};

}  // namespace bramah
