#include "multibody/joint/tree.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace bramah {

namespace {

constexpr int kLongPath = 10;  // links: shorter ones are not worth hidden unknowns

Eigen::Matrix2d chart_rotation(const double*, const Eigen::Matrix2d&) {
  return Eigen::Matrix2d::Identity();  // planar links have no chart
}

Eigen::Matrix3d chart_rotation(const double* wxyz, const Eigen::Matrix3d&) {
  return Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix();
}

}  // namespace

template <class Space>
Tree<Space>::Tree(std::vector<Link<Space>> links, const Point& gravity)
    : links_(std::move(links)), gravity_(gravity) {
  for (Link<Space>& link : links_) {
    link.straight = link.placement.R == Space::Rotation::Identity();
    link.massless = link.mass == 0.0 && link.inertia == Space::no_inertia();
    if (link.parent >= 0) links_[link.parent].carries = true;
    mass_ += link.mass;
  }
}

template <class Space>
bool Tree<Space>::above(int i, int j) const noexcept {
  while (j > i) j = links_[static_cast<std::size_t>(j)].parent;
  return j == i;
}

template <class Space>
void Tree<Space>::kinematics(std::span<const double> q, std::span<const double> v,
                             std::span<const double> charts, States& x) const {
  const int n = size();
  SinCos turns[4];  // of this coordinate and its neighbours
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 0) sin_cos(&q[i], std::min(4, n - i), turns);
    const Link<Space>& link = links_[i];
    LinkState<Space>& s = x[i];
    // Joint frame, then the motion about or along its axis.
    Pose<Space> joint = link.parent < 0 ? Pose<Space>(link.placement) : x[link.parent].frame;
    if (link.parent >= 0) {
      joint.p = joint * link.placement.p;
      if (!link.straight) joint.R = Space::turned(joint.R, link.placement.R);
    }
    if (link.chart >= 0)
      joint.R = Space::turned(joint.R, chart_rotation(&charts[4 * link.chart], link.placement.R));
    if (link.revolute) {
      s.frame.p = joint.p;
      s.frame.R = Space::turned(joint.R, link.axis, turns[i % 4]);
      s.S = Space::revolute(joint.p, joint.R, link.axis);
    } else {
      const Vec direction = Space::turned(joint.R, link.axis);
      s.frame.p = joint.p + q[i] * direction;
      s.frame.R = joint.R;
      s.S = Space::prismatic(direction);
    }
    // Velocity and inertia about the world's origin.
    s.V = s.S * v[i];
    if (link.parent >= 0) s.V += x[link.parent].V;
    s.Sdot = Space::cross(s.V, s.S);
    if (link.massless) {
      s.I = {}, s.arm = Vec(Point::Zero());
      s.about_com = typename Space::Moments(Space::no_inertia());
      continue;
    }
    s.arm = Space::turned(s.frame.R, link.com);
    s.about_com = Space::rotate(s.frame.R, link.inertia);
    s.I = typename Space::Inertia(link.mass, s.frame.p + s.arm, s.about_com);
  }
}

template <class Space>
void Tree<Space>::refresh_velocities(std::span<const double> v, States& x) const {
  const int n = size();
  for (int i = 0; i < n; ++i) {
    LinkState<Space>& s = x[i];
    const int parent = links_[i].parent;
    s.V = s.S * v[i];
    if (parent >= 0) s.V += x[parent].V;
    s.Sdot = Space::cross(s.V, s.S);
    s.bias = s.Sdot * v[i];
    if (parent >= 0) s.bias += x[parent].bias;
  }
}

// Accelerations outwards, forces summed inwards over the subtrees [Jaiswal2021, Eqs. 3, 11].
template <class Space>
void Tree<Space>::inverse_dynamics(std::span<const double> v, std::span<const double> a, States& x,
                                   std::span<double> r) const {
  const int n = size();
  const Twist base = Space::prismatic(Vec(-gravity_));  // gravity as an acceleration of the ground
  for (int i = 0; i < n; ++i) {
    LinkState<Space>& s = x[i];
    const int parent = links_[i].parent;
    s.A = (parent < 0 ? base : x[parent].A) + s.S * a[i] + s.Sdot * v[i];
    s.h = s.I * s.V;
    s.Fc = s.I * s.A + Space::cross_force(s.V, s.h);
  }
  for (int i = n - 1; i >= 0; --i) {
    r[i] = x[i].S.dot(x[i].Fc);
    if (links_[i].parent >= 0) x[links_[i].parent].Fc += x[i].Fc;
  }
}

template <class Space>
void Tree<Space>::composite_inertia(States& x) const {
  const int n = size();
  for (LinkState<Space>& s : x)  // number by number: a copy of the whole is a call
    s.Ic.m = s.I.m, s.Ic.mc = s.I.mc, s.Ic.J = s.I.J;
  for (int i = n - 1; i >= 0; --i)
    if (links_[i].parent >= 0) x[links_[i].parent].Ic += x[i].Ic;
}

template <class Space>
void Tree<Space>::tangent(StepCoefficients c, States& x, SquareMatrix& j) const {
  const int n = size();
  composite_inertia(x);
  for (LinkState<Space>& s : x) {
    std::construct_at(&s.Bc, s.I, s.V, s.h);  // in its place, for the same reason
    const Twist Y = -Space::cross(s.S, s.A) - Space::cross(s.Sdot, s.V);
    s.Z = c.q * Y + 2.0 * c.v * s.Sdot + c.a * s.S;
    s.U = c.q * s.Sdot + c.v * s.S;
  }
  for (int i = n - 1; i >= 0; --i)
    if (links_[i].parent >= 0) x[links_[i].parent].Bc += x[i].Bc;

  double* const hidden = j.hidden();
  for (int k = n - 1; k >= 0; --k) {
    // Column k, rows at k and above it; row k, columns above it.
    LinkState<Space>& s = x[k];
    s.D = s.Ic * s.Z + s.Bc * s.U + c.q * Space::cross_force(s.S, s.Fc);
    s.IS = s.Ic * s.S;
    s.BtS = s.Bc.transposed(s.S);
    j.row(k)[k] += s.S.dot(s.D);
    for (int i = hidden ? -1 : links_[k].parent; i >= 0; i = links_[i].parent) {
      j.row(i)[k] += x[i].S.dot(s.D);
      j.row(k)[i] += s.IS.dot(x[i].Z) + s.BtS.dot(x[i].U);
    }
  }
  if (hidden) write_hidden(std::max({std::abs(c.q), std::abs(c.v), std::abs(c.a)}), x, hidden);
}

template <class Space>
void Tree<Space>::mass_matrix(States& x, SquareMatrix& j) const {
  composite_inertia(x);
  double* const hidden = j.hidden();
  for (int k = size() - 1; k >= 0; --k) {
    LinkState<Space>& s = x[k];
    s.IS = s.Ic * s.S;
    j.row(k)[k] += s.IS.dot(s.S);
    if (hidden) s.D = s.IS, s.Z = s.S, s.U.setZero(), s.BtS.setZero();
    for (int i = hidden ? -1 : links_[k].parent; i >= 0; i = links_[i].parent) {
      const double m = s.IS.dot(x[i].S);
      j.row(i)[k] += m;
      j.row(k)[i] += m;
    }
  }
  if (hidden) write_hidden(1.0, x, hidden);
}

template <class Space>
void Tree<Space>::add_pattern(Pattern& pattern) const {
  int longest = 0;
  for (int k = 0; k < size(); ++k) {
    int length = 0;
    for (int i = k; i >= 0; i = links_[i].parent, ++length)
      pattern.add_full(i, k), pattern.add_full(k, i);
    pattern.add(k, k);
    longest = std::max(longest, length);
  }
  if (longest >= kLongPath) add_hidden(pattern);
}

template <class Space>
void Tree<Space>::add_hidden(Pattern& pattern) const {
  const int n = size();
  std::vector<int> X(n, -1), W(n, -1);
  for (int i = 0; i < n; ++i) {
    const int parent = links_[i].parent;
    if (parent >= 0) {
      W[i] = pattern.hide(kW);
      for (int d = 0; d < kX; ++d) pattern.add_hidden(i, X[parent] + d);
      for (int d = 0; d < kW; ++d) {
        pattern.add_hidden(parent, W[i] + d);
        pattern.add_hidden(W[i] + d, W[i] + d);
        pattern.add_hidden(W[i] + d, i);
        if (W[parent] >= 0) pattern.add_hidden(W[parent] + d, W[i] + d);
      }
    }
    if (!links_[i].carries) continue;
    X[i] = pattern.hide(kX);
    for (int d = 0; d < kX; ++d) {
      pattern.add_hidden(X[i] + d, X[i] + d);
      pattern.add_hidden(X[i] + d, i);
      if (parent >= 0) pattern.add_hidden(X[i] + d, X[parent] + d);
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int d = 0; d < kW && W[i] >= 0; ++d) pattern.eliminate_in_turn(W[i] + d);
    for (int d = 0; d < kX && X[i] >= 0; ++d) pattern.eliminate_in_turn(X[i] + d);
    pattern.eliminate_in_turn(i);
  }
}

// The numbers of add_hidden(), in its order. X and W in units in which they are about as large as dq:
// `size` is that of the step's largest coefficient.
template <class Space>
void Tree<Space>::write_hidden(double size, const States& x, double* to) const {
  const double unit_X = size > 0.0 ? size : 1.0, unit_W = mass_ > 0.0 ? unit_X * mass_ : unit_X;
  const auto turning = [](const Twist& T, int d) { return T[d < kW ? d : d - kW + Space::kAxes]; };
  for (int i = 0; i < this->size(); ++i) {
    const LinkState<Space>& s = x[i];
    const int parent = links_[i].parent;
    if (parent >= 0) {
      for (int d = 0; d < kX; ++d) *to++ = unit_X * turning(d < kW ? s.IS : s.BtS, d);
      for (int d = 0; d < kW; ++d) {
        *to++ = unit_W * x[parent].S[d];
        *to++ = 1.0;
        *to++ = -s.D[d] / unit_W;
        if (links_[parent].parent >= 0) *to++ = -1.0;
      }
    }
    if (!links_[i].carries) continue;
    for (int d = 0; d < kX; ++d) {
      *to++ = 1.0;
      *to++ = -turning(d < kW ? s.Z : s.U, d) / unit_X;
      if (parent >= 0) *to++ = -1.0;
    }
  }
}

template <class Space>
double Tree<Space>::kinetic(const States& x) const {
  double energy = 0.0;
  for (int i = 0; i < size(); ++i) energy += 0.5 * x[i].V.dot(x[i].I * x[i].V);
  return energy;
}

template <class Space>
double Tree<Space>::potential(const States& x) const {
  double energy = 0.0;
  for (int i = 0; i < size(); ++i) energy -= gravity_.dot(Space::point(x[i].I.mc));
  return energy;
}

template class Tree<Planar>;
template class Tree<Spatial>;

}  // namespace bramah
