#include "reference/machine_ode.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "constraints/loop_closure.h"
#include "core/largest.h"

namespace bramah {

namespace {

constexpr double kWork = 1e5;  // [J]
// A projection ends where the gap is closed or shrinks no more; kOpen is where it has failed.
constexpr ClosureLimits kClosure{.closed = 1e-14, .round_off = INFINITY, .passes = 10};
constexpr double kOpen = 1e-9;  // [m], [m/s]

void copy(std::span<const double> from, std::span<double> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

MachineOde::MachineOde(const Model& model)
    : plant_(model.plant()),
      equations_(*plant_.equations),
      buffers_(equations_),
      start_(model.initial_state()),
      state_(start_),
      trial_(equations_.coordinates(), equations_.states(), equations_.constraints()),
      nq_(equations_.coordinates()),
      ny_(equations_.states()),
      audits_(equations_.audit().size),
      charts_(2 * nq_),
      y_(charts_ + static_cast<int>(plant_.layout.charts.count)),
      work_(y_ + ny_),
      chart_coordinates_(plant_.spheres),
      violation_(equations_.constraints()),
      step_(nq_),
      power_(audits_),
      extra_(nq_) {
  const Layout& layout = plant_.layout;
  const std::span<const double> x = std::as_const(state_).values();
  equations_.set_surroundings(
      {layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), layout.inputs.in(x)},
      buffers_);
}

std::vector<double> MachineOde::start() const {
  const Layout& layout = plant_.layout;
  const auto from = start_.values();
  std::vector<double> x;
  for (const Block& block : {layout.q, layout.v, layout.charts, layout.y, layout.work}) {
    const auto part = block.in(from);
    x.insert(x.end(), part.begin(), part.end());
  }
  return x;
}

double MachineOde::scale(int i) const {
  if (i >= work_) return kWork;
  return i >= y_ ? equations_.parts().state_scales[i - y_] : 1.0;
}

std::string MachineOde::unknown(int i) const {
  if (i < nq_) return plant_.names.unknowns[i];
  if (i < charts_) return "the rate of " + plant_.names.unknowns[i - nq_];
  if (i < y_) return "the orientation of a spherical joint";
  return i < work_ ? plant_.names.unknowns[nq_ + i - y_] : "the energy audit";
}

void MachineOde::read(double t, std::span<const double> x) {
  copy(x.first(nq_), trial_.q);
  copy(x.subspan(nq_, nq_), trial_.v);
  copy(x.subspan(y_, ny_), trial_.y);
  const auto charts = plant_.layout.charts.in(state_.values());
  for (std::size_t c = 0; c < charts.size(); c += 4) {
    const double* Q = &x[charts_ + c];
    const double norm = std::sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
    for (int k = 0; k < 4; ++k) charts[c + k] = Q[k] / norm;
  }
  equations_.set_time(t, anchor_, buffers_);
}

void MachineOde::sample(double t, std::span<const double> x) {
  if (equations_.parts().signals->memory() == 0) return;
  evaluate(t, x);
  equations_.sample(t, trial_, plant_.layout.samples.in(state_.values()), buffers_);
}

const MachineEquations::Buffers& MachineOde::evaluate(double t, std::span<const double> x) {
  read(t, x);
  equations_.evaluate(trial_, false, buffers_);
  return buffers_;
}

bool MachineOde::rates(double t, std::span<const double> x, std::span<double> dx) {
  read(t, x);
  const bool solved = equations_.rates(trial_, false, buffers_);
  equations_.powers(trial_, buffers_, dx.subspan(work_, audits_));
  copy(trial_.v, dx.first(nq_));
  copy(trial_.a, dx.subspan(nq_, nq_));
  copy(trial_.ydot, dx.subspan(y_, ny_));
  for (std::size_t c = 0; c < chart_coordinates_.size(); ++c) {
    const int first = chart_coordinates_[c];
    const double *Q = &x[charts_ + 4 * c], *v = &trial_.v[first];
    double *dQ = &dx[charts_ + 4 * c], *dv = &dx[nq_ + first];
    std::fill_n(&dx[first], 3, 0.0);
    dv[0] += v[1] * v[2], dv[1] -= v[0] * v[2], dv[2] += v[0] * v[1];
    dQ[0] = -0.5 * (Q[1] * v[0] + Q[2] * v[1] + Q[3] * v[2]);
    dQ[1] = 0.5 * (Q[0] * v[0] + Q[2] * v[2] - Q[3] * v[1]);
    dQ[2] = 0.5 * (Q[0] * v[1] + Q[3] * v[0] - Q[1] * v[2]);
    dQ[3] = 0.5 * (Q[0] * v[2] + Q[1] * v[1] - Q[2] * v[0]);
  }
  failed_ = solved ? "" : "the accelerations cannot be solved";
  for (int i = 0; solved && failed_.empty() && i < size(); ++i)
    if (!std::isfinite(dx[i])) failed_ = "not finite: the derivative of " + unknown(i);
  if (failed_.empty()) return true;
  std::fill(trial_.a.begin(), trial_.a.end(), 0.0);
  std::fill(trial_.lambda.begin(), trial_.lambda.end(), 0.0);
  return false;
}

bool MachineOde::project(double t, std::span<double> x, Gaps& gaps) {
  gaps = {};
  if (!has_loops()) return true;
  read(t, x);
  failed_ = "the loops cannot be closed";
  if (!equations_.rates(trial_, false, buffers_)) return false;  // factorises the mass matrix
  const Mechanism& mechanism = *equations_.parts().mechanism;
  const auto charts = plant_.layout.charts.in(state_.values());
  const Loops at{mechanism, buffers_.load, charts, *buffers_.mechanism};
  MassMetric metric(at, buffers_.mass, buffers_.alpha, step_);
  gaps.position = close_positions(at, kClosure, trial_.q, trial_.v, violation_, metric).gap;
  if (!charts.empty())
    mechanism.rechart(trial_.q, trial_.v, trial_.a, extra_, charts, *buffers_.mechanism);
  mechanism.kinematics(trial_.q, trial_.v, charts, *buffers_.mechanism);
  gaps.rate = close_velocities(at, kClosure, trial_.v, violation_, metric).gap;
  copy(trial_.q, x.first(nq_));
  copy(trial_.v, x.subspan(nq_, nq_));
  copy(charts, x.subspan(charts_, charts.size()));
  const bool closed = gaps.position < kOpen && gaps.rate < kOpen * (1.0 + largest(trial_.v));
  if (closed) failed_.clear();
  return closed;
}

bool MachineOde::store(double t, std::span<double> x, Gaps& gaps, State& state) {
  const Trial kept = trial_;
  const bool stored = project(t, x, gaps) && store_projected(t, x, state);
  trial_ = kept;
  return stored;
}

bool MachineOde::store_projected(double t, std::span<const double> x, State& state) {
  std::vector<double> dx(size());
  if (!rates(t, x, dx)) return false;
  const Layout& layout = plant_.layout;
  const std::span<double> to = state.values();
  copy(state_.values(), to);
  copy(trial_.q, layout.q.in(to));
  copy(trial_.v, layout.v.in(to));
  copy(trial_.a, layout.a.in(to));
  copy(trial_.a, layout.memory_a.in(to));
  copy(trial_.lambda, layout.lambda.in(to));
  copy(trial_.y, layout.y.in(to));
  copy(trial_.ydot, layout.ydot.in(to));
  copy(trial_.ydot, layout.memory_y.in(to));
  copy(x.subspan(work_, audits_), layout.work.in(to));
  copy(std::span(dx).subspan(work_, audits_), layout.power.in(to));
  for (std::size_t c = 0; c < layout.contacts.count; ++c)
    layout.contacts.in(to)[c] = static_cast<double>(modes()[c]);
  return true;
}

}  // namespace bramah
