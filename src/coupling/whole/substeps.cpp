#include "coupling/whole/substeps.h"

#include <algorithm>
#include <cmath>

#include "core/largest.h"

namespace bramah {

namespace {

constexpr double kSafety = 0.9, kShrink = 0.1, kGrow = 5.0;
constexpr double kNewtonFailed = 0.25;  // a step is cut to this share
constexpr double kClose = 1e-9;         // of a tick
constexpr double kRunaway = 1e6;        // [m/s], [rad/s] in a step of kShortest: no machine

}  // namespace

struct Substepper::Scratch final : Whole::Scratch {
  std::vector<double> start;  // the state as the step began
  std::unique_ptr<Integrator> coarse;
  explicit Scratch(const Plant& plant)
      : Whole::Scratch(plant),
        start(plant.layout.size),
        coarse(make_integrator(IntegratorRule::linear_euler, *plant.dynamics, {})) {
    integrator->set_bounds(&plant.bounds);
  }
};

std::unique_ptr<StepperScratch> Substepper::make_scratch() const {
  return std::make_unique<Scratch>(plant_);
}

// False if no coordinates can be chosen to move; they could at the first try.
bool Substepper::go_back(std::span<double> x, Scratch& work) const noexcept {
  std::copy(work.start.begin(), work.start.end(), x.begin());
  enter_state(plant_, x, work);
  return plant_.dynamics->choose_moved(plant_.layout.q.in(x), plant_.layout.v.in(x),
                                       *work.dynamics);
}

// Whether a linear step left the loops as closed as it can, (h v)² of where they were.
bool Substepper::closes(std::span<double> x, double h, StepReport& report) const noexcept {
  constexpr double kClosed = 1e-6;  // [m]
  const double way = h * largest(plant_.layout.v.in(x));
  report.converged = report.gap <= kClosed + way * way;
  return report.converged;
}

StepReport Substepper::piece(std::span<double> x, double t, double h, bool jump,
                             StepperScratch& scratch) const noexcept {
  Scratch& work = static_cast<Scratch&>(scratch);
  double& next = plant_.layout.control.in(x)[kNext];
  const double end = t + h;
  double length = next > 0.0 ? next : h;
  StepReport report;
  for (double left = h; left > kClose * h;) {
    // Steps of equal length up to the end.
    const double count = std::ceil(left / length - kClose);
    const double step = count > 1.0 ? left / count : left;
    std::copy(x.begin(), x.end(), work.start.begin());
    Outcome done = take_step(x, t, step, jump, *work.integrator, work);
    jump = false;
    const bool shortest = length <= kShortest;
    if (!done.report.converged && shortest) {
      if (!go_back(x, work)) return done.report;
      done = take_step(x, t, step, false, *work.coarse, work);
      add(report, done.report);
      if (!report.converged || !closes(x, step, report)) return report;
    } else {
      add(report, done.report);
    }
    report.substeps += 1;
    report.converged = true;
    const double error = done.report.converged ? done.error : INFINITY;
    if (const auto v = plant_.layout.v.in(x); shortest && largest(v) > kRunaway) {
      report.converged = false, report.residual = INFINITY;
      report.worst = static_cast<int>(
          std::ranges::max_element(v, {}, [](double rate) { return std::abs(rate); }) - v.begin());
      return report;
    }
    if (error <= 1.0 || shortest) {
      left = count > 1.0 ? end - (t + step) : 0.0;
      t += step;
      const double factor = kSafety / std::cbrt(std::max(error, 1e-9));
      length = std::max(step * std::clamp(factor, kShrink, kGrow), kShortest);
      next = length;
      if (left > kClose * h) rechart(plant_, x, work);
    } else {
      const double factor =
          std::isfinite(error) ? std::max(kShrink, kSafety / std::cbrt(error)) : kNewtonFailed;
      length = std::max(factor * step, kShortest);
      if (!go_back(x, work)) return blame(report, work);
    }
  }
  return report;
}

}  // namespace bramah
