// From payloads, grips and probes of the description to what steps look at: Loads (machine/loads.h).
#pragma once

#include <span>

#include "bramah/description.h"
#include "build/mechanism_builder.h"
#include "build/start_pose.h"
#include "core/problems.h"

namespace bramah {

inline bool has_loads(const MachineDescription& d) {
  return !d.payloads.empty() || !d.grips.empty() || !d.buckets.empty();
}

// Numbers, and methods that know no loads; also what forces in joints cannot be told of.
void check_loads(const MachineDescription&, Problems&);
// The elements that a grip is made of: GRIP.1, ..., an axis each.
void add_holds(MachineDescription&);
// Grips that hold at the start, at the places where the bodies are. `states`: of all elements.
void close_grips(const MachineDescription&, const BuiltMechanism&, const Mechanism&,
                 const StartPose&, std::span<double> states);
// After the channels.
Loads build_loads(const MachineDescription&, const Machine&, const BuiltMechanism&,
                  std::vector<std::string>& problems);

}  // namespace bramah
