#include "build/load_builder.h"

#include <algorithm>

#include "build/item_check.h"
#include "core/nearest.h"
#include "core/text.h"
#include "core/where.h"
#include "multibody/forces/hold.h"

namespace bramah {

namespace {

std::size_t held_points(const MachineDescription& d) { return d.planar ? 2 : 3; }

void check_condition(const ItemCheck& check, const ConditionSpec& when) {
  if (when.of.empty()) check.refuse("when", "is not given; expected e.g. grip > 0.5");
  check.finite("when", when.value);
}

void check_payload(const PayloadSpec& load, const MachineDescription& d, Problems& problems) {
  const ItemCheck check = item_check(problems, "payload", load);
  check.positive("mass", load.mass, "kg");
  check.finite("inertia", load.inertia);
  if (std::any_of(load.inertia.begin(), load.inertia.begin() + 3, [](double i) { return i < 0.0; }))
    check.refuse("moments of inertia must not be negative");
  check_condition(check, load.when);
  if (load.to.body == "ground")
    check.refuse("to", "is a point of the ground; name one of a body that moves");
  if (d.solver.coordinates == Coordinates::natural)
    check.refuse(
        "a change of mass is known to joint coordinates only; take the method semirecursive, or "
        "hold a body of the machine with a grip");
}

void check_grip(const GripSpec& grip, const MachineDescription& d, Problems& problems) {
  const ItemCheck check = item_check(problems, "grip", grip);
  check.positive("stiffness", grip.stiffness, "N/m");
  check.not_negative("damping", grip.damping, "N s/m");
  check.positive("reach", grip.reach, "m");
  check_condition(check, grip.when);
  if (grip.to.size() != held_points(d))
    check.refuse("to", concat("expected ", held_points(d),
                              " points of the body that is held; found ", grip.to.size()));
  for (const PointRef& end : grip.to) {
    if (end.body == grip.from.body)
      return check.refuse("holds a body to itself; expected points of another body");
    if (end.body != grip.to.front().body)
      return check.refuse("to", "all points must be of one body; found " + grip.to.front().body +
                                    " and " + end.body);
  }
}

// What neither is nor can be solved along with changes between ticks.
std::string refused(const MachineDescription& d) {
  if (is_reference(d.solver.integrator))
    return "the integrator sundials knows no events between steps; take another";
  if (d.surrogate && !d.surrogate->physical) return "do not go with a surrogate";
  if (d.solver.coupling != CouplingKind::monolithic)
    return concat("go with a machine that is solved as a whole; leave coupling (",
                  choice_name(d.solver.coupling), ") out");
  return {};
}

void check_reactions(const MachineDescription& d, Problems& problems) {
  if (d.reactions == ReactionAxes::none) return;
  const bool other =
      d.solver.coupling == CouplingKind::guidance || (d.surrogate && !d.surrogate->physical);
  if (other && d.solver.coordinates == Coordinates::natural)
    problems.add(
        d.where,
        "reactions: natural coordinates have no force of a pin of their own, and without "
        "oil there is no machine in joint coordinates beside them; take joint coordinates");
}

}  // namespace

void check_loads(const MachineDescription& d, Problems& problems) {
  for (const PayloadSpec& load : d.payloads) check_payload(load, d, problems);
  for (const GripSpec& grip : d.grips) check_grip(grip, d, problems);
  check_reactions(d, problems);
  if (!has_loads(d)) return;
  const std::string reason = refused(d);
  if (reason.empty()) return;
  if (!d.payloads.empty())
    problems.add(d.payloads[0].where, "payloads: " + reason);
  else if (!d.grips.empty())
    problems.add(d.grips[0].where, "grips: " + reason);
  else
    problems.add(d.buckets[0].where, "buckets: " + reason);
}

void add_holds(MachineDescription& d) {
  for (const GripSpec& grip : d.grips) {
    if (std::ranges::any_of(d.elements, [&](const auto& e) { return e.name == grip.name + ".1"; }))
      continue;  // completed before
    int k = 0;
    for (const PointRef& end : grip.to)
      for (int axis = 0; axis < (d.planar ? 2 : 3); ++axis) {
        ElementSpec hold = element(concat(grip.name, ".", ++k), hold_info());
        hold.parameters = {grip.stiffness, grip.damping};
        hold.a = grip.from, hold.b = end;
        hold.along.emplace();
        (*hold.along)[static_cast<std::size_t>(axis)] = 1.0;
        hold.starts = {0.0, 0.0};
        hold.where = grip.where;
        d.elements.push_back(std::move(hold));
      }
  }
}

namespace {

// For each grip: its elements' numbers among the elements, and the first of their states.
struct HoldPlaces {
  std::vector<std::size_t> elements;
  std::vector<int> states;
};

std::vector<HoldPlaces> hold_places(const MachineDescription& d) {
  std::vector<HoldPlaces> out(d.grips.size());
  int state = 0;
  for (std::size_t k = 0; k < d.elements.size(); ++k) {
    const ElementSpec& one = d.elements[k];
    if (one.info == &hold_info())
      for (std::size_t g = 0; g < d.grips.size(); ++g)
        if (one.name.starts_with(d.grips[g].name + "."))
          out[g].elements.push_back(k), out[g].states.push_back(state);
    state += static_cast<int>(one.info->states.size());
  }
  return out;
}

}  // namespace

void close_grips(const MachineDescription& d, const BuiltMechanism& built,
                 const Mechanism& mechanism, const StartPose& pose, std::span<double> states) {
  if (std::ranges::none_of(d.grips, &GripSpec::holds)) return;
  const auto scratch = mechanism.make_scratch();
  mechanism.kinematics(pose.q, pose.v, pose.charts, *scratch);
  const std::vector<HoldPlaces> places = hold_places(d);
  for (std::size_t g = 0; g < d.grips.size(); ++g)
    for (std::size_t k = 0; d.grips[g].holds && k < places[g].elements.size(); ++k) {
      const int gauge = built.forces.elements[places[g].elements[k]].gauges[0];
      const auto at = static_cast<std::size_t>(places[g].states[k]);
      states[at + Hold::kHolds] = 1.0;
      states[at + Hold::kPlace] = mechanism.gauge(gauge, *scratch).length;
    }
}

Loads build_loads(const MachineDescription& d, const Machine& machine, const BuiltMechanism& built,
                  std::vector<std::string>& problems) {
  if (!has_loads(d)) return {};
  const ChannelRegistry& channels = machine.channels;
  std::vector<std::string> names;
  for (const Channel& channel : channels.list) names.push_back(channel.name);
  Reads reads = Reads::stored;
  const auto find = [&](const std::string& name, const Where& where, const std::string& user) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      problems.push_back(concat(prefix(where), user, ": there is no signal or channel \"", name,
                                "\"", did_you_mean(name, names)));
      return 0;
    }
    const int k = static_cast<int>(found - names.begin());
    reads = std::max(reads, channels.reads(k));
    return k;
  };
  const auto condition = [&](const ConditionSpec& when, const std::string& user) {
    return Loads::Condition{when.of == "time" ? -1 : find(when.of, when.where, user + ": when"),
                            when.above, when.value};
  };
  std::vector<Loads::Payload> payloads;
  for (const PayloadSpec& load : d.payloads) {
    const std::string user = concat("payload \"", load.name, "\"");
    if (load.dug) {
      payloads.push_back({{}, load.mass, true});
      continue;
    }
    payloads.push_back({condition(load.when, user), load.mass, false,
                        load.share.empty() ? -1 : find(load.share, load.where, user + ": share")});
  }
  std::vector<Loads::Grip> grips;
  const std::vector<HoldPlaces> places = hold_places(d);
  const int first = static_cast<int>(machine.plant.layout.y.count) -
                    machine.plant.equations->parts().forces.states();
  for (std::size_t g = 0; g < d.grips.size(); ++g) {
    Loads::Grip grip;
    grip.when = condition(d.grips[g].when, concat("grip \"", d.grips[g].name, "\""));
    grip.reach = d.grips[g].reach;
    grip.axes = d.planar ? 2 : 3;
    grip.points = static_cast<int>(d.grips[g].to.size());
    for (std::size_t k = 0; k < places[g].elements.size(); ++k) {
      grip.gauges.push_back(built.forces.elements[places[g].elements[k]].gauges[0]);
      grip.states.push_back(first + places[g].states[k]);
    }
    if (grip.axes > 0) reads = std::max(reads, Reads::motion);  // what is in reach
    grips.push_back(std::move(grip));
  }
  return Loads(std::move(payloads), std::move(grips), reads);
}

}  // namespace bramah
