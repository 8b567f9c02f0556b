// How a machine is solved: the axes of the solver, every choice once, with its name and one line
// about it. Reader, help, schema, JSON, studies and messages take the names from here; below the
// reader there are enumerations and no strings.
//
// A further choice is one enumerator and one record, in the same place of both lists; what it does
// is made where its axis lives (integrators/, constraints/, coupling/): docs/extending.md.
#pragma once

#include <array>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "bramah/basics.h"

namespace bramah {

struct PartInfo;   // bramah/parts.h
struct ForceInfo;  // bramah/forces.h

// ------------------------------------------------------------------------------------- the axes
enum class Coordinates { joint, natural };
enum class Constraints { al3, al1, partition, tree };
enum class IntegratorRule {
  trapezoidal,
  sdirk2,
  gen_alpha,
  rosenbrock,
  linear_euler,
  sundials,
  rk4,
  heun,
  euler,
  semi_euler
};
enum class CouplingKind { monolithic, guidance, multirate, cosimulation, surrogate };
enum class OilModel { dynamic, quasi_steady, pds, advpds };  // of small volumes
enum class TangentKind { exact, numerical };
enum class Substeps { on, off };
// Of single couplings and oil models.
enum class PseudoRule { euler, rk4, modified_heun };                 // inner loop of pds, advpds
enum class StrokeVelocity { constant, linear };                      // multirate
enum class CouplingVariables { velocity_pressure, velocity_force };  // cosimulation
enum class OilForesight { polynomial, interface_model };             // cosimulation
enum class CosimulationScheme { jacobi, gauss_seidel, iterated };
// What happens where a surrogate leaves what it was trained for.
enum class OutsidePolicy { warn, physics, stop };

template <class Enum>
struct Choice {
  Enum value;
  std::string_view name;
  std::string_view text;  // one line for help and documentation
  bool internal = false;  // not to be chosen: what a machine becomes by other keys
};

struct IntegratorChoice : Choice<IntegratorRule> {
  enum class Family { implicit, linearly_implicit, explicit_rule, reference };
  Family family = Family::implicit;
  int order = 2;
  bool variable = false;   // chooses its own steps
  double stability = 0.0;  // explicit: longest step times the fastest rate
  double tolerance = 0.0;  // of its own steps, relative, unless SolverSpec says another
};

// The records of an axis, in the order of its enumeration, and the name of its key.
template <class Enum>
struct Axis;

template <>
struct Axis<Coordinates> {
  static constexpr std::string_view key = "coordinates";
  static constexpr std::array<Choice<Coordinates>, 2> choices{{
      {Coordinates::joint, "joint", "relative coordinates of the joints (semi-recursive)"},
      {Coordinates::natural, "natural", "points and unit vectors, a constant mass matrix"},
  }};
};

template <>
struct Axis<Constraints> {
  static constexpr std::string_view key = "constraints";
  static constexpr std::array<Choice<Constraints>, 4> choices{{
      {Constraints::al3, "al3", "index-3 augmented Lagrangian with projections"},
      {Constraints::al1, "al1", "index-1 augmented Lagrangian, gaps decay"},
      {Constraints::partition, "partition", "independent coordinates, the others from the loops"},
      {Constraints::tree, "tree", "no loops left, a recursion in O(n)"},
  }};
};

template <>
struct Axis<IntegratorRule> {
  using Family = IntegratorChoice::Family;
  using Rule = IntegratorRule;
  static constexpr std::string_view key = "integrator";
  static constexpr std::array<IntegratorChoice, 10> choices{{
      {{Rule::trapezoidal, "trapezoidal", "the papers' rule; rings at long steps"}},
      {{Rule::sdirk2, "sdirk2", "two stages, L-stable"}},
      {{Rule::gen_alpha, "gen_alpha", "generalised alpha, damping by rho_inf"}},
      {{Rule::rosenbrock, "rosenbrock", "steps as long as the tolerance allows; no loops"},
       Family::linearly_implicit,
       3,
       true,
       0.0,
       1e-4},
      {{Rule::linear_euler, "linear_euler", "one linear solve a step; no loops"},
       Family::linearly_implicit,
       1},
      {{Rule::sundials, "sundials", "the reference: variable step and order, tight tolerances"},
       Family::reference,
       5,
       true,
       0.0,
       1e-10},
      {{Rule::rk4, "rk4", "the classical Runge-Kutta rule"}, Family::explicit_rule, 4, false, 2.78},
      {{Rule::heun, "heun", "two stages"}, Family::explicit_rule, 2, false, 2.0},
      {{Rule::euler, "euler", "forward Euler"}, Family::explicit_rule, 1, false, 2.0},
      {{Rule::semi_euler, "semi_euler", "semi-implicit (symplectic) Euler"},
       Family::explicit_rule,
       1,
       false,
       2.0},
  }};
};

template <>
struct Axis<CouplingKind> {
  static constexpr std::string_view key = "coupling";
  static constexpr std::array<Choice<CouplingKind>, 5> choices{{
      {CouplingKind::monolithic, "monolithic", "mechanism and oil in one Newton iteration"},
      {CouplingKind::guidance, "guidance", "cylinders follow recordings or signals, without oil"},
      {CouplingKind::multirate, "multirate", "oil with steps of its own inside the mechanism's"},
      {CouplingKind::cosimulation, "cosimulation", "sides that communicate once in a step"},
      {CouplingKind::surrogate, "surrogate", "a trained network in place of the oil", true},
  }};
};

template <>
struct Axis<OilModel> {
  static constexpr std::string_view key = "oil";
  static constexpr std::array<Choice<OilModel>, 4> choices{{
      {OilModel::dynamic, "dynamic", "small volumes as all others"},
      {OilModel::quasi_steady, "quasi_steady", "the pressure that balances their flows"},
      {OilModel::pds, "pds", "pseudo-dynamic solver"},
      {OilModel::advpds, "advpds", "advanced pseudo-dynamic solver"},
  }};
};

template <>
struct Axis<TangentKind> {
  static constexpr std::string_view key = "tangent";
  static constexpr std::array<Choice<TangentKind>, 2> choices{{
      {TangentKind::exact, "exact", "exact derivatives"},
      {TangentKind::numerical, "numerical", "forward differences [Jaiswal2021, Eqs. 40-41]"},
  }};
};

template <>
struct Axis<Substeps> {
  static constexpr std::string_view key = "substeps";
  static constexpr std::array<Choice<Substeps>, 2> choices{{
      {Substeps::on, "on", "a step is cut where its error or Newton asks for it"},
      {Substeps::off, "off", "one step of the rule, as in the papers"},
  }};
};

template <>
struct Axis<PseudoRule> {
  static constexpr std::string_view key = "inner";
  static constexpr std::array<Choice<PseudoRule>, 3> choices{{
      {PseudoRule::euler, "euler", "forward Euler"},
      {PseudoRule::rk4, "rk4", "the classical Runge-Kutta rule"},
      {PseudoRule::modified_heun, "modified_heun", "Heun's rule, modified [Malysheva2021, Ch. 4]"},
  }};
};

template <>
struct Axis<StrokeVelocity> {
  static constexpr std::string_view key = "velocity";
  static constexpr std::array<Choice<StrokeVelocity>, 2> choices{{
      {StrokeVelocity::constant, "constant", "within a step of the mechanism [Naya2011, Eq. 40]"},
      {StrokeVelocity::linear, "linear", "changes linearly within it"},
  }};
};

template <>
struct Axis<CouplingVariables> {
  static constexpr std::string_view key = "variables";
  static constexpr std::array<Choice<CouplingVariables>, 2> choices{{
      {CouplingVariables::velocity_pressure, "velocity_pressure", "the mechanism gets pressures"},
      {CouplingVariables::velocity_force, "velocity_force", "it gets the cylinder's force"},
  }};
};

template <>
struct Axis<OilForesight> {
  static constexpr std::string_view key = "input";
  static constexpr std::array<Choice<OilForesight>, 2> choices{{
      {OilForesight::polynomial, "polynomial", "strokes are extrapolated"},
      {OilForesight::interface_model, "interface_model", "a small model of the mechanism"},
  }};
};

template <>
struct Axis<CosimulationScheme> {
  static constexpr std::string_view key = "scheme";
  static constexpr std::array<Choice<CosimulationScheme>, 3> choices{{
      {CosimulationScheme::jacobi, "jacobi", "all sides at once"},
      {CosimulationScheme::gauss_seidel, "gauss_seidel", "one after the other"},
      {CosimulationScheme::iterated, "iterated", "sweeps until they agree"},
  }};
};

// --------------------------------------------------------------------------- from and to names
template <class Enum>
constexpr const auto& choice_record(Enum value) noexcept {
  return Axis<Enum>::choices[static_cast<std::size_t>(value)];
}

template <class Enum>
std::string choice_name(Enum value) {
  return std::string(choice_record(value).name);
}

// In messages an axis is written by its name.
template <class Enum>
requires requires { Axis<Enum>::key; }
std::ostream& operator<<(std::ostream& out, Enum value) { return out << choice_record(value).name; }

// Names that may be chosen, in the order of the records.
template <class Enum>
std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& choice : Axis<Enum>::choices)
    if (!choice.internal) all.emplace_back(choice.name);
  return all;
}

template <class Enum>
std::optional<Enum> choice_called(std::string_view name) noexcept {
  for (const auto& choice : Axis<Enum>::choices)
    if (!choice.internal && choice.name == name) return choice.value;
  return std::nullopt;
}

// A record stands at the place of its value.
template <class Enum>
constexpr bool in_order() noexcept {
  for (std::size_t k = 0; k < Axis<Enum>::choices.size(); ++k)
    if (static_cast<std::size_t>(Axis<Enum>::choices[k].value) != k) return false;
  return true;
}
static_assert(in_order<Coordinates>() && in_order<Constraints>() && in_order<IntegratorRule>() &&
              in_order<CouplingKind>() && in_order<OilModel>() && in_order<TangentKind>() &&
              in_order<Substeps>() && in_order<PseudoRule>() && in_order<StrokeVelocity>() &&
              in_order<CouplingVariables>() && in_order<OilForesight>() &&
              in_order<CosimulationScheme>());

constexpr bool is_explicit(IntegratorRule rule) noexcept {
  return choice_record(rule).family == IntegratorChoice::Family::explicit_rule;
}
constexpr bool is_linearly_implicit(IntegratorRule rule) noexcept {
  return choice_record(rule).family == IntegratorChoice::Family::linearly_implicit;
}
constexpr bool is_reference(IntegratorRule rule) noexcept {
  return choice_record(rule).family == IntegratorChoice::Family::reference;
}

// -------------------------------------------------------------------------------------- methods
// A method is a pair of coordinates and constraints that a paper gave a name.
struct NamedMethod {
  std::string_view name;
  Coordinates coordinates;
  Constraints constraints;
  std::string_view text;
};
inline constexpr std::array<NamedMethod, 5> kNamedMethods{{
    {"semirecursive", Coordinates::joint, Constraints::al3, "rahikainen2017, jaiswal2021"},
    {"ali3p", Coordinates::natural, Constraints::al3, "naya2011, rahikainen2020"},
    {"ali1", Coordinates::natural, Constraints::al1, "rahikainen2020"},
    {"double_step", Coordinates::joint, Constraints::partition, "jaiswal2021"},
    {"inef", Coordinates::joint, Constraints::tree, "malysheva2021, O(n)"},
}};
std::string method_name(Coordinates, Constraints);  // "joint x al1" where it has none
std::vector<std::string> method_names();

// -------------------------------------------------------------------------------- what is set
// How the oil is integrated inside the mechanism's step, with the coupling `multirate`.
struct MultirateSpec {
  IntegratorRule integrator = IntegratorRule::sdirk2;  // euler | rk4 | trapezoidal | sdirk2
  std::optional<double> step;                          // [s]; absent: a tenth of the mechanism's
  StrokeVelocity velocity = StrokeVelocity::linear;
};

// Sides that communicate once in a step of the machine.
struct CosimulationSpec {
  CouplingVariables variables = CouplingVariables::velocity_pressure;
  OilForesight input = OilForesight::polynomial;  // of the oil
  int order = 1;                                  // of that polynomial
  int mechanism_order = 1;                        // of what pushes the mechanism; 0: held
  CosimulationScheme scheme = CosimulationScheme::jacobi;
  IntegratorRule oil_integrator = IntegratorRule::sdirk2;
  double oil_step = 1e-4;                // longest inner step [s]
  std::optional<double> mechanism_step;  // absent: the macro step
  double correction = 0.0;               // share of an input's error fed back
  double energy_feedback = 0.0;          // time over which created energy is taken back [s]
  double residual_power = 0.0;           // allowed mean, more: communicate more often; 0: never [W]
  int threads = 1;
  double tolerance = 1e-6;  // iterated
  int sweeps = 30;
};

// Length of a cylinder in time, in place of the oil: from a recording or a signal.
struct GuideSpec {
  std::string name;                                      // the cylinder's
  std::vector<double> time, length, rate, acceleration;  // recording; the last two may be empty
  std::string signal;                                    // instead [m]
  std::optional<double> force, speed;                    // limits [N], [m/s]
  Where where;
  bool rigid() const { return !force && !speed; }
};

// How far a step inside a tick may be wrong.
struct AccuracySpec {
  std::optional<double> length;  // of a point of the machine [m]; absent: kOfSize of its size
  double pressure = 5e4;         // [Pa]
  static constexpr double kOfSize = 1e-5;
};

struct SolverSpec {
  Coordinates coordinates = Coordinates::joint;
  Constraints constraints = Constraints::al3;
  IntegratorRule integrator = IntegratorRule::sdirk2;
  CouplingKind coupling = CouplingKind::monolithic;
  std::vector<GuideSpec> guides;  // guidance: one per cylinder
  MultirateSpec multirate;
  TangentKind tangent = TangentKind::exact;
  double step = 1e-3;       // [s]
  double until = 10.0;      // [s]
  double tolerance = 1e-9;  // Newton: scaled increment (1 rad, 1 m, 10 MPa, full command)
  int max_iterations = 30;
  // alpha h²/4 over the effective mass of a constraint; absent: 1e6, or 1e3 with a numerical
  // tangent, whose differences would drown in more.
  std::optional<double> penalty;
  std::optional<double> alpha;     // absolute penalty instead, as the papers print it
  double omega = 100.0, xi = 1.0;  // al1: decay of a gap [1/s], its damping ratio
  // Oil: how small volumes are treated, and what a volume's state is.
  OilModel oil = OilModel::dynamic;
  std::vector<std::string> small_volumes;
  bool small_auto = true;       // chosen by their time constants against the step
  bool amounts = false;         // state: amount
  bool guard = true;            // explicit rules refuse steps past their stability
  double pseudo_volume = 1e-3;  // pds, advpds: V_pseudo [m3]
  double inner_step = 1e-5;     // [s]
  PseudoRule inner = PseudoRule::euler;
  double criterion_high = 300.0, criterion_low = 10.0, low_pressure = 2.2e6;  // [Pa]
  double inner_time = 0.1;  // longest pseudo time in one step [s]
  CosimulationSpec cosimulation;
  std::vector<std::string> notes;  // what a reader should know about the above
  // Implicit rules, the machine solved as a whole: what happens inside a tick.
  Substeps substeps = Substeps::on;
  AccuracySpec accuracy;
  double rho_inf = 0.8;                      // gen_alpha
  std::optional<double> relative_tolerance;  // of variable steps; absent: the rule's own

  // Of that rule's steps.
  double step_tolerance(IntegratorRule rule) const noexcept {
    return relative_tolerance.value_or(choice_record(rule).tolerance);
  }
};

// Where a machine is made linear, unless the command line says otherwise.
struct OperatingPointSpec {
  struct Value {
    std::string state{};
    Quantity value{};
    std::string text{};  // as written, for messages
    Where where{};
  };
  struct Name {
    std::string state{};
    Where where{};
  };
  double at = 0.0;             // run there first [s]
  std::vector<Value> state{};  // then these values
  bool equilibrium = false;    // then look for rest
  std::vector<Name> freeze{};  // while these states are held
};

// ------------------------------------------------------------------------------------- options
// What replaces parts of a file at load time; empty fields leave the file's value.
struct LoadOptions {
  std::vector<std::string> set;  // "lift.bore=90mm"
  std::string method, coordinates, constraints, integrator, coupling, tangent, oil, substeps;
  std::string accuracy;         // "0.1 mm, 0.5 bar"
  std::string guide;            // recording that all cylinders follow: coupling guidance
  bool controls = false;        // what the file's `controls` name is set from outside
  bool faults = false;          // the file's `faults`, or a usual set, can be set from outside
  std::optional<double> step;   // [s]
  std::optional<double> until;  // [s]
  // Parts of one's own that the file may use beside the catalogue's; they must outlive the models.
  std::vector<const PartInfo*> parts{};
  // The same for force elements (bramah/forces.h).
  std::vector<const ForceInfo*> forces{};
};

// The options that are choices: one list for the command line, studies, drives and overrides.
struct SolverOption {
  std::string_view name;  // --name, and the key under `solver`
  std::string LoadOptions::*field;
  std::vector<std::string> (*names)();
  std::string_view text;  // what is chosen
};
inline constexpr std::array<SolverOption, 8> kSolverOptions{{
    {"method", &LoadOptions::method, method_names,
     "coordinates and constraints by their common name"},
    {"coordinates", &LoadOptions::coordinates, names<Coordinates>, "what describes the mechanism"},
    {"constraints", &LoadOptions::constraints, names<Constraints>,
     "how closed loops are kept closed"},
    {"integrator", &LoadOptions::integrator, names<IntegratorRule>, "rule that advances time"},
    {"coupling", &LoadOptions::coupling, names<CouplingKind>, "how mechanism and oil meet"},
    {"tangent", &LoadOptions::tangent, names<TangentKind>, "Newton's matrix"},
    {"oil", &LoadOptions::oil, names<OilModel>, "how small volumes are solved"},
    {"substeps", &LoadOptions::substeps, names<Substeps>, "what happens inside a tick"},
}};
const SolverOption* find_solver_option(std::string_view name) noexcept;

}  // namespace bramah
