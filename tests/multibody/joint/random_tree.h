// Trees of links and states at random, for derivative tests.
#pragma once

#include <Eigen/Dense>
#include <random>

#include "core/linear_solver.h"
#include "eigen_span.h"
#include "multibody/joint/tree.h"

namespace bramah {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double lower = -1.0, double upper = 1.0) {
    return std::uniform_real_distribution<double>(lower, upper)(engine_);
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  Eigen::VectorXd vector(Eigen::Index n, double size = 1.0) {
    Eigen::VectorXd x(n);
    for (double& value : x) value = size * (*this)();
    return x;
  }

 private:
  std::mt19937 engine_;
};

inline Eigen::Vector2d random_axis(bool revolute, Random& random, Planar) {
  if (revolute) return {random.below(2) == 0 ? 1.0 : -1.0, 0.0};
  return random.vector(2).normalized();
}
inline Eigen::Vector3d random_axis(bool, Random& random, Spatial) {
  return random.vector(3).normalized();
}
inline Eigen::Matrix2d random_rotation(Random& random, Planar) {
  return Planar::rotation({1.0, 0.0}, random(-3.0, 3.0));
}
inline Eigen::Matrix3d random_rotation(Random& random, Spatial) {
  return Spatial::rotation(random.vector(3).normalized(), random(-3.0, 3.0));
}
inline double random_inertia(Random& random, Planar) { return random(0.1, 1.0); }
inline Eigen::Matrix3d random_inertia(Random& random, Spatial) {
  const Eigen::Matrix3d R = random_rotation(random, Spatial{});
  return R * Eigen::Vector3d(random(0.5, 1.0), random(0.5, 1.0), random(0.6, 1.0)).asDiagonal() *
         R.transpose();
}

// A revolute or prismatic link below `parent`, with mass.
template <class Space>
Link<Space> random_link(int parent, bool revolute, Random& random) {
  Link<Space> link;
  link.parent = parent;
  link.revolute = revolute;
  link.placement = {random_rotation(random, Space{}), random.vector(Space::kAxes)};
  link.axis = random_axis(revolute, random, Space{});
  link.mass = random(0.5, 3.0);
  link.com = random.vector(Space::kAxes);
  link.inertia = random_inertia(random, Space{});
  return link;
}

// n links; each below its predecessor (a chain) or below any link before it (branches).
template <class Space>
std::vector<Link<Space>> random_links(int n, bool chain, Random& random) {
  std::vector<Link<Space>> links;
  for (int i = 0; i < n; ++i) {
    const int parent = chain ? i - 1 : random.below(i + 1) - 1;
    links.push_back(random_link<Space>(parent, random.below(3) > 0, random));
  }
  return links;
}

// A spherical joint below `parent`: three revolutes about x, y, z on a chart; the last carries a
// body.
inline void add_spherical(std::vector<Link<Spatial>>& links, int parent, int chart,
                          Random& random) {
  for (int axis = 0; axis < 3; ++axis) {
    Link<Spatial> link = random_link<Spatial>(parent, true, random);
    if (axis > 0) link.placement = {};
    if (axis < 2) link.mass = 0.0, link.inertia.setZero();
    link.chart = axis == 0 ? chart : -1;
    link.axis = Eigen::Vector3d::Unit(axis);
    parent = static_cast<int>(links.size());
    links.push_back(link);
  }
}

// A free joint below `parent`: three slides and a sphere.
inline void add_free(std::vector<Link<Spatial>>& links, int parent, int chart, Random& random) {
  for (int axis = 0; axis < 3; ++axis) {
    Link<Spatial> link = random_link<Spatial>(parent, false, random);
    if (axis > 0) link.placement = {};
    link.mass = 0.0, link.inertia.setZero();
    link.axis = Eigen::Vector3d::Unit(axis);
    parent = static_cast<int>(links.size());
    links.push_back(link);
  }
  add_spherical(links, parent, chart, random);
  links[links.size() - 3].placement = {};
}

inline std::vector<double> random_charts(int count, Random& random) {
  std::vector<double> charts;
  for (int k = 0; k < count; ++k) {
    const Eigen::VectorXd q = random.vector(4).normalized();
    charts.insert(charts.end(), q.begin(), q.end());
  }
  return charts;
}

template <class Space>
Frame<Space> frame_of(const LinkState<Space>& link) {
  Frame<Space> frame;
  for (int i = 0; i < Space::kAxes; ++i) {
    for (int k = 0; k < Space::kAxes; ++k) frame.R(i, k) = link.frame.R(i, k);
    frame.p[i] = link.frame.p[i];
  }
  return frame;
}

// A tree with the buffers its recursions need, as functions of (q, v, a).
template <class Space>
class TreeRig {
 public:
  using Vec = Eigen::VectorXd;

  TreeRig(std::vector<Link<Space>> links, const typename Space::Point& gravity,
          std::vector<double> charts = {})
      : tree(std::move(links), gravity), states(tree.size()), charts_(std::move(charts)) {}

  void kinematics(const Vec& q, const Vec& v) {
    tree.kinematics(span(q), span(v), charts_, states);
  }
  Vec inverse_dynamics(const Vec& q, const Vec& v, const Vec& a) {
    Vec r(tree.size());
    kinematics(q, v);
    tree.inverse_dynamics(span(v), span(a), states, span(r));
    return r;
  }
  Eigen::MatrixXd tangent(StepCoefficients c) {  // after inverse_dynamics
    return matrix([&](SquareMatrix& lu) { tree.tangent(c, states, lu); });
  }
  Eigen::MatrixXd mass_matrix() {
    return matrix([&](SquareMatrix& lu) { tree.mass_matrix(states, lu); });
  }

  Tree<Space> tree;
  typename Tree<Space>::States states;

 private:
  template <class Fill>
  Eigen::MatrixXd matrix(Fill&& fill) const {
    const int n = tree.size();
    LinearSolver lu(n, n);
    fill(lu);
    Eigen::MatrixXd m(n, n);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) m(i, k) = lu.row(i)[k];
    return m;
  }
  std::vector<double> charts_;
};

}  // namespace bramah
