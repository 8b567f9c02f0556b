#include "multibody/joint/chart.h"

#include <Eigen/Geometry>

namespace bramah {

namespace {

using Eigen::Vector3d;

// Axes of the three revolutes, seen from the chart.
struct Axes {
  Vector3d e1, e2, e3;
};

// The part of the angular acceleration that comes from the turning axes.
Vector3d bias(const Axes& e, const Vector3d& v) {
  const Vector3d w1 = e.e1 * v[0], w2 = e.e2 * v[1], w3 = e.e3 * v[2];
  return w1.cross(w2) + Vector3d(w1 + w2).cross(w3);
}

}  // namespace

void rechart_spherical(std::span<double> q, std::span<double> v, std::span<double> a,
                       std::span<double> extra, std::span<double> wxyz) {
  const Eigen::Quaterniond qx(Eigen::AngleAxisd(q[0], Vector3d::UnitX()));
  const Eigen::Quaterniond qy(Eigen::AngleAxisd(q[1], Vector3d::UnitY()));
  const Eigen::Quaterniond qz(Eigen::AngleAxisd(q[2], Vector3d::UnitZ()));
  const Eigen::Quaterniond turn = qx * qy * qz;
  const Axes old{Vector3d::UnitX(), qx * Vector3d::UnitY(), (qx * qy) * Vector3d::UnitZ()};
  const Axes fresh{Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};

  const Vector3d rates(v[0], v[1], v[2]);
  const auto combine = [&](std::span<double> x) -> Vector3d {
    return old.e1 * x[0] + old.e2 * x[1] + old.e3 * x[2];
  };
  const Vector3d w = turn.conjugate() * combine(v);
  const auto renew = [&](std::span<double> x) {
    const Vector3d acceleration = turn.conjugate() * Vector3d(combine(x) + bias(old, rates));
    const Vector3d result = acceleration - bias(fresh, w);
    for (int i = 0; i < 3; ++i) x[i] = result[i];
  };
  renew(a);
  renew(extra);
  for (int i = 0; i < 3; ++i) {
    v[i] = w[i];
    q[i] = 0.0;
  }
  const Eigen::Quaterniond chart =
      (Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]) * turn).normalized();
  wxyz[0] = chart.w(), wxyz[1] = chart.x(), wxyz[2] = chart.y(), wxyz[3] = chart.z();
}

}  // namespace bramah
