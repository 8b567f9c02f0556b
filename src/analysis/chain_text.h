// A chain of uniform rods as a machine file: the cost of a step against the number of links.
#pragma once

#include <string>
#include <vector>

namespace bramah {

// Angles at which the chain's joints start [rad]: a zigzag, half of it above the horizontal.
std::vector<double> chain_start(int links);

// Rods of 1 m and 1 kg on hinges about z, named link1, link2, ..., each with a point `tip`; joints
// z1, z2, ... at chain_start(); gravity along -y. The spatial chain has the same hinges.
std::string chain_text(int links, bool planar);

}  // namespace bramah
