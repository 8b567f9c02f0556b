// A machine as plain data, and the one door from there to a Model. A machine file is read into the same
// structs; examples/own_machine.cpp fills them by hand.
//
//   enter   MachineDescription: bodies, joints, oil, valves, cylinders, parts, signals, solver, in the
//           terms of data sheets and drawings (bramah/datasheet.h: bore, rod, nominal flow at a drop)
//   leave   Model (bramah/model.h): immutable, checked as a whole
//   units   SI throughout: m, kg, s, rad, N, Pa, m³/s; pressures are absolute
//   names   things refer to each other by name: points as {"boom", "tip"}, volumes as "line", chambers
//           of cylinders as "lift.A", signals as "lever". The world is the body "ground".
//   errors  build() throws InputError with every problem it found, each with the item's name, and with
//           file and line where there are any (`where` is filled by whoever reads a file; leave it)
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bramah/basics.h"
#include "bramah/datasheet.h"
#include "bramah/forces.h"
#include "bramah/model.h"
#include "bramah/parts.h"
#include "bramah/solver.h"
#include "bramah/surrogate.h"

namespace bramah {

class Subsystem;  // bramah/cosimulation.h

// -------------------------------------------------------------------------------------- mechanism
// A named point of a body; body "ground" is the world.
struct PointRef {
  std::string body{};
  std::string point = "origin";
  Where where{};
};

struct PointSpec {
  std::string name{};
  Triple at{};      // in the body's frame [m]; planar: z = 0
  Triple rotate{};  // orientation of a joint frame here: intrinsic x, y, z angles [rad]
  Where where{};
};

struct PointMassSpec {
  double mass = 0.0;          // [kg]
  std::string at = "origin";  // name of a point of the same body
  Where where{};
};

// What a body looks like; `from` and `to` are names of its points.
struct LookSpec {
  enum class Kind { box, rod, beam, sphere, mesh };
  Kind kind = Kind::box;
  Triple at{};                                         // centre in the body's frame [m]
  Triple rotate{};                                     // intrinsic x, y, z angles [rad]
  Triple size{1.0, 1.0, 1.0};                          // box: edges; sphere: radius; mesh: scale
  std::string from{}, to{};                            // rod, beam
  double radius = 0.0;                                 // rod [m]
  double width = 0.0, height = 0.0, height_end = 0.0;  // beam [m]
  std::string colour{}, mesh{};
  Where where{};
};

// A body that bends: a straight beam through some of its points (docs/theory/flexible.md). Between
// them stand rigid pieces "boom", "boom.1", ... on elastic hinges "boom.bend1", ...
struct BeamSpec {
  std::vector<std::string> along{};  // points, from one end to the other; forces enter there
  int hinges = 3;                    // in each stretch between two of them
  double young = 210e9;              // E [Pa]
  double width = 0.0, height = 0.0, wall = 0.0;  // of a hollow rectangle, at the first point [m]
  double width_end = 0.0, height_end = 0.0;      // at the last; 0: the same
  // [m4] in place of a section, the same all along: bending in the plane of gravity, sideways.
  std::array<double, 2> second_moment{};
  double damping = 0.01;  // of the first bending with one end held, relative to critical
  bool sideways = true;   // bends sideways too, in space
  Where where{};
};

struct BodySpec {
  std::string name{};
  double mass = 0.0;                // [kg]
  Triple com{};                     // centre of mass in the body's frame [m]
  std::array<double, 6> inertia{};  // Ixx Iyy Izz Ixy Iyz Izx about com [kg m2]; planar uses Izz
  std::vector<PointMassSpec> point_masses{};
  std::vector<PointSpec> points{};  // "origin" always exists
  std::vector<LookSpec> look{};
  std::optional<BeamSpec> flexible{};  // absent: rigid
  Where where{};
};

struct LimitSpec {
  double lower = 0.0, upper = 0.0;  // [rad] or [m]
  double stiffness = 0.0;           // [N m/rad] or [N/m]
  double damping = 0.0;             // acts only while in contact
  Where where{};
};

// One coordinate of a joint; docs/model-file.md says which each type has.
struct CoordinateSpec {
  // kept | solved from here | solved from 0 | solved for rest
  enum class Start { given, guess, free, statics };
  Start start_kind = Start::free;
  double start = 0.0;      // [rad] or [m]; statics: where the search begins
  double rate = 0.0;       // [rad/s] or [m/s]
  double stiffness = 0.0;  // spring about `rest`
  double rest = 0.0;
  double damping = 0.0;  // viscous
  std::optional<LimitSpec> limit{};
  std::string driver{};  // signal that prescribes the coordinate; empty: none
  std::string effort{};  // signal with a torque or force on the coordinate; empty: none
  Where where{};
};

struct JointSpec {
  JointDirections directions() const { return {axis, axis2}; }

  std::string name{};
  JointType type = JointType::revolute;
  PointRef a{}, b{};  // frame on the first body, frame on the second; they coincide at coordinate 0
  Triple axis{0, 0, 1};   // in the joint frame; in the plane a slide along z means along x
  Triple axis2{0, 1, 0};  // universal: second axis, fixed to body b
  bool cut = false;       // use as loop closure even if a tree could contain it
  std::vector<CoordinateSpec> coordinates{};  // those that are missing are as CoordinateSpec{}
  Where where{};
};

struct SpringSpec {  // between two points: pushes apart with -stiffness (s - rest) - damping ds/dt
  std::string name{};
  PointRef a{}, b{};
  double stiffness = 0.0, rest = 0.0, damping = 0.0;
  Where where{};
};

struct ForceSpec {  // force at a point, or torque on a body, along `direction` times a signal
  std::string name{};
  PointRef at{};
  bool torque = false;
  bool follows_body = false;  // direction in the body's frame instead of the world's
  Triple direction{1, 0, 0};  // a torque in the plane: always z
  std::string signal{};       // [N] or [N m]
  Where where{};
};

// A force element (bramah/forces.h) of the library or one's own; made most easily by element().
struct ElementSpec {
  std::string name{};
  const ForceInfo* info = nullptr;  // must outlive the models
  PointRef a{}, b{};                // from and to, or where it acts and what it may touch
  std::vector<PointRef> path{};     // or the points it runs over
  std::string joint{};              // the coordinate it acts on, or its drum's: "hinge", "slider.x"
  std::vector<double> parameters{};  // as info->parameters, in SI
  // As info->states, in SI; absent: the info's, or at rest with `initial: static`.
  std::vector<std::optional<double>> starts{};
  // Between: what it measures is not the distance but where b is from a, along this of a's body.
  std::optional<Triple> along{};
  Where where{};

  // Sets a parameter by its name. Throws InputError if there is none.
  ElementSpec& set(const std::string& parameter, double value);
};
// With the defaults of its type. Throws InputError if the library has no such type.
ElementSpec element(const std::string& name, const std::string& type);
ElementSpec element(const std::string& name, const ForceInfo& info);

// Ground whose height is given on a grid, level but for that: elements that touch the ground touch it.
struct TerrainSpec {
  double cell = 1.0;              // distance of grid points [m]
  double x = 0.0, y = 0.0;        // of its first point, level [m]
  int columns = 0, rows = 0;      // along x, along y
  std::vector<double> heights{};  // row by row [m]
  Where where{};
};

// What the ground is made of that blades cut; it is dug where the machine has `buckets`.
struct SoilSpec : SoilProperties {
  Where where{};
};

// A bucket that takes up what its edge cuts, spills what it cannot hold and is emptied by tilting
// (docs/theory/soil.md).
struct BucketSpec {
  std::string name{};
  std::string edge{};     // an element of the type blade, on the same body
  PointRef to{};          // where what it holds has its centre of mass
  Triple opening{};       // the way out of it, in its body's axes
  double capacity = 0.0;  // heaped, of loose soil [m3]
  Where where{};
};

// Feet that a machine stands on, and how near it is to tipping over a line between two of them.
struct StabilitySpec {
  std::string name{};               // channel: "tip" gives tip.margin
  std::vector<std::string> feet{};  // elements that touch the ground
  double warn = 0.0;                // a margin below that is told of [m]
  Where where{};
};

// ------------------------------------------------------------------------------ loads and probes
// "grip > 0.5": a channel, a signal or `time` against a value, looked at before every tick.
struct ConditionSpec {
  std::string of{};  // empty: never
  bool above = true;
  double value = 0.0;  // SI
  Where where{};
};

// A mass that is taken up and set down: while `when` holds it is part of the body. It is at rest when
// it is caught, and leaves with the velocity that it has (docs/theory/loads.md).
struct PayloadSpec {
  std::string name{};
  PointRef to{};                    // where its centre of mass is
  double mass = 0.0;                // [kg]
  std::array<double, 6> inertia{};  // about its centre, in the body's axes, as BodySpec::inertia
  ConditionSpec when{};
  std::string share{};    // signal or channel that the mass is multiplied by; empty: 1
  bool attached = false;  // at the start
  bool dug = false;       // what a bucket holds, with `mass` the most: `when` is not looked at
  Where where{};
};

// Holds a body of the machine as it is when `when` begins to hold, until it ends: springs and dampers
// along the axes of the body that grips, which pull points of the other to where they were then.
struct GripSpec {
  std::string name{};
  PointRef from{};             // of the body that grips
  std::vector<PointRef> to{};  // of the body that is held: two in the plane, three in space
  double stiffness = 0.0;      // of each point along each axis [N/m]
  double damping = 0.0;        // [N s/m]
  double reach = 0.0;  // from `from` to the middle of `to`, beyond which it takes nothing [m]
  ConditionSpec when{};
  bool holds = false;  // at the start
  Where where{};
};

// An instrument at a point of a body, with channels of its own (docs/theory/reactions.md).
struct ProbeSpec {
  enum class Kind { motion, imu, inclinometer };
  std::string name{};
  Kind kind = Kind::motion;
  PointRef at{};
  Where where{};
};

// Whether forces in joints are channels, and in whose axes they are told.
enum class ReactionAxes { none, world, body };

// -------------------------------------------------------------------------------------------- oil
struct FluidSpec : Fluid {
  std::string name = "oil";
  std::string more_air{};  // signal: share of `air_share` that is mixed in; empty: none
  double air_share = 0.0;  // [-]
  Where where{};
};

struct PressureSpec {  // start of a pressure: a value, or solved for rest
  bool statics = false;
  double value = 1e5;    // [Pa]
  bool guessed = false;  // statics: the search begins at the value
};

struct VolumeSpec {
  std::string name{};
  HoseSpec hose{};
  PressureSpec start{};
  std::string fluid{};  // empty: the machine's only fluid
  Where where{};
};

struct OrificeSpec {
  std::string name{};
  std::string from{}, to{};  // volumes, chambers "lift.A", or sources
  FlowSize size{};
  FlowLawSpec law{};
  std::string opening{};  // optional signal multiplying the coefficient
  Where where{};
};

struct LeakageSpec {  // laminar: Q = conductance (p_from - p_to)
  std::string name{};
  std::string from{}, to{};
  double conductance = 0.0;  // [m3/s/Pa]
  Where where{};
};

struct ValveSpec : ValveSheet {
  std::string name{};
  std::string P{}, T{}, A{}, B{}, C{}, N{};  // what each port connects to; empty: blocked
  std::string signal{};                      // command, a number or volts as the sizes' units tell
  std::string jam{};             // signal that holds the spool where it is, 0 to 1; empty: none
  bool neutral_statics = false;  // neutral is solved so that the machine rests, from the given one
  Where where{};
};

// A load that moves with the rod along a straight line, instead of a mechanism.
struct LoadSpec {
  double mass = 0.0;                                  // [kg]
  double stiffness = 0.0, rest = 0.0, damping = 0.0;  // pushes with -stiffness (length - rest)
  double angle = 0.0;             // of the line above the horizontal [rad]; gravity acts along it
  std::optional<double> start{};  // length [m]; absent: the middle of the stroke
  double speed = 0.0;             // at the start [m/s]
  std::string force{};            // signal [N], positive outwards; empty: none
  Where where{};
};

// A rack on the rod that turns a joint: its length is `at_zero` + radius times the angle.
struct RackSpec {
  std::string joint{};              // or one of its coordinates: "slew", "wrist.turn"
  double radius = 0.0;              // of the pinion [m]; negative: it turns back as the rod extends
  std::optional<double> at_zero{};  // [m]; absent: the middle of the stroke
  Where where{};
};

struct CylinderSpec : CylinderSheet {
  std::string name{};
  PointRef from{}, to{};
  std::optional<LoadSpec> load{};  // instead of from and to: a load of its own, on a straight line
  std::optional<RackSpec> rack{};  // instead of from and to: it turns a joint
  std::optional<Triple> along{};   // length along this direction of the world, not a distance
  PressureSpec start_A{}, start_B{};
  std::string fluid{};
  Where where{};
};

struct ShaftSpec {  // what pumps, motors and engines turn
  std::string name{};
  double inertia = 0.0;  // [kg m2]
  double start = 0.0;    // [rad/s]
  Where where{};
};

// A part of the catalogue (docs/catalogue.md) or one's own; made most easily by component().
struct ComponentSpec {
  std::string name{};
  const PartInfo* info = nullptr;    // must outlive the models
  std::vector<std::string> ports{};  // what each of info->ports connects to; empty: nothing
  std::vector<double> parameters{};  // as info->parameters, in SI
  struct Input {
    std::string signal{};  // else the value
    double value = 0.0;
  };
  std::vector<Input> inputs{};  // as info->inputs
  // As info->states, in SI; absent: the info's, or at rest with `initial: static`.
  std::vector<std::optional<double>> starts{};
  std::string joint{};  // that it drives (PartInfo::drives): "slew", "wrist.turn"
  std::string fluid{};
  Where where{};

  // Sets a parameter, the start of a state or the value of an input, by its key of the machine file.
  ComponentSpec& set(const std::string& key, double value);
  // Sets a parameter that is a word ("yes"), or the signal of an input.
  ComponentSpec& set(const std::string& key, const std::string& word);
  ComponentSpec& connect(const std::string& port, const std::string& to);
};
// With the defaults of its type; what has none must be set. These and the setters throw InputError
// for a name that nothing is called.
ComponentSpec component(const std::string& name, const std::string& type);
ComponentSpec component(const std::string& name, const PartInfo& info);

struct SourceSpec {  // pressure source (supply, tank), flow source into a volume, or turning shaft
  std::string name{};
  enum class Kind { pressure, flow, speed } kind = Kind::pressure;
  double value = 0.0;    // [Pa], [m3/s] or [rad/s]
  std::string signal{};  // instead of value; same unit
  std::string into{};    // flow: the volume it feeds
  Where where{};
};

// ---------------------------------------------------------------------------------------- signals
struct SignalSpec {
  std::string name{};
  enum class Kind {
    constant,
    steps,
    ramps,
    sine,
    csv,
    random,
    input,
    gain,
    sum,
    limit,
    filter,
    pid,
    table,
    block  // an output of a BlockSpec
  };
  Kind kind = Kind::constant;
  std::string unit{};  // SI name of what it yields; empty: what its first use asks, else "1"
  double value = 0.0;  // constant; default of an input
  std::vector<double> x{}, y{};  // steps, ramps, csv: time and value; table: argument and value
  double period = 0.0;           // steps, ramps: repeats with this period if > 0 [s]
  bool hold = false;             // csv: hold the last sample instead of interpolating
  double amplitude = 0.0, frequency = 0.0, phase = 0.0, mean = 0.0;  // sine [., Hz, rad, .]
  RandomLevels random{};
  // Feedback: a list of signals or channels with weights. gain, limit, filter, table, pid use the
  // weighted sum.
  struct Term {
    std::string of{};
    double weight = 1.0;
    Where where{};
  };
  std::vector<Term> terms{};
  double offset = 0.0;                    // added to the sum
  double lower = -1e300, upper = 1e300;   // limit; also bounds of pid
  double time_constant = 0.0;             // filter: first order [s]
  double kp = 0.0, ki = 0.0, kd = 0.0;    // pid on the weighted sum; ki [1/s], kd [s]
  double derivative_time_constant = 0.0;  // pid: filter of the derivative [s]
  double sample_time = 0.0;               // > 0: evaluated every sample_time and held
  Where where{};
};

// Other people's code among the signals, an FMU for instance: sampled every `step`, its outputs held in
// between. At t_k it has stepped from t_{k-1} with the inputs of then, gets the inputs of t_k, and is read.
struct BlockSpec {
  std::string name{};
  std::string kind{};        // for people: "FMU 2.0, pid.fmu"
  std::string word = "fmu";  // what messages call it
  // One as it is at t = 0, for each Workspace; throws InputError.
  std::function<std::unique_ptr<Subsystem>()> make{};
  struct Input {
    std::string name{};                     // of the Subsystem
    std::vector<SignalSpec::Term> terms{};  // channels or signals, whose weighted sum it gets,
    double offset = 0.0;                    // plus this
  };
  struct Output {
    std::string name{};                // of the Subsystem
    std::string signal{};              // of kind block, in MachineDescription::signals
    double scale = 1.0, offset = 0.0;  // signal = scale * output + offset
  };
  std::vector<Input> inputs{};
  std::vector<Output> outputs{};
  double step = 0.0;  // [s], a whole number of ticks; 0: a tick
  // Of the polynomials by which inputs go on between communications: then it is a side of a
  // co-simulation, as is the machine, which holds each output at the middle of its own polynomial.
  // Nothing: a block, whose inputs are held.
  std::optional<int> order{};
  int output_order = 0;
  // An effort and a flow that are an input and an output of it: it takes in the power
  // weight * input * output, numbers of the Subsystem. Without an input, weight * output is the energy
  // it has taken in by its own count. What both ends take in should cancel.
  struct Bond {
    std::string name{};
    int input = -1, output = 0;  // in the lists above
    double weight = 1.0;
    Where where{};
  };
  std::vector<Bond> bonds{};
  Where where{};
};

// --------------------------------------------------------------- what a person sees and moves
struct MarkerSpec {  // a named place, with channels of its own
  std::string name{};
  PointRef at{};
  Where where{};
};

struct ControlSpec {
  std::string name{};  // the signal's
  std::string label{}, positive{}, negative{}, stick{};
  std::vector<std::string> keys{};
  double range = 0.0;  // 0: found from the signal's use
  bool returns = true;
  Where where{};
};

struct FaultSpec {
  std::string name{};
  enum class Kind { leak, stuck, air, wear } kind = Kind::leak;
  std::string target{};                    // volume, valve, fluid, pump
  double flow = 10e-3 / 60.0, drop = 1e7;  // leak, wear: of the worst [m3/s], [Pa]
  double share = 0.05;                     // air
  Where where{};
};

// --------------------------------------------------------------------------------------- networks
// How data for a surrogate are made, and how it is fitted to them.
struct TrainingSpec {
  struct Input {  // a signal that takes random levels
    std::string name{};
    Quantity lower{}, upper{};
    std::vector<double> hold{0.5};  // drawn from these [s]
    std::string turns{};            // cylinder that it turns back near its ends; empty: none
    Where where{};
  };
  std::vector<Input> inputs{};
  std::vector<std::string> reads{};             // channels that are inputs too: "lift.force"
  std::vector<std::string> outputs{};           // channels
  double duration = 400.0, sample_time = 0.01;  // [s]
  double turn = 0.05;                           // of the stroke, at both ends
  std::uint64_t seed = 1;                       // of the levels
  std::string csv{};                            // samples from this file instead
  TrainingPlan plan{};
  Where where{};
};

// A trained network in place of valves, oil and cylinders.
struct SurrogateSpec {
  std::string file{};     // where `network` came from, for messages
  bool physical = false;  // the oil after all
  OutsidePolicy outside = OutsidePolicy::warn;
  std::shared_ptr<const Surrogate> network{};  // load_surrogate()
  Where where{};
};

// ---------------------------------------------------------------------------------------- machine
struct MachineDescription {
  std::string name = "machine";
  std::string file{};
  std::string hash{};     // of the file, its includes and the overrides
  Where where{};          // the file's first line: for what concerns the whole machine
  Where solver_where{};   // `solver`, or the first line if there is none
  Where initial_where{};  // `initial`, the same
  bool planar = true;
  bool initial_static = false;      // initial: static
  bool running = false;             // from BuildOptions
  Triple gravity{0, -9.81, 0};      // [m/s2]
  std::vector<PointSpec> ground{};  // named points of the world
  std::vector<LookSpec> ground_look{};
  std::vector<MarkerSpec> markers{};
  std::vector<ControlSpec>
      controls{};                   // levers; BuildOptions::controls makes inputs of their signals
  std::vector<FaultSpec> faults{};  // take effect by BuildOptions::faults
  bool has_controls = false, has_faults = false;  // an empty list means none, not the usual set
  std::vector<BodySpec> bodies{};
  std::vector<JointSpec> joints{};
  std::vector<SpringSpec> springs{};
  std::vector<ForceSpec> forces{};
  std::vector<ElementSpec> elements{};
  std::vector<PayloadSpec> payloads{};
  std::vector<GripSpec> grips{};
  std::optional<SoilSpec> soil{};
  std::vector<BucketSpec> buckets{};
  std::vector<ProbeSpec> probes{};
  ReactionAxes reactions = ReactionAxes::none;
  std::vector<FluidSpec> fluids{};
  std::vector<VolumeSpec> volumes{};
  std::vector<OrificeSpec> orifices{};
  std::vector<LeakageSpec> leakages{};
  std::vector<ValveSpec> valves{};
  std::vector<CylinderSpec> cylinders{};
  std::vector<ShaftSpec> shafts{};
  std::vector<ComponentSpec> components{};
  std::vector<SourceSpec> sources{};
  std::vector<SignalSpec> signals{};
  std::vector<BlockSpec> blocks{};
  SolverSpec solver{};
  OperatingPointSpec linearize{};
  std::optional<TrainingSpec> training{};
  std::optional<SurrogateSpec> surrogate{};
  std::vector<double> clocks{};          // steps end at the instants of these sample times too [s]
  std::vector<std::string> warnings{};   // of whoever read it: sizes far from what is usual
  std::optional<TerrainSpec> terrain{};  // absent: the ground is a plane
  std::vector<StabilitySpec> stability{};
};

// ------------------------------------------------------------------------------------------ build
struct BuildOptions {
  bool controls =
      false;             // what `controls` name, or every signal that commands, is set from outside
  bool faults = false;   // its `faults`, or a usual set, can be set from outside
  bool running = false;  // it goes on from a state that it has: a start at rest need not exist
};

// Checks the description as a whole, closes its loops, solves what shall start at rest, and makes the
// model. Throws InputError with all problems.
[[nodiscard]] Model build(MachineDescription description, const BuildOptions& options = {});

}  // namespace bramah
