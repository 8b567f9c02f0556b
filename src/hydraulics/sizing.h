// From data sheets to coefficients, as pure functions.
//
//   in    bramah/datasheet.h: bore, rod, nominal flow at a drop, area and discharge coefficient ...
//   out   what the parts' equations use: areas, C of Q = C u √Δp, a valve's design, walls
//
//   area         A_A = π/4 D²,  A_B = π/4 (D² - d²)
//   nominal      C = Q_n/(u_n √Δp_n)
//   sharp edge   C = C_d A √(2/ρ)/u_full                              [Jaiswal2021, Eq. 25]
//   lag          τ = 1/(2π f) at 45° of phase
//   hose         V/B_hose, chamber's barrel 1/B_barrel                 [Jaiswal2021, Eq. 23]
// What does not fit is added to `problems`, at the place that says so; the numbers are then of no
// use. Whoever fills a sheet (the file's reader) and whoever uses it (build/circuit_builder) call
// the same functions.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bramah/datasheet.h"
#include "core/units.h"
#include "hydraulics/parts/cylinder.h"
#include "hydraulics/valve_layout.h"
#include "hydraulics/volume.h"

namespace bramah {

struct SizingProblem {
  Where where;
  std::string text;
};
using SizingProblems = std::vector<SizingProblem>;

using Densities = std::map<std::string, double>;  // of the fluids, by name [kg/m³]

// ---- throttles
[[nodiscard]] bool has_flow(const FlowSize& size);
// Command of the sheet's point or of the full area.
[[nodiscard]] Quantity full_command(const FlowSize& size);
// C in SI, with its dimension; nothing after a problem.
[[nodiscard]] std::optional<Quantity> flow_coefficient(const FlowSize& size,
                                                       const Densities& densities,
                                                       const Where& where,
                                                       SizingProblems& problems);
// C [m³/s/√Pa] of what no command moves; `who` stands in the message: "an orifice".
[[nodiscard]] double fixed_coefficient(const FlowSize& size, const char* who,
                                       const Densities& densities, const Where& where,
                                       SizingProblems& problems);

// ---- volumes
[[nodiscard]] Volume size_hose(const HoseSpec& hose, const Fluid& fluid);
[[nodiscard]] Volume size_chamber(const HoseSpec& hose, const Fluid& fluid, double area,
                                  const std::optional<double>& wall);

// ---- valves
struct SizedValve {
  ValveDesign design;
  ValveWear wear;
  Spool spool;
  double full = kNoFull;  // command that opens it fully; more opens it no further
  std::string command_unit = "1";
  double start = 0.0;    // spool at t = 0, command units
  double neutral = 0.0;  // added to the command

  static constexpr double kNoFull = 1e300;
  [[nodiscard]] bool has_full() const noexcept { return full < 1e299; }
};
[[nodiscard]] SizedValve size_valve(const ValveSheet& sheet, const Densities& densities,
                                    const Where& where, SizingProblems& problems);
// Of a valve's command: a number or volts, as the coefficients' units tell; nothing if they do not.
[[nodiscard]] std::optional<Dimension> command_dimension(const ValveSheet& sheet);
[[nodiscard]] std::string command_unit(const ValveSheet& sheet);  // "V" or "1"

// ---- cylinders
struct Piston {
  double area_A = 0.0, area_B = 0.0;  // [m²]
  double bore = 0.0, rod = 0.0;       // [m]; where areas are given, of circles with these areas
};
[[nodiscard]] Piston size_piston(const CylinderSheet& sheet, const Where& where,
                                 SizingProblems& problems);

struct SizedCylinder {
  Cylinder cylinder;
  double vent = 1e5;                        // [Pa]
  double cushion_A = 0.0, cushion_B = 0.0;  // C of the open bores [m³/s/√Pa]
};
[[nodiscard]] SizedCylinder size_cylinder(const CylinderSheet& sheet, const Densities& densities,
                                          const Where& where, SizingProblems& problems);

}  // namespace bramah
