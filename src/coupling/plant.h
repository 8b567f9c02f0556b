// A machine as a stepper sees it: its equations, how its loops are kept closed, where everything
// lies in State, and what its numbers are called.
//
//   enter   a State's values: a flat array seen through Layout
//   leave   the same array, with rates, multipliers, contacts and powers that fit its q, v, y
//   uses    MachineEquations (equations/), ImplicitDynamics (constraints/)
//   callers the steppers beside this file (stepper.h), channels, statics, linearize, the reference
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bramah/solver.h"
#include "constraints/partition.h"
#include "coupling/layout.h"
#include "multibody/natural/natural_map.h"

namespace bramah {

// Names of what the solver numbers.
struct Names {
  std::vector<std::string> unknowns;  // in the order of a Newton increment, for messages
  std::vector<std::string> states;    // of y: "lift.A.p", "lift_valve.U", "lag.state"
  std::vector<std::string> coordinates;
  std::vector<std::string> constraints;  // a sentence each
  std::vector<std::string> volumes;      // in the order of the circuit
  std::vector<std::string> cylinders;
  std::vector<std::string> gears;      // parts that push joints, after the cylinders
  std::vector<std::string> parts;      // orifices, valves, leakages of the audit
  std::vector<const PartInfo*> infos;  // what each of these parts is
  std::vector<Where> places;           // and where it was written
  std::vector<std::string> sources;
  std::vector<std::string> signals;  // in the order of the SignalGraph
  std::vector<std::string> inputs;
  std::vector<std::string> tunables;
  std::vector<std::string> blocks;  // FMUs and their like
};

// A joint whose force is told: where it acts, and which rows of the solution it comes from.
struct Pin {
  std::string joint;
  int point = 0;                         // of the mechanism: on the second body
  int frame = -1;                        // first point of the second body's frame; -1: world axes
  int link = -1;                         // of the tree; -1: it closes a loop
  double sign = 1.0;                     // -1: the second body carries the first
  int first_closure = -1, closures = 0;  // of a loop
};

struct Plant {
  SolverSpec solver;
  std::unique_ptr<const MachineEquations> equations;
  std::unique_ptr<const ImplicitDynamics> dynamics;  // the equations, with loops kept closed
  const Partition* partitioned = nullptr;            // the dynamics, if they are that
  std::optional<NaturalMap> natural;                 // the way to joint coordinates
  Layout layout;
  Names names;
  struct Reach {
    double closed = 0.0, stroke = 0.0;  // [m]
  };
  std::vector<Reach> reaches;  // of the cylinders, whether or not their oil is solved
  std::vector<int> spheres;    // first coordinate of each chart
  ErrorBounds bounds;          // of a step inside a tick; empty: one step a tick

  bool has_substeps() const noexcept { return !bounds.q.empty() || !bounds.y.empty(); }

  Triple gravity{};              // [m/s2]
  std::vector<Pin> pins;         // none unless `reactions` asks for them
  const Plant* joint = nullptr;  // with natural coordinates: the same in joint ones

  OperatingPointSpec operating_point;  // where the file wants it linear

  IntegratorOptions integrator_options() const;
};

// What evaluating a plant needs besides the state.
struct PlantWork {
  std::unique_ptr<ImplicitDynamics::Scratch> dynamics;
  Trial trial;
  std::unique_ptr<PlantWork> joint;          // of Plant::joint, once forces in joints are asked for
  std::vector<WrenchValue> links, wrenches;  // on links of the tree, in Plant::pins
  explicit PlantWork(const Plant&);
  MachineEquations::Buffers& buffers() { return MachineEquations::buffers(*dynamics); }
};

constexpr double kPinSlack = 1e-9;  // [m] a piston on its stop is not past it

// What a state holds besides its Trial goes into the scratch, and what a step changed of it back.
void enter_state(const Plant&, std::span<const double> state, PlantWork&);
void leave_state(const Plant&, std::span<double> state, PlantWork&);
void read_trial(const Layout&, std::span<const double> state, Trial&);
// Joint coordinates of a plant that is solved in natural ones.
void read_joint_values(const Plant&, std::span<double> state);
// Spherical joints turn in small angles from their charts.
void rechart(const Plant&, std::span<double> state, PlantWork&) noexcept;
// An unknown of Newton as an index into Names::unknowns.
int name_of(const Plant&, int unknown, const PlantWork&) noexcept;
// A cylinder whose piston left its barrel, or -1. Those with oil have stops; guides do not know them.
int piston_past_end(const Plant&, std::span<const Stroke>) noexcept;
// Lets filters of the signals start at their inputs.
void settle_signals(const Plant&, std::span<double> state, PlantWork&);

// Accelerations and rates anew at the state's time, on the piece of the inputs around `anchor`:
// first what is sampled at t, then the rates, so that more can be sampled between the two.
void sample_signals(const Plant&, std::span<double> state, double t, double anchor, PlantWork&);
bool solve_rates(const Plant&, std::span<double> state, PlantWork&) noexcept;

}  // namespace bramah
