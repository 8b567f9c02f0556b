// What a person moves: levers that take the place of a file's scripted signals, and faults.
#pragma once

#include "bramah/description.h"

namespace bramah {

// Signals named by `controls` become inputs, at their value of t = 0. A file without the section
// gets a lever for every signal in time that commands a valve or another part. Throws InputError.
MachineDescription with_controls(MachineDescription d);

// Faults become parts and inputs, all at zero. A file without the section gets the usual set: a
// leak at every chamber, every spool stuck, air in the oil, wear of every pump. Throws InputError.
MachineDescription with_faults(MachineDescription d);

// "faults.NAME": the input with a fault's severity.
std::string fault_input(const std::string& name);
// A sentence for people.
std::string fault_text(const FaultSpec&);

}  // namespace bramah
