// The assembled machine behind a Model: immutable after make_machine().
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bramah/step.h"
#include "constraints/partition.h"
#include "machine/coupled.h"
#include "machine/description.h"
#include "machine/layout.h"
#include "multibody/natural/natural_map.h"

namespace bramah {

// What a channel reads: a state and everything evaluated at it.
struct Snapshot {
  std::span<const double> state;
  const MachineEquations::Buffers* buffers = nullptr;
  MechanismEnergy energy;
  double residual = 0.0, books = 0.0;
};
using ChannelReader = std::function<double(const Snapshot&)>;

// Names of what the solver numbers.
struct JointRecord {
  std::string name;
  std::string type;
  bool cut = false;
  int first = -1, count = 0;             // coordinates of a tree joint
  int first_closure = -1, closures = 0;  // rows of a cut joint
  int chart = -1, sphere = -1;           // of a sphere: its chart, its first coordinate
  bool backwards = false;                // the second body carries the first
};

// Where two machines keep the same numbers: pairs of places in the blocks of their States.
struct SharedParts {
  struct Pair {
    std::size_t here = 0, there = 0;
  };
  std::vector<Pair> y, samples, work;
};

class Machine {
 public:
  std::string name, hash, method;
  SolverSpec solver;
  OperatingPointSpec operating_point;
  bool planar = true;
  std::unique_ptr<const MachineEquations> equations;
  std::unique_ptr<const ImplicitDynamics> dynamics;  // the equations, with loops kept closed
  const Partition* partitioned = nullptr;          // the dynamics, if they are that
  std::unique_ptr<const Coupled> coupled;            // how its sides are solved apart, if they are
  // With natural coordinates: the same machine in joint coordinates, and the way between them.
  std::shared_ptr<const Machine> joint;
  NaturalMap natural;
  // With a surrogate: what happens outside of what it was trained for, and, where the machine with
  // oil then takes over, that machine and what the two share.
  std::string surrogate_file;
  OutsidePolicy outside = OutsidePolicy::warn;
  std::shared_ptr<const Machine> physics;
  SharedParts shared;
  std::vector<std::string> constraint_texts;  // one per constraint
  Layout layout;
  State initial;
  std::vector<std::string> notes;

  std::vector<Channel> channels;
  std::vector<ChannelReader> readers;
  std::vector<std::string> input_names;
  std::vector<double> input_defaults;
  std::vector<std::string> unknowns;      // names, in the order of a Newton increment
  std::vector<std::string> state_names;   // of y: "lift.A.p", "lift_valve.U", "lag.state"
  std::vector<std::string> signal_names;  // in the order of the SignalGraph
  std::vector<JointRecord> joints;
  std::vector<std::string> volumes;  // names, in the order of the circuit
  std::vector<std::string> cylinders;
  struct Reach {
    double closed = 0.0, stroke = 0.0;  // [m]
  };
  std::vector<Reach> reaches;           // of the cylinders, whether or not their oil is solved
  std::vector<std::string> part_names;  // orifices, valves, leakages of the audit
  std::vector<std::string> source_names;
  std::vector<std::string> coordinate_names;
  std::vector<std::string> tunable_names;
  std::vector<int> static_states;  // circuit states solved for rest
  std::vector<int> static_tunables;
  std::vector<int> static_coordinates;
  std::vector<int> driven_coordinates;
  int bodies = 0, loops = 0;
  Drawing drawing;
  Scene scene;
  int first_frame = 0;  // points of the mechanism: three for each body's frame, from here
  Scheme scheme;
  std::vector<Control> controls;
  std::vector<Fault> faults;

  IntegratorOptions integrator_options() const;
  // T + V - W - (T0 + V0), and the residual of the full audit [J].
  void energies(const Snapshot&, double& residual, double& books) const;
};

struct SurrogateScratch;  // surrogate_run.h

struct MachineScratch {
  std::unique_ptr<ImplicitDynamics::Scratch> dynamics;
  std::unique_ptr<Integrator> integrator;
  std::unique_ptr<Coupled::Scratch> coupled;
  Trial trial;
  std::vector<double> backup;
  std::unique_ptr<SurrogateScratch> surrogate;
  explicit MachineScratch(const Machine&);
  ~MachineScratch();
  MachineScratch(MachineScratch&&) noexcept;
  MachineEquations::Buffers& buffers() { return MachineEquations::buffers(*dynamics); }
};

constexpr double kPinSlack = 1e-9;  // [m] a piston on its stop is not past it

// Checks the description as a whole and builds the machine; throws InputError with all problems.
std::shared_ptr<const Machine> make_machine(const MachineDescription&);

// What a state holds besides its Trial goes into the scratch, and what a step changed of it back.
void enter_state(const Machine&, std::span<const double> state, MachineScratch&);
void leave_state(const Machine&, std::span<double> state, MachineScratch&);
void read_trial(const Layout&, std::span<const double> state, Trial&);
// An unknown of Newton as an index into Machine::unknowns.
int name_of(const Machine&, int unknown, const MachineScratch&) noexcept;
// A cylinder whose piston left its barrel, or -1: its chamber would be shorter than nothing.
int piston_past_end(const Machine&, std::span<const Stroke>) noexcept;
// Lets filters of the signals start at their inputs.
void settle_signals(const Machine&, std::span<double> state, MachineScratch&);
// Re-evaluates accelerations and rates at the state's time on the piece of the inputs around
// `anchor`.
bool refresh_rates(const Machine&, std::span<double> state, double t, double anchor,
                   MachineScratch&) noexcept;
// What is left in the constraints at a state, at the three levels.
Gaps constraint_gaps(const Machine&, const State&, MachineScratch&);
// Reads a state into the scratch and evaluates everything there.
Snapshot take_snapshot(const Machine&, const State&, MachineScratch&);

}  // namespace bramah
