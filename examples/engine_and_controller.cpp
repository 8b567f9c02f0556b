// A machine of Bramah's with two subsystems of one's own: a diesel engine that the pump slows down,
// and a controller that lifts the boom. Neither touches Bramah's sources.
//
//   build/engine_and_controller
#include "bramah/bramah.h"
#include "bramah/cosimulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

using bramah::Curve;

constexpr double kRpm = 2.0 * 3.14159265358979323846 / 60.0;  // [rad/s]

// The engine's speed and the lever come from outside: signals of type `input`.
constexpr const char* kBoom = R"(bramah: 1
name: Boom with a pump on its engine
mechanism: planar
gravity: "[0, -9.81] m/s2"
ground: {points: {foot: [0.8 m, 0 m]}}
bodies:
  boom: {mass: 300 kg, com: [1 m, 0 m], shape: {rod: 2 m}, points: {P: [0.5 m, 0 m], tip: [2 m, 0 m]}}
joints:
  hinge: {type: revolute, between: [ground.origin, boom.origin], start: 30 deg}
fluid: {density: 860 kg/m3, bulk: 1.4 GPa}
sources:
  tank: {pressure: 1 bar}
  engine: {speed: engine_speed}
volumes:
  line: {volume: 1 l, start: 60 bar}
components:
  pump: {type: fixed_pump, S: tank, P: line, shaft: engine, displacement: 16 cm3/rev, leakage: 1e-12 m3/s/Pa}
  relief: {type: relief_valve, P: line, T: tank, cracking: 180 bar, flow: 60 l/min}
valves:
  valve: {type: 4/3, P: line, T: tank, A: lift.A, B: lift.B, nominal: {flow: 20 l/min, drop: 35 bar, at: 1},
          spool: {bandwidth: 20 Hz}, signal: lever}
cylinders:
  lift: {from: ground.foot, to: boom.P, bore: 63 mm, rod: 36 mm, closed: 0.3 m, stroke: 0.4 m,
         start_A: 60 bar, start_B: 10 bar, friction: {viscous: 5e3 N s/m},
         end_damper: {length: 10 mm, stiffness: 5e6 N/m, damping: 5e4 N s/m}}
signals:
  engine_speed: {input: 1500 rpm}
  lever: {input: 0}
solver: {step: 0.5 ms, until: 4 s}
)";

// J dw/dt = M_full (w_idle - w)/droop, 0 to M_full, less the pump's torque; forward Euler.
class Engine final : public bramah::Subsystem {
 public:
  std::string name() const override { return "engine"; }
  std::vector<std::string> inputs() const override { return {"load"}; }
  std::vector<std::string> outputs() const override { return {"speed"}; }
  void read(std::span<double> y, std::span<double>) override { y[0] = speed_; }
  bool advance(double t, double H, std::span<const Curve> u) override {
    constexpr int kSteps = 20;
    const double h = H / kSteps;
    for (int k = 0; k < kSteps; ++k) {
      const double governor = std::clamp((kIdle - speed_) / kDroop, 0.0, 1.0) * kFull;
      speed_ += h / kInertia * (governor + u[0].value(t + k * h));  // the pump's torque is negative
    }
    return std::isfinite(speed_) && speed_ > 0.0;
  }
  std::size_t state_size() const override { return 1; }
  void save(std::span<double> state) const override { state[0] = speed_; }
  void restore(std::span<const double> state) override { speed_ = state[0]; }

 private:
  static constexpr double kIdle = 1600.0 * kRpm, kDroop = 100.0 * kRpm;  // [rad/s]
  static constexpr double kFull = 60.0, kInertia = 0.4;                  // [N m], [kg m2]
  double speed_ = 1500.0 * kRpm;
};

// Lever = gain (wanted - length), within its travel.
class Controller final : public bramah::Subsystem {
 public:
  std::string name() const override { return "controller"; }
  std::vector<std::string> inputs() const override { return {"length"}; }
  std::vector<std::string> outputs() const override { return {"lever"}; }
  void read(std::span<double> y, std::span<double>) override { y[0] = lever_; }
  bool advance(double t, double H, std::span<const Curve> u) override {
    const double wanted = t + H < 0.5 ? 0.50 : 0.62;  // [m]
    lever_ = std::clamp(20.0 * (wanted - u[0].value(t + H)), -1.0, 1.0);
    return true;
  }
  std::size_t state_size() const override { return 1; }
  void save(std::span<double> state) const override { state[0] = lever_; }
  void restore(std::span<const double> state) override { lever_ = state[0]; }

 private:
  double lever_ = 0.0;
};

}  // namespace

int main() {
  try {
    const bramah::Model model = bramah::load_text(kBoom, "boom.yaml");
    bramah::MachineSubsystem crane("crane", model, {"lift.length", "pump.shaft.torque", "line.p"});
    Engine engine;
    Controller controller;

    bramah::Cosimulation world;
    world.add(crane), world.add(engine), world.add(controller);
    world.connect("crane.lift.length", "controller.length", 1);
    world.connect("crane.pump.shaft.torque", "engine.load", 1);
    world.connect("engine.speed", "crane.engine_speed", 1);
    world.connect("controller.lever", "crane.lever", 0);

    world.start(0.0);
    std::printf("  t [s]  length [mm]  lever   speed [rpm]  line [bar]\n");
    for (int k = 0; k < 4000; ++k) {
      if (k % 500 == 0)
        std::printf("%7.2f %12.1f %6.2f %13.0f %11.1f\n", world.time(),
                    1e3 * world.output("crane.lift.length"), world.output("controller.lever"),
                    world.output("engine.speed") / kRpm, 1e-5 * world.output("crane.line.p"));
      if (!world.step(1e-3).converged) {
        std::printf("stopped at %g s: %s\n", world.time(), crane.message().c_str());
        return 1;
      }
    }
    const double error = world.output("crane.lift.length") - 0.62;
    std::printf("at the end the boom is %.2f mm from where it should be\n", 1e3 * error);
    return std::abs(error) < 5e-3 ? 0 : 1;
  } catch (const bramah::InputError& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
