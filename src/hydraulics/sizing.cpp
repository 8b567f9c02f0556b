#include "hydraulics/sizing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bramah {

namespace {

constexpr const char* kCoefficientUnit = "m3/s/Pa^0.5";
// A piston on its metal stop yields by that depth under that pressure.
constexpr double kStopPressure = 3.5e7, kStopDepth = 1e-4;  // [Pa], [m]

// ------------------------------------------------------------------------------------ throttles
// Density for an area: of the named fluid, else of the only one.
std::optional<double> density_of(const FlowSize& size, const Densities& densities,
                                 const Where& where, SizingProblems& problems) {
  if (!size.fluid.empty()) {
    const auto found = densities.find(size.fluid);
    if (found != densities.end()) return found->second;
    problems.push_back({where, "there is no fluid \"" + size.fluid + "\""});
    return std::nullopt;
  }
  if (densities.size() == 1) return densities.begin()->second;
  problems.push_back({where, densities.empty()
                                 ? "an area needs the oil's density; add fluid: {density: 850 "
                                   "kg/m3, bulk: 1500 MPa}"
                                 : "the file has several fluids; add fluid: <name>"});
  return std::nullopt;
}

// C from the coefficient of the full command.
std::optional<Quantity> per_command(double full, const FlowSize& size, const Where& where,
                                    SizingProblems& problems) {
  const Quantity at = full_command(size);
  const bool volts = identical(at.dimension, dimension_of("V"));
  if ((!volts && !dimensionless(at.dimension)) || !(at.value > 0.0)) {
    problems.push_back({where, "at: expected a command above zero, a number or volts; found " +
                                   describe(at.dimension)});
    return std::nullopt;
  }
  return Quantity{full / at.value, dimension_of(kCoefficientUnit) / at.dimension};
}

// ------------------------------------------------------------------------------------ cylinders
constexpr double kQuarterPi = std::numbers::pi / 4.0;

double diameter(double area) { return std::sqrt(4.0 * area / std::numbers::pi); }

std::string millimetres(double length) { return short_number(length * 1e3) + " mm"; }

Piston size_plunger(const CylinderSheet& sheet, const Where& where, SizingProblems& problems) {
  Piston piston;
  if (sheet.bore || sheet.area_B || sheet.rod.has_value() == sheet.area_A.has_value()) {
    problems.push_back({where, "a plunger has a rod or an area_A, and nothing else"});
    return piston;
  }
  piston.area_A = sheet.rod ? kQuarterPi * *sheet.rod * *sheet.rod : *sheet.area_A;
  piston.area_B = piston.area_A;  // the air presses on the whole rod
  piston.bore = sheet.rod ? *sheet.rod : diameter(piston.area_A);
  return piston;
}

void check_friction(const FrictionSpec& friction, SizingProblems& problems) {
  if (friction.breakaway && *friction.breakaway < friction.coulomb)
    problems.push_back({friction.where, "friction: static (" + short_number(*friction.breakaway) +
                                            " N) must not be below coulomb (" +
                                            short_number(friction.coulomb) + " N)"});
  const bool slips = friction.coulomb > 0.0 || friction.breakaway.value_or(0.0) > 0.0 ||
                     friction.seal > 0.0 || friction.efficiency.value_or(1.0) < 1.0;
  if (friction.bristles && !slips)
    problems.push_back({friction.where,
                        "friction: lugre: bristles need a force at which they slip, e.g. coulomb: "
                        "400 N"});
}

// Without oil at B nothing may be said about it.
void check_sides(const CylinderSheet& sheet, const Where& where, SizingProblems& problems) {
  if (sheet.double_acting()) {
    if (sheet.vent)
      problems.push_back(
          {where, "vent belongs to acting: single or plunger; here B is full of oil"});
    return;
  }
  const auto refuse = [&](bool given, const std::string& key) {
    if (given)
      problems.push_back({where, key + " belongs to a double-acting cylinder; here B has no oil"});
  };
  refuse(sheet.hose_B.volume > 0.0, "hose_B");
  refuse(sheet.cushion_B.has_value(), "cushion_B");
  refuse(sheet.leakage > 0.0, "leakage");
}

void check_ends(const CylinderSheet& sheet, const Where& where, SizingProblems& problems) {
  const double cushions = (sheet.cushion_A ? sheet.cushion_A->length : 0.0) +
                          (sheet.cushion_B ? sheet.cushion_B->length : 0.0);
  const std::string stroke = "longer than the stroke (" + millimetres(sheet.stroke) + ")";
  if (cushions > sheet.stroke)
    problems.push_back({where, "the cushions (" + millimetres(cushions) + ") are " + stroke});
  if (sheet.end_damper && 2.0 * sheet.end_damper->length > sheet.stroke)
    problems.push_back({where, "the two end dampers (" + millimetres(sheet.end_damper->length) +
                                   " each) are " + stroke});
}

double size_cushion(const std::optional<CushionSpec>& cushion, const std::string& key,
                    const Densities& densities, SizingProblems& problems) {
  if (!cushion) return 0.0;
  SizingProblems found;
  const double c = fixed_coefficient(cushion->size, "a cushion", densities, cushion->where, found);
  for (const SizingProblem& p : found) problems.push_back({p.where, key + ": " + p.text});
  return c;
}

Cylinder to_cylinder(const CylinderSheet& sheet, const Piston& piston) {
  Cylinder cylinder;
  cylinder.area_A = piston.area_A, cylinder.area_B = piston.area_B;
  cylinder.closed = sheet.closed, cylinder.stroke = sheet.stroke;
  const FrictionSpec& friction = sheet.friction;
  cylinder.viscous = friction.viscous, cylinder.coulomb = friction.coulomb;
  cylinder.lost_share = friction.efficiency ? 1.0 - *friction.efficiency : 0.0;
  cylinder.tanh_speed = friction.speed;
  cylinder.stop_stiffness = kStopPressure * cylinder.area_A / kStopDepth;
  if (sheet.end_damper) {
    cylinder.damper_length = sheet.end_damper->length;
    cylinder.damper_stiffness = sheet.end_damper->stiffness;
    cylinder.damper_damping = sheet.end_damper->damping;
    cylinder.damper_pulls = sheet.end_damper->pulls;
  }
  cylinder.breakaway = friction.breakaway.value_or(0.0);
  cylinder.stribeck_speed = friction.stribeck_speed;
  cylinder.seal = friction.seal;
  if (friction.bristles) {
    cylinder.bristles = true;
    cylinder.bristle_stiffness = friction.bristles->stiffness;
    cylinder.bristle_damping = friction.bristles->damping;
  }
  return cylinder;
}

}  // namespace

bool has_flow(const FlowSize& size) { return size.coefficient || size.flow || size.area; }

Quantity full_command(const FlowSize& size) { return size.at.value_or(Quantity{1.0, {}}); }

std::optional<Quantity> flow_coefficient(const FlowSize& size, const Densities& densities,
                                         const Where& where, SizingProblems& problems) {
  const int ways = (size.coefficient ? 1 : 0) + (size.flow ? 1 : 0) + (size.area ? 1 : 0);
  if (ways != 1) {
    problems.push_back({where, "expected one of coefficient, nominal and area; found " +
                                   (ways == 0 ? std::string("none") : std::to_string(ways))});
    return std::nullopt;
  }
  if (size.coefficient) return size.coefficient;
  if (size.flow) {
    if (!size.drop) {
      problems.push_back({where, "a nominal flow needs the drop at which it passes"});
      return std::nullopt;
    }
    return per_command(*size.flow / std::sqrt(*size.drop), size, where, problems);
  }
  if (!size.discharge) {
    problems.push_back({where, "an area needs a discharge coefficient, e.g. discharge: 0.67"});
    return std::nullopt;
  }
  const auto density = density_of(size, densities, where, problems);
  if (!density) return std::nullopt;
  return per_command(*size.discharge * *size.area * std::sqrt(2.0 / *density), size, where,
                     problems);
}

double fixed_coefficient(const FlowSize& size, const char* who, const Densities& densities,
                         const Where& where, SizingProblems& problems) {
  const auto c = flow_coefficient(size, densities, where, problems);
  if (!c) return 0.0;
  if (!compatible(dimension_of(kCoefficientUnit), c->dimension))
    problems.push_back({where, std::string("the coefficient of ") + who + " has no volts; found " +
                                   describe(c->dimension)});
  return c->value;
}

Volume size_hose(const HoseSpec& hose, const Fluid& fluid) {
  Volume volume;
  volume.fluid = fluid;
  volume.dead = hose.volume;
  volume.dead_wall = hose.wall ? hose.volume / *hose.wall : 0.0;
  return volume;
}

Volume size_chamber(const HoseSpec& hose, const Fluid& fluid, double area,
                    const std::optional<double>& wall) {
  Volume chamber = size_hose(hose, fluid);
  chamber.area = area;
  chamber.barrel = wall ? 1.0 / *wall : 0.0;
  return chamber;
}

Piston size_piston(const CylinderSheet& sheet, const Where& where, SizingProblems& problems) {
  if (sheet.acting == CylinderSheet::Acting::plunger) return size_plunger(sheet, where, problems);
  const bool diameters = sheet.bore || sheet.rod, areas = sheet.area_A || sheet.area_B;
  if (diameters == areas || (diameters && !(sheet.bore && sheet.rod)) ||
      (areas && !(sheet.area_A && sheet.area_B))) {
    problems.push_back({where, "expected bore and rod, or area_A and area_B"});
    return {};
  }
  if (areas)
    return {*sheet.area_A, *sheet.area_B, diameter(*sheet.area_A),
            diameter(std::max(0.0, *sheet.area_A - *sheet.area_B))};
  const double bore = *sheet.bore, rod = *sheet.rod;
  const Piston piston{kQuarterPi * bore * bore, kQuarterPi * (bore * bore - rod * rod), bore, rod};
  if (rod >= bore)
    problems.push_back(
        {sheet.rod_where, "rod (" + millimetres(rod) + ") must be thinner than bore (" +
                              millimetres(bore) + "); the rod-side area would be " +
                              short_number(piston.area_B, 3) + " m². Are the two swapped?"});
  return piston;
}

SizedCylinder size_cylinder(const CylinderSheet& sheet, const Densities& densities,
                            const Where& where, SizingProblems& problems) {
  SizedCylinder out;
  out.cylinder = to_cylinder(sheet, size_piston(sheet, where, problems));
  check_friction(sheet.friction, problems);
  check_sides(sheet, where, problems);
  out.cushion_A = size_cushion(sheet.cushion_A, "cushion_A", densities, problems);
  out.cushion_B = size_cushion(sheet.cushion_B, "cushion_B", densities, problems);
  check_ends(sheet, where, problems);
  out.vent = sheet.vent.value_or(out.vent);
  return out;
}

}  // namespace bramah
