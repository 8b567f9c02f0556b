// The interface model against systems whose effective mass is known, and against M^-1.
#include "coupling/cosimulation/interface_model.h"

#include <bramah/model.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "coupling/plant.h"

namespace bramah {
namespace {

struct Found {
  InterfaceModel model{0};
  std::vector<double> lengths;  // s'' of the machine itself
  std::vector<double> forces;   // of its cylinders
};

// At the machine's start, moved by `shift` (q) and `speed` (v).
Found find(const Model& m, std::vector<double> shift = {}, std::vector<double> speed = {}) {
  const Plant& machine = m.plant();
  const MachineEquations& eq = *machine.equations;
  const auto scratch = machine.dynamics->make_scratch();
  MachineEquations::Buffers& b = MachineEquations::buffers(*scratch);
  State state = m.initial_state();
  const Layout& x = machine.layout;
  const auto values = state.values();
  eq.set_surroundings(
      {x.charts.in(values), x.tunables.in(values), x.samples.in(values), x.inputs.in(values)}, b);
  eq.set_time(0.0, 1e-6, b);
  Trial trial(eq.coordinates(), eq.states(), eq.constraints());
  std::ranges::copy(x.q.in(values), trial.q.begin());
  std::ranges::copy(x.y.in(values), trial.y.begin());
  for (std::size_t i = 0; i < shift.size(); ++i) trial.q[i] += shift[i];
  for (std::size_t i = 0; i < speed.size(); ++i) trial.v[i] = speed[i];
  Found out;
  EXPECT_TRUE(eq.rates(trial, true, b));
  eq.parts().mechanism->second_derivatives(trial.v, *b.mechanism);
  for (int c = 0; c < eq.parts().circuit->cylinders(); ++c) {
    const GaugeView gauge = eq.parts().mechanism->gauge(c, *b.mechanism);
    double sum = 0.0;
    for (std::size_t i = 0; i < gauge.support.size(); ++i)
      sum +=
          gauge.jacobian[i] * trial.a[gauge.support[i]] + gauge.by_q[i] * trial.v[gauge.support[i]];
    out.lengths.push_back(sum);
    out.forces.push_back(b.forces[c].value);
  }
  out.model = InterfaceModel(static_cast<int>(machine.names.cylinders.size()));
  EXPECT_TRUE(find_interface_model(eq, trial, b, out.model));
  return out;
}

Model machine(const std::string& file, const std::string& method = "") {
  LoadOptions o;
  o.method = method;
  return load(BRAMAH_SOURCE_DIR "/models/" + file + ".yaml", o);
}

// A load of 700 kg on a rail, pushed along it by one cylinder and across 60 deg by another.
std::string rail(const std::string& more) {
  return "bramah: 1\nname: rail\nmechanism: planar\ngravity: \"[0, -9.81] m/s2\"\n"
         "ground: {points: {A: [-1 m, 0 m], C: [-0.5 m, -0.8660254037844386 m]}}\n"
         "bodies:\n  load: {mass: 700 kg, inertia: 1 kg m2}\n"
         "joints:\n  slide: {type: prismatic, between: [ground.origin, load.origin], axis: [1, "
         "0]}\n"
         "fluid: {density: 850 kg/m3, bulk: 1500 MPa}\n"
         "cylinders:\n"
         "  push: {from: ground.A, to: load.origin, bore: 50 mm, rod: 30 mm, closed: 0.8 m,\n"
         "         stroke: 0.6 m, start_A: 1 MPa, start_B: 1 MPa}\n" +
         more + "solver: {step: 1 ms, until: 1 s}\n";
}

TEST(InterfaceModel, OfALoadOnARailIsItsMass) {
  const Found one = find(load_text(rail(""), "rail.yaml"));
  EXPECT_NEAR(one.model.mobility[0], 1.0 / 700.0, 1e-15);
  EXPECT_NEAR(one.model.free[0], 0.0, 1e-12);
  EXPECT_NEAR(one.model.root[0] * one.model.root[0], 1.0 / 700.0, 1e-15);
}

// Two cylinders on one freedom: the mobility has rank one, Meff does not exist.
TEST(InterfaceModel, OfCylindersThatDependOnEachOther) {
  const Found two = find(load_text(
      rail("  across: {from: ground.C, to: load.origin, bore: 50 mm, rod: 30 mm, closed: 0.8 m,\n"
           "           stroke: 0.6 m, start_A: 1 MPa, start_B: 1 MPa}\n"),
      "rail.yaml"));
  const auto& y = two.model.mobility;
  const double c = 0.5;  // cos 60 deg
  EXPECT_NEAR(y[0], 1.0 / 700.0, 1e-14);
  EXPECT_NEAR(y[1], c / 700.0, 1e-14);
  EXPECT_NEAR(y[2], c / 700.0, 1e-14);
  EXPECT_NEAR(y[3], c * c / 700.0, 1e-14);
  const auto& l = two.model.root;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k)
      EXPECT_NEAR(l[2 * i] * l[2 * k] + l[2 * i + 1] * l[2 * k + 1], y[2 * i + k], 1e-13);
  EXPECT_EQ(l[3], 0.0);  // no second freedom
}

// Eq. 13 with the mass matrix of the paper's crane by hand: theta1 and theta2 absolute.
TEST(InterfaceModel, OfTheDoubleCraneCouplesBothCylinders) {
  const Found found = find(machine("crane_double_cosim"), {0.2, 0.3});
  const double th1 = M_PI / 6.0 + 0.2, th2 = 1.5 * M_PI + 0.5, L = 1.0, Lh = 0.5;
  Eigen::Matrix2d mass;
  mass << (200.0 / 3.0 + 250.0 + 100.0) * L * L, 100.0 * L * Lh * std::cos(th1 - th2),
      100.0 * L * Lh * std::cos(th1 - th2), 100.0 * Lh * Lh;
  const Eigen::Vector2d e1(std::cos(th1), std::sin(th1)), n1(-e1.y(), e1.x());
  const Eigen::Vector2d e2(std::cos(th2), std::sin(th2)), n2(-e2.y(), e2.x());
  const Eigen::Vector2d p = 0.5 * L * e1, s1 = p - Eigen::Vector2d(std::sqrt(3.0) / 2.0, 0.0);
  const Eigen::Vector2d s2 = L * e1 + 0.5 * Lh * e2 - p;  // from P to the middle of link 2
  Eigen::Matrix2d a;                                      // ds/dtheta
  a << s1.normalized().dot(0.5 * L * n1), 0.0, s2.normalized().dot(0.5 * L * n1),
      s2.normalized().dot(0.5 * Lh * n2);
  const Eigen::Matrix2d y = a * mass.inverse() * a.transpose();
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k)
      EXPECT_NEAR(found.model.mobility[2 * i + k], y(i, k), 1e-10 * y.norm()) << i << k;
  EXPECT_GT(std::abs(y(0, 1)), 0.1 * std::min(y(0, 0), y(1, 1)));  // they are coupled
}

// Natural coordinates have a singular mass matrix (naya2011 eq. 33) and constraints; the model is
// that of joint coordinates all the same.
TEST(InterfaceModel, IsTheSameWithASingularMassMatrix) {
  for (const char* file : {"naya_rod", "crane_double_cosim", "four_bar_smooth"}) {
    const Found joint = find(machine(file)), natural = find(machine(file, "ali3p"));
    for (std::size_t k = 0; k < joint.model.mobility.size(); ++k)
      EXPECT_NEAR(natural.model.mobility[k], joint.model.mobility[k],
                  1e-8 * std::abs(joint.model.mobility[0]))
          << file;
    for (std::size_t k = 0; k < joint.model.free.size(); ++k)
      EXPECT_NEAR(natural.model.free[k], joint.model.free[k], 1e-7) << file;
  }
}

// s'' = w0 + Y F is the motion of the machine itself, with velocities and all forces.
TEST(InterfaceModel, MovesAsTheMachineDoes) {
  const Found found = find(machine("crane_double_cosim"), {0.1, -0.2}, {0.4, -0.7});
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(found.model.free[i] + found.model.mobility[2 * i] * found.forces[0] +
                    found.model.mobility[2 * i + 1] * found.forces[1],
                found.lengths[i], 1e-9 * std::abs(found.lengths[i]));
}

}  // namespace
}  // namespace bramah
