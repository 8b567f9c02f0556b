#include "coupling/piecewise.h"

namespace bramah {

Piecewise::Breaks Piecewise::breaks(std::span<const double> x, double end) const noexcept {
  return {*plant_.equations->parts().signals, end, 1e-9 * x[State::kStepSize]};
}

void Piecewise::enter(std::span<double> x, StepperScratch& work) const noexcept {
  enter_state(plant_, x, work);
  work.buffers().unsettled = -1;
}

bool Piecewise::prepare(std::span<double> x, double t, double next, bool jump,
                        StepperScratch& work) const noexcept {
  if (jump) return refresh(x, t, 0.5 * (t + next), work);
  return plant_.dynamics->choose_moved(plant_.layout.q.in(x), plant_.layout.v.in(x),
                                       *work.dynamics);
}

StepReport Piecewise::take_piece(std::span<double> x, double t, double next, bool jump,
                                 StepperScratch& work) const noexcept {
  StepReport report = piece(x, t, next - t, jump, work);
  if (report.converged) rechart(plant_, x, work);
  return report;
}

StepReport Piecewise::blame(StepReport report, StepperScratch& work) const noexcept {
  report.converged = false;
  if (plant_.partitioned) report.singular = plant_.partitioned->singular_row(*work.dynamics);
  if (const int volume = work.buffers().unsettled; volume >= 0)
    report.worst = name_of(plant_, plant_.dynamics->moved_coordinates() + volume, work);
  return report;
}

StepReport Piecewise::advance(std::span<double> x, double from, double to, bool jump,
                              StepperScratch& work) const noexcept {
  const Breaks breaks = this->breaks(x, to);
  StepReport report;
  enter(x, work);
  for (double t = from; breaks.before_end(t) && report.converged;) {
    // Where none is close to t, the next one before it is the next one behind it.
    const double first = breaks.signals.next_break(t - breaks.close);
    const bool here = first <= t + breaks.close;
    const double next = here ? breaks.next_after(t) : first < to - breaks.close ? first : to;
    jump = jump || here;
    const bool ready = prepare(x, t, next, jump, work);
    add(report, ready ? take_piece(x, t, next, jump, work) : blame({}, work));
    t = next;
    jump = false;
  }
  return report;
}

}  // namespace bramah
