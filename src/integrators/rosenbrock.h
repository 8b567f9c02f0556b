// rosenbrock: RODAS3 with step control, for machines without constraints (rosenbrock_step.h).
//
// The embedded result gives the error e of q, v and y; a step is taken if every |e| is below
// rtol (scale + |x|), for q and v rtol (0.01 scale + |x|). The next step follows from this error
// and, where that asks for a shorter one, from how the errors grew [Hairer1996, Sec. IV.8]. A
// contact or stop that is another at the middle or the end of a step than at its start is an event:
// the step is repeated up to the instant, found by bisection on the cubic between the ends, and
// rates are solved anew behind it. Work is Simpson's rule over start, middle and end.
//
// Not for inputs that jump every millisecond, nor for real time: the cost of a tick is not fixed.
#pragma once

#include <limits>

#include "integrators/integrator.h"
#include "integrators/rosenbrock_step.h"

namespace bramah {

class Rosenbrock final : public Integrator {
 public:
  struct Options {
    double relative_tolerance;                                 // 1 or more: each tick is one step
    double longest = std::numeric_limits<double>::infinity();  // [s]
  };
  Rosenbrock(const ImplicitDynamics& dynamics, const Options& options);

  // As many steps as the tolerance asks for. The next step's size is kept in the point.
  AdvanceReport advance(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double h,
                        StatePoint point) noexcept override;

  // The same one step at a time, for a driver that does not stop at ticks: begin at a point and
  // end at `end`, inside one piece of the inputs; after each step, proceed().
  void begin(const ImplicitDynamics&, ImplicitDynamics::Scratch&, double t, double end,
             const StatePoint& point) noexcept;
  bool done() const noexcept { return !(t_ < end_); }
  bool step(const ImplicitDynamics&, ImplicitDynamics::Scratch&, AdvanceReport&) noexcept;
  double time() const noexcept { return t_; }
  // Inside the last step, before proceed(): q, v, y and work; a and ydot roughly.
  void interpolate(double t, Trial& out, std::span<double> work) const noexcept;
  // The step's end becomes the start of the next; after an event, with new rates.
  bool proceed(const ImplicitDynamics&, ImplicitDynamics::Scratch&) noexcept;
  void store(StatePoint point) const noexcept;
  // A step that was taken and not left yet, as numbers: another object goes on from there.
  static std::size_t memory_size(const ImplicitDynamics&) noexcept;
  void save(std::span<double> memory) const noexcept;
  void restore(const ImplicitDynamics&, ImplicitDynamics::Scratch&,
               std::span<const double> memory) noexcept;
  // The start was given other coordinates (charts) since it was stored.
  void reload(const ImplicitDynamics&, ImplicitDynamics::Scratch&, const StatePoint&) noexcept;

  // What save() and restore() go through.
  static constexpr std::size_t kNumbers = 9;
  template <class Visit>
  void visit_numbers(Visit visit) {
    visit(t_), visit(end_), visit(anchor_), visit(last_t_), visit(next_), visit(last_root_);
    visit(last_event_), visit(chatter_), visit(event_);
  }
  template <class Visit>
  void visit_numbers(Visit visit) const {
    const_cast<Rosenbrock*>(this)->visit_numbers([&](const auto& number) { visit(number); });
  }
  template <class Visit>
  void visit_vectors(Visit visit) {
    for (Trial* x : {&step_.start, &step_.end})
      visit(x->q), visit(x->v), visit(x->a), visit(x->y), visit(x->ydot);
    visit(last_work_), visit(work_), visit(last_power_), visit(power_), visit(modes_);
  }
  template <class Visit>
  void visit_vectors(Visit visit) const {
    const_cast<Rosenbrock*>(this)->visit_vectors([&](const auto& vector) { visit(vector); });
  }

 private:
  using Dynamics = ImplicitDynamics;
  bool evaluate(const Dynamics&, Dynamics::Scratch&, const Trial&, int iteration) noexcept;
  void evaluate_start(const Dynamics&, Dynamics::Scratch&) noexcept;
  void find_modes(const Dynamics&, Dynamics::Scratch&) noexcept;
  void set_time(const Dynamics&, Dynamics::Scratch&, double t) const noexcept;
  double step_size(bool& shortened) const noexcept;
  double first_step() const noexcept;
  void restart(double h) noexcept;
  bool reject(double h, double error, AdvanceReport&) noexcept;
  bool look(const Dynamics&, Dynamics::Scratch&, double h, int iteration) noexcept;
  double find_event(const Dynamics&, Dynamics::Scratch&, double h) noexcept;
  void accept(const Dynamics&, Dynamics::Scratch&, double h, double error, bool shortened) noexcept;

  Options options_;
  RosenbrockStep step_;
  Trial middle_;
  std::vector<double> r0_, middle_power_, last_power_, work_, last_work_;
  std::vector<int> modes_, mass_modes_;  // at the start; of the mass that is known
  double t_ = 0.0, end_ = 0.0, anchor_ = 0.0, last_t_ = 0.0;
  double next_ = 0.0;       // size of the next step
  double last_root_ = 0.0;  // cube root of the last error over the step it belongs to
  double last_event_ = 0.0;
  int chatter_ = 0;
  bool varies_ = true, rejected_ = false, event_ = false;
};

}  // namespace bramah
