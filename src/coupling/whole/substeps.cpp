#include "coupling/whole/substeps.h"

#include <algorithm>
#include <cmath>

#include "core/largest.h"

namespace bramah {

namespace {

constexpr double kSafety = 0.9, kShrink = 0.1, kGrow = 5.0;
constexpr double kNewtonFailed = 0.25;  // a step is cut to this share
constexpr double kClose = 1e-9;         // of a tick
constexpr int kLastPatience = 3;        // times as many iterations where no shorter step is left
constexpr double kMostPressure = 1e8;   // [Pa] that a linear step leaves
constexpr int kCoarseSteps = 4;         // that end a tick whose budget is spent
constexpr double kRunaway = 1e6;        // [m/s], [rad/s] in a step of kShortest: no machine

// Of the step, for an error at its bound: errors of steps are third order.
double growth(double error) noexcept {
  constexpr double kSmall = kSafety * kSafety * kSafety / (kGrow * kGrow * kGrow);
  return error <= kSmall ? kGrow : std::max(kShrink, kSafety / std::cbrt(error));
}

}  // namespace

struct Substepper::Scratch final : Whole::Scratch {
  std::vector<double> start;  // the state as the step began
  std::unique_ptr<Integrator> coarse;
  explicit Scratch(const Plant& plant)
      : Whole::Scratch(plant),
        start(plant.layout.size),
        coarse(make_integrator(IntegratorRule::linear_euler, *plant.dynamics, {})) {
    integrator->set_bounds(&plant.bounds);
    integrator->set_budget(&budget);
  }
};

std::unique_ptr<StepperScratch> Substepper::make_scratch() const {
  return std::make_unique<Scratch>(plant_);
}

// False if no coordinates can be chosen to move; they could at the first try.
bool Substepper::go_back(std::span<double> x, Scratch& work) const noexcept {
  plant_.layout.copy_moving(work.start, x);
  enter_state(plant_, x, work);
  return plant_.dynamics->choose_moved(plant_.layout.q.in(x), plant_.layout.v.in(x),
                                       *work.dynamics);
}

// Where a valve is shut, linear equations do not know that it may open, and a small volume would rise
// without end: no pressure above 1000 bar, unless the tick began with more.
void Substepper::bound_pressures(std::span<double> x, const Scratch& work) const noexcept {
  const Circuit& circuit = *plant_.equations->parts().circuit;
  if (circuit.amounts()) return;
  const auto volumes = static_cast<std::size_t>(circuit.volumes());
  const auto before = plant_.layout.y.in(std::span<const double>(work.tick_start)).first(volumes);
  double most = kMostPressure;
  for (const double p : before) most = std::max(most, p);
  for (double& p : plant_.layout.y.in(x).first(volumes)) p = std::min(p, most);
}

StepReport Substepper::linear_step(std::span<double> x, double t, double h,
                                   Scratch& work) const noexcept {
  StepReport report = take_step(x, t, h, false, *work.coarse, work).report;
  report.coarse = report.substeps = 1;
  bound_pressures(x, work);
  const Layout& layout = plant_.layout;  // rates of a linear step are no history for a rule
  std::ranges::copy(layout.a.in(x), layout.memory_a.in(x).begin());
  std::ranges::copy(layout.ydot.in(x), layout.memory_y.in(x).begin());
  layout.before.in(x)[0] = 0.0;
  return report;
}

// What they leave in the loops, later steps close.
StepReport Substepper::end_coarsely(std::span<double> x, double t, double h,
                                    Scratch& work) const noexcept {
  StepReport report;
  const double step = h / kCoarseSteps;
  for (int k = 0; k < kCoarseSteps && report.converged; ++k) {
    if (k > 0) rechart(plant_, x, work);
    add(report, linear_step(x, t + k * step, step, work));
  }
  report.coarse_after = work.budget.used();
  plant_.layout.control.in(x)[kNext] = step;
  return report;
}

// A step where Newton fails at the shortest length too. False if a linear one is no way out either:
// loops not as closed as it can leave them, (h v)² of where they were.
bool Substepper::squeeze_through(std::span<double> x, double t, double h, StepReport& report,
                                 Scratch& work) const noexcept {
  constexpr double kClosed = 1e-6;  // [m]
  if (!go_back(x, work)) return false;
  add(report, linear_step(x, t, h, work));
  const auto v = plant_.layout.v.in(x);
  const double way = h * largest(v);
  if (report.converged && largest(v) > kRunaway) {
    report.residual = INFINITY;
    report.worst = static_cast<int>(
        std::ranges::max_element(v, {}, [](double rate) { return std::abs(rate); }) - v.begin());
    report.converged = false;
  }
  report.converged = report.converged && report.gap <= kClosed + way * way;
  return report.converged;
}

StepReport Substepper::piece(std::span<double> x, double t, double h, bool jump,
                             StepperScratch& scratch) const noexcept {
  Scratch& work = static_cast<Scratch&>(scratch);
  double& next = plant_.layout.control.in(x)[kNext];
  const double end = t + h;
  double length = next > 0.0 ? next : h;
  StepReport report;
  for (double left = h; left > kClose * h; left = end - t) {
    if (work.budget.spent()) {
      add(report, end_coarsely(x, t, left, work));
      return report;
    }
    // Steps of equal length up to the end.
    const double count = std::ceil(left / length - kClose);
    const double step = count > 1.0 ? left / count : left;
    plant_.layout.copy_moving(x, work.start);
    const bool shortest = length <= kShortest;
    work.integrator->set_patience(shortest ? kLastPatience : 1);
    Outcome done = take_step(x, t, step, jump, *work.integrator, work);
    jump = false;
    done.report.substeps = 1;
    add(report, done.report);
    double error = done.report.converged ? done.error : INFINITY;
    if (work.budget.spent()) {
      report.converged = true;
      if (!go_back(x, work)) return blame(report, work);
      continue;
    }
    if (!done.report.converged && shortest) {
      if (!squeeze_through(x, t, step, report, work)) return report;
      error = 1.0;
    }
    report.converged = true;
    if (error <= 1.0 || shortest) {
      t = count > 1.0 ? t + step : end;
      length = std::max(step * growth(error), kShortest);
      next = length;
      if (t < end) rechart(plant_, x, work);
    } else {
      const double factor = std::isfinite(error) ? growth(error) : kNewtonFailed;
      length = std::max(factor * step, kShortest);
      if (!go_back(x, work)) return blame(report, work);
    }
  }
  return report;
}

}  // namespace bramah
