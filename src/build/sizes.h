// What an item of the description comes to in coefficients: hydraulics/sizing.h for its data sheet,
// and what else must fit together about it. Both the file's reader and the builders ask here, so
// that a machine from a file and one filled in by a program are judged alike.
#pragma once

#include "bramah/description.h"
#include "hydraulics/sizing.h"

namespace bramah {

[[nodiscard]] Densities densities_of(const MachineDescription& d);

// C [m³/s/√Pa]
[[nodiscard]] double sized(const OrificeSpec& orifice, const Densities&, SizingProblems&);
[[nodiscard]] SizedValve sized(const ValveSpec& valve, const Densities&, SizingProblems&);
[[nodiscard]] SizedCylinder sized(const CylinderSpec& cylinder, const Densities&, SizingProblems&);

// Length of a cylinder with a rack where its joint stands at zero [m].
[[nodiscard]] inline double rack_zero(const CylinderSpec& c) {
  return c.rack->at_zero.value_or(c.closed + 0.5 * c.stroke);
}

// The same for items that have been judged.
template <class Spec>
[[nodiscard]] auto sized(const Spec& item, const MachineDescription& d) {
  SizingProblems told;
  return sized(item, densities_of(d), told);
}

}  // namespace bramah
