#include "bramah/cosimulation.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "core/nearest.h"
#include "core/text.h"
#include "coupling/extrapolation.h"
#include "coupling/team.h"

namespace bramah {

namespace {

constexpr double kRest = 1e-3;  // of an output's scale: slower than this is rest

}  // namespace

struct Cosimulation::Link {
  int from = 0, output = 0, to = 0, input = 0, order = 0;
  History history;
  double correction = 0.0;    // added to the next curve
  bool interpolated = false;  // this step's curve knows its end
};

struct Cosimulation::Member {
  Subsystem* system = nullptr;
  std::vector<std::string> inputs, outputs;
  std::vector<PowerPort> ports;
  std::vector<Curve> curves;          // one per input
  std::vector<double> values, rates;  // of the outputs, at the present time
  std::vector<double> before, last;   // outputs at the start of the step; of the last sweep
  std::vector<double> rates_before;
  std::size_t state = 0;  // where its state lies among all
  bool failed = false;
  std::exception_ptr thrown;  // on another thread
};

Cosimulation::Cosimulation(const CosimulationOptions& options)
    : options_(options), team_(std::make_unique<Team>(options.threads)) {}
Cosimulation::~Cosimulation() = default;

int Cosimulation::add(Subsystem& system) {
  auto m = std::make_unique<Member>();
  m->system = &system;
  m->inputs = system.inputs(), m->outputs = system.outputs(), m->ports = system.power_ports();
  for (std::size_t i = 0; i < m->inputs.size(); ++i)
    m->curves.push_back(Curve::constant(system.alone(static_cast<int>(i))));
  for (auto* values : {&m->values, &m->rates, &m->before, &m->last, &m->rates_before})
    values->resize(m->outputs.size());
  m->state = saved_.size();
  saved_.resize(saved_.size() + system.state_size());
  members_.push_back(std::move(m));
  return static_cast<int>(members_.size()) - 1;
}

std::pair<int, int> Cosimulation::find(const std::string& name, bool output) const {
  std::vector<std::string> known;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const auto& ports = output ? members_[k]->outputs : members_[k]->inputs;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      known.push_back(members_[k]->system->name() + "." + ports[i]);
      if (known.back() == name) return {static_cast<int>(k), static_cast<int>(i)};
    }
  }
  throw InputError(concat("no subsystem has the ", output ? "output" : "input", " \"", name, "\"",
                          did_you_mean(name, known)));
}

void Cosimulation::connect(const std::string& output, const std::string& input, int order) {
  const auto [from, y] = find(output, true);
  const auto [to, u] = find(input, false);
  for (const Link& link : links_)
    if (link.to == to && link.input == u)
      throw InputError(concat("the input \"", input, "\" is connected already"));
  if (order < 0 || order > 3)
    throw InputError(concat("inputs are extrapolated with order 0 to 3, not ", order));
  connect(from, y, to, u, order);
}

void Cosimulation::connect(int from, int output, int to, int input, int order) {
  links_.push_back({from, output, to, input, order, {}, 0.0});
}

int Cosimulation::bond(int a, int port_a, int b, int port_b) {
  bonds_.push_back({a, port_a, b, port_b});
  residuals_.emplace_back();
  return static_cast<int>(bonds_.size()) - 1;
}

void Cosimulation::set(int subsystem, int input, double value) {
  members_[subsystem]->curves[input] = Curve::constant(value);
}

void Cosimulation::read_all(bool rates) {
  for (auto& m : members_) {
    std::ranges::fill(m->rates, std::numeric_limits<double>::quiet_NaN());
    m->system->read(m->values, rates ? std::span(m->rates) : std::span<double>());
  }
}

void Cosimulation::start(double t) {
  time_ = t;
  std::ranges::fill(residuals_, BondResidual{});
  restart();
}

void Cosimulation::restart() {
  for (auto& m : members_) std::ranges::fill(m->values, 0.0);
  // Twice: an output may depend on an input directly.
  for (int round = 0; round < 2; ++round)
    for (std::size_t k = 0; k < members_.size(); ++k) {
      Member& m = *members_[k];
      for (const Link& link : links_)
        if (link.to == static_cast<int>(k))
          m.curves[link.input] = {time_, {members_[link.from]->values[link.output]}};
      m.system->place(time_, m.curves);
      std::ranges::fill(m.rates, std::numeric_limits<double>::quiet_NaN());
      m.system->read(m.values, m.rates);
    }
  for (Link& link : links_) {
    const Member& from = *members_[link.from];
    link.history.restart(time_, from.values[link.output], from.rates[link.output]);
    link.correction = 0.0;
  }
}

bool Cosimulation::fresh() const noexcept {
  return !links_.empty() && links_.front().history.count == 0;
}

void Cosimulation::resume(double t) {
  time_ = t;
  if (needs_rates()) read_all(true);
  // What was communicated, not what a subsystem would say now.
  for (const Link& link : links_) members_[link.from]->values[link.output] = link.history.value[0];
}

bool Cosimulation::needs_rates() const {
  return options_.correction != 0.0 || options_.scheme == CosimulationOptions::Scheme::iterated;
}

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
  const bool iterated = options_.scheme == CosimulationOptions::Scheme::iterated;
  if (options_.scheme == CosimulationOptions::Scheme::jacobi) {
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
  if (options_.scheme == CosimulationOptions::Scheme::iterated)
    report = iterate(H);
  else
    advance_all(H, report);
  if (!report.converged) return report;
  time_ += H;
  read_all(needs_rates());
  close_step(H);
  return report;
}

// Power that a member takes in through a port, with the inputs it believed in.
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
    r.rectangle += H * power;
    r.trapezoid += trapezoid;
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

double Cosimulation::output(const std::string& name) const {
  const auto [member, y] = find(name, true);
  return members_[member]->values[y];
}

namespace {

constexpr int kRateKnown = 8;  // added to a history's count
constexpr std::size_t kLinkSize = 3 + 2 * History::kMost, kBondSize = 4;

}  // namespace

std::size_t Cosimulation::state_size() const noexcept {
  return kLinkSize * links_.size() + kBondSize * bonds_.size();
}

std::size_t Cosimulation::residual_offset(int bond) const noexcept {
  return kLinkSize * links_.size() + kBondSize * static_cast<std::size_t>(bond);
}

void Cosimulation::save(std::span<double> state) const noexcept {
  auto to = state.begin();
  for (const Link& link : links_) {
    const bool known = std::isfinite(link.history.first_rate);  // saved states are finite
    *to++ = link.history.count + (known ? kRateKnown : 0);
    *to++ = known ? link.history.first_rate : 0.0;
    *to++ = link.correction;
    to = std::ranges::copy(link.history.t, to).out;
    to = std::ranges::copy(link.history.value, to).out;
  }
  for (const BondResidual& r : residuals_)
    *to++ = r.power, *to++ = r.energy, *to++ = r.rectangle, *to++ = r.trapezoid;
}

void Cosimulation::restore(std::span<const double> state) noexcept {
  auto from = state.begin();
  for (Link& link : links_) {
    const int count = static_cast<int>(*from++);
    const double rate = *from++;
    link.history.count = count % kRateKnown;
    link.history.first_rate = count >= kRateKnown ? rate : std::numeric_limits<double>::quiet_NaN();
    link.correction = *from++;
    for (double& t : link.history.t) t = *from++;
    for (double& value : link.history.value) value = *from++;
  }
  for (BondResidual& r : residuals_)
    r.power = *from++, r.energy = *from++, r.rectangle = *from++, r.trapezoid = *from++;
}

std::size_t Cosimulation::subsystem_size() const { return saved_.size(); }

void Cosimulation::save_subsystems(std::span<double> state) const {
  for (const auto& m : members_) m->system->save(state.subspan(m->state, m->system->state_size()));
}

void Cosimulation::restore_subsystems(std::span<const double> state) {
  for (const auto& m : members_)
    m->system->restore(state.subspan(m->state, m->system->state_size()));
}

}  // namespace bramah
