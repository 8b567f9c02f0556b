// What a running machine is asked for: where its bodies are, and to go on with other parameters.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "machine/surrogate_run.h"

namespace bramah {

void Model::body_poses(const State& state, Workspace& work, std::span<double> poses) const {
  using Eigen::Vector3d;
  const Snapshot shot = take_snapshot(*machine_, state, work.scratch());
  const Mechanism& mechanism = *machine_->equations->parts().mechanism;
  const auto point = [&](int k) {
    const auto p = mechanism.point_position(machine_->first_frame + k, *shot.buffers->mechanism);
    return Vector3d(p[0], p[1], p[2]);
  };
  for (std::size_t b = 0; b < machine_->scene.bodies.size(); ++b) {
    const int first = 3 * static_cast<int>(b);
    const Vector3d origin = point(first);
    const Vector3d x = (point(first + 1) - origin).normalized();
    const Vector3d z = x.cross(point(first + 2) - origin).normalized();
    Eigen::Matrix3d frame;
    frame << x, z.cross(x), z;
    const Eigen::Quaterniond turn(frame);
    const double values[] = {origin.x(), origin.y(), origin.z(), turn.w(),
                             turn.x(),   turn.y(),   turn.z()};
    std::copy(std::begin(values), std::end(values), poses.begin() + 7 * b);
  }
}

namespace {

// Whether the delay lines of one mean the same in the other.
bool same_lines(const Surrogate& a, const Surrogate& b) {
  const auto same = [](const SurrogateChannel& x, const SurrogateChannel& y) {
    return x.name == y.name && x.lower == y.lower && x.upper == y.upper;
  };
  const NarxDelays &c = a.delays, &d = b.delays;
  return a.sample_time == b.sample_time && c.input_first == d.input_first &&
         c.input_last == d.input_last && c.outputs == d.outputs && c.errors == d.errors &&
         std::ranges::equal(a.inputs, b.inputs, same) &&
         std::ranges::equal(a.outputs, b.outputs, same);
}

// Why a state of one machine means nothing in another; empty: it does.
std::string difference(const Machine& a, const Machine& b) {
  const auto same = [](const auto& x, const auto& y) { return x == y; };
  if (a.method != b.method || a.solver.coupling != b.solver.coupling ||
      a.solver.oil != b.solver.oil || a.solver.amounts != b.solver.amounts)
    return "they are solved by different methods";
  if (!same(a.state_names, b.state_names)) return "they do not have the same volumes and parts";
  if (!same(a.coordinate_names, b.coordinate_names)) return "they do not have the same joints";
  if (!same(a.input_names, b.input_names)) return "they do not have the same inputs";
  if (!same(a.signal_names, b.signal_names)) return "they do not have the same signals";
  if (!same(a.tunable_names, b.tunable_names)) return "they do not have the same valves";
  if (a.layout.size != b.layout.size) return "their states are not as long";
  const auto &network = a.equations->parts().surrogate, &other = b.equations->parts().surrogate;
  if (network && other && !same_lines(network->surrogate(), other->surrogate()))
    return "their networks do not have the same channels, scales and delays";
  return {};
}

double oil_in(const Machine& m, const Snapshot& s) {
  return m.equations->parts().circuit->oil(m.layout.y.in(s.state), s.buffers->strokes,
                                           s.buffers->circuit);
}

}  // namespace

State Model::adopt(const Model& other, const State& state, Workspace& work) const {
  const Machine &to = *machine_, &from = other.machine();
  if (const std::string why = difference(from, to); !why.empty())
    throw InputError(concat("the state of \"", from.name, "\" cannot go on in \"", to.name,
                            "\": ", why, "; start the machine anew with these values"));
  Workspace old(other);
  const Snapshot before = take_snapshot(from, state, old.scratch());
  State adopted = state;
  const auto x = adopted.values();
  x[State::kStepSize] = to.solver.step;
  if (to.solver.step != state.step_size())
    x[State::kTick] = std::round(state.time() / to.solver.step);
  const double t = adopted.time();
  if (!refresh_rates(to, x, t, t + 0.5 * adopted.step_size(), work.scratch()))
    throw InputError(concat("\"", to.name,
                            "\" cannot go on from here with these values: its "
                            "accelerations cannot be solved"));
  if (const Running now = running(to, x, work.scratch()); now.machine != &to) {
    std::copy_n(x.begin(), State::kHeader, now.x.begin());
    refresh_rates(*now.machine, now.x, t, t + 0.5 * adopted.step_size(), *now.work);
  }
  // The books go on: what the change itself brings or takes is no error of the solution.
  const Snapshot after = take_snapshot(to, adopted, work.scratch());
  to.layout.start_energy.in(x)[0] += after.residual - before.residual;
  to.layout.start_energy.in(x)[1] += oil_in(to, after) - oil_in(from, before);
  return adopted;
}

}  // namespace bramah
