// From the description's blocks to Blocks: one of each is made to learn what it holds at the start and how
// much it saves; channels are looked up when there are channels.
#pragma once

#include <vector>

#include "bramah/description.h"
#include "core/problems.h"
#include "machine/machine.h"

namespace bramah {

// Names, numbers and steps, before anything is built.
void check_blocks(const MachineDescription&, Problems&);

struct BuiltBlocks {
  std::vector<Blocks::One> all;  // their inputs still without channels
  std::vector<double> starts;    // of what they hold, all blocks in turn
  std::size_t memory = 0;        // doubles in State
  std::vector<BlockBond> bonds;
};
// `first`: of what they hold, in Layout::inputs. Throws InputError.
BuiltBlocks build_blocks(const MachineDescription&, std::size_t first);

// The channels of their inputs.
void read_channels(std::vector<Blocks::One>&, const MachineDescription&, const Machine&,
                   std::vector<std::string>& problems);

}  // namespace bramah
