#include "build/description_check.h"
#include "build/load_builder.h"
#include "build/soil_builder.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "build/block_builder.h"
#include "build/item_check.h"
#include "build/references.h"
#include "build/used_signals.h"
#include "core/expression.h"
#include "multibody/joints/joint_type.h"

namespace bramah {

namespace {

// "lift", and for signals also "lift.effort", as the reader calls a value written in a signal's place.
bool is_dotted_name(const std::string& text) {
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t dot = std::min(text.find('.', from), text.size());
    const std::string part = text.substr(from, dot - from);
    const bool number = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
    if (!is_name(part) && !number) return false;
    from = dot + 1;
  }
  return true;
}

class NameCheck {
 public:
  explicit NameCheck(Problems& problems) : problems_(problems) {}

  template <class Spec>
  void all(const std::vector<Spec>& items, const std::string& word) {
    for (std::size_t k = 0; k < items.size(); ++k) {
      const std::string& name = items[k].name;
      if (name.empty())
        problems_.add(items[k].where, word + " number " + std::to_string(k + 1) + ": has no name");
      else if (!is_name(name) && !(word == "signal" && is_dotted_name(name)))
        problems_.add(items[k].where, word + " \"" + name +
                                          "\": a name has letters, digits and _ only, e.g. "
                                          "boom_lift");
    }
  }

  // Names that no channel is called after, so that the check of references does not count them.
  template <class Spec>
  void once(const std::vector<Spec>& items, const std::string& start) {
    std::map<std::string, int> seen;
    for (const Spec& item : items)
      if (++seen[item.name] == 2 && !item.name.empty())
        problems_.add(item.where, start + " \"" + item.name + "\": there are two of this name");
  }

  void points(const std::vector<PointSpec>& points, const std::string& body) {
    once(points, body + ": point");
    for (const PointSpec& point : points) {
      const ItemCheck check(problems_, body + ": point \"" + point.name + "\"", point.where);
      if (point.name.empty()) check.refuse("has no name");
      if (point.name == "origin") check.refuse("every body has this point already");
      check.finite("at", point.at);
      check.finite("rotate", point.rotate);
    }
  }

 private:
  Problems& problems_;
};

void check_names(const MachineDescription& d, Problems& problems) {
  NameCheck check(problems);
  check.all(d.bodies, "body");
  check.all(d.joints, "joint");
  check.all(d.springs, "spring");
  check.all(d.forces, "force");
  check.all(d.elements, "element");
  check.all(d.stability, "stability");
  check.all(d.fluids, "fluid");
  check.all(d.volumes, "volume");
  check.all(d.orifices, "orifice");
  check.all(d.leakages, "leakage");
  check.all(d.valves, "valve");
  check.all(d.cylinders, "cylinder");
  check.all(d.shafts, "shaft");
  check.all(d.components, "component");
  check.all(d.sources, "source");
  check.all(d.signals, "signal");
  check.all(d.payloads, "payload");
  check.all(d.grips, "grip");
  check.all(d.buckets, "bucket");
  check.all(d.probes, "probe");
  check.all(d.markers, "marker");
  check.all(d.faults, "fault");
  check.once(d.fluids, "fluid");
  check.once(d.controls, "control");
  check.once(d.faults, "fault");
  check.points(d.ground, "ground");
  for (const BodySpec& body : d.bodies) check.points(body.points, "body \"" + body.name + "\"");
}

void normalise(Triple& direction) {
  const double length = std::hypot(direction[0], direction[1], direction[2]);
  for (double& x : direction) x /= length;
}

}  // namespace

void check_description(const MachineDescription& machine, Problems& problems) {
  check_names(machine, problems);
  check_references(machine, problems);
  check_mechanism(machine, problems);
  check_oil(machine, problems);
  check_components(machine, problems);
  check_signals(machine, problems);
  check_blocks(machine, problems);
  check_loads(machine, problems);
  check_soil(machine, problems);
  check_solver(machine, problems);
}

MachineDescription completed(MachineDescription d) {
  d.has_controls = d.has_controls || !d.controls.empty();
  d.has_faults = d.has_faults || !d.faults.empty();
  for (JointSpec& joint : d.joints)
    if (d.planar && joint_type_info(joint.type).slides_along_axis() && joint.axis[0] == 0.0 &&
        joint.axis[1] == 0.0)
      joint.axis = {1.0, 0.0, 0.0};
  for (CylinderSpec& cylinder : d.cylinders)
    if (cylinder.along) normalise(*cylinder.along);
  add_holds(d);
  add_bucket_loads(d);
  for (ElementSpec& element : d.elements) element.starts.resize(element.info->states.size());
  const std::vector<UsedSignal> uses = used_signals(d);
  for (SignalSpec& signal : d.signals) {
    if (!signal.unit.empty()) continue;
    const auto use = std::ranges::find(uses, signal.name, &UsedSignal::signal);
    signal.unit = use == uses.end() ? "1" : use->unit;
  }
  return d;
}

}  // namespace bramah
