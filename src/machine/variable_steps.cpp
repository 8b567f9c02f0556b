#include "machine/variable_steps.h"

#include <algorithm>

namespace bramah {

VariableSteps::VariableSteps(const Machine& machine, double until)
    : machine_(machine),
      signals_(*machine.equations->parts().signals),
      work_(machine),
      row_work_(machine),
      rule_(static_cast<Rosenbrock&>(*work_.integrator)),
      state_(machine.initial),
      until_(until) {}

bool VariableSteps::begin_piece() noexcept {
  const double close = 1e-12 * std::max(1.0, t_);
  const double end = std::min(until_, signals_.next_break(t_ + close));
  anchor_ = 0.5 * (t_ + end);
  const auto x = state_.values();
  if (!refresh_rates(machine_, x, t_, anchor_, work_)) return false;
  rule_.begin(*machine_.dynamics, *work_.dynamics, t_, end, machine_.layout.point(x));
  inside_ = true;
  return true;
}

bool VariableSteps::step(StepReport& report) noexcept {
  report = {};
  report.converged = inside_ || begin_piece();
  if (!report.converged) return false;
  AdvanceReport part;
  report.converged = rule_.step(*machine_.dynamics, *work_.dynamics, part);
  report.iterations = part.iterations;
  report.solves = part.solves;
  report.max_iterations = part.max_iterations;
  report.residual = part.newton.increment;
  report.worst = name_of(machine_, part.newton.worst, work_);
  report.past_end = report.converged ? piston_past_end(machine_, work_.buffers().strokes) : -1;
  report.converged = report.converged && report.past_end < 0;
  if (report.converged) t_ = rule_.time();
  return report.converged;
}

// Spherical joints turn in angles from their charts: small ones only.
void VariableSteps::rechart(std::span<double> x, MachineScratch& work) const noexcept {
  const Layout& layout = machine_.layout;
  if (layout.charts.count == 0) return;
  machine_.equations->parts().mechanism->rechart(layout.q.in(x), layout.v.in(x), layout.a.in(x),
                                                 layout.memory_a.in(x), layout.charts.in(x),
                                                 *work.buffers().mechanism);
}

void VariableSteps::read(double t, State& state) {
  const Layout& layout = machine_.layout;
  const auto x = state.values();
  std::ranges::copy(state_.values(), x.begin());
  Trial& trial = row_work_.trial;
  rule_.interpolate(t, trial, layout.work.in(x));
  std::ranges::copy(trial.q, layout.q.in(x).begin());
  std::ranges::copy(trial.v, layout.v.in(x).begin());
  std::ranges::copy(trial.y, layout.y.in(x).begin());
  enter_state(machine_, x, row_work_);
  machine_.dynamics->set_time(t, anchor_, *row_work_.dynamics);
  machine_.dynamics->rates(trial, *row_work_.dynamics);
  machine_.dynamics->powers(trial, *row_work_.dynamics, layout.power.in(x));
  std::ranges::copy(trial.y, layout.y.in(x).begin());  // algebraic ones are settled
  std::ranges::copy(trial.a, layout.a.in(x).begin());
  std::ranges::copy(trial.ydot, layout.ydot.in(x).begin());
  leave_state(machine_, x, row_work_);
  rechart(x, row_work_);
}

bool VariableSteps::proceed(StepReport& report) noexcept {
  report.converged = rule_.proceed(*machine_.dynamics, *work_.dynamics);
  if (!report.converged) return false;
  const auto x = state_.values();
  const Layout& layout = machine_.layout;
  inside_ = !rule_.done();
  if (inside_ && layout.charts.count == 0) return true;
  rule_.store(layout.point(x));
  leave_state(machine_, x, work_);
  rechart(x, work_);
  if (inside_) rule_.reload(*machine_.dynamics, *work_.dynamics, layout.point(x));
  return true;
}

}  // namespace bramah
