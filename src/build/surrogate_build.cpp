// From a description to a SurrogateDrive, and to what it shares with the machine with oil.
#include <algorithm>

#include "build/surrogate_build.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/units.h"
#include "core/where.h"

namespace bramah {

namespace {

// However they are written: both are SI.
bool same_unit(const std::string& a, const std::string& b) {
  try {
    return a == b || identical(parse_quantity(a).dimension, parse_quantity(b).dimension);
  } catch (const QuantityError&) {
    return false;
  }
}

class DriveBuilder {
 public:
  DriveBuilder(const MachineDescription& d, const BuiltSignals& signals,
               std::vector<std::string>& problems)
      : d_(d), signals_(signals), problems_(problems), network_(*d.surrogate->network) {}

  std::vector<SurrogateDrive::Input> inputs() {
    std::vector<SurrogateDrive::Input> out;
    for (const SurrogateChannel& channel : network_.inputs) out.push_back(input(channel));
    return out;
  }

  std::vector<SurrogateDrive::Output> outputs() {
    std::vector<SurrogateDrive::Output> out(d_.cylinders.size());
    for (std::size_t k = 0; k < network_.outputs.size(); ++k) {
      const SurrogateChannel& channel = network_.outputs[k];
      const int length = cylinder(channel, ".length"), rate = cylinder(channel, ".rate");
      if (length < 0 && rate < 0) {
        unknown("output", channel, names({".length", ".rate"}));
        continue;
      }
      check_unit("output", channel, length >= 0 ? "m" : "m/s");
      int& place = length >= 0 ? out[length].length : out[rate].rate;
      if (place >= 0) say(concat("has two outputs \"", channel.name, "\""));
      place = static_cast<int>(k);
    }
    return out;
  }

  void check_driven(const std::vector<SurrogateDrive::Input>& inputs,
                    const std::vector<SurrogateDrive::Output>& outputs) {
    const bool force = std::ranges::any_of(inputs, [](auto& input) { return input.cylinder >= 0; });
    for (std::size_t c = 0; c < outputs.size(); ++c) {
      const std::string& name = d_.cylinders[c].name;
      if (outputs[c].length < 0 && outputs[c].rate < 0)
        problems_.push_back(concat(prefix(d_.cylinders[c].where), "cylinder \"", name,
                                   "\" is not driven by the surrogate ", d_.surrogate->file,
                                   ", whose outputs are ", output_names(), "; train one with ",
                                   name, ".length or ", name,
                                   ".rate, or write actuator: physical"));
      else if (force && outputs[c].rate < 0)
        say(concat("reads a force, so it is a source of speed under the load; it needs the output ",
                   name, ".rate"));
    }
  }

 private:
  SurrogateDrive::Input input(const SurrogateChannel& channel) {
    if (const int c = cylinder(channel, ".force"); c >= 0) {
      check_unit("input", channel, "N");
      return {-1, c};
    }
    const int found = signals_.find(channel.name);
    if (found >= 0) check_unit("input", channel, d_.signals[found].unit);
    if (found < 0) {
      std::vector<std::string> known = names({".force"});
      known.insert(known.begin(), signals_.names.begin(), signals_.names.end());
      unknown("input", channel, known);
    }
    return {found, -1};
  }

  // The cylinder whose `quantity` the channel is, or -1.
  int cylinder(const SurrogateChannel& channel, const char* quantity) const {
    for (std::size_t c = 0; c < d_.cylinders.size(); ++c)
      if (channel.name == d_.cylinders[c].name + quantity) return static_cast<int>(c);
    return -1;
  }
  std::vector<std::string> names(std::initializer_list<const char*> quantities) const {
    std::vector<std::string> out;
    for (const CylinderSpec& c : d_.cylinders)
      for (const char* quantity : quantities) out.push_back(c.name + quantity);
    return out;
  }
  std::string output_names() const {
    std::vector<std::string> out;
    for (const SurrogateChannel& channel : network_.outputs) out.push_back(channel.name);
    return join(out);
  }
  void check_unit(const char* what, const SurrogateChannel& channel, const std::string& unit) {
    if (!same_unit(channel.unit, unit))
      say(concat("has the ", what, " \"", channel.name, "\" in ", channel.unit,
                 ", but in this machine it is in ", unit));
  }
  void unknown(const char* what, const SurrogateChannel& channel,
               const std::vector<std::string>& known) {
    const std::string hint = did_you_mean(channel.name, known);
    say(concat("has the ", what, " \"", channel.name, "\", which this machine has not",
               hint.empty() ? concat("; it has ", join(known)) : hint));
  }
  void say(const std::string& text) {
    problems_.push_back(
        concat(prefix(d_.surrogate->where), "surrogate ", d_.surrogate->file, " ", text));
  }

  const MachineDescription& d_;
  const BuiltSignals& signals_;
  std::vector<std::string>& problems_;
  const Surrogate& network_;
};

}  // namespace

std::shared_ptr<const SurrogateDrive> make_drive(const MachineDescription& d,
                                                 const BuiltSignals& signals,
                                                 std::vector<std::string>& problems) {
  DriveBuilder builder(d, signals, problems);
  auto inputs = builder.inputs();
  auto outputs = builder.outputs();
  builder.check_driven(inputs, outputs);
  if (!problems.empty()) return nullptr;
  return std::make_shared<const SurrogateDrive>(*d.surrogate->network, std::move(inputs),
                                                std::move(outputs));
}

namespace {

std::size_t block_size(const SignalNode& node) {
  return node.kind == SignalKind::pid ? 2 : node.kind == SignalKind::filter ? 1 : 0;
}

// States and sampled memory of the signals that both machines have.
void share_signals(const Plant& a, const Plant& b, SharedParts& out) {
  const SignalGraph &here = *a.equations->parts().signals, &there = *b.equations->parts().signals;
  const std::size_t first = a.equations->parts().circuit->states(),
                    other = b.equations->parts().circuit->states();
  for (int i = 0; i < here.size(); ++i) {
    const auto found = std::ranges::find(b.names.signals, a.names.signals[i]);
    if (found == b.names.signals.end()) continue;
    const SignalNode &x = here.node(i),
                     &y = there.node(static_cast<int>(found - b.names.signals.begin()));
    const std::size_t states = block_size(x);
    for (std::size_t k = 0; x.state >= 0 && k < states; ++k)
      out.y.push_back({first + x.state + k, other + y.state + k});
    for (std::size_t k = 0; x.memory >= 0 && k < 1 + states; ++k)
      out.samples.push_back({x.memory + k, y.memory + k});
  }
}

// Force elements come last among states and branches.
void share_forces(const Plant& a, const Plant& b, SharedParts& out) {
  const auto share = [](std::size_t here, std::size_t there, int count, auto& pairs) {
    for (std::size_t k = static_cast<std::size_t>(count); k > 0; --k)
      pairs.push_back({here - k, there - k});
  };
  const ForceSet& forces = a.equations->parts().forces;
  share(a.equations->states(), b.equations->states(), forces.states(), out.y);
  share(a.equations->modes(), b.equations->modes(), forces.modes(), out.contacts);
}

}  // namespace

SharedParts find_shared(const Plant& a, const Plant& b, const Where& where) {
  const auto coordinates = [](const Plant& m) {
    return std::vector<std::string>(m.names.unknowns.begin(),
                                    m.names.unknowns.begin() + m.equations->coordinates());
  };
  if (coordinates(a) != coordinates(b) || a.names.inputs != b.names.inputs)
    throw InputError(concat(prefix(where),
                            "outside: physics needs the same coordinates with and without oil, but "
                            "a signal that reads the oil needs further ones; use joint coordinates "
                            "(semirecursive)"));
  SharedParts out;
  share_signals(a, b, out);
  share_forces(a, b, out);
  const AuditLayout &here = a.equations->audit(), &there = b.equations->audit();
  for (std::size_t c = 0; c < a.names.cylinders.size(); ++c)
    for (int AuditLayout::*first :
         {&AuditLayout::actuators, &AuditLayout::friction, &AuditLayout::dampers})
      out.work.push_back({here.*first + c, there.*first + c});
  for (int AuditLayout::*entry :
       {&AuditLayout::dissipated, &AuditLayout::efforts, &AuditLayout::drivers})
    out.work.push_back(
        {static_cast<std::size_t>(here.*entry), static_cast<std::size_t>(there.*entry)});
  return out;
}

}  // namespace bramah
