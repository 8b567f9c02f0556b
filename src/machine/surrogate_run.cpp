#include "machine/surrogate_run.h"

#include <algorithm>
#include <cmath>

#include "multibody/gauge_acceleration.h"

namespace bramah {

SurrogateScratch::SurrogateScratch(const Machine& machine)
    : drive(machine.equations->parts().surrogate->make_scratch()),
      motions(machine.cylinders.size()),
      forces(machine.cylinders.size()),
      samples(std::max(machine.layout.samples.count,
                       machine.physics ? machine.physics->layout.samples.count : 0)),
      physics(machine.physics ? std::make_unique<MachineScratch>(*machine.physics) : nullptr),
      oil(machine.physics ? std::make_unique<OilStart>(*machine.physics) : nullptr) {}

namespace {

const SurrogateDrive& drive_of(const Machine& machine) {
  return *machine.equations->parts().surrogate;
}

double sample_time(const Machine& machine) { return drive_of(machine).sample_time(); }

bool physics_runs(const Machine& machine, std::span<const double> x) {
  return machine.layout.surrogate.in(x)[SurrogateDrive::kPhysics] != 0.0;
}

// Signals and forces as the network's inputs; after evaluate() or rates() at the trial.
void read_inputs(const Machine& machine, MachineScratch& work) {
  SurrogateScratch& own = *work.surrogate;
  const MachineEquations::Buffers& b = work.buffers();
  const auto& inputs = drive_of(machine).inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    own.drive.u[i] =
        inputs[i].signal >= 0 ? b.signals.values[inputs[i].signal] : own.forces[inputs[i].cylinder];
}

// Inputs of this instant, on the piece that ends here. Forces are those that the guides need.
void look(const Machine& machine, MachineScratch& work) {
  const MachineEquations& equations = *machine.equations;
  const bool forces = drive_of(machine).reads_force() || machine.physics;
  if (!forces || !equations.rates(work.trial, true, work.buffers()))
    equations.evaluate(work.trial, true, work.buffers());
  for (std::size_t c = 0; forces && c < machine.cylinders.size(); ++c)
    work.surrogate->forces[c] = equations.guide_force(static_cast<int>(c), work.buffers());
  read_inputs(machine, work);
}

}  // namespace

void place_surrogate(const Machine& machine, std::span<double> x, double t,
                     MachineScratch& work) noexcept {
  const MachineEquations::Buffers& b = work.buffers();
  for (std::size_t c = 0; c < machine.cylinders.size(); ++c)
    work.surrogate->motions[c] = {b.strokes[c].s, b.strokes[c].rate, 0.0};
  drive_of(machine).place(t, work.surrogate->motions, machine.layout.surrogate.in(x));
}

void sample_surrogate(const Machine& machine, std::span<double> x, double t, double anchor,
                      MachineScratch& work) noexcept {
  const SurrogateDrive& drive = drive_of(machine);
  const std::span<double> block = machine.layout.surrogate.in(x);
  const MachineEquations& equations = *machine.equations;
  if (t == 0.0) {
    equations.evaluate(work.trial, true, work.buffers());
    place_surrogate(machine, x, t, work);
    equations.set_time(t, anchor, work.buffers());
    look(machine, work);
    drive.start(block, work.surrogate->drive);
  }
  if (!drive.due(t, block) || physics_runs(machine, x)) return;
  if (t != 0.0) look(machine, work);
  drive.sample(t, false, block, work.surrogate->drive);
  equations.set_time(t, anchor, work.buffers());
}

Running running(const Machine& machine, std::span<double> x, MachineScratch& work) noexcept {
  if (machine.physics && physics_runs(machine, x))
    return {machine.physics.get(), machine.layout.physics.in(x), work.surrogate->physics.get()};
  return {&machine, x, &work};
}

void keep_samples(const Running& now, MachineScratch& work) noexcept {
  if (work.surrogate)
    std::ranges::copy(now.machine->layout.samples.in(now.x), work.surrogate->samples.begin());
}

namespace {

// Coordinates, multipliers of the loops, external inputs and the audit's sums.
void copy_motion(const Machine& from, std::span<const double> a, const Machine& to,
                 std::span<double> b) {
  const auto copy = [&](Block Layout::*block) {
    const auto x = (from.layout.*block).in(a);
    const auto y = (to.layout.*block).in(b);
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

bool take_over(const Machine& machine, std::span<double> x, double t, double anchor,
               MachineScratch& work) noexcept {
  const Machine& oil = *machine.physics;
  MachineScratch& own = *work.surrogate->physics;
  const Layout &here = machine.layout, &there = oil.layout;
  const std::span<double> y = here.physics.in(x);
  copy_motion(machine, x, oil, y);
  for (const Block Layout::*block : {&Layout::work, &Layout::power})
    copy_pairs(machine.shared.work, true, (here.*block).in(x), (there.*block).in(y));
  there.start_energy.in(y)[0] = here.start_energy.in(x)[0];
  enter_state(oil, y, own);
  read_trial(there, y, own.trial);
  // Commands as they were: what jumps at this instant acts through spools, as it does in oil.
  // (Inputs from outside can only jump where a tick begins.)
  const double began = work.backup[State::kTick] * work.backup[State::kStepSize];
  if (t - began < 1e-9 * sample_time(machine))
    own.buffers().around.inputs = here.inputs.in(std::span<const double>(work.backup));
  const double before = t == 0.0 ? anchor : t - 1e-9 * sample_time(machine);
  oil.equations->set_time(t, before, own.buffers());
  oil.equations->settle_signals(own.trial, there.samples.in(y), own.buffers());
  copy_pairs(machine.shared.samples, true, work.surrogate->samples, there.samples.in(y));
  copy_pairs(machine.shared.y, true, here.y.in(x), own.trial.y);
  oil.equations->set_time(t, before, own.buffers());
  work.surrogate->oil->find(work.surrogate->forces, own);
  std::ranges::copy(own.trial.y, there.y.in(y).begin());
  here.surrogate.in(x)[SurrogateDrive::kPhysics] = 1.0;
  return refresh_rates(oil, y, t, anchor, own);
}

bool give_back(const Machine& machine, std::span<double> x, double t, double anchor,
               MachineScratch& work) noexcept {
  const Layout& here = machine.layout;
  copy_pairs(machine.shared.samples, false, work.surrogate->samples, here.samples.in(x));
  here.surrogate.in(x)[SurrogateDrive::kPhysics] = 0.0;
  return refresh_rates(machine, x, t, anchor, work);
}

}  // namespace

void mirror_physics(const Machine& machine, std::span<double> x, double t,
                    MachineScratch& work) noexcept {
  if (!machine.physics || !physics_runs(machine, x)) return;
  const Machine& oil = *machine.physics;
  const std::span<double> y = machine.layout.physics.in(x);
  const Layout &here = machine.layout, &there = oil.layout;
  copy_motion(oil, y, machine, x);
  for (const Block Layout::*block : {&Layout::work, &Layout::power})
    copy_pairs(machine.shared.work, false, (there.*block).in(y), (here.*block).in(x));
  copy_pairs(machine.shared.y, false, there.y.in(y), here.y.in(x));
  copy_pairs(machine.shared.samples, false, there.samples.in(y), here.samples.in(x));
  const Mechanism& mechanism = *oil.equations->parts().mechanism;
  Mechanism::Scratch& scratch = *work.surrogate->physics->buffers().mechanism;
  mechanism.kinematics(there.q.in(y), there.v.in(y), there.charts.in(y), scratch);
  mechanism.refresh_rates(there.v.in(y), scratch);
  for (int c = 0; c < mechanism.gauges(); ++c) {
    const GaugeView gauge = mechanism.gauge(c, scratch);
    work.surrogate->motions[c] = {gauge.length, gauge.rate,
                                  gauge_acceleration(mechanism, c, there.a.in(y), scratch)};
  }
  drive_of(machine).place(t, work.surrogate->motions, here.surrogate.in(x));
}

bool exchange_actuator(const Machine& machine, std::span<double> x, double t, double anchor,
                       MachineScratch& work) noexcept {
  const SurrogateDrive& drive = drive_of(machine);
  const std::span<double> block = machine.layout.surrogate.in(x);
  if (!physics_runs(machine, x)) {
    const bool fresh = std::abs(t - block[SurrogateDrive::kBegin]) < 1e-6 * drive.sample_time();
    if (!fresh || block[SurrogateDrive::kShare] == 0.0) return true;
    if (machine.outside == OutsidePolicy::stop) return false;
    return !machine.physics || take_over(machine, x, t, anchor, work);
  }
  mirror_physics(machine, x, t, work);
  if (!drive.due(t, block)) return true;
  enter_state(machine, x, work);
  read_trial(machine.layout, x, work.trial);
  machine.equations->set_time(t, anchor, work.buffers());
  look(machine, work);
  drive.sample(t, true, block, work.surrogate->drive);
  return !drive.history_inside(block) || give_back(machine, x, t, anchor, work);
}

}  // namespace bramah
