// Channels of a machine to first order about a state: dy = C dx + D du.
//
// Exact rows: states, joint coordinates and their rates, lengths, rates and forces of cylinders.
// All other channels (flows, signals, points, friction) by central differences of the channel, a
// millionth of each state's or signal's scale to either side.
#pragma once

#include <optional>

#include "build/tangent_space.h"

namespace bramah {

struct OutputSlopes {
  Eigen::MatrixXd C;  // by all states
  Eigen::MatrixXd D;  // by the signals asked for
  std::vector<double> values;
};

class LinearOutputs {
 public:
  // After space.A(). Scales of (z, w, y); `states` are their names.
  LinearOutputs(const Model& model, TangentSpace& space, const State& state,
                std::vector<std::string> states, std::vector<double> scales);

  static bool can_show(const Model& model, const std::string& channel);
  OutputSlopes slopes(const std::vector<std::string>& names, const std::vector<int>& signals);

 private:
  std::optional<Eigen::RowVectorXd> exact_row(const std::string& name) const;
  Eigen::RowVectorXd force_row(int cylinder) const;
  // Channels at the trial of the space, with one signal shifted.
  Eigen::VectorXd read(const std::vector<int>& channels, int signal = -1, double shift = 0.0);
  void shift_state(int i, double by);
  double signal_scale(int signal) const;

  const Model& model_;
  const Plant& m_;
  TangentSpace& space_;
  State state_;
  PlantWork work_;
  std::vector<std::string> states_;
  std::vector<double> scales_;
};

}  // namespace bramah
