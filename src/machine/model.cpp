// The public face of a Machine.
#include "bramah/model.h"

#include "machine/machine.h"

namespace bramah {

Model::Model(std::shared_ptr<const Machine> machine) : machine_(std::move(machine)) {}

const std::string& Model::name() const noexcept { return machine_->name; }
const std::string& Model::hash() const noexcept { return machine_->hash; }
std::string Model::method() const {
  return method_name(plant().solver.coordinates, plant().solver.constraints);
}
std::string Model::integrator() const { return choice_name(integrator_rule()); }
IntegratorRule Model::integrator_rule() const noexcept { return plant().solver.integrator; }
std::string Model::coupling() const { return choice_name(coupling_kind()); }
CouplingKind Model::coupling_kind() const noexcept { return plant().solver.coupling; }
double Model::step_size() const noexcept { return plant().solver.step; }
double Model::until() const noexcept { return plant().solver.until; }
State Model::initial_state() const { return machine_->initial; }
const std::vector<std::string>& Model::notes() const noexcept { return machine_->notes; }
const std::vector<std::string>& Model::warnings() const noexcept { return machine_->warnings; }
const std::vector<Channel>& Model::channels() const noexcept { return machine_->channels.list; }
const std::vector<std::string>& Model::inputs() const noexcept { return plant().names.inputs; }
const Drawing& Model::drawing() const noexcept { return machine_->picture.drawing; }
const Scene& Model::scene() const noexcept { return machine_->picture.scene; }
const Scheme& Model::scheme() const noexcept { return machine_->picture.scheme; }
const std::vector<Control>& Model::controls() const noexcept { return machine_->levers.controls; }
const std::vector<Fault>& Model::faults() const noexcept { return machine_->levers.faults; }
std::vector<double> Model::input_defaults() const { return machine_->levers.defaults; }
const Plant& Model::plant() const noexcept { return machine_->plant; }
const Stepper& Model::stepper() const noexcept { return *machine_->stepper; }
double Model::read(int channel, const Snapshot& at) const {
  return machine_->channels.read(channel, at);
}
Model Model::in_joint_coordinates() const {
  return machine_->joint ? Model(machine_->joint) : *this;
}

int Model::find_channel(std::string_view name) const noexcept {
  for (std::size_t k = 0; k < channels().size(); ++k)
    if (channels()[k].name == name) return static_cast<int>(k);
  return -1;
}

namespace {

void read_pose(const Machine& machine, const Snapshot& shot, std::span<double> xyz) {
  const Mechanism& mechanism = *machine.plant.equations->parts().mechanism;
  for (int k = 0; k < static_cast<int>(xyz.size() / 3); ++k) {
    const auto point = mechanism.point_position(k, *shot.buffers->mechanism);
    for (int axis = 0; axis < 3; ++axis) xyz[3 * k + axis] = point[axis];
  }
  if (machine.picture.terrain.empty() || xyz.empty()) return;
  const HeightField& ground = machine.soil.ground();
  const double* const now = machine.plant.layout.soil.in(shot.state).data();
  for (const auto& [k, at] : machine.picture.terrain) {
    const Three<double> p{at[0], at[1], at[2]};
    const double rise = ground.at(p, now).height - dot3(p, ground.up);
    for (int axis = 0; axis < 3; ++axis)
      xyz[3 * static_cast<std::size_t>(k) + axis] = p[axis] + rise * ground.up[axis];
  }
}

}  // namespace

void Model::observe(const State& state, Workspace& work, std::span<double> values) const {
  machine_->channels.read_all(take_snapshot(plant(), state, work.scratch()), values);
}

void Model::pose(const State& state, Workspace& work, std::span<double> xyz) const {
  read_pose(*machine_, take_snapshot(plant(), state, work.scratch()),
            xyz.first(3 * drawing().points.size()));
}

double Model::observe_row(const State& state, Workspace& work, std::span<double> values,
                          std::span<double> xyz) const {
  const Snapshot shot = take_snapshot(plant(), state, work.scratch());
  machine_->channels.read_all(shot, values);
  read_pose(*machine_, shot, xyz);
  return shot.gaps.acceleration;
}

Workspace::Workspace(const Model& model)
    : scratch_(model.stepper().make_scratch()), blocks_(std::make_unique<BlockRuns>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

}  // namespace bramah
