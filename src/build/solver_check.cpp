// The numbers of the solver, guides and clocks. Which choices go together is judged by refused_solver()
// and its like in formulation.h.
#include "build/description_check.h"
#include "build/item_check.h"
#include "surrogate/surrogate.h"

namespace bramah {

namespace {

void check_steps(const ItemCheck& check, const SolverSpec& s) {
  constexpr double kMostSteps = 1e12;
  const bool step = check.positive("step", s.step, "s"),
             until = check.positive("until", s.until, "s");
  if (!step || !until) return;
  if (s.step > s.until)
    check.refuse("step (" + short_number(s.step) + " s) is longer than until (" +
                 short_number(s.until) + " s)");
  if (s.until > kMostSteps * s.step)
    check.refuse("until (" + short_number(s.until) + " s) takes more than 1e12 steps of " +
                 short_number(s.step) + " s; nobody can wait for that");
}

// More of them than an int can count would become one.
void check_inner(const ItemCheck& check, const char* key, const std::optional<double>& inner,
                 double step) {
  constexpr double kMostInside = 1e6;
  check.positive(key, inner, "s");
  if (inner && *inner > 0.0 && step > kMostInside * *inner)
    check.refuse(key, short_number(*inner) + " s makes more than 1e6 steps inside one of " +
                          short_number(step) + " s");
}

void check_oil_model(const ItemCheck& check, const SolverSpec& s) {
  check.positive("pseudo_volume", s.pseudo_volume, "m3");
  check.positive("inner_step", s.inner_step, "s");
  check.positive("inner_time", s.inner_time, "s");
  check.positive("criterion_high", s.criterion_high, "Pa");
  check.positive("criterion_low", s.criterion_low, "Pa");
  check.not_negative("low_pressure", s.low_pressure, "Pa");
}

void check_cosimulation(const ItemCheck& check, const CosimulationSpec& c, double step) {
  const auto order = [&](const char* key, int value) {
    if (value < 0 || value > 3)
      check.refuse(key, "an extrapolation has order 0 to 3; found " + std::to_string(value));
  };
  order("cosimulation.order", c.order);
  order("cosimulation.mechanism_order", c.mechanism_order);
  check_inner(check, "cosimulation.oil_step", c.oil_step, step);
  check_inner(check, "cosimulation.mechanism_step", c.mechanism_step, step);
  check.not_negative("cosimulation.correction", c.correction, "1");
  check.not_negative("cosimulation.energy_feedback", c.energy_feedback, "s");
  check.not_negative("cosimulation.residual_power", c.residual_power, "W");
  check.positive("cosimulation.tolerance", c.tolerance, "1");
  if (c.threads < 1 || c.threads > 64)
    check.refuse("cosimulation.threads", "expected 1 to 64; found " + std::to_string(c.threads));
  if (c.sweeps < 2)
    check.refuse("cosimulation.sweeps",
                 "a sweep is compared with the one before: at least 2 sweeps");
}

void check_guide(const GuideSpec& guide, Problems& problems) {
  const ItemCheck check = item_check(problems, "guide", guide);
  check.positive("force", guide.force, "N");
  check.positive("speed", guide.speed, "m/s");
  if (!guide.signal.empty()) return;
  const std::size_t n = guide.time.size();
  const auto fits = [&](const std::vector<double>& v) { return v.empty() || v.size() == n; };
  if (n < 2 || guide.length.size() != n || !fits(guide.rate) || !fits(guide.acceleration))
    return check.refuse(
        "expected a signal, or time and length of a recording with two samples or more, and rate "
        "and "
        "acceleration of the same number or none");
  check.finite("time", guide.time);
  check.finite("length", guide.length);
  check.finite("rate", guide.rate);
  check.finite("acceleration", guide.acceleration);
  for (std::size_t k = 1; k < n; ++k)
    if (guide.time[k] <= guide.time[k - 1]) return check.refuse("time", "must increase");
}

}  // namespace

void check_solver(const MachineDescription& d, Problems& problems) {
  const SolverSpec& s = d.solver;
  const ItemCheck check(problems, "solver", d.solver_where);
  check_steps(check, s);
  check.positive("tolerance", s.tolerance, "1");
  if (s.max_iterations < 1)
    check.refuse("max_iterations",
                 "must be greater than zero; found " + std::to_string(s.max_iterations));
  check.positive("penalty", s.penalty, "1");
  check.positive("alpha", s.alpha, "1");
  check.not_negative("omega", s.omega, "1/s");
  check.not_negative("xi", s.xi, "1");
  check.fraction("rho_inf", s.rho_inf);
  check.positive("relative_tolerance", s.relative_tolerance, "1");
  check_inner(check, "multirate.step", s.multirate.step, s.step);
  check_oil_model(check, s);
  check_cosimulation(check, s.cosimulation,
                     s.coupling == CouplingKind::cosimulation ? s.step : 0.0);
  if (s.coupling == CouplingKind::guidance)
    for (const GuideSpec& guide : s.guides) check_guide(guide, problems);
  if (s.coupling == CouplingKind::surrogate)
    check.refuse("coupling",
                 "surrogate is what a machine becomes by its `surrogate`; leave it out");
  for (const double clock : d.clocks) check.positive("clocks", clock, "s");
  if (d.surrogate && d.surrogate->network && !d.surrogate->physical &&
      1000.0 * d.surrogate->network->sample_time < s.step)
    problems.add(d.surrogate->where, "surrogate: its sample time of " +
                                         short_number(d.surrogate->network->sample_time) +
                                         " s makes more than 1000 breaks in a step of " +
                                         short_number(s.step) + " s");
  if (d.surrogate && !d.surrogate->physical && !d.surrogate->network)
    problems.add(d.surrogate->where,
                 "surrogate: has no network; load_surrogate() of bramah/surrogate.h reads one");
}

}  // namespace bramah
