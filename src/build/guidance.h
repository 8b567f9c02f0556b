// Kinematic guidance [Naya2011, Sec. 4]: the oil is left out, and the cylinders' lengths follow
// recordings or signals.
#pragma once

#include "build/signal_builder.h"
#include "build/start_pose.h"
#include "machine/machine.h"

namespace bramah {

// The machine without valves, volumes, sources and the signals that read them; `full` is the
// machine with them. Throws InputError if a force needs such a signal.
MachineDescription without_oil(const MachineDescription&, const Machine& full);

// One guide per cylinder, in their order; problems are appended.
std::vector<Guide> make_guides(const MachineDescription&, const BuiltSignals&,
                               std::vector<std::string>& problems);

// Where the rigid guides begin, as drivers.
std::vector<DriverValue> guide_starts(const std::vector<Guide>&, const SignalGraph&);

// Moves a pose that is no further than a millimetre from its rigid guides onto them; problems
// otherwise. `drivers`: of the mechanism's own, then of the guides.
void meet_guides(const Mechanism&, const std::vector<Guide>&, std::span<const DriverValue> drivers,
                 const MachineDescription&, StartPose&, std::vector<std::string>& problems);

}  // namespace bramah
