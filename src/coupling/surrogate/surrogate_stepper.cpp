#include "coupling/surrogate/surrogate_stepper.h"

#include <algorithm>
#include <cmath>

#include "multibody/gauge_acceleration.h"

namespace bramah {

struct SurrogateStepper::Scratch final : Whole::Scratch {
  SurrogateDrive::Scratch drive;
  std::vector<TimeValue> motions;  // of the cylinders
  std::vector<double> forces;      // of the cylinders, at the last instant
  std::vector<double> samples;     // sampled memory before the last refresh()
  std::unique_ptr<StepperScratch> physics;
  std::unique_ptr<OilStart> oil;

  Scratch(const Plant& plant, const Setup& setup)
      : Whole::Scratch(plant),
        drive(setup.drive->make_scratch()),
        motions(plant.names.cylinders.size()),
        forces(plant.names.cylinders.size()),
        samples(std::max(plant.layout.samples.count,
                         setup.physics ? setup.physics->plant().layout.samples.count : 0)),
        physics(setup.physics ? setup.physics->make_scratch() : nullptr),
        oil(setup.physics ? std::make_unique<OilStart>(setup.physics->plant()) : nullptr) {}
};

SurrogateStepper::SurrogateStepper(const Plant& plant, Setup setup)
    : Whole(plant), setup_(std::move(setup)) {}

std::unique_ptr<StepperScratch> SurrogateStepper::make_scratch() const {
  return std::make_unique<Scratch>(plant_, setup_);
}

SurrogateStepper::Scratch& SurrogateStepper::mine(StepperScratch& work) noexcept {
  return static_cast<Scratch&>(work);
}

bool SurrogateStepper::physics_runs(std::span<const double> x) const noexcept {
  return plant_.layout.surrogate.in(x)[SurrogateDrive::kPhysics] != 0.0;
}

SurrogateStepper::Running SurrogateStepper::running(std::span<double> x,
                                                    Scratch& work) const noexcept {
  if (setup_.physics && physics_runs(x))
    return {setup_.physics.get(), plant_.layout.physics.in(x), work.physics.get()};
  return {this, x, &work};
}

bool SurrogateStepper::take_inputs(const Inputs& inputs, std::span<double> x) const noexcept {
  const bool jump = Whole::take_inputs(inputs, x);
  if (setup_.physics && physics_runs(x))
    setup_.physics->take_inputs(inputs, plant_.layout.physics.in(x));
  return jump;
}

// ------------------------------------------------------------------------------ the network's
// samples Signals and forces as the network's inputs; after evaluate() or rates() at the trial.
void SurrogateStepper::read_inputs(Scratch& work) const noexcept {
  const MachineEquations::Buffers& b = work.buffers();
  const auto& inputs = drive().inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    work.drive.u[i] = inputs[i].signal >= 0 ? b.signals.values[inputs[i].signal]
                                            : work.forces[inputs[i].cylinder];
}

// Inputs of this instant, on the piece that ends here. Forces are those that the guides need.
void SurrogateStepper::look(Scratch& work) const noexcept {
  const MachineEquations& equations = *plant_.equations;
  const bool forces = drive().reads_force() || setup_.physics;
  if (!forces || !equations.rates(work.trial, true, work.buffers()))
    equations.evaluate(work.trial, true, work.buffers());
  for (std::size_t c = 0; forces && c < work.forces.size(); ++c)
    work.forces[c] = equations.guide_force(static_cast<int>(c), work.buffers());
  read_inputs(work);
}

void SurrogateStepper::place(std::span<double> x, double t,
                             StepperScratch& scratch) const noexcept {
  Scratch& work = mine(scratch);
  const MachineEquations::Buffers& b = work.buffers();
  for (std::size_t c = 0; c < work.motions.size(); ++c)
    work.motions[c] = {b.strokes[c].s, b.strokes[c].rate, 0.0};
  drive().place(t, work.motions, plant_.layout.surrogate.in(x));
}

bool SurrogateStepper::refresh(std::span<double> x, double t, double anchor,
                               StepperScratch& scratch) const noexcept {
  Scratch& work = mine(scratch);
  const std::span<double> block = plant_.layout.surrogate.in(x);
  const MachineEquations& equations = *plant_.equations;
  sample_signals(plant_, x, t, anchor, work);
  if (t == 0.0) {
    equations.evaluate(work.trial, true, work.buffers());
    place(x, t, work);
    equations.set_time(t, anchor, work.buffers());
    look(work);
    drive().start(block, work.drive);
  }
  if (drive().due(t, block) && !physics_runs(x)) {
    if (t != 0.0) look(work);
    drive().sample(t, false, block, work.drive);
    equations.set_time(t, anchor, work.buffers());
  }
  return solve_rates(plant_, x, work);
}

// ------------------------------------------------------------------------------- between the two
namespace {

// Coordinates, multipliers of the loops, external inputs and the audit's sums.
void copy_motion(const Layout& from, std::span<const double> a, const Layout& to,
                 std::span<double> b) {
  const auto copy = [&](Block Layout::*block) {
    const auto x = (from.*block).in(a);
    const auto y = (to.*block).in(b);
    std::copy_n(x.begin(), std::min(x.size(), y.size()), y.begin());
  };
  for (const auto block : {&Layout::q, &Layout::v, &Layout::a, &Layout::joint_q, &Layout::joint_v,
                           &Layout::charts, &Layout::memory_a, &Layout::inputs, &Layout::lambda})
    copy(block);
  b[State::kTick] = a[State::kTick], b[State::kStepSize] = a[State::kStepSize];
}

void copy_pairs(const std::vector<SharedParts::Pair>& pairs, bool there,
                std::span<const double> from, std::span<double> to) {
  for (const SharedParts::Pair& pair : pairs)
    to[there ? pair.there : pair.here] = from[there ? pair.here : pair.there];
}

}  // namespace

bool SurrogateStepper::take_over(std::span<double> x, double t, double anchor,
                                 Scratch& work) const noexcept {
  const Plant& oil = setup_.physics->plant();
  StepperScratch& own = *work.physics;
  const Layout &here = plant_.layout, &there = oil.layout;
  const std::span<double> y = here.physics.in(x);
  copy_motion(here, x, there, y);
  for (const Block Layout::*block : {&Layout::work, &Layout::power})
    copy_pairs(setup_.shared.work, true, (here.*block).in(x), (there.*block).in(y));
  copy_pairs(setup_.shared.contacts, true, here.contacts.in(x), there.contacts.in(y));
  there.start_energy.in(y)[0] = here.start_energy.in(x)[0];
  enter_state(oil, y, own);
  read_trial(there, y, own.trial);
  // Commands as they were: what jumps at this instant acts through spools, as it does in oil.
  // (Inputs from outside can only jump where a tick begins.)
  const double sample_time = drive().sample_time();
  const double began = work.tick_start[State::kTick] * work.tick_start[State::kStepSize];
  if (t - began < 1e-9 * sample_time)
    own.buffers().around.inputs = here.inputs.in(std::span<const double>(work.tick_start));
  const double before = t == 0.0 ? anchor : t - 1e-9 * sample_time;
  oil.equations->set_time(t, before, own.buffers());
  oil.equations->settle_signals(own.trial, there.samples.in(y), own.buffers());
  copy_pairs(setup_.shared.samples, true, work.samples, there.samples.in(y));
  copy_pairs(setup_.shared.y, true, here.y.in(x), own.trial.y);
  oil.equations->set_time(t, before, own.buffers());
  work.oil->find(work.forces, own);
  std::ranges::copy(own.trial.y, there.y.in(y).begin());
  here.surrogate.in(x)[SurrogateDrive::kPhysics] = 1.0;
  return setup_.physics->refresh(y, t, anchor, own);
}

bool SurrogateStepper::give_back(std::span<double> x, double t, double anchor,
                                 Scratch& work) const noexcept {
  copy_pairs(setup_.shared.samples, false, work.samples, plant_.layout.samples.in(x));
  plant_.layout.surrogate.in(x)[SurrogateDrive::kPhysics] = 0.0;
  return refresh(x, t, anchor, work);
}

// The oil's motion as the network's machine sees it; t is the end of a step.
void SurrogateStepper::mirror_physics(std::span<double> x, double t, Scratch& work) const noexcept {
  if (!setup_.physics || !physics_runs(x)) return;
  const Plant& oil = setup_.physics->plant();
  const std::span<double> y = plant_.layout.physics.in(x);
  const Layout &here = plant_.layout, &there = oil.layout;
  copy_motion(there, y, here, x);
  for (const Block Layout::*block : {&Layout::work, &Layout::power})
    copy_pairs(setup_.shared.work, false, (there.*block).in(y), (here.*block).in(x));
  copy_pairs(setup_.shared.y, false, there.y.in(y), here.y.in(x));
  copy_pairs(setup_.shared.samples, false, there.samples.in(y), here.samples.in(x));
  copy_pairs(setup_.shared.contacts, false, there.contacts.in(y), here.contacts.in(x));
  const Mechanism& mechanism = *oil.equations->parts().mechanism;
  Mechanism::Scratch& scratch = *work.physics->buffers().mechanism;
  mechanism.kinematics(there.q.in(y), there.v.in(y), there.charts.in(y), scratch);
  mechanism.refresh_rates(there.v.in(y), scratch);
  for (int c = 0; c < static_cast<int>(work.motions.size()); ++c) {
    const GaugeView gauge = mechanism.gauge(c, scratch);
    work.motions[c] = {gauge.length, gauge.rate,
                       gauge_acceleration(mechanism, c, there.a.in(y), scratch)};
  }
  drive().place(t, work.motions, here.surrogate.in(x));
}

// At a break t, after the one that runs was refreshed: lets the other take over where it must.
// False: it failed, or has to stop.
bool SurrogateStepper::exchange(std::span<double> x, double t, double anchor,
                                Scratch& work) const noexcept {
  const std::span<double> block = plant_.layout.surrogate.in(x);
  if (!physics_runs(x)) {
    const bool fresh = std::abs(t - block[SurrogateDrive::kBegin]) < 1e-6 * drive().sample_time();
    if (!fresh || block[SurrogateDrive::kShare] == 0.0) return true;
    if (setup_.outside == OutsidePolicy::stop) return false;
    return !setup_.physics || take_over(x, t, anchor, work);
  }
  mirror_physics(x, t, work);
  if (!drive().due(t, block)) return true;
  enter_state(plant_, x, work);
  read_trial(plant_.layout, x, work.trial);
  plant_.equations->set_time(t, anchor, work.buffers());
  look(work);
  drive().sample(t, true, block, work.drive);
  return !drive().history_inside(block) || give_back(x, t, anchor, work);
}

StepReport SurrogateStepper::advance(std::span<double> x, double from, double to, bool jump,
                                     StepperScratch& scratch) const noexcept {
  Scratch& work = mine(scratch);
  Running now = running(x, work);
  StepReport report;
  now.stepper->enter(now.x, *now.work);
  for (double t = from;;) {
    Breaks breaks = now.stepper->breaks(now.x, to);
    if (!breaks.before_end(t)) break;
    jump = jump || breaks.at(t);
    double next = breaks.next_after(t);
    if (jump)  // what refresh() will change
      std::ranges::copy(now.stepper->plant().layout.samples.in(now.x), work.samples.begin());
    bool ready = now.stepper->prepare(now.x, t, next, jump, *now.work);
    if (ready && jump) {
      ready = exchange(x, t, 0.5 * (t + next), work);
      now = running(x, work);
      next = now.stepper->breaks(now.x, to).next_after(t);
    }
    add(report, ready ? now.stepper->take_piece(now.x, t, next, jump, *now.work)
                      : now.stepper->blame({}, *now.work));
    if (!report.converged) {
      blame_network(x, report);
      report.took_over = now.stepper != this;
      return report;
    }
    t = next;
    jump = false;
  }
  return report;
}

void SurrogateStepper::end_tick(std::span<double> x, double t,
                                StepperScratch& scratch) const noexcept {
  if (!setup_.physics || !physics_runs(x)) return;
  plant_.layout.physics.in(x)[State::kTick] = x[State::kTick];
  mirror_physics(x, t, mine(scratch));
}

void SurrogateStepper::adopt(std::span<double> x, double t,
                             StepperScratch& scratch) const noexcept {
  const Running now = running(x, mine(scratch));
  if (now.stepper == this) return;
  std::copy_n(x.begin(), State::kHeader, now.x.begin());
  now.stepper->refresh(now.x, t, t + 0.5 * x[State::kStepSize], *now.work);
}

const Plant& SurrogateStepper::blamed(const StepReport& report) const noexcept {
  return report.took_over ? setup_.physics->plant() : plant_;
}

void SurrogateStepper::blame_network(std::span<const double> x, StepReport& report) const noexcept {
  if (setup_.outside != OutsidePolicy::stop) return;
  const SurrogateDrive::Excess found = drive().excess(plant_.layout.surrogate.in(x));
  report.stray_channel = found.channel;
  report.stray_value = found.value, report.stray_change = found.change;
}

}  // namespace bramah
