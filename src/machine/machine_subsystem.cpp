#include <algorithm>
#include <cmath>

#include "bramah/cosimulation.h"
#include "bramah/model.h"
#include "core/nearest.h"
#include "core/text.h"
#include "machine/machine.h"

namespace bramah {

MachineSubsystem::MachineSubsystem(std::string name, const Model& model,
                                   std::vector<std::string> channels)
    : name_(std::move(name)),
      model_(model),
      channels_(std::move(channels)),
      state_(model.initial_state()),
      work_(model),
      values_(model.channels().size()),
      inputs_(model.inputs().size()) {
  std::vector<std::string> known, problems;
  for (const Channel& channel : model.channels()) known.push_back(channel.name);
  for (const std::string& channel : channels_) {
    index_.push_back(model.find_channel(channel));
    if (index_.back() < 0)
      problems.push_back(concat("machine \"", name_, "\" has no channel \"", channel, "\"",
                                did_you_mean(channel, known)));
  }
  if (!problems.empty()) throw InputError(problems);
}

MachineSubsystem::~MachineSubsystem() = default;

std::vector<std::string> MachineSubsystem::inputs() const { return model_.inputs(); }

double MachineSubsystem::alone(int input) const {
  return model_.plant().layout.inputs.in(state_.values())[input];
}

void MachineSubsystem::read(std::span<double> outputs, std::span<double>) {
  model_.observe(state_, work_, values_);
  for (std::size_t k = 0; k < index_.size(); ++k) outputs[k] = values_[index_[k]];
}

bool MachineSubsystem::advance(double t, double H, std::span<const Curve> curves) {
  const double h = state_.step_size(), ratio = H / h;
  const int ticks = static_cast<int>(std::lround(ratio));
  if (ticks < 1 || std::abs(ratio - ticks) > 1e-6) {
    message_ = concat("machine \"", name_, "\": a macro step of ", H, " s is no whole number of ",
                      "its steps of ", h, " s");
    return false;
  }
  for (int k = 0; k < ticks; ++k) {
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      inputs_[i] = curves[i].value(t + (k + 0.5) * h);  // held over a step: its middle
    const StepReport report = step(model_, state_, work_, {inputs_});
    if (!report.converged) {
      message_ = concat("machine \"", name_, "\": ", explain(model_, report));
      return false;
    }
  }
  return true;
}

std::size_t MachineSubsystem::state_size() const { return state_.values().size(); }

void MachineSubsystem::save(std::span<double> state) const {
  std::ranges::copy(state_.values(), state.begin());
}

void MachineSubsystem::restore(std::span<const double> state) {
  std::ranges::copy(state, state_.values().begin());
}

}  // namespace bramah
