#include "multibody/joint/tree.h"

namespace bramah {

namespace {

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
  for (int i = 0; i < n; ++i) {
    const Link<Space>& link = links_[i];
    LinkState<Space>& s = x[i];
    // Joint frame, then the motion about or along its axis.
    Frame<Space> joint = link.placement;
    if (link.parent >= 0) {
      const Frame<Space>& parent = x[link.parent].frame;
      joint.R = link.straight ? parent.R : Space::turned(parent.R, link.placement.R);
      joint.p = parent * link.placement.p;
    }
    if (link.chart >= 0) joint.R = joint.R * chart_rotation(&charts[4 * link.chart], joint.R);
    if (link.revolute) {
      s.frame.p = joint.p;
      s.frame.R = Space::turned(joint.R, link.axis, q[i]);
      s.S = Space::revolute(joint.p, joint.R, link.axis);
    } else {
      const Point direction = joint.R * link.axis;
      s.frame.p = joint.p + q[i] * direction;
      s.frame.R = joint.R;
      s.S = Space::prismatic(direction);
    }
    // Velocity and inertia about the world's origin.
    s.V = s.S * v[i];
    if (link.parent >= 0) s.V += x[link.parent].V;
    s.Sdot = Space::cross(s.V, s.S);
    if (link.massless) {
      s.I = {}, s.arm.setZero(), s.about_com = Space::no_inertia();
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
  const Twist base = Space::prismatic(-gravity_);  // gravity as an acceleration of the ground
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
  for (int i = 0; i < n; ++i) x[i].Ic = x[i].I;
  for (int i = n - 1; i >= 0; --i)
    if (links_[i].parent >= 0) x[links_[i].parent].Ic += x[i].Ic;
}

template <class Space>
void Tree<Space>::tangent(StepCoefficients c, States& x, SquareMatrix& j) const {
  const int n = size();
  composite_inertia(x);
  for (LinkState<Space>& s : x) {
    s.Bc = typename Space::Coriolis(s.I, s.V, s.h);
    const Twist Y = -Space::cross(s.S, s.A) - Space::cross(s.Sdot, s.V);
    s.Z = c.q * Y + 2.0 * c.v * s.Sdot + c.a * s.S;
    s.U = c.q * s.Sdot + c.v * s.S;
  }
  for (int i = n - 1; i >= 0; --i)
    if (links_[i].parent >= 0) x[links_[i].parent].Bc += x[i].Bc;

  for (int k = n - 1; k >= 0; --k) {
    const LinkState<Space>& s = x[k];
    // Column k, rows at k and above it; row k, columns above it.
    const typename Space::Wrench D = s.Ic * s.Z + s.Bc * s.U + c.q * Space::cross_force(s.S, s.Fc);
    const typename Space::Wrench IS = s.Ic * s.S;
    const Twist BtS = s.Bc.transposed(s.S);
    j.row(k)[k] += s.S.dot(D);
    for (int i = links_[k].parent; i >= 0; i = links_[i].parent) {
      j.row(i)[k] += x[i].S.dot(D);
      j.row(k)[i] += IS.dot(x[i].Z) + BtS.dot(x[i].U);
    }
  }
}

template <class Space>
void Tree<Space>::mass_matrix(States& x, SquareMatrix& j) const {
  composite_inertia(x);
  for (int k = size() - 1; k >= 0; --k) {
    const typename Space::Wrench IS = x[k].Ic * x[k].S;
    j.row(k)[k] += IS.dot(x[k].S);
    for (int i = links_[k].parent; i >= 0; i = links_[i].parent) {
      const double m = IS.dot(x[i].S);
      j.row(i)[k] += m;
      j.row(k)[i] += m;
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
  for (int i = 0; i < size(); ++i) energy -= gravity_.dot(x[i].I.mc);
  return energy;
}

template class Tree<Planar>;
template class Tree<Spatial>;

}  // namespace bramah
