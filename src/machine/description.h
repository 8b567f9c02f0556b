// A machine as its file describes it: plain data in SI units, no behaviour. The reader in
// src/model_file fills it; make_machine() checks it as a whole and builds the immutable Machine.
// Everything carries its Where.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bramah/forces.h"
#include "bramah/solver.h"
#include "core/operating_point.h"
#include "core/random_levels.h"
#include "core/units.h"
#include "core/where.h"
#include "machine/oil_description.h"
#include "multibody/joints/joint_type.h"
#include "surrogate/plan.h"

namespace bramah {

struct Surrogate;  // surrogate/surrogate.h

// ----------------------------------------------------------------------------------------
// mechanism
struct PointSpec {
  std::string name;
  Triple at{};      // in the body's frame [m]; planar: z = 0
  Triple rotate{};  // orientation of a joint frame here: intrinsic x, y, z angles [rad]
  Where where;
};

// Ends of a body's unit vectors: points that every body has beside its origin, for drawings.
inline constexpr const char* kFrameX = ".x";
inline constexpr const char* kFrameY = ".y";
// The point of that name among a body's, or one of those every body has; null: there is none.
inline const PointSpec* find_point(const std::vector<PointSpec>& points, const std::string& name) {
  static const PointSpec origin{"origin", {}, {}, {}}, x{kFrameX, {1, 0, 0}, {}, {}},
      y{kFrameY, {0, 1, 0}, {}, {}};
  for (const PointSpec& point : points)
    if (point.name == name) return &point;
  for (const PointSpec* point : {&origin, &x, &y})
    if (point->name == name) return point;
  return nullptr;
}

struct PointMassSpec {
  double mass = 0.0;  // [kg]
  std::string at;     // name of a point of the same body
  Where where;
};

// What a body looks like; `from` and `to` are names of its points.
struct LookSpec {
  enum class Kind { box, rod, beam, sphere, mesh };
  Kind kind = Kind::box;
  Triple at{};                                         // centre in the body's frame [m]
  Triple rotate{};                                     // intrinsic x, y, z angles [rad]
  Triple size{1.0, 1.0, 1.0};                          // box: edges; sphere: radius; mesh: scale
  std::string from, to;                                // rod, beam
  double radius = 0.0;                                 // rod [m]
  double width = 0.0, height = 0.0, height_end = 0.0;  // beam [m]
  std::string colour, mesh;
  Where where;
};

struct BodySpec {
  std::string name;
  double mass = 0.0;                // [kg]
  Triple com{};                     // centre of mass in the body's frame [m]
  std::array<double, 6> inertia{};  // Ixx Iyy Izz Ixy Iyz Izx about com [kg m2]; planar uses Izz
  std::vector<PointMassSpec> point_masses;
  std::vector<PointSpec> points;  // "origin" always exists
  std::vector<LookSpec> look;
  Where where;
};

struct LimitSpec {
  double lower = 0.0, upper = 0.0;  // [rad] or [m]
  double stiffness = 0.0;           // [N m/rad] or [N/m]
  double damping = 0.0;             // acts only while in contact
  Where where;
};

// One coordinate of a joint; multibody/joints/joint_type.h says which each type has.
struct CoordinateSpec {
  enum class Start {
    given,
    guess,
    free,
    statics
  };  // kept | solved from here | solved from 0 | solved for rest
  Start start_kind = Start::free;
  double start = 0.0;      // [rad] or [m]
  double rate = 0.0;       // [rad/s] or [m/s]
  double stiffness = 0.0;  // spring about `rest`
  double rest = 0.0;
  double damping = 0.0;  // viscous
  std::optional<LimitSpec> limit;
  std::string driver;  // signal that prescribes the coordinate; empty: none
  std::string effort;  // signal with a torque or force on the coordinate; empty: none
  Where where;
};

struct JointSpec {
  JointDirections directions() const { return {axis, axis2}; }

  std::string name;
  JointType type = JointType::revolute;
  PointRef a, b;  // frame on the first body, frame on the second; they coincide at coordinate 0
  Triple axis{0, 0, 1};                     // in the joint frame; prismatic planar default x
  Triple axis2{0, 1, 0};                    // universal: second axis, fixed to body b
  bool cut = false;                         // use as loop closure even if a tree could contain it
  std::vector<CoordinateSpec> coordinates;  // as many as the type has; missing ones are defaults
  Where where;
};

struct SpringSpec {  // between two points: pushes apart with -stiffness (s - rest) - damping ds/dt
  std::string name;
  PointRef a, b;
  double stiffness = 0.0, rest = 0.0, damping = 0.0;
  Where where;
};

struct ForceSpec {  // force at a point, or torque on a body, along `direction` times a signal
  std::string name;
  PointRef at;
  bool torque = false;
  bool follows_body = false;  // direction in the body's frame instead of the world's
  Triple direction{1, 0, 0};
  std::string signal;  // [N] or [N m]
  Where where;
};

struct ElementSpec {  // a force element: multibody/forces, or one's own
  std::string name;
  const ForceInfo* info = nullptr;
  PointRef a, b;                   // from and to, or where it acts
  std::string joint;               // or the coordinate it acts on: "hinge", "slider.x"
  std::vector<double> parameters;  // as info->parameters, in SI
  Where where;
};

// ------------------------------------------------------------------------------------------
// signals
struct SignalSpec {
  std::string name;
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
    table
  };
  Kind kind = Kind::constant;
  std::string unit = "1";    // SI name of what it yields, for the channel registry
  double value = 0.0;        // constant; default of an input
  std::vector<double> x, y;  // steps, ramps, csv: time and value; table: argument and value
  double period = 0.0;       // steps, ramps: repeats with this period if > 0 [s]
  bool hold = false;         // csv: hold the last sample instead of interpolating
  double amplitude = 0.0, frequency = 0.0, phase = 0.0, mean = 0.0;  // sine [., Hz, rad, .]
  RandomLevels random;
  // Feedback: a list of signals or channels with weights. gain, limit, filter, table, pid use the
  // weighted sum.
  struct Term {
    std::string of;
    double weight = 1.0;
    Where where;
  };
  std::vector<Term> terms;
  double offset = 0.0;                    // added to the sum
  double lower = -1e300, upper = 1e300;   // limit; also bounds of pid
  double time_constant = 0.0;             // filter: first order [s]
  double kp = 0.0, ki = 0.0, kd = 0.0;    // pid on the weighted sum; ki [1/s], kd [s]
  double derivative_time_constant = 0.0;  // pid: filter of the derivative [s]
  double sample_time = 0.0;               // > 0: evaluated every sample_time and held
  Where where;
};

// -----------------------------------------------------------------------------------------
// what a person sees and moves
struct MarkerSpec {  // a named place, with channels of its own
  std::string name;
  PointRef at;
  Where where;
};

struct ControlSpec {
  std::string name;  // the signal's
  std::string label, positive, negative, stick;
  std::vector<std::string> keys;
  double range = 0.0;  // 0: found from the signal's use
  bool returns = true;
  Where where;
};

struct FaultSpec {
  std::string name;
  enum class Kind { leak, stuck, air, wear } kind = Kind::leak;
  std::string target;                      // volume, valve, fluid, pump
  double flow = 10e-3 / 60.0, drop = 1e7;  // leak, wear: of the worst [m3/s], [Pa]
  double share = 0.05;                     // air
  Where where;
};

// How data for a surrogate are made, and how it is fitted to them.
struct TrainingSpec {
  struct Input {  // a signal that takes random levels
    std::string name;
    Quantity lower, upper;
    std::vector<double> hold{0.5};  // drawn from these [s]
    std::string turns;              // cylinder that it turns back near its ends; empty: none
    Where where;
  };
  std::vector<Input> inputs;
  std::vector<std::string> reads;               // channels that are inputs too: "lift.force"
  std::vector<std::string> outputs;             // channels
  double duration = 400.0, sample_time = 0.01;  // [s]
  double turn = 0.05;                           // of the stroke, at both ends
  std::uint64_t seed = 1;                       // of the levels
  std::string csv;                              // samples from this file instead
  TrainingPlan plan;
  Where where;
};

// A trained network in place of valves, oil and cylinders.
struct SurrogateSpec {
  std::string file;
  bool physical = false;  // the oil after all
  OutsidePolicy outside = OutsidePolicy::warn;
  std::shared_ptr<const Surrogate> network;
  Where where;
};

struct MachineDescription {
  std::string name;
  std::string file;
  std::string hash;     // of the file, its includes and the overrides
  Where where;          // the file's first line: for what concerns the whole machine
  Where solver_where;   // `solver`, or the first line if there is none
  Where initial_where;  // `initial`, the same
  bool planar = true;
  bool initial_static = false;    // initial: static
  Triple gravity{0, -9.81, 0};    // [m/s2]
  std::vector<PointSpec> ground;  // named points of the world
  std::vector<LookSpec> ground_look;
  std::vector<MarkerSpec> markers;
  std::vector<ControlSpec> controls;  // levers; their signals become inputs by with_controls()
  std::vector<FaultSpec> faults;      // take effect by with_faults()
  bool has_controls = false, has_faults = false;  // the file has such a section
  std::vector<BodySpec> bodies;
  std::vector<JointSpec> joints;
  std::vector<SpringSpec> springs;
  std::vector<ForceSpec> forces;
  std::vector<ElementSpec> elements;
  std::vector<FluidSpec> fluids;
  std::vector<VolumeSpec> volumes;
  std::vector<OrificeSpec> orifices;
  std::vector<LeakageSpec> leakages;
  std::vector<ValveSpec> valves;
  std::vector<CylinderSpec> cylinders;
  std::vector<ShaftSpec> shafts;
  std::vector<ComponentSpec> components;
  std::vector<SourceSpec> sources;
  std::vector<SignalSpec> signals;
  SolverSpec solver;
  OperatingPointSpec linearize;
  std::optional<TrainingSpec> training;
  std::optional<SurrogateSpec> surrogate;
  std::vector<double> clocks;  // steps end at the instants of these sample times too [s]
};

}  // namespace bramah
