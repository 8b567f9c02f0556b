// Load charts by statics of the mechanism alone: oil is a bound on each cylinder's force.
#include "bramah/chart.h"

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "analysis/study_axes.h"
#include "bramah/basics.h"
#include "core/nearest.h"
#include "core/text.h"
#include "coupling/plant.h"

namespace bramah {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// A machine in joint coordinates that is put into poses by the lengths of its cylinders.
class Poser {
 public:
  Poser(const Model& model, const std::string& load)
      : model_(model.in_joint_coordinates()),
        plant_(model_.plant()),
        equations_(*plant_.equations),
        mechanism_(*equations_.parts().mechanism),
        work_(plant_),
        start_(model_.initial_state()),
        point_(find_point(load)) {
    const std::span<const double> x = std::as_const(start_).values();
    enter_state(plant_, x, work_);  // which keeps looking at it
    read_trial(plant_.layout, x, work_.trial);
    equations_.set_time(0.0, 1e-9, b());
    std::ranges::fill(work_.trial.v, 0.0);
    std::ranges::fill(work_.trial.a, 0.0);
    place();
    const Vector3d down(plant_.gravity.data());
    up_ = -down.normalized();
    g_ = down.norm();
    if (!(g_ > 0.0)) throw InputError("a load chart needs gravity");
    find_axis();
  }

  int cylinders() const { return equations_.parts().circuit->strokes(); }
  int coordinates() const { return mechanism_.coordinates(); }
  const Names& names() const { return plant_.names; }
  const Plant& plant() const { return plant_; }
  const std::vector<Scene::Stand>& stands() const { return model_.scene().stands; }
  double length(int c) const { return mechanism_.gauge(c, scratch()).length; }
  std::vector<double> lengths() const {
    std::vector<double> all;
    for (int c = 0; c < cylinders(); ++c) all.push_back(length(c));
    return all;
  }
  Vector3d load_place() const { return place_of(point_); }
  Vector3d place_of(int point) const {
    const auto p = mechanism_.point_position(point, scratch());
    return {p[0], p[1], p[2]};
  }
  double height() const { return load_place().dot(up_); }
  double reach() const {
    const Vector3d p = load_place();
    return (p - up_ * p.dot(up_)).norm();
  }
  const std::vector<double>& pose() const { return work_.trial.q; }
  void set_pose(const std::vector<double>& q) {
    work_.trial.q = q;
    place();
  }

  // Gauss and Newton's way to the lengths, by the least motion. False: out of reach.
  bool go_to(const std::vector<double>& lengths) {
    constexpr int kMost = 40;
    constexpr double kClosed = 1e-10;  // [m]
    const std::vector<double> from = pose();
    for (int k = 0; k < kMost; ++k) {
      const VectorXd gap = gaps(lengths);
      if (!gap.allFinite()) break;
      if (gap.lpNorm<Eigen::Infinity>() < kClosed) return true;
      VectorXd step = rows().completeOrthogonalDecomposition().solve(gap);
      const double far = step.lpNorm<Eigen::Infinity>();
      if (far > 0.2) step *= 0.2 / far;
      for (int i = 0; i < coordinates(); ++i) work_.trial.q[static_cast<std::size_t>(i)] -= step[i];
      place();
    }
    set_pose(from);
    return false;
  }

  // d(place of the load)/ds_c while the other cylinders hold.
  Vector3d way(int c) {
    const int n = constraints() + cylinders();
    VectorXd one = VectorXd::Zero(n);
    one[constraints() + c] = 1.0;
    const VectorXd dq = rows().completeOrthogonalDecomposition().solve(one);
    return point_slopes(point_) * dq;
  }
  Vector3d up() const { return up_; }

  // Of the body that the point is on: its x axis (y, where that lies across) above the level, counted
  // from outwards as it was at the start.
  double tilt() {
    const Eigen::Matrix3d axes = turn_of_body();
    return std::atan2(axes.col(axis_).dot(up_), axes.col(axis_).dot(outwards_));
  }

  // Forces of the cylinders at rest: without a load, and for each kilogram of it.
  void hold(VectorXd& empty, VectorXd& per_kg) {
    const int n = coordinates(), nc = constraints();
    const MatrixXd all = rows();
    const std::vector<double> r = weights();
    const VectorXd weight = point_slopes(point_).transpose() * (g_ * up_);
    // Rows that neither a loop nor a cylinder moves are what swings freely.
    std::vector<int> held;
    for (int i = 0; i < n; ++i)
      if (all.col(i).lpNorm<Eigen::Infinity>() > 1e-12) held.push_back(i);
    MatrixXd A(held.size(), all.rows());
    MatrixXd q(held.size(), 2);
    for (std::size_t k = 0; k < held.size(); ++k) {
      A.row(static_cast<int>(k)) = all.col(held[k]).transpose();
      q(static_cast<int>(k), 0) = r[static_cast<std::size_t>(held[k])];
      q(static_cast<int>(k), 1) = weight[held[k]];
    }
    const MatrixXd x = A.completeOrthogonalDecomposition().solve(q);
    empty = x.col(0).tail(all.rows() - nc);
    per_kg = x.col(1).tail(all.rows() - nc);
  }

  // Load at which the machine turns over a line between two of these feet.
  double tipping_load(const std::vector<int>& feet) {
    const std::vector<double> r = weights();
    const VectorXd lift = point_slopes(point_).transpose() * up_;
    double most = kInfinite;
    for (const VectorXd& dq : turns(feet)) {
      double empty = 0.0;
      for (int i = 0; i < coordinates(); ++i) empty -= r[static_cast<std::size_t>(i)] * dq[i];
      const double per_kg = -g_ * lift.dot(dq);
      if (empty >= 0.0) return -empty / std::max(std::abs(per_kg), 1e-12);
      if (per_kg > 1e-12) most = std::min(most, -empty / per_kg);
    }
    return most;
  }

 private:
  // Residual at rest, of weights and springs alone.
  std::vector<double> weights() {
    equations_.evaluate(work_.trial, true, b());
    for (int c = 0; c < cylinders(); ++c) b().forces[static_cast<std::size_t>(c)].value = 0.0;
    equations_.parts().forces.let_go(b().forces);
    std::ranges::fill(b().total_multipliers, 0.0);
    std::vector<double> r(static_cast<std::size_t>(coordinates()));
    mechanism_.residual(work_.trial.v, work_.trial.a, b().load, scratch(), r);
    return r;
  }

  // Motions of the whole machine, all joints held: a turn about each line between two feet that has
  // all others on one side and lifts those; in the plane about each foot.
  std::vector<VectorXd> turns(const std::vector<int>& feet) {
    constexpr double kLevel = 1e-9;  // [m]
    std::vector<Vector3d> at;
    for (const int foot : feet) at.push_back(place_of(foot));
    std::vector<VectorXd> out;
    const auto add = [&](const Vector3d& a, const Vector3d& axis) {
      const double length = axis.norm();
      if (length < kLevel) return;
      std::vector<Vector3d> way;
      for (const Vector3d& foot : at) {
        way.push_back((axis / length).cross(foot - a));
        if (way.back().dot(up_) < -kLevel) return;
      }
      if (const VectorXd dq = base_motion(feet, way); dq.size() > 0) out.push_back(dq);
    };
    const bool planar = model_.drawing().planar;
    for (const Vector3d& a : at) {
      if (planar) add(a, Vector3d::UnitZ()), add(a, -Vector3d::UnitZ());
      for (const Vector3d& b : at)
        if (!planar) add(a, b - a);
    }
    return out;
  }

  // Of the coordinates that the feet hang on; nothing if those cannot give it: a fixed base.
  VectorXd base_motion(const std::vector<int>& feet, const std::vector<Vector3d>& way) {
    constexpr double kRigid = 1e-6;
    MatrixXd slopes(3 * feet.size(), coordinates());
    VectorXd wanted(3 * feet.size());
    for (std::size_t k = 0; k < feet.size(); ++k) {
      slopes.middleRows<3>(static_cast<Index>(3 * k)) = point_slopes(feet[k]);
      wanted.segment<3>(static_cast<Index>(3 * k)) = way[k];
    }
    const VectorXd dq = slopes.completeOrthogonalDecomposition().solve(wanted);
    return (slopes * dq - wanted).norm() < kRigid * wanted.norm() ? dq : VectorXd{};
  }

  void find_axis() {
    const Vector3d p = load_place();
    outwards_ = (p - up_ * p.dot(up_)).normalized();
    const std::string& name = model_.drawing().points[static_cast<std::size_t>(point_)];
    const auto& bodies = model_.scene().bodies;
    const auto body = std::ranges::find(bodies, name.substr(0, name.find('.')));
    if (body == bodies.end()) return;  // of the ground
    body_ = body - bodies.begin();
    const Eigen::Matrix3d axes = turn_of_body();
    const Vector3d across = up_.cross(outwards_);
    axis_ = std::abs(axes.col(0).dot(across)) < 0.7 ? 0 : 1;
  }
  Eigen::Matrix3d turn_of_body() {
    if (body_ < 0) return Eigen::Matrix3d::Identity();
    State state = start_;
    std::ranges::copy(work_.trial.q, plant_.layout.q.in(state.values()).begin());
    std::vector<double> poses(7 * model_.scene().bodies.size());
    model_.body_poses(state, evaluations_, poses);
    const double* const q = &poses[static_cast<std::size_t>(7 * body_ + 3)];
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  }

  int constraints() const { return mechanism_.constraints(); }
  MachineEquations::Buffers& b() { return work_.buffers(); }
  Mechanism::Scratch& scratch() const { return *const_cast<Poser*>(this)->b().mechanism; }
  void place() {
    mechanism_.kinematics(work_.trial.q, work_.trial.v, b().around.charts, scratch());
  }

  int find_point(const std::string& name) const {
    const auto& markers = model_.scene().markers;
    for (const Scene::Marker& marker : markers)
      if (marker.name == name) return marker.point;
    const auto& points = model_.drawing().points;
    const auto found = std::ranges::find(points, name);
    if (found != points.end()) return static_cast<int>(found - points.begin());
    std::vector<std::string> all = points;
    for (const Scene::Marker& marker : markers) all.push_back(marker.name);
    throw InputError("there is no marker and no point \"" + name + "\"" + did_you_mean(name, all) +
                     "; expected one of a body, e.g. boom.tip");
  }

  // Loops, then cylinders: values less those that are wanted, and their slopes.
  VectorXd gaps(const std::vector<double>& lengths) {
    const int nc = constraints();
    VectorXd out(nc + cylinders());
    mechanism_.constraint_values(b().load, scratch(), {out.data(), static_cast<std::size_t>(nc)});
    for (int c = 0; c < cylinders(); ++c)
      out[nc + c] = length(c) - lengths[static_cast<std::size_t>(c)];
    return out;
  }
  MatrixXd rows() {
    const int n = coordinates(), nc = constraints();
    std::vector<double> phi(static_cast<std::size_t>(n * nc));
    mechanism_.jacobian(scratch(), phi);
    MatrixXd out = MatrixXd::Zero(nc + cylinders(), n);
    for (int k = 0; k < nc; ++k)
      for (int i = 0; i < n; ++i) out(k, i) = phi[static_cast<std::size_t>(k * n + i)];
    for (int c = 0; c < cylinders(); ++c) {
      const GaugeView gauge = mechanism_.gauge(c, scratch());
      for (std::size_t i = 0; i < gauge.support.size(); ++i)
        out(nc + c, gauge.support[i]) = gauge.jacobian[i];
    }
    return out;
  }
  Eigen::Matrix3Xd point_slopes(int point) {
    Eigen::Matrix3Xd out(3, coordinates());
    std::vector<double> v(static_cast<std::size_t>(coordinates()), 0.0);
    for (int i = 0; i < coordinates(); ++i) {
      v[static_cast<std::size_t>(i)] = 1.0;
      mechanism_.refresh_rates(v, scratch());
      const auto p = mechanism_.point_velocity(point, v, scratch());
      out.col(i) = Vector3d(p[0], p[1], p[2]);
      v[static_cast<std::size_t>(i)] = 0.0;
    }
    mechanism_.refresh_rates(v, scratch());
    return out;
  }

  Model model_;
  const Plant& plant_;
  const MachineEquations& equations_;
  const Mechanism& mechanism_;
  PlantWork work_;
  State start_;
  Workspace evaluations_{model_};
  int point_;
  Index body_ = -1;  // of the point, and which of its axes tells how it is tilted
  int axis_ = 0;
  Vector3d up_ = Vector3d::UnitZ(), outwards_ = Vector3d::UnitX();
  double g_ = 0.0;
};

struct Bounds {
  double push = 0.0, pull = 0.0;  // largest forces [N]; infinite for what is no cylinder
};

double rated_of(const ChartOptions& o, const std::string& cylinder) {
  double least = kInfinite;
  for (const auto& [name, force] : o.rated)
    if (name == cylinder) least = std::min(least, force);
  return least;
}

Bounds bounds_of(const Plant& plant, int c, const ChartOptions& o) {
  const Circuit& oil = *plant.equations->parts().circuit;
  if (c >= oil.cylinders()) return {kInfinite, kInfinite};
  const Cylinder& sheet = oil.cylinder(c).cylinder();
  const double most = rated_of(o, plant.names.cylinders[static_cast<std::size_t>(c)]);
  return {std::min(most, o.pressure * sheet.area_A - o.back * sheet.area_B),
          std::min(most, o.pressure * sheet.area_B - o.back * sheet.area_A)};
}

// Load at which a cylinder of force f0 + m f1 leaves its bounds; below 0: it has left them already.
double largest_load(double f0, double f1, const Bounds& bounds) {
  const double past = std::max(f0 - bounds.push, -bounds.pull - f0);
  if (past > 0.0) return -past / std::max(std::abs(f1), 1e-12);
  if (f1 > 1e-12) return (bounds.push - f0) / f1;
  if (f1 < -1e-12) return (-bounds.pull - f0) / f1;
  return kInfinite;
}

void check(const ChartOptions& o, const Plant& plant) {
  std::vector<std::string> problems;
  if (!(o.pressure > 0.0)) problems.push_back("the relief pressure must be above zero");
  if (!(o.back >= 0.0) || o.back >= o.pressure)
    problems.push_back("the pressure of the other chamber must lie between zero and the relief's");
  if (o.steps < 2 || o.steps > 200) problems.push_back("steps: expected 2 to 200");
  if (!(o.cell > 0.0)) problems.push_back("cell: must be greater than zero");
  const auto& names = plant.names.cylinders;
  if (names.empty()) problems.push_back("the machine has no cylinders");
  for (const std::string& name : o.cylinders)
    if (std::ranges::find(names, name) == names.end())
      problems.push_back("there is no cylinder \"" + name + "\"" + did_you_mean(name, names));
  for (const auto& [name, force] : o.rated) {
    if (std::ranges::find(names, name) == names.end())
      problems.push_back("rated: there is no cylinder \"" + name + "\"" +
                         did_you_mean(name, names));
    if (!(force > 0.0))
      problems.push_back("rated: what \"" + name + "\" bears must be greater than zero");
  }
  // Poses are those of the cylinders' lengths; hinges of a bent boom would move with them.
  if (std::ranges::any_of(plant.names.coordinates, [](const std::string& name) {
        return name.find(".bend") != std::string::npos;
      }))
    problems.push_back("charts are of rigid bodies; leave `flexible` out for them");
  if (plant.equations->parts().circuit->cylinders() == 0 && !names.empty())
    problems.push_back(
        "the machine is solved without its oil, so that its cylinders have no areas");
  if (!problems.empty()) throw InputError(problems);
}

int index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

// Cylinders that raise the load or move it outwards.
std::vector<int> to_sweep(Poser& poser, const ChartOptions& o) {
  std::vector<int> out;
  for (const std::string& name : o.cylinders)
    out.push_back(index_of(poser.names().cylinders, name));
  if (!out.empty()) return out;
  const int n = static_cast<int>(poser.names().cylinders.size());
  for (int c = 0; c < n; ++c) {
    const Vector3d way = poser.way(c), p = poser.load_place();
    const Vector3d outward = (p - poser.up() * p.dot(poser.up())).normalized();
    if (std::hypot(way.dot(poser.up()), way.dot(outward)) > 1e-3) out.push_back(c);
  }
  if (out.empty()) throw InputError("no cylinder moves the load up or outwards");
  return out;
}

// From end to end and back again for each step of the next, so that poses are neighbours.
class Sweep {
 public:
  Sweep(Poser& poser, std::vector<int> swept, int steps, std::vector<double> start)
      : poser_(poser), swept_(std::move(swept)), steps_(steps), start_(std::move(start)) {}

  template <class Visit>
  void each(Visit visit) {
    std::vector<int> at(swept_.size(), 0), way(swept_.size(), 1);
    for (;;) {
      if (reach_pose(at)) visit();
      std::size_t k = 0;
      for (; k < at.size(); ++k) {
        at[k] += way[k];
        if (at[k] >= 0 && at[k] < steps_) break;
        at[k] -= way[k], way[k] = -way[k];
      }
      if (k == at.size()) return;
    }
  }

 private:
  static constexpr double kStride = 0.05;  // [m]

  bool reach_pose(const std::vector<int>& at) {
    std::vector<double> wanted = start_;
    for (std::size_t k = 0; k < at.size(); ++k) {
      const Plant::Reach& reach = poser_.plant().reaches[static_cast<std::size_t>(swept_[k])];
      wanted[static_cast<std::size_t>(swept_[k])] =
          reach.closed + reach.stroke * at[k] / (steps_ - 1.0);
    }
    const std::vector<double> from = poser_.lengths();
    double far = 0.0;
    for (std::size_t c = 0; c < from.size(); ++c)
      far = std::max(far, std::abs(wanted[c] - from[c]));
    const int pieces = 1 + static_cast<int>(far / kStride);
    for (int i = 1; i <= pieces; ++i) {
      std::vector<double> part = from;
      for (std::size_t c = 0; c < part.size(); ++c) part[c] += (wanted[c] - from[c]) * i / pieces;
      if (!poser_.go_to(part)) return false;
    }
    return true;
  }

  Poser& poser_;
  std::vector<int> swept_;
  int steps_;
  std::vector<double> start_;
};

ChartPose evaluate(Poser& poser, const ChartOptions& o) {
  ChartPose pose;
  pose.reach = poser.reach(), pose.height = poser.height();
  pose.lengths = poser.lengths();
  pose.load = kInfinite;
  VectorXd empty, per_kg;
  poser.hold(empty, per_kg);
  for (int c = 0; c < poser.cylinders(); ++c) {
    const double most = largest_load(empty[c], per_kg[c], bounds_of(poser.plant(), c, o));
    pose.each.push_back(most);
    if (most < pose.load) pose.load = most, pose.limit = c;
  }
  for (const Scene::Stand& stand : poser.stands()) {
    pose.each.push_back(poser.tipping_load(stand.feet));
    if (pose.each.back() < pose.load)
      pose.load = pose.each.back(), pose.limit = static_cast<int>(pose.each.size()) - 1;
  }
  return pose;
}

void fill_cells(LoadChart& chart) {
  double low = kInfinite, high = -kInfinite, near = kInfinite, far = -kInfinite;
  for (const ChartPose& p : chart.poses) {
    low = std::min(low, p.height), high = std::max(high, p.height);
    near = std::min(near, p.reach), far = std::max(far, p.reach);
  }
  const double cell = chart.cell;
  chart.first_reach = cell * std::floor(near / cell);
  chart.first_height = cell * std::floor(low / cell);
  chart.columns = static_cast<int>(std::floor((far - chart.first_reach) / cell)) + 1;
  chart.rows = static_cast<int>(std::floor((high - chart.first_height) / cell)) + 1;
  chart.cells.assign(static_cast<std::size_t>(chart.columns * chart.rows), -1);
  for (std::size_t k = 0; k < chart.poses.size(); ++k) {
    const ChartPose& p = chart.poses[k];
    const int column = static_cast<int>((p.reach - chart.first_reach) / cell);
    const int row = static_cast<int>((p.height - chart.first_height) / cell);
    int& best = chart.cells[static_cast<std::size_t>(row * chart.columns + column)];
    if (best < 0 || p.load > chart.poses[static_cast<std::size_t>(best)].load)
      best = static_cast<int>(k);
  }
}

// "lift=180kN"
std::pair<std::string, double> rated_pair(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("expected a cylinder and a force, e.g. lift=180kN; found " + text);
  std::string name = text.substr(0, equals);
  name.erase(name.find_last_not_of(' ') + 1);
  return {name, parse_quantity(text.substr(equals + 1), "N")};
}

}  // namespace

void set_chart_option(ChartOptions& options, const std::string& name, const std::string& value) {
  if (name == "load")
    options.load = value;
  else if (name == "pressure")
    options.pressure = parse_quantity(value, "Pa");
  else if (name == "back")
    options.back = parse_quantity(value, "Pa");
  else if (name == "cylinders")
    options.cylinders = split_list(value, ',');
  else if (name == "rated") {
    options.rated.clear();
    for (const std::string& one : split_list(value, ',')) options.rated.push_back(rated_pair(one));
  } else if (name == "steps")
    options.steps = static_cast<int>(parse_quantity(value, "1"));
  else
    throw InputError("chart: no key \"" + name + "\"" +
                     suggestion(name, {"load", "pressure", "back", "cylinders", "rated", "steps"}));
}

LoadChart load_chart(const Model& model, const ChartOptions& o) {
  check(o, model.in_joint_coordinates().plant());
  Poser poser(model, o.load);
  LoadChart chart;
  chart.machine = model.name(), chart.load = o.load;
  chart.pressure = o.pressure, chart.back = o.back, chart.cell = o.cell, chart.rated = o.rated;
  chart.cylinders = poser.names().cylinders;
  for (const std::string& gear : poser.names().gears) chart.cylinders.push_back(gear);
  chart.limits = chart.cylinders;
  for (const Scene::Stand& stand : poser.stands()) chart.limits.push_back(stand.name);
  const std::vector<int> swept = to_sweep(poser, o);
  for (const int c : swept) chart.swept.push_back(chart.cylinders[static_cast<std::size_t>(c)]);
  Sweep(poser, swept, o.steps, poser.lengths()).each([&] {
    chart.poses.push_back(evaluate(poser, o));
  });
  if (chart.poses.empty()) throw InputError("no pose of the cylinders could be reached");
  fill_cells(chart);
  return chart;
}

BreakoutChart breakout_chart(const Model& model, const ChartOptions& o) {
  check(o, model.in_joint_coordinates().plant());
  if (o.cylinders.size() != 1)
    throw InputError("break-out forces are those of one cylinder; expected its name");
  Poser poser(model, o.load);
  const int c = index_of(poser.names().cylinders, o.cylinders[0]);
  BreakoutChart chart{model.name(), o.load, o.cylinders[0], o.pressure, o.back};
  if (const double most = rated_of(o, o.cylinders[0]); std::isfinite(most)) chart.rated = most;
  const Bounds bounds = bounds_of(poser.plant(), c, o);
  Sweep(poser, {c}, o.steps, poser.lengths()).each([&] {
    const Vector3d way = poser.way(c);
    const double speed = way.norm();
    double tilt = poser.tilt();
    if (!chart.points.empty())  // on from the pose before
      tilt += 2.0 * M_PI * std::round((chart.points.back().tilt - tilt) / (2.0 * M_PI));
    chart.points.push_back({poser.length(c), std::asin(way.dot(poser.up()) / speed),
                            bounds.push / speed, bounds.pull / speed, tilt});
  });
  return chart;
}

}  // namespace bramah
