// What data sheets and drawings say about throttles, valves, hoses and cylinders: plain data in SI
// units, no behaviour. src/hydraulics/sizing.h makes coefficients of it. Where there are several ways
// to say the same (bore and rod, or areas), each is optional, and build() asks that exactly one be
// taken.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "bramah/basics.h"

namespace bramah {

// ---- throttles
// How much oil passes at which drop: a coefficient, one point of a data sheet, or an area.
struct FlowSize {
  std::optional<Quantity> coefficient{};  // C of Q = C u √Δp [m³/s/√Pa]; valves: also per volt
  std::optional<double> flow{}, drop{};   // the sheet's point [m³/s], [Pa]
  std::optional<Quantity> at{};           // command of that point or of the full area; absent: 1
  std::optional<double> area{}, discharge{};  // [m²], C_d [-]
  std::string fluid{};                        // whose density an area takes; empty: the only one
};

// What happens near Δp = 0; src/hydraulics/parts/orifice.h has the formulas.
enum class OrificeLaw { sqrt, linear_below, two_regime, smooth };

struct FlowLawSpec {
  OrificeLaw law = OrificeLaw::smooth;
  double transition = 2e4;  // linear_below: dp_tr; two_regime: dp0; smooth: delta [Pa]
};

struct HoseSpec {                // extra volume at a chamber, with its wall
  double volume = 0.0;           // [m³]
  std::optional<double> wall{};  // bulk modulus of the wall [Pa]; absent: rigid
};

// ---- directional valves
// src/hydraulics/valve_layout.h says which edges each has.
enum class ValveType { two_two, three_two, four_three, six_three, complementary };

// What is joined while the spool is in the middle: nothing; all; P with T; A and B with T.
enum class ValveCentre { closed, open, tandem, floating };

// A value in the unit of a valve's command, a number or volts.
struct CommandValue {
  Quantity value{};
  std::string text{};  // as written, for messages
  Where where{};
};

struct SpoolSheet {                                                 // one of the first three
  std::optional<double> bandwidth{}, time_constant{}, frequency{};  // [Hz], [s], [rad/s]
  double damping = 0.7, gain = 1.0;                                 // with `frequency`
  std::optional<CommandValue> rate_limit{};                         // command per second
  std::optional<CommandValue> start{};                              // at t = 0; absent: 0
  Where where{};
};

struct ValveSheet {
  ValveType type = ValveType::four_three;
  ValveCentre centre = ValveCentre::closed;
  FlowSize size{};                  // of all edges ...
  std::array<FlowSize, 4> edges{};  // ... but those with one of their own: PA PB AT BT
  FlowSize neutral_path{};          // 6/3 and tandem centre
  FlowLawSpec law{};
  std::optional<CommandValue> overlap{}, underlap{};  // absent: 0
  std::optional<CommandValue> cut{};                  // shuts the neutral path; absent: 1
  bool triangular = false;                            // grooves
  struct Wear {
    double conductance = 0.0;            // [m³/s/Pa]
    std::optional<CommandValue> shut{};  // where it has gone, with its sign; absent: 1
  };
  std::array<Wear, 4> wear{};             // PA PB AT BT
  std::optional<SpoolSheet> spool{};      // absent: follows its command at once
  std::optional<CommandValue> neutral{};  // added to the command; absent: 0
};

// ---- cylinders
struct FrictionSpec {
  double viscous = 0.0;                     // [N s/m]
  double coulomb = 0.0;                     // [N], times tanh(sdot/speed)
  std::optional<double> efficiency{};       // (1 - eta)|pA AA - pB AB| tanh(sdot/speed)
  double speed = 0.01;                      // [m/s]
  std::optional<double> breakaway{};        // Stribeck: static level [N]; absent: as coulomb
  double stribeck_speed = 0.01;             // [m/s]
  double seal = 0.0;                        // friction per pressure [m²]
  struct Bristles {                         // LuGre
    double stiffness = 0.0, damping = 0.0;  // sigma_0 [N/m], sigma_1 [N s/m]
  };
  std::optional<Bristles> bristles{};
  Where where{};
};

struct CushionSpec {    // at one end; the way out leads through a port with a volume of its own
  double volume = 0.0;  // of the port [m³]
  FlowSize size{};      // of the open bore
  double length = 0.0;  // [m]
  double least = 0.02;  // opening left at the very end [-]
  Where where{};
};

struct EndDamperSpec {
  double length = 0.0;     // [m]
  double stiffness = 0.0;  // [N/m]
  double damping = 0.0;    // [N s/m]
  bool pulls = false;      // also pulls a piston that leaves it fast, as the papers' law does
};

struct CylinderSheet {
  enum class Acting { both, single, plunger };  // single, plunger: air at `vent` instead of B
  Acting acting = Acting::both;
  std::optional<double> bore{}, rod{};       // diameters [m]; a plunger has a rod alone ...
  std::optional<double> area_A{}, area_B{};  // ... or areas [m²]; of a plunger A alone
  Where rod_where{};
  double closed = 0.0;           // pin-to-pin length with the piston at the bottom (l_A = 0) [m]
  double stroke = 0.0;           // l_A + l_B [m]
  std::optional<double> wall{};  // bulk modulus of the barrel [Pa]; absent: rigid
  HoseSpec hose_A{}, hose_B{};
  FrictionSpec friction{};
  std::optional<EndDamperSpec> end_damper{};
  std::optional<CushionSpec> cushion_A{}, cushion_B{};  // ports are "NAME.A_port", "NAME.B_port"
  std::optional<double> vent{};                         // [Pa]; absent: 1 bar
  double leakage = 0.0;                                 // across the piston [m³/s/Pa]

  [[nodiscard]] bool double_acting() const noexcept { return acting == Acting::both; }
};

}  // namespace bramah
