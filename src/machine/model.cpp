// The public face of a Machine.
#include "bramah/model.h"

#include "core/text.h"
#include "build/formulation.h"
#include "build/small_volumes.h"
#include "machine/surrogate_run.h"

namespace bramah {

Model::Model(std::shared_ptr<const Machine> machine) : machine_(std::move(machine)) {}

const std::string& Model::name() const noexcept { return machine_->name; }
const std::string& Model::hash() const noexcept { return machine_->hash; }
const std::string& Model::method() const noexcept { return machine_->method; }
const std::string& Model::integrator() const noexcept { return machine_->solver.integrator; }
const std::string& Model::coupling() const noexcept { return machine_->solver.coupling; }
double Model::step_size() const noexcept { return machine_->solver.step; }
double Model::until() const noexcept { return machine_->solver.until; }
State Model::initial_state() const { return machine_->initial; }
const std::vector<std::string>& Model::notes() const noexcept { return machine_->notes; }
const std::vector<Channel>& Model::channels() const noexcept { return machine_->channels; }
const std::vector<std::string>& Model::inputs() const noexcept { return machine_->input_names; }
const Drawing& Model::drawing() const noexcept { return machine_->drawing; }
const Scene& Model::scene() const noexcept { return machine_->scene; }
const Scheme& Model::scheme() const noexcept { return machine_->scheme; }
const std::vector<Control>& Model::controls() const noexcept { return machine_->controls; }
const std::vector<Fault>& Model::faults() const noexcept { return machine_->faults; }
std::vector<double> Model::input_defaults() const { return machine_->input_defaults; }

int Model::find_channel(std::string_view name) const noexcept {
  for (std::size_t k = 0; k < machine_->channels.size(); ++k)
    if (machine_->channels[k].name == name) return static_cast<int>(k);
  return -1;
}

void Model::observe(const State& state, Workspace& work, std::span<double> values) const {
  const Snapshot shot = take_snapshot(*machine_, state, work.scratch());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = machine_->readers[k](shot);
}

void Model::pose(const State& state, Workspace& work, std::span<double> xyz) const {
  const Snapshot shot = take_snapshot(*machine_, state, work.scratch());
  const Mechanism& mechanism = *machine_->equations->parts().mechanism;
  for (int k = 0; k < static_cast<int>(machine_->drawing.points.size()); ++k) {
    const auto point = mechanism.point_position(k, *shot.buffers->mechanism);
    for (int axis = 0; axis < 3; ++axis) xyz[3 * k + axis] = point[axis];
  }
}

Workspace::Workspace(const Model& model)
    : scratch_(std::make_unique<MachineScratch>(model.machine())) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

// Without an iteration, a quasi-steady volume can only have failed to settle.
static std::string unsettled(const Machine& machine, int unknown) {
  const Circuit& circuit = *machine.equations->parts().circuit;
  const int volume = unknown - machine.dynamics->coordinates();
  if (unknown < 0 || volume < 0 || volume >= circuit.volumes()) return {};
  return circuit.kind(volume) == VolumeKind::algebraic ? no_balance(machine.volumes[volume]) : "";
}

namespace {

// What an explicit rule that refused needs.
const char* shorter_steps(const Machine& machine, const StepReport& report) {
  const bool oil = report.worst >= machine.equations->coordinates();
  if (machine.solver.coupling == "cosimulation")
    return ": give the side that has it shorter inner steps (oil_step, mechanism_step) or an "
           "implicit rule.";
  if (machine.solver.coupling == "multirate" && oil)
    return ". Take a smaller solver.multirate.step or an implicit solver.multirate.integrator "
           "(sdirk2).";
  return ". Take a smaller --step or an implicit integrator (sdirk2).";
}

std::string why(const Machine& machine, const StepReport& report) {
  if (report.outside >= 0) return surrogate_stop_text(machine, report);
  const bool driven = machine.layout.surrogate.count > 0;
  if (report.past_end >= 0 && driven)
    return concat("the surrogate moves cylinder ", machine.cylinders[report.past_end],
                  " past the end of its barrel: it was not trained to stop there.");
  if (report.past_end >= 0 && machine.solver.coupling == "guidance")
    return concat(
        "the guide of cylinder ", machine.cylinders[report.past_end],
        ", or the load that moves it against its limits, leads past the end of its barrel (",
        machine.reaches[report.past_end].closed * 1e3, " to ",
        (machine.reaches[report.past_end].closed + machine.reaches[report.past_end].stroke) * 1e3,
        " mm between the pins).");
  if (report.past_end >= 0)
    return concat(
        "the piston of cylinder ", machine.cylinders[report.past_end],
        " ran past the end of its barrel. Give it a stiffer end_damper, a longer stroke, or a "
        "command that stops earlier.");
  if (machine.coupled && report.side < 0 && report.sweeps > 1)
    return concat("the sides of the co-simulation did not agree after ", report.sweeps, " sweeps.");
  const std::string culprit =
      report.worst >= 0 && report.worst < static_cast<int>(machine.unknowns.size())
          ? machine.unknowns[report.worst]
          : "the accelerations at the start of the step";
  if (report.fastest_rate > 0.0)
    return concat("an explicit integrator would chatter: the fastest rate is ", report.fastest_rate,
                  " 1/s, at ", culprit, ", so steps must stay below ", report.longest_step * 1e6,
                  " us", shorter_steps(machine, report));
  if (report.singular >= 0)
    return concat("the pose is singular: the constraint \"",
                  machine.constraint_texts[report.singular],
                  "\" no longer determines a coordinate, or contradicts the others. Pass it with "
                  "semirecursive or ali3p; if joints are driven, check their drivers.");
  if (report.max_iterations == 0)
    if (const std::string reason = unsettled(machine, report.worst); !reason.empty()) return reason;
  if (is_explicit(machine.solver.integrator))
    return concat("the accelerations cannot be solved or ceased to be finite, at ", culprit,
                  ". An explicit integrator grows without bound when its step is too long for a "
                  "spring, stop or damper: take a smaller --step or an implicit integrator.");
  if (machine.solver.integrator == "rosenbrock" && report.residual < 1e300)
    return concat("no step is short enough for the relative tolerance; the worst unknown is ",
                  culprit, " (error ", report.residual,
                  " of what is allowed). Does it jump? Try a larger relative_tolerance.");
  if (!(report.residual < 1e300))
    return concat("the numbers ceased to be finite; first at ", culprit,
                  ". Is a chamber empty, a mass zero or a spring far too stiff?");
  if (report.residual <= machine.solver.tolerance && machine.equations->constraints() > 0)
    return machine.solver.coupling == "guidance" || driven
               ? "the cylinders cannot follow their guides: the mechanism does not reach such a "
                 "pose."
               : concat(
                     "the loops do not close: after ", report.max_iterations,
                     " Newton iterations a gap is left although nothing moves any more. Do drivers "
                     "contradict each other, or is the pose out of reach?");
  return concat("Newton did not converge in ", report.max_iterations,
                " iterations; the worst unknown is ", culprit, " (last increment ", report.residual,
                " of its scale). Try a smaller --step.");
}

}  // namespace

// In a co-simulation most failures are macro steps that are too long.
static std::string advice(const CosimulationSpec& c) {
  std::string text =
      " In a co-simulation this is mostly a macro step that is too long: take a "
      "smaller --step";
  if (c.scheme == "iterated") text += ", more `sweeps`";
  if (c.correction > 0.0) text += ", no `correction`";
  if (c.energy_feedback > 0.0) text += ", no `energy_feedback`";
  if (c.scheme != "iterated" && c.input == "polynomial") text += ", `input: interface_model`";
  if (c.variables == "velocity_force") text += ", `variables: velocity_pressure`";
  return text + ", or `coupling: monolithic`.";
}

std::string explain(const Model& model, const StepReport& report) {
  const Machine& machine = report.took_over ? *model.machine().physics : model.machine();
  if (report.converged) return "converged";
  const bool apart = machine.solver.coupling == "cosimulation";
  return why(machine, report) +
         (apart && report.fastest_rate == 0.0 ? advice(machine.solver.cosimulation) : "");
}

}  // namespace bramah
