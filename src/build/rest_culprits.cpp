#include "build/rest_culprits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>

#include "core/dense_algebra.h"
#include "core/text.h"

namespace bramah {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kSmallShare = 1e-3;  // of the largest of its kind: not worth a word

// Three digits.
std::string number(double value) { return concat(std::setprecision(3), value); }

std::string bar(double pressure) { return number(pressure * 1e-5) + " bar"; }

std::string flow_text(double flow) {  // [m³/s]
  const double litres = std::abs(flow) * 6e4;
  return litres < 1e-3 ? number(litres * 1e3) + " cm3/min" : number(litres) + " l/min";
}

std::string effort_text(double effort, bool angular) {
  const bool large = std::abs(effort) >= 1e3;
  return concat(number(large ? effort * 1e-3 : effort), large ? " k" : " ", angular ? "N m" : "N");
}

std::string join_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// What comes and goes through the parts around a volume.
struct Passing {
  double flow = 0.0;  // sum, positive
  std::vector<std::string> through;
};

std::array<Passing, 2> passing(RestEquations& rest, int volume) {
  const Circuit& circuit = *rest.equations().parts().circuit;
  const auto& names = rest.machine().plant.names.parts;
  std::array<Passing, 2> in_out;
  for (std::size_t k = 0; k < names.size(); ++k) {  // cylinders come last and stand still
    const PlacedPart& placed = circuit.parts().parts[k];
    double flow = 0.0;
    for (std::size_t i = 0; i < placed.nodes.size(); ++i)
      if (placed.nodes[i] == volume)
        flow += circuit.part_f(static_cast<int>(k), rest.buffers().circuit)[i];
    if (flow == 0.0) continue;
    Passing& side = in_out[flow > 0.0 ? 0 : 1];
    side.flow += std::abs(flow);
    side.through.push_back(names[k]);
  }
  return in_out;
}

std::string passing_text(const Passing& side, const char* where, double net) {
  if (side.flow <= kSmallShare * std::abs(net)) return concat("none ", where);
  return concat(flow_text(side.flow), " flow ", where, " (", join_names(side.through), ")");
}

RestProblem volume_problem(RestEquations& rest, int volume) {
  const std::string& name = rest.machine().plant.names.volumes[volume];
  const double net = rest.buffers().circuit.flow[volume];
  const double p = rest.buffers().circuit.pressure[volume];
  const auto [in, out] = passing(rest, volume);
  const std::vector<int>& open = rest.machine().rest.states;
  const bool solved = std::ranges::find(open, volume) != open.end();
  std::string text =
      concat("volume \"", name, "\" has no rest: ",
             net > 0.0 ? passing_text(in, "in", net) + ", " + passing_text(out, "out", net)
                       : passing_text(out, "out", net) + ", " + passing_text(in, "in", net));
  if (!solved)
    text += concat(", at its given start of ", bar(p), "; written `static`, it would be solved");
  else if (p > 1e8)
    text += ", however high its pressure";
  else
    text += concat(", at ", bar(p));
  return {RestProblem::Kind::volume, name, text};
}

// What a cylinder would have to do: the pressure of A, or where that cannot be, of B.
std::string cylinder_text(RestEquations& rest, int c, double force) {
  const Circuit& circuit = *rest.equations().parts().circuit;
  const CylinderPlace& place = circuit.parts().cylinders[static_cast<std::size_t>(c)];
  const Cylinder& cylinder = circuit.cylinder(c).cylinder();
  const auto& p = rest.buffers().circuit.pressure;
  const double missing = force - rest.buffers().forces[static_cast<std::size_t>(c)].value;
  const auto side = [&](int volume, double area, char letter) {
    return concat("cylinder \"", rest.machine().plant.names.cylinders[static_cast<std::size_t>(c)],
                  "\" would need ", bar(p[volume] + missing / area), " instead of ", bar(p[volume]),
                  " in ", letter);
  };
  if (place.volume_A >= 0 && p[place.volume_A] + missing / cylinder.area_A >= 0.0)
    return side(place.volume_A, cylinder.area_A, 'A');
  if (place.volume_B >= 0) return side(place.volume_B, -cylinder.area_B, 'B');
  return place.volume_A >= 0 ? side(place.volume_A, cylinder.area_A, 'A') : "";
}

}  // namespace

std::vector<RestProblem> unbalanced_volumes(RestEquations& rest) {
  rest.imbalance(rest.unknowns());
  const auto flows = std::span(rest.buffers().circuit.flow).first(std::size_t(rest.flows()));
  double largest = RestEquations::kBalanced * RestEquations::kFlowScale / kSmallShare;
  for (const double flow : flows) largest = std::max(largest, std::abs(flow));
  std::vector<RestProblem> out;
  for (int i = 0; i < rest.flows(); ++i)
    if (!(std::abs(flows[static_cast<std::size_t>(i)]) <= kSmallShare * largest))
      out.push_back(volume_problem(rest, i));
  return out;
}

std::vector<RestProblem> unheld_joints(RestEquations& rest) {
  const VectorXd r = rest.imbalance(rest.unknowns());
  const std::vector<NamedValue> forces = holding_forces(rest);
  rest.imbalance(rest.unknowns());
  const Mechanism& m = *rest.equations().parts().mechanism;
  const double largest = rest.forces() > 0 ? r.head(rest.forces()).lpNorm<Eigen::Infinity>() : 0.0;
  std::vector<RestProblem> out;
  for (int i = 0; i < rest.forces() && largest > RestEquations::kBalanced; ++i) {
    if (!(std::abs(r[i]) > 0.01 * largest)) continue;
    std::vector<std::string> cylinders;
    for (int c = 0; c < static_cast<int>(forces.size()); ++c) {
      const std::span<const int> support = m.gauge(c, *rest.buffers().mechanism).support;
      if (c < rest.equations().parts().circuit->cylinders() &&
          std::ranges::find(support, i) != support.end())
        cylinders.push_back(cylinder_text(rest, c, forces[static_cast<std::size_t>(c)].value));
    }
    const std::string& name = rest.machine().plant.names.coordinates[static_cast<std::size_t>(i)];
    out.push_back(
        {RestProblem::Kind::joint, name,
         concat("joint \"", name, "\" is not held: ",
                effort_text(-r[i] * rest.force_scale(), m.angular(i)), " are left on it (",
                cylinders.empty() ? "no cylinder acts there" : join_names(cylinders), ")")});
  }
  return out;
}

std::vector<RestProblem> open_loops(RestEquations& rest) {
  const VectorXd r = rest.imbalance(rest.unknowns());
  const auto& texts = rest.machine().plant.names.constraints;
  std::vector<RestProblem> out;
  for (int k = 0; k < rest.gaps(); ++k) {
    const double gap = r[rest.forces() + k];
    if (std::abs(gap) <= 1e-6 || static_cast<std::size_t>(k) >= texts.size()) continue;
    const std::string& text = texts[static_cast<std::size_t>(k)];
    const std::string name = text.substr(0, text.find(':'));
    out.push_back(
        {RestProblem::Kind::loop, name,
         concat("joint \"", name, "\" does not close its loop: a gap of ", number(gap * 1e3),
                " mm or mrad is left; are all coordinates of the loop ", "free to move?")});
  }
  return out;
}

std::vector<RestProblem> unsettled_parts(RestEquations& rest) {
  rest.imbalance(rest.unknowns());
  std::vector<RestProblem> out;
  for (const int i : rest.states()) {
    const double rate = rest.state_rate(i);
    if (std::abs(rate) <= 1e-6 * rest.equations().parts().state_scales[i]) continue;
    const std::string& state = rest.machine().plant.names.states[static_cast<std::size_t>(i)];
    const std::size_t dot = state.rfind('.');
    out.push_back({RestProblem::Kind::part, state.substr(0, dot),
                   concat("component \"", state.substr(0, dot), "\" has no rest: its ",
                          state.substr(dot + 1), " moves at ", number(rate), " per second")});
  }
  return out;
}

std::vector<RestProblem> unheld_shafts(RestEquations& rest) {
  rest.imbalance(rest.unknowns());
  std::vector<RestProblem> out;
  for (const int i : rest.shafts()) {
    const double torque = rest.buffers().circuit.flow[static_cast<std::size_t>(i)];
    if (std::abs(torque) <= 1e-6 * RestEquations::kTorqueScale) continue;
    const std::string& state = rest.machine().plant.names.states[static_cast<std::size_t>(i)];
    const std::string name = state.substr(0, state.rfind('.'));
    out.push_back({RestProblem::Kind::part, name,
                   concat("shaft \"", name, "\" is not held: ", effort_text(torque, true),
                          " are left on it; a brake, or a motor between pressures that are "
                          "`static`, would hold it")});
  }
  return out;
}

std::vector<NamedValue> holding_forces(RestEquations& rest) {
  const Mechanism& m = *rest.equations().parts().mechanism;
  MachineEquations::Buffers& b = rest.buffers();
  rest.imbalance(rest.unknowns());
  std::vector<double> r(m.coordinates()), column(m.coordinates());
  const auto& names = rest.machine().plant.names.cylinders;
  const int cylinders = static_cast<int>(names.size());
  for (int c = 0; c < cylinders; ++c) b.forces[c] = {};  // force elements stay
  std::fill(b.total_multipliers.begin(), b.total_multipliers.end(), 0.0);
  const MechanismLoad load{b.forces, b.efforts, b.drivers, b.total_multipliers, {}};
  m.residual(rest.trial().v, rest.trial().a, load, *b.mechanism, r);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(m.coordinates(), m.constraints() + cylinders);
  std::vector<double> one(m.constraints(), 0.0);
  for (int k = 0; k < m.constraints(); ++k) {
    std::fill(column.begin(), column.end(), 0.0);
    one[k] = 1.0;
    m.add_transposed(one, *b.mechanism, column);
    one[k] = 0.0;
    for (int i = 0; i < m.coordinates(); ++i) a(i, k) = column[i];
  }
  for (int g = 0; g < cylinders; ++g) {
    const GaugeView gauge = m.gauge(g, *b.mechanism);
    for (std::size_t i = 0; i < gauge.support.size(); ++i)
      a(gauge.support[i], m.constraints() + g) = -gauge.jacobian[i];
  }
  std::vector<NamedValue> forces;
  if (a.size() == 0) return forces;
  const VectorXd x = least_squares(a, -Eigen::Map<VectorXd>(r.data(), m.coordinates()));
  for (int g = 0; g < cylinders; ++g) forces.push_back({names[g], x[m.constraints() + g]});
  return forces;
}

}  // namespace bramah
