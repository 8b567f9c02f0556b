#include "coupling/whole/whole.h"

#include <cmath>
#include <utility>

namespace bramah {

Whole::Scratch::Scratch(const Plant& plant)
    : StepperScratch(plant),
      integrator(
          make_integrator(plant.solver.integrator, *plant.dynamics, plant.integrator_options())) {
  if (plant.equations->parts().guides.empty())
    integrator->accept_near();
  else  // servos are too stiff for that, and bend sharply where they are limited
    integrator->begin_straight();
}

std::unique_ptr<StepperScratch> Whole::make_scratch() const {
  return std::make_unique<Scratch>(plant_);
}

// Explicit rules look whether a step is stable. Without oil, stiffness changes little: one look at
// the start. With oil, valves may open within the first steps, and once it chatters a state is far
// from where the drops vanish and looks soft: every step at first.
bool Whole::looks(std::span<const double> x) const noexcept {
  const auto tick = static_cast<long long>(x[State::kTick]);
  const bool oil = plant_.dynamics->states() > 0;
  return oil ? tick < 100 || tick % 100 == 0 : tick == 0;
}

bool Whole::stable(std::span<double> x, double t, double h, Scratch& work,
                   StepReport& report) const noexcept {
  plant_.dynamics->set_time(t, t + 0.5 * h, *work.dynamics);
  const Stability stability =
      work.integrator->stable(*plant_.dynamics, *work.dynamics, h, plant_.layout.point(x));
  if (stability.stable) return true;
  report.fastest_rate = stability.radius;
  report.longest_step = stability.longest;
  report.worst = name_of(plant_, stability.unknown, work);
  return report.converged = false;
}

StepReport Whole::piece(std::span<double> x, double t, double h, bool jump,
                        StepperScratch& scratch) const noexcept {
  Scratch& work = static_cast<Scratch&>(scratch);
  return take_step(x, t, h, jump, *work.integrator, work).report;
}

Whole::Outcome Whole::take_step(std::span<double> x, double t, double h, bool jump,
                                Integrator& integrator, Scratch& work) const noexcept {
  const Layout& layout = plant_.layout;
  const auto choices = [&] {
    return plant_.partitioned ? static_cast<int>(layout.partition.in(x).back()) : 0;
  };
  StepReport report;
  if (plant_.solver.guard && (jump || looks(x)) && !stable(x, t, h, work, report))
    return {report, 0.0};
  const int before = choices();
  const AdvanceReport part =
      integrator.advance(*plant_.dynamics, *work.dynamics, t, h, layout.point(x));
  report.iterations = part.iterations;
  report.solves = part.solves;
  report.max_iterations = part.max_iterations;
  report.residual = part.newton.increment;
  report.worst = name_of(plant_, part.newton.worst, work);
  report.gap = part.gaps.position;
  report.rate_gap = part.gaps.rate;
  report.past_end = part.newton.converged ? piston_past_end(plant_, work.buffers().strokes) : -1;
  report.converged =
      part.newton.converged && report.past_end < 0 && std::isfinite(part.gaps.position);
  if (!report.converged) return {blame(std::move(report), work), 0.0};
  leave_state(plant_, x, work);
  report.partitions = choices() - before;
  return {std::move(report), part.error};
}

}  // namespace bramah
