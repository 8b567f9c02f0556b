#include "build/references.h"

#include <algorithm>
#include <map>

#include "build/points.h"
#include "core/nearest.h"

namespace bramah {
namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

class ReferenceCheck {
 public:
  ReferenceCheck(const MachineDescription& machine, Problems& problems)
      : machine_(machine), problems_(problems) {}

  void names() {
    declare(machine_.bodies, "body");
    declare(machine_.joints, "joint");
    declare(machine_.springs, "spring");
    declare(machine_.forces, "force");
    declare(machine_.elements, "element");
    declare(machine_.stability, "stability");
    declare(machine_.sources, "source");
    declare(machine_.volumes, "volume");
    declare(machine_.orifices, "orifice");
    declare(machine_.leakages, "leakage");
    declare(machine_.valves, "valve");
    declare(machine_.cylinders, "cylinder");
    declare(machine_.shafts, "shaft");
    declare(machine_.components, "component");
    declare(machine_.signals, "signal");
    declare(machine_.payloads, "payload");
    declare(machine_.grips, "grip");
    declare(machine_.buckets, "bucket");
    declare(machine_.probes, "probe");
    declare(machine_.markers, "marker");
  }

  void guides() {
    std::vector<std::string> cylinders;
    for (const auto& cylinder : machine_.cylinders) cylinders.push_back(cylinder.name);
    for (const auto& guide : machine_.solver.guides) {
      if (std::ranges::find(cylinders, guide.name) != cylinders.end()) continue;
      const std::string hint = did_you_mean(guide.name, cylinders);
      problems_.add(guide.where, "solver: guidance: no cylinder is called " + quoted(guide.name) +
                                     (cylinders.empty() ? "; there are none"
                                      : hint.empty()    ? "; there are " + join(cylinders)
                                                        : hint));
    }
  }

  void points() {
    for (const auto& joint : machine_.joints) {
      point(joint.a, "joint " + quoted(joint.name));
      point(joint.b, "joint " + quoted(joint.name));
      if (!joint.a.body.empty() && joint.a.body == joint.b.body)
        problems_.add(joint.where, "joint " + quoted(joint.name) + ": joins " +
                                       quoted(joint.a.body) + " to itself; expected two bodies");
    }
    for (const auto& spring : machine_.springs) {
      point(spring.a, "spring " + quoted(spring.name));
      point(spring.b, "spring " + quoted(spring.name));
    }
    for (const auto& force : machine_.forces) point(force.at, "force " + quoted(force.name));
    for (const auto& element : machine_.elements) {
      const std::string user = "element " + quoted(element.name);
      if (!element.info) continue;
      if (element.info->has_first()) point(element.a, user);
      if (element.info->has_second()) point(element.b, user);
      for (const PointRef& ref : element.path) point(ref, user);
    }
    for (const auto& stand : machine_.stability) feet(stand);
    for (const auto& load : machine_.payloads) point(load.to, "payload " + quoted(load.name));
    for (const auto& bucket : machine_.buckets) point(bucket.to, "bucket " + quoted(bucket.name));
    for (const auto& probe : machine_.probes) point(probe.at, "probe " + quoted(probe.name));
    for (const auto& grip : machine_.grips) {
      point(grip.from, "grip " + quoted(grip.name));
      for (const PointRef& end : grip.to) point(end, "grip " + quoted(grip.name));
    }
    for (const auto& cylinder : machine_.cylinders) {
      point(cylinder.from, "cylinder " + quoted(cylinder.name));
      point(cylinder.to, "cylinder " + quoted(cylinder.name));
    }
  }

  void point_masses() {
    for (const auto& body : machine_.bodies)
      for (const auto& mass : body.point_masses)
        if (!find_point(body.points, mass.at))
          problems_.add(mass.where, "body " + quoted(body.name) +
                                        ": point_masses: the body has no point " + quoted(mass.at) +
                                        "; it has " + join(names_of(body.points)));
  }

  void looks() {
    look(machine_.ground_look, machine_.ground, "ground");
    for (const auto& body : machine_.bodies)
      look(body.look, body.points, "body " + quoted(body.name));
    for (const auto& marker : machine_.markers) point(marker.at, "marker " + quoted(marker.name));
  }

  void controls() {
    std::vector<std::string> signals;
    for (const auto& signal : machine_.signals) signals.push_back(signal.name);
    for (const auto& control : machine_.controls)
      if (std::ranges::find(signals, control.name) == signals.end())
        problems_.add(control.where, "control " + quoted(control.name) +
                                         ": no signal has this name" +
                                         did_you_mean(control.name, signals));
  }

  void ports() {
    for (const auto& orifice : machine_.orifices)
      two_ends("orifice " + quoted(orifice.name), orifice.from, orifice.to, orifice.where);
    for (const auto& leakage : machine_.leakages)
      two_ends("leakage " + quoted(leakage.name), leakage.from, leakage.to, leakage.where);
    for (const auto& valve : machine_.valves) {
      const std::string user = "valve " + quoted(valve.name);
      port(valve.P, user + ": P", valve.where);
      port(valve.T, user + ": T", valve.where);
      port(valve.A, user + ": A", valve.where);
      port(valve.B, user + ": B", valve.where);
      port(valve.C, user + ": C", valve.where);
      port(valve.N, user + ": N", valve.where);
    }
    for (const auto& part : machine_.components)
      for (std::size_t k = 0; k < known_ports(part); ++k) {
        const PortInfo& info = part.info->ports[k];
        const std::string user = "component " + quoted(part.name) + ": " + info.name;
        if (info.kind == PortInfo::Kind::shaft)
          shaft(part.ports[k], user, part.where);
        else
          port(part.ports[k], user, part.where);
      }
    for (const auto& part : machine_.components) both_ends(part);
    for (const auto& source : machine_.sources)
      port(source.into, "source " + quoted(source.name) + ": into", source.where);
    report_strays();
  }

  void fluids() {
    for (const auto& volume : machine_.volumes)
      fluid(volume.fluid, "volume " + quoted(volume.name), volume.where);
    for (const auto& cylinder : machine_.cylinders)
      fluid(cylinder.fluid, "cylinder " + quoted(cylinder.name), cylinder.where);
  }

 private:
  // Elements that carry: those with a normal force.
  void feet(const StabilitySpec& stand) {
    const auto carries = [](const ElementSpec& e) {
      return e.info &&
             std::ranges::any_of(e.info->outputs, [](const auto& o) { return o.name == "normal"; });
    };
    std::vector<std::string> names;
    for (const ElementSpec& e : machine_.elements)
      if (carries(e)) names.push_back(e.name);
    const std::string user = "stability " + quoted(stand.name) + ": ";
    if (stand.feet.size() < (machine_.planar ? 2u : 3u))
      problems_.add(stand.where, user + "expected at least " + (machine_.planar ? "two" : "three") +
                                     " feet; found " + std::to_string(stand.feet.size()));
    if (stand.feet.size() > 32)
      problems_.add(stand.where,
                    user + "at most 32 feet; found " + std::to_string(stand.feet.size()));
    for (const std::string& foot : stand.feet)
      if (std::ranges::find(names, foot) == names.end())
        problems_.add(stand.where, user + "no element that touches the ground is called " +
                                       quoted(foot) + did_you_mean(foot, names));
  }
  template <class Spec>
  void declare(const std::vector<Spec>& all, const std::string& kind) {
    for (const auto& item : all) {
      if (item.name == "ground" || item.name == "energy" || item.name == "time")
        problems_.add(item.where, kind + " " + quoted(item.name) + ": this name is reserved");
      const auto [first, is_new] = owners_.try_emplace(item.name, Owner{kind, item.where});
      if (is_new) continue;
      const Owner& owner = first->second;
      const std::string place = place_text(owner.where, item.where);
      problems_.add(item.where, kind + " " + quoted(item.name) +
                                    ": the name is already taken by a " + owner.kind +
                                    (place.empty() ? "" : " (" + place + ")") +
                                    "; channels need each name once");
    }
  }

  void look(const std::vector<LookSpec>& looks, const std::vector<PointSpec>& points,
            const std::string& user) {
    for (const LookSpec& shape : looks)
      for (const std::string* end : {&shape.from, &shape.to}) {
        if (end->empty() || find_point(points, *end)) continue;
        problems_.add(shape.where, user + ": look: it has no point " + quoted(*end) + "; it has " +
                                       join(names_of(points)));
      }
  }

  static std::vector<std::string> names_of(const std::vector<PointSpec>& points) {
    std::vector<std::string> names{"origin"};
    for (const auto& point : points) names.push_back(point.name);
    return names;
  }

  void point(const PointRef& ref, const std::string& user) {
    if (ref.body.empty()) return;  // could not be read; already told
    const std::vector<PointSpec>* points = ref.body == "ground" ? &machine_.ground : nullptr;
    std::vector<std::string> bodies{"ground"};
    for (const auto& body : machine_.bodies) {
      bodies.push_back(body.name);
      if (body.name == ref.body) points = &body.points;
    }
    if (!points)
      return problems_.add(ref.where, user + ": there is no body " + quoted(ref.body) +
                                          hint(ref.body, bodies, "the machine has "));
    const std::vector<std::string> names = names_of(*points);
    if (std::find(names.begin(), names.end(), ref.point) == names.end())
      problems_.add(ref.where, user + ": " + ref.body + " has no point " + quoted(ref.point) +
                                   hint(ref.point, names, "it has "));
  }

  void two_ends(const std::string& user, const std::string& from, const std::string& to,
                const Where& where) {
    port(from, user + ": from", where);
    port(to, user + ": to", where);
    if (!from.empty() && from == to)
      problems_.add(where, user + ": from and to are both " + quoted(from));
  }

  // A part's ports that its PartInfo tells of; a wrong number of them is told elsewhere.
  static std::size_t known_ports(const ComponentSpec& part) {
    return part.info ? std::min(part.ports.size(), part.info->ports.size()) : 0;
  }

  // Oil that would leave a part and come back to where it was.
  void both_ends(const ComponentSpec& part) {
    std::vector<std::size_t> oil;
    for (std::size_t k = 0; k < known_ports(part); ++k)
      if (part.info->ports[k].kind == PortInfo::Kind::hydraulic) oil.push_back(k);
    if (oil.size() != 2 || part.ports[oil[0]].empty() || part.ports[oil[0]] != part.ports[oil[1]])
      return;
    problems_.add(part.where, "component " + quoted(part.name) + ": " +
                                  part.info->ports[oil[0]].name + " and " +
                                  part.info->ports[oil[1]].name + " are both " +
                                  quoted(part.ports[oil[0]]));
  }

  // A name that several parts use and nobody declares is a joint of pipes without a volume.
  void report_strays() {
    for (const auto& [name, uses] : strays_) {
      std::vector<std::string> parts;
      for (const Stray& use : uses) {
        const std::string part = use.user.substr(0, use.user.find(": "));
        if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
      }
      if (parts.size() < 2) {
        for (const Stray& use : uses) problems_.add(use.where, use.text);
        continue;
      }
      const std::string last = parts.back();
      parts.pop_back();
      problems_.add(uses.front().where, "no volume joins " + join(parts) + " and " + last + " at " +
                                            quoted(name) + ": declare volumes: {" + name +
                                            ": {volume: 10 cm3}}; none is inserted");
    }
  }

  void port(const std::string& name, const std::string& user, const Where& where) {
    if (name.empty()) return;
    std::vector<std::string> known;
    for (const auto& volume : machine_.volumes) known.push_back(volume.name);
    for (const auto& source : machine_.sources)
      if (source.kind == SourceSpec::Kind::pressure) known.push_back(source.name);
    for (const auto& cylinder : machine_.cylinders) {
      known.push_back(cylinder.name + ".A");
      if (cylinder.double_acting()) known.push_back(cylinder.name + ".B");
      if (cylinder.cushion_A) known.push_back(cylinder.name + ".A_port");
      if (cylinder.cushion_B) known.push_back(cylinder.name + ".B_port");
    }
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    strays_[name].push_back({user, where,
                             user + ": there is no volume, chamber or source " + quoted(name) +
                                 hint(name, known, "the machine has ")});
  }

  void shaft(const std::string& name, const std::string& user, const Where& where) {
    if (name.empty()) return;
    std::vector<std::string> known;
    for (const auto& shaft : machine_.shafts) known.push_back(shaft.name);
    for (const auto& source : machine_.sources)
      if (source.kind == SourceSpec::Kind::speed) known.push_back(source.name);
    if (std::find(known.begin(), known.end(), name) == known.end())
      problems_.add(where, user + ": there is no shaft, and no source with a speed, " +
                               quoted(name) + hint(name, known, "the machine has "));
  }

  void fluid(const std::string& name, const std::string& user, const Where& where) {
    std::vector<std::string> known;
    for (const auto& one : machine_.fluids) known.push_back(one.name);
    if (known.empty())
      return problems_.add(where, user +
                                      ": the machine has no oil; add fluid: {density: 850 kg/m3, "
                                      "bulk: 1500 MPa}");
    if (name.empty() && known.size() > 1)
      return problems_.add(where, user + ": which fluid? The machine has " + join(known));
    if (!name.empty() && std::find(known.begin(), known.end(), name) == known.end())
      problems_.add(where, user + ": there is no fluid " + quoted(name) +
                               hint(name, known, "the machine has "));
  }

  static std::string hint(const std::string& name, const std::vector<std::string>& known,
                          const std::string& otherwise) {
    const std::string meant = did_you_mean(name, known);
    if (!meant.empty()) return meant;
    return known.empty() ? "" : "; " + otherwise + join(known);
  }

  struct Owner {
    std::string kind;
    Where where;
  };
  struct Stray {
    std::string user;
    Where where;
    std::string text;
  };
  std::map<std::string, std::vector<Stray>> strays_;  // ports' names that nobody declares
  const MachineDescription& machine_;
  Problems& problems_;
  std::map<std::string, Owner> owners_;
};

}  // namespace

void check_references(const MachineDescription& machine, Problems& problems) {
  ReferenceCheck check(machine, problems);
  check.names();
  check.points();
  check.point_masses();
  check.looks();
  check.controls();
  check.guides();
  check.ports();
  check.fluids();
}

}  // namespace bramah
