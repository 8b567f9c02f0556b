// Parts of a circuit: the oil that they pass, what one says about itself (PartInfo), its equations, how
// it is drawn, and how one of your own is made known (examples/own_part.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bramah/basics.h"

namespace bramah {

// ------------------------------------------------------------------------------------------ fluid
// The oil of one circuit: density, viscosity and how it yields to pressure.
//
// Liquid, one of
//   constant      beta
//   polynomial    (1 + a p + b p²)/(a + 2 b p)                           [Naya2011, Eq. 3]
//   logarithmic   a1 beta_max log10(a2 p/p_max + a3)                     [Malysheva2021, Eq. 2.42]
// each continued with finite slopes where its formula leaves its range.
//
// With entrained air and vapour, the specific volume (1 at atmospheric pressure p0) is
//   v(p) = (1 - alpha) v_liquid + alpha (p0/p)^(1/n) + sigma u⁴,   u = max(0, W/(p - p_v) - 1)
//   B_e = -v/v'
// The vapour term begins at p_v + W with three continuous derivatives. It makes B_e ≈ (p - p_v)/4
// near p_v: a flow out of a volume empties it, and the pressure does not pass p_v. Oil that is said
// to bear tension (as in papers, which have no vapour) has no such term.
//
// A pressure near p_v tells little about how empty a volume is, and no step can follow it. So the
// state of a volume is its pressure above p_t = p0 (or p_v + 2 W), and below
//   pi = p_t - B_t ln(v/v_t),   B_t, v_t at p_t
// with a continuous slope: what is missing of its oil, in the units of a pressure.

struct BulkModulus {
  double value;  // beta [Pa]
  double by_p;   // dbeta/dp [-]
};

struct LogDensity {
  double value;  // ln(rho/rho0) = -ln v [-]
  double by_p;   // 1/B_e [1/Pa]
};

struct LogPressure {
  double p;       // [Pa]
  double by_log;  // [Pa]
  int iterations;
};

struct StatePressure {
  double p;          // [Pa]
  double by_state;   // dp/dpi [-]
  double by_state2;  // its slope by the state [1/Pa]
};

struct Fluid {
  double density = 850.0;  // rho [kg/m³], at atmospheric pressure
  double bulk = 1.5e9;     // beta [Pa], used unless polynomial or logarithmic
  bool polynomial = false;
  double a = 0.0, b = 0.0;  // [1/Pa], [1/Pa²]
  bool logarithmic = false;
  double a1 = 0.5, a2 = 90.0, a3 = 3.0;    // [-]
  double bulk_max = 1.8e9, p_max = 2.8e7;  // [Pa]
  double viscosity = 46e-6;                // nu [m²/s]
  double air = 0.0;                        // alpha: share of the volume at p0 [-]
  double polytropic = 1.4;                 // n of the air [-]
  bool tension = false;                    // without air: bears it, there is no vapour
  double vapour = 0.0;                     // p_v [Pa]; not negative where there is air

  static constexpr double kAtmosphere = 101325.0;  // p0 [Pa]
  static constexpr double kVapourWidth = 2e4;      // W [Pa]
  static constexpr double kVapourShare = 1e-3;     // sigma [-]: vapour is half of v at p_v + 3 kPa

  // Effective bulk modulus; positive and with a finite slope at any p.
  [[nodiscard]] BulkModulus bulk_modulus(double p) const noexcept {
    if (air > 0.0 || (!tension && p < vapour + kVapourWidth)) return mixture_bulk_modulus(p);
    if (!polynomial && !logarithmic) return {bulk, 0.0};
    return liquid_bulk_modulus(p);
  }

  // Rises with p, to minus infinity as p -> p_v; continued along the tangent below p_v + 2 Pa.
  [[nodiscard]] LogDensity log_density(double p) const noexcept;

  // p where log_density(p) + wall (p - p0) = x; `wall` [1/Pa] is what the container's walls yield.
  [[nodiscard]] LogPressure pressure(double x, double wall = 0.0) const noexcept;

  // Below, the state of a volume is not its pressure [Pa]; minus infinity: nowhere.
  [[nodiscard]] double torn_below() const noexcept {
    if (tension && air == 0.0) return -std::numeric_limits<double>::infinity();
    return std::max(kAtmosphere, vapour + 2.0 * kVapourWidth);
  }
  [[nodiscard]] double state(double p) const noexcept;
  [[nodiscard]] StatePressure pressure_of_state(double state) const noexcept;

 private:
  [[nodiscard]] BulkModulus liquid_bulk_modulus(double p) const noexcept;
  [[nodiscard]] BulkModulus mixture_bulk_modulus(double p) const noexcept;
};

// Mineral oils of ISO 11158: the viscosity is that of the class at 40 °C, the density of a typical
// data sheet, the bulk modulus a round figure for 40 °C and 200 bar; 0.5 % air.
[[nodiscard]] Fluid hlp32();
[[nodiscard]] Fluid hlp46();

// ------------------------------------------------------------------------------------------- part
// One part of a circuit: flows into its ports and rates of its own states, as pure functions.
//
//   x = [potential of each port | own states | inputs | s, sdot]     (s, sdot: parts on a stroke)
//   f = [flow into each port's node | rates of own states | force]   (force: cylinders, gears)
//
// At a hydraulic port the potential is an absolute pressure [Pa] and the flow is [m³/s]; at a shaft
// port they are a speed [rad/s] and a torque [N m]. Power is their product either way, so one audit
// serves both. A port that is connected to nothing has potential 0, and its flow is not used.

struct PartShape {
  int ports = 0, states = 0, inputs = 0;
  bool stroke = false;  // reads (s, sdot) of a cylinder or of a joint
  bool force = false;   // and pushes

  constexpr int in() const { return ports + states + inputs + (stroke ? 2 : 0); }
  constexpr int out() const { return ports + states + (force ? 1 : 0); }
};

// What becomes of the power that a part takes from its ports' nodes [W]:
//   -sum(potential * flow) = lost + stored + work - supplied
struct PartPower {
  double lost = 0.0;      // to heat
  double stored = 0.0;    // rate of its energy: gas, a moving column of oil
  double work = 0.0;      // on a mechanism
  double supplied = 0.0;  // from outside: a pump with no shaft
};

struct StateLimits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

class Part {
 public:
  explicit Part(PartShape shape) : shape_(shape) {}
  virtual ~Part() = default;
  const PartShape& shape() const noexcept { return shape_; }

  // f(x); `mode` is what mode() said, held while Newton settles.
  virtual void evaluate(const double* x, int mode, double* f) const noexcept = 0;
  // f(x) and df/dx, row by row: out() rows of in() numbers.
  virtual void linearise(const double* x, int mode, double* f, double* slopes) const noexcept = 0;
  // After evaluate() at the same x.
  virtual PartPower power(const double* x, int mode, const double* f) const noexcept = 0;

  // Oil that it holds itself [m³], and how fast that grows; after evaluate().
  virtual double oil(const double* /*x*/) const noexcept { return 0.0; }
  virtual double oil_rate(const double* /*f*/) const noexcept { return 0.0; }

  // Flows inside the part that are worth a channel of their own.
  virtual int edges() const noexcept { return 0; }
  virtual double edge_flow(int /*edge*/, const double* /*x*/) const noexcept { return 0.0; }

  // Where the equations bend: zeros of these functions of x. A variable-step integrator restarts
  // there; `margin` is how far past zero one must be for certain.
  virtual int kinks() const noexcept { return 0; }
  virtual double kink(int /*which*/, const double* /*x*/) const noexcept { return 1.0; }
  virtual double kink_margin(int /*which*/) const noexcept { return 1e-9; }

  // Which branch of a switch holds at x; parts without one have mode 0.
  virtual int mode(const double* /*x*/) const noexcept { return 0; }
  // Hard stops of a state: there its rate is zero unless it leads back.
  virtual StateLimits limits(int /*state*/) const noexcept { return {}; }
  // Where a state may start.
  virtual StateLimits start_range(int state) const noexcept { return limits(state); }
  // Size of a state, for Newton's tolerance.
  virtual double scale(int /*state*/) const noexcept { return 1.0; }
  // Whether f[output] may ever change with x[input]: what never does has no place in the tangent.
  virtual bool depends(int /*output*/, int /*input*/) const noexcept { return true; }

 private:
  PartShape shape_;
};

// A part from a plain struct C with
//   static constexpr PartShape kShape;
//   template <class T> void equations(const T* x, T* f) const noexcept;
//   PartPower power(const double* x, const double* f) const noexcept;
// and, where needed, limits(state), scale(state), oil(x), oil_rate(f), a static depends(output, input),
// and kinks(), kink(which, x) and kink_margin(which) together.
template <class C>
class PartOf final : public Part {
 public:
  explicit PartOf(const C& component) : Part(C::kShape), component_(component) {}

  void evaluate(const double* x, int, double* f) const noexcept override {
    component_.template equations<double>(x, f);
  }
  void linearise(const double* x, int, double* f, double* slopes) const noexcept override {
    constexpr int kIn = C::kShape.in(), kOut = C::kShape.out();
    std::array<Dual<kIn>, kIn> at;
    std::array<Dual<kIn>, kOut> out;
    for (int i = 0; i < kIn; ++i) at[i] = Dual<kIn>::variable(x[i], i);
    component_.template equations<Dual<kIn>>(at.data(), out.data());
    for (int r = 0; r < kOut; ++r) {
      f[r] = out[r].v;
      for (int i = 0; i < kIn; ++i) slopes[r * kIn + i] = out[r].d[i];
    }
  }
  bool depends(int output, int input) const noexcept override {
    if constexpr (requires { C::depends(output, input); }) return C::depends(output, input);
    return true;
  }
  PartPower power(const double* x, int, const double* f) const noexcept override {
    return component_.power(x, f);
  }
  StateLimits limits(int state) const noexcept override {
    if constexpr (requires { component_.limits(state); }) return component_.limits(state);
    return {};
  }
  StateLimits start_range(int state) const noexcept override {
    if constexpr (requires { component_.start_range(state); }) return component_.start_range(state);
    return limits(state);
  }
  double oil(const double* x) const noexcept override {
    if constexpr (requires { component_.oil(x); }) return component_.oil(x);
    return 0.0;
  }
  double oil_rate(const double* f) const noexcept override {
    if constexpr (requires { component_.oil_rate(f); }) return component_.oil_rate(f);
    return 0.0;
  }
  double scale(int state) const noexcept override {
    if constexpr (requires { component_.scale(state); }) return component_.scale(state);
    return 1.0;
  }
  int kinks() const noexcept override {
    if constexpr (requires { component_.kinks(); }) return component_.kinks();
    return 0;
  }
  double kink(int which, const double* x) const noexcept override {
    if constexpr (requires { component_.kinks(); }) return component_.kink(which, x);
    return 1.0;
  }
  double kink_margin(int which) const noexcept override {
    if constexpr (requires { component_.kinks(); }) return component_.kink_margin(which);
    return 1e-9;
  }
  const C& component() const noexcept { return component_; }

 private:
  C component_;
};

// ----------------------------------------------------------------------------------- part diagram
// How a circuit diagram uses a part's symbol: what the part is for, what of it moves, and where in
// the symbol's box the lines to its ports end. Told beside each part, so that whoever draws a
// circuit needs no list of types.

// Where the line to a port ends, in the symbol's box: x to the right from 0 to 100, y down from 0
// to 60, before the symbol is turned.
struct Anchor {
  enum class Towards { left, right, up, down };  // the way the line leaves the box
  std::string port;
  double x = 0.0, y = 0.0;
  Towards towards = Towards::down;
  bool pilot = false;  // a thin dashed line: it only feels a pressure
  std::string lead{};  // SVG path from the symbol to here, drawn dashed where the port is used
};

struct DiagramInfo {
  // actuators on top, then what sits in their lines, valves, compensators, shuttles, and at the
  // bottom pumps and the drives that turn them.
  enum class Role { line, check, relief, actuator, valve, compensator, shuttle, pump, drive };
  // piston: moves with the channel `length`; spool: the middle one of three boxes is at rest.
  enum class Motion { none, piston, spool };
  Role role = Role::line;
  std::vector<Anchor> anchors{};  // ports that are missing get a free place along the edges
  Motion motion = Motion::none;
};

// An anchor for each of `ports`, in their order.
[[nodiscard]] std::vector<Anchor> anchors_of(const DiagramInfo& diagram,
                                             const std::vector<std::string>& ports);

// ---- shapes that many symbols share
[[nodiscard]] inline Anchor pilot(std::string port, double x, double y, Anchor::Towards towards) {
  return {std::move(port), x, y, towards, true, {}};
}
// A line from the left to the right, and what else there is.
[[nodiscard]] std::vector<Anchor> through(const std::string& left, const std::string& right,
                                          double y = 30.0, std::vector<Anchor> more = {});
// Delivery above, suction below.
[[nodiscard]] DiagramInfo pump_diagram(Anchor shaft = {"shaft", 90, 30, Anchor::Towards::right});
[[nodiscard]] DiagramInfo motor_diagram();        // lines above and below
[[nodiscard]] DiagramInfo compensator_diagram();  // P to A, load pressures below
[[nodiscard]] DiagramInfo cylinder_diagram();     // both lines below
// A and B above, P and T below them.
[[nodiscard]] DiagramInfo four_port_diagram(double left, double right,
                                            std::vector<Anchor> more = {},
                                            DiagramInfo::Motion motion = DiagramInfo::Motion::none);

// ------------------------------------------------------------------------------------------ parts
// What a part of the catalogue says about itself: from this the machine file's keys, the schema,
// the channels and the catalogue page are made. One PartInfo per type, beside its equations.
//
// A part of one's own is a struct with equations (bramah/parts.h) and a PartInfo whose `make` yields
// it. LoadOptions::parts hands it to load() and load_text(); the file then uses it under
// `components:` like any other. examples/own_part.cpp is one.
constexpr double kRequired = std::numeric_limits<double>::quiet_NaN();

struct ParameterInfo {
  enum class Bound { any, positive, not_negative, fraction };  // fraction: 0 to 1
  std::string name{};
  std::string unit{};           // SI, e.g. "Pa", "m3/s", "1"
  double fallback = kRequired;  // in SI
  std::string doc{};
  // Range a machine builder meets, e.g. "20 ... 350 bar"; loading warns of a value far from it.
  std::string typical{};
  Bound bound = Bound::not_negative;
  std::vector<std::string> choices{};  // words instead of a number: the value is the word's place
  std::string fallback_text{};         // how the fallback is written in a file, e.g. "2 bar"
};

struct PortInfo {
  enum class Kind { hydraulic, shaft };
  std::string name;
  std::string doc;
  bool optional = false;
  Kind kind = Kind::hydraulic;
};

struct InputInfo {
  std::string name;
  std::string unit;
  std::string doc;
  double fallback = kRequired;  // NaN: must be given, as a value or a signal
  std::string typical{};        // of a value, as ParameterInfo::typical
};

struct StateInfo {
  std::string name;  // channel suffix: "spool" gives lift_valve.spool
  std::string unit;
  std::string doc;
  double start = 0.0;       // unless the file says otherwise
  std::string start_key{};  // key of the file that sets it; empty: none
};

// Parameters in the order of `parameters`, in SI.
using MakePart = std::unique_ptr<const Part> (*)(std::span<const double> parameters, const Fluid&);

// What the energy that a part loses was spent on, in the summary of a run.
enum class Spent { lines, valves, relief, leakage, pumps, motors, loads };

// What a part does to a joint of the mechanism. One that turns or slides it reads that coordinate as
// its stroke and pushes it (PartShape::stroke, force); the file names the joint with `joint`.
enum class Drives { nothing, turn, slide };

struct PartInfo {
  std::string type;      // "relief_valve"
  std::string title;     // "Relief valve"
  std::string doc;       // what it is for, in a sentence or two
  std::string equation;  // plain text with Unicode, one equation a line
  std::string source;    // paper and equation numbers, or "standard"
  // Key table of the section that it has to itself: "valve"; empty: it is written under
  // `components`, with the keys below. The former are made from what hydraulics/sizing.h makes of
  // their sheets and need no `make`.
  std::string table{};
  std::vector<PortInfo> ports{};  // in the order of Part's x
  std::vector<ParameterInfo> parameters{};
  std::vector<InputInfo> inputs{};  // in the order of Part's x
  std::vector<StateInfo> states{};  // in the order of Part's x
  std::string symbol{};   // SVG elements in a 100 x 60 box, ISO 1219 style, stroke="currentColor"
  DiagramInfo diagram{};  // where lines meet the symbol, and what the part is for in a circuit
  std::string example{};  // YAML of a small complete machine that uses it; run by the tests
  MakePart make = nullptr;
  bool supplies = false;  // may take power from outside (PartPower::supplied)
  Spent spent = Spent::lines;
  Drives drives = Drives::nothing;
};

// All parts of the library, in the order of the catalogue page, and those written under
// `components`.
const std::vector<const PartInfo*>& catalogue();
const std::vector<const PartInfo*>& components();
const PartInfo* find_part(const std::string& type);  // null: there is none

// A part from a struct with equations: what `make` returns.
template <class C>
[[nodiscard]] std::unique_ptr<const Part> part_of(const C& component) {
  return std::make_unique<PartOf<C>>(component);
}

}  // namespace bramah
