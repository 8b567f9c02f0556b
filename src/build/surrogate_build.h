// From a description to a SurrogateDrive, and to what it shares with the machine with oil.
#pragma once

#include "build/signal_builder.h"
#include "coupling/surrogate/surrogate_stepper.h"

namespace bramah {

// Names, units and that every cylinder is driven are checked; problems are appended.
std::shared_ptr<const SurrogateDrive> make_drive(const MachineDescription&, const BuiltSignals&,
                                                 std::vector<std::string>& problems);
// Throws InputError if the two do not have the same coordinates.
SharedParts find_shared(const Plant& surrogate, const Plant& physics, const Where&);

}  // namespace bramah
