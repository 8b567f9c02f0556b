// All force elements of a machine (bramah/forces.h), evaluated once for both choices of coordinates:
// what an element measures are gauges of the mechanism, beyond its cylinders.
//
//   forces F(x, x', z) along the gauges, own states z' = g(x, x', z)
//   tangent by the gauges' J = ds/dq and by_q = d(sdot)/dq:
//     row of q    -J_k^T (F_x (c.q J) + F_x' (c.v J + c.q by_q))   column of z   -J_k^T F_z
//     row of z    -(g_x (c.q J) + g_x' (c.v J + c.q by_q))                       c.y - g_z
// The part by which a force depends on its own gauge is left to the Mechanism, which adds -F H too.
// In: a Mechanism with kinematics, z. Out: GaugeForces, rates, rows of the tangent, energies. Called
// by equations/machine_equations.h.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "bramah/forces.h"
#include "multibody/mechanism.h"

namespace bramah {

struct PlacedForce {
  std::shared_ptr<const ForceElement> element;
  std::vector<int> gauges;  // of its measures; -1: none (z in the plane)
};

class ForceSet {
 public:
  struct Scratch {
    std::vector<double> x, f, slopes;
  };

  ForceSet() = default;
  explicit ForceSet(std::vector<PlacedForce> elements);

  bool empty() const noexcept { return elements_.empty(); }
  int states() const noexcept { return states_; }
  int modes() const noexcept { return static_cast<int>(elements_.size()); }
  double scale(int state) const noexcept;
  Scratch make_scratch() const;

  // Forces along the gauges, at the present kinematics. True if a mode changed.
  bool evaluate(const Mechanism&, const Mechanism::Scratch&, std::span<const double> z,
                bool find_modes, std::span<int> modes, Scratch&,
                std::span<GaugeForce> forces) const noexcept;
  // What an element's branch would be where it was last evaluated.
  int find_mode(int element, const Scratch&) const noexcept;
  void copy_rates(const Scratch&, std::span<double> zdot) const noexcept;
  // After evaluate(): slopes, of which the diagonal goes into the forces.
  void linearise(std::span<const int> modes, Scratch&, std::span<GaugeForce> forces) const noexcept;
  // After linearise() and second_derivatives(). Rows and columns of z begin at `first`.
  void tangent(const Mechanism&, const Mechanism::Scratch&, StepCoefficients c, int first,
               const Scratch&, SquareMatrix& j) const noexcept;
  double stored(const Scratch&) const noexcept;  // [J]; after evaluate()
  double lost(const Scratch&) const noexcept;    // [W]
  double force(int element, int measure, const Scratch&) const noexcept;

 private:
  struct Entry : PlacedForce {
    int x = 0, f = 0, slopes = 0, state = 0;  // where its numbers begin
  };
  std::vector<Entry> elements_;
  int states_ = 0, in_ = 0, out_ = 0, slopes_ = 0;
};

}  // namespace bramah
