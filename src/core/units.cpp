#include "core/units.h"

#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/expression.h"

namespace bramah {
namespace {

constexpr double kSameExponent = 1e-9;  // exponents are sums of a few decimals
constexpr std::size_t kRadian = 5, kSecond = 2;

struct Unit {
  const char* name;
  double factor;  // to SI
  Dimension dimension;
};

constexpr Dimension kNone{{0, 0, 0, 0, 0, 0}};
constexpr Dimension kLength{{1, 0, 0, 0, 0, 0}};
constexpr Dimension kVolume{{3, 0, 0, 0, 0, 0}};
constexpr Dimension kMass{{0, 1, 0, 0, 0, 0}};
constexpr Dimension kTime{{0, 0, 1, 0, 0, 0}};
constexpr Dimension kFrequency{{0, 0, -1, 0, 0, 0}};
constexpr Dimension kTemperature{{0, 0, 0, 1, 0, 0}};
constexpr Dimension kCurrent{{0, 0, 0, 0, 1, 0}};
constexpr Dimension kAngle{{0, 0, 0, 0, 0, 1}};
constexpr Dimension kAngularSpeed{{0, 0, -1, 0, 0, 1}};
constexpr Dimension kForce{{1, 1, -2, 0, 0, 0}};
constexpr Dimension kTorque{{2, 1, -2, 0, 0, 0}};
constexpr Dimension kPressure{{-1, 1, -2, 0, 0, 0}};
constexpr Dimension kPower{{2, 1, -3, 0, 0, 0}};
constexpr Dimension kVoltage{{2, 1, -3, 0, -1, 0}};
constexpr Dimension kFlow{{3, 0, -1, 0, 0, 0}};
constexpr Dimension kViscosity{{-1, 1, -1, 0, 0, 0}};
constexpr Dimension kKinematicViscosity{{2, 0, -1, 0, 0, 0}};
constexpr double kPi = std::numbers::pi;

// Exact by definition: yard and pound (1959), US gallon of 231 cubic inches, standard gravity.
constexpr double kInch = 0.0254;                         // [m]
constexpr double kPound = 0.45359237;                    // [kg]
constexpr double kGravity = 9.80665;                     // [m/s2]
constexpr double kGallon = 231 * kInch * kInch * kInch;  // [m3]
constexpr double kPoundForce = kPound * kGravity;        // [N]

constexpr Unit kUnits[] = {
    {"m", 1.0, kLength},
    {"mm", 1e-3, kLength},
    {"cm", 1e-2, kLength},
    {"um", 1e-6, kLength},
    {"km", 1e3, kLength},
    {"dm", 1e-1, kLength},
    {"in", kInch, kLength},
    {"ft", 12 * kInch, kLength},
    {"kg", 1.0, kMass},
    {"g", 1e-3, kMass},
    {"t", 1e3, kMass},
    {"lb", kPound, kMass},
    {"s", 1.0, kTime},
    {"ms", 1e-3, kTime},
    {"us", 1e-6, kTime},
    {"min", 60.0, kTime},
    {"h", 3600.0, kTime},
    {"N", 1.0, kForce},
    {"kN", 1e3, kForce},
    {"MN", 1e6, kForce},
    {"daN", 10.0, kForce},
    {"kgf", kGravity, kForce},
    {"lbf", kPoundForce, kForce},
    {"Nm", 1.0, kTorque},
    {"kNm", 1e3, kTorque},
    {"MNm", 1e6, kTorque},
    {"Nmm", 1e-3, kTorque},
    {"Pa", 1.0, kPressure},
    {"kPa", 1e3, kPressure},
    {"MPa", 1e6, kPressure},
    {"GPa", 1e9, kPressure},
    {"hPa", 1e2, kPressure},
    {"bar", 1e5, kPressure},
    {"mbar", 1e2, kPressure},
    {"atm", 101325.0, kPressure},
    {"psi", 6894.757293168361, kPressure},  // kPoundForce/kInch²
    {"ksi", 6894757.293168361, kPressure},
    {"l", 1e-3, kVolume},
    {"L", 1e-3, kVolume},
    {"ml", 1e-6, kVolume},
    {"mL", 1e-6, kVolume},
    {"cc", 1e-6, kVolume},
    {"ccm", 1e-6, kVolume},
    {"gal", kGallon, kVolume},
    {"lpm", 1e-3 / 60, kFlow},
    {"gpm", kGallon / 60, kFlow},
    {"cSt", 1e-6, kKinematicViscosity},
    {"cP", 1e-3, kViscosity},
    {"deg", kPi / 180, kAngle},
    {"rad", 1.0, kAngle},
    {"mrad", 1e-3, kAngle},
    {"rev", 2 * kPi, kAngle},
    {"rpm", kPi / 30, kAngularSpeed},
    {"Hz", 1.0, kFrequency},
    {"kHz", 1e3, kFrequency},
    {"V", 1.0, kVoltage},
    {"mV", 1e-3, kVoltage},
    {"A", 1.0, kCurrent},
    {"mA", 1e-3, kCurrent},
    {"W", 1.0, kPower},
    {"kW", 1e3, kPower},
    {"hp", 550 * 12 * kInch* kPoundForce, kPower},  // 550 ft lbf/s
    {"PS", 75 * kGravity, kPower},                  // 75 m kgf/s
    {"J", 1.0, kTorque},
    {"kJ", 1e3, kTorque},
    {"K", 1.0, kTemperature},
    {"%", 1e-2, kNone},
};

// Dimensions that engineers have a name for, with the SI unit they write.
struct Named {
  const char* name;
  const char* unit;
};
constexpr Named kNamed[] = {
    {"a number", "1"},
    {"a length", "m"},
    {"an area", "m2"},
    {"a volume", "m3"},
    {"a mass", "kg"},
    {"a time", "s"},
    {"a temperature", "K"},
    {"a current", "A"},
    {"an angle", "rad"},
    {"an angular speed", "rad/s"},
    {"an angular acceleration", "rad/s2"},
    {"a frequency", "Hz"},
    {"a speed", "m/s"},
    {"an acceleration", "m/s2"},
    {"a force", "N"},
    {"a torque", "N m"},
    {"a pressure", "Pa"},
    {"a compressibility", "1/Pa"},
    {"a power", "W"},
    {"a voltage", "V"},
    {"a flow", "m3/s"},
    {"a density", "kg/m3"},
    {"a kinematic viscosity", "m2/s"},
    {"a dynamic viscosity", "Pa s"},
    {"a moment of inertia", "kg m2"},
    {"a stiffness", "N/m"},
    {"a damping coefficient", "N s/m"},
    {"a torsional stiffness", "N m/rad"},
    {"a torsional damping coefficient", "N m s/rad"},
    {"a flow coefficient", "m3/s/Pa^0.5"},
    {"a flow coefficient per volt", "m3/s/V/Pa^0.5"},
    {"a leakage conductance", "m3/s/Pa"},
};

const Named* find_named(const Dimension& dimension) {
  for (const auto& named : kNamed)
    if (identical(dimension_of(named.unit), dimension)) return &named;
  return nullptr;
}

bool only_seconds_and_radians(const Dimension& d) {
  for (std::size_t i = 0; i < d.exponent.size(); ++i)
    if (i != kSecond && i != kRadian && std::abs(d.exponent[i]) > kSameExponent) return false;
  return true;
}

}  // namespace

Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension c = a;
  for (std::size_t i = 0; i < c.exponent.size(); ++i) c.exponent[i] += b.exponent[i];
  return c;
}

Dimension operator/(const Dimension& a, const Dimension& b) { return a * power(b, -1.0); }

Dimension power(const Dimension& a, double exponent) {
  Dimension c = a;
  for (double& e : c.exponent) e *= exponent;
  return c;
}

bool identical(const Dimension& a, const Dimension& b) {
  for (std::size_t i = 0; i < a.exponent.size(); ++i)
    if (!(std::abs(a.exponent[i] - b.exponent[i]) <= kSameExponent)) return false;
  return true;
}

bool compatible(const Dimension& a, const Dimension& b) {
  if (only_seconds_and_radians(a)) return identical(a, b);
  Dimension c = a;
  c.exponent[kRadian] = b.exponent[kRadian];
  return identical(c, b);
}

bool dimensionless(const Dimension& a) { return identical(a, Dimension{}); }

std::optional<Quantity> find_unit(std::string_view name) {
  for (const auto& unit : kUnits)
    if (name == unit.name) return Quantity{unit.factor, unit.dimension};
  return std::nullopt;
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const auto& unit : kUnits) names.emplace_back(unit.name);
  return names;
}

Quantity parse_quantity(std::string_view text) { return evaluate(text, Scope{}); }

Dimension dimension_of(std::string_view unit) { return parse_quantity(unit).dimension; }

double parse_as(std::string_view text, std::string_view unit) {
  const Quantity found = parse_quantity(text), expected = parse_quantity(unit);
  if (!compatible(expected.dimension, found.dimension))
    throw QuantityError("expected " + describe(expected.dimension) + ", e.g. 1 " +
                        std::string(unit) + "; found " + std::string(text) + " (" +
                        describe(found.dimension) + ")");
  return found.value / expected.value;
}

std::string si_name(const Dimension& dimension) {
  if (const Named* named = find_named(dimension)) return named->unit;
  static constexpr const char* kBase[] = {"m", "kg", "s", "K", "A", "rad"};
  std::string text;
  for (std::size_t i = 0; i < dimension.exponent.size(); ++i) {
    const double e = dimension.exponent[i];
    if (std::abs(e) <= kSameExponent) continue;
    text += (text.empty() ? "" : " ") + std::string(kBase[i]);
    if (e != 1.0) text += "^" + short_number(e);
  }
  return text;
}

std::string describe(const Dimension& dimension) {
  if (const Named* named = find_named(dimension)) return named->name;
  Dimension without_angle = dimension;
  without_angle.exponent[kRadian] = 0.0;
  if (!only_seconds_and_radians(dimension))
    if (const Named* named = find_named(without_angle)) return named->name;
  return "a quantity in " + si_name(dimension);
}

std::string short_number(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace bramah
