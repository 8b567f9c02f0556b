// A machine to be stepped.
//   Model      built once, validated, immutable; share it between threads
//   State      everything the future depends on
//   Workspace  everything it does not
// With them what a model says about itself: levers and faults, what it looks like (scene), how its oil is
// connected (scheme), the same as JSON; and the step.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bramah/basics.h"
#include "bramah/solver.h"

namespace bramah {

// --------------------------------------------------------------------------------------- controls
// What a person can move while a machine runs: levers, and faults.

struct Control {
  int input = 0;  // into Model::inputs()
  std::string signal;
  std::string label;               // "Lift boom"
  std::string positive, negative;  // what happens: "up", "down"
  std::string stick;               // left_x ... dpad_y, -left_x the other way; empty: none
  std::vector<std::string> keys;   // positive, negative
  double range = 1.0;              // largest command, in `unit`
  std::string unit;                // SI
  bool returns = true;             // to the middle, when let go
};

// Its severity, 0 to 1, is an input.
struct Fault {
  int input = 0;  // into Model::inputs()
  std::string name;
  std::string kind;    // leak, stuck, air, wear
  std::string target;  // what it happens to
  std::string text;    // "leak at lift.A: 10 l/min at 100 bar"
};

// ------------------------------------------------------------------------------------------ scene
// What a machine looks like: shapes fixed to bodies, cylinders between points, markers. Poses come
// from Model::body_poses() and Model::pose().

struct Scene {
  struct Shape {
    int body = -1;  // into `bodies`; -1: the ground
    enum class Kind { box, rod, beam, sphere, mesh } kind = Kind::box;
    std::array<double, 3> at{};              // its centre in the body's frame [m]
    std::array<double, 4> turn{1, 0, 0, 0};  // w, x, y, z
    // box: edges; rod: length along x, then the diameter twice; beam: length along x, height along
    // y, width along z; sphere: the diameter; mesh: scale [m], [-]
    std::array<double, 3> size{1, 1, 1};
    double end_height = 0.0;  // beam: height at its far end [m]
    std::string colour;       // "#d9822b"; empty: the viewer's choice
    std::string mesh;         // path of a file
  };
  struct Cylinder {
    std::string name;
    int from = 0, to = 0;                                      // points of the drawing
    double bore = 0.0, rod = 0.0, closed = 0.0, stroke = 0.0;  // [m]
  };
  struct Marker {
    std::string name;
    int point = 0;  // of the drawing
  };
  struct Stand {  // feet between which it stands, as `stability` names them
    std::string name;
    std::vector<int> feet;  // points of the drawing
  };
  std::vector<std::string> bodies;
  std::vector<Shape> shapes;
  std::vector<Cylinder> cylinders;
  std::vector<Marker> markers;
  std::vector<Stand> stands;
};

// ----------------------------------------------------------------------------------------- scheme
// The oil circuit as a graph: what a diagram is drawn from.

struct Scheme {
  struct Node {
    std::string name;
    enum class Kind { volume, chamber, source, shaft } kind = Kind::volume;
    std::string channel;  // of its pressure or speed; empty: it has none
    double value = 0.0;   // of a fixed source, where it has no channel [Pa], [rad/s]
  };
  struct Port {
    std::string name;
    int node = -1;  // -1: connected to nothing
    // Channels whose sum, each times its factor, is the flow into the part.
    std::vector<std::pair<std::string, double>> flow;
  };
  struct Parameter {
    std::string name;
    double value = 0.0;
    std::string unit;  // SI
    std::string text;  // instead of the value, where it is a word
  };
  struct Part {
    std::string name;
    std::string type;  // of the catalogue: "relief_valve", "valve_4_3", "cylinder"
    std::vector<Port> ports;
    std::vector<std::string> channels;  // worth looking at
    std::vector<Parameter> parameters;
  };
  std::vector<Node> nodes;
  std::vector<Part> parts;
};

// ------------------------------------------------------------------------------------------ model
// Model: a machine, built once, validated, immutable; share it between threads.
// State: everything the future depends on. Workspace: everything it does not.

class Machine;          // src/machine: the assembled machine behind a Model
struct Plant;           // src/coupling: its equations, and where they lie in State
class Stepper;          // src/coupling: how it is carried through time
struct StepperScratch;  // src/coupling: the buffers behind a Workspace
struct Snapshot;        // src/machine: a state and everything evaluated at it
struct BlockRuns;       // src/machine: a Workspace's FMUs and their like

// One flat array of doubles; copying it is a snapshot. t = tick * step size.
class State {
 public:
  State() = default;
  explicit State(std::size_t size) : values_(size, 0.0) {}

  double time() const noexcept { return values_[kTick] * values_[kStepSize]; }
  long long tick() const noexcept { return static_cast<long long>(values_[kTick]); }
  double step_size() const noexcept { return values_[kStepSize]; }

  std::span<double> values() noexcept { return values_; }
  std::span<const double> values() const noexcept { return values_; }
  bool operator==(const State&) const = default;

  static constexpr std::size_t kTick = 0, kStepSize = 1, kHeader = 2;

 private:
  std::vector<double> values_;
};

struct NamedValue {
  std::string name;
  double value = 0.0;
};

// What the mechanism looks like, for drawings: world points and the lines that join them.
struct Drawing {
  struct Line {
    std::string name;
    enum class Kind { body, cylinder, spring, ground, rope, terrain } kind = Kind::body;
    std::vector<int> points;  // indices into the points of a pose
  };
  std::vector<std::string> points;  // "boom.tip"; a pose has x, y, z of each
  std::vector<Line> lines;
  bool planar = true;
  int up = 1;  // the axis along gravity: 0 x, 1 y, 2 z
};

class Workspace;

class Model {
 public:
  explicit Model(std::shared_ptr<const Machine> machine);

  const std::string& name() const noexcept;
  const std::string& hash() const noexcept;  // of the file, its includes and all overrides
  std::string method() const;                // "semirecursive"
  std::string integrator() const;            // its name; the rule itself:
  IntegratorRule integrator_rule() const noexcept;
  std::string coupling() const;
  CouplingKind coupling_kind() const noexcept;
  double step_size() const noexcept;  // [s]
  double until() const noexcept;      // the file's end time [s]

  State initial_state() const;
  const std::vector<std::string>& notes()
      const noexcept;  // what loading did: closed a pose, solved a pressure
  // What a careful colleague would doubt in the file, each with its place: "crane.yaml:31: ..."
  const std::vector<std::string>& warnings() const noexcept;

  const std::vector<Channel>& channels() const noexcept;
  int find_channel(std::string_view name) const noexcept;  // -1: no such channel
  void observe(const State& state, Workspace& work,
               std::span<double> values) const;  // one value per channel

  const std::vector<std::string>& inputs()
      const noexcept;  // signals of type `input`, in the order of Inputs
  const Drawing& drawing() const noexcept;
  void pose(const State& state, Workspace& work,
            std::span<double> xyz) const;  // 3 per point of drawing()
  // Channels, and where wanted the pose, from one evaluation of the machine. Returns what is left
  // in the constraints of accelerations [m/s2].
  double observe_row(const State& state, Workspace& work, std::span<double> values,
                     std::span<double> xyz) const;
  const Scene& scene() const noexcept;
  // x, y, z and the quaternion w, x, y, z of each body of the scene.
  void body_poses(const State& state, Workspace& work, std::span<double> poses) const;
  const Scheme& scheme() const noexcept;
  const std::vector<Control>& controls() const noexcept;
  const std::vector<Fault>& faults() const noexcept;
  std::vector<double> input_defaults() const;

  // A state of another model as one of this: the same machine with other parameters, another
  // integrator, or another step, where its time is rounded to a tick. Throws InputError if the two
  // do not have the same states.
  State adopt(const Model& other, const State& state, Workspace& work) const;

  // For analyses that need the equations themselves (linearize, the reference).
  const Plant& plant() const noexcept;
  const Stepper& stepper() const noexcept;
  double read(int channel, const Snapshot& at) const;
  Model in_joint_coordinates() const;  // the same machine, if this one is solved in natural ones
  const Machine& machine() const noexcept { return *machine_; }

 private:
  std::shared_ptr<const Machine> machine_;
};

class Workspace {
 public:
  explicit Workspace(const Model& model);
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  StepperScratch& scratch() noexcept { return *scratch_; }
  BlockRuns& blocks() noexcept { return *blocks_; }

 private:
  std::unique_ptr<StepperScratch> scratch_;
  std::unique_ptr<BlockRuns> blocks_;  // made when the first one is needed
};

// Reads a machine file. Throws InputError with every problem found.
Model load(const std::string& path, const LoadOptions& options = {});
Model load_text(const std::string& yaml, const std::string& name, const LoadOptions& options = {});

// The JSON Schema of machine files, for editors.
std::string machine_file_schema();

// ------------------------------------------------------------------------------------------- step
// One call advances time.

// Values of the signals of type `input`, in the order of Model::inputs(); empty: their defaults.
struct Inputs {
  std::span<const double> values{};
};

// What a tick may cost; without a limit it takes what its accuracy asks for. When the limit is reached,
// the rest of the tick is done in the coarse way: few steps, one linear solve each.
struct TickLimit {
  double seconds = std::numeric_limits<double>::infinity();  // from the call on, by the clock
  int iterations =
      std::numeric_limits<int>::max();  // of Newton: StepReport::coarse_after gives the
                                        // same tick again
};

struct StepReport {
  bool converged = true;
  int iterations = 0;      // Newton iterations, all stages of the tick
  int solves = 0;          // implicit solves (stages) of the tick
  int max_iterations = 0;  // largest count of one solve
  double residual = 0.0;   // last scaled Newton increment
  double gap = 0.0;        // largest loop gap after the step [m]
  double rate_gap = 0.0;   // largest violation of the velocity constraints [m/s]
  int worst = -1;          // index of the unknown with the largest scaled increment
  int substeps = 0;        // of a rule that chooses its own steps: steps that were begun
  int coarse = 0;          // steps that were one linear solve, for want of time or of a solution
  int coarse_after = -1;   // iterations after which a limited tick went on so; -1: it did not
  int partitions = 0;      // how often the independent coordinates were chosen anew
  int singular = -1;       // index of a constraint that cannot be solved here; the step then failed
  double fastest_rate = 0.0, longest_step = 0.0;  // [1/s], [s]: why an explicit rule refused
  int side = -1;                                  // of a machine solved in sides: which one failed
  int sweeps = 0;     // iterated co-simulation: sweeps that did not settle
  int past_end = -1;  // index of a cylinder whose piston left its barrel; the step then failed
  // A surrogate left what it was trained for and had to stop: its channel, inputs first, with the
  // value and its change within a sample.
  int stray_channel = -1;
  double stray_value = 0.0, stray_change = 0.0;
  int block = -1;                           // whose code failed: FMUs and their like
  std::shared_ptr<const std::string> said;  // and what there is to say about it
  bool took_over = false;  // indices are of the machine with oil, which ran in a surrogate's place
};

// Advances state by one tick. Does not allocate, lock, log or throw. If it does not converge, state
// is as before. Limits act on machines that are solved as a whole with substeps.
StepReport step(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                const TickLimit& limit = {}) noexcept;

// The same for several ticks at once, with inputs held; a rule that chooses its own steps takes them as
// long as it likes. On failure state is that of the last good tick.
StepReport advance(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                   long long ticks) noexcept;

// A sentence for people: what failed, where, and what to try.
std::string explain(const Model& model, const StepReport& report);

// --------------------------------------------------------------------------------------- describe
// A model as JSON, for pages and clients: docs/protocol.md lists its keys.

[[nodiscard]] std::string model_description(const Model& model);

}  // namespace bramah
