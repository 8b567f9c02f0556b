// The registry of channels: one line here makes a channel everywhere.
#include "build/channels.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "build/channel_list.h"
#include "build/reaction_channels.h"
#include "build/stability.h"
#include "coupling/cosimulation/cosimulated.h"
#include "coupling/surrogate/surrogate_drive.h"
#include "hydraulics/sizing.h"
#include "multibody/gauge_acceleration.h"

namespace bramah {

namespace {

void add_lengths(Machine& m, std::size_t c, ChannelList& r) {
  const std::string& name = m.plant.names.cylinders[c];
  r.add_motion(name + ".length", "m", 1.0, "distance between the pins",
               [c](const Snapshot& s) { return s.buffers->strokes[c].s; });
  r.add_motion(name + ".rate", "m/s", 0.1, "rate of the length, positive when extending",
               [c](const Snapshot& s) { return s.buffers->strokes[c].rate; });
  r.add_force(name + ".acceleration", "m/s2", 1.0, "second derivative of the length",
              [g = static_cast<int>(c), mechanism = m.plant.equations->parts().mechanism.get(),
               a = m.plant.layout.a](const Snapshot& s) {
                return gauge_acceleration(*mechanism, g, a.in(s.state), *s.buffers->mechanism);
              });
}

// Without oil: the force is the guide's.
void add_guided(Machine& m, ChannelList& r) {
  const MachineEquations* equations = m.plant.equations.get();
  for (std::size_t c = 0; c < equations->parts().guides.size(); ++c) {
    add_lengths(m, c, r);
    r.add(m.plant.names.cylinders[c] + ".force", "N", 1e4,
          "force on the mechanism, positive when pushing",
          [c = static_cast<int>(c), equations](const Snapshot& s) {
            return equations->guide_force(c, *s.buffers);
          });
  }
}

void add_cylinders(Machine& m, const BuiltCircuit& circuit, ChannelList& r) {
  const Circuit* oil = m.plant.equations->parts().circuit.get();
  for (int c = 0; c < oil->cylinders(); ++c) {
    const std::string& name = m.plant.names.cylinders[c];
    add_lengths(m, c, r);
    r.add_force(name + ".force", "N", 1e4, "force on the mechanism, positive when pushing",
                [c](const Snapshot& s) { return s.buffers->circuit.forces[c]; });
    r.add_together(
        {{name + ".friction", "friction force, positive when extending", 1e3},
         {name + ".damper", "force of the end dampers and stops", 1e4}},
        "N",
        [c, oil](const Snapshot& s, double* values) {
          const CylinderForce force = oil->cylinder(c).breakdown(
              oil->part_x(oil->parts().cylinders[c].part, s.buffers->circuit),
              s.buffers->circuit.modes[c]);
          values[0] = force.friction, values[1] = force.damper;
        },
        Reads::forces);
  }
  for (std::size_t k = 0; k < circuit.volume_names.size(); ++k) {
    const std::string name = circuit.volume_names[k] + ".p", what = "absolute pressure";
    if (oil->amounts())  // they are the states, pressures follow
      r.add_force(name, "Pa", 1e7, what,
                  [k](const Snapshot& s) { return s.buffers->circuit.pressure[k]; });
    else  // the state itself, but for torn oil
      r.add(
          name, "Pa", 1e7, what,
          [oil, at = m.plant.layout.y.first + k, k = static_cast<int>(k)](const Snapshot& s) {
            const double y = s.state[at];
            return y < oil->torn_below(k) ? oil->parts()
                                                .volumes[static_cast<std::size_t>(k)]
                                                .fluid.pressure_of_state(y)
                                                .p
                                          : y;
          },
          Causality::output, Variability::continuous, Reads::stored);
  }
}

// What gears push their joints with.
void add_gears(Machine& m, const MachineDescription& d, ChannelList& r) {
  std::size_t c = m.plant.names.cylinders.size();
  for (const ComponentSpec& part : d.components) {
    if (part.info->drives == Drives::nothing) continue;
    const bool turns = part.info->drives == Drives::turn;
    r.add_force(part.name + (turns ? ".torque" : ".force"), turns ? "N m" : "N", 1e4,
                "load on the joint, positive when it pushes forwards",
                [c](const Snapshot& s) { return s.buffers->circuit.forces[c]; });
    ++c;
  }
}

void add_valves(Machine& m, const MachineDescription& d, const BuiltCircuit& circuit,
                ChannelList& r) {
  const Circuit* oil = m.plant.equations->parts().circuit.get();
  for (std::size_t v = 0; v < d.valves.size(); ++v) {
    const std::string unit = command_unit(d.valves[v]);
    r.add_flow(d.valves[v].name + ".U", unit, 10.0, "position of the spool",
               [oil, part = circuit.valves[v].part](const Snapshot& s) {
                 return oil->part_x(
                     part, s.buffers->circuit)[oil->parts().parts[part].part->shape().ports];
               });
    r.add_stored(d.valves[v].name + ".neutral", unit, 1.0, "added to the command",
                 m.plant.layout.tunables, static_cast<int>(v), Causality::parameter,
                 Variability::tunable);
  }
  for (const auto& [name, part, edge, shaft] : circuit.edges)
    r.add_flow(name + ".flow", "m3/s", 1e-3, "flow",
               [oil, part = part, edge = edge](const Snapshot& s) {
                 return oil->parts().parts[part].part->edge_flow(
                     edge, oil->part_x(part, s.buffers->circuit));
               });
  for (const auto& [name, part, port, shaft] : circuit.port_flows)
    r.add_flow(name + (shaft ? ".torque" : ".flow"), shaft ? "N m" : "m3/s", shaft ? 100.0 : 1e-3,
               shaft ? "torque on the shaft" : "flow into the part",
               [oil, part = part, port = port, sign = shaft ? 1.0 : -1.0](const Snapshot& s) {
                 return sign * oil->part_f(part, s.buffers->circuit)[port];
               });
  const auto is_spool = [&](const std::string& name) {
    return std::any_of(d.valves.begin(), d.valves.end(),
                       [&](const ValveSpec& v) { return name == v.name + ".U"; });
  };
  for (std::size_t k = 0; k < circuit.states.size(); ++k) {
    const auto& state = circuit.states[k];
    if (!is_spool(state.name))
      r.add_stored(state.name, state.unit, 1.0, state.doc, m.plant.layout.y,
                   static_cast<int>(circuit.volume_names.size() + k));
  }
}

// Orientation and angular velocity of a sphere: the second body against the first, velocity in the
// axes of the second. State has them the other way round where the joint is walked backwards.
void add_sphere(Machine& m, const JointRecord& joint, ChannelList& r) {
  const std::size_t chart = m.plant.layout.charts.first + 4 * static_cast<std::size_t>(joint.chart);
  const std::size_t rate = m.plant.layout.joint_v.first + static_cast<std::size_t>(joint.sphere);
  const auto orientation = [chart](const Snapshot& s) {
    const double* q = &s.state[chart];
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
  };
  for (int i = 0; i < 3; ++i)
    r.add(m.plant.names.coordinates[joint.sphere + i] + ".rate", "rad/s", 1.0,
          "angular velocity in the second body's axes",
          [=, backwards = joint.backwards](const Snapshot& s) {
            const Eigen::Vector3d w(&s.state[rate]);
            return backwards ? -(orientation(s) * w)[i] : w[i];
          });
  for (int k = 0; k < 4; ++k)
    r.add(joint.name + ".q" + "wxyz"[k], "1", 1.0, "orientation quaternion",
          [chart, k, sign = joint.backwards && k > 0 ? -1.0 : 1.0](const Snapshot& s) {
            return sign * s.state[chart + k];
          });
}

// The one that has the joint coordinates.
const Mechanism& joint_mechanism(const Machine& m) {
  return *(m.joint ? m.joint->plant.equations : m.plant.equations)->parts().mechanism;
}

void add_joints(Machine& m, ChannelList& r) {
  const Mechanism& mechanism = joint_mechanism(m);
  const auto spherical = [&](int i) {
    return std::any_of(m.picture.joints.begin(), m.picture.joints.end(),
                       [i](const JointRecord& joint) {
                         return joint.sphere >= 0 && i >= joint.sphere && i < joint.sphere + 3;
                       });
  };
  for (int i = 0; i < mechanism.coordinates(); ++i) {
    if (spherical(i)) continue;
    const std::string& name = m.plant.names.coordinates[i];
    const bool angular = mechanism.angular(i);
    r.add_stored(name + (angular ? ".angle" : ".position"), angular ? "rad" : "m", 1.0,
                 "joint coordinate", m.plant.layout.joint_q, i);
    r.add_stored(name + ".rate", angular ? "rad/s" : "m/s", 1.0, "rate of the joint coordinate",
                 m.plant.layout.joint_v, i);
  }
  for (const JointRecord& joint : m.picture.joints)
    if (joint.sphere >= 0) add_sphere(m, joint, r);
}

void add_elements(Machine& m, const MachineDescription& d, ChannelList& r) {
  const ForceSet* forces = &m.plant.equations->parts().forces;
  const std::size_t first = m.plant.layout.y.count - static_cast<std::size_t>(forces->states());
  int state = static_cast<int>(first);
  for (std::size_t k = 0; k < d.elements.size(); ++k) {
    const ElementSpec& element = d.elements[k];
    const int n = static_cast<int>(k);
    using Acts = ForceInfo::Acts;
    const Acts acts = element.info->acts;
    const bool at = acts == Acts::at || acts == Acts::body || acts == Acts::bodies;
    const int axes = at ? (m.picture.planar ? 2 : 3) : acts == Acts::path ? 0 : 1;
    bool turns = false;  // then its force is a torque
    if (acts == Acts::joint) {
      const auto found = std::ranges::find(m.plant.names.coordinates, element.joint);
      turns =
          joint_mechanism(m).angular(static_cast<int>(found - m.plant.names.coordinates.begin()));
    }
    for (int axis = 0; axis < axes; ++axis)
      r.add(at ? element.name + ".f" + "xyz"[axis] : element.name + ".force", turns ? "N m" : "N",
            1e3, "force of the element on the mechanism", [forces, n, axis](const Snapshot& s) {
              return forces->force(n, axis, s.buffers->elements);
            });
    for (std::size_t i = 0; i < element.info->outputs.size(); ++i) {
      const ForceInfo::Output& one = element.info->outputs[i];
      r.add(element.name + "." + one.name, one.unit, 1.0, one.doc,
            [forces, n, which = static_cast<int>(i)](const Snapshot& s) {
              return forces->output(n, which, s.buffers->elements);
            });
    }
    for (const ForceInfo::State& one : element.info->states)
      r.add_stored(element.name + "." + one.name, one.unit, 1.0, one.doc, m.plant.layout.y,
                   state++);
  }
}

// Margins against tipping, from the feet's loads and places; in the plane along x alone.
void add_stability(const Machine& m, const MachineDescription& d, ChannelList& r) {
  const ForceSet* forces = &m.plant.equations->parts().forces;
  struct Foot {
    int element, normal;
  };
  const int up = m.picture.drawing.up, first = up == 0 ? 1 : 0, second = up == 2 ? 1 : 2;
  for (const StabilitySpec& stand : d.stability) {
    std::vector<Foot> feet;
    for (const std::string& name : stand.feet) {
      const auto e = std::ranges::find(d.elements, name, &ElementSpec::name);
      const auto& outputs = e->info->outputs;
      const auto normal = std::ranges::find(outputs, "normal", &ForceInfo::Output::name);
      feet.push_back(
          {static_cast<int>(e - d.elements.begin()), static_cast<int>(normal - outputs.begin())});
    }
    const auto loads = [forces, feet, first, second, planar = d.planar](const Snapshot& s,
                                                                        std::span<FootLoad> out) {
      for (std::size_t k = 0; k < feet.size(); ++k)
        out[k] = {forces->place(feet[k].element, first, s.buffers->elements),
                  planar ? 0.0 : forces->place(feet[k].element, second, s.buffers->elements),
                  forces->output(feet[k].element, feet[k].normal, s.buffers->elements)};
      return std::span<const FootLoad>(out.first(feet.size()));
    };
    const auto margin = [loads, planar = d.planar](const Snapshot& s) {
      std::array<FootLoad, kMostFeet> all;
      const auto now = loads(s, all);
      return planar ? tip_margin_along(now) : tip_margin(now);
    };
    const auto lifted = [loads](const Snapshot& s) {
      std::array<FootLoad, kMostFeet> all;
      return static_cast<double>(
          std::ranges::count_if(loads(s, all), [](const FootLoad& f) { return !(f.load > 0.0); }));
    };
    r.add(stand.name + ".margin", "m", 1.0,
          "distance of where the resultant of the feet's forces acts from the nearest line "
          "between feet; 0: it tips",
          margin);
    r.add(stand.name + ".lifted", "1", 1.0, "feet that carry nothing", lifted);
    r.add(stand.name + ".near_tipping", "1", 1.0, "1 where a foot is lifted, or below `warn`",
          [margin, lifted, warn = stand.warn](const Snapshot& s) {
            return margin(s) < warn || lifted(s) > 0.0 ? 1.0 : 0.0;
          });
    r.add(stand.name + ".load", "N", 1e4, "sum of the feet's loads", [loads](const Snapshot& s) {
      std::array<FootLoad, kMostFeet> all;
      double sum = 0.0;
      for (const FootLoad& foot : loads(s, all)) sum += foot.load;
      return sum;
    });
  }
}

// What it takes to drive a joint.
void add_drivers(Machine& m, ChannelList& r) {
  const std::vector<int>& driven = m.rest.driven;
  const Mechanism& mechanism = joint_mechanism(m);
  const std::size_t first =
      static_cast<std::size_t>(m.plant.equations->constraints() - m.plant.equations->guide_rows()) -
      driven.size();
  for (std::size_t d = 0; d < driven.size(); ++d)
    r.add(m.plant.names.coordinates[driven[d]] + ".drive",
          mechanism.angular(driven[d]) ? "N m" : "N", 1e3, "torque or force of the driver",
          [at = first + d](const Snapshot& s) { return -s.buffers->reactions[at]; });
}

// The coordinates of a point of the mechanism.
void add_place(Machine& m, const std::string& name, int point, const std::string& what,
               ChannelList& r) {
  const int axes = m.picture.planar ? 2 : 3;
  std::vector<ChannelList::Named> all;
  for (int axis = 0; axis < axes; ++axis) all.push_back({name + "." + "xyz"[axis], what});
  r.add_together(
      all, "m",
      [mechanism = m.plant.equations->parts().mechanism.get(), point, axes](const Snapshot& s,
                                                                            double* values) {
        const auto place = mechanism->point_position(point, *s.buffers->mechanism);
        std::copy_n(place.begin(), axes, values);
      },
      Reads::motion);
}

void add_points(Machine& m, ChannelList& r) {
  for (const Drawing::Line& line : m.picture.drawing.lines) {
    if (line.kind != Drawing::Line::Kind::body) continue;
    for (const int p : line.points)
      add_place(m, m.picture.drawing.points[p], p, "position in the world", r);
  }
}

void add_markers(Machine& m, ChannelList& r) {
  for (const Scene::Marker& marker : m.picture.scene.markers)
    add_place(m, marker.name, marker.point, "position of the marker in the world", r);
}

void add_energies(Machine& m, ChannelList& r) {
  const AuditLayout& audit = m.plant.equations->audit();
  const auto work = [&](const std::string& name, int index, const std::string& text) {
    r.add_stored(name, "J", 1e3, text, m.plant.layout.work, index);
  };
  r.add("energy.kinetic", "J", 1e3, "kinetic energy, shafts included",
        [](const Snapshot& s) { return s.energy.kinetic + s.shafts; });
  if (!m.plant.equations->parts().circuit->parts().shafts.empty())
    r.add("energy.shafts", "J", 1e3, "kinetic energy of shafts",
          [](const Snapshot& s) { return s.shafts; });
  r.add("energy.potential", "J", 1e3, "potential energy, springs included",
        [](const Snapshot& s) { return s.energy.potential; });
  const std::size_t first = m.plant.layout.work.first;
  r.add(
      "energy.actuators", "J", 1e3, "work of all cylinders and gears on the mechanism",
      [first, n = m.plant.names.cylinders.size() + m.plant.names.gears.size()](const Snapshot& s) {
        double sum = 0.0;
        for (std::size_t c = 0; c < n; ++c) sum += s.state[first + c];
        return sum;
      });
  r.add("energy.residual", "J", 1.0,
        "T + V - W - (T0 + V0), W of cylinders, forces and drivers less joint losses",
        [](const Snapshot& s) { return s.residual; });
  r.add("energy.books", "J", 1.0, "residual of the full audit with oil and losses",
        [](const Snapshot& s) { return s.books; });
  for (std::size_t c = 0; c < m.plant.names.cylinders.size(); ++c) {
    const int k = static_cast<int>(c);
    work("energy.work." + m.plant.names.cylinders[c], audit.actuators + k, "work on the mechanism");
    work("energy.loss." + m.plant.names.cylinders[c] + ".friction", audit.friction + k,
         "lost in friction");
    work("energy.loss." + m.plant.names.cylinders[c] + ".dampers", audit.dampers + k,
         "taken by the end dampers and stops");
  }
  for (std::size_t g = 0; g < m.plant.names.gears.size(); ++g)
    work("energy.work." + m.plant.names.gears[g],
         audit.actuators + static_cast<int>(m.plant.names.cylinders.size() + g),
         "work on the mechanism");
  for (std::size_t k = 0; k < m.plant.names.parts.size(); ++k)
    work("energy.loss." + m.plant.names.parts[k], audit.losses + static_cast<int>(k),
         "lost in flow");
  for (std::size_t k = 0; k < m.plant.names.sources.size(); ++k)
    work("energy.source." + m.plant.names.sources[k], audit.sources + static_cast<int>(k),
         "delivered by the source");
  if (!m.plant.names.volumes.empty())
    r.add("oil.balance", "m3", 1e-3,
          "oil that came in, less what is now in volumes and compressed: zero if none is lost",
          [oil = m.plant.equations->parts().circuit.get(), y = m.plant.layout.y,
           first = m.plant.layout.work.first, start = m.plant.layout.start_energy.first + 1,
           audit](const Snapshot& s) {
            const double now = oil->oil(y.in(s.state), s.buffers->strokes, s.buffers->circuit);
            return s.state[first + audit.oil_in] - (now - s.state[start]) -
                   s.state[first + audit.oil_compressed];
          });
  if (!m.plant.names.volumes.empty()) work("energy.oil", audit.stored, "stored in compressed oil");
  work("energy.loss.joints", audit.dissipated, "lost in dampers of joints and springs");
  work("energy.work.efforts", audit.efforts, "work of forces and torques");
  work("energy.work.drivers", audit.drivers, "work of driven joints");
}

void add_surrogate(Machine& m, ChannelList& r) {
  if (m.plant.layout.surrogate.count == 0) return;
  r.add_stored("surrogate.outside", "1", 1.0,
               "how far the last sample is outside of what was trained, part of the range",
               m.plant.layout.surrogate, SurrogateDrive::kShare, Causality::output,
               Variability::discrete);
  if (m.plant.layout.physics.count > 0)
    r.add_stored("surrogate.physics", "1", 1.0, "1 while the oil is solved in its place",
                 m.plant.layout.surrogate, SurrogateDrive::kPhysics, Causality::output,
                 Variability::discrete);
}

// What interfaces create: where in a State the numbers of each lie, power first, then energies.
using Interfaces = std::vector<std::pair<std::string, std::size_t>>;

void add_residual(ChannelList& r, const std::string& name, const char* unit, std::size_t which,
                  const char* text, const Interfaces& all) {
  r.add("cosimulation." + name, unit, 1.0, text, [all, which](const Snapshot& s) {
    double sum = 0.0;
    for (const auto& [owner, at] : all) sum += s.state[at + which];
    return sum;
  });
  for (const auto& [owner, at] : all)
    if (all.size() > 1)
      r.add("cosimulation." + name + "." + owner, unit, 1.0, text,
            [at = at + which](const Snapshot& s) { return s.state[at]; });
}

// Of a co-simulated machine's own sides, and of FMUs that are sides beside it.
void add_residuals(Machine& m, ChannelList& r) {
  const auto* split = dynamic_cast<const Cosimulated*>(m.stepper.get());
  Interfaces own, all;
  for (int c = 0; split && c < split->bonds(); ++c)
    own.emplace_back(m.plant.names.cylinders[c],
                     m.plant.layout.coupling.first + split->residual_offset(c));
  all = own;
  for (const BlockBond& bond : m.bonds)
    all.emplace_back(bond.name, m.plant.layout.blocks_memory.first + bond.at);
  if (!split && m.bonds.empty()) return;
  add_residual(r, "residual_power", "W", 0, "power that the interface creates", all);
  add_residual(r, "residual_energy", "J", 1,
               "energy that the interface has created, from inner samples where there are some",
               all);
  if (!split) return;
  add_residual(r, "residual_rectangle", "J", 2, "the same by rahikainen2020's eq. 23", own);
  add_residual(r, "residual_trapezoid", "J", 3, "the same by rahikainen2020's eq. 24", own);
  r.add_stored("cosimulation.communications", "1", 1.0, "macro steps in a step",
               m.plant.layout.coupling, static_cast<int>(split->substeps_offset()));
}

}  // namespace

void add_channels(Machine& m, const MachineDescription& d, const BuiltMechanism& mechanism,
                  const BuiltCircuit& circuit, const std::vector<std::string>& signal_names) {
  ChannelList r(m);
  add_guided(m, r);
  add_cylinders(m, circuit, r);
  add_gears(m, d, r);
  add_valves(m, d, circuit, r);
  add_joints(m, r);
  add_drivers(m, r);
  add_elements(m, d, r);
  add_stability(m, d, r);
  add_points(m, r);
  add_markers(m, r);
  add_springs(m, d, mechanism, r);
  add_reactions(m, r);
  add_probes(m, d, mechanism, r);
  add_loads(m, d, r);
  add_soil(m, d, r);
  for (std::size_t k = 0; k < signal_names.size(); ++k) {
    const bool input = d.signals[k].kind == SignalSpec::Kind::input;
    const bool held = d.signals[k].kind == SignalSpec::Kind::block;
    if (input || held)  // lies in State as it is
      r.add_stored(signal_names[k], d.signals[k].unit, 1.0, "signal", m.plant.layout.inputs,
                   m.plant.equations->parts().signals->node(static_cast<int>(k)).input,
                   input ? Causality::input : Causality::output, Variability::discrete);
    else
      r.add(signal_names[k], d.signals[k].unit, 1.0, "signal",
            [k](const Snapshot& s) { return s.buffers->signals.values[k]; });
  }
  add_energies(m, r);
  add_residuals(m, r);
  add_surrogate(m, r);
}

}  // namespace bramah
