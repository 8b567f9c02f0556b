// Why a step failed, in a sentence for people: what, where, and what to try.
#include "machine/explain.h"

#include "core/text.h"
#include "coupling/surrogate/surrogate_stepper.h"
#include "machine/machine.h"

namespace bramah {

namespace {

// Without an iteration, a quasi-steady volume can only have failed to settle.
std::string unsettled(const Plant& plant, int unknown) {
  const Circuit& circuit = *plant.equations->parts().circuit;
  const int volume = unknown - plant.dynamics->coordinates();
  if (unknown < 0 || volume < 0 || volume >= circuit.volumes()) return {};
  return circuit.kind(volume) == VolumeKind::algebraic ? no_balance(plant.names.volumes[volume])
                                                       : "";
}

// What an explicit rule that refused needs.
const char* shorter_steps(const Plant& plant, const StepReport& report) {
  const bool oil = report.worst >= plant.equations->coordinates();
  if (plant.solver.coupling == CouplingKind::cosimulation)
    return ": give the side that has it shorter inner steps (oil_step, mechanism_step) or an "
           "implicit rule.";
  if (plant.solver.coupling == CouplingKind::multirate && oil)
    return ". Take a smaller solver.multirate.step or an implicit solver.multirate.integrator "
           "(sdirk2).";
  return ". Take a smaller --step or an implicit integrator (sdirk2).";
}

std::string why(const Plant& plant, const StepReport& report) {
  const bool driven = plant.layout.surrogate.count > 0;
  if (report.past_end >= 0 && driven)
    return concat("the surrogate moves cylinder ", plant.names.cylinders[report.past_end],
                  " past the end of its barrel: it was not trained to stop there.");
  if (report.past_end >= 0 && plant.solver.coupling == CouplingKind::guidance)
    return concat(
        "the guide of cylinder ", plant.names.cylinders[report.past_end],
        ", or the load that moves it against its limits, leads past the end of its barrel (",
        plant.reaches[report.past_end].closed * 1e3, " to ",
        (plant.reaches[report.past_end].closed + plant.reaches[report.past_end].stroke) * 1e3,
        " mm between the pins).");
  if (report.side < 0 && report.sweeps > 1)
    return concat("the sides of the co-simulation did not agree after ", report.sweeps, " sweeps.");
  const std::string culprit =
      report.worst >= 0 && report.worst < static_cast<int>(plant.names.unknowns.size())
          ? plant.names.unknowns[report.worst]
          : "the accelerations at the start of the step";
  if (report.fastest_rate > 0.0)
    return concat("an explicit integrator would chatter: the fastest rate is ", report.fastest_rate,
                  " 1/s, at ", culprit, ", so steps must stay below ", report.longest_step * 1e6,
                  " us", shorter_steps(plant, report));
  if (report.singular >= 0)
    return concat("the pose is singular: the constraint \"",
                  plant.names.constraints[report.singular],
                  "\" no longer determines a coordinate, or contradicts the others. Pass it with "
                  "semirecursive or ali3p; if joints are driven, check their drivers.");
  if (report.max_iterations == 0)
    if (const std::string reason = unsettled(plant, report.worst); !reason.empty()) return reason;
  if (is_explicit(plant.solver.integrator))
    return concat("the accelerations cannot be solved or ceased to be finite, at ", culprit,
                  ". An explicit integrator grows without bound when its step is too long for a "
                  "spring, stop or damper: take a smaller --step or an implicit integrator.");
  if (plant.solver.integrator == IntegratorRule::rosenbrock && report.residual < 1e300)
    return concat("no step is short enough for the relative tolerance; the worst unknown is ",
                  culprit, " (error ", report.residual,
                  " of what is allowed). Does it jump? Try a larger relative_tolerance.");
  if (!(report.residual < 1e300))
    return concat("the numbers ceased to be finite; first at ", culprit,
                  ". Is a chamber empty, a mass zero or a spring far too stiff?");
  if (report.residual <= plant.solver.tolerance && plant.equations->constraints() > 0)
    return plant.solver.coupling == CouplingKind::guidance || driven
               ? "the cylinders cannot follow their guides: the mechanism does not reach such a "
                 "pose."
               : concat(
                     "the loops do not close: after ", report.max_iterations,
                     " Newton iterations a gap is left although nothing moves any more. Do drivers "
                     "contradict each other, or is the pose out of reach?");
  return concat(
      "Newton did not converge in ", report.max_iterations, " iterations; the worst unknown is ",
      culprit, " (last increment ", report.residual, " of its scale). Try ",
      plant.solver.substeps == Substeps::off ? "substeps on or " : "", "a smaller --step.");
}

// In a co-simulation most failures are macro steps that are too long.
std::string advice(const CosimulationSpec& c) {
  std::string text =
      " In a co-simulation this is mostly a macro step that is too long: take a "
      "smaller --step";
  if (c.scheme == CosimulationScheme::iterated) text += ", more `sweeps`";
  if (c.correction > 0.0) text += ", no `correction`";
  if (c.energy_feedback > 0.0) text += ", no `energy_feedback`";
  if (c.scheme != CosimulationScheme::iterated && c.input == OilForesight::polynomial)
    text += ", `input: interface_model`";
  if (c.variables == CouplingVariables::velocity_force) text += ", `variables: velocity_pressure`";
  return text + ", or `coupling: monolithic`.";
}

}  // namespace

std::string no_balance(const std::string& volume) {
  return concat("no pressure of the quasi-steady volume ", volume,
                " balances its flows: is everything around it shut? Leave it out of small_volumes, "
                "or give it a leakage.");
}

const std::string& why_no_rest(const Model& model) { return model.machine().no_rest; }

std::string explain(const Model& model, const StepReport& report) {
  if (report.converged) return "converged";
  if (report.block >= 0 && report.said) return *report.said;
  const auto* network = dynamic_cast<const SurrogateStepper*>(&model.stepper());
  if (report.stray_channel >= 0 && network) return network->stop_text(report);
  const Plant& plant = model.stepper().blamed(report);
  const bool apart = plant.solver.coupling == CouplingKind::cosimulation;
  return why(plant, report) +
         (apart && report.fastest_rate == 0.0 ? advice(plant.solver.cosimulation) : "");
}

}  // namespace bramah
