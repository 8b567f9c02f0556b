#include "model_file/channel_units.h"

#include <algorithm>

#include "hydraulics/sizing.h"
#include "multibody/joints/joint_type.h"

namespace bramah {
namespace {

struct Suffix {
  const char *end, *unit;
};
// Ends of channel names that mean the same for all components.
constexpr Suffix kSuffixes[] = {
    {".length", "m"}, {".force", "N"}, {".p", "Pa"}, {".angle", "rad"}, {".position", "m"}};

constexpr Suffix kProbeSuffixes[] = {
    {".x", "m"},      {".y", "m"},      {".z", "m"},       {".vx", "m/s"},  {".vy", "m/s"},
    {".vz", "m/s"},   {".ax", "m/s2"},  {".ay", "m/s2"},   {".az", "m/s2"}, {".wx", "rad/s"},
    {".wy", "rad/s"}, {".wz", "rad/s"}, {".pitch", "rad"}, {".roll", "rad"}};
constexpr Suffix kPinSuffixes[] = {{".fx", "N"},   {".fy", "N"},   {".fz", "N"},
                                   {".mx", "N m"}, {".my", "N m"}, {".mz", "N m"}};

template <class Spec>
const Spec* find(const std::vector<Spec>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](auto& x) { return x.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Dimension> channel_dimension(const MachineDescription& machine,
                                           const std::string& channel) {
  if (channel == "time") return dimension_of("s");
  const auto dot = channel.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string owner = channel.substr(0, dot), part = channel.substr(dot);
  if (owner == "energy") return dimension_of("J");
  if (owner == "soil") return dimension_of(part == ".balance" ? "kg" : "m3");
  if (find(machine.buckets, owner)) return dimension_of("kg");
  if (const auto* valve = find(machine.valves, owner); valve && part == ".U")
    return dimension_of(command_unit(*valve));
  if (find(machine.cylinders, owner) && part == ".rate") return dimension_of("m/s");
  if (const auto* joint = find(machine.joints, owner); joint && part == ".rate") {
    const auto& motions = joint_type_info(joint->type).motions;
    if (motions.size() == 1) return dimension_of(motions[0].slides() ? "m/s" : "rad/s");
  }
  if (find(machine.probes, owner))
    for (const auto& suffix : kProbeSuffixes)
      if (part == suffix.end) return dimension_of(suffix.unit);
  if (find(machine.joints, owner))
    for (const auto& suffix : kPinSuffixes)
      if (part == suffix.end) return dimension_of(suffix.unit);
  for (const auto& suffix : kSuffixes)
    if (channel.ends_with(suffix.end)) return dimension_of(suffix.unit);
  return std::nullopt;
}

std::vector<std::string> channel_owners(const MachineDescription& machine) {
  std::vector<std::string> names{"energy", "ground", "soil"};
  const auto add = [&](const auto& all) {
    for (const auto& item : all) names.push_back(item.name);
  };
  add(machine.bodies);
  add(machine.joints);
  add(machine.springs);
  add(machine.forces);
  add(machine.elements);
  add(machine.sources);
  add(machine.volumes);
  add(machine.orifices);
  add(machine.leakages);
  add(machine.valves);
  add(machine.cylinders);
  add(machine.markers);
  add(machine.probes);
  add(machine.payloads);
  add(machine.buckets);
  for (const auto& body : machine.bodies)
    for (const auto& point : body.points) names.push_back(point.name);
  return names;
}

}  // namespace bramah
