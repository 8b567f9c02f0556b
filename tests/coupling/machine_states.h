// A machine at random states on its constraint manifold, with its residual as a function of the
// unknowns.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "core/linear_solver.h"
#include "coupling/plant.h"
#include "eigen_span.h"
#include "multibody/joint/random_tree.h"

namespace bramah {

class MachineStates {
 public:
  explicit MachineStates(Model model)
      : model_(std::move(model)),
        plant_(model_.plant()),
        dynamics_(*plant_.dynamics),
        equations_(*plant_.equations),
        scratch_(dynamics_.make_scratch()),
        buffers_(MachineEquations::buffers(*scratch_)),
        state_(model_.initial_state()),
        trial_(dynamics_.coordinates(), dynamics_.states(), dynamics_.constraints()) {}

  const ImplicitDynamics& dynamics() const { return dynamics_; }
  const MachineEquations& equations() const { return equations_; }
  ImplicitDynamics::Scratch& scratch() { return *scratch_; }
  MachineEquations::Buffers& buffers() { return buffers_; }
  Trial& trial() { return trial_; }

  // q near the start but closed, v along the constraints, a, pressures and multipliers at random.
  void randomise(Random& random, double reach) {
    do {
      state_ = model_.initial_state();
      for (const int pass : {0, 1}) {  // so that charts are neither fresh nor aligned
        const auto q = block(plant_.layout.q);
        if (pass == 1) rechart();
        for (double& x : q) x += random(-reach, reach);
        close(q);
      }
    } while (!inside_strokes());
    for (double& x : trial_.v) x = random(-0.5, 0.5);
    glide();
    for (double& x : trial_.a) x = random(-5.0, 5.0);
    for (double& x : trial_.lambda) x = random(-300.0, 300.0);
    for (int k = 0; k < dynamics_.states(); ++k) {
      const bool pressure = k < equations_.parts().circuit->volumes();
      const double scale = dynamics_.scale(dynamics_.moved_coordinates() + k);
      trial_.y[k] = scale * (pressure ? random(0.02, 0.9) : random(-1.0, 1.0));
      trial_.ydot[k] = scale * random(-1.0, 1.0);
    }
    enter(random(0.0, 10.0));
    equations_.evaluate(trial_, true, buffers_);  // contacts as they are here
    if (!dynamics_.choose_moved(trial_.q, trial_.v, *scratch_)) FAIL() << "no partition";
  }

  // Where a run has come to.
  void adopt(const State& state, double t) {
    state_ = state;
    const Layout& x = plant_.layout;
    const auto copy = [&](const Block& from, std::vector<double>& to) {
      std::ranges::copy(block(from), to.begin());
    };
    copy(x.q, trial_.q), copy(x.v, trial_.v), copy(x.a, trial_.a);
    copy(x.y, trial_.y), copy(x.ydot, trial_.ydot), copy(x.lambda, trial_.lambda);
    enter(t);
    equations_.evaluate(trial_, true, buffers_);
    if (!dynamics_.choose_moved(trial_.q, trial_.v, *scratch_)) FAIL() << "no partition";
  }

  // Residual after a move by e along the integrator's formula; multipliers and contacts stay.
  Eigen::VectorXd residual(const Eigen::VectorXd& e, StepCoefficients c) {
    const Trial kept = trial_;
    const int nq = dynamics_.moved_coordinates();
    const std::span<const int> moved = dynamics_.moved(*scratch_);
    for (int k = 0; k < nq; ++k) {
      const int i = moved.empty() ? k : moved[k];
      trial_.q[i] += c.q * e[k], trial_.v[i] += c.v * e[k], trial_.a[i] += c.a * e[k];
    }
    for (int k = 0; k < dynamics_.states(); ++k)
      trial_.y[k] += e[nq + k], trial_.ydot[k] += c.y * e[nq + k];
    Eigen::VectorXd r(dynamics_.size());
    dynamics_.residual(trial_, c, -1, *scratch_, span(r));
    trial_ = kept;
    return r;
  }

  Eigen::MatrixXd tangent(StepCoefficients c) {
    Eigen::VectorXd r(dynamics_.size());  // dependent coordinates are found in the trial
    dynamics_.residual(trial_, c, -1, *scratch_, span(r));
    LinearSolver lu(dynamics_.size(), dynamics_.moved_coordinates());
    dynamics_.tangent(trial_, c, *scratch_, lu);
    Eigen::MatrixXd j(lu.size(), lu.size());
    for (int i = 0; i < lu.size(); ++i)
      for (int k = 0; k < lu.size(); ++k) j(i, k) = lu.row(i)[k];
    return j;
  }

 private:
  std::span<double> block(const Block& b) { return b.in(state_.values()); }
  const Mechanism& mechanism() const { return *equations_.parts().mechanism; }
  Mechanism::Scratch& links() { return *buffers_.mechanism; }

  void enter(double t) {
    const Layout& x = plant_.layout;
    equations_.set_surroundings(
        {block(x.charts), block(x.tunables), block(x.samples), block(x.inputs), block(x.surrogate),
         block(x.payloads), block(x.soil)},
        buffers_);
    dynamics_.set_time(t, t + 1e-6, *scratch_);
  }
  void rechart() {
    std::vector<double> unused(trial_.a), extra(trial_.a);
    mechanism().rechart(block(plant_.layout.q), block(plant_.layout.v), unused, extra,
                        block(plant_.layout.charts), links());
  }

  Eigen::MatrixXd jacobian() {
    Eigen::MatrixXd j(mechanism().constraints(), mechanism().coordinates());
    Eigen::VectorXd column(j.rows());
    for (Eigen::Index i = 0; i < j.cols(); ++i) {
      mechanism().apply_jacobian(span(Eigen::VectorXd::Unit(j.cols(), i).eval()), links(),
                                 span(column));
      j.col(i) = column;
    }
    return j;
  }

  void close(std::span<double> q) {
    enter(0.0);
    Eigen::VectorXd phi(mechanism().constraints());
    for (int pass = 0; pass < 30; ++pass) {
      std::copy(q.begin(), q.end(), trial_.q.begin());
      equations_.evaluate(trial_, false, buffers_);
      if (phi.size() == 0) return;
      MechanismLoad load;
      load.drivers = buffers_.drivers;
      mechanism().constraint_values(load, links(), span(phi));
      if (phi.norm() < 1e-13) return;
      const Eigen::VectorXd dq = jacobian().completeOrthogonalDecomposition().solve(phi);
      for (std::size_t i = 0; i < q.size(); ++i) q[i] -= dq[static_cast<Eigen::Index>(i)];
    }
  }

  // Removes from v what would open a loop.
  void glide() {
    if (mechanism().constraints() == 0) return;
    const Eigen::MatrixXd j = jacobian();
    Eigen::Map<Eigen::VectorXd> v(trial_.v.data(), j.cols());
    v -= j.completeOrthogonalDecomposition().solve(j * v).eval();
  }

  bool inside_strokes() {
    const Circuit& circuit = *equations_.parts().circuit;
    for (int c = 0; c < circuit.cylinders(); ++c) {
      const double s = mechanism().gauge(c, links()).length;
      const Cylinder& cylinder = circuit.cylinder(c).cylinder();
      if (cylinder.length_A(s) < 1e-3 || cylinder.length_B(s) < 1e-3) return false;
    }
    return true;
  }

  Model model_;
  const Plant& plant_;
  const ImplicitDynamics& dynamics_;
  const MachineEquations& equations_;
  std::unique_ptr<ImplicitDynamics::Scratch> scratch_;
  MachineEquations::Buffers& buffers_;
  State state_;
  Trial trial_;
};

}  // namespace bramah
