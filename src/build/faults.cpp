// Faults: leaks and worn pumps are further restrictions, stuck spools and air are inputs of what is
// there. Their severities are inputs, so they live in State.
#include <algorithm>
#include <cmath>

#include "bramah/basics.h"
#include "build/levers.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/units.h"
#include "core/where.h"

namespace bramah {

namespace {

constexpr const char* kLeaks = "faults.outside";
constexpr double kLaminar = 1e9;  // [Pa] linear_below this is linear in any machine

int port_index(const ComponentSpec& part, std::initializer_list<const char*> names) {
  for (const char* name : names)
    for (std::size_t k = 0; k < part.info->ports.size(); ++k)
      if (part.info->ports[k].name == name && !part.ports[k].empty()) return static_cast<int>(k);
  return -1;
}

// Delivery and suction; empty: it is no pump that could leak inside.
struct PumpPorts {
  std::string delivery, suction;
};
PumpPorts pump_ports(const ComponentSpec& part) {
  if (part.info->type.find("pump") == std::string::npos) return {};
  const int delivery = port_index(part, {"P"}), suction = port_index(part, {"S", "T"});
  if (delivery < 0 || suction < 0) return {};
  return {part.ports[delivery], part.ports[suction]};
}

FaultSpec fault_of(FaultSpec::Kind kind, const std::string& name, const std::string& target) {
  FaultSpec fault;
  fault.kind = kind;
  fault.name = name;
  fault.target = target;
  return fault;
}

std::vector<FaultSpec> usual_faults(const MachineDescription& d) {
  using Kind = FaultSpec::Kind;
  std::vector<FaultSpec> faults;
  const auto add = [&](Kind kind, const std::string& name,
                       const std::string& target) -> FaultSpec& {
    return faults.emplace_back(fault_of(kind, name, target));
  };
  const auto leak = [&](const CylinderSpec& c, const char* room) {
    add(Kind::leak, c.name + "_" + room + "_leak", c.name + "." + room);
  };
  for (const CylinderSpec& c : d.cylinders) {
    leak(c, "A");
    if (c.double_acting()) leak(c, "B");
  }
  for (const ValveSpec& v : d.valves)
    if (v.spool) add(Kind::stuck, v.name + "_stuck", v.name);
  for (const ComponentSpec& part : d.components) {
    if (pump_ports(part).delivery.empty()) continue;
    FaultSpec& fault = add(Kind::wear, part.name + "_wear", part.name);
    fault.flow = 20e-3 / 60.0, fault.drop = 2e7;
  }
  for (const FluidSpec& fluid : d.fluids) add(Kind::air, fluid.name + "_air", fluid.name);
  return faults;
}

class FaultMaker {
 public:
  explicit FaultMaker(MachineDescription& d) : d_(d) {}

  void add(const FaultSpec& fault) {
    who_ = concat(prefix(fault.where), "fault \"", fault.name, "\": ");
    const std::size_t before = problems.size();
    switch (fault.kind) {
      case FaultSpec::Kind::leak:
        leak(fault);
        break;
      case FaultSpec::Kind::stuck:
        stick(fault);
        break;
      case FaultSpec::Kind::air:
        mix_air(fault);
        break;
      case FaultSpec::Kind::wear:
        wear(fault);
        break;
    }
    if (problems.size() != before) return;
    SignalSpec severity;
    severity.name = fault_input(fault.name);
    severity.kind = SignalSpec::Kind::input;
    severity.unit = "1";
    severity.where = fault.where;
    d_.signals.push_back(severity);
  }

  std::vector<std::string> problems;

 private:
  void unknown(const FaultSpec& fault, const char* what, const std::vector<std::string>& names) {
    const std::string hint = did_you_mean(fault.target, names);
    problems.push_back(concat(who_, "no ", what, " is called \"", fault.target, "\"",
                              names.empty()  ? std::string("; there is none")
                              : hint.empty() ? "; there are " + join(names)
                                             : hint));
  }

  void twice(const char* what, const FaultSpec& fault) {
    problems.push_back(concat(who_, what, fault.target, " has a fault already; keep one"));
  }

  void restrict(const FaultSpec& fault, const std::string& from, const std::string& to,
                const FlowSize& size, FlowLawSpec law) {
    d_.orifices.push_back({.name = fault_input(fault.name),
                           .from = from,
                           .to = to,
                           .size = size,
                           .law = law,
                           .opening = fault_input(fault.name),
                           .where = fault.where});
  }

  void leak(const FaultSpec& fault) {
    std::vector<std::string> rooms;
    for (const VolumeSpec& v : d_.volumes) rooms.push_back(v.name);
    for (const CylinderSpec& c : d_.cylinders) {
      rooms.push_back(c.name + ".A");
      if (c.double_acting()) rooms.push_back(c.name + ".B");
    }
    if (std::ranges::find(rooms, fault.target) == rooms.end())
      return unknown(fault, "volume or chamber", rooms);
    if (std::ranges::find(d_.sources, kLeaks, &SourceSpec::name) == d_.sources.end()) {
      SourceSpec atmosphere;
      atmosphere.name = kLeaks;
      atmosphere.value = Fluid::kAtmosphere;
      atmosphere.where = fault.where;
      d_.sources.push_back(atmosphere);
    }
    FlowSize worst;
    worst.flow = fault.flow, worst.drop = fault.drop;
    restrict(fault, fault.target, kLeaks, worst, {});
  }

  void wear(const FaultSpec& fault) {
    std::vector<std::string> pumps;
    for (const ComponentSpec& part : d_.components) {
      const PumpPorts ports = pump_ports(part);
      if (ports.delivery.empty()) continue;
      pumps.push_back(part.name);
      if (part.name != fault.target) continue;
      FlowSize worst;
      worst.coefficient =
          Quantity{fault.flow / fault.drop * std::sqrt(kLaminar), dimension_of("m3/s/Pa^0.5")};
      return restrict(fault, ports.delivery, ports.suction, worst,
                      {OrificeLaw::linear_below, kLaminar});
    }
    unknown(fault, "pump with delivery and suction", pumps);
  }

  void stick(const FaultSpec& fault) {
    std::vector<std::string> valves;
    for (ValveSpec& valve : d_.valves) {
      if (!valve.spool) continue;
      valves.push_back(valve.name);
      if (valve.name != fault.target) continue;
      if (!valve.jam.empty()) return twice("the spool of ", fault);
      valve.jam = fault_input(fault.name);
      return;
    }
    unknown(fault, "valve with a `spool` lag", valves);
  }

  void mix_air(const FaultSpec& fault) {
    std::vector<std::string> fluids;
    for (FluidSpec& fluid : d_.fluids) {
      fluids.push_back(fluid.name);
      if (fluid.name != fault.target) continue;
      if (!fluid.more_air.empty()) return twice("the air in ", fault);
      fluid.more_air = fault_input(fault.name);
      fluid.air_share = fault.share;
      return;
    }
    unknown(fault, "fluid", fluids);
  }

  MachineDescription& d_;
  std::string who_;
};

}  // namespace

std::string fault_input(const std::string& name) { return "faults." + name; }

std::string fault_text(const FaultSpec& fault) {
  const auto at_worst = [&] {
    return concat(fault.flow * 6e4, " l/min at ", fault.drop * 1e-5, " bar");
  };
  switch (fault.kind) {
    case FaultSpec::Kind::leak:
      return concat("leak at ", fault.target, ": ", at_worst());
    case FaultSpec::Kind::stuck:
      return concat("spool of ", fault.target, " stuck");
    case FaultSpec::Kind::air:
      return concat("air in ", fault.target, ": ", fault.share * 100.0, " %");
    case FaultSpec::Kind::wear:
      break;
  }
  return concat("wear of ", fault.target, ": ", at_worst());
}

MachineDescription with_faults(MachineDescription d) {
  if (!d.has_faults) d.faults = usual_faults(d);
  // Oil that is solved by amounts, in small steps or on other sides has no place for more air.
  if (d.solver.amounts || d.solver.oil == OilModel::pds || d.solver.oil == OilModel::advpds ||
      d.solver.coupling != CouplingKind::monolithic)
    std::erase_if(d.faults, [&](const FaultSpec& f) {
      if (f.kind != FaultSpec::Kind::air) return false;
      if (d.has_faults)
        d.solver.notes.push_back(concat("fault \"", f.name,
                                        "\" is left out: more air needs monolithic coupling and "
                                        "pressures as states"));
      return true;
    });
  FaultMaker maker(d);
  const std::vector<FaultSpec> faults = d.faults;
  for (const FaultSpec& fault : faults) maker.add(fault);
  if (!maker.problems.empty()) throw InputError(maker.problems);
  return d;
}

}  // namespace bramah
