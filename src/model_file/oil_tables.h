// Parts shared by the hydraulic tables: start pressures, hoses, flow coefficients and flow laws.
#pragma once

#include <optional>
#include <string>

#include "model_file/key_table.h"
#include "machine/description.h"

namespace bramah {

// `start: 3.5 MPa` or `start: static`.
KeyInfo pressure_key(const std::string& name, const std::string& doc);
std::optional<PressureSpec> read_pressure(Reader& in, const Node& node, const KeyInfo& key);

const Table<HoseSpec>& hose_table();

// How much oil passes at which drop: a coefficient, a datasheet's point, or an area.
struct FlowItem {
  std::optional<Quantity> coefficient;  // m3/s/Pa^0.5, valves: also per volt
  std::optional<double> flow, drop;     // nominal
  std::optional<Quantity> at;           // command of the nominal point or of the full area
  std::optional<double> area, discharge;
  std::string fluid;
};
const Table<FlowItem>& flow_table();
// C of Q = C u sqrt(dp), SI, with its dimension; notes a problem unless exactly one way is given.
std::optional<Quantity> flow_coefficient(Reader& in, const FlowItem& item, const Where& where);
[[nodiscard]] bool has_flow(const FlowItem& item);

// law: and transition: of anything that throttles.
const Table<FlowLawSpec>& flow_law_table();

// Gives a table the keys of another that stores into a part of its items.
template <class Item, class Part>
void adopt(Table<Item>& table, const Table<Part>& part, Part Item::*member) {
  for (std::size_t i = 0; i < part.info.keys.size(); ++i)
    table.add(part.info.keys[i],
              [store = part.stores[i], member](Reader& in, const Node& node, const KeyInfo& key,
                                               Item& item) { store(in, node, key, item.*member); });
}

}  // namespace bramah
