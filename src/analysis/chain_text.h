// Machine files of chains: as many rods as wanted, for scaling studies and tests.
#pragma once

#include <string>

namespace bramah {

// Uniform rods of 1 m and 1 kg, hinged in a row, the first to the ground; released at rest from the
// horizontal. Planar, or the same hinges in a spatial mechanism.
inline std::string chain_text(int links, bool planar) {
  const std::string z = planar ? "" : ", 0 m";
  const auto n = [](int k) { return std::to_string(k); };
  std::string text = "# Chain of " + n(links) + (planar ? " links" : " links in space") +
                     ": uniform rods of 1 m and 1 kg, hinged in a row, the first to the ground;\n"
                     "# released at rest from the horizontal. The data are ours; "
                     "src/analysis/chain_text.h writes\n# the same for any number of links.\n"
                     "bramah: 1\nname: Chain of " +
                     n(links) + " links\nmechanism: " + (planar ? "planar" : "spatial") +
                     "\ngravity: \"[0, -9.81" + (planar ? "" : ", 0") +
                     "] m/s2\"\n\nparameters:\n  L: 1 m\n\nbodies:\n";
  for (int k = 1; k <= links; ++k)
    text += "  link" + n(k) + ": {mass: 1 kg, com: [L/2, 0 m" + z +
            "], shape: {rod: L}, points: {end: [L, 0 m" + z + "]}}\n";
  text += "\njoints:\n";
  for (int k = 1; k <= links; ++k)
    text += "  hinge" + n(k) + ": {type: revolute, between: [" +
            (k == 1 ? std::string("ground") : "link" + n(k - 1) + ".end") + ", link" + n(k) +
            "], start: 0 deg}\n";
  return text + "\nsolver: {step: 1 ms, until: 2 s}\n";
}

}  // namespace bramah
