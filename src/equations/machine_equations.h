// The equations of the whole machine, however its loops are kept closed
// (constraints/constrained.h). Coordinates, pressures, spools and controller states in one Newton
// iteration, with the exact tangent including the cross terms [Naya2011, Eqs. 17-26; Jaiswal2021,
// Eqs. 31, 36, 39].
//
//   M a + bias - Q - J^T F(p, s, sdot) + Phi_q^T (lambda + alpha Phi) = 0
//   ydot - h(y, s, sdot, u) = 0         oil, then controllers, then force elements
//   tangent: [ c.q K + c.v C + c.a M + alpha Phi_q^T Phi_q      -J^T dF/dp          ]
//            [ -(c.q (h_s J + h_sdot (H v)) + c.v h_sdot J)     c.y I - dh/dy       ]
// plus, where an input u reads sensors, the rank-one term dR/du du/dx. (The papers take the tangent
// by differences, Jaiswal2021, Eq. 40, or leave its geometric part out, Naya2011, Eq. 26.)
//
// In: a Trial, the time, what State holds besides (Surroundings). Out: residual, tangent, rates,
// powers of the energy audit, gaps, and in the Buffers everything that channels read. Called by
// constraints/ for a step, by machine/snapshot.h for a row of results, by build/ for start and
// rest, by reference/ and analysis/. Here, and only here, a pressure meets a force.
#pragma once

#include <memory>
#include <optional>

#include "bramah/basics.h"
#include "core/implicit_dynamics.h"
#include "core/signal_graph.h"
#include "equations/guide.h"
#include "equations/guide_source.h"
#include "equations/pressure_response.h"
#include "hydraulics/circuit.h"
#include "hydraulics/pseudo_dynamic.h"
#include "multibody/augmented_lagrangian.h"
#include "multibody/forces/force_set.h"
#include "multibody/mechanism.h"

namespace bramah {

// What a feedback signal can read.
struct Sensor {
  enum class Kind {
    length,
    rate,
    force,
    position,
    velocity,
    pressure,
    state,
    curve
  } kind = Kind::length;
  int index = 0;  // cylinder, coordinate, volume, state or curve
};

// Value of one input of the circuit.
struct InputSource {
  int signal = -1;  // else the constant
  double constant = 0.0;
  int tunable = -1;  // parameter added to it (a valve's neutral position)
  int curve = -1;    // in place of both, where it comes from another side of a coupling
};

struct EquationParts {
  std::shared_ptr<const Mechanism> mechanism;
  std::shared_ptr<const Circuit> circuit;
  std::shared_ptr<const SignalGraph> signals;
  std::vector<InputSource> inputs;  // of the circuit
  std::vector<int> efforts;         // signal of each effort
  std::vector<int> drivers;         // signal of each driver
  // Without oil: what each cylinder follows. Rows of rigid guides are the mechanism's last.
  std::vector<Guide> guides;
  std::shared_ptr<const GuideSource> source;  // that guides follow, if given
  std::vector<Sensor> sensors;
  std::optional<PseudoDynamic> pseudo;  // how the circuit's held volumes are found
  ForceSet forces;                      // their gauges come after the cylinders'
  std::vector<double> state_scales;     // of circuit states, controller states, force elements
  int curves = 0;                       // that inputs and sensors read (Buffers::curves)
  std::shared_ptr<const PressureResponse> response;  // sets all inputs of the circuit, if given
};

// Parts of State that a solve reads but does not change.
struct Surroundings {
  std::span<const double> charts, tunables, memory, inputs, surrogate{}, payloads{}, soil{};
};

// Of the index-1 equations: Phi'' + 2 xi omega Phi' + omega² Phi = 0 [Rahikainen2020, Eq. 2].
struct Stabilisation {
  double omega = 0.0, xi = 1.0;  // [1/s], [-]
};

// Order of the audit's powers.
struct AuditLayout {
  int actuators = 0, friction = 0, dampers = 0;  // first entry; one per stroke each
  int losses = 0;                                // one per part
  int sources = 0;
  int stored = 0, dissipated = 0, efforts = 0, drivers = 0;
  int oil_in = 0, oil_compressed = 0;  // flows [m³/s] beside the powers
  int size = 0;
};

class MachineEquations {
 public:
  struct Buffers;

  MachineEquations(EquationParts parts, AugmentedLagrangian enforcement);

  int coordinates() const noexcept { return nq_; }
  int states() const noexcept { return ny_; }
  int constraints() const noexcept { return nc_; }
  int size() const noexcept { return nq_ + ny_; }
  const EquationParts& parts() const noexcept { return parts_; }
  const AugmentedLagrangian& enforcement() const noexcept { return enforcement_; }
  const AuditLayout& audit() const noexcept { return audit_; }
  // Whether something is driven, so that reactions do work.
  bool has_reactions() const noexcept { return !parts_.drivers.empty() || guide_rows_ > 0; }
  int guide_rows() const noexcept { return guide_rows_; }
  // Force of a guided cylinder on the mechanism, after evaluate_reactions() or rates().
  double guide_force(int cylinder, const Buffers&) const noexcept;
  static Buffers& buffers(ImplicitDynamics::Scratch&);
  // Newton's first iterations may still change contacts.
  static bool contacts_settle(int iteration) noexcept { return iteration >= 0 && iteration < 4; }

  void set_surroundings(const Surroundings&, Buffers&) const;
  void set_time(double t, double anchor, Buffers&) const;
  // Whether anything depends on time on the piece of the signals around `anchor`.
  bool varies(double anchor) const noexcept;
  // Everything at (q, v, y): kinematics, forces, signals, flows. Afterwards the buffers can be
  // read.
  void evaluate(const Trial&, bool find_contacts, Buffers&) const;
  // The same after kinematics(). Returns true if a contact changed.
  bool evaluate_flows(const Trial&, bool find_contacts, Buffers&) const;
  // Of that what pushes the mechanism, without signals and flows.
  bool evaluate_forces(const Trial&, bool find_contacts, Buffers&) const;
  // As evaluate(), with states inside their stops and algebraic pressures in balance first.
  bool evaluate_settled(Trial&, bool find_contacts, Buffers&) const;
  // Held volumes, carried to their steady states. Returns the inner iterations, -1 for failure.
  int relax_oil(Trial&, Buffers&) const;
  bool settle_oil(Trial&, Buffers&) const;  // the latter alone, after kinematics()
  // Rows of the mechanism with the multipliers in b.load, then of the oil; after evaluate_flows().
  void residual(const Trial&, Buffers& b, std::span<double> r) const;
  // With the multipliers and penalties in b.load; after residual().
  void tangent(const Trial&, StepCoefficients, Buffers& b, SquareMatrix& j) const;
  // Entries that tangent() may write.
  Pattern pattern() const;
  Pattern mass_pattern() const;  // of the mass matrix with penalties
  // a, lambda, ydot from q, v, y: Phi_q a + gamma + 2 xi omega Phi' + omega² Phi = 0.
  bool rates(Trial&, bool find_contacts, Buffers&, Stabilisation = {}) const;
  // a and lambda alone, after evaluate() or evaluate_flows() at the trial.
  bool solve_accelerations(Trial&, Buffers&, double accuracy, Stabilisation = {}) const;
  // Velocities onto the constraints in the metric of the mass matrix, where the tangent's cannot do
  // it; after kinematics(). Returns the gap left; b.alpha is overwritten.
  double project_velocities(Trial&, Buffers&) const;
  void copy_rates(Trial&, const Buffers&) const;  // ydot of the last evaluate_flows()
  // After refresh_rates() at velocities little different: flows of the pistons follow, and ydot where
  // they are not those of b.kept_v, to which it belongs. False where more than pistons and signals listens to velocities.
  bool change_speeds(Trial&, Buffers&) const;
  // Where states alone have moved since evaluate_flows(): pressures, forces, signals and flows, to first order by
  // the slopes of the last tangent. False where oil has torn.
  bool follow(const Trial&, Buffers&) const;
  bool follows() const noexcept;
  // Where velocities have too, after follow(): flows and forces of pistons; ydot knows of it already.
  bool follow_speeds(const Trial&, Buffers&) const;
  // States that Newton's ydot does not fit: zero where they rest on a stop or are algebraic.
  void rest_rates(Trial&, const Buffers&) const;
  // Multipliers of the index-1 equations into b.reactions: Newton's are of first order only, and a
  // driver's work needs better ones.
  void evaluate_reactions(Trial&, Buffers&) const;
  void powers(const Trial&, Buffers&, std::span<double> watts) const;
  // The flow of oil into the machine while amounts change at the rates ydot: their sum, from which
  // flows between volumes drop out. Says nothing of whether they do; tests of closed circuits do.
  void balance_oil(std::span<const double> ydot, Buffers&, std::span<double> watts) const;
  // Of the mechanism, with what its force elements keep; after evaluate().
  MechanismEnergy energy(const Trial&, const Buffers&) const;
  // Contacts and stops of the circuit, then branches of force elements; in Buffers::circuit.modes.
  int modes() const noexcept { return parts_.circuit->modes() + parts_.forces.modes(); }
  // Shortens an increment of all coordinates and states where a servo of a guide bends; after
  // tangent(). True if it did.
  bool clip_guides(std::span<double> increment, const Buffers&) const;
  // States of force elements that fit what these measured last, each element's by itself. True if there
  // are any.
  bool settle_elements(Trial&, StepCoefficients, Buffers&) const;
  // What is left in the constraints at (q, v, a); after evaluate().
  Gaps gaps(const Trial&, Buffers&) const;

  // Filters and derivatives of the signals start at their inputs; after set_time().
  void settle_signals(Trial&, std::span<double> memory, Buffers&) const;
  // Updates the sampled blocks whose instant is t; after evaluate() and set_time().
  void sample(double t, const Trial&, std::span<double> memory, Buffers&) const;

 private:
  // Slopes of the oil and of the cylinders' forces; after evaluate_flows().
  void linearise_circuit(Buffers&) const;
  void add_rates(double times, Trial&, const Buffers&) const;
  void read_strokes(Buffers&) const;
  void read_forces(Buffers&) const;
  void read_inputs(const Trial&, Buffers&) const;
  void read_sensors(const Trial&, Buffers&) const;
  void cross_terms(StepCoefficients c, const Buffers&, SquareMatrix& j) const;
  void feedback_terms(const Trial&, StepCoefficients c, Buffers&, SquareMatrix& j) const;
  void response_terms(StepCoefficients c, Buffers&, SquareMatrix& j) const;
  void sensor_gradient(const Sensor&, StepCoefficients c, const Buffers&,
                       std::span<double> row) const;

  // A rank-one term dR/du du/dx of the tangent: where u acts, and what it listens to.
  struct Listener {
    int signal = -1;  // u; of a controller's state: -1
    int input = -1, effort = -1, state = -1;
    SignalGraph::Reach reach;
    std::vector<int> rows{}, columns{};  // unknowns
  };
  void list_feedback(const Mechanism::Scratch&);
  std::vector<int> sensor_columns(const Sensor&, const Mechanism::Scratch&) const;
  void add_listener(Listener);
  void chain(const Listener&, const double* by, Buffers&) const;
  std::vector<Listener> listeners_;
  std::vector<std::vector<int>> sensor_columns_;  // of each sensor

  EquationParts parts_;
  AugmentedLagrangian enforcement_;
  AuditLayout audit_;
  int first_force_state() const noexcept { return ny_ - parts_.forces.states(); }  // in y
  std::span<int> force_modes(Buffers&) const;

  bool reads_velocities_ = false;  // a signal
  int nq_ = 0, ny_ = 0, nc_ = 0, guide_rows_ = 0;
};

struct MachineEquations::Buffers : ImplicitDynamics::Scratch {
  std::unique_ptr<Mechanism::Scratch> mechanism;
  CircuitScratch circuit;
  SignalScratch signals;
  ForceSet::Scratch elements;
  Surroundings around;
  std::vector<Stroke> strokes;
  std::vector<GaugeForce> forces;
  std::vector<double> u, efforts, sensors;
  std::vector<Curve> curves;  // set by a coupling
  std::vector<double> curve_values;
  std::unique_ptr<PressureResponse::Scratch> response;
  std::vector<DriverValue> drivers;  // then the rigid guides
  std::vector<DriverValue> guides;
  StepCoefficients coefficients;  // of the last tangent
  std::vector<double> phi, total_multipliers, alpha;
  int unsettled = -1;       // volume for which settle_oil() found no pressure
  double stiffening = 1.0;  // of alpha, while Newton crawls
  MechanismLoad load;       // of the vectors above
  std::vector<double>
      reactions;  // multipliers of the index-1 equations; kept only where drivers are
  AugmentedLagrangian::Buffers projection;
  LinearSolver mass;
  std::vector<double> residual, column, gradient, sensor_rows, kept_v, kept_a, kept_ydot,
      kept_lambda;
  explicit Buffers(const MachineEquations&);
};

}  // namespace bramah
