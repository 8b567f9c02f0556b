// Cylinders: piston, barrel, hoses, end dampers; the rest is in cylinder_parts.cpp.
#include "model_file/cylinder_parts.h"
#include "model_file/oil_tables.h"
#include "model_file/tables.h"

namespace bramah {
namespace {

const Table<EndDamperSpec>& end_damper_table() {
  static const Table<EndDamperSpec> table = [] {
    Table<EndDamperSpec> t("end damper",
                           "A spring with a damper over the last bit of both chambers.");
    t.quantity({.name = "length",
                .unit = "m",
                .required = true,
                .bound = Bound::positive,
                .doc = "chamber length below which it acts",
                .example = "8 mm",
                .typical = "1 ... 100 mm"},
               &EndDamperSpec::length);
    t.quantity({.name = "stiffness",
                .unit = "N/m",
                .required = true,
                .bound = Bound::positive,
                .doc = "of the spring",
                .example = "1e7 N/m",
                .typical = "1e5 ... 1e9 N/m"},
               &EndDamperSpec::stiffness);
    t.quantity({.name = "damping",
                .unit = "N s/m",
                .bound = Bound::not_negative,
                .doc = "of the damper",
                .example = "5e3 N s/m"},
               &EndDamperSpec::damping);
    t.either({.name = "pulls",
              .choices = {"no", "yes"},
              .doc = "`yes`: it also holds back a piston that leaves it faster than its spring "
                     "unbends, as the law of the papers does",
              .example = "no"},
             &EndDamperSpec::pulls, "yes");
    return t;
  }();
  return table;
}

const Table<LoadSpec>& load_table() {
  static const Table<LoadSpec> table = [] {
    Table<LoadSpec> t("load",
                      "A load on a straight line: mass, spring and damper on the rod of a cylinder "
                      "whose barrel is fixed. Its joint is called `lift.slide`.");
    t.quantity({.name = "mass",
                .unit = "kg",
                .required = true,
                .bound = Bound::positive,
                .doc = "what moves, the piston included",
                .example = "210 kg",
                .typical = "1 ... 1e5 kg"},
               &LoadSpec::mass);
    t.quantity({.name = "start",
                .unit = "m",
                .absent = "the middle of the stroke",
                .bound = Bound::not_negative,
                .doc = "length of the cylinder at t = 0",
                .example = "0.3 m"},
               &LoadSpec::start);
    t.quantity({.name = "speed",
                .unit = "m/s",
                .doc = "at t = 0, positive when it extends",
                .example = "0.1 m/s"},
               &LoadSpec::speed);
    t.quantity({.name = "stiffness",
                .unit = "N/m",
                .bound = Bound::not_negative,
                .doc = "of a spring between the ground and the load",
                .example = "1e4 N/m"},
               &LoadSpec::stiffness);
    t.quantity({.name = "rest",
                .unit = "m",
                .doc = "length of the cylinder at which the spring is free",
                .example = "0.3 m"},
               &LoadSpec::rest);
    t.quantity({.name = "damping",
                .unit = "N s/m",
                .bound = Bound::not_negative,
                .doc = "of a damper between the ground and the load",
                .example = "100 N s/m"},
               &LoadSpec::damping);
    t.add({.name = "force",
           .kind = KeyKind::signal,
           .unit = "N",
           .absent = "none",
           .doc = "on the load, positive outwards",
           .example = "-2 kN"},
          [](Reader& in, const Node& node, const KeyInfo& key, LoadSpec& load) {
            if (const auto name = in.signal(node, key, "N")) load.force = *name;
          });
    t.quantity({.name = "angle",
                .unit = "rad",
                .shown = "deg",
                .doc = "of the line above the horizontal: 90 deg lifts the load",
                .example = "90 deg"},
               &LoadSpec::angle);
    return t;
  }();
  return table;
}

const Table<RackSpec>& rack_table() {
  static const Table<RackSpec> table = [] {
    Table<RackSpec> t(
        "rack",
        "The rod is a rack whose pinion turns a joint: length = at_zero + radius times "
        "the angle. Its force F turns the joint with radius F, and the bodies of the "
        "joint take it from each other.");
    t.reference({.name = "joint",
                 .required = true,
                 .doc = "joint that it turns, or one of its coordinates",
                 .example = "slew"},
                &RackSpec::joint);
    t.quantity({.name = "radius",
                .unit = "m",
                .required = true,
                .doc = "of the pinion; negative: the joint turns back as the rod extends",
                .example = "120 mm",
                .typical = "10 ... 1000 mm"},
               &RackSpec::radius);
    t.quantity({.name = "at_zero",
                .unit = "m",
                .absent = "the middle of the stroke",
                .bound = Bound::positive,
                .doc = "length of the cylinder where the joint stands at zero",
                .example = "0.9 m"},
               &RackSpec::at_zero);
    return t;
  }();
  return table;
}

void add_piston(Table<CylinderSpec>& t) {
  t.quantity({.name = "bore",
              .unit = "m",
              .absent = "`area_A` is given, or a plunger",
              .bound = Bound::positive,
              .doc = "inner diameter of the barrel",
              .example = "80 mm",
              .typical = "20 ... 400 mm"},
             &CylinderSpec::bore);
  t.add({.name = "rod",
         .unit = "m",
         .absent = "`area_B` is given",
         .bound = Bound::positive,
         .doc = "diameter of the rod",
         .example = "35 mm",
         .typical = "10 ... 300 mm"},
        [](Reader& in, const Node& node, const KeyInfo& key, CylinderSpec& item) {
          item.rod = in.quantity(node, key);
          item.rod_where = node.where;
        });
  t.quantity({.name = "area_A",
              .unit = "m2",
              .absent = "from `bore`",
              .bound = Bound::positive,
              .doc = "piston side",
              .example = "65 cm2",
              .typical = "3 ... 1300 cm2"},
             &CylinderSpec::area_A);
  t.quantity({.name = "area_B",
              .unit = "m2",
              .absent = "from `bore` and `rod`",
              .bound = Bound::positive,
              .doc = "rod side",
              .example = "65 cm2",
              .typical = "1 ... 1300 cm2"},
             &CylinderSpec::area_B);
  t.quantity({.name = "closed",
              .unit = "m",
              .required = true,
              .bound = Bound::not_negative,
              .doc = "length from pin to pin with the piston at the bottom; 0 only with a `load`",
              .example = "1.1 m",
              .typical = "0.1 ... 5 m"},
             &CylinderSpec::closed);
  t.quantity({.name = "stroke",
              .unit = "m",
              .required = true,
              .bound = Bound::positive,
              .doc = "travel of the piston",
              .example = "1.1 m",
              .typical = "0.02 ... 5 m"},
             &CylinderSpec::stroke);
}

void add_oil(Table<CylinderSpec>& t) {
  t.quantity({.name = "wall",
              .unit = "Pa",
              .absent = "rigid",
              .bound = Bound::positive,
              .doc = "bulk modulus of the barrel",
              .example = "31500 MPa",
              .typical = "100 ... 50000 MPa"},
             &CylinderSpec::wall);
  const auto hose = [&](const char* name, const char* doc, HoseSpec CylinderSpec::*member) {
    t.add({.name = name,
           .kind = KeyKind::table,
           .table = &hose_table().info,
           .absent = "none",
           .doc = doc,
           .example = "{volume: 31.4 cm3, wall: 550 MPa}"},
          [member](Reader& in, const Node& node, const KeyInfo&, CylinderSpec& item) {
            read_table(in, node, hose_table(), item.*member);
          });
  };
  hose("hose_A", "hose at the piston side", &CylinderSpec::hose_A);
  hose("hose_B", "hose at the rod side", &CylinderSpec::hose_B);
  const auto start = [&](const char* name, const char* doc, PressureSpec CylinderSpec::*member) {
    t.add(pressure_key(name, doc),
          [member](Reader& in, const Node& node, const KeyInfo& key, CylinderSpec& item) {
            if (const auto p = read_pressure(in, node, key)) item.*member = *p;
          });
  };
  start("start_A", "pressure of the piston side at t = 0", &CylinderSpec::start_A);
  start("start_B", "pressure of the rod side at t = 0", &CylinderSpec::start_B);
}

void add_acting(Table<CylinderSpec>& t) {
  t.choice({.name = "acting",
            .choices = {"double", "single", "plunger"},
            .doc = "`single`: air at `vent` in place of the oil at the rod side; `plunger`: a rod "
                   "without piston, which pushes with (p_A - vent) A_A",
            .example = "single"},
           &CylinderSpec::acting);
  t.quantity({.name = "vent",
              .unit = "Pa",
              .absent = default_text(SizedCylinder{}.vent, "bar"),
              .bound = Bound::not_negative,
              .doc = "absolute pressure of the air, with `single` and `plunger`",
              .example = "1 bar"},
             &CylinderSpec::vent);
}

void add_cushions(Table<CylinderSpec>& t) {
  const auto cushion = [&](const char* name, const char* doc,
                           std::optional<CushionSpec> CylinderSpec::*member) {
    t.add({.name = name,
           .kind = KeyKind::table,
           .table = &cushion_table().info,
           .absent = "none",
           .doc = doc,
           .example = "{volume: 50 cm3, length: 25 mm, nominal: {flow: 40 l/min, drop: 5 bar}}"},
          [member](Reader& in, const Node& node, const KeyInfo&, CylinderSpec& item) {
            CushionSpec& read = (item.*member).emplace();
            read.where = node.where;
            read_table(in, node, cushion_table(), read);
          });
  };
  cushion("cushion_A", "throttles what leaves the piston side near the bottom; its port is A_port",
          &CylinderSpec::cushion_A);
  cushion("cushion_B", "throttles what leaves the rod side near the top; its port is B_port",
          &CylinderSpec::cushion_B);
}

const Table<CylinderSpec>& cylinder_table() {
  static const Table<CylinderSpec> table = [] {
    Table<CylinderSpec> t("cylinder",
                          "A cylinder between two points: A is the piston "
                          "side, B the rod side; it pushes `from` and `to` apart with "
                          "p_A A_A - p_B A_B.");
    t.point({.name = "from",
             .absent = "a `load` or a `rack` is given",
             .doc = "pin of the barrel",
             .example = "ground.G"},
            &CylinderSpec::from);
    t.point({.name = "to",
             .absent = "a `load` or a `rack` is given",
             .doc = "pin of the rod",
             .example = "boom.F"},
            &CylinderSpec::to);
    t.add({.name = "load",
           .kind = KeyKind::table,
           .table = &load_table().info,
           .absent = "`from` and `to` are given",
           .doc = "moves with the rod on a straight line, instead of a mechanism",
           .example = "{mass: 210 kg, start: 0.3 m}"},
          [](Reader& in, const Node& node, const KeyInfo&, CylinderSpec& item) {
            item.load.emplace().where = node.where;
            read_table(in, node, load_table(), *item.load);
          });
    t.add({.name = "rack",
           .kind = KeyKind::table,
           .table = &rack_table().info,
           .absent = "`from` and `to` are given",
           .doc = "turns a joint, instead of pushing two points apart",
           .example = "{joint: slew, radius: 120 mm}"},
          [](Reader& in, const Node& node, const KeyInfo&, CylinderSpec& item) {
            item.rack.emplace().where = node.where;
            read_table(in, node, rack_table(), *item.rack);
          });
    add_acting(t);
    add_piston(t);
    add_oil(t);
    t.add({.name = "friction",
           .kind = KeyKind::table,
           .table = &friction_table().info,
           .absent = "none",
           .doc = "of the seals",
           .example = "{viscous: 1e5 N s/m}"},
          [](Reader& in, const Node& node, const KeyInfo&, CylinderSpec& item) {
            item.friction.where = node.where;
            read_table(in, node, friction_table(), item.friction);
          });
    t.add({.name = "end_damper",
           .kind = KeyKind::table,
           .table = &end_damper_table().info,
           .absent = "none: metal stops, which every cylinder has at its ends",
           .doc = "cushions at both ends",
           .example = "{length: 8 mm, stiffness: 1e7 N/m, damping: 5e3 N s/m}"},
          [](Reader& in, const Node& node, const KeyInfo&, CylinderSpec& item) {
            read_table(in, node, end_damper_table(), item.end_damper.emplace());
          });
    add_cushions(t);
    t.quantity({.name = "leakage",
                .unit = "m3/s/Pa",
                .bound = Bound::not_negative,
                .doc = "laminar leakage across the piston",
                .example = "1e-13 m3/s/Pa",
                .typical = "1e-14 ... 1e-10 m3/s/Pa"},
               &CylinderSpec::leakage);
    t.reference({.name = "fluid",
                 .absent = "the file's only fluid",
                 .doc = "what it holds",
                 .example = "oil"},
                &CylinderSpec::fluid);
    return t;
  }();
  return table;
}

}  // namespace

std::vector<CylinderSpec> read_cylinders(Reader& in, const Node& node) {
  return read_named(in, node, cylinder_table(), "cylinder", check_sizes<CylinderSpec>);
}

const TableInfo& cylinder_info() { return cylinder_table().info; }

}  // namespace bramah
