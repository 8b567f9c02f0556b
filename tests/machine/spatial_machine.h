// A spatial machine in which everything occurs that a tangent must know: joints of every kind in
// the tree, spherical, universal and revolute joints that close loops, springs, stops, a driver,
// efforts, sources of both kinds, leakage, a variable orifice and feedback through every block.
//
// All frames are parallel to the world's at zero coordinates, and all loops close there.
#pragma once

namespace bramah {

inline constexpr const char* kSpatialMachine = R"(
bramah: 1
name: Spatial machine
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"

ground:
  points: {foot: [0 m, 0 m, 0 m]}

bodies:
  tower:
    mass: 300 kg
    com: [0.1 m, 0 m, 0.5 m]
    inertia: [30 kg m2, 40 kg m2, 20 kg m2, 1 kg m2, -2 kg m2, 3 kg m2]
    points: {hinge: [0 m, 0 m, 1 m], pin: [0.3 m, 0.1 m, 0.2 m], eye: [0.4 m, -0.2 m, 0.1 m], ram: [0.5 m, 0 m, 0 m]}
  boom:
    mass: 100 kg
    com: [1 m, 0 m, 0.1 m]
    inertia: [4 kg m2, 30 kg m2, 32 kg m2]
    points:
      hinge: [0 m, 0 m, 0 m]
      pin: [1 m, 0.1 m, 0 m]
      eye: [1.2 m, -0.2 m, 0 m]
      ram: [0.9 m, 0 m, -0.1 m]
      rail: [2 m, 0 m, 0 m]
      bracket: [1.5 m, 0.3 m, 0.1 m]
  tube: {mass: 12 kg, com: [0.3 m, 0 m, 0.3 m], inertia: [1 kg m2, 1.5 kg m2, 1 kg m2]}
  plunger:
    mass: 9 kg
    com: [0.5 m, 0 m, 0.5 m]
    inertia: [0.8 kg m2, 1.2 kg m2, 0.7 kg m2]
    points: {end: [0.7 m, 0 m, 0.8 m]}
  sleeve: {mass: 8 kg, com: [0.2 m, 0 m, 0.2 m], inertia: [0.6 kg m2, 0.5 kg m2, 0.4 kg m2]}
  bar:
    mass: 7 kg
    com: [0.4 m, 0 m, 0.5 m]
    inertia: [0.5 kg m2, 0.6 kg m2, 0.3 kg m2]
    points: {end: [0.8 m, 0 m, 0.9 m]}
  carriage: {mass: 40 kg, inertia: [2 kg m2, 2 kg m2, 2 kg m2], points: {ball: [0.1 m, 0.1 m, -0.2 m], nose: [0.3 m, 0 m, 0 m]}}
  bob: {mass: 60 kg, com: [0 m, 0 m, -0.5 m], inertia: [3 kg m2, 3 kg m2, 1 kg m2], points: {tail: [0.2 m, 0 m, -1 m]}}
  flap: {mass: 5 kg, com: [0.1 m, 0.2 m, 0 m], inertia: [0.2 kg m2, 0.3 kg m2, 0.4 kg m2], points: {hinge: [0.1 m, 0 m, 0 m]}}
  spinner: {mass: 6 kg, com: [0 m, 0.05 m, 0.1 m], inertia: [0.2 kg m2, 0.3 kg m2, 0.1 kg m2]}
  gimbal: {mass: 4 kg, com: [0.1 m, 0 m, 0.1 m], inertia: [0.1 kg m2, 0.2 kg m2, 0.1 kg m2]}
  tray: {mass: 3 kg, com: [0.05 m, 0.02 m, 0 m], inertia: [0.1 kg m2, 0.1 kg m2, 0.1 kg m2]}
  plate: {mass: 2 kg, com: [0 m, 0.1 m, 0 m], inertia: [0.1 kg m2, 0.1 kg m2, 0.1 kg m2]}

joints:
  slew: {type: revolute, between: [ground.foot, tower.origin], driver: slewing}
  lift_hinge:
    type: revolute
    between: [tower.hinge, boom.hinge]
    axis: [0, -1, 0]
    damping: 30 N m s/rad
    limits: {lower: -1 deg, upper: 1 deg, stiffness: 1e4 N m/rad, damping: 200 N m s/rad}
  tube_joint: {type: universal, between: [tower.pin, tube.origin], axis: [0, 1, 0], axis2: [1, 0, 0]}
  stroke: {type: prismatic, between: [tube.origin, plunger.origin], axis: [0.7, 0, 0.8]}
  tube_end: {type: spherical, between: [plunger.end, boom.pin], cut: true}
  sleeve_ball: {type: spherical, between: [tower.eye, sleeve.origin]}
  slide: {type: prismatic, between: [sleeve.origin, bar.origin], axis: [0.8, 0, 0.9]}
  bar_end: {type: universal, between: [bar.end, boom.eye], axis: [0, 1, 0], axis2: [1, 0, 0], cut: true}
  rail: {type: prismatic, between: [boom.rail, carriage.origin], axis: [1, 0, 0], effort: drag, spring: {stiffness: 2000 N/m, rest: 0.05 m}}
  ball: {type: spherical, between: [carriage.ball, bob.origin], coordinates: [{damping: 20 N m s/rad}, {damping: 20 N m s/rad}, {damping: 20 N m s/rad}]}
  flap_pose: {type: free, between: [ground.origin, flap.origin], coordinates: [{guess: 1.4 m}, {guess: 0.3 m}, {guess: 1.1 m}]}
  flap_hinge: {type: revolute, between: [boom.bracket, flap.hinge], axis: [0.6, 0.8, 0], cut: true}
  spin: {type: cylindrical, between: [bob.tail, spinner.origin], axis: [0, 0, 1]}
  cardan: {type: universal, between: [gimbal.origin, boom.rail], axis: [1, 0, 0], axis2: [0, 0, 1]}
  floor: {type: planar, between: [tower.ram, tray.origin], axis: [0, 0.6, 0.8]}
  weld: {type: fixed, between: [plate.origin, tray.origin]}

springs:
  tie: {from: tower.hinge, to: carriage.nose, stiffness: 500 N/m, rest: 1 m, damping: 40 N s/m}
  cord: {from: boom.pin, to: bob.tail, stiffness: 300 N/m, rest: 0.5 m, damping: 5 N s/m}

forces:
  wind: {at: bob.tail, force: gust, direction: [1, 2, 0]}
  jet: {at: spinner.origin, force: 40 N, direction: [0, 1, 1], follows_body: true}
  motor: {at: flap.origin, torque: twist, direction: [1, 0, 1]}
  gyro: {at: gimbal.origin, torque: 8 N m, direction: [0, 1, 0.5], follows_body: true}

fluid: {density: 850 kg/m3, bulk: {polynomial: {a: 6.53e-10 1/Pa, b: -1.19e-18 1/Pa^2}}}
sources:
  pump: {pressure: supply}
  tank: {pressure: 0.1 MPa}
  feed: {flow: dosing, into: hose}
volumes:
  hose: {volume: 5e-5 m3, wall: 500 MPa, start: 4 MPa}
orifices:
  throttle: {from: hose, to: lift.A, area: 2e-5 m2, discharge: 0.7, opening: iris}
leakages:
  seep: {from: hose, to: tank, conductance: 1e-12 m3/s/Pa}
valves:
  valve: {type: 4/3, P: pump, T: tank, A: hose, B: lift.B, coefficient: 2e-8 m3/s/V/Pa^0.5, spool: {time_constant: 5 ms}, signal: command}
  relief: {type: 4/3, P: pump, T: tank, A: hose, B: lift.B, coefficient: 1e-9 m3/s/V/Pa^0.5, signal: direct}
cylinders:
  lift:
    from: tower.ram
    to: boom.ram
    bore: 80 mm
    rod: 40 mm
    closed: 0.6 m
    stroke: 0.7 m
    wall: 20000 MPa
    hose_A: {volume: 4e-5 m3, wall: 300 MPa}
    hose_B: {volume: 4e-5 m3, wall: 300 MPa}
    start_A: 4 MPa
    start_B: 3 MPa
    leakage: 2e-13 m3/s/Pa
    friction: {viscous: 500 N s/m, coulomb: 300 N, efficiency: 0.9, speed: 0.02 m/s}
    end_damper: {length: 0.35 m, stiffness: 2e4 N/m, damping: 1000 N s/m}

signals:
  slewing: {sine: {amplitude: 0.2 rad, frequency: 0.3 Hz}}
  gust: {sine: {amplitude: 80 N, frequency: 0.7 Hz}}
  wanted: {constant: 0.95 m}
  smooth_force: {filter: {of: lift.force, time_constant: 20 ms}}
  command: {pid: {setpoint: wanted, measured: lift.length, kp: 40 V/m, ki: 20 V/m/s, kd: 2 V s/m, derivative_filter: 10 ms, lower: -3 V, upper: 3 V}}
  direct: {sum: [{of: lift.rate, times: 3 V s/m}, {of: smooth_force, times: 1e-4 V/N}, {of: valve.U, times: 0.1}]}
  supply: {gain: {of: lift.A.p, times: 0.5, offset: 6 MPa}}
  dosing: {limit: {of: [{of: lift_hinge.angle, times: 1e-4 m3/s/rad}, {of: lift.B.p, times: 1e-12 m3/s/Pa}], lower: -1e-4 m3/s, upper: 1e-4 m3/s}}
  iris: {table: {of: lift_hinge.rate, points: [[-2 rad/s, 0.2], [0.1 rad/s, 0.6], [2 rad/s, 1]]}}
  drag: {sum: [{of: rail.rate, times: -20 N s/m}, {of: lift.force, times: 1e-3}]}
  twist: {gain: {of: rail.position, times: 30 N}}

solver: {step: 1 ms, until: 1 s}
)";

}  // namespace bramah
