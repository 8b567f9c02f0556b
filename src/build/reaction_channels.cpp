#include "build/reaction_channels.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

using Eigen::Vector3d;

Vector3d vector(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }

// A point of the mechanism and the frame of its body, at a snapshot.
class Instrument {
 public:
  Instrument(const Machine& m, const BuiltMechanism::Probe& probe, const Triple& gravity)
      : mechanism_(m.plant.equations->parts().mechanism.get()),
        layout_(m.plant.layout),
        probe_(probe),
        gravity_(vector(gravity)) {}

  Vector3d position(int point, const Snapshot& s) const {
    return vector(mechanism_->point_position(point, *s.buffers->mechanism));
  }
  Vector3d velocity(int point, const Snapshot& s) const {
    return vector(mechanism_->point_velocity(point, layout_.v.in(s.state), *s.buffers->mechanism));
  }
  Vector3d acceleration(const Snapshot& s) const {
    return vector(mechanism_->point_acceleration(probe_.point, layout_.v.in(s.state),
                                                 layout_.a.in(s.state), *s.buffers->mechanism));
  }
  int point() const { return probe_.point; }
  // Axes of the body, in columns.
  Eigen::Matrix3d axes(const Snapshot& s) const {
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    if (probe_.frame < 0) return R;
    const Vector3d origin = position(probe_.frame, s);
    R.col(0) = position(probe_.frame + 1, s) - origin;
    R.col(1) = position(probe_.frame + 2, s) - origin;
    R.col(2) = R.col(0).cross(R.col(1));
    return R;
  }
  // 2 w = sum of e x e' over the axes.
  Vector3d turning(const Snapshot& s) const {
    if (probe_.frame < 0) return Vector3d::Zero();
    const Eigen::Matrix3d R = axes(s);
    const Vector3d origin = velocity(probe_.frame, s);
    const Vector3d x = velocity(probe_.frame + 1, s) - origin;
    const Vector3d y = velocity(probe_.frame + 2, s) - origin;
    const Vector3d z = x.cross(R.col(1)) + R.col(0).cross(y);
    return 0.5 * (R.col(0).cross(x) + R.col(1).cross(y) + R.col(2).cross(z));
  }
  // What an accelerometer shows: a - g.
  Vector3d felt(const Snapshot& s) const {
    return axes(s).transpose() * (acceleration(s) - gravity_);
  }
  Vector3d up() const { return -gravity_.normalized(); }

 private:
  const Mechanism* mechanism_;
  const Layout& layout_;
  BuiltMechanism::Probe probe_;
  Vector3d gravity_;
};

using Read = std::function<Vector3d(const Snapshot&)>;

// NAME.PREFIXx, ...: of a vector, in the plane its x and y.
void add_vector(const std::string& start, const char* unit, const std::string& what, bool planar,
                bool motion, const Read& read, ChannelList& r) {
  for (int axis = 0; axis < (planar ? 2 : 3); ++axis) {
    const auto one = [read, axis](const Snapshot& s) { return read(s)[axis]; };
    if (motion)
      r.add_motion(start + "xyz"[axis], unit, 1.0, what, one);
    else
      r.add(start + "xyz"[axis], unit, 1.0, what, one);
  }
}

void add_motion_probe(const std::string& name, const Instrument& at, bool planar, ChannelList& r) {
  add_vector(
      name + ".", "m", "position in the world", planar, true,
      [at](const Snapshot& s) { return at.position(at.point(), s); }, r);
  add_vector(
      name + ".v", "m/s", "velocity in the world", planar, false,
      [at](const Snapshot& s) { return at.velocity(at.point(), s); }, r);
  add_vector(
      name + ".a", "m/s2", "acceleration in the world", planar, false,
      [at](const Snapshot& s) { return at.acceleration(s); }, r);
}

void add_imu(const std::string& name, const Instrument& at, bool planar, ChannelList& r) {
  add_vector(
      name + ".a", "m/s2", "acceleration less gravity, in the body's axes", planar, false,
      [at](const Snapshot& s) { return at.felt(s); }, r);
  for (int axis = planar ? 2 : 0; axis < 3; ++axis)
    r.add(name + ".w" + "xyz"[axis], "rad/s", 1.0, "angular velocity, in the body's axes",
          [at, axis](const Snapshot& s) {
            return Vector3d(at.axes(s).transpose() * at.turning(s))[axis];
          });
}

void add_inclinometer(const std::string& name, const Instrument& at, bool planar, ChannelList& r) {
  if (planar)
    return r.add_motion(name + ".angle", "rad", 1.0, "angle of the body's x axis to the world's",
                        [at](const Snapshot& s) {
                          const Vector3d x = at.axes(s).col(0);
                          return std::atan2(x[1], x[0]);
                        });
  const auto add = [&](const char* what, int axis, const char* doc) {
    r.add_motion(name + what, "rad", 1.0, doc, [at, axis](const Snapshot& s) {
      return std::asin(std::clamp(at.axes(s).col(axis).dot(at.up()), -1.0, 1.0));
    });
  };
  add(".pitch", 0, "angle of the body's x axis above the level");
  add(".roll", 1, "angle of the body's y axis above the level");
}

}  // namespace

// Springs between points, then what springs, dampers and limits of joints do.
void add_springs(Machine& m, const MachineDescription& d, const BuiltMechanism& mechanism,
                 ChannelList& r) {
  for (std::size_t k = 0; k < d.springs.size(); ++k)
    r.add(d.springs[k].name + ".force", "N", 1e3,
          "force of spring and damper, positive when it pushes",
          [g = static_cast<std::size_t>(mechanism.forces.springs[k].gauge)](const Snapshot& s) {
            return s.buffers->forces[g].value;
          });
  for (std::size_t k = 0; k < mechanism.forces.joints.size();
       ++k) {  // the first of the coordinates
    const JointForce& law = mechanism.forces.joints[k].law;
    const int i = mechanism.coordinate_gauges[k];
    const bool turns =
        (m.joint ? m.joint->plant : m.plant).equations->parts().mechanism->angular(i);
    const std::string start = m.plant.names.coordinates[static_cast<std::size_t>(i)];
    const auto at = [k](const Snapshot& s) { return s.buffers->elements.joints[k]; };
    r.add(start + (turns ? ".torque" : ".force"), turns ? "N m" : "N", 1e3,
          "of the joint's spring, damper and limits",
          [law, at](const Snapshot& s) { return law.evaluate(at(s).s, at(s).rate).force; });
    if (!law.limited) continue;
    const JointForce free{law.stiffness, law.rest, law.damping};
    r.add(start + ".limit", turns ? "N m" : "N", 1e3, "of that the limits' part",
          [law, free, at](const Snapshot& s) {
            return law.evaluate(at(s).s, at(s).rate).force -
                   free.evaluate(at(s).s, at(s).rate).force;
          });
  }
}

void add_reactions(Machine& m, ChannelList& r) {
  const bool planar = m.picture.planar;
  for (std::size_t k = 0; k < m.plant.pins.size(); ++k) {
    const Pin& pin = m.plant.pins[k];
    const std::string axes = pin.frame >= 0 ? ", in its axes" : ", in world axes";
    for (int i = 0; i < 6; ++i) {
      if (planar && (i == 2 || i == 3 || i == 4)) continue;
      r.add(pin.joint + (i < 3 ? ".f" : ".m") + "xyz"[i % 3], i < 3 ? "N" : "N m", 1e4,
            (i < 3 ? "force of the first body on the second"
                   : "moment of the first body on the second, about the second's point") +
                axes,
            [k, i](const Snapshot& s) { return s.pins.empty() ? 0.0 : s.pins[k][i]; });
    }
  }
}

void add_probes(Machine& m, const MachineDescription& d, const BuiltMechanism& mechanism,
                ChannelList& r) {
  for (std::size_t k = 0; k < d.probes.size(); ++k) {
    const Instrument at(m, mechanism.probes[k], d.gravity);
    const std::string& name = d.probes[k].name;
    switch (d.probes[k].kind) {
      case ProbeSpec::Kind::motion:
        add_motion_probe(name, at, m.picture.planar, r);
        break;
      case ProbeSpec::Kind::imu:
        add_imu(name, at, m.picture.planar, r);
        break;
      case ProbeSpec::Kind::inclinometer:
        add_inclinometer(name, at, m.picture.planar, r);
        break;
    }
  }
}

void add_loads(Machine& m, const MachineDescription& d, ChannelList& r) {
  const Block& block = m.plant.layout.payloads;
  if (block.count == 0) return;
  for (std::size_t k = 0; k < d.payloads.size(); ++k)
    r.add_stored(d.payloads[k].name + ".mass", "kg", 1e2, "mass that is attached", block,
                 static_cast<int>(k), Causality::output, Variability::discrete);
  const int last = static_cast<int>(block.count) - 1;
  r.add_stored("energy.work.loads", "J", 1e3,
               "energy that loads brought when taken up, less what they took", block, last - 1);
  r.add_stored("energy.loss.loads", "J", 1e3, "lost when loads were caught or let go", block, last);
}

void add_soil(Machine& m, const MachineDescription& d, ChannelList& r) {
  const Block block = m.plant.layout.soil, loads = m.plant.layout.payloads;
  if (block.count == 0) return;
  const Soil* soil = &m.soil;
  const std::size_t first = block.count - Soil::kOwn * d.buckets.size();
  for (std::size_t k = 0; k < d.buckets.size(); ++k)
    r.add_stored(d.buckets[k].name + ".ahead", "kg", 1e2, "soil that rolls before the blade", block,
                 static_cast<int>(first + k * Soil::kOwn + Soil::kAhead), Causality::output,
                 Variability::discrete);
  const auto add = [&](const char* name, const char* unit, double scale, const char* doc,
                       std::function<double(const Snapshot&)> read) {
    r.add(name, unit, scale, doc, std::move(read));
  };
  add("soil.dug", "m3", 1.0, "of the terrain, below where it was at first",
      [=](const Snapshot& s) { return soil->dug(block.in(s.state)); });
  add("soil.heaped", "m3", 1.0, "of the terrain, above where it was at first",
      [=](const Snapshot& s) { return soil->heaped(block.in(s.state)); });
  add("soil.balance", "kg", 1.0,
      "soil in the terrain, on its way and in buckets, less that at first",
      [=](const Snapshot& s) { return soil->balance(block.in(s.state), loads.in(s.state)); });
}

}  // namespace bramah
