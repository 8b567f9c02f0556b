#include "bramah/cosimulation.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "core/nearest.h"
#include "core/text.h"
#include "coupling/cosimulation/cosimulation_members.h"
#include "coupling/cosimulation/team.h"

namespace bramah {

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
  return options_.correction != 0.0 || options_.scheme == CosimulationScheme::iterated;
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
