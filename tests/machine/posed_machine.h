// A machine whose coordinates a test sets by name, with what its mechanism says there.
#pragma once

#include <Eigen/Dense>

#include "bramah/model.h"
#include "coupling/plant.h"
#include "eigen_span.h"

namespace bramah {

class PosedMachine {
 public:
  explicit PosedMachine(const std::string& text)
      : model_(load_text(text, "m.yaml")),
        plant_(model_.plant()),
        equations_(*plant_.equations),
        buffers_(equations_),
        state_(model_.initial_state()),
        trial(equations_.coordinates(), equations_.states(), equations_.constraints()) {
    const Layout& x = plant_.layout;
    const auto copy = [&](const Block& block, std::vector<double>& to) {
      const auto from = block.in(state_.values());
      std::copy(from.begin(), from.end(), to.begin());
    };
    copy(x.q, trial.q), copy(x.v, trial.v), copy(x.y, trial.y), copy(x.lambda, trial.lambda);
    equations_.set_surroundings({x.charts.in(state_.values()), x.tunables.in(state_.values()),
                                 x.samples.in(state_.values()), x.inputs.in(state_.values())},
                                buffers_);
    equations_.set_time(0.0, 1e-9, buffers_);
    evaluate();
  }

  const Model& model() const { return model_; }
  const Mechanism& mechanism() const { return *equations_.parts().mechanism; }
  const std::vector<std::string>& names() const { return plant_.names.coordinates; }
  // Coordinates of a joint: "ball" means ball.rx, ball.ry, ball.rz.
  std::vector<int> of_joint(const std::string& joint) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < names().size(); ++i)
      if (names()[i] == joint || names()[i].starts_with(joint + "."))
        found.push_back(static_cast<int>(i));
    return found;
  }
  int index(const std::string& name) const {
    return static_cast<int>(std::find(names().begin(), names().end(), name) - names().begin());
  }

  void evaluate() { equations_.evaluate(trial, true, buffers_); }
  bool accelerate() { return equations_.rates(trial, true, buffers_); }
  Eigen::VectorXd gaps() {
    Eigen::VectorXd phi(mechanism().constraints());
    evaluate();
    mechanism().constraint_values(load(), links(), span(phi));
    return phi;
  }
  Eigen::VectorXd gap_rates() {
    Eigen::VectorXd rate(mechanism().constraints());
    evaluate();
    mechanism().constraint_rates(trial.v, load(), links(), span(rate));
    return rate;
  }
  Eigen::MatrixXd jacobian(const std::vector<int>& columns) {
    Eigen::MatrixXd j(mechanism().constraints(), columns.size());
    Eigen::VectorXd column(j.rows());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(mechanism().coordinates(), columns[k]);
      mechanism().apply_jacobian(span(unit), links(), span(column));
      j.col(static_cast<Eigen::Index>(k)) = column;
    }
    return j;
  }
  // Moves the given coordinates, and their rates, so that the loops close.
  void close(const std::vector<int>& movable) {
    for (int pass = 0; pass < 50 && gaps().norm() > 1e-14 && !movable.empty(); ++pass)
      add(jacobian(movable).completeOrthogonalDecomposition().solve(-gaps()), movable, trial.q);
    const Eigen::VectorXd rate = gap_rates();
    if (!movable.empty())
      add(jacobian(movable).completeOrthogonalDecomposition().solve(-rate), movable, trial.v);
    evaluate();
  }
  Eigen::Vector3d point(const std::string& name) {
    evaluate();
    const auto& points = model_.drawing().points;
    const auto at = std::find(points.begin(), points.end(), name) - points.begin();
    const auto p = mechanism().point_position(static_cast<int>(at), links());
    return {p[0], p[1], p[2]};
  }

 private:
  static void add(const Eigen::VectorXd& step, const std::vector<int>& to, std::vector<double>& x) {
    for (std::size_t k = 0; k < to.size(); ++k) x[to[k]] += step[static_cast<Eigen::Index>(k)];
  }
  const Mechanism::Scratch& links() { return *buffers_.mechanism; }
  MechanismLoad load() {
    MechanismLoad load;
    load.drivers = buffers_.drivers;
    return load;
  }

  Model model_;
  const Plant& plant_;
  const MachineEquations& equations_;
  MachineEquations::Buffers buffers_;
  State state_;

 public:
  Trial trial;
};

}  // namespace bramah
