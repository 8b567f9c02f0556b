#include "build/used_signals.h"

#include <algorithm>

#include "hydraulics/sizing.h"
#include "multibody/joints/joint_type.h"

namespace bramah {

namespace {

class Listing {
 public:
  void add(const char* word, const auto& item, const std::string& key, const std::string& signal,
           const std::string& unit) {
    if (signal.empty()) return;
    uses.push_back(
        {signal, unit, std::string(word) + " \"" + item.name + "\": " + key, item.where});
  }

  void joints(const MachineDescription& d) {
    for (const JointSpec& joint : d.joints) {
      const auto& motions = joint_type_info(joint.type).motions_in(d.planar);
      const std::size_t count = std::min(motions.size(), joint.coordinates.size());
      for (std::size_t k = 0; k < count; ++k) {
        const bool slides = motions[k].slides();
        add("joint", joint, "driver", joint.coordinates[k].driver, slides ? "m" : "rad");
        add("joint", joint, "effort", joint.coordinates[k].effort, slides ? "N" : "N m");
      }
    }
  }

  void components(const MachineDescription& d) {
    for (const ComponentSpec& part : d.components) {
      const std::size_t known = part.info ? part.info->inputs.size() : 0;
      for (std::size_t k = 0; k < std::min(known, part.inputs.size()); ++k)
        add("component", part, part.info->inputs[k].name, part.inputs[k].signal,
            part.info->inputs[k].unit);
    }
  }

  std::vector<UsedSignal> uses;
};

std::string unit_of(SourceSpec::Kind kind) {
  return kind == SourceSpec::Kind::pressure ? "Pa"
         : kind == SourceSpec::Kind::flow   ? "m3/s"
                                            : "rad/s";
}

}  // namespace

std::vector<UsedSignal> used_signals(const MachineDescription& d) {
  Listing list;
  list.joints(d);
  for (const ForceSpec& force : d.forces)
    list.add("force", force, force.torque ? "torque" : "force", force.signal,
             force.torque ? "N m" : "N");
  for (const FluidSpec& fluid : d.fluids) list.add("fluid", fluid, "more_air", fluid.more_air, "1");
  for (const SourceSpec& source : d.sources)
    list.add("source", source, "signal", source.signal, unit_of(source.kind));
  for (const OrificeSpec& orifice : d.orifices)
    list.add("orifice", orifice, "opening", orifice.opening, "1");
  for (const ValveSpec& valve : d.valves) {
    list.add("valve", valve, "signal", valve.signal, command_unit(valve));
    list.add("valve", valve, "jam", valve.jam, "1");
  }
  for (const CylinderSpec& cylinder : d.cylinders)
    if (cylinder.load) list.add("cylinder", cylinder, "load.force", cylinder.load->force, "N");
  list.components(d);
  for (const GuideSpec& guide : d.solver.guides)
    list.add("guide", guide, "signal", guide.signal, "m");
  return std::move(list.uses);
}

}  // namespace bramah
