// A circuit with every part of the catalogue, valves of all kinds and two cylinders, at random
// states.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bramah/parts.h"
#include "hydraulics/circuit.h"
#include "hydraulics/parts/cushion.h"
#include "hydraulics/parts/orifice_part.h"
#include "hydraulics/parts/source.h"
#include "hydraulics/valve_layout.h"

namespace bramah {

class WholeCircuit {
 public:
  // Nodes: volumes 0-6, of which 4 and 5 are the chambers of a cylinder and 6 that of a plunger;
  // shafts 7 and 8; fixed pressures 9 and 10, a fixed speed 11.
  static constexpr int kVolumes = 7, kShaft = 7, kPressure = 9, kSpeed = 11, kCylinders = 2;

  // `air`: mixed into every volume by the last input.
  explicit WholeCircuit(std::vector<VolumeKind> kinds = {}, bool amounts = false,
                        bool air = false) {
    add_nodes();
    parts_.kinds = std::move(kinds);
    parts_.amounts = amounts;
    add_basics();
    add_valves();
    for (const PartInfo* info : components()) add(*info);
    add_cylinders();
    if (air) {
      parts_.air.assign(kVolumes, {static_cast<int>(units_.size()), 0.2});
      units_.push_back("1");
    }
    parts_.inputs = static_cast<int>(units_.size());
    circuit = std::make_unique<Circuit>(std::move(parts_));
    scratch = circuit->make_scratch();
    y.resize(circuit->states());
    ydot.assign(circuit->states(), 0.0);
    u.resize(circuit->inputs());
    strokes.resize(circuit->strokes());
  }

  // Pressures from 1 to 20 MPa, and everything else within what it usually is. Contacts and stops:
  // at random too.
  void randomise(std::mt19937& random) {
    const auto between = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (Stroke& stroke : strokes) stroke = {between(0.45, 0.85), between(-0.1, 0.1)};
    circuit->find_contacts(strokes, scratch);
    for (int k = 0; k < circuit->states(); ++k) y[k] = circuit->scale(k) * between(-0.9, 0.9);
    for (const Circuit::Limited& limit : circuit->limits())
      y[limit.state] = limit.lower + between(0.05, 0.95) * (limit.upper - limit.lower);
    for (int k = kShaft; k < kShaft + 2; ++k) y[k] = between(50.0, 250.0);
    for (int k = 0; k < kVolumes; ++k) {
      const double p = between(1e6, 2e7);
      y[k] = circuit->amounts() ? circuit->parts().volumes[k].amount(p, length(k)) : p;
    }
    for (std::size_t k = 0; k < u.size(); ++k) u[k] = scale_of(units_[k]) * between(0.1, 0.9);
    for (std::size_t k = 2; k < scratch.modes.size(); ++k)
      scratch.modes[k] = static_cast<int>(between(0.0, 3.0)) - 1;
    evaluate();
  }

  void evaluate() {
    circuit->forces(y, strokes, scratch);
    circuit->rates(y, strokes, u, false, scratch);
  }

  // Of an argument, for differences.
  double step_of_state(int k) const { return 1e-3 * circuit->scale(k); }
  double step_of_input(int k) const { return 1e-3 * scale_of(units_[k]); }

  std::unique_ptr<Circuit> circuit;
  CircuitScratch scratch;
  std::vector<double> y, ydot, u;
  std::vector<Stroke> strokes;
  std::vector<std::string> names;  // of the parts

 private:
  double length(int volume) const {
    const Circuit::Chamber chamber = circuit->chamber(volume);
    if (chamber.cylinder < 0) return 0.0;
    const Cylinder& c = circuit->cylinder(chamber.cylinder).cylinder();
    const double s = strokes[chamber.cylinder].s;
    return chamber.direction > 0.0 ? c.length_A(s) : c.length_B(s);
  }

  static double scale_of(const std::string& unit) {
    if (unit == "Pa") return 2e7;
    if (unit == "m3/s") return 1e-3;
    if (unit == "rad/s") return 250.0;
    if (unit == "V") return 10.0;
    if (unit == "N m") return 100.0;
    return 1.0;
  }

  int input(const std::string& unit) {
    units_.push_back(unit);
    return static_cast<int>(units_.size()) - 1;
  }

  void add_nodes() {
    parts_.volumes.resize(kVolumes);
    for (Volume& v : parts_.volumes) v.dead = 5e-4, v.dead_wall = 5e-4 / 5.5e8;
    parts_.volumes[0].fluid.polynomial = true;
    parts_.volumes[0].fluid.a = 6.53e-10, parts_.volumes[0].fluid.b = -1.19e-18;
    parts_.volumes[1].fluid.logarithmic = true;
    parts_.volumes[2].fluid.air = 0.005;
    parts_.volumes[4].area = 5e-3, parts_.volumes[5].area = 4e-3, parts_.volumes[6].area = 3e-3;
    parts_.volumes[4].barrel = parts_.volumes[5].barrel = 1 / 3.15e10;
    parts_.shafts = {{0.2}, {0.5}};
    parts_.fixed = {{input("Pa")}, {input("Pa")}, {input("rad/s"), true}};
  }

  void place(const std::string& name, std::unique_ptr<const Part> part, std::vector<int> nodes,
             std::vector<int> inputs = {}, int cylinder = -1, bool supplies = false) {
    PlacedPart placed;
    placed.part = std::move(part);
    placed.nodes = std::move(nodes), placed.inputs = std::move(inputs);
    placed.cylinder = cylinder, placed.supplies = supplies;
    parts_.parts.push_back(std::move(placed));
    names.push_back(name);
  }

  void add_basics() {
    const Orifice throttle{OrificeLaw::smooth, 1e-7, 2e4};
    place("orifice", std::make_unique<OrificePart>(throttle, false), {0, 4});
    place("opening", std::make_unique<OrificePart>(throttle, true), {5, 10}, {input("1")});
    place("leakage", std::make_unique<LaminarPart>(1e-12), {4, 5});
    place("flow", std::make_unique<FlowSource>(), {1}, {input("m3/s")}, -1, true);
    place("cushion", std::make_unique<PartOf<Cushion>>(Cushion{1e-6, 0.3, 0.02, 0.4, 1.0}), {4, 3},
          {}, 0);
  }

  void add_valves() {
    const std::vector<std::vector<int>> nodes = {
        {9, 0}, {9, 10, 1}, {9, 10, 4, 5}, {9, 10, 4, 5, 2, 3}, {0, 1, 2, 3}};
    for (int type = 0; type < 5; ++type) {
      ValveDesign design;
      design.type = static_cast<ValveType>(type);
      design.coefficient = {1e-7, 2e-7, 1.5e-7, 1e-7};
      design.neutral_coefficient = 1e-7;
      design.underlap = 0.05;
      if (type == 2) design.centre = ValveCentre::floating, design.exponent = 2;
      ValveLayout layout = make_layout(design);
      if (type == 2) add_wear(layout, {{1e-12, 1e-12, 1e-12, 1e-12}, {0.5, -0.5, 0.5, -0.5}});
      Spool spool;
      spool.order = static_cast<Spool::Order>(type % 3);
      spool.tau = 5e-3, spool.omega = 200.0, spool.rate_limit = 80.0;
      place("valve " + std::to_string(type),
            std::make_unique<DirectionalValve>(static_cast<int>(layout.ports.size()), layout.edges,
                                               spool),
            nodes[type], {input("1")});
    }
  }

  static double usual(const ParameterInfo& p) {
    if (p.name == "damping") return 1e3;
    if (p.name == "efficiency") return 0.9;
    if (!std::isnan(p.fallback)) return p.fallback;
    if (p.name == "gap") return 2e-5;
    if (p.name == "drop") return 5e5;
    if (p.name == "margin") return 2e6;
    if (p.name == "stiffness") return 1e6;
    if (p.name == "ratio") return 20.0;
    if (p.unit == "Pa") return 8e6;
    if (p.unit == "m3/s") return 5e-4;
    if (p.unit == "m3/rad") return 5e-6;
    if (p.unit == "m3") return 1e-3;
    if (p.unit == "rad/s") return 100.0;
    if (p.unit == "m3/s/Pa") return 1e-9;
    if (p.unit == "N m") return 100.0;
    return 0.02;
  }

  // Ports go round the nodes, so that no two of a part are the same.
  void add(const PartInfo& info) {
    static const std::vector<int> round = {0, 1, 2, 3, 4, 5, 6, 9, 10};
    std::vector<double> values;
    for (const ParameterInfo& p : info.parameters) values.push_back(usual(p));
    std::vector<int> nodes, inputs;
    for (const PortInfo& port : info.ports)
      nodes.push_back(port.kind == PortInfo::Kind::shaft ? kShaft + turn_++ % 2
                                                         : round[next_++ % round.size()]);
    for (const InputInfo& i : info.inputs) inputs.push_back(input(i.unit));
    const int stroke = info.drives == Drives::nothing ? -1 : kCylinders + gears_++;
    place(info.type, info.make(values, Fluid{}), nodes, inputs, stroke, info.supplies);
  }

  void add_cylinders() {
    Cylinder c;
    c.area_A = 5e-3, c.area_B = 4e-3, c.closed = 0.4, c.stroke = 0.5;
    c.viscous = 1e3, c.coulomb = 300.0, c.breakaway = 500.0, c.seal = 1e-5, c.lost_share = 0.05;
    c.damper_length = 0.1, c.damper_stiffness = 1e6, c.damper_damping = 1e3;
    parts_.cylinders = {{static_cast<int>(parts_.parts.size()), 4, 5},
                        {static_cast<int>(parts_.parts.size()) + 1, 6, -1}};
    place("cylinder", std::make_unique<CylinderPart>(c), {4, 5}, {}, 0);
    c.area_A = c.area_B = 3e-3;
    c.bristles = true, c.bristle_stiffness = 1e6, c.bristle_damping = 1e3;
    place("plunger", std::make_unique<CylinderPart>(c, false, 1e5), {6, -1}, {}, 1);
  }

  CircuitParts parts_;
  std::vector<std::string> units_;  // of the inputs
  int turn_ = 0, gears_ = 0;
  std::size_t next_ = 0;
};

}  // namespace bramah
