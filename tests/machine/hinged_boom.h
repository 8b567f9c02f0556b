// A boom on a hinge, held by a cylinder behind a 4/3 valve whose signal is `command`: what its
// cylinder must do follows from weight and inertia by hand.
#pragma once

#include <string>

namespace bramah {

// Without signals and solver, which follow.
inline std::string hinged_boom(const std::string& friction = "viscous: 5e3 N s/m") {
  return R"(bramah: 1
mechanism: planar
gravity: "[0, -9.81] m/s2"
ground: {points: {B: [0.8 m, 0 m]}}
bodies:
  boom: {mass: 100 kg, com: [0.5 m, 0 m], shape: {rod: 1 m}, points: {P: [0.5 m, 0 m]}}
joints:
  hinge: {type: revolute, between: [ground.origin, boom.origin], start: 30 deg}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
sources: {pump: {pressure: 10 MPa}, tank: {pressure: 0.1 MPa}}
valves:
  valve: {type: 4/3, P: pump, T: tank, A: lift.A, B: lift.B, nominal: {flow: 10 l/min, drop: 35 bar, at: 1},
          spool: {bandwidth: 60 Hz}, signal: command}
cylinders:
  lift: {from: ground.B, to: boom.P, bore: 50 mm, rod: 25 mm, closed: 0.3 m, stroke: 0.4 m,
         start_A: 2 MPa, start_B: 1 MPa, friction: {)" +
         friction + "}}\n";
}

}  // namespace bramah
