// Points and directions of bodies as linear forms of the coordinates.
#include <cmath>

#include "build/natural_layout.h"

namespace bramah {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

}  // namespace

void NaturalLayout::number_coordinates() {
  for (NaturalFeature& feature : features) {
    if (feature.fixed || feature.merged) continue;
    feature.first = coordinates;
    coordinates += axes();
  }
  for (Orientation& orientation : orientations) {
    Matrix3d basis = Matrix3d::Identity();
    for (int k = 0; k < 3; ++k) orientation.forms[k] = constant_form(Vector3d::Unit(k));
    for (std::size_t k = 0; k < orientation.basis.size(); ++k) {
      orientation.forms[k] = basis_form(orientation.basis[k]);
      basis.col(static_cast<int>(k)) = orientation.basis[k].at;
    }
    if (d_.planar && !orientation.basis.empty()) {  // b_2 is b_1 turned by 90 degrees
      const Vector3d b = basis.col(0);
      basis.col(1) = Vector3d(-b[1], b[0], 0.0);
      orientation.forms[1] = {};
      orientation.forms[1][0].add(-1.0, orientation.forms[0][1]);
      orientation.forms[1][1].add(1.0, orientation.forms[0][0]);
    }
    orientation.coefficients = basis.inverse();
  }
}

VectorForm NaturalLayout::feature_form(int feature) const {
  const NaturalFeature& f = features[feature];
  return f.fixed ? constant_form(f.value) : coordinate_form(f.first, axes());
}

VectorForm NaturalLayout::basis_form(const BasisVector& b) const {
  return b.difference ? feature_form(b.b) - feature_form(b.a) : feature_form(b.a);
}

VectorForm NaturalLayout::direction_form(int group, const Vector3d& u) const {
  const Orientation& orientation = orientations[groups[group].orientation];
  const Vector3d alpha = orientation.coefficients * (groups[group].R * u);
  const double noise = 1e-15 * alpha.lpNorm<Eigen::Infinity>();
  VectorForm form;
  for (int k = 0; k < 3; ++k)
    if (std::abs(alpha[k]) > noise) add(form, alpha[k], orientation.forms[k]);
  return form;
}

VectorForm NaturalLayout::point_form(int group, const Vector3d& x) const {
  if (group == 0) return constant_form(x);
  for (const FeatureAt& point : groups[group].points)
    if ((point.at - x).norm() < kSamePoint) return feature_form(point.feature);
  const FeatureAt& p0 = groups[group].points[groups[group].origin];
  VectorForm form = feature_form(p0.feature);
  add(form, 1.0, direction_form(group, x - p0.at));
  return form;
}

std::array<VectorForm, 3> NaturalLayout::axes_forms(int group, const Matrix3d& R) const {
  return {direction_form(group, R.col(0)), direction_form(group, R.col(1)),
          direction_form(group, R.col(2))};
}

}  // namespace bramah
