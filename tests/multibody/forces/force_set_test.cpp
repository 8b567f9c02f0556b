#include "multibody/forces/force_set.h"

#include <gtest/gtest.h>

#include <cmath>

#include "body_pose.h"
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

// Measures at random, and for what measures bodies, axes of bodies.
Eigen::VectorXd random_measures(const ForceInfo& info, const ForceElement& element, Some& some) {
  Eigen::VectorXd x(element.shape().in());
  for (double& value : x) value = some.random(-1.0, 1.0);
  const int bodies = info.acts == ForceInfo::Acts::body     ? 1
                     : info.acts == ForceInfo::Acts::bodies ? 2
                                                            : 0;
  for (int k = 0; k < bodies; ++k)
    place(some.vector(1.0), some.turn(), some.vector(1.0), some.vector(1.0), x.data() + 9 * k,
          x.data() + 9 * (bodies + k));
  return x;
}

// Slopes by differences of two steps agree; else there is a corner between.
template <class F>
bool smooth(F&& values, const Eigen::VectorXd& x, double step) {
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    const auto along = [&](double at) -> Eigen::VectorXd {
      Eigen::VectorXd moved = x;
      moved[k] = at;
      return values(moved);
    };
    const Eigen::VectorXd wide = central_difference(along, x[k], step);
    const Eigen::VectorXd narrow = central_difference(along, x[k], 0.5 * step);
    if ((wide - narrow).lpNorm<Eigen::Infinity>() > 1e-7 * (1.0 + wide.lpNorm<Eigen::Infinity>()))
      return false;
  }
  return true;
}

// Every element of the library, and those above, at 100 random states each.
TEST(ForceElements, SlopesMatchDifferences) {
  std::vector<const ForceInfo*> all(force_catalogue().begin(), force_catalogue().end());
  all.push_back(&kEddy);
  Some some{Random(81)};
  for (const ForceInfo* info : all) {
    SCOPED_TRACE(info->type);
    int pushes = 0, corners = 0;
    for (int n = 0; n < 100; ++n) {
      std::vector<double> parameters;
      for (const ForceInfo::Parameter& p : info->parameters)
        parameters.push_back(
            some.random(std::max(0.5, p.least), std::max(0.6, std::min(2.0, p.most))));
      const auto element = info->made(parameters, {.up = {0.6, 0.0, 0.8}});
      const int in = element->shape().in(), out = element->shape().out();
      const Eigen::VectorXd x = random_measures(*info, *element, some);
      std::vector<double> f(static_cast<std::size_t>(out));
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> slopes(out, in);
      element->linearise(x.data(), element->mode(x.data()), f.data(), slopes.data());
      const auto values = [&](const Eigen::VectorXd& at) {
        Eigen::VectorXd r(out);
        element->evaluate(at.data(), element->mode(x.data()), r.data());
        return r;
      };
      const int m = element->shape().measures;
      pushes += values(x).head(m).norm() > 0.0 ? 1 : 0;
      for (int k = 0; k < out; ++k)
        EXPECT_NEAR(f[static_cast<std::size_t>(k)], values(x)[k],
                    1e-9 * (1.0 + std::abs(values(x)[k])));
      if (!smooth(values, x, 2e-4)) {
        ++corners;
        continue;
      }
      expect_jacobian_near(values, x, slopes, {.tolerance = 1e-6});
      // d(stored)/dt along the motion that x and f describe.
      Eigen::VectorXd rate = Eigen::VectorXd::Zero(in);
      rate.head(m) = x.segment(m, m);
      for (int k = 2 * m; k < in; ++k) rate[k] = f[static_cast<std::size_t>(k - m)];
      expect_slope_near(
          [&](double t) { return element->stored(Eigen::VectorXd(x + t * rate).data()); }, 0.0,
          element->stored_rate(x.data(), f.data()), {.scale = 0.01, .tolerance = 1e-6});
    }
    EXPECT_GE(pushes, 10);
    EXPECT_LE(corners, 5);
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

// A machine with one element of the type, its keys with these values.
std::string with_element(const ForceInfo& info, const std::vector<double>& values) {
  using Acts = ForceInfo::Acts;
  const char* place = info.acts == Acts::joint     ? "joint: z"
                      : info.acts == Acts::path    ? "over: [ground, b.tip]"
                      : info.acts == Acts::between ? "from: ground, to: b.tip"
                      : info.acts == Acts::bodies  ? "at: b.tip, against: c.tip"
                                                   : "at: b.tip";
  std::string text = R"(bramah: 1
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  b: {mass: 2 kg, inertia: "[1, 1, 1] kg m2", points: {tip: [0.5 m, 0 m, 0 m]}}
  c: {mass: 2 kg, inertia: "[1, 1, 1] kg m2", points: {tip: [0.5 m, 0 m, 0 m]}}
joints:
  z: {type: revolute, between: [ground, b], axis: [0, 1, 0], start: 0 deg}
  y: {type: revolute, between: [ground, c], axis: [0, 1, 0], start: 0 deg}
elements:
  it: {type: )" + info.type +
                     ", " + place;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const ForceInfo::Parameter& p = info.parameters[k];
    if (std::isfinite(values[k]))
      text +=
          ", " + p.name + ": " + std::to_string(values[k]) + (p.unit == "1" ? "" : " " + p.unit);
  }
  return text + "}\nsolver: {until: 1 s}\n";
}

// What no ground, rope, tyre or blade can be is refused, every key with its line, all at once.
TEST(ForceElements, AbsurdValuesAreRefusedAllAtOnce) {
  std::vector<std::string> without;  // keys that may be anything
  for (const ForceInfo* info : force_catalogue())
    for (const bool low : {true, false}) {
      SCOPED_TRACE(info->type + (low ? ", too small" : ", too large"));
      std::vector<double> values;
      std::vector<std::string> expected;
      for (const ForceInfo::Parameter& p : info->parameters) {
        const double end = low ? p.least : p.most;
        // No length of a machine is beyond 100 km, whatever it is.
        const bool bound = std::isfinite(end) && !(p.unit == "m" && std::abs(end) > 1e5);
        double value = low ? std::min(-1.0, end - 1.0) : 2.0 * end + 1.0;
        if (!bound) value = std::isfinite(p.fallback) ? NAN : 1.0;
        if (bound)
          expected.push_back("m.yaml:11: element \"it\": " + p.name + ": expected ");
        else if (low)
          without.push_back(info->type + "." + p.name);
        values.push_back(value);
      }
      if (expected.empty()) continue;
      const std::string found = problems_of(with_element(*info, values));
      for (const std::string& one : expected)
        EXPECT_NE(found.find(one), std::string::npos) << one << "\n" << found;
      EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(found, '\n')) + 1, expected.size())
          << found;
    }
  // Heights and lengths of either sign; nothing that has a stiffness.
  for (const std::string& key : without)
    EXPECT_TRUE(key.ends_with("height") || key.ends_with("rest") || key.ends_with("radius") ||
                key.ends_with("uphill"))
        << key;
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
