// The machine of examples/own_machine.cpp, made in C++, against the same one written as a file: the same
// channels and, step by step, the same bits.
#include <gtest/gtest.h>

#include "bramah/description.h"

// The example is one file with a main() of its own; here only its description is wanted.
#define main own_machine_program
#include "../../examples/own_machine.cpp"
#undef main

namespace bramah {
namespace {

constexpr const char* kTipper = R"(bramah: 1
name: Tipper
ground: {points: {foot: [1.2 m, -0.3 m]}}
bodies:
  bed: {mass: 800 kg, com: [1.5 m, 0.2 m], inertia: 600 kg m2, points: {lug: [1.6 m, 0 m]}}
joints:
  hinge: {type: revolute, between: [ground.origin, bed.origin], start: 0.0875 rad}
fluid: {preset: hlp46}
sources:
  tank: {pressure: 1e5 Pa}
  engine: {speed: 150 rad/s}
volumes:
  line: {volume: 1e-3 m3, start: 4e6 Pa}
components:
  pump: {type: fixed_pump, S: tank, P: line, shaft: engine, displacement: 2.5e-6 m3/rad, leakage: 1e-12 m3/s/Pa}
  relief: {type: relief_valve, P: line, T: tank, cracking: 1.8e7 Pa, flow: 1e-3 m3/s}
valves:
  valve: {type: 4/3, P: line, T: tank, A: lift.A, B: lift.B, nominal: {flow: 4e-4 m3/s, drop: 3.5e6 Pa},
          spool: {bandwidth: 20 Hz}, signal: lever}
cylinders:
  lift: {from: ground.foot, to: bed.lug, bore: 0.063 m, rod: 0.036 m, closed: 0.5 m, stroke: 0.9 m,
         start_A: 3.8e6 Pa, start_B: 5e5 Pa, friction: {viscous: 4e3 N s/m}}
signals:
  lever: {steps: [[0 s, 0], [0.5 s, 0.8], [3 s, 0]]}
solver: {step: 1e-3 s, until: 4 s}
)";

void expect_same_bits(const Model& made, const Model& read) {
  ASSERT_EQ(made.channels().size(), read.channels().size());
  for (std::size_t k = 0; k < made.channels().size(); ++k) {
    EXPECT_EQ(made.channels()[k].name, read.channels()[k].name);
    EXPECT_EQ(made.channels()[k].unit, read.channels()[k].unit) << made.channels()[k].name;
  }
  State a = made.initial_state(), b = read.initial_state();
  Workspace work_a{made}, work_b{read};
  std::vector<double> values_a(made.channels().size()), values_b(values_a);
  for (int k = 0; k < 4000; ++k) {
    made.observe(a, work_a, values_a);
    read.observe(b, work_b, values_b);
    ASSERT_EQ(values_a, values_b) << "at step " << k;
    ASSERT_TRUE(step(made, a, work_a, Inputs{}).converged);
    ASSERT_TRUE(step(read, b, work_b, Inputs{}).converged);
  }
}

TEST(OwnMachine, HasTheBitsOfItsFile) {
  expect_same_bits(build(tipper()), load_text(kTipper, "tipper.yaml"));
}

TEST(OwnMachine, TakesLeversAndFaultsLikeAFile) {
  const Model made = build(tipper(), {.controls = true, .faults = true});
  LoadOptions options;
  options.controls = options.faults = true;
  const Model read = load_text(kTipper, "tipper.yaml", options);
  EXPECT_EQ(made.inputs(), read.inputs());
  ASSERT_EQ(made.controls().size(), 1u);
  EXPECT_EQ(made.controls()[0].signal, "lever");
  EXPECT_EQ(made.faults().size(), read.faults().size());
}

TEST(OwnMachine, ProgramEndsWell) { EXPECT_EQ(own_machine_program(), 0); }

}  // namespace
}  // namespace bramah
