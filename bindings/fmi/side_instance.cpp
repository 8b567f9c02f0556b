#include "side_instance.h"

#include <algorithm>
#include <cmath>

namespace bramah::fmi {
namespace {

using Role = FmuVariable::Role;

int find(const std::vector<std::string>& names, const std::string& name, const char* what) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw InputError(std::string("the side has no ") + what + " \"" + name + "\"");
  return static_cast<int>(found - names.begin());
}

}  // namespace

void SideInstance::place_variables() {
  side_ = std::make_unique<MachineSide>("side", *model_, plan_.side);
  place_.clear(), channels_.clear();
  int output = 0, parameter = 0;
  for (const FmuVariable& v : plan_.variables) {
    place_.push_back(v.role == Role::input       ? find(side_->inputs(), v.source, "input")
                     : v.role == Role::output    ? output++
                     : v.role == Role::parameter ? parameter++
                                                 : 0);
    if (v.role == Role::output) channels_.push_back(find(side_->outputs(), v.source, "output"));
  }
  values_.resize(side_->outputs().size()), output_rates_.resize(values_.size());
}

// What the machine's own inputs are follows from its file; what sides exchange, from the plan.
std::vector<double> SideInstance::input_defaults() const {
  std::vector<double> values;
  for (std::size_t k = 0; k < side_->inputs().size(); ++k)
    values.push_back(side_->alone(static_cast<int>(k)));
  for (std::size_t k = 0; k < plan_.variables.size(); ++k)
    if (plan_.variables[k].role == Role::input)
      values[static_cast<std::size_t>(place_[k])] = plan_.variables[k].start;
  return values;
}

void SideInstance::start_anew() {
  side_ = std::make_unique<MachineSide>("side", *model_, plan_.side);
  time_ = 0.0;
  fresh_ = false;
}

std::vector<Curve> SideInstance::curves(double t) const {
  std::vector<Curve> all;
  for (std::size_t k = 0; k < inputs_.size(); ++k)
    all.push_back({t, {inputs_[k] + rates_[k] * (t - rates_from_), rates_[k]}});
  return all;
}

void SideInstance::read_wanted() {
  side_->place(time_, curves(time_));
  side_->read(values_, {});
  for (std::size_t k = 0; k < wanted_channels_.size(); ++k)
    wanted_values_[k] = values_[static_cast<std::size_t>(wanted_channels_[k])];
}

void SideInstance::get_rates(std::span<const Reference>, std::span<double>) {
  throw InputError("derivatives of the outputs of a side are not offered");
}

std::vector<double> SideInstance::slopes(std::span<const Reference>, std::span<const Reference>) {
  throw InputError("derivatives by the inputs of a side are not offered");
}

double SideInstance::step(double time, double step, const std::function<bool(double)>&) {
  expect_step(time, step);
  if (step > 0.0 && !side_->advance(time_, step, curves(time_))) throw StepFailed{side_->problem()};
  time_ += step;
  fresh_ = false;
  return this->time();
}

std::vector<double> SideInstance::carried() const {
  std::vector<double> all(side_->state_size() + 1);
  side_->save({all.data(), all.size() - 1});
  all.back() = time_;
  return all;
}

void SideInstance::carry(std::span<const double> numbers) {
  side_->restore(numbers.first(numbers.size() - 1));
  time_ = numbers.back();
}

}  // namespace bramah::fmi
