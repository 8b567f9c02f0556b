#include "build/natural_builder.h"

#include <algorithm>

#include "build/natural_constraints.h"
#include "build/natural_loads.h"
#include "build/sizes.h"
#include "core/text.h"
#include "multibody/joints/joint_chain.h"
#include "multibody/natural/natural_mechanism.h"

namespace bramah {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

bool has_force(const CoordinateSpec& c) {
  return c.stiffness != 0.0 || c.damping != 0.0 || c.limit || !c.driver.empty() ||
         !c.effort.empty();
}

class NaturalBuilder {
 public:
  NaturalBuilder(const MachineDescription& d, const BuiltMechanism& joint,
                 std::span<const std::string> sensed)
      : d_(d), joint_(joint), sensed_(sensed), layout_(d), constraints_(layout_) {}

  BuiltNatural build() {
    name_features();
    constraints_.add_rigid_bodies();
    for (const JointGeometry& joint : layout_.joints) constraints_.add_joint(joint, d_.planar);
    add_cylinders();
    for (std::size_t k = 0; k < d_.joints.size(); ++k) add_coordinates(k);
    add_drives();
    parts_.coordinates = static_cast<int>(out_.coordinate_names.size());
    add_map();
    add_coordinate_forces();
    add_inertia(d_, joint_, layout_, parts_);
    add_measured_gauges(d_, layout_, parts_);
    add_forces(d_, layout_, parts_);
    for (std::size_t k = 0; k < joint_.points.size(); ++k) {
      const auto fixed = joint_.ground_points.find(k);
      const VectorForm form = fixed != joint_.ground_points.end()
                                  ? constant_form(Vector3d(fixed->second.data()))
                                  : layout_.point_form(layout_.point_of(joint_.points[k]));
      parts_.points.push_back({compile(Polynomial(form[0])), compile(Polynomial(form[1])),
                               compile(Polynomial(form[2]))});
    }
    parts_.constraints = std::move(constraints_.rows);
    out_.constraint_texts.insert(out_.constraint_texts.begin(), constraints_.texts.begin(),
                                 constraints_.texts.end());
    out_.mechanism = std::make_unique<NaturalMechanism>(std::move(parts_));
    return std::move(out_);
  }

 private:
  void name_features() {
    for (const NaturalFeature& f : layout_.features)
      for (int axis = 0; f.first >= 0 && axis < layout_.axes(); ++axis) {
        out_.coordinate_names.push_back(concat(f.name, ".", "xyz"[axis]));
        parts_.angular.push_back(false);
      }
  }

  int add_own(const std::string& name, bool angular) {
    out_.coordinate_names.push_back(name);
    parts_.angular.push_back(angular);
    return static_cast<int>(out_.coordinate_names.size()) - 1;
  }

  // |p_B - p_A|^2 = s^2, eq. 35; along a direction n . (p_B - p_A) = s.
  void add_cylinders() {
    for (const CylinderSpec& cylinder : d_.cylinders) {
      const int s = add_own(cylinder.name + ".s", false);
      if (cylinder.rack) {  // add_drives()
        parts_.gauges.push_back(s);
        continue;
      }
      const VectorForm from_to = layout_.point_form(layout_.point_of(cylinder.to)) -
                                 layout_.point_form(layout_.point_of(cylinder.from));
      parts_.gauges.push_back(s);
      if (cylinder.along) {
        JointCoordinate straight;
        straight.p = dot(constant_form(Vector3d(cylinder.along->data())), from_to);
        constraints_.add_coordinate(cylinder.name, straight, s);
        out_.map.lengths.push_back({s, compile(straight.p), true});
      } else {
        constraints_.add_length(cylinder.name, from_to, s);
        out_.map.lengths.push_back({s, compile(dot(from_to, from_to))});
      }
    }
  }

  // s = offset + ratio q of racks; joints of gears are gauges as they are.
  void add_drives() {
    for (std::size_t g = 0; g < joint_.driven.size(); ++g) {
      if (joint_.driven[g] < 0) continue;
      const int q =
          std::ranges::find(out_.map.coordinates, joint_.driven[g], &NaturalMap::Coordinate::joint)
              ->natural;
      if (g >= d_.cylinders.size()) {
        parts_.gauges.push_back(q);
        continue;
      }
      const CylinderSpec& cylinder = d_.cylinders[g];
      JointCoordinate straight;
      straight.p.terms[q] = cylinder.rack->radius;
      straight.p.constant = rack_zero(cylinder);
      constraints_.add_coordinate(cylinder.name, straight, parts_.gauges[g]);
      out_.map.lengths.push_back({parts_.gauges[g], compile(straight.p), true});
    }
  }

  bool wanted(int i) const {
    const auto acts_on = [&](const ElementSpec& e) {
      return e.joint == joint_.coordinate_names[i];
    };
    if (std::ranges::any_of(d_.elements, acts_on)) return true;
    if (std::ranges::find(joint_.driven, i) != joint_.driven.end()) return true;
    return has_force(*joint_.coordinates[i]) ||
           std::find(sensed_.begin(), sensed_.end(), joint_.coordinate_names[i]) != sensed_.end();
  }

  // Coordinates of one joint of the tree.
  void add_coordinates(std::size_t k) {
    const JointRecord& record = joint_.joints[k];
    if (record.cut) return;
    const JointGeometry& geometry = layout_.joints[k];
    const JointSpec& spec = *geometry.spec;
    if (record.sphere >= 0) add_sphere(record, geometry);
    std::vector<int> order;  // within the joint
    const auto note = [&](const auto& chain) {
      for (const auto& motion : chain) order.push_back(motion.spherical ? -1 : motion.coordinate);
    };
    if (d_.planar)
      note(joint_chain(spec.type, spec.directions(), record.backwards, Planar{}));
    else
      note(joint_chain(spec.type, spec.directions(), record.backwards, Spatial{}));
    for (int n = 0; n < record.count; ++n) {
      if (order[n] < 0) continue;
      const JointCoordinate form = joint_coordinate(layout_, geometry, order[n], d_.planar);
      NaturalMap::Coordinate entry;
      entry.joint = record.first + n;
      entry.angular = form.angular;
      if (wanted(entry.joint)) {
        const std::string& name = joint_.coordinate_names[entry.joint];
        entry.natural = add_own(name, form.angular);
        constraints_.add_coordinate(name, form, entry.natural);
      } else {
        const std::vector<int> support = support_of({&form.p, &form.r});
        entry.p = compile(form.p, support);
        entry.r = compile(form.r, support);
      }
      out_.map.coordinates.push_back(std::move(entry));
    }
  }

  void add_sphere(const JointRecord& record, const JointGeometry& joint) {
    NaturalMap::Sphere sphere;
    sphere.chart = record.chart;
    sphere.first = record.sphere;
    const std::array<VectorForm, 3> a = layout_.axes_forms(joint.a, joint.at_a.R);
    const std::array<VectorForm, 3> b = layout_.axes_forms(joint.b, joint.at_b.R);
    for (int k = 0; k < 3; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        const Quadratic on_a = compile(Polynomial(a[k][axis]));
        const Quadratic on_b = compile(Polynomial(b[k][axis]));
        sphere.from[3 * k + axis] = record.backwards ? on_b : on_a;
        sphere.to[3 * k + axis] = record.backwards ? on_a : on_b;
      }
    out_.map.spheres.push_back(std::move(sphere));
    const double damping = joint_.coordinates[record.sphere]->damping;
    if (damping != 0.0) parts_.dampers.push_back(ball_damper(a, b, damping));
  }

  // Gauges, efforts and drivers of joints, in the order of the joint mechanism.
  void add_coordinate_forces() {
    std::vector<int> natural(joint_.coordinates.size(), -1);
    for (const NaturalMap::Coordinate& c : out_.map.coordinates) natural[c.joint] = c.natural;
    for (std::size_t i = 0; i < natural.size(); ++i) {
      if (natural[i] < 0) continue;
      const CoordinateSpec& c = *joint_.coordinates[i];
      if (!c.effort.empty()) {
        NaturalEffort effort;
        effort.coordinate = natural[i];
        parts_.efforts.push_back(effort);
      }
      if (!c.driver.empty()) {
        parts_.drivers.push_back(natural[i]);
        out_.constraint_texts.push_back(joint_.coordinate_names[i] + ": driven");
      }
    }
    for (const int i : joint_.coordinate_gauges) parts_.coordinate_gauges.push_back(natural[i]);
  }

  // A feature moves with the link that carries the first body of one of its groups.
  void add_map() {
    out_.map.planar = d_.planar;
    std::vector<bool> done(layout_.features.size(), false);
    const auto add = [&](const FeatureAt& entry, int g, const Vector3d& at) {
      const NaturalFeature& feature = layout_.features[entry.feature];
      if (feature.first < 0 || done[entry.feature] || g == 0) return;
      done[entry.feature] = true;
      const int body = layout_.groups[g].bodies.front();
      const BodyPlace& place = joint_.places[body - 1];
      const Frame<Spatial>& in_group = layout_.body_frame(body);
      const Matrix3d R = place.frame.R * in_group.R.transpose();
      const Vector3d p = place.frame.p - R * in_group.p;
      out_.map.features.push_back({feature.first, feature.direction, place.link,
                                   R * at + (feature.direction ? 0.0 : 1.0) * p});
    };
    for (std::size_t g = 0; g < layout_.groups.size(); ++g) {
      const RigidGroup& group = layout_.groups[g];
      for (const FeatureAt& point : group.points) add(point, static_cast<int>(g), point.at);
      for (const FeatureAt& u : layout_.orientations[group.orientation].directions)
        add(u, static_cast<int>(g), group.R.transpose() * u.at);
    }
  }

  const MachineDescription& d_;
  const BuiltMechanism& joint_;
  std::span<const std::string> sensed_;
  NaturalLayout layout_;
  NaturalConstraints constraints_;
  NaturalParts parts_;
  BuiltNatural out_;
};

}  // namespace

BuiltNatural build_natural(const MachineDescription& d, const BuiltMechanism& joint,
                           std::span<const std::string> sensed,
                           std::vector<std::string>& problems) {
  if (joint.mechanism == nullptr) {
    problems.push_back(concat(d.name, ": natural coordinates need a mechanism without problems"));
    return {};
  }
  return NaturalBuilder(d, joint, sensed).build();
}

}  // namespace bramah
