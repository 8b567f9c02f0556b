// From bodies and joints to natural coordinates, beside the joint mechanism of the same machine:
// the order of cylinders, efforts, drivers and points of drawings is the same.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "build/mechanism_builder.h"
#include "multibody/natural/natural_map.h"

namespace bramah {

struct BuiltNatural {
  std::unique_ptr<const Mechanism> mechanism;
  std::vector<std::string> coordinate_names;  // "rod.P1.x", "lift.s", "hinge"
  std::vector<std::string> constraint_texts;  // one per constraint: "rod: |P1 - A| = 0.5 m"
  NaturalMap map;
};

// `joint` was built from the same description without problems. Joint coordinates named in `sensed`
// become coordinates, as do those with a spring, damper, limit, driver or effort.
BuiltNatural build_natural(const MachineDescription&, const BuiltMechanism& joint,
                           std::span<const std::string> sensed, std::vector<std::string>& problems);

}  // namespace bramah
