#include "coupling/variable/variable_stepper.h"

#include <algorithm>

namespace bramah {

struct VariableStepper::Scratch final : StepperScratch {
  std::unique_ptr<Integrator> integrator;
  Rosenbrock& rule;
  PlantWork own;             // of the rule; channels read states in the other
  std::vector<double> base;  // the state at the start of the piece; with charts, of the step
  std::vector<double> kept;  // the memory that the rule holds now
  double t = 0.0, anchor = 0.0;
  bool taken = false;   // a step was taken that proceed() has not left yet
  bool inside = false;  // of a piece

  explicit Scratch(const Plant& plant)
      : StepperScratch(plant),
        integrator(
            make_integrator(plant.solver.integrator, *plant.dynamics, plant.integrator_options())),
        rule(static_cast<Rosenbrock&>(*integrator)),
        own(plant),
        base(plant.layout.size),
        kept(plant.layout.coupling.count, -1.0) {}
};

std::unique_ptr<StepperScratch> VariableStepper::make_scratch() const {
  return std::make_unique<Scratch>(plant_);
}

std::size_t VariableStepper::memory(std::size_t others) const {
  return kHead + Rosenbrock::memory_size(*plant_.dynamics) + others;
}

// A fresh scratch, or one of another state: the rule goes on from the state's memory.
void VariableStepper::recall(std::span<double> x, Scratch& work) const noexcept {
  const auto memory = plant_.layout.coupling.in(x);
  if (std::ranges::equal(memory, work.kept)) return;
  const std::size_t rule = Rosenbrock::memory_size(*plant_.dynamics);
  work.taken = memory[kTaken] != 0.0;
  work.inside = memory[kInside] != 0.0;
  work.anchor = memory[kAnchor];
  if (!work.taken) return;
  std::ranges::copy(memory.subspan(kHead + rule), work.base.begin());
  enter_state(plant_, work.base, work.own);
  work.rule.restore(*plant_.dynamics, *work.own.dynamics, memory.subspan(kHead, rule));
  work.t = work.rule.time();
}

void VariableStepper::remember(std::span<double> x, Scratch& work) const noexcept {
  const auto memory = plant_.layout.coupling.in(x);
  const std::size_t rule = Rosenbrock::memory_size(*plant_.dynamics);
  memory[kTaken] = work.taken, memory[kInside] = work.inside, memory[kAnchor] = work.anchor;
  work.rule.save(memory.subspan(kHead, rule));
  std::copy_n(work.base.begin(), plant_.layout.coupling.first,
              memory.subspan(kHead + rule).begin());
  std::ranges::copy(memory, work.kept.begin());
}

// Up to the next break; the end of the run is one, so that the last step ends there.
bool VariableStepper::begin_piece(Scratch& work) const noexcept {
  const double close = 1e-12 * std::max(1.0, work.t), until = plant_.solver.until;
  double end = plant_.equations->parts().signals->next_break(work.t + close);
  if (work.t < until - close) end = std::min(until, end);
  work.anchor = 0.5 * (work.t + end);
  sample_signals(plant_, work.base, work.t, work.anchor, work.own);
  if (!solve_rates(plant_, work.base, work.own)) return false;
  work.rule.begin(*plant_.dynamics, *work.own.dynamics, work.t, end,
                  plant_.layout.point(work.base));
  work.inside = true;
  return true;
}

// The end of the step that was taken becomes the start of the next.
bool VariableStepper::proceed(Scratch& work) const noexcept {
  work.taken = false;
  if (!work.rule.proceed(*plant_.dynamics, *work.own.dynamics)) return false;
  const Layout& layout = plant_.layout;
  work.inside = !work.rule.done();
  if (work.inside && layout.charts.count == 0) return true;
  work.rule.store(layout.point(work.base));
  leave_state(plant_, work.base, work.own);
  rechart(plant_, work.base, work.own);
  if (work.inside) work.rule.reload(*plant_.dynamics, *work.own.dynamics, layout.point(work.base));
  return true;
}

StepReport VariableStepper::take_step(Scratch& work) const noexcept {
  StepReport report;
  report.converged = (!work.taken || proceed(work)) && (work.inside || begin_piece(work));
  if (!report.converged) return report;
  AdvanceReport part;
  report.converged = work.rule.step(*plant_.dynamics, *work.own.dynamics, part);
  report.substeps = 1;
  report.iterations = part.iterations;
  report.solves = part.solves;
  report.max_iterations = part.max_iterations;
  report.residual = part.newton.increment;
  report.worst = name_of(plant_, part.newton.worst, work.own);
  report.past_end = report.converged ? piston_past_end(plant_, work.own.buffers().strokes) : -1;
  report.converged = report.converged && report.past_end < 0;
  if (report.converged) work.t = work.rule.time(), work.taken = true;
  return report;
}

// The state at t inside the step that was taken.
void VariableStepper::read(double t, std::span<double> x, Scratch& work) const noexcept {
  const Layout& layout = plant_.layout;
  const double tick = x[State::kTick];
  std::copy_n(work.base.begin(), layout.coupling.first, x.begin());
  x[State::kTick] = tick;
  Trial& trial = work.trial;
  work.rule.interpolate(t, trial, layout.work.in(x));
  std::ranges::copy(trial.q, layout.q.in(x).begin());
  std::ranges::copy(trial.v, layout.v.in(x).begin());
  std::ranges::copy(trial.y, layout.y.in(x).begin());
  enter_state(plant_, x, work);
  plant_.dynamics->set_time(t, work.anchor, *work.dynamics);
  plant_.dynamics->rates(trial, *work.dynamics);
  plant_.dynamics->powers(trial, *work.dynamics, layout.power.in(x));
  std::ranges::copy(trial.y, layout.y.in(x).begin());  // algebraic ones are settled
  std::ranges::copy(trial.a, layout.a.in(x).begin());
  std::ranges::copy(trial.ydot, layout.ydot.in(x).begin());
  leave_state(plant_, x, work);
  rechart(plant_, x, work);
}

StepReport VariableStepper::advance(std::span<double> x, double from, double to, bool jump,
                                    StepperScratch& scratch) const noexcept {
  Scratch& work = static_cast<Scratch&>(scratch);
  recall(x, work);
  if (jump || !work.taken) {
    std::ranges::copy(x, work.base.begin());
    work.t = from;
    work.taken = work.inside = false;
  }
  StepReport report;
  const double close = 1e-12 * std::max(1.0, to);
  while (report.converged && !(work.taken && work.t >= to - close)) add(report, take_step(work));
  if (!report.converged) {
    work.kept[kTaken] = -1.0;  // what the rule holds is of no use
    return report;
  }
  read(std::min(to, work.t), x, work);
  remember(x, work);
  return report;
}

}  // namespace bramah
