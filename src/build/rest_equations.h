// The equations of rest, for what the file calls `static` and for multipliers.
//
//   unknowns   u = (pressures, neutral positions, coordinates, states of components and of force
//              elements, lambda)
//   imbalance  r = (R, Phi, flows into the volumes, rates of those states, torques on shafts that drive
//              a joint), scaled   with v = a = 0
//   motion     x = (pressures, states, coordinates, v),  dx/dt = f(x): the machine's own equations,
//              in which coordinates that are not unknowns stand still though v does not, as on a
//              treadmill. Its rests are those of the machine, with v = 0.
// States that no rate depends on at rest are left out: bristles of dry friction hold whatever they
// are bent by. Not so the wind-up of a gear, which is what its joint hangs on, and brakes that hold its
// shaft. States of components stay between their stops. In: a machine and a state, which the
// evaluations write to. Used by rest_search.h and rest_culprits.h while loading: it may allocate.
#pragma once

#include <Eigen/Core>

#include "machine/machine.h"

namespace bramah {

class RestEquations {
 public:
  static constexpr double kPressureScale = 1e6;  // [Pa]
  static constexpr double kFlowScale = 1e-4;     // [m³/s]
  static constexpr double kTorqueScale = 1.0;    // [N m] on a shaft
  static constexpr double kBalanced = 1e-9;      // scaled imbalance that counts as rest

  RestEquations(const Machine& machine, State& state);

  // ---- rest
  const Eigen::VectorXd& scales() const noexcept { return scales_; }  // of the unknowns
  Eigen::VectorXd unknowns() const;                                   // at the state
  // Writes the unknowns into the state and evaluates everything there.
  Eigen::VectorXd imbalance(const Eigen::VectorXd& unknowns);
  Eigen::MatrixXd slopes(const Eigen::VectorXd& unknowns);  // by central differences
  // Rows of the imbalance: forces [0, nq), gaps [nq, nq + nc), flows, then rates of states.
  int forces() const noexcept { return nq_; }
  int gaps() const noexcept { return nc_; }
  int flows() const noexcept { return nv_; }
  double force_scale() const noexcept { return force_scale_; }
  // Unknowns are held from now on.
  void hold_pressure(int volume) { std::erase(pressures_, volume), rescale(); }
  void hold_pose() { coordinates_.clear(), rescale(); }
  void hold_parts();  // states of components

  // ---- motion
  Eigen::VectorXd motion_scales(bool moving) const;
  Eigen::VectorXd motion(bool moving) const;  // at the state, from rest
  // Rates at x; moving = false: the mechanism stands still, and x has no v. Not finite: no such x.
  Eigen::VectorXd rates(Eigen::VectorXd& x, bool moving);

  // ---- what is solved, and everything at the last point evaluated
  const Machine& machine() const noexcept { return machine_; }
  State& state() noexcept { return state_; }
  bool nothing_to_move() const noexcept {
    return pressures_.empty() && coordinates_.empty() && states_.empty();
  }
  const std::vector<int>& pressures() const noexcept { return pressures_; }
  const std::vector<int>& coordinates() const noexcept { return coordinates_; }
  const std::vector<int>& states() const noexcept { return states_; }  // in y
  MachineEquations::Buffers& buffers() noexcept { return b_; }
  const MachineEquations& equations() const noexcept { return equations_; }
  Trial& trial() noexcept { return trial_; }
  double state_rate(int state) const;                                  // dy/dt of one of states()
  const std::vector<int>& shafts() const noexcept { return shafts_; }  // nodes that are balanced

 private:
  void find_coordinates();
  void find_states();
  void measure_forces();
  void find_gears();
  bool wind_up(int state, int stroke);
  void rescale();
  void evaluate();

  const Machine& machine_;
  const MachineEquations& equations_;
  MachineEquations::Buffers b_;
  State& state_;
  Trial trial_;
  int nq_, nc_, nv_;
  std::vector<int> pressures_, coordinates_, states_, shafts_;
  Eigen::VectorXd scales_;
  double force_scale_ = 1.0;
};

}  // namespace bramah
