#include "coupling/cosimulation/side_run.h"

#include <algorithm>
#include <cmath>

namespace bramah {

namespace {

constexpr long kLookEvery = 100;  // inner steps between looks at an explicit rule's stability

void copy(std::span<const double> from, std::span<double> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

SideRun::SideRun(const Side& side, const SideSolver& solver, CouplingVariables variables)
    : side_(side),
      solver_(solver),
      variables_(variables),
      scratch_(solver.dynamics->make_scratch()),
      buffers_(&MachineEquations::buffers(*scratch_)),
      integrator_(make_integrator(solver.integrator, *solver.dynamics, solver.options)),
      trial_(solver.dynamics->coordinates(), solver.dynamics->states(),
             solver.dynamics->constraints()),
      control_(2),
      energy_(side.map.cylinders.size()),
      partition_(solver.partitioned ? solver.partitioned->memory_size() : 0) {
  for (auto* values : {&q_, &v_, &a_, &memory_a_}) values->resize(trial_.q.size());
  for (auto* values : {&y_, &ydot_, &memory_y_}) values->resize(trial_.y.size());
  lambda_.resize(trial_.lambda.size());
  power_.resize(solver.dynamics->audits()), work_.resize(solver.dynamics->audits());
}

StatePoint SideRun::point() noexcept {
  return {q_, v_, a_, y_, ydot_, lambda_, memory_a_, memory_y_, power_, work_, control_};
}

void SideRun::enter(const Surroundings& around) noexcept {
  side_.equations->set_surroundings(around, *buffers_);
}

// When to look at a rule's stability follows from the time: State alone tells what a step does.
void SideRun::set_now(double t, double anchor) noexcept {
  time_ = t, anchor_ = anchor;
  steps_ = std::lround(t / std::min(solver_.step, 2.0 * (anchor - t)));
}

// What the interface does to a cylinder's port: the whole force, or that of the pressures alone.
double SideRun::port_work(int c) const noexcept {
  const AuditLayout& audit = side_.equations->audit();
  if (variables_ == CouplingVariables::velocity_force) return work_[audit.actuators + c];
  return work_[audit.actuators + c] + work_[audit.friction + c] + work_[audit.dampers + c];
}

// Inputs jump at a communication: rates and powers with the new ones.
bool SideRun::begin(double t, double h) noexcept {
  const ImplicitDynamics& dynamics = *solver_.dynamics;
  copy(q_, trial_.q), copy(v_, trial_.v), copy(a_, trial_.a), copy(y_, trial_.y);
  copy(lambda_, trial_.lambda);
  dynamics.set_time(t, t + 0.5 * h, *scratch_);
  if (!dynamics.choose_moved(trial_.q, trial_.v, *scratch_)) return false;
  if (!dynamics.rates(trial_, *scratch_)) return false;
  dynamics.powers(trial_, *scratch_, power_);
  copy(trial_.q, q_), copy(trial_.v, v_), copy(trial_.y, y_);
  copy(trial_.a, a_), copy(trial_.a, memory_a_);
  copy(trial_.ydot, ydot_), copy(trial_.ydot, memory_y_);
  copy(trial_.lambda, lambda_);
  std::ranges::fill(control_, 0.0);
  return true;
}

void SideRun::place(double t, std::span<const Curve> inputs) { take(t, inputs); }

bool SideRun::advance(double t, double H, std::span<const Curve> inputs) {
  const int steps = std::max(1, static_cast<int>(std::ceil(H / solver_.step - 1e-6)));
  const double h = H / steps;
  buffers_->unsettled = -1;
  report_ = {}, stability_ = {};
  for (int c = 0; c < cylinders(); ++c) energy_[c] = -port_work(c);
  take(t, inputs);
  if (!begin(t, h)) return false;
  for (int k = 0; k < steps; ++k) {
    const double from = t + k * h;
    if (solver_.guard && (steps_ < kLookEvery || steps_ % kLookEvery == 0)) {
      solver_.dynamics->set_time(from, from + 0.5 * h, *scratch_);
      stability_ = integrator_->stable(*solver_.dynamics, *scratch_, h, point());
      if (!stability_.stable) return false;
    }
    const AdvanceReport part = integrator_->advance(*solver_.dynamics, *scratch_, from, h, point());
    report_.newton = part.newton, report_.gaps = part.gaps;
    report_.solves += part.solves, report_.iterations += part.iterations;
    report_.max_iterations = std::max(report_.max_iterations, part.max_iterations);
    if (!part.newton.converged || !std::isfinite(part.gaps.position)) return false;
    ++steps_;
  }
  time_ = t + H, anchor_ = time_ - 0.5 * h;
  for (int c = 0; c < cylinders(); ++c) energy_[c] += port_work(c);
  return true;
}

void SideRun::evaluate() noexcept {
  copy(q_, trial_.q), copy(v_, trial_.v), copy(a_, trial_.a), copy(y_, trial_.y);
  copy(ydot_, trial_.ydot), copy(lambda_, trial_.lambda);
  side_.equations->set_time(time_, anchor_, *buffers_);
  side_.equations->evaluate(trial_, false, *buffers_);
}

std::size_t SideRun::state_size() const {
  return 4 * q_.size() + 3 * y_.size() + lambda_.size() + 2 * work_.size() + control_.size() +
         buffers_->circuit.modes.size() + partition_.size() + 3;
}

void SideRun::save(std::span<double> state) const {
  auto to = state.begin();
  for (const auto* values :
       {&q_, &v_, &a_, &memory_a_, &y_, &ydot_, &memory_y_, &lambda_, &power_, &work_, &control_})
    to = std::copy(values->begin(), values->end(), to);
  to = std::copy(buffers_->circuit.modes.begin(), buffers_->circuit.modes.end(), to);
  if (solver_.partitioned)
    solver_.partitioned->remember(*scratch_, {&*to, partition_.size()}), to += partition_.size();
  *to++ = time_, *to++ = anchor_, *to++ = static_cast<double>(steps_);
}

void SideRun::restore(std::span<const double> state) {
  auto from = state.begin();
  for (auto* values :
       {&q_, &v_, &a_, &memory_a_, &y_, &ydot_, &memory_y_, &lambda_, &power_, &work_, &control_})
    for (double& value : *values) value = *from++;
  for (int& mode : buffers_->circuit.modes) mode = static_cast<int>(*from++);
  if (solver_.partitioned)
    solver_.partitioned->recall({&*from, partition_.size()}, *scratch_), from += partition_.size();
  time_ = *from++, anchor_ = *from++, steps_ = static_cast<long>(*from++);
}

void SideRun::load(const Layout& layout, std::span<const double> x) noexcept {
  const auto y = layout.y.in(x), ydot = layout.ydot.in(x);
  const auto& states = side_.map.states;
  for (std::size_t k = 0; k < states.size(); ++k) y_[k] = y[states[k]], ydot_[k] = ydot[states[k]];
  const auto contacts = layout.contacts.in(x);
  auto& modes = buffers_->circuit.modes;
  for (std::size_t k = 0; k < modes.size(); ++k)
    modes[k] = static_cast<int>(contacts[side_.map.modes[k]]);
  std::ranges::fill(work_, 0.0);
}

void SideRun::store(const Layout& layout, std::span<double> x) const noexcept {
  const auto y = layout.y.in(x), ydot = layout.ydot.in(x), work = layout.work.in(x),
             contacts = layout.contacts.in(x);
  const auto& states = side_.map.states;
  for (std::size_t k = 0; k < states.size(); ++k) y[states[k]] = y_[k], ydot[states[k]] = ydot_[k];
  const auto& modes = buffers_->circuit.modes;
  for (std::size_t k = 0; k < modes.size(); ++k) contacts[side_.map.modes[k]] = modes[k];
  for (std::size_t k = 0; k < work_.size(); ++k)
    if (const int there = side_.map.audit[k]; there >= 0) work[there] += work_[k];
}

}  // namespace bramah
