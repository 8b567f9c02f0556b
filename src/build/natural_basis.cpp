// The basis of each orientation: shared directions and differences of points as far as they span
// space well, own unit vectors for the rest.
#include <algorithm>

#include "build/natural_layout.h"
#include "core/text.h"

namespace bramah {

namespace {

using Eigen::Vector3d;

constexpr double kShort = 0.05;  // of the longest difference: too short for a basis
constexpr double kFlat = 0.2;    // sine of the angle to what is in the basis already

// What is left of u across the span of an orthonormal list.
Vector3d part_across(const std::vector<Vector3d>& span, Vector3d u) {
  for (const Vector3d& e : span) u -= e * e.dot(u);
  return u;
}

}  // namespace

void NaturalLayout::choose_bases() {
  std::vector<bool> follows(features.size(), false);
  for (std::size_t k = 1; k < orientations.size(); ++k) {
    if (d_.planar)
      choose_plane_basis(orientations[k]);
    else
      choose_space_basis(orientations[k], follows);
  }
}

std::vector<BasisVector> NaturalLayout::differences(const Orientation& orientation) const {
  std::vector<BasisVector> found;
  double longest = 0.0;
  for (const int g : orientation.groups) {
    const RigidGroup& group = groups[g];
    const FeatureAt& p0 = group.points[group.origin];
    for (const FeatureAt& point : group.points) {
      if (point.feature == p0.feature) continue;
      found.push_back({true, p0.feature, point.feature, group.R * (point.at - p0.at),
                       point.name + " - " + p0.name});
      longest = std::max(longest, found.back().at.norm());
    }
  }
  std::erase_if(found, [&](const BasisVector& b) { return b.at.norm() < kShort * longest; });
  return found;
}

void NaturalLayout::choose_plane_basis(Orientation& orientation) {
  const std::vector<BasisVector> found = differences(orientation);
  if (!found.empty()) {
    orientation.basis.push_back(found.front());
    return;
  }
  NaturalFeature own;
  own.name = groups[orientation.groups.front()].name + ".u";
  own.direction = true;
  features.push_back(own);
  const int feature = static_cast<int>(features.size()) - 1;
  orientation.directions.push_back({feature, Vector3d::UnitX(), "u"});
  orientation.basis.push_back({false, feature, -1, Vector3d::UnitX(), "u"});
}

void NaturalLayout::choose_space_basis(Orientation& orientation, std::vector<bool>& follows) {
  // Constant directions first, then those that follow from another basis already: their length
  // must not be demanded twice.
  std::vector<BasisVector> candidates;
  for (const FeatureAt& u : orientation.directions)
    candidates.push_back({false, u.feature, -1, u.at, u.name});
  const auto rank = [&](const BasisVector& b) {
    return features[b.a].fixed ? 0 : follows[b.a] ? 1 : 2;
  };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const auto& x, const auto& y) { return rank(x) < rank(y); });
  const std::vector<BasisVector> points = differences(orientation);
  candidates.insert(candidates.end(), points.begin(), points.end());
  std::vector<Vector3d> span;
  for (const BasisVector& b : candidates) {
    const Vector3d rest = part_across(span, b.at.normalized());
    if (span.size() == 3 || rest.norm() < kFlat) {
      if (!b.difference) follows[b.a] = true;
      continue;
    }
    span.push_back(rest.normalized());
    orientation.basis.push_back(b);
  }
  for (int own = 1; span.size() < 3; ++own) {
    Vector3d best = Vector3d::Zero();
    for (int k = 0; k < 3; ++k) {
      const Vector3d rest = part_across(span, Vector3d::Unit(k));
      if (rest.norm() > best.norm() + 1e-6) best = rest;
    }
    NaturalFeature feature;
    feature.name = concat(groups[orientation.groups.front()].name, ".u", own);
    feature.direction = true;
    features.push_back(feature);
    follows.push_back(false);
    const int index = static_cast<int>(features.size()) - 1;
    span.push_back(best.normalized());
    const std::string name = concat("u", own);
    orientation.directions.push_back({index, span.back(), name});
    orientation.basis.push_back({false, index, -1, span.back(), name});
  }
}

}  // namespace bramah
