// Channels of forces and motions that an instrument would show: springs and limits, joints, probes,
// loads that are taken up.
#pragma once

#include "build/channel_list.h"
#include "build/mechanism_builder.h"

namespace bramah {

void add_springs(Machine&, const MachineDescription&, const BuiltMechanism&, ChannelList&);
void add_reactions(Machine&, ChannelList&);
void add_probes(Machine&, const MachineDescription&, const BuiltMechanism&, ChannelList&);
void add_loads(Machine&, const MachineDescription&, ChannelList&);
void add_soil(Machine&, const MachineDescription&, ChannelList&);

}  // namespace bramah
