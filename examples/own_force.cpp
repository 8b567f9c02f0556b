// A force element of one's own, made known by one line: friction of bristles in a hinge, with a state.
// A pendulum with it swings in joint coordinates and in natural ones; both must agree.
//
//   build/own_force
#include "bramah/forces.h"

#include <cmath>
#include <cstdio>
#include <vector>

#include "bramah/bramah.h"

namespace {

// Bristles of mean deflection z [Dahl 1968]: z' = w - sigma |w|/M z, torque -sigma z - damping w.
// |w| is smoothed within `speed`, so that slopes exist at rest.
struct Bristles {
  static constexpr bramah::ForceShape kShape{.measures = 1, .states = 1};
  double stiffness;  // sigma [N m/rad]
  double torque;     // M, at which they slip [N m]
  double damping;    // [N m s/rad]
  double speed;      // [rad/s]

  // x = [angle, its rate w, z], f = [torque on the hinge, z']
  template <class T>
  void equations(const T* x, T* f) const {
    using std::sqrt;
    const T &w = x[1], &z = x[2];
    const T size = sqrt(w * w + speed * speed) - speed;
    f[0] = -stiffness * z - damping * w;
    f[1] = w - stiffness / torque * size * z;
  }
  template <class T>
  T stored(const T* x) const {
    return 0.5 * stiffness * x[2] * x[2];
  }
};

const bramah::ForceInfo kBristles{
    .type = "bristles",
    .doc = "Dry friction of a hinge by elastic bristles.",
    .acts = bramah::ForceInfo::Acts::joint,
    .parameters = {{"stiffness", "N m/rad", "of the bristles"},
                   {"torque", "N m", "at which they slip"},
                   {"damping", "N m s/rad", "viscous", 0.0},
                   {"speed", "rad/s", "below which friction fades", 1e-3}},
    .states = {{"z", "rad", "mean deflection of the bristles"}},
    .make = [](std::span<const double> p) -> std::unique_ptr<const bramah::ForceElement> {
      return std::make_unique<bramah::ForceOf<Bristles>>(Bristles{p[0], p[1], p[2], p[3]});
    }};

constexpr const char* kPendulum = R"(bramah: 1
name: Pendulum with dry friction
bodies:
  rod: {mass: 10 kg, com: [0.5 m, 0 m], shape: {rod: 1 m}, points: {tip: [1 m, 0 m]}}
joints:
  hinge: {type: revolute, between: [ground.origin, rod.origin], start: -60 deg}
elements:
  friction: {type: bristles, joint: hinge, stiffness: 2e3 N m/rad, torque: 6 N m}
solver: {step: 1 ms, until: 5 s}
)";

struct Outcome {
  std::vector<double> angle;  // at each step [rad]
  double friction = 0.0, z = 0.0, residual = 0.0;
};

Outcome run(const char* method) {
  bramah::LoadOptions options;
  options.method = method;
  options.forces = {&kBristles};
  const bramah::Model model = bramah::load_text(kPendulum, "pendulum.yaml", options);
  bramah::State state = model.initial_state();
  bramah::Workspace work{model};
  std::vector<double> values(model.channels().size());
  const auto channel = [&](const char* name) {
    return values[static_cast<std::size_t>(model.find_channel(name))];
  };
  Outcome out;
  while (state.time() < model.until() - 1e-9) {
    if (!bramah::step(model, state, work, bramah::Inputs{}).converged) return out;
    model.observe(state, work, values);
    out.angle.push_back(channel("hinge.angle"));
    out.residual = std::max(out.residual, std::abs(channel("energy.residual")));
  }
  out.friction = channel("friction.force"), out.z = channel("friction.z");
  return out;
}

}  // namespace

int main() {
  const Outcome joint = run("semirecursive"), natural = run("ali3p");
  if (joint.angle.size() != 5000 || natural.angle.size() != 5000) {
    std::puts("a run failed");
    return 1;
  }
  double apart = 0.0;
  for (std::size_t k = 0; k < joint.angle.size(); ++k)
    apart = std::max(apart, std::abs(joint.angle[k] - natural.angle[k]));
  std::printf("after 5 s: %.6f rad, friction %.3f N m, bristles bent by %.3e rad\n",
              joint.angle.back(), joint.friction, joint.z);
  std::printf("joint and natural coordinates differ by at most %.1e rad\n", apart);
  std::printf("energy that the books miss: %.1e J\n", joint.residual);
  const bool held = std::abs(joint.friction + 2e3 * joint.z) < 1e-9;
  return apart < 1e-6 && joint.residual < 1e-2 && held ? 0 : 1;
}
