#include "instance.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "side_instance.h"

namespace bramah::fmi {
namespace {

using Role = FmuVariable::Role;

constexpr double kClose = 1e-6;  // of a tick: closer instants are one

std::string text_of(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

Instance::Instance(FmuPlan plan) : plan_(std::move(plan)) {
  for (const FmuVariable& v : plan_.variables)
    if (v.role == Role::parameter) parameters_.push_back(v.start);
}

std::unique_ptr<Instance> make_instance(const std::string& resources, const std::string& token) {
  FmuPlan plan = read_plan(resources);
  if (token != plan.token)
    throw InputError("the host's token " + token + " is not that of the resources, " + plan.token +
                     "; were the files of two FMUs mixed?");
  std::unique_ptr<Instance> instance = plan.side.empty()
                                           ? std::make_unique<Instance>(std::move(plan))
                                           : std::make_unique<SideInstance>(std::move(plan));
  instance->build();
  return instance;
}

void Instance::build() {
  LoadOptions options = plan_.options;
  std::size_t parameter = 0;
  for (const FmuVariable& v : plan_.variables) {
    if (v.role != Role::parameter) continue;
    const double value = parameters_[parameter++];
    if (value != v.start)
      options.set.push_back(v.source + "=" + text_of(value) + (v.unit == "1" ? "" : " " + v.unit));
  }
  Model model = load(plan_.files, options);
  const bool first = !model_;
  model_.emplace(std::move(model));
  place_variables();
  work_ = std::make_unique<Workspace>(*model_);
  built_with_ = parameters_;
  if (first) {
    inputs_ = input_defaults();
    rates_.assign(inputs_.size(), 0.0);
    is_wanted_.assign(channels_.size(), 0);
    outputs_.assign(channels_.size(), 0.0);
  }
  wanted_channels_.clear();
  for (const int k : wanted_) wanted_channels_.push_back(channels_[static_cast<std::size_t>(k)]);
  start_anew();
}

void Instance::place_variables() {
  const auto numbers = state_numbers(*model_);
  place_.clear(), channels_.clear();
  std::size_t output = 0, parameter = 0;
  for (const FmuVariable& v : plan_.variables) {
    int place = 0;
    if (v.role == Role::input) {
      const auto& names = model_->inputs();
      place = static_cast<int>(std::ranges::find(names, v.source) - names.begin());
      if (place == static_cast<int>(names.size()))
        throw InputError("the machine has no input \"" + v.source + "\"");
    } else if (v.role == Role::output) {
      place = static_cast<int>(output++);
      channels_.push_back(model_->find_channel(v.source));
      if (channels_.back() < 0) throw InputError("the machine has no channel \"" + v.source + "\"");
    } else if (v.role == Role::tunable) {
      const auto found = std::ranges::find(numbers, v.source, &StateNumber::name);
      if (found == numbers.end())
        throw InputError("the machine has no tunable \"" + v.source + "\"");
      place = static_cast<int>(found->at);
    } else if (v.role == Role::parameter) {
      place = static_cast<int>(parameter++);
    }
    place_.push_back(place);
  }
}

void Instance::start_anew() {
  state_ = model_->initial_state();
  for (const auto& [reference, value] : tunables_)
    state_.values()[static_cast<std::size_t>(place_[reference])] = value;
  fresh_ = false;
  inputs_changed_ = inputs_ != input_defaults();
}

const FmuVariable& Instance::variable(Reference reference) const {
  if (reference >= plan_.variables.size())
    throw InputError("value reference " + std::to_string(reference) + ": there are " +
                     std::to_string(plan_.variables.size()) + " variables");
  return plan_.variables[reference];
}

void Instance::expect_mode(std::initializer_list<Mode> modes, const char* what) const {
  if (std::ranges::find(modes, mode_) == modes.end())
    throw InputError(std::string(what) + ": not allowed in this mode of the FMU");
}

// ------------------------------------------------------------------------------------------ modes
void Instance::enter_initialization() {
  expect_mode({Mode::instantiated}, "EnterInitializationMode");
  mode_ = Mode::initializing;
}

void Instance::exit_initialization() {
  expect_mode({Mode::initializing}, "ExitInitializationMode");
  if (parameters_ != built_with_) build();
  mode_ = Mode::stepping;
}

void Instance::terminate() {
  expect_mode({Mode::stepping}, "Terminate");
  mode_ = Mode::terminated;
}

void Instance::reset() {
  tunables_.clear();
  std::size_t parameter = 0;
  for (const FmuVariable& v : plan_.variables)
    if (v.role == Role::parameter) parameters_[parameter++] = v.start;
  inputs_ = input_defaults();
  std::ranges::fill(rates_, 0.0);
  start_ = rates_from_ = 0.0;
  if (parameters_ != built_with_)
    build();
  else
    start_anew();
  *work_ = Workspace(*model_);
  mode_ = Mode::instantiated;
}

// ----------------------------------------------------------------------------------------- values
double Instance::time() const { return start_ + state_.time(); }

void Instance::read_wanted() {
  if (inputs_changed_) {
    if (!observe_with(*model_, state_, *work_, {inputs_}, wanted_channels_, wanted_values_))
      throw InputError("the machine's rates cannot be solved with these inputs");
  } else {
    observe_some(*model_, state_, *work_, wanted_channels_, wanted_values_);
  }
}

void Instance::refresh_outputs() {
  if (parameters_ != built_with_) build();
  if (fresh_) return;
  wanted_values_.resize(wanted_.size());
  read_wanted();
  for (std::size_t k = 0; k < wanted_.size(); ++k)
    outputs_[static_cast<std::size_t>(wanted_[k])] = wanted_values_[k];
  fresh_ = true;
}

void Instance::get(std::span<const Reference> references, std::span<double> values) {
  bool outputs = false;
  for (const Reference reference : references) {
    if (variable(reference).role != Role::output) continue;
    outputs = true;
    const auto k = static_cast<std::size_t>(place_[reference]);
    if (is_wanted_[k]) continue;
    is_wanted_[k] = 1, fresh_ = false;
    wanted_.push_back(static_cast<int>(k));
    wanted_channels_.push_back(channels_[k]);
  }
  if (outputs) refresh_outputs();
  for (std::size_t k = 0; k < references.size(); ++k) {
    const FmuVariable& v = plan_.variables[references[k]];
    const auto place = static_cast<std::size_t>(place_[references[k]]);
    values[k] = v.role == Role::time      ? time()
                : v.role == Role::input   ? inputs_[place]
                : v.role == Role::output  ? outputs_[place]
                : v.role == Role::tunable ? state_.values()[place]
                                          : parameters_[place];
  }
}

void Instance::set_one(Reference reference, double value) {
  const FmuVariable& v = variable(reference);
  const auto place = static_cast<std::size_t>(place_[reference]);
  if (!std::isfinite(value)) throw InputError(v.source + ": " + text_of(value) + " is no number");
  switch (v.role) {
    case Role::input:
      if (inputs_[place] != value) inputs_changed_ = true, fresh_ = false;
      inputs_[place] = value;
      rates_[place] = 0.0;
      return;
    case Role::tunable:
      state_.values()[place] = value;
      if (mode_ != Mode::stepping) tunables_[reference] = value;
      inputs_changed_ = true, fresh_ = false;
      return;
    case Role::parameter:
      expect_mode({Mode::instantiated, Mode::initializing},
                  ("parameter " + v.source + " after the initialisation").c_str());
      parameters_[place] = value;
      fresh_ = false;
      return;
    case Role::time:
    case Role::output:
      throw InputError((v.role == Role::time ? "time" : v.source) + ": cannot be set");
  }
}

void Instance::set(std::span<const Reference> references, std::span<const double> values) {
  for (std::size_t k = 0; k < references.size(); ++k) set_one(references[k], values[k]);
}

void Instance::set_rates(std::span<const Reference> references, std::span<const double> rates) {
  for (std::size_t k = 0; k < references.size(); ++k) {
    if (variable(references[k]).role != Role::input)
      throw InputError(variable(references[k]).source + ": is no input");
    if (!std::isfinite(rates[k])) throw InputError("the rate of an input is no number");
    rates_[static_cast<std::size_t>(place_[references[k]])] = rates[k];
  }
  rates_from_ = time() - start_;
}

void Instance::get_rates(std::span<const Reference> references, std::span<double> rates) {
  std::vector<int> channels;
  for (const Reference reference : references) {
    if (variable(reference).role != Role::output)
      throw InputError(variable(reference).source + ": is no output");
    channels.push_back(channels_[static_cast<std::size_t>(place_[reference])]);
  }
  if (!observe_rates(*model_, state_, *work_, channels, rates))
    throw InputError("the machine's rates cannot be solved here");
}

// ------------------------------------------------------------------------------------ derivatives
std::vector<double> Instance::slopes(std::span<const Reference> outputs,
                                     std::span<const Reference> inputs) {
  std::vector<int> channels, by;
  for (const Reference reference : inputs) {
    if (variable(reference).role != Role::input)
      throw InputError(variable(reference).source + ": is no input");
    by.push_back(place_[reference]);
  }
  for (const Reference reference : outputs) {
    if (variable(reference).role != Role::output)
      throw InputError(variable(reference).source + ": is no output");
    channels.push_back(channels_[static_cast<std::size_t>(place_[reference])]);
  }
  std::vector<double> all(outputs.size() * inputs.size());
  if (observe_slopes(*model_, state_, {inputs_}, channels, by, all).empty()) return all;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::vector<double> column =
        differences(channels, by[i], plan_.variables[inputs[i]].nominal);
    for (std::size_t k = 0; k < column.size(); ++k) all[k * inputs.size() + i] = column[k];
  }
  return all;
}

// Of fourth order: channels at this instant with the input moved to both sides. For machines whose equations give
// no slopes at an instant (networks, sides that are solved apart).
std::vector<double> Instance::differences(std::span<const int> channels, int input,
                                          double nominal) {
  const auto place = static_cast<std::size_t>(input);
  std::vector<double> u = inputs_;
  const double d = 1e-3 * std::max(nominal, std::abs(u[place]));
  std::vector<double> slope(channels.size(), 0.0), below(channels.size()), above(channels.size());
  const auto observe = [&](double value, std::vector<double>& y) {
    u[place] = value;
    if (!observe_with(*model_, state_, *work_, {u}, channels, y))
      throw InputError("the machine's rates cannot be solved next to these inputs");
  };
  for (const auto& [width, weight] : {std::pair{1.0, 8.0}, {2.0, -1.0}}) {
    observe(inputs_[place] - width * d, below);
    observe(inputs_[place] + width * d, above);
    for (std::size_t k = 0; k < slope.size(); ++k)
      slope[k] += weight * (above[k] - below[k]) / (12.0 * d);
  }
  return slope;
}

void Instance::forward(std::span<const Reference> outputs, std::span<const Reference> inputs,
                       std::span<const double> seed, std::span<double> result) {
  const std::vector<double> slope = slopes(outputs, inputs);
  std::ranges::fill(result, 0.0);
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (std::size_t i = 0; i < inputs.size(); ++i)
      result[k] += slope[k * inputs.size() + i] * seed[i];
}

void Instance::backward(std::span<const Reference> outputs, std::span<const Reference> inputs,
                        std::span<const double> seed, std::span<double> result) {
  const std::vector<double> slope = slopes(outputs, inputs);
  std::ranges::fill(result, 0.0);
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (std::size_t i = 0; i < inputs.size(); ++i)
      result[i] += slope[k * inputs.size() + i] * seed[k];
}

// ------------------------------------------------------------------------------------------- step
// Inputs that go on with their rates are held over a tick at the value of its middle.
std::span<const double> Instance::inputs_at(double from, double to) {
  if (std::ranges::all_of(rates_, [](double rate) { return rate == 0.0; })) return inputs_;
  held_ = inputs_;
  for (std::size_t k = 0; k < held_.size(); ++k)
    held_[k] += rates_[k] * (0.5 * (from + to) - rates_from_);
  return held_;
}

void Instance::expect_step(double time, double step) const {
  expect_mode({Mode::stepping}, "DoStep");
  if (std::abs(time - this->time()) > kClose * model_->step_size())
    throw InputError("a step from t = " + text_of(time) + " s; the machine is at " +
                     text_of(this->time()) + " s");
  if (!(step >= 0.0) || !std::isfinite(step))
    throw InputError("a step of " + text_of(step) + " s; expected a length of time");
}

double Instance::step(double time, double step, const std::function<bool(double)>& at_tick) {
  expect_step(time, step);
  const double h = state_.step_size();
  const double exact = (time + step - start_) / h, whole = std::round(exact);
  const double end = std::abs(exact - whole) < kClose ? whole : exact;
  before_ = state_;
  const bool changed = inputs_changed_;
  fresh_ = false;
  while (tick_count(state_) < end) {
    const double now = tick_count(state_), next = std::min(std::floor(now) + 1.0, end);
    const StepReport report =
        step_to(*model_, state_, *work_, {inputs_at(now * h, next * h)}, next);
    if (!report.converged) {
      const std::string who = culprit(*model_, report);
      const std::string why = "step from t = " + text_of(start_ + now * h) + " s failed" +
                              (who.empty() ? "" : " (" + who + ")") + ": " +
                              explain(*model_, report);
      state_ = before_, inputs_changed_ = changed;
      throw StepFailed{why};
    }
    inputs_changed_ = false;
    if (at_tick && next < end && at_tick(this->time())) break;
    fresh_ = false;
  }
  return this->time();
}

// ------------------------------------------------------------------------------------------ state
std::vector<double> Instance::carried() const {
  return {state_.values().begin(), state_.values().end()};
}

void Instance::carry(std::span<const double> numbers) {
  std::ranges::copy(numbers, state_.values().begin());
}

Kept Instance::keep() const {
  return {carried(),
          inputs_,
          rates_,
          parameters_,
          rates_from_,
          start_,
          inputs_changed_ ? 1.0 : 0.0,
          static_cast<double>(mode_)};
}

void Instance::restore(const Kept& kept) {
  const std::size_t size = carried().size();
  if (kept.state.size() != size || kept.inputs.size() != inputs_.size() ||
      kept.rates.size() != rates_.size() || kept.parameters.size() != parameters_.size() ||
      !(kept.mode >= 0.0 && kept.mode <= static_cast<double>(Mode::terminated)))
    throw InputError("a state of " + std::to_string(kept.state.size()) +
                     " numbers; the machine has " + std::to_string(size));
  parameters_ = kept.parameters;
  if (parameters_ != built_with_) build();
  inputs_ = kept.inputs, rates_ = kept.rates;
  rates_from_ = kept.rates_from, start_ = kept.start;
  carry(kept.state);
  fresh_ = false, inputs_changed_ = kept.changed != 0.0;
  mode_ = static_cast<Mode>(static_cast<int>(kept.mode));
}

}  // namespace bramah::fmi
