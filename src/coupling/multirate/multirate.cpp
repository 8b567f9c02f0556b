#include "coupling/multirate/multirate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bramah {

namespace {

constexpr double kTolerance = 1e-11;  // of the oil's Newton: the mechanism's must see it as smooth
constexpr double kFar = 0.3;          // of a state's scale: a rate that leads further is no guess
constexpr double kSame = 1e-9;        // of an inner step: no time has passed

// Diagonally implicit; the last stage of an implicit rule is its end.
struct Tableau {
  int stages;
  bool is_explicit;
  double limit;  // of step times fastest rate
  double a[MultirateOil::kMaxStages][MultirateOil::kMaxStages];
  double b[MultirateOil::kMaxStages], c[MultirateOil::kMaxStages];
};

constexpr double kGamma = 0.29289321881345248;  // 1 - 1/sqrt 2
constexpr Tableau kTableaus[] = {
    {1, true, 2.0, {{0.0}}, {1.0}, {0.0}},
    {4,
     true,
     2.78,
     {{0.0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
     {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
     {0.0, 0.5, 0.5, 1.0}},
    {2, false, INFINITY, {{0.0}, {0.5, 0.5}}, {0.5, 0.5}, {0.0, 1.0}},
    {2, false, INFINITY, {{kGamma}, {1.0 - kGamma, kGamma}}, {1.0 - kGamma, kGamma}, {kGamma, 1.0}},
};

const Tableau& tableau(IntegratorRule rule) {
  switch (rule) {
    case IntegratorRule::euler:
      return kTableaus[0];
    case IntegratorRule::rk4:
      return kTableaus[1];
    case IntegratorRule::trapezoidal:
      return kTableaus[2];
    default:
      return kTableaus[3];
  }
}

}  // namespace

MultirateOil::Run& MultirateOil::run(PressureResponse::Scratch& scratch) {
  return static_cast<Run&>(scratch);
}

MultirateOil::Run::Run(const MultirateOil& of, int parameters, const NewtonOptions& options)
    : y(of.oil().states()),
      before(of.oil().cylinders()),
      modes(of.oil().modes()),
      oil(of.oil().make_scratch()),
      strokes(of.oil().cylinders()),
      trial(0, of.oil().states(), 0),
      power(of.oil().audits()),
      work(power.size()),
      newton(of.oil(), options),
      radius(of.oil()),
      lu(of.oil().pattern(), 0),
      base(y.size()),
      stage_power(power.size()),
      mask(y.size()),
      right(y.size()),
      end(y.size()) {
  const std::size_t n = y.size() * static_cast<std::size_t>(parameters);
  for (auto* values : {&slope, &base_slope, &stage_slope}) values->resize(n);
  for (int i = 0; i < kMaxStages; ++i) rate[i].resize(y.size()), rate_slope[i].resize(n);
}

MultirateOil::MultirateOil(OilSide side, const MultirateOptions& options)
    : side_(std::move(side)),
      oil_(*side_.equations),
      options_(options),
      parameters_(oil_.cylinders() * (options.velocity == StrokeVelocity::linear ? 2 : 1)) {
  const CircuitParts& parts = oil_.circuit().parts();
  for (int c = 0; c < oil_.cylinders(); ++c)
    for (int port = 0; port < 2; ++port)
      if (const int node = parts.parts[parts.cylinders[c].part].nodes[port]; node >= 0)
        ports_.push_back({c, node});
}

std::unique_ptr<PressureResponse::Scratch> MultirateOil::make_scratch() const {
  NewtonOptions newton;
  newton.tolerance = kTolerance;
  newton.max_iterations = options_.max_iterations;
  newton.polish = options_.polish;
  auto r = std::make_unique<Run>(*this, parameters_, newton);
  r->value.resize(ports_.size());
  r->by_s.resize(ports_.size() * static_cast<std::size_t>(oil_.cylinders()));
  r->by_rate.resize(r->by_s.size());
  return r;
}

void MultirateOil::evaluate(std::span<const Stroke> strokes, Scratch& scratch) const noexcept {
  Run& r = run(scratch);
  std::ranges::copy(strokes, r.strokes.begin());
  r.linear = false;
  r.worst = -1;
  if (integrate(Task::value, r)) return read_pressures(r);
  std::ranges::fill(r.value, std::numeric_limits<double>::quiet_NaN());
}

void MultirateOil::linearise(Scratch& scratch) const noexcept {
  Run& r = run(scratch);
  if (r.linear) return;
  r.linear = true;
  if (integrate(Task::slopes, r)) return read_slopes(r);
  std::ranges::fill(r.by_s, std::numeric_limits<double>::quiet_NaN());
}

bool MultirateOil::finish(Scratch& scratch) const noexcept {
  Run& r = run(scratch);
  if (!integrate(Task::audit, r)) return false;
  oil_.powers(r.trial, *r.oil, r.power);
  return true;
}

int MultirateOil::steps(double span) const noexcept {
  return std::max(1, static_cast<int>(std::ceil(span / options_.step - kSame)));
}

MultirateOil::Stability MultirateOil::stable(double span, bool ahead,
                                             Scratch& scratch) const noexcept {
  const Tableau& rule = tableau(options_.rule);
  if (!rule.is_explicit) return {};
  Run& r = run(scratch);
  std::ranges::copy(r.before, r.strokes.begin());
  r.t = r.start;
  integrate(Task::value, r);
  const double h = span / steps(span);
  const auto judge = [&](SpectralRadius::Estimate e) -> Stability {
    return {!(h * e.radius > rule.limit), e.radius, rule.limit / e.radius, e.unknown};
  };
  const Stability here = judge(r.radius.estimate(oil_, r.trial, *r.oil));
  if (!here.stable) return here;
  std::ranges::copy(r.trial.ydot, r.rate[0].begin());  // half a step ahead, as in explicit.cpp
  for (std::size_t k = 0; k < r.y.size(); ++k) r.trial.y[k] += 0.5 * h * r.rate[0][k];
  if (!oil_.rates(r.trial, *r.oil)) return here;
  const Stability turn = judge(r.radius.secant(oil_, 0.5 * h, r.rate[0], r.trial));
  if (!turn.stable || !ahead) return turn.stable ? here : turn;
  const Stability there = judge(r.radius.estimate(oil_, r.trial, *r.oil));
  return there.stable ? here : there;
}

void MultirateOil::set_curves(Run& r) const noexcept {
  auto& offsets = DrivenOil::side(*r.oil).motion().offset;
  for (std::size_t c = 0; c < offsets.size(); ++c) {
    const Stroke &from = r.before[c], &to = r.strokes[c];
    Curve& curve = offsets[c];
    curve = {r.start, {from.s, to.rate, 0.0, 0.0, 0.0}};
    if (!(r.span > 0.0)) continue;
    curve.c[1] = (to.s - from.s) / r.span;
    if (options_.velocity == StrokeVelocity::constant) continue;
    const double change = 0.5 * (to.rate - from.rate);
    curve.c[1] -= change;
    curve.c[2] = change / r.span;
  }
}

// How a cylinder's stroke and its rate move at t: with the trial's s, or with its sdot.
StepCoefficients MultirateOil::stroke_slopes(int parameter, double t, const Run& r) const noexcept {
  const double x = (t - r.start) / r.span;
  if (parameter < oil_.cylinders()) return {x, 1.0 / r.span};
  return {0.5 * r.span * x * (x - 1.0), x - 0.5};
}

bool MultirateOil::integrate(Task task, Run& r) const noexcept {
  r.span = std::max(0.0, r.t - r.start);
  const bool moves = r.span > kSame * options_.step;
  if (!moves) r.span = 0.0;
  oil_.restore_modes(r.modes, *r.oil);
  std::ranges::copy(r.y, r.end.begin());
  std::ranges::fill(r.slope, 0.0);
  std::ranges::fill(r.work, 0.0);
  set_curves(r);
  const int count = moves ? steps(r.span) : 0;
  const double h = r.span / count;
  if (moves && !first_guess(r)) return false;
  for (int k = 0; k < count; ++k)
    if (!step(task, r.start + k * h, h, r)) return false;
  oil_.set_time(r.t, r.anchor, *r.oil);
  std::ranges::copy(r.end, r.trial.y.begin());
  if (!explicit_stage(0, r)) return false;
  for (std::size_t k = 0; k < r.trial.y.size(); ++k)
    if (!std::isfinite(r.trial.y[k]) || !std::isfinite(r.trial.ydot[k])) {
      r.worst = static_cast<int>(k);
      return false;
    }
  return true;
}

// Rates at the start, for a rule that does not evaluate them: its first guess must not depend on
// what was evaluated before.
bool MultirateOil::first_guess(Run& r) const noexcept {
  const Tableau& rule = tableau(options_.rule);
  if (rule.a[0][0] == 0.0) return true;
  oil_.set_time(r.start, r.anchor, *r.oil);
  std::ranges::copy(r.end, r.trial.y.begin());
  return explicit_stage(rule.stages - 1, r);
}

bool MultirateOil::explicit_stage(int i, Run& r) const noexcept {
  if (!oil_.rates(r.trial, *r.oil)) {
    r.worst = DrivenOil::side(*r.oil).buffers.unsettled;
    return false;
  }
  std::ranges::copy(r.trial.ydot, r.rate[i].begin());
  return true;
}

// Y_i = base + b K_i.
bool MultirateOil::implicit_stage(int i, double b, Run& r) const noexcept {
  const int last = tableau(options_.rule).stages - 1;
  const std::vector<double>& guess = r.rate[i > 0 ? i - 1 : last];
  for (std::size_t k = 0; k < r.base.size(); ++k) {
    const bool far = b * std::abs(guess[k]) > kFar * oil_.scale(static_cast<int>(k));
    r.trial.ydot[k] = far ? 0.0 : guess[k];
    r.trial.y[k] = r.base[k] + b * r.trial.ydot[k];
  }
  const StepCoefficients c{0.0, 0.0, 0.0, 1.0 / b};
  const NewtonReport report = r.newton.solve(oil_, c, r.trial, *r.oil);
  if (!report.converged) {
    r.worst = report.worst;
    return false;
  }
  oil_.finish(r.trial, c, r.newton.factorisation(), *r.oil);
  std::ranges::copy(r.trial.ydot, r.rate[i].begin());
  return true;
}

bool MultirateOil::step(Task task, double t, double h, Run& r) const noexcept {
  const Tableau& rule = tableau(options_.rule);
  const std::size_t ny = r.end.size();
  for (int i = 0; i < rule.stages; ++i) {
    std::ranges::copy(r.end, r.base.begin());
    if (task == Task::slopes) std::ranges::copy(r.slope, r.base_slope.begin());
    for (int j = 0; j < i; ++j) {
      const double weight = h * rule.a[i][j];
      for (std::size_t k = 0; k < ny; ++k) r.base[k] += weight * r.rate[j][k];
      for (std::size_t k = 0; task == Task::slopes && k < r.slope.size(); ++k)
        r.base_slope[k] += weight * r.rate_slope[j][k];
    }
    const double at = t + rule.c[i] * h, b = h * rule.a[i][i];
    oil_.set_time(at, r.anchor, *r.oil);
    if (b == 0.0) std::ranges::copy(r.base, r.trial.y.begin());
    if (!(b > 0.0 ? implicit_stage(i, b, r) : explicit_stage(i, r))) return false;
    if (task == Task::slopes) carry_slopes(i, at, b, r);
    if (task != Task::audit) continue;
    oil_.powers(r.trial, *r.oil, r.stage_power);
    for (std::size_t k = 0; k < r.work.size(); ++k) r.work[k] += h * rule.b[i] * r.stage_power[k];
  }
  if (!rule.is_explicit) {
    std::ranges::copy(r.trial.y, r.end.begin());
    std::ranges::copy(r.stage_slope, r.slope.begin());
    return true;
  }
  for (int i = 0; i < rule.stages; ++i) {
    const double weight = h * rule.b[i];
    for (std::size_t k = 0; k < ny; ++k) r.end[k] += weight * r.rate[i][k];
    for (std::size_t k = 0; task == Task::slopes && k < r.slope.size(); ++k)
      r.slope[k] += weight * r.rate_slope[i][k];
  }
  return true;
}

// dY_i and dK_i; after the stage, whose equations stand at its solution. b = 0: explicit.
void MultirateOil::carry_slopes(int i, double t, double b, Run& r) const noexcept {
  const int ny = oil_.states(), n = oil_.cylinders();
  const double c_y = b > 0.0 ? 1.0 / b : 0.0;
  const SquareMatrix& whole = DrivenOil::side(*r.oil).tangent;
  oil_.moving(*r.oil, r.mask);
  for (int p = 0; p < parameters_; ++p) {
    if (p % n == 0) {  // the same way of moving for all cylinders
      StepCoefficients c = stroke_slopes(p, t, r);
      c.y = c_y;
      oil_.slopes(r.trial, c, *r.oil);
      for (int k = 0; b > 0.0 && p == 0 && k < ny; ++k)
        std::copy(whole.row(n + k) + n, whole.row(n + k) + n + ny, r.lu.row(k));
      if (b > 0.0 && p == 0 && !r.lu.factorise())
        std::ranges::fill(r.base_slope, std::numeric_limits<double>::quiet_NaN());
    }
    const std::size_t at = static_cast<std::size_t>(p) * ny;
    const double* base = &r.base_slope[at];
    double *stage = &r.stage_slope[at], *rate = &r.rate_slope[i][at];
    for (int k = 0; k < ny; ++k) {
      const double* row = whole.row(n + k);
      if (b > 0.0) {
        r.right[k] = c_y * r.mask[k] * base[k] - row[p % n];
        continue;
      }
      stage[k] = base[k];
      double sum = -row[p % n];
      for (int l = 0; l < ny; ++l) sum -= row[n + l] * base[l];
      rate[k] = r.mask[k] * sum;
    }
    if (b == 0.0) continue;
    r.lu.solve(r.right);
    for (int k = 0; k < ny; ++k) {
      stage[k] = r.right[k];
      rate[k] = r.mask[k] * c_y * (stage[k] - base[k]);
    }
  }
}

void MultirateOil::read_pressures(Run& r) const noexcept {
  const CircuitScratch& circuit = DrivenOil::side(*r.oil).buffers.circuit;
  for (std::size_t i = 0; i < ports_.size(); ++i) r.value[i] = circuit.pressure[ports_[i].node];
}

void MultirateOil::read_slopes(Run& r) const noexcept {
  const Circuit& circuit = oil_.circuit();
  const CircuitScratch& scratch = DrivenOil::side(*r.oil).buffers.circuit;
  const std::size_t ny = r.end.size(), n = static_cast<std::size_t>(oil_.cylinders());
  std::ranges::fill(r.by_s, 0.0);
  std::ranges::fill(r.by_rate, 0.0);
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    const int node = ports_[i].node;
    if (node >= circuit.volumes() || !(r.span > 0.0)) continue;
    const double by_y = scratch.pressure_by_y[node];
    for (std::size_t c = 0; c < n; ++c) {
      r.by_s[i * n + c] = by_y * r.slope[c * ny + node];
      if (options_.velocity == StrokeVelocity::linear)
        r.by_rate[i * n + c] = by_y * r.slope[(n + c) * ny + node];
    }
    const auto [owner, direction] = circuit.chamber(node);
    if (owner >= 0) r.by_s[i * n + owner] += scratch.pressure_by_l[node] * direction;
  }
}

}  // namespace bramah
