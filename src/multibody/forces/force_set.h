// What pushes a mechanism by itself: springs, dampers and limits of joints, springs between points,
// and force elements (bramah/forces.h). Evaluated once for both choices of coordinates: what they
// measure are gauges of the mechanism, beyond its cylinders.
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
#include "multibody/forces/joint_force.h"
#include "multibody/forces/spring.h"
#include "multibody/mechanism.h"

namespace bramah {

struct PlacedForce {
  std::shared_ptr<const ForceElement> element;
  std::vector<int> gauges;      // of its measures; -1: none (z in the plane)
  bool between_bodies = false;  // or with the ground: contact, tyres, ropes
};

// Each with a gauge of its own.
struct ForceParts {
  struct OnJoint {
    int gauge = 0;
    JointForce law;
  };
  struct Between {
    int gauge = 0;
    Spring law;
  };
  std::vector<OnJoint> joints;
  std::vector<Between> springs;
  std::vector<PlacedForce> elements;
};

class ForceSet {
 public:
  struct Scratch {
    struct Place {
      double s = 0.0, rate = 0.0;
    };
    std::vector<Place> joints, springs;
    std::vector<double> x, f, slopes;  // of elements; behind x room for the states of one
    const double* ground = nullptr;    // heights of a terrain that is dug, in State
  };

  ForceSet() = default;
  explicit ForceSet(ForceParts parts);

  bool empty() const noexcept { return gauges_ == 0 && elements_.empty(); }
  int gauges() const noexcept { return gauges_; }
  int states() const noexcept { return states_; }
  int modes() const noexcept { return static_cast<int>(elements_.size()); }
  double scale(int state) const noexcept;
  Scratch make_scratch() const;

  // Forces along the gauges, at the present kinematics. True if a mode changed.
  bool evaluate(const Mechanism&, const Mechanism::Scratch&, std::span<const double> z,
                bool find_modes, std::span<int> modes, Scratch&,
                std::span<GaugeForce> forces) const noexcept;
  // After evaluate(): without what the ground, other bodies and ropes push.
  void let_go(std::span<GaugeForce> forces) const noexcept;
  // What an element's branch would be where it was last evaluated.
  int find_mode(int element, const Scratch&) const noexcept;
  void copy_rates(const Scratch&, std::span<double> zdot) const noexcept;
  // After evaluate(): z, with zdot moving by c_y dz, such that zdot = g(x, x', z) at the measures there;
  // those of an element whose equations it does not find a solution of stay.
  void settle(std::span<const int> modes, double c_y, Scratch&, std::span<double> z,
              std::span<double> zdot) const noexcept;
  // ForceElement::begin() of one element, with its states.
  std::string begin(int element, const Mechanism&, const Mechanism::Scratch&,
                    std::span<double> states, std::span<const bool> open) const;
  // After evaluate(): slopes, of which the diagonal goes into the forces.
  void linearise(std::span<const int> modes, Scratch&, std::span<GaugeForce> forces) const noexcept;
  // After linearise() and second_derivatives(). Rows and columns of z begin at `first`.
  void tangent(const Mechanism&, const Mechanism::Scratch&, StepCoefficients c, int first,
               const Scratch&, SquareMatrix& j) const noexcept;
  // Entries that tangent() may write.
  void add_pattern(const Mechanism&, const Mechanism::Scratch&, int first, Pattern&) const;
  // To a sum, so that it rounds as if all were one: energy kept [J], power lost [W]; after evaluate().
  double add_stored(double sum, const Scratch&) const noexcept;
  double add_lost(double sum, const Scratch&) const noexcept;
  double force(int element, int measure, const Scratch&) const noexcept;
  double output(int element, int which, const Scratch&) const noexcept;
  double place(int element, int measure, const Scratch& s) const noexcept {
    return s.x[static_cast<std::size_t>(elements_[element].x + measure)];
  }

 private:
  struct Entry : PlacedForce {
    int x = 0, f = 0, slopes = 0, state = 0;  // where its numbers begin
  };
  bool settle(const Entry&, int mode, double c_y, Scratch&, double* z, double* zdot) const noexcept;
  void push(const Mechanism&, const Mechanism::Scratch&, Scratch&,
            std::span<GaugeForce> forces) const noexcept;

  std::vector<ForceParts::OnJoint> joints_;
  std::vector<ForceParts::Between> springs_;
  std::vector<Entry> elements_;
  int gauges_ = 0, states_ = 0, in_ = 0, out_ = 0, slopes_ = 0;
};

}  // namespace bramah
