#include "multibody/forces/force_set.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bramah/model.h"
#include "constraints/formulation.h"
#include "force_elements.h"

namespace bramah {
namespace {

constexpr const char* kPlane = R"(bramah: 1
name: Two links with elements
ground: {points: {P: [0.3 m, -0.4 m]}}
bodies:
  a: {mass: 2 kg, com: [0.25 m, 0 m], shape: {rod: 0.5 m}, points: {tip: [0.5 m, 0 m]}}
  b: {mass: 1 kg, com: [0.2 m, 0 m], shape: {rod: 0.4 m}, points: {tip: [0.4 m, 0 m]}}
joints:
  z1: {type: revolute, between: [ground, a], start: -20 deg}
  z2: {type: revolute, between: [a.tip, b.origin], start: -30 deg, spring: {stiffness: 8 N m/rad, rest: 10 deg}, damping: 0.1 N m s/rad}
springs:
  tie: {from: ground.P, to: a.tip, stiffness: 200 N/m, damping: 3 N s/m, rest: 0.3 m}
elements:
  mount: {type: maxwell, from: ground.P, to: b.tip, stiffness: 800 N/m, damping: 90 N s/m, rest: 0.5 m}
  field: {type: eddy, at: b.tip, strength: 15 N/m, lag: 80 ms}
  buffer: {type: stop, joint: z2, at: -25 deg, stiffness: 400 N m/rad, damping: 0.1 s/rad}
solver: {step: 1 ms, until: 1 s}
)";
constexpr const char* kSpace = R"(bramah: 1
name: A body on a ball with elements
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
ground: {points: {P: [0.3 m, 0.2 m, -0.6 m]}}
bodies:
  a: {mass: 2 kg, com: [0.25 m, 0 m, 0 m], inertia: "[0.02, 0.05, 0.06] kg m2", points: {tip: [0.5 m, 0 m, 0 m]}}
  b: {mass: 1 kg, com: [0.2 m, 0 m, 0 m], inertia: "[0.01, 0.02, 0.02] kg m2", points: {tip: [0.4 m, 0.1 m, 0 m]}}
joints:
  ball: {type: spherical, between: [ground, a]}
  z2: {type: revolute, between: [a.tip, b.origin], axis: [0, 1, 1], start: -30 deg, spring: {stiffness: 8 N m/rad, rest: 10 deg}, damping: 0.1 N m s/rad}
springs:
  tie: {from: ground.P, to: a.tip, stiffness: 200 N/m, damping: 3 N s/m, rest: 0.3 m}
elements:
  mount: {type: maxwell, from: ground.P, to: b.tip, stiffness: 800 N/m, damping: 90 N s/m, rest: 0.5 m}
  field: {type: eddy, at: b.tip, strength: 15 N/m, lag: 80 ms}
  buffer: {type: stop, joint: z2, at: -25 deg, stiffness: 400 N m/rad, damping: 0.1 s/rad}
solver: {step: 1 ms, until: 1 s}
)";

Model load_elements(const char* text, const char* method, const char* penalty = "1e6") {
  LoadOptions options = with_elements();
  options.method = method;
  options.set = {std::string("solver.penalty=") + penalty};
  return load_text(text, "m.yaml", options);
}

// Every element of the library, and those above. Measures of a body are axes, not any numbers: those
// elements are in touch_test.cpp.
TEST(ForceElements, SlopesMatchDifferences) {
  std::vector<const ForceInfo*> all(force_catalogue().begin(), force_catalogue().end());
  all.push_back(&kEddy);
  Random random(81);
  for (const ForceInfo* info : all) {
    SCOPED_TRACE(info->type);
    using Acts = ForceInfo::Acts;
    if (info->acts == Acts::body || info->acts == Acts::bodies) continue;
    std::vector<double> parameters;
    for (const ForceInfo::Parameter& p : info->parameters)
      parameters.push_back(random(std::max(0.5, p.least), std::min(2.0, p.most)));
    const auto element = info->made(parameters, {0.6, 0.0, 0.8});
    const int in = element->shape().in(), out = element->shape().out();
    for (int n = 0; n < 20; ++n) {
      Eigen::VectorXd x(in);
      for (double& value : x) value = random(-1.0, 1.0);
      std::vector<double> f(static_cast<std::size_t>(out));
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> slopes(out, in);
      element->linearise(x.data(), element->mode(x.data()), f.data(), slopes.data());
      const auto values = [&](const Eigen::VectorXd& at) {
        Eigen::VectorXd r(out);
        element->evaluate(at.data(), element->mode(x.data()), r.data());
        return r;
      };
      for (int k = 0; k < out; ++k)
        EXPECT_NEAR(f[static_cast<std::size_t>(k)], values(x)[k],
                    1e-9 * (1.0 + std::abs(values(x)[k])));
      expect_jacobian_near(values, x, slopes);
      // d(stored)/dt along the motion that x and f describe.
      const int m = element->shape().measures;
      Eigen::VectorXd rate = Eigen::VectorXd::Zero(in);
      rate.head(m) = x.segment(m, m);
      for (int k = 2 * m; k < in; ++k) rate[k] = f[static_cast<std::size_t>(k - m)];
      expect_slope_near(
          [&](double t) { return element->stored(Eigen::VectorXd(x + t * rate).data()); }, 0.0,
          element->stored_rate(x.data(), f.data()), {.scale = 0.1});
    }
  }
}

TEST(ForceElements, TangentOfTheMachineIsTheSlopeOfItsResidual) {
  for (const char* text : {kPlane, kSpace})
    for (const char* method : {"semirecursive", "ali3p", "ali1", "double_step"}) {
      SCOPED_TRACE(method);
      MachineStates states(load_elements(text, method, "1e-3"));
      ASSERT_EQ(states.dynamics().states(), 3);
      expect_tangent_is_slope(states, 5);
    }
}

// One curve per channel.
std::vector<std::vector<double>> run(const Model& model, const std::vector<std::string>& channels) {
  State state = model.initial_state();
  Workspace work(model);
  std::vector<double> values(model.channels().size());
  std::vector<std::vector<double>> out(channels.size());
  while (state.time() < model.until() - 1e-9) {
    EXPECT_TRUE(step(model, state, work, {}).converged);
    model.observe(state, work, values);
    for (std::size_t k = 0; k < channels.size(); ++k)
      out[k].push_back(values.at(static_cast<std::size_t>(model.find_channel(channels[k]))));
  }
  return out;
}
std::vector<double> run(const Model& model, const char* channel) {
  return run(model, std::vector<std::string>{channel}).front();
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) worst = std::max(worst, std::abs(a[k] - b[k]));
  return worst;
}

// One evaluation serves both choices of coordinates: what differs is the rule's error, which falls
// with h². It is not small by itself: the body on the ball turns with 60 rad/s.
TEST(ForceElements, JointAndNaturalCoordinatesAgree) {
  for (const char* text : {kPlane, kSpace}) {
    const std::vector<std::string> channels{"mount.creep", "field.u", "field.fy", "buffer.force",
                                            "z2.angle"};
    const auto difference = [&](double h) {
      std::vector<std::vector<double>> of[2];
      for (const int natural : {0, 1}) {
        LoadOptions options = with_elements();
        options.method = natural ? "ali3p" : "semirecursive";
        options.step = h, options.until = 0.4;
        options.substeps = "off";
        of[natural] = run(load_text(text, "m.yaml", options), channels);
      }
      std::vector<double> out;
      for (std::size_t k = 0; k < channels.size(); ++k) {
        const std::vector<double> resting(of[0][k].size(), of[0][k][0]);
        out.push_back(apart(of[0][k], of[1][k]) / apart(of[0][k], resting));
      }
      return out;
    };
    const auto coarse = difference(1e-3), fine = difference(2.5e-4);
    for (std::size_t k = 0; k < channels.size(); ++k) {
      SCOPED_TRACE(channels[k]);
      EXPECT_LT(fine[k], 1e-3);
      EXPECT_GT(coarse[k] / fine[k], 12.0);
    }
  }
}

// A mount held at a length creeps: F = F0 exp(-k t/d), F0 = -k (s - rest).
TEST(ForceElements, MaxwellRelaxes) {
  const Model model = load_text(R"(bramah: 1
name: Held
bodies: {a: {mass: 1 kg, inertia: 1 kg m2}}
joints: {z: {type: prismatic, between: [ground, a], axis: [1, 0], driver: 0.6 m}}
elements: {mount: {type: maxwell, from: ground.origin, to: a.origin, stiffness: 1 kN/m, damping: 200 N s/m, rest: 0.5 m}}
solver: {step: 1 ms, until: 0.5 s}
)",
                                "held.yaml");
  const std::vector<double> force = run(model, "mount.force");
  for (std::size_t k = 0; k < force.size(); k += 50)  // O(h²), h k/d = 0.005
    EXPECT_NEAR(force[k], -100.0 * std::exp(-5.0 * 1e-3 * static_cast<double>(k + 1)), 1e-3);
}

// What a mount stores and loses is in the books: the residual is the rule's error, of second order.
TEST(ForceElements, EnergyIsAccountedFor) {
  std::string text = kPlane;
  for (const char* other : {"  field:", "  buffer:"})
    text.erase(text.find(other), text.find('\n', text.find(other)) - text.find(other) + 1);
  const auto worst = [&](double step) {
    LoadOptions options;
    options.step = step;
    options.substeps = "off";
    double out = 0.0;
    for (const double r : run(load_text(text, "m.yaml", options), "energy.residual"))
      out = std::max(out, std::abs(r));
    return out;
  };
  const double coarse = worst(2e-3), fine = worst(1e-3);
  EXPECT_LT(fine, 1e-3);
  EXPECT_GT(coarse / fine, 3.0);
}

// A state starts where the file says; else at rest with `initial: static`, where the mount has given
// way (creep = s - rest) and a coordinate hangs on what remains.
TEST(ForceElements, StatesStartAsGivenOrAtRest) {
  const auto start = [](const char* joint, const char* element, const char* more) {
    const Model model = load_text(
        std::string(R"(bramah: 1
name: Hanging
ground: {points: {P: [1.2 m, 0.3 m]}}
bodies: {a: {mass: 3 kg, com: [0.5 m, 0 m], shape: {rod: 1 m}, points: {tip: [1 m, 0 m]}}}
)") +
            "joints: {hinge: {type: revolute, between: [ground, a], start: " + joint + "}}\n" +
            "elements: {mount: {type: maxwell, from: ground.P, to: a.tip, "
            "stiffness: 100 N/m, damping: 20 N s/m, rest: 0.5 m" +
            element + "}}\nsolver: {until: 1 s}\n" + more,
        "m.yaml");
    State state = model.initial_state();
    Workspace work(model);
    std::vector<double> values(model.channels().size());
    model.observe(state, work, values);
    const auto read = [&](const char* name) {
      return values.at(static_cast<std::size_t>(model.find_channel(name)));
    };
    const double a = model.plant().layout.a.in(std::as_const(state).values())[0];
    return std::array{read("mount.creep"), read("mount.force"), read("hinge.angle"), a};
  };
  const double far = std::hypot(1.2, 1.3), half = 0.5 * M_PI;  // of the tip, hanging
  EXPECT_EQ(start("-90 deg", "", "")[0], 0.0);
  EXPECT_EQ(start("-90 deg", ", start_creep: 20 mm", "")[0], 0.02);
  EXPECT_NEAR(start("-90 deg", ", start_creep: 20 mm", "")[1], -100.0 * (far - 0.52), 1e-9);
  const auto rest = start("static", "", "initial: static\n");
  EXPECT_NEAR(std::abs(rest[2]), half, 1e-8);
  EXPECT_NEAR(rest[0], far - 0.5, 1e-8);
  EXPECT_NEAR(rest[1], 0.0, 1e-6);
  const auto kept = start("static", ", start_creep: 20 mm", "initial: static\n");  // pulls
  EXPECT_EQ(kept[0], 0.02);
  EXPECT_GT(kept[2], -half + 0.1);
  EXPECT_NEAR(kept[3], 0.0, 1e-6);
}

// Branches are part of a state: a copy goes on as the original does.
TEST(ForceElements, CopiedStatesGoOnAlike) {
  const Model model = load_elements(kPlane, "semirecursive");
  State state = model.initial_state();
  Workspace work(model);
  bool touched = false, free = false;
  for (int k = 0; k < 400; ++k) {
    ASSERT_TRUE(step(model, state, work, {}).converged);
    const auto contacts = model.plant().layout.contacts.in(std::as_const(state).values());
    ASSERT_EQ(contacts.size(), 3u);
    (contacts[2] != 0.0 ? touched : free) = true;
    if (k % 100 != 50) continue;
    State copy = state;
    Workspace fresh(model);
    State ahead = state;
    Workspace same(model);
    for (int n = 0; n < 20; ++n) {
      ASSERT_TRUE(step(model, copy, fresh, {}).converged);
      ASSERT_TRUE(step(model, ahead, same, {}).converged);
    }
    EXPECT_TRUE(copy == ahead);
  }
  EXPECT_TRUE(touched && free);
}

std::string problems_of(const std::string& text) {
  try {
    load_text(text, "m.yaml", with_elements());
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ForceElements, ErrorsSayWhatIsKnown) {
  const auto with = [](const std::string& what, const std::string& instead) {
    std::string text = kPlane;
    return text.replace(text.find(what), what.size(), instead);
  };
  EXPECT_EQ(
      problems_of(with("type: maxwell", "type: maxwel")),
      "m.yaml:13: element \"mount\": type: there is no force element \"maxwel\"; did you mean "
      "\"maxwell\"?");
  EXPECT_EQ(problems_of(with("joint: z2", "joint: z3")),
            "m.yaml:15: element \"buffer\" acts on a joint's coordinate; \"z3\" is none of this "
            "machine's that turns or slides freely; it has z1, z2");
  EXPECT_EQ(problems_of(with("rest: 0.5 m", "start_creep: 2 N")),
            "m.yaml:13: element \"mount\": start_creep: expected a length, e.g. 0 m; found 2 N (a "
            "force)");
}

}  // namespace
}  // namespace bramah
