#include "analysis/chain_text.h"

#include "core/units.h"

namespace bramah {

std::vector<double> chain_start(int links) {
  std::vector<double> angles;
  for (int k = 0; k < links; ++k) angles.push_back(k == 0 ? -0.3 : k % 2 == 1 ? 0.6 : -0.6);
  return angles;
}

std::string chain_text(int links, bool planar) {
  const std::string z = planar ? "]" : ", 0 m]";
  const std::string rod = "{mass: 1 kg, com: [0.5 m, 0 m" + z +
                          ", shape: {rod: 1 m}, points: {tip: [1 m, 0 m" + z + "}}\n";
  const auto angles = chain_start(links);
  std::string bodies, joints, before = "ground";
  for (int k = 1; k <= links; ++k) {
    const std::string name = "link" + std::to_string(k);
    bodies += "  " + name + ": " + rod;
    joints += "  z" + std::to_string(k) + ": {type: revolute, between: [" + before + ", " + name +
              "], start: " + short_number(angles[static_cast<std::size_t>(k - 1)], 17) + " rad}\n";
    before = name + ".tip";
  }
  return "bramah: 1\nname: Chain of " + std::to_string(links) + " rods\n" +
         (planar ? "mechanism: planar\ngravity: \"[0, -9.81] m/s2\"\n"
                 : "mechanism: spatial\ngravity: \"[0, -9.81, 0] m/s2\"\n") +
         "bodies:\n" + bodies + "joints:\n" + joints + "solver: {step: 1 ms, until: 1 s}\n";
}

}  // namespace bramah
