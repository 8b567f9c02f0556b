#include "build/sizes.h"

namespace bramah {

Densities densities_of(const MachineDescription& d) {
  Densities densities;
  for (const FluidSpec& fluid : d.fluids) densities[fluid.name] = fluid.density;
  return densities;
}

double sized(const OrificeSpec& orifice, const Densities& densities, SizingProblems& problems) {
  return fixed_coefficient(orifice.size, "an orifice", densities, orifice.where, problems);
}

SizedValve sized(const ValveSpec& valve, const Densities& densities, SizingProblems& problems) {
  return size_valve(valve, densities, valve.where, problems);
}

SizedCylinder sized(const CylinderSpec& c, const Densities& densities, SizingProblems& problems) {
  const auto refuse = [&](const char* text) { problems.push_back({c.where, text}); };
  const bool pins = !c.from.body.empty() || !c.to.body.empty();
  const bool both = !c.from.body.empty() && !c.to.body.empty();
  if (int(pins) + int(c.load.has_value()) + int(c.rack.has_value()) != 1 || pins != both)
    refuse("expected from and to, or a load, or a rack");
  if (!c.load && !c.rack && !c.along && !(c.closed > 0.0))
    refuse("closed must be positive: a cylinder between two points has a length");
  if (!c.double_acting() && (c.start_B.statics || c.start_B.value != PressureSpec{}.value))
    refuse("start_B belongs to a double-acting cylinder; here B has no oil");
  return size_cylinder(c, densities, c.where, problems);
}

}  // namespace bramah
