#include "build/levers.h"

#include <algorithm>
#include <cmath>

#include "bramah/basics.h"
#include "build/sizes.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/where.h"

namespace bramah {

namespace {

using Kind = SignalSpec::Kind;

bool in_time(Kind kind) {
  return kind == Kind::constant || kind == Kind::steps || kind == Kind::ramps ||
         kind == Kind::sine || kind == Kind::csv || kind == Kind::random || kind == Kind::input;
}

SignalSpec* find_signal(MachineDescription& d, const std::string& name) {
  const auto found = std::ranges::find(d.signals, name, &SignalSpec::name);
  return found == d.signals.end() ? nullptr : &*found;
}

double start_value(const SignalSpec& s) {
  switch (s.kind) {
    case Kind::steps:
    case Kind::ramps:
    case Kind::csv: {
      double value = s.y.empty() ? 0.0 : s.y.front();
      for (std::size_t k = 0; k < s.x.size() && s.x[k] <= 0.0; ++k) value = s.y[k];
      return value;
    }
    case Kind::sine:
      return s.mean + s.amplitude * std::sin(s.phase);
    case Kind::random:
      return 0.0;
    default:
      return s.value;
  }
}

double largest_value(const SignalSpec& s) {
  double largest = std::abs(s.value);
  for (const double y : s.y) largest = std::max(largest, std::abs(y));
  if (s.kind == Kind::sine) largest = std::abs(s.mean) + std::abs(s.amplitude);
  return largest > 0.0 ? largest : 1.0;
}

// The command that opens a valve of this signal fully; 0: no valve says.
double full_command(const MachineDescription& d, const std::string& signal) {
  for (const ValveSpec& valve : d.valves) {
    if (valve.signal != signal) continue;
    if (const SizedValve size = sized(valve, d); size.has_full()) return size.full;
  }
  return 0.0;
}

std::string spoken(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

// A lever for each signal in time that commands something.
std::vector<ControlSpec> usual_controls(MachineDescription& d) {
  struct Stick {
    const char *name, *positive, *negative;
  };
  static constexpr Stick kSticks[] = {{"left_y", "W", "S"},  {"left_x", "D", "A"},
                                      {"right_y", "I", "K"}, {"right_x", "L", "J"},
                                      {"dpad_y", "T", "G"},  {"dpad_x", "H", "F"}};
  std::vector<ControlSpec> controls;
  const auto add = [&](const std::string& name) {
    const SignalSpec* signal = find_signal(d, name);
    if (!signal || !in_time(signal->kind)) return;
    if (std::ranges::find(controls, name, &ControlSpec::name) != controls.end()) return;
    ControlSpec control;
    control.name = name, control.label = spoken(name), control.where = signal->where;
    if (controls.size() < std::size(kSticks)) {
      const Stick& stick = kSticks[controls.size()];
      control.stick = stick.name;
      control.keys = {stick.positive, stick.negative};
    }
    controls.push_back(control);
  };
  for (const SignalSpec& signal : d.signals)
    if (signal.kind == Kind::input) add(signal.name);
  for (const ValveSpec& valve : d.valves) add(valve.signal);
  for (const ComponentSpec& part : d.components)
    for (const ComponentSpec::Input& input : part.inputs) add(input.signal);
  return controls;
}

}  // namespace

MachineDescription with_controls(MachineDescription d) {
  if (!d.has_controls) d.controls = usual_controls(d);
  std::vector<std::string> problems, names;
  for (const SignalSpec& signal : d.signals) names.push_back(signal.name);
  for (ControlSpec& control : d.controls) {
    SignalSpec* signal = find_signal(d, control.name);
    const std::string who = concat(prefix(control.where), "control \"", control.name, "\": ");
    if (!signal) {
      problems.push_back(concat(who, "no signal has this name", did_you_mean(control.name, names)));
      continue;
    }
    if (!in_time(signal->kind)) {
      problems.push_back(concat(who,
                                "this signal is computed from others; a lever replaces signals "
                                "in time: constant, steps, ramps, sine, csv, random, input"));
      continue;
    }
    if (control.range == 0.0) control.range = full_command(d, control.name);
    if (control.range == 0.0) control.range = largest_value(*signal);
    const double value = start_value(*signal);
    if (!d.has_controls && value != 0.0) control.returns = false;  // a setting, no lever in a hand
    SignalSpec input;
    input.name = signal->name, input.unit = signal->unit, input.where = signal->where;
    input.kind = Kind::input, input.value = value;
    *signal = input;
    if (control.label.empty()) control.label = spoken(control.name);
  }
  if (!problems.empty()) throw InputError(problems);
  return d;
}

}  // namespace bramah
