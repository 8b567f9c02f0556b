#include "build/mechanism_builder.h"

#include "build/mechanism_work.h"
#include "build/upright.h"
#include "multibody/forces/ground.h"

namespace bramah {

namespace {

// Its axes: x laid level, and what is square to it; in the plane only x counts.
std::shared_ptr<const HeightField> terrain(const MachineDescription& d) {
  if (!d.terrain) return nullptr;
  const TerrainSpec& spec = *d.terrain;
  auto field = std::make_shared<HeightField>();
  field->cell = spec.cell, field->x0 = spec.x, field->y0 = spec.y;
  field->columns = spec.columns, field->rows = spec.rows, field->heights = spec.heights;
  const Ground level = Ground::plane(up_of(d), 0.0, 0.0, 0.0);
  field->up = level.normal, field->a = level.first, field->b = level.second;
  return field;
}

// A fixed joint of the tree makes two bodies one link, and a free one holds nothing: neither has a force
// that could be told.
template <class Space>
void add_pins(MechanismWork<Space>& w) {
  if (w.d.reactions == ReactionAxes::none) return;
  for (std::size_t k = 0; k < w.d.joints.size(); ++k) {
    const JointSpec& joint = w.d.joints[k];
    const JointRecord& record = w.out.joints[k];
    if (joint.type == JointType::free || (!record.cut && record.count == 0)) continue;
    Pin pin;
    pin.joint = joint.name;
    if (w.d.reactions == ReactionAxes::body) pin.frame = w.frame_of(joint.b);
    pin.point = w.add_point(joint.b);
    pin.link = record.cut ? -1 : record.first + record.count - 1;
    pin.sign = record.backwards ? -1.0 : 1.0;
    if (record.cut) pin.first_closure = record.first_closure, pin.closures = record.closures;
    w.out.pins.push_back(std::move(pin));
  }
}

template <class Space>
void add_payloads(MechanismWork<Space>& w) {
  for (const PayloadSpec& load : w.d.payloads) {
    PayloadOnLink<Space> on;
    on.link = w.link_of(load.to);
    on.at = w.on_link(load.to).p;
    on.inertia = Space::rotate(w.placed[w.body_of(load.to)].frame.R,
                               to_tensor(load.inertia, Space{}) / load.mass);
    if (on.link < 0)
      w.problems.push_back(concat(prefix(load.where), "payload \"", load.name,
                                  "\" is fixed to the ground; name a point of a moving body"));
    w.parts.payloads.push_back(on);
  }
}

template <class Space>
void add_probes(MechanismWork<Space>& w) {
  for (const ProbeSpec& probe : w.d.probes) {
    const int frame = w.frame_of(probe.at);
    w.out.probes.push_back({w.add_point(probe.at), frame});
  }
}

template <class Space>
void add_places(MechanismWork<Space>& w) {
  for (std::size_t k = 1; k < w.placed.size(); ++k) {
    BodyPlace place;
    place.link = w.placed[k].link;
    place.frame.R.template topLeftCorner<Space::kAxes, Space::kAxes>() = w.placed[k].frame.R;
    place.frame.p.template head<Space::kAxes>() = w.placed[k].frame.p;
    w.out.places.push_back(place);
  }
}

template <class Space>
BuiltMechanism build(const MachineDescription& d, std::vector<std::string>& problems) {
  MechanismWork<Space> w(d, problems);
  w.out.terrain = terrain(d);
  add_tree(w);
  if (!problems.empty()) return std::move(w.out);
  add_pushes(w);
  add_drawing(w);
  add_pins(w);
  add_probes(w);
  add_payloads(w);
  add_places(w);
  if (problems.empty())
    w.out.mechanism = std::make_unique<JointMechanism<Space>>(std::move(w.parts));
  return std::move(w.out);
}

}  // namespace

BuiltMechanism build_mechanism(const MachineDescription& d, std::vector<std::string>& problems) {
  return d.planar ? build<Planar>(d, problems) : build<Spatial>(d, problems);
}

}  // namespace bramah
