// What a running machine is asked for: where its bodies are, and to go on with other parameters.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "coupling/surrogate/surrogate_stepper.h"
#include "machine/machine.h"

namespace bramah {

void Model::body_poses(const State& state, Workspace& work, std::span<double> poses) const {
  using Eigen::Vector3d;
  const Snapshot shot = take_snapshot(plant(), state, work.scratch(), Reads::motion);
  const Mechanism& mechanism = *machine_->plant.equations->parts().mechanism;
  const auto point = [&](int k) {
    const auto p =
        mechanism.point_position(machine_->picture.first_frame + k, *shot.buffers->mechanism);
    return Vector3d(p[0], p[1], p[2]);
  };
  for (std::size_t b = 0; b < machine_->picture.scene.bodies.size(); ++b) {
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
std::string difference(const Plant& a, const Plant& b) {
  const SolverSpec &s = a.solver, &r = b.solver;
  if (s.coordinates != r.coordinates || s.constraints != r.constraints ||
      s.coupling != r.coupling || s.oil != r.oil || s.amounts != r.amounts)
    return "they are solved by different methods";
  if (a.names.states != b.names.states) return "they do not have the same volumes and parts";
  if (a.names.coordinates != b.names.coordinates) return "they do not have the same joints";
  if (a.names.inputs != b.names.inputs) return "they do not have the same inputs";
  if (a.names.signals != b.names.signals) return "they do not have the same signals";
  if (a.names.tunables != b.names.tunables) return "they do not have the same valves";
  if (a.layout.size != b.layout.size) return "their states are not as long";
  return {};
}

// What a change of numbers cannot do to a machine that runs: its bodies stay where they are. Why they
// cannot; empty: they can.
std::string misfit(const Plant& from, const Snapshot& before, const Plant& to,
                   const Snapshot& after) {
  constexpr double kOpen = 1e-3;  // [m] of a loop, which the next steps close
  if (!(after.gaps.position <= before.gaps.position + kOpen))
    return concat("its loops would stand open by ", 1e3 * after.gaps.position, " mm");
  const auto past = [](const Plant& plant, const Snapshot& at, std::size_t c) {
    const double out = at.buffers->strokes[c].s - plant.reaches[c].closed;
    return std::max(-out, out - plant.reaches[c].stroke);
  };
  for (std::size_t c = 0; c < to.reaches.size(); ++c)
    if (!(past(to, after, c) <= std::max(past(from, before, c), kPinSlack)))
      return concat("the pins of cylinder ", to.names.cylinders[c], " would be ",
                    1e3 * after.buffers->strokes[c].s, " mm apart, but it reaches only from ",
                    1e3 * to.reaches[c].closed, " to ",
                    1e3 * (to.reaches[c].closed + to.reaches[c].stroke), " mm");
  return {};
}

double oil_in(const Plant& plant, const Snapshot& s) {
  return plant.equations->parts().circuit->oil(plant.layout.y.in(s.state), s.buffers->strokes,
                                               s.buffers->circuit);
}

}  // namespace

State Model::adopt(const Model& other, const State& state, Workspace& work) const {
  const Plant &to = plant(), &from = other.plant();
  const auto* network = dynamic_cast<const SurrogateStepper*>(&stepper());
  const auto* old_network = dynamic_cast<const SurrogateStepper*>(&other.stepper());
  std::string why = difference(from, to);
  if (why.empty() && network && old_network &&
      !same_lines(network->drive().surrogate(), old_network->drive().surrogate()))
    why = "their networks do not have the same channels, scales and delays";
  if (!why.empty())
    throw InputError(concat("the state of \"", other.name(), "\" cannot go on in \"", name(),
                            "\": ", why, "; start the machine anew with these values"));
  Workspace old(other);
  const Snapshot before = take_snapshot(from, state, old.scratch());
  State adopted = state;
  const auto x = adopted.values();
  x[State::kStepSize] = to.solver.step;
  if (to.solver.step != state.step_size())
    x[State::kTick] = std::round(state.time() / to.solver.step);
  if (!to.solver.amounts) {  // which are pressures only where the oil is not torn
    from.equations->parts().circuit->to_pressures(from.layout.y.in(x));
    to.equations->parts().circuit->to_states(to.layout.y.in(x));
  }
  why = misfit(from, before, to, take_snapshot(to, adopted, work.scratch()));
  if (!why.empty())
    throw InputError(concat("\"", name(), "\" cannot go on from here with these values: ", why,
                            "; start the machine anew with them"));
  const double t = adopted.time();
  if (!stepper().refresh(x, t, t + 0.5 * adopted.step_size(), work.scratch()))
    throw InputError(concat("\"", name(),
                            "\" cannot go on from here with these values: its "
                            "accelerations cannot be solved"));
  if (network) network->adopt(x, t, work.scratch());
  // The books go on: what the change itself brings or takes is no error of the solution.
  const Snapshot after = take_snapshot(to, adopted, work.scratch());
  to.layout.start_energy.in(x)[0] += after.residual - before.residual;
  to.layout.start_energy.in(x)[2] += after.shafts - before.shafts;
  to.layout.start_energy.in(x)[1] += oil_in(to, after) - oil_in(from, before);
  return adopted;
}

}  // namespace bramah
