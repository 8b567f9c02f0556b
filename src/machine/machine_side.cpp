// A side of a co-simulated machine as a subsystem of its own: State has the whole machine's numbers, of
// which those of the other side never change.
#include <algorithm>
#include <cmath>

#include "bramah/cosimulation.h"
#include "bramah/model.h"
#include "core/nearest.h"
#include "core/text.h"
#include "coupling/cosimulation/cosimulated.h"
#include "machine/machine.h"

namespace bramah {

struct MachineSide::Inside {
  Inside(const Model& model, const Cosimulated& stepper, int side)
      : state(model.initial_state()), run(stepper.side_run(side)) {}

  State state;
  std::unique_ptr<SideRun> run;
  std::vector<double> taken;     // energy through each port so far [J]
  std::vector<double> surround;  // the machine's inputs, then none of what others hold
  std::size_t own = 0;           // inputs that come before the machine's
};

namespace {

const Cosimulated& find_stepper(const Model& model, const std::string& side) {
  const Machine& machine = model.machine();
  const auto* split = dynamic_cast<const Cosimulated*>(machine.stepper.get());
  std::vector<std::string> problems;
  if (!split)
    throw InputError(concat("side ", side,
                            ": the machine is not solved in sides; choose the "
                            "coupling cosimulation"));
  if (split->signals_push())
    problems.push_back("side " + side +
                       ": a signal that reads sensors pushes the mechanism, which hears of it from "
                       "the whole machine alone");
  if (!machine.blocks.empty() || !machine.loads.empty())
    problems.push_back("side " + side + ": loads, sensors and FMUs are the whole machine's");
  if (machine.plant.layout.samples.count > 0)
    problems.push_back("side " + side + ": signals with a sample_time are the whole machine's");
  if (!problems.empty()) throw InputError(problems);
  return *split;
}

int find_side(const Cosimulated& split, const std::string& side) {
  const std::vector<std::string> names = split.side_names();
  const std::string wanted = side == "oil" && names.size() == 2 ? names[1] : side;
  const auto found = std::ranges::find(names, wanted);
  if (found == names.end())
    throw InputError(concat("side ", side, ": the machine has ", join(names)));
  return static_cast<int>(found - names.begin());
}

// By what their names end with; joint values have none.
std::string unit_of(const std::string& name) {
  static constexpr std::pair<const char*, const char*> kUnits[] = {
      {".length", "m"}, {".rate", "m/s"}, {".force", "N"},
      {".p", "Pa"},     {".energy", "J"}, {".free_acceleration", "m/s2"}};
  for (const auto& [end, unit] : kUnits)
    if (name.ends_with(end)) return unit;
  return name.find(".mobility_root_") != std::string::npos ? "kg^-0.5" : "1";
}

}  // namespace

MachineSide::MachineSide(std::string name, const Model& model, const std::string& side)
    : name_(std::move(name)), model_(model) {
  const Cosimulated& split = find_stepper(model, side);
  inside_ = std::make_unique<Inside>(model, split, find_side(split, side));
  Inside& in = *inside_;
  inputs_ = in.run->inputs(), outputs_ = in.run->outputs();
  in.own = inputs_.size();
  for (const std::string& input : model.inputs()) inputs_.push_back(input);
  for (const PowerPort& port : in.run->power_ports()) outputs_.push_back(port.name + ".energy");
  in.taken.resize(outputs_.size() - in.run->outputs().size());
  in.surround.resize(model.plant().equations->parts().signals->size() +
                     model.plant().layout.inputs.count);
  add_units();
}

MachineSide::~MachineSide() = default;

void MachineSide::add_units() {
  for (const std::string& output : outputs_) output_units_.push_back(unit_of(output));
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const int channel = k < inside_->own ? -1 : model_.find_channel(inputs_[k]);
    input_units_.push_back(channel < 0 ? unit_of(inputs_[k])
                                       : model_.channels()[static_cast<std::size_t>(channel)].unit);
  }
}

std::vector<PowerPort> MachineSide::power_ports() const { return inside_->run->power_ports(); }

double MachineSide::scale(int output) const {
  const auto own = inside_->run->outputs().size();
  return static_cast<std::size_t>(output) < own ? inside_->run->scale(output) : 1.0;
}

double MachineSide::alone(int input) const {
  const auto own = static_cast<int>(inside_->own);
  if (input < own) return 0.0;
  return model_.plant().layout.inputs.in(inside_->state.values())[input - own];
}

double MachineSide::energy(int port) const { return inside_->run->energy(port); }

double MachineSide::believed(int input) const {
  return input < static_cast<int>(inside_->own) ? inside_->run->believed(input)
                                                : std::numeric_limits<double>::quiet_NaN();
}

// The side's numbers from State, on the piece of the signals around the step's middle.
void MachineSide::enter(double t, double H, std::span<const Curve> inputs) {
  Inside& in = *inside_;
  const Layout& layout = model_.plant().layout;
  const std::span<double> x = in.state.values();
  const auto own = layout.inputs.in(x);
  for (std::size_t k = 0; k < model_.inputs().size(); ++k)
    own[k] = inputs[in.own + k].value(t + 0.5 * H);
  std::ranges::copy(own, in.surround.begin());
  in.run->enter({layout.charts.in(x), layout.tunables.in(x), layout.samples.in(x), in.surround});
  in.run->load(layout, x);
  in.run->set_now(t, t + 0.5 * H);
}

void MachineSide::place(double t, std::span<const Curve> inputs) {
  enter(t, 1e-3 * inside_->state.step_size(), inputs);
  inside_->run->place(t, inputs.first(inside_->own));
}

void MachineSide::read(std::span<double> outputs, std::span<double> rates) {
  const Inside& in = *inside_;
  const std::size_t n = in.run->outputs().size();
  in.run->read(outputs.first(n), rates.empty() ? rates : rates.first(n));
  std::ranges::copy(in.taken, outputs.begin() + static_cast<std::ptrdiff_t>(n));
}

bool MachineSide::advance(double t, double H, std::span<const Curve> inputs) {
  Inside& in = *inside_;
  const State before = in.state;
  enter(t, H, inputs);
  const bool done = in.run->advance(t, H, inputs.first(in.own));
  const std::string at = concat(" at t = ", t, " s");
  if (const Stability& s = in.run->stability(); !done && !s.stable)
    message_ =
        concat(name_, ": its rule is unstable", at, ": the longest step is ", s.longest, " s");
  else if (!done)
    message_ = concat(name_, ": no solution of a step of ", H * 1e3, " ms", at);
  if (!done) return in.state = before, false;
  in.run->store(model_.plant().layout, in.state.values());
  in.state.values()[State::kTick] = (t + H) / in.state.step_size();
  for (std::size_t k = 0; k < in.taken.size(); ++k)
    in.taken[k] += in.run->energy(static_cast<int>(k));
  return true;
}

std::size_t MachineSide::state_size() const {
  return inside_->state.values().size() + inside_->taken.size();
}

void MachineSide::save(std::span<double> state) const {
  const auto rest = std::ranges::copy(inside_->state.values(), state.begin()).out;
  std::ranges::copy(inside_->taken, rest);
}

void MachineSide::restore(std::span<const double> state) {
  const auto own = inside_->state.values();
  std::ranges::copy(state.first(own.size()), own.begin());
  std::ranges::copy(state.last(inside_->taken.size()), inside_->taken.begin());
  const std::vector<Curve> zero(inputs_.size(), Curve::constant(0.0));
  std::vector<Curve> held = zero;
  for (std::size_t k = inside_->own; k < held.size(); ++k)
    held[k] = Curve::constant(alone(static_cast<int>(k)));
  enter(inside_->state.time(), 1e-3 * inside_->state.step_size(), held);
}

}  // namespace bramah
