// A four-bar of three links on the ground, with its mechanism at a pose that a test sets.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "constraints/loop_closure.h"
#include "coupling/plant.h"
#include "eigen_span.h"

namespace bramah {

inline constexpr const char* kFourBar = R"(bramah: 1
name: Four-bar
ground: {points: {P: [1.2 m, 0 m]}}
bodies:
  crank: {mass: 2 kg, com: [0.2 m, 0 m], shape: {rod: 0.4 m}, points: {tip: [0.4 m, 0 m]}}
  coupler: {mass: 3 kg, com: [0.6 m, 0 m], shape: {rod: 1.2 m}, points: {tip: [1.2 m, 0 m]}}
  rocker: {mass: 1 kg, com: [0.4 m, 0 m], shape: {rod: 0.8 m}, points: {tip: [0.8 m, 0 m]}}
joints:
  z1: {type: revolute, between: [ground, crank], start: 70 deg}
  z2: {type: revolute, between: [crank.tip, coupler.origin], guess: -60 deg}
  z3: {type: revolute, between: [coupler.tip, rocker.origin], guess: -100 deg}
  end: {type: revolute, between: [rocker.tip, ground.P], cut: true}
)";

class FourBar {
 public:
  FourBar() : model_(load_text(kFourBar, "four_bar.yaml")), scratch_(mechanism().make_scratch()) {
    const Plant& machine = model_.plant();
    const State initial = model_.initial_state();
    const auto x = initial.values();
    for (const auto& [block, to] : {std::pair{machine.layout.q, &q}, {machine.layout.v, &v}})
      *to = Eigen::Map<const Eigen::VectorXd>(block.in(x).data(),
                                              static_cast<Eigen::Index>(block.count));
    phi.resize(mechanism().constraints());
    evaluate();
  }
  const Mechanism& mechanism() const { return *model_.plant().equations->parts().mechanism; }
  Mechanism::Scratch& scratch() { return *scratch_; }
  Loops loops() { return {mechanism(), load_, {}, *scratch_}; }

  void evaluate() {
    mechanism().kinematics(span(q), span(v), {}, *scratch_);
    mechanism().refresh_rates(span(v), *scratch_);
    mechanism().second_derivatives(span(v), *scratch_);
    mechanism().constraint_values(load_, *scratch_, span(phi));
  }
  Eigen::MatrixXd jacobian() {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> j(phi.size(), q.size());
    mechanism().jacobian(*scratch_, {j.data(), static_cast<std::size_t>(j.size())});
    return j;
  }
  Eigen::MatrixXd mass() {
    LinearSolver lu(static_cast<int>(q.size()), static_cast<int>(q.size()));
    lu.set_zero();
    mechanism().mass_matrix({}, *scratch_, lu);
    Eigen::MatrixXd m(q.size(), q.size());
    for (int i = 0; i < lu.size(); ++i)
      for (int k = 0; k < lu.size(); ++k) m(i, k) = lu.row(i)[k];
    return m;
  }
  // The direction in which a closed four-bar moves.
  Eigen::VectorXd motion() {
    return Eigen::FullPivLU<Eigen::MatrixXd>(jacobian()).kernel().col(0).normalized();
  }

  Eigen::VectorXd q, v, phi;

 private:
  Model model_;
  std::unique_ptr<Mechanism::Scratch> scratch_;
  MechanismLoad load_;
};

}  // namespace bramah
