// A mechanism as couplings see it: coordinates q, constraints Phi, and scalar gauges (lengths of
// cylinders) that report (s, sdot, ds/dq) and take a force with its slopes back. It knows neither
// step size nor oil. One implementation per choice of coordinates.
//
//   R = M(q) a + bias(q, v) - Q(q, v) - sum_g J_g^T F_g + Phi_q^T lambda
//                                                        [Naya2011, Eq. 5; Jaiswal2021, Eq. 18]
// In: q, v, a and a MechanismLoad (forces along gauges, efforts, drivers, multipliers). Out: R, its
// tangent, Phi with its derivatives, gauges, energies. Call order: kinematics() first, then
// residual() or tangent() for the same q, v.
//
// Implementations: joint/ (relative coordinates, semi-recursive), natural/ (points and unit
// vectors), guided_mechanism.h (gauges that follow given lengths), coupling/interface_mechanism.h.
// Called by equations/, constraints/ and, for the start, build/. joints/ has the types of joints,
// forces/ what acts besides gravity and cylinders.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/pattern.h"
#include "core/step_coefficients.h"

namespace bramah {

class SquareMatrix;

// A force along a gauge, positive when it pushes the ends apart.
struct GaugeForce {
  double value = 0.0;      // F [N]
  double by_length = 0.0;  // dF/ds
  double by_rate = 0.0;    // dF/dsdot
};

// One gauge at the present q, v; spans run over the coordinates it depends on.
struct GaugeView {
  double length = 0.0;               // s [m]
  double rate = 0.0;                 // sdot [m/s]
  std::span<const int> support;      // coordinates
  std::span<const double> jacobian;  // ds/dq
  std::span<const double> by_q;      // d(sdot)/dq; valid after second_derivatives()
};

// A coordinate prescribed in time: q = value, and its first two derivatives.
struct DriverValue {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

// What acts on a mechanism at one instant besides gravity.
struct MechanismLoad {
  std::span<const GaugeForce> gauges;    // one per gauge
  std::span<const double> efforts;       // one per effort (external force, torque, joint effort)
  std::span<const DriverValue> drivers;  // one per driver
  std::span<const double> multipliers;   // lambda, one per constraint
  std::span<const double> penalties;     // alpha, one per constraint; may be empty
};

// Force, then moment about the world's origin, in world axes; in the plane x, y and about z.
using WrenchValue = std::array<double, 6>;

struct MechanismEnergy {
  double kinetic = 0.0, potential = 0.0;  // [J], without springs (forces/force_set.h)
};
struct MechanismPower {
  double dissipated = 0.0;  // dampers of spherical joints [W]
  double efforts = 0.0;     // delivered by efforts [W]
  double drivers = 0.0;     // delivered by drivers [W]
};

class Mechanism {
 public:
  struct Scratch {
    virtual ~Scratch() = default;
  };
  virtual ~Mechanism() = default;

  virtual int coordinates() const = 0;
  virtual int constraints() const = 0;
  virtual int gauges()
      const = 0;  // cylinders, joints of gears, then what springs and force elements measure
  virtual int efforts() const = 0;
  virtual int drivers() const = 0;
  virtual int charts() const = 0;  // doubles of chart memory (4 per spherical joint)
  virtual std::unique_ptr<Scratch> make_scratch() const = 0;

  // Gauges may move by themselves (interface_mechanism.h).
  virtual void set_time(double /*t*/, Scratch&) const {}
  virtual bool moves_by_itself() const { return false; }
  virtual void kinematics(std::span<const double> q, std::span<const double> v,
                          std::span<const double> charts, Scratch&) const = 0;
  // Hessians of gauges and constraints: needed by tangent() and GaugeView::by_q.
  virtual void second_derivatives(std::span<const double> v, Scratch&) const = 0;

  // New velocities at the same q: twists, gauge and spring rates; needed by bias_rates().
  virtual void refresh_rates(std::span<const double> v, Scratch&) const = 0;

  virtual GaugeView gauge(int g, const Scratch&) const = 0;
  // The part of the length's second derivative that no acceleration enters: s'' = J a + bias; after
  // refresh_rates().
  virtual double gauge_bias(int /*g*/, const Scratch&) const { return 0.0; }

  // Phi and its violation rate Phi_q v + Phi_t.
  virtual void constraint_values(const MechanismLoad&, const Scratch&,
                                 std::span<double> phi) const = 0;
  virtual void constraint_rates(std::span<const double> v, const MechanismLoad&, const Scratch&,
                                std::span<double> rate) const = 0;
  // gamma with Phi_q a + gamma = 0; after refresh_rates().
  virtual void bias_rates(const MechanismLoad&, const Scratch&, std::span<double> gamma) const = 0;
  virtual void add_transposed(std::span<const double> multipliers, const Scratch&,
                              std::span<double> r) const = 0;  // r += Phi_q^T multipliers
  // Keeps Phi_q as it is now for add_kept_transposed(): a projection with an older factorisation of
  // W + Phi_q^T alpha Phi_q must push along that Phi_q, or alpha times the difference leaks into
  // the motion.
  virtual void keep_jacobian(Scratch&) const = 0;
  virtual void add_kept_transposed(std::span<const double> multipliers, const Scratch&,
                                   std::span<double> r) const = 0;
  virtual void apply_jacobian(std::span<const double> x, const Scratch&,
                              std::span<double> y) const = 0;  // y = Phi_q x

  // Dense rows, constraints() x coordinates(), row by row; all are overwritten.
  virtual void jacobian(const Scratch&, std::span<double> rows) const = 0;  // Phi_q
  // d(Phi_q v)/dq; after second_derivatives() for the same v.
  virtual void rate_slopes(std::span<const double> v, const Scratch&,
                           std::span<double> rows) const = 0;
  // c.q d(Phi'')/dq + c.v d(Phi'')/dv + c.a Phi_q of Phi'' = Phi_q a + gamma(q, v); after
  // second_derivatives() and refresh_rates() for the same v.
  virtual void acceleration_slopes(std::span<const double> v, std::span<const double> a,
                                   StepCoefficients c, Scratch&, std::span<double> rows) const = 0;
  // d(s'')/dq of a gauge at fixed v and a, over its support; empty: zero. After
  // acceleration_slopes().
  virtual std::span<const double> gauge_second_rate_by_q(int /*g*/, Scratch&) const { return {}; }

  virtual void residual(std::span<const double> v, std::span<const double> a, const MechanismLoad&,
                        Scratch&, std::span<double> r) const = 0;
  // Adds c.q R_q + c.v R_v + c.a R_a to the leading block; after residual() and
  // second_derivatives().
  virtual void tangent(std::span<const double> v, const MechanismLoad&, StepCoefficients c,
                       Scratch&, SquareMatrix& j) const = 0;
  // Entries that tangent() and mass_matrix() may write, in the leading block.
  virtual void add_pattern(Pattern& pattern) const { pattern.add_leading(coordinates()); }
  // Adds the mass matrix and Phi_q^T alpha Phi_q: the matrix of the index-1 equations.
  virtual void mass_matrix(const MechanismLoad&, Scratch&, SquareMatrix& j) const = 0;
  // a with R = 0 in O(n), where there are no constraints; false if it cannot be had that way.
  virtual bool accelerations(std::span<const double> /*v*/, const MechanismLoad&, Scratch&,
                             std::span<double> /*a*/) const {
    return false;
  }
  // dR/d(effort): r += value * column
  virtual void add_effort(int e, double value, const Scratch&, std::span<double> r) const = 0;

  virtual MechanismEnergy energy(std::span<const double> v, const Scratch&) const = 0;
  virtual MechanismPower power(std::span<const double> v, const MechanismLoad&,
                               const Scratch&) const = 0;
  // Moves finite rotations of spherical joints from q into their charts; v, a and the extra
  // acceleration-like vector are re-expressed.
  virtual void rechart(std::span<double> q, std::span<double> v, std::span<double> a,
                       std::span<double> extra, std::span<double> charts, Scratch&) const = 0;
  virtual int points() const = 0;
  virtual std::array<double, 3> point_position(int point, const Scratch&) const = 0;
  // After refresh_rates() for the same v.
  virtual std::array<double, 3> point_velocity(int /*point*/, std::span<const double> /*v*/,
                                               const Scratch&) const {
    return {};
  }
  virtual std::array<double, 3> point_acceleration(int /*point*/, std::span<const double> /*v*/,
                                                   std::span<const double> /*a*/,
                                                   const Scratch&) const {
    return {};
  }
  // What each link gets from the one that carries it, with the multipliers in the load; after
  // kinematics(). False where the coordinates have no links.
  virtual bool link_wrenches(std::span<const double> /*v*/, std::span<const double> /*a*/,
                             const MechanismLoad&, Scratch&, std::span<WrenchValue>) const {
    return false;
  }
  // What a multiplier 1 of a loop's row does to its second body.
  virtual WrenchValue closure_wrench(int /*row*/, const Scratch&) const { return {}; }
  // Masses of payloads [kg], before kinematics(); no number: none are attached.
  virtual void set_payloads(std::span<const double> /*masses*/, Scratch&) const {}
  virtual bool angular(int coordinate) const = 0;
};

}  // namespace bramah
