#include "build/pump_check.h"

#include <algorithm>
#include <numbers>

#include "core/text.h"
#include "core/units.h"
#include "core/where.h"

namespace bramah {

namespace {

// What the port of that name connects to; empty: there is none, or nothing is there.
std::string pump_end(const ComponentSpec& part, const std::string& port) {
  for (std::size_t k = 0; k < part.info->ports.size(); ++k)
    if (part.info->ports[k].name == port) return part.ports[k];
  return "";
}

const SourceSpec* find_source(const MachineDescription& d, const std::string& name,
                              SourceSpec::Kind kind) {
  const auto found = std::ranges::find(d.sources, name, &SourceSpec::name);
  return found == d.sources.end() || found->kind != kind ? nullptr : &*found;
}

std::string in_rpm(double speed) {
  return short_number(speed * 30.0 / std::numbers::pi, 4) + " rpm";
}

// What a supply or tank holds fixed takes whatever comes, and gives all that is drawn.
std::string exchanged(const MachineDescription& d, const ComponentSpec& pump) {
  const bool has_S =
      std::ranges::any_of(pump.info->ports, [](const PortInfo& port) { return port.name == "S"; });
  const char* inlet = has_S ? "S" : "T";
  const std::string from = pump_end(pump, inlet), to = pump_end(pump, "P");
  if (from.empty() || !find_source(d, to, SourceSpec::Kind::pressure) ||
      find_source(d, from, SourceSpec::Kind::pressure))
    return "";
  return concat("draws from \"", from, "\" and delivers into \"", to,
                "\", whose pressure is fixed: are ", inlet, " and P exchanged?");
}

// Speed at the start [rad/s]; 0 where a signal sets it.
double start_speed(const MachineDescription& d, const std::string& shaft) {
  const auto found = std::ranges::find(d.shafts, shaft, &ShaftSpec::name);
  if (found != d.shafts.end()) return found->start;
  const SourceSpec* turned = find_source(d, shaft, SourceSpec::Kind::speed);
  return turned && turned->signal.empty() ? turned->value : 0.0;
}

std::string backwards(const MachineDescription& d, const ComponentSpec& pump) {
  const std::string shaft = pump_end(pump, "shaft");
  const double speed = shaft.empty() ? 0.0 : start_speed(d, shaft);
  if (!(speed < 0.0)) return "";
  return concat("runs backwards: its shaft \"", shaft, "\" turns at ", in_rpm(speed),
                " at the start, and it draws from P");
}

// A governor that is set to turn the other way gives no torque at all.
std::string set_backwards(const ComponentSpec& engine) {
  for (std::size_t k = 0; k < engine.info->inputs.size(); ++k)
    if (engine.info->inputs[k].name == "speed" && engine.inputs[k].signal.empty() &&
        engine.inputs[k].value < 0.0)
      return concat("is set to ", in_rpm(engine.inputs[k].value),
                    ": its governor gives no torque, and it turns nothing");
  return "";
}

}  // namespace

std::vector<std::string> pump_doubts(const MachineDescription& d) {
  std::vector<std::string> all;
  const auto add = [&](const char* word, const ComponentSpec& part, const std::string& text) {
    if (!text.empty())
      all.push_back(concat(prefix(part.where), word, " \"", part.name, "\" ", text));
  };
  for (const ComponentSpec& part : d.components) {
    if (part.info->diagram.role == DiagramInfo::Role::pump) {
      add("pump", part, exchanged(d, part));
      add("pump", part, backwards(d, part));
    }
    if (part.info->diagram.role == DiagramInfo::Role::drive)
      add("engine", part, set_backwards(part));
  }
  return all;
}

}  // namespace bramah
