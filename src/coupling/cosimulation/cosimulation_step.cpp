// One macro step: curves, subsystems, sweeps, residuals.
#include <algorithm>
#include <cmath>
#include <utility>

#include "coupling/cosimulation/cosimulation_members.h"
#include "coupling/cosimulation/team.h"

namespace bramah {

namespace {

constexpr double kRest = 1e-3;  // of an output's scale: slower than this is rest

}  // namespace

void Cosimulation::extrapolate() {
  for (Link& link : links_) {
    Curve& curve = members_[link.to]->curves[link.input];
    curve = bramah::extrapolate(link.history, link.order);
    curve.c[0] += link.correction;
    link.interpolated = false;
  }
  give_back();
}

// Energy that bonds have created so far is taken back over the next `energy_feedback` seconds: by a
// change of the first input of port a that acts with the port's own output (a force along a
// velocity), and fades where that rests.
void Cosimulation::give_back() {
  if (!(options_.energy_feedback > 0.0)) return;
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    Member& m = *members_[bonds_[k].a];
    const PowerPort::Term& term = m.ports[bonds_[k].port_a].terms.front();
    const double y = m.values[term.output], rest = kRest * m.system->scale(term.output);
    const double watts = -residuals_[k].energy / options_.energy_feedback;
    m.curves[term.input].c[0] += watts * y / (term.weight * (y * y + rest * rest));
  }
}

// Inputs that come from a member which has already advanced. Inputs of order 0 stay: they are data
// of this macro step (lengths at its start, an interface model).
void Cosimulation::interpolate_from(int member, double H, bool smooth) {
  const Member& m = *members_[member];
  for (Link& link : links_) {
    if (link.from != member || (link.order == 0 && !smooth)) continue;
    link.interpolated = true;
    const double next = m.values[link.output];
    const double rate = m.rates_before[link.output], next_rate = m.rates[link.output];
    members_[link.to]->curves[link.input] =
        smooth && std::isfinite(rate) && std::isfinite(next_rate)
            ? hermite(time_, H, m.before[link.output], rate, next, next_rate)
            : interpolate(link.history, link.order, H, next);
  }
}

bool Cosimulation::advance_all(double H, CosimulationReport& report) {
  const auto advance = [&](int k) {
    Member& m = *members_[k];
    m.failed = !m.system->advance(time_, H, m.curves);
  };
  const int count = static_cast<int>(members_.size());
  const bool iterated = options_.scheme == CosimulationScheme::iterated;
  if (options_.scheme == CosimulationScheme::jacobi) {
    const std::pair<Cosimulation*, double> context{this, H};
    if (options_.threads > 1) {
      team_->run(
          count,
          [](void* c, int k) {
            const auto& [self, step] = *static_cast<std::pair<Cosimulation*, double>*>(c);
            Member& m = *self->members_[k];
            try {
              m.failed = !m.system->advance(self->time_, step, m.curves);
            } catch (...) {
              m.failed = true, m.thrown = std::current_exception();
            }
          },
          const_cast<void*>(static_cast<const void*>(&context)));
      for (auto& m : members_)
        if (m->thrown) std::rethrow_exception(std::exchange(m->thrown, nullptr));
    } else {
      for (int k = 0; k < count; ++k) advance(k);
    }
  } else {
    for (int k = 0; k < count; ++k) {
      Member& m = *members_[k];
      advance(k);
      if (m.failed) break;
      m.system->read(m.values, iterated ? std::span(m.rates) : std::span<double>());
      interpolate_from(k, H, iterated);
    }
  }
  for (int k = 0; k < count && report.failed < 0; ++k)
    if (members_[k]->failed) report.failed = k;
  return report.converged = report.failed < 0;
}

CosimulationReport Cosimulation::iterate(double H) {
  CosimulationReport report;
  save_subsystems(saved_);
  for (report.sweeps = 1; report.sweeps <= options_.max_sweeps; ++report.sweeps) {
    for (auto& m : members_) std::ranges::copy(m->values, m->last.begin());
    if (report.sweeps > 1) restore_subsystems(saved_);
    if (!advance_all(H, report)) return report;
    double change = 0.0;
    for (auto& m : members_)
      for (std::size_t i = 0; i < m->values.size(); ++i)
        change = std::max(
            change, std::abs(m->values[i] - m->last[i]) / m->system->scale(static_cast<int>(i)));
    if (!std::isfinite(change)) break;
    if (report.sweeps > 1 && change <= options_.tolerance) return report;
  }
  report.converged = false;
  report.sweeps = std::min(report.sweeps, options_.max_sweeps);
  return report;
}

CosimulationReport Cosimulation::step(double H) {
  for (auto& m : members_) {
    std::ranges::copy(m->values, m->before.begin());
    std::ranges::copy(m->rates, m->rates_before.begin());
  }
  extrapolate();
  CosimulationReport report;
  if (options_.scheme == CosimulationScheme::iterated)
    report = iterate(H);
  else
    advance_all(H, report);
  if (!report.converged) return report;
  time_ += H;
  read_all(needs_rates());
  close_step(H);
  return report;
}

// Power that a member takes in through a port, with the inputs it believed in
// [Rahikainen2020, Eqs. 16-17].
double Cosimulation::port_power(int member, int port) const {
  const Member& m = *members_[member];
  double watts = 0.0;
  for (const PowerPort::Term& term : m.ports[port].terms) {
    const double own = m.system->believed(term.input);
    const double input = std::isfinite(own) ? own : m.curves[term.input].value(time_);
    watts += term.weight * input * m.values[term.output];
  }
  return watts;
}

// Residuals [Rahikainen2020, Eqs. 19-24; positive: created], histories and corrections.
void Cosimulation::close_step(double H) {
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    const Bond& bond = bonds_[k];
    BondResidual& r = residuals_[k];
    const double power = port_power(bond.a, bond.port_a) + port_power(bond.b, bond.port_b);
    const double trapezoid = 0.5 * H * (r.power + power);
    const double counted = members_[bond.a]->system->energy(bond.port_a) +
                           members_[bond.b]->system->energy(bond.port_b);
    r.energy += std::isfinite(counted) ? counted : trapezoid;
    r.rectangle += H * power;  // [Rahikainen2020, Eq. 23]
    r.trapezoid += trapezoid;  // [Rahikainen2020, Eq. 24], sign mended
    r.power = power;
  }
  for (Link& link : links_) {
    const Member& from = *members_[link.from];
    const std::size_t y = static_cast<std::size_t>(link.output);
    const double next = from.values[y];
    if (options_.correction != 0.0 && link.order > 0) {
      const bool rates = std::isfinite(from.rates[y]) && std::isfinite(from.rates_before[y]);
      const double slope = (next - from.before[y]) / H;
      const Curve truth =
          hermite(time_ - H, H, from.before[y], rates ? from.rates_before[y] : slope, next,
                  rates ? from.rates[y] : slope);
      const Curve& believed = members_[link.to]->curves[link.input];
      // Of the polynomial alone: its error changes little from step to step.
      const double missed =
          (integral(truth, time_ - H, H) - integral(believed, time_ - H, H)) / H + link.correction;
      link.correction = link.interpolated ? 0.0 : options_.correction * missed;
    }
    link.history.push(time_, next);
  }
}

}  // namespace bramah
