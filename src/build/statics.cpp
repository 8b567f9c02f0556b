// Static equilibrium: the pressures, neutral positions and coordinates that the file calls
// `static`, and the states of components and force elements that it leaves open, so that
// accelerations and net flows vanish (rest_equations.h). Everything else keeps its given value.
//
//   1. Newton's way from the guess; it keeps what need not change
//   2. else the machine's own way (rest_search.h), from the guess and from empty lines, and Newton's
//      for the last digits
//   3. oil that would be torn apart is held at the lowest pressure around, if a rest is left so
//   4. else the culprits (rest_culprits.h), where the machine itself would end
// Used while loading: it may allocate.
#include <algorithm>
#include <cmath>

#include "build/rest_culprits.h"
#include "build/rest_search.h"
#include "build/start_pose.h"
#include "core/text.h"

namespace bramah {

namespace {

constexpr double kThin = 1e4;      // [Pa] below: torn, or nearly
constexpr double kHeld = 1e-6;     // scaled imbalance of forces that counts as held
constexpr double kCreep = 1e-6;    // [1/s] of its size, a component's state
constexpr double kTrickle = 1e-8;  // [m³/s]

class Statics {
 public:
  Statics(const Machine& machine, State& state)
      : machine_(machine), state_(state), given_(state), rest_(machine, state) {}

  StaticsReport solve() {
    StaticsReport report;
    if (!rest_.coordinates().empty()) carry_pose();
    report.residual = balance(rest_);
    if (report.residual > RestEquations::kBalanced) report.residual = follow(report.residual);
    if (report.residual <= RestEquations::kBalanced) mend(report.residual);
    report.converged = report.residual <= RestEquations::kBalanced;
    list_solved(report);
    report.cylinder_forces = holding_forces(rest_);
    if (report.converged) return report;
    name_culprits(report);
    state_ = given_;
    if (std::ranges::all_of(report.problems,
                            [&](const RestProblem& p) { return is_given(p.name); }))
      keep_parts(report);
    return report;
  }

 private:
  // Pressures alone first, in the pose where the search begins: else what hangs would swing aside to take
  // its weight off a cylinder, and over the top.
  void carry_pose() {
    RestEquations still = posed();
    balance(still);
  }

  // The machine's own way, from the guess and from empty lines.
  double follow(double residual) {
    if (rest_.nothing_to_move()) return residual;
    const State newton = state_;
    for (const bool empty : {false, true}) {
      state_ = given_;
      if (empty)
        for (const int i : rest_.pressures()) pressure(i) = lowest_around();
      if (const Relaxed end = relax(rest_, true); end == Relaxed::lost || end == Relaxed::runaway)
        continue;
      const double left = balance(rest_);
      if (left <= RestEquations::kBalanced) return left;
    }
    state_ = newton;
    return residual;
  }

  // A volume whose pressure the file gives.
  bool is_given(int volume) const {
    return std::ranges::find(machine_.rest.states, volume) == machine_.rest.states.end();
  }
  bool is_given(const std::string& name) const {
    const std::vector<std::string>& volumes = machine_.plant.names.volumes;
    const auto found = std::ranges::find(volumes, name);
    return found != volumes.end() && is_given(static_cast<int>(found - volumes.begin()));
  }

  // A component between given pressures alone.
  bool is_given_around(const std::string& part) const {
    const Circuit& circuit = *machine_.plant.equations->parts().circuit;
    const std::vector<std::string>& parts = machine_.plant.names.parts;
    const auto found = std::ranges::find(parts, part);
    if (found == parts.end()) return false;
    const auto& nodes = circuit.parts().parts[std::size_t(found - parts.begin())].nodes;
    return std::ranges::all_of(
        nodes, [&](int n) { return n < 0 || n >= circuit.volumes() || is_given(n); });
  }

  // Components that have no rest beside what is given, as a pump beside the pressure of its line: all
  // else rests while they begin as the catalogue says.
  void keep_parts(StaticsReport& report) {
    if (machine_.rest.part_states.empty()) return;
    rest_.hold_parts();
    const double left = balance(rest_);
    if (left > RestEquations::kBalanced) {
      state_ = given_;
      return;
    }
    std::string moving;
    for (const int i : machine_.rest.part_states) {
      if (std::abs(rest_.state_rate(i)) <= kCreep * rest_.equations().parts().state_scales[i])
        continue;
      const std::string& name = machine_.plant.names.states[i];
      if (!is_given_around(name.substr(0, name.rfind('.')))) {
        state_ = given_;
        return;
      }
      moving += (moving.empty() ? "" : ", ") + name;
    }
    report = {};
    report.converged = true;
    report.residual = left;
    report.message = "not at rest, since the pressures given beside it do not allow it: " + moving;
    list_solved(report);
    report.cylinder_forces = holding_forces(rest_);
  }

  // A shut chamber may share its load with the other one in many ways; not with torn oil.
  void mend(double& residual) {
    const State found = state_;
    for (std::size_t pass = 0; pass < machine_.rest.states.size(); ++pass) {
      const auto thin =
          std::ranges::find_if(rest_.pressures(), [&](int i) { return pressure(i) < kThin; });
      if (thin == rest_.pressures().end()) return;
      pressure(*thin) = lowest_around();
      rest_.hold_pressure(*thin);
      const double left = balance(rest_);
      if (left > RestEquations::kBalanced) {
        state_ = found;
        return;
      }
      residual = left;
    }
  }

  double& pressure(int volume) { return machine_.plant.layout.y.in(state_.values())[volume]; }

  // Of the fixed pressures; atmospheric if there are none.
  double lowest_around() {
    rest_.imbalance(rest_.unknowns());
    const Circuit& circuit = *rest_.equations().parts().circuit;
    double lowest = INFINITY;
    for (std::size_t k = 0; k < circuit.parts().fixed.size(); ++k)
      if (!circuit.parts().fixed[k].shaft)
        lowest = std::min(lowest,
                          rest_.buffers().circuit.pressure[std::size_t(circuit.state_nodes()) + k]);
    return std::isfinite(lowest) ? std::max(lowest, kThin) : Fluid::kAtmosphere;
  }

  void list_solved(StaticsReport& report) {
    const auto x = state_.values();
    const Plant& plant = machine_.plant;
    const Mechanism& mechanism = *plant.equations->parts().mechanism;
    for (const int i : machine_.rest.states)
      report.solved.push_back({plant.names.volumes[i] + ".p", plant.layout.y.in(x)[i]});
    for (const int i : machine_.rest.tunables)
      report.solved.push_back({plant.names.tunables[i], plant.layout.tunables.in(x)[i]});
    for (const int i : rest_.coordinates())
      report.solved.push_back(
          {plant.names.coordinates[i] + (mechanism.angular(i) ? ".angle" : ".position"),
           plant.layout.q.in(x)[i]});
    for (const int i : rest_.states())
      report.solved.push_back({plant.names.states[i], plant.layout.y.in(x)[i]});
  }

  // Forces that cannot be balanced at all come first; then the oil, where the machine would end.
  void name_culprits(StaticsReport& report) {
    const auto take = [&](std::vector<RestProblem> found) {
      report.problems.insert(report.problems.end(), found.begin(), found.end());
    };
    const State newton = state_;
    const bool held = can_hold();
    if (!held) take(open_loops(rest_));
    if (!held && report.problems.empty()) take(unheld_joints(rest_));
    state_ = given_;
    Relaxed end = rest_.nothing_to_move() ? Relaxed::rest : relax(rest_, held);
    if (end == Relaxed::lost) end = relax(rest_, held);
    if (held && (end == Relaxed::lost || end == Relaxed::runaway))
      take(under_load());
    else
      take(unbalanced_volumes(rest_));
    if (report.problems.empty()) take(unsettled_parts(rest_));
    if (report.problems.empty() && held && !rest_.shafts().empty()) {
      state_ = given_;
      balance_rows(rest_, 0, rest_.forces() + rest_.gaps());
      take(unheld_shafts(rest_));
    }
    if (report.problems.empty()) {
      state_ = newton;
      take(unheld_joints(rest_));
      take(open_loops(rest_));
      take(unsettled_parts(rest_));
    }
    for (const RestProblem& problem : report.problems)
      report.message += (report.message.empty() ? "" : "\n") + problem.text;
  }

  // Volumes that fill or empty while the chambers have the pressures that the load needs: where the
  // machine itself would run away. Chambers that are open to others take theirs, and shut ones carry
  // the load; if that cannot be, all do.
  std::vector<RestProblem> under_load() {
    state_ = given_;
    RestEquations oil = posed();
    if (!oil.nothing_to_move()) relax(oil, false);
    const State relaxed = state_;
    RestEquations shut = posed(), any = posed();
    for (const int i : chambers())
      if (open(oil, i)) shut.hold_pressure(i);
    if (carry(shut) > kHeld) state_ = relaxed, carry(any);
    for (const int i : chambers()) oil.hold_pressure(i);
    if (!oil.nothing_to_move()) relax(oil, false);
    return unbalanced_volumes(oil);
  }

  RestEquations posed() {
    RestEquations out(machine_, state_);
    out.hold_pose();
    return out;
  }

  // Pressures that balance the forces, none of them of torn oil if that can be.
  double carry(RestEquations& rest) {
    const int mechanics = rest.forces() + rest.gaps();
    double left = balance_rows(rest, 0, mechanics);
    for (const int i : chambers())
      if (pressure(i) < kThin) {
        pressure(i) = lowest_around();
        rest.hold_pressure(i);
        left = balance_rows(rest, 0, mechanics);
      }
    return left;
  }

  // Chambers of cylinders whose pressures are unknowns.
  std::vector<int> chambers() const {
    const Circuit& circuit = *machine_.plant.equations->parts().circuit;
    std::vector<int> out;
    for (const int i : machine_.rest.states)
      if (circuit.chamber(i).cylinder >= 0) out.push_back(i);
    return out;
  }

  // Whether a bar more in a volume moves oil.
  bool open(RestEquations& rest, int volume) {
    const auto flow = [&] {
      rest.imbalance(rest.unknowns());
      return rest.buffers().circuit.flow[static_cast<std::size_t>(volume)];
    };
    const double before = flow();
    pressure(volume) += 1e5;
    const double after = flow();
    pressure(volume) -= 1e5;
    return std::abs(after - before) > kTrickle;
  }

  // Whether forces alone could be balanced: in the given pose, where pressures act in proportion, or
  // in another.
  bool can_hold() {
    const int mechanics = rest_.forces() + rest_.gaps();
    state_ = given_;
    RestEquations still = posed();
    if (mechanics == 0 || balance_rows(still, 0, mechanics) < kHeld) return true;
    state_ = given_;
    return balance_rows(rest_, 0, mechanics) < kHeld;
  }

  const Machine& machine_;
  State& state_;
  const State given_;
  RestEquations rest_;
};

}  // namespace

StaticsReport solve_statics(const Machine& machine, State& state) {
  return Statics(machine, state).solve();
}

}  // namespace bramah
