// Parts shared by the hydraulic tables: start pressures, hoses, flow coefficients and flow laws.
#pragma once

#include <optional>
#include <string>

#include "bramah/description.h"
#include "build/sizes.h"
#include "model_file/key_table.h"

namespace bramah {

// `start: 3.5 MPa` or `start: static`.
KeyInfo pressure_key(const std::string& name, const std::string& doc);
std::optional<PressureSpec> read_pressure(Reader& in, const Node& node, const KeyInfo& key);

const Table<HoseSpec>& hose_table();

// How much oil passes at which drop: a coefficient, a datasheet's point, or an area.
const Table<FlowSize>& flow_table();

// law: and transition: of anything that throttles.
const Table<FlowLawSpec>& flow_law_table();

// Judges an item once all its values could be read, as the builders will.
template <class Spec>
Spec check_sizes(Reader& in, Spec& item) {
  SizingProblems problems;
  (void)sized(item, in.densities, problems);
  for (const SizingProblem& p : problems) in.problem(p.where, p.text);
  return item;
}

}  // namespace bramah
