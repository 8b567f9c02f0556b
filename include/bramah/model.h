// Model: a machine, built once, validated, immutable; share it between threads.
// State: everything the future depends on. Workspace: everything it does not.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bramah/channel.h"
#include "bramah/controls.h"
#include "bramah/error.h"
#include "bramah/scene.h"
#include "bramah/scheme.h"

namespace bramah {

class Machine;          // src/machine: the assembled machine behind a Model
struct MachineScratch;  // src/machine: the buffers behind a Workspace
struct PartInfo;        // bramah/parts.h

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
    enum class Kind { body, cylinder, spring, ground } kind = Kind::body;
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
  const std::string& hash() const noexcept;    // of the file, its includes and all overrides
  const std::string& method() const noexcept;  // "semirecursive"
  const std::string& integrator() const noexcept;
  const std::string& coupling() const noexcept;
  double step_size() const noexcept;  // [s]
  double until() const noexcept;      // the file's end time [s]

  State initial_state() const;
  const std::vector<std::string>& notes()
      const noexcept;  // what loading did: closed a pose, solved a pressure

  const std::vector<Channel>& channels() const noexcept;
  int find_channel(std::string_view name) const noexcept;  // -1: no such channel
  void observe(const State& state, Workspace& work,
               std::span<double> values) const;  // one value per channel

  const std::vector<std::string>& inputs()
      const noexcept;  // signals of type `input`, in the order of Inputs
  const Drawing& drawing() const noexcept;
  void pose(const State& state, Workspace& work,
            std::span<double> xyz) const;  // 3 per point of drawing()
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
  MachineScratch& scratch() noexcept { return *scratch_; }

 private:
  std::unique_ptr<MachineScratch> scratch_;
};

// What replaces parts of a file at load time; empty fields leave the file's value.
struct LoadOptions {
  std::vector<std::string> set;  // "lift.bore=90mm"
  std::string method, coordinates, constraints, integrator, coupling, tangent, oil;
  std::string guide;            // recording that all cylinders follow: coupling guidance
  bool controls = false;        // what the file's `controls` name is set from outside
  bool faults = false;          // the file's `faults`, or a usual set, can be set from outside
  std::optional<double> step;   // [s]
  std::optional<double> until;  // [s]
  // Parts of one's own that the file may use beside the catalogue's; they must outlive the models.
  std::vector<const PartInfo*> parts{};
};

// Reads a machine file. Throws InputError with every problem found.
Model load(const std::string& path, const LoadOptions& options = {});
Model load_text(const std::string& yaml, const std::string& name, const LoadOptions& options = {});

// The JSON Schema of machine files, for editors.
std::string machine_file_schema();

}  // namespace bramah
