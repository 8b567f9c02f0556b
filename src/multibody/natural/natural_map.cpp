#include "multibody/natural/natural_map.h"

#include <cmath>

#include "multibody/joint/joint_mechanism.h"

namespace bramah {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

LinkMotion motion_of(const Mechanism& joint, bool planar, int link,
                     const Mechanism::Scratch& scratch) {
  if (planar) return static_cast<const JointMechanism<Planar>&>(joint).link_motion(link, scratch);
  return static_cast<const JointMechanism<Spatial>&>(joint).link_motion(link, scratch);
}

struct Turning {
  Matrix3d R;
  Vector3d w;
};
// w = 1/2 sum e_i x de_i/dt
Turning turning(const std::array<Quadratic, 9>& axes, const double* q, const double* v) {
  Turning out{Matrix3d(), Vector3d::Zero()};
  for (int k = 0; k < 3; ++k) {
    Vector3d rate;
    for (int i = 0; i < 3; ++i) {
      out.R(i, k) = axes[3 * k + i].value(q);
      rate[i] = axes[3 * k + i].rate(q, v);
    }
    out.w += 0.5 * out.R.col(k).cross(rate);
  }
  return out;
}

}  // namespace

void NaturalMap::from_joint(const Mechanism& joint, std::span<const double> q,
                            std::span<const double> v, std::span<const double> charts,
                            std::span<double> q_n, std::span<double> v_n) const {
  const auto scratch = joint.make_scratch();
  joint.kinematics(q, v, charts, *scratch);
  for (const Feature& f : features) {
    const LinkMotion link = motion_of(joint, planar, f.link, *scratch);
    const Vector3d x = f.direction ? Vector3d(link.frame.R * f.at) : link.frame * f.at;
    const Vector3d rate = (f.direction ? Vector3d::Zero().eval() : link.v) + link.w.cross(x);
    for (int axis = 0; axis < (planar ? 2 : 3); ++axis) {
      q_n[f.first + axis] = x[axis];
      v_n[f.first + axis] = rate[axis];
    }
  }
  for (const Coordinate& c : coordinates) {
    if (c.natural < 0) continue;
    q_n[c.natural] = q[c.joint];
    v_n[c.natural] = v[c.joint];
  }
  for (const Length& length : lengths) {
    const double value = length.form.value(q_n.data());
    const double rate = length.form.rate(q_n.data(), v_n.data());
    const double s = length.straight ? value : std::sqrt(value);
    q_n[length.coordinate] = s;
    v_n[length.coordinate] = length.straight ? rate : rate / (2.0 * s);
  }
}

void NaturalMap::joint_values(std::span<const double> q_n, std::span<const double> v_n,
                              std::span<const double> previous, std::span<double> values,
                              std::span<double> rates, std::span<double> charts) const noexcept {
  const double *q = q_n.data(), *v = v_n.data();
  for (const Coordinate& c : coordinates) {
    if (c.natural >= 0) {
      values[c.joint] = q[c.natural];
      rates[c.joint] = v[c.natural];
      continue;
    }
    const double p = c.p.value(q), p_rate = c.p.rate(q, v);
    if (!c.angular) {
      values[c.joint] = p;
      rates[c.joint] = p_rate;
      continue;
    }
    const double r = c.r.value(q), turn = 2.0 * M_PI, angle = std::atan2(p, r);
    values[c.joint] = angle + turn * std::round((previous[c.joint] - angle) / turn);
    rates[c.joint] = (r * p_rate - p * c.r.rate(q, v)) / (r * r + p * p);
  }
  for (const Sphere& s : spheres) {
    const Turning from = turning(s.from, q, v), to = turning(s.to, q, v);
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(Matrix3d(from.R.transpose() * to.R)).normalized();
    const Vector3d w = to.R.transpose() * (to.w - from.w);
    const double wxyz[4] = {turn.w(), turn.x(), turn.y(), turn.z()};
    for (int k = 0; k < 4; ++k) charts[4 * s.chart + k] = wxyz[k];
    for (int k = 0; k < 3; ++k) {
      values[s.first + k] = 0.0;
      rates[s.first + k] = w[k];
    }
  }
}

}  // namespace bramah
