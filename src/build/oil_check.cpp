// Fluids, volumes, throttles, valves, cylinders, shafts and sources: what each must say, and numbers
// within bounds. How the ways to say a size go together is judged by hydraulics/sizing.h.
#include "build/description_check.h"
#include "build/item_check.h"

namespace bramah {

namespace {

// Wide enough for every liquid there is, narrow enough for a slip of the pen or of a unit.
void check_liquid(const ItemCheck& check, const char* key, double value, double least, double most,
                  const std::string& unit) {
  if (check.positive(key, value, unit) && (value < least || value > most))
    check.refuse(key, "no liquid has that: expected " + short_number(least) + " to " +
                          short_number(most) + " " + unit + "; found " + short_number(value) + " " +
                          unit);
}

void check_fluid(const FluidSpec& fluid, Problems& problems) {
  const ItemCheck check = item_check(problems, "fluid", fluid);
  check_liquid(check, "density", fluid.density, 10.0, 3e4, "kg/m3");
  check.positive("viscosity", fluid.viscosity, "m2/s");
  check.positive("polytropic", fluid.polytropic, "1");
  check.not_negative("vapour", fluid.vapour, "Pa");
  check.fraction("air_share", fluid.air_share);
  if (check.not_negative("air", fluid.air, "1") && fluid.air >= 1.0)
    check.refuse("air", "must be below 1; found " + short_number(fluid.air));
  if (fluid.polynomial && fluid.logarithmic)
    check.refuse("bulk", "expected one of polynomial and logarithmic");
  if (fluid.polynomial) {
    check.positive("a", fluid.a, "1/Pa");
    check.finite("b", fluid.b);
  } else if (fluid.logarithmic) {
    check.positive("a1", fluid.a1, "1");
    check.positive("a2", fluid.a2, "1");
    check.positive("bulk_max", fluid.bulk_max, "Pa");
    check.positive("p_max", fluid.p_max, "Pa");
    if (check.finite("a3", fluid.a3) && fluid.a3 <= 1.0)
      check.refuse("a3 must be above 1, or the oil is soft at zero pressure; found " +
                   short_number(fluid.a3));
  } else {
    check_liquid(check, "bulk", fluid.bulk, 1e6, 1e12, "Pa");
  }
}

void check_start(const ItemCheck& check, const char* key, const PressureSpec& start) {
  if (!start.statics) check.not_negative(key, start.value, "Pa");
}

// `at_least`: whether there must be a volume at all.
void check_hose(const ItemCheck& check, const std::string& key, const HoseSpec& hose,
                bool at_least) {
  if (at_least)
    check.positive(key + "volume", hose.volume, "m3");
  else
    check.not_negative(key + "volume", hose.volume, "m3");
  check.positive(key + "wall", hose.wall, "Pa");
}

bool is_flow_coefficient(const Dimension& dimension) {
  const Dimension plain = dimension_of("m3/s/Pa^0.5");
  return compatible(plain, dimension) || compatible(plain / dimension_of("V"), dimension) ||
         compatible(plain / dimension_of("V^2"), dimension);
}

void check_flow(const ItemCheck& check, const std::string& key, const FlowSize& size) {
  if (size.coefficient) {
    check.not_negative(key + "coefficient", size.coefficient->value, "1");
    if (!is_flow_coefficient(size.coefficient->dimension))
      check.refuse(
          key + "coefficient",
          "expected a flow coefficient, e.g. quantity(\"2.138e-8 m3/s/V/Pa^0.5\"); found " +
              describe(size.coefficient->dimension));
  }
  check.positive(key + "flow", size.flow, "m3/s");
  check.positive(key + "drop", size.drop, "Pa");
  check.positive(key + "area", size.area, "m2");
  check.positive(key + "discharge", size.discharge, "1");
  if (size.at) check.finite(key + "at", size.at->value);
}

void need_end(const ItemCheck& check, const char* key, const std::string& end) {
  if (end.empty()) check.refuse(key, "is not given; expected a volume, chamber or source");
}

void check_command(const ItemCheck& check, const char* key,
                   const std::optional<CommandValue>& value) {
  if (value) check.finite(key, value->value.value);
}

void check_spool(const ItemCheck& check, const SpoolSheet& spool) {
  check.positive("spool.bandwidth", spool.bandwidth, "Hz");
  check.positive("spool.time_constant", spool.time_constant, "s");
  check.positive("spool.frequency", spool.frequency, "rad/s");
  check.not_negative("spool.damping", spool.damping, "1");
  check.positive("spool.gain", spool.gain, "1");
  check_command(check, "spool.rate_limit", spool.rate_limit);
  check_command(check, "spool.start", spool.start);
}

void check_valve(const ValveSpec& valve, Problems& problems) {
  const ItemCheck check = item_check(problems, "valve", valve);
  if (valve.signal.empty()) check.refuse("signal", "is not given; expected the valve's command");
  check_flow(check, "", valve.size);
  static constexpr const char* kEdges[] = {"PA.", "PB.", "AT.", "BT."};
  for (std::size_t edge = 0; edge < 4; ++edge) {
    check_flow(check, kEdges[edge], valve.edges[edge]);
    check.not_negative(std::string("wear.") + kEdges[edge] + "conductance",
                       valve.wear[edge].conductance, "m3/s/Pa");
    check_command(check, "wear.shut", valve.wear[edge].shut);
  }
  check_flow(check, "neutral_path.", valve.neutral_path);
  check.positive("transition", valve.law.transition, "Pa");
  check_command(check, "overlap", valve.overlap);
  check_command(check, "underlap", valve.underlap);
  check_command(check, "cut", valve.cut);
  check_command(check, "neutral", valve.neutral);
  if (valve.spool) check_spool(check, *valve.spool);
}

void check_friction(const ItemCheck& check, const FrictionSpec& friction) {
  check.not_negative("friction.viscous", friction.viscous, "N s/m");
  check.not_negative("friction.coulomb", friction.coulomb, "N");
  if (friction.efficiency && check.positive("friction.efficiency", *friction.efficiency, "1"))
    check.fraction("friction.efficiency", *friction.efficiency);
  check.positive("friction.speed", friction.speed, "m/s");
  check.positive("friction.breakaway", friction.breakaway, "N");
  check.positive("friction.stribeck_speed", friction.stribeck_speed, "m/s");
  check.not_negative("friction.seal", friction.seal, "m2");
  if (!friction.bristles) return;
  check.positive("friction.bristles.stiffness", friction.bristles->stiffness, "N/m");
  check.not_negative("friction.bristles.damping", friction.bristles->damping, "N s/m");
}

void check_ends(const ItemCheck& check, const CylinderSpec& c) {
  if (c.end_damper) {
    check.positive("end_damper.length", c.end_damper->length, "m");
    check.positive("end_damper.stiffness", c.end_damper->stiffness, "N/m");
    check.not_negative("end_damper.damping", c.end_damper->damping, "N s/m");
  }
  const auto cushion = [&](const std::string& key, const std::optional<CushionSpec>& spec) {
    if (!spec) return;
    check.positive(key + "volume", spec->volume, "m3");
    check.positive(key + "length", spec->length, "m");
    if (check.positive(key + "least", spec->least, "1")) check.fraction(key + "least", spec->least);
    check_flow(check, key, spec->size);
  };
  cushion("cushion_A.", c.cushion_A);
  cushion("cushion_B.", c.cushion_B);
}

void check_load(const ItemCheck& check, const LoadSpec& load) {
  check.positive("load.mass", load.mass, "kg");
  check.not_negative("load.stiffness", load.stiffness, "N/m");
  check.finite("load.rest", load.rest);
  check.not_negative("load.damping", load.damping, "N s/m");
  check.finite("load.angle", load.angle);
  if (load.start) check.not_negative("load.start", *load.start, "m");
  check.finite("load.speed", load.speed);
}

void check_cylinder(const CylinderSpec& c, Problems& problems) {
  const ItemCheck check = item_check(problems, "cylinder", c);
  check.positive("bore", c.bore, "m");
  check.positive("rod", c.rod, "m");
  check.positive("area_A", c.area_A, "m2");
  check.positive("area_B", c.area_B, "m2");
  check.not_negative("closed", c.closed, "m");
  check.positive("stroke", c.stroke, "m");
  check.positive("wall", c.wall, "Pa");
  check_hose(check, "hose_A.", c.hose_A, false);
  check_hose(check, "hose_B.", c.hose_B, false);
  check_start(check, "start_A", c.start_A);
  check_start(check, "start_B", c.start_B);
  check_friction(check, c.friction);
  check_ends(check, c);
  if (c.vent) check.not_negative("vent", *c.vent, "Pa");
  check.not_negative("leakage", c.leakage, "m3/s/Pa");
  if (c.load) check_load(check, *c.load);
  if (c.rack) {
    if (c.rack->joint.empty())
      check.refuse("rack.joint", "is not given; expected the joint that it turns");
    if (check.finite("rack.radius", c.rack->radius) && c.rack->radius == 0.0)
      check.refuse("rack.radius", "a pinion has a radius; found 0 m");
    check.positive("rack.at_zero", c.rack->at_zero, "m");
  }
  if (c.along) check.direction("along", *c.along);
}

void check_source(const SourceSpec& source, Problems& problems) {
  const ItemCheck check = item_check(problems, "source", source);
  check.finite("value", source.value);
  const bool flow = source.kind == SourceSpec::Kind::flow;
  if (flow && source.into.empty())
    check.refuse("a flow needs the volume it feeds, e.g. into: pump_line");
  if (source.kind == SourceSpec::Kind::pressure && !source.into.empty())
    check.refuse("into belongs to a flow; a pressure source is named by what it feeds");
}

void check_faults(const MachineDescription& d, Problems& problems) {
  for (const FaultSpec& fault : d.faults) {
    const ItemCheck check = item_check(problems, "fault", fault);
    check.positive("flow", fault.flow, "m3/s");
    check.positive("drop", fault.drop, "Pa");
    if (check.positive("share", fault.share, "1") && fault.share > 0.5)
      check.refuse("more than half air is no oil; take at most 50 %");
  }
}

}  // namespace

void check_oil(const MachineDescription& d, Problems& problems) {
  for (const FluidSpec& fluid : d.fluids) check_fluid(fluid, problems);
  for (const VolumeSpec& volume : d.volumes) {
    const ItemCheck check = item_check(problems, "volume", volume);
    check_hose(check, "", volume.hose, true);
    check_start(check, "start", volume.start);
  }
  for (const OrificeSpec& orifice : d.orifices) {
    const ItemCheck check = item_check(problems, "orifice", orifice);
    need_end(check, "from", orifice.from);
    need_end(check, "to", orifice.to);
    check_flow(check, "", orifice.size);
    check.positive("transition", orifice.law.transition, "Pa");
  }
  for (const LeakageSpec& leakage : d.leakages) {
    const ItemCheck check = item_check(problems, "leakage", leakage);
    need_end(check, "from", leakage.from);
    need_end(check, "to", leakage.to);
    check.not_negative("conductance", leakage.conductance, "m3/s/Pa");
  }
  for (const ValveSpec& valve : d.valves) check_valve(valve, problems);
  for (const CylinderSpec& cylinder : d.cylinders) check_cylinder(cylinder, problems);
  for (const ShaftSpec& shaft : d.shafts) {
    const ItemCheck check = item_check(problems, "shaft", shaft);
    check.positive("inertia", shaft.inertia, "kg m2");
    check.finite("start", shaft.start);
  }
  for (const SourceSpec& source : d.sources) check_source(source, problems);
  check_faults(d, problems);
}

}  // namespace bramah
