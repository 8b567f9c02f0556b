// What an item of the description becomes in a circuit, whatever its section of the file: a part
// with its PartInfo, the names at its ports, its inputs, states and channels. The builder places
// all plans by one function. Cylinders alone are placed apart: they bring volumes of their own and
// meet the mechanism.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "build/sizes.h"

namespace bramah {

// One input of the circuit as the file names it.
struct NamedInput {
  std::string signal;  // empty: the constant
  double constant = 0.0;
  int tunable = -1;
  Where where;
};

struct PartState {
  std::string name;  // of its channel
  std::string unit, doc;
  double start = 0.0;
  bool rests = false;  // solved with `initial: static`
};

struct PartPlan {
  const PartInfo* info = nullptr;
  std::string name;
  Where where;
  std::unique_ptr<const Part> part;
  std::vector<std::string> ports;  // what each of info->ports connects to; empty: nothing
  std::vector<NamedInput> inputs{};
  std::vector<PartState> states{};
  std::vector<std::string> edges{};  // names of the flows inside it that have channels
  int cylinder = -1;                 // whose stroke it reads
};

[[nodiscard]] PartPlan plan(const OrificeSpec& orifice, double coefficient);
[[nodiscard]] PartPlan plan(const LeakageSpec& leakage);
[[nodiscard]] PartPlan plan_flow(const SourceSpec& source);
// Ports that are blocked take their edges with them.
[[nodiscard]] PartPlan plan(const ValveSpec& valve, const SizedValve& size);
[[nodiscard]] PartPlan plan(const ComponentSpec& component, const Fluid& oil);
// Of cylinder number k: the gap around its piston, and its cushions.
[[nodiscard]] std::vector<PartPlan> plan_leakage(const CylinderSpec& cylinder);
[[nodiscard]] std::vector<PartPlan> plan_cushions(const CylinderSpec& cylinder,
                                                  const SizedCylinder& size, int k);

// The catalogue's name of a valve: "valve_4_3".
[[nodiscard]] const PartInfo& info_of(ValveType type);
// What a valve's port connects to; empty: blocked.
[[nodiscard]] const std::string& end_of(const ValveSpec& valve, const std::string& port);

}  // namespace bramah
