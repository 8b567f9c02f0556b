// Inertia, gauges and external forces in natural coordinates.
#pragma once

#include "build/mechanism_builder.h"
#include "build/natural_layout.h"
#include "multibody/natural/natural_mechanism.h"

namespace bramah {

// The constant mass matrix and gravity; parts.coordinates is known.
void add_inertia(const MachineDescription&, const BuiltMechanism& joint, const NaturalLayout&,
                 NaturalParts&);
// Of springs and force elements, in the order of the joint mechanism.
void add_measured_gauges(const MachineDescription&, const NaturalLayout&, NaturalParts&);
void add_forces(const MachineDescription&, const NaturalLayout&, NaturalParts&);
// Axes of the two bodies of a sphere.
NaturalDamper ball_damper(const std::array<VectorForm, 3>& a, const std::array<VectorForm, 3>& b,
                          double damping);

}  // namespace bramah
