// Closing loops: the one iteration that all use who need Phi(q, t) = 0.
//
//   until |Phi| is small   q -= P Phi                    Phi_q P = 1
//   velocities             v -= P (Phi_q v + Phi_t)
//
// In: a Mechanism, its drivers, q and v on trial. Out: the same with closed loops, the gap left.
// There are more coordinates than constraints, so P is a choice: the metric. And each caller has
// its own idea of small, for a reason:
//
//   caller     metric             closed    failed
//   start      LeastChange        1e-10 m   > 1e-10   lengths are typed by people; a pass moves
//                                                     nothing further than 0.5 rad or m
//   partition  DependentMetric,   1e-14 m   > 1e-11   a gap counts with 1/h² in accelerations; in
//              Phi_d kept                             every iteration, so a good Phi_d is kept
//   linearize  DependentMetric,   1e-13 m   >= 1e-9   runs once; slopes are exact only on the loops
//              Phi_d renewed
//   reference  MassMetric         1e-14 m   >= 1e-9   the matrix is at hand, is not renewed, and a
//                                                     pass may contract slowly
// The projections of index3 are others: they correct velocities alone, in the metric of Newton's
// tangent (multibody/augmented_lagrangian.h).
#pragma once

#include <climits>
#include <cmath>
#include <span>

#include "constraints/independent_coordinates.h"
#include "core/largest.h"
#include "multibody/mechanism.h"

namespace bramah {

// A mechanism at an instant.
struct Loops {
  const Mechanism& mechanism;
  const MechanismLoad& load;  // of which the drivers count
  std::span<const double> charts;
  Mechanism::Scratch& scratch;
};

struct ClosureLimits {
  double closed = 1e-14;   // [m], [m/s] no less is asked for
  double round_off = 0.0;  // a gap up to here that has stopped shrinking is closed too
  double shrinking = 0.5;  // by less than this a pass: it has stopped
  int passes = 30;         // corrections at most
  int patience = INT_MAX;  // after as many a gap that has doubled is given up
};

struct ClosureResult {
  bool closed = false, singular = false;  // singular: the metric had no P
  double first = 0.0, gap = 0.0;          // before the first correction, and now
};

// The size of a gap in one pass and in the one before.
struct ClosurePass {
  double gap = 0.0, last = INFINITY;
};

// True: no further correction; result.closed says how it ended.
inline bool ends(const ClosureLimits& limits, int pass, ClosurePass at, ClosureResult& result) {
  if (pass == 0) result.first = at.gap;
  result.gap = at.gap;
  if (!std::isfinite(at.gap)) return true;
  result.closed = at.gap <= limits.closed ||
                  (at.gap <= limits.round_off && at.gap > limits.shrinking * at.last);
  return result.closed || pass == limits.passes ||
         (pass > limits.patience && at.gap > 2.0 * at.last);
}

// A metric has
//   double size(phi)                the gap that counts
//   bool correct(phi, pass, x)      x -= P phi; phi may be overwritten. False: no P, the pose is
//   singular
// Afterwards the kinematics are those of q, and phi its gaps.
template <class Metric>
ClosureResult close_positions(const Loops& at, const ClosureLimits& limits, std::span<double> q,
                              std::span<const double> v, std::span<double> phi, Metric&& metric) {
  ClosureResult result;
  ClosurePass size;
  for (int pass = 0;; ++pass) {
    at.mechanism.kinematics(q, v, at.charts, at.scratch);
    at.mechanism.constraint_values(at.load, at.scratch, phi);
    size.gap = metric.size(phi);
    if (ends(limits, pass, size, result)) return result;
    result.singular = !metric.correct(phi, size, q);
    if (result.singular) return result;
    size.last = size.gap;
  }
}

// After kinematics() at q. Linear in v: an exact metric needs one pass.
template <class Metric>
ClosureResult close_velocities(const Loops& at, const ClosureLimits& limits, std::span<double> v,
                               std::span<double> rate, Metric&& metric) {
  ClosureResult result;
  ClosurePass size;
  for (int pass = 0;; ++pass) {
    at.mechanism.constraint_rates(v, at.load, at.scratch, rate);
    size.gap = metric.size(rate);
    if (ends(limits, pass, size, result)) return result;
    result.singular = !metric.correct(rate, size, v);
    if (result.singular) return result;
    size.last = size.gap;
  }
}

// Only dependent coordinates move. Phi_d is factorised anew where a pass has left more than `keep`
// of the gap before it.
class DependentMetric {
 public:
  DependentMetric(const Loops& at, IndependentCoordinates& split, double keep)
      : at_(at), split_(split), keep_(keep) {}

  double size(std::span<const double> phi) const {
    double gap = 0.0;
    for (const int k : split_.rows()) gap = std::max(gap, std::abs(phi[k]));
    return gap;
  }
  bool correct(std::span<const double> phi, ClosurePass pass, std::span<double> x) {
    if ((!factorised_ || pass.gap > keep_ * pass.last) &&
        !split_.factorise(at_.mechanism, at_.scratch))
      return false;
    factorised_ = true;
    split_.correct(phi, x);
    return true;
  }

 private:
  const Loops& at_;
  IndependentCoordinates& split_;
  double keep_;
  bool factorised_ = false;
};

// Least kinetic energy: x -= [M + Phi_q^T alpha Phi_q]^-1 Phi_q^T alpha phi.
class MassMetric {
 public:
  // mass: factorised. step: room for the coordinates.
  MassMetric(const Loops& at, const LinearSolver& mass, std::span<const double> alpha,
             std::span<double> step)
      : at_(at), mass_(mass), alpha_(alpha), step_(step) {}

  double size(std::span<const double> phi) const { return largest(phi); }
  bool correct(std::span<double> phi, ClosurePass, std::span<double> x);

 private:
  const Loops& at_;
  const LinearSolver& mass_;
  std::span<const double> alpha_;
  std::span<double> step_;
};

// Least change of some coordinates, the others stay; redundant and singular rows are no hindrance.
// Allocates.
class LeastChange {
 public:
  // longest: no coordinate moves further in one pass.
  LeastChange(const Loops& at, std::span<const int> moving, double longest = INFINITY)
      : at_(at), moving_(moving), longest_(longest) {}

  double size(std::span<const double> phi) const { return largest(phi); }
  bool correct(std::span<const double> phi, ClosurePass, std::span<double> x);

 private:
  const Loops& at_;
  std::span<const int> moving_;
  double longest_;
};

}  // namespace bramah
