// The edges of the usual directional valves.
//
//   2/2            P-A opens with u
//   3/2            A-T open at u = 0, P-A open at u = full; `lap` keeps the two apart on the way
//   4/3            P-A and B-T open with u > 0, P-B and A-T with u < 0
//   6/3            a 4/3 with a neutral path from C to N that closes at |u| = cut
//   complementary  P-B and A-T open with u, P-A and B-T with 1 - u      [Naya2011, Eqs. 29, 31]
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hydraulics/parts/directional_valve.h"

namespace bramah {

struct ValveDesign {
  ValveType type = ValveType::four_three;
  ValveCentre centre = ValveCentre::closed;
  std::array<double, 4> coefficient{};  // C per unit of opening: PA, PB, AT, BT
  double neutral_coefficient = 0.0;     // C of the neutral path when it is open [m³/s/√Pa]
  OrificeLaw law = OrificeLaw::smooth;
  double transition = 2e4;  // [Pa]
  double lap = 0.0;         // overlap of the edges that are shut in the middle
  double underlap = 0.0;    // of those that are open in the middle
  int exponent = 1;         // 2: triangular grooves
  double full = 1.0;        // command of the full opening
  double cut = 1.0;         // |u| at which the neutral path is shut
};

struct ValveLayout {
  std::vector<std::string> ports;  // in the order of the part's x
  std::vector<ValveEdge> edges;    // 4/3: PA, PB, AT, BT, then the neutral path
};
[[nodiscard]] ValveLayout make_layout(const ValveDesign& design);

// Leakage across worn edges of a 4/3 or 6/3 [Malysheva2021, Eqs. 2.36-2.37], appended in the order
// PA, PB, AT, BT; in the paper's names s1, s2, 1t, 2t.
struct ValveWear {
  std::array<double, 4> conductance{};  // l [m³/s/Pa]; 0: none
  std::array<double, 4> shut{};         // U: command at which it has gone, with its sign
};
void add_wear(ValveLayout& layout, const ValveWear& wear);

}  // namespace bramah
