// Machine files for tests of natural coordinates.
#pragma once

#include "machine/joint_texts.h"

namespace bramah {

// ground -hinge- a -joint- b with skew frames; loaded: springs, dampers, limits and efforts on what
// the joint allows, besides a spring, a cylinder, a force and torques.
inline std::string two_bodies(const JointText& joint, bool backwards, bool loaded) {
  std::string coordinates;
  for (std::size_t k = 0; k < joint.coordinates.size(); ++k) {
    const bool metre = joint.coordinates[k].ends_with(" m");
    const bool sphere = joint.type == "spherical" || (joint.type == "free" && k > 2);
    const std::string unit = metre ? "N/m" : "N m/rad", damper = metre ? "N s/m" : "N m s/rad";
    coordinates += std::string(k == 0 ? "" : ", ") + "{damping: 3 " + damper;
    if (!sphere)
      coordinates += ", spring: {stiffness: 40 " + unit + ", rest: 0.2 " + (metre ? "m" : "rad") +
                     "}, limits: {lower: -0.3 " + (metre ? "m" : "rad") + ", upper: 0.4 " +
                     (metre ? "m" : "rad") + ", stiffness: 90 " + unit + ", damping: 5 " + damper +
                     "}, effort: " + (metre ? "push" : "twist");
    coordinates += "}";
  }
  return kSpatialHead + R"(
ground: {points: {p: {at: [0.3 m, -0.1 m, 0.2 m], rotate: [20 deg, 35 deg, -50 deg]}, foot: [-1 m, 0.4 m, 0 m]}}
bodies:
  a:
    mass: 3 kg
    com: [0.3 m, 0.1 m, -0.2 m]
    inertia: [0.4 kg m2, 0.5 kg m2, 0.3 kg m2, 0.03 kg m2, -0.02 kg m2, 0.01 kg m2]
    points:
      hinge: [0.1 m, 0 m, 0.2 m]
      p: {at: [0.9 m, 0.2 m, -0.3 m], rotate: [-30 deg, 50 deg, 15 deg]}
  b:
    mass: 2 kg
    com: [0.1 m, 0.2 m, 0.3 m]
    inertia: [0.3 kg m2, 0.4 kg m2, 0.5 kg m2, 0.02 kg m2, 0.03 kg m2, -0.01 kg m2]
    points:
      p: {at: [0.2 m, 0.5 m, -0.4 m], rotate: [-60 deg, 10 deg, 25 deg]}
      eye: {at: [0.7 m, -0.3 m, 0.6 m], rotate: [40 deg, 0 deg, 0 deg]}
    point_masses: {eye: 1.5 kg}
joints:
  hinge: {type: revolute, axis: [2, -1, 2], between: [ground.p, a.hinge]}
  j: {type: )" +
         joint.type + ", between: " + (backwards ? "[b.p, a.p]" : "[a.p, b.p]") + joint.keys +
         (loaded && !coordinates.empty() ? ", coordinates: [" + coordinates + "]" : "") + "}\n" +
         (loaded ? R"(
springs:
  cord: {from: ground.foot, to: b.eye, stiffness: 60 N/m, rest: 0.4 m, damping: 4 N s/m}
forces:
  wind: {at: b.eye, force: push, direction: [1, 2, -1]}
  jet: {at: b.eye, force: push, direction: [0, 1, 1], follows_body: true}
  motor: {at: b.p, torque: twist, direction: [1, 0, 2]}
  gyro: {at: a.p, torque: twist, direction: [0, 1, 0.5], follows_body: true}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
cylinders:
  ram: {from: a.hinge, to: b.eye, bore: 80 mm, rod: 40 mm, closed: 0.1 m, stroke: 5 m}
signals:
  push: {constant: 20 N}
  twist: {constant: 5 N m}
)"
                 : "");
}

// A swinging body that carries another one on three balls: as good as welded, six times over.
inline const std::string kThreeBalls = kSpatialHead + R"(
bodies:
  a: {mass: 3 kg, com: [0.3 m, 0.1 m, 0 m], inertia: [0.4 kg m2, 0.5 kg m2, 0.3 kg m2], points: {p: [1 m, 0 m, 0 m], q: [0 m, 1 m, 0.2 m], r: [0 m, 0.1 m, 1 m], s: [0.8 m, 0.7 m, 0.9 m]}}
  b: {mass: 2 kg, com: [0.1 m, 0.2 m, 0.3 m], inertia: [0.3 kg m2, 0.4 kg m2, 0.5 kg m2], points: {p: [1 m, 0 m, 0 m], q: [0 m, 1 m, 0.2 m], r: [0 m, 0.1 m, 1 m], s: [0.8 m, 0.7 m, 0.9 m]}}
joints:
  hinge: {type: revolute, axis: [2, -1, 2], between: [ground.origin, a.origin]}
  p: {type: spherical, between: [a.p, b.p]}
  q: {type: spherical, between: [a.q, b.q], cut: true}
  r: {type: spherical, between: [a.r, b.r], cut: true}
)";

// Everything a plane has: each joint in the tree, backwards or cut; bodies with several points,
// with one and with none of their own; springs, stops, drivers, efforts, forces and torques.
inline constexpr const char* kPlanarMachine = R"(
bramah: 1
name: Planar machine
mechanism: planar
gravity: "[1, -9.81] m/s2"
ground:
  points: {o: {at: [0.1 m, 0.2 m], rotate: 20 deg}, rail: {at: [2 m, 0 m], rotate: -15 deg}, far: [3 m, 1 m]}
bodies:
  crank: {mass: 3 kg, com: [0.2 m, 0.1 m], inertia: 0.2 kg m2, points: {tip: [0.5 m, 0 m], eye: [0.2 m, 0.3 m]}}
  rod: {mass: 4 kg, com: [0.8 m, 0.05 m], inertia: 0.6 kg m2, points: {end: [1.6 m, 0 m], post: {at: [0.9 m, 0.2 m], rotate: 35 deg}}}
  slider: {mass: 5 kg, com: [0.1 m, 0 m], inertia: 0.3 kg m2, points: {pin: [0 m, 0.1 m], track: {at: [0.2 m, 0.1 m], rotate: 70 deg}}}
  tray: {mass: 2 kg, com: [0.1 m, -0.2 m], inertia: 0.1 kg m2}
  plate: {mass: 1.5 kg, com: [0.2 m, 0.1 m], inertia: 0.05 kg m2, points: {edge: {at: [0.3 m, 0.1 m], rotate: 25 deg}}}
  pendulum: {mass: 1 kg, com: [0 m, -0.4 m], inertia: 0.02 kg m2, points: {bob: [0 m, -0.8 m]}, point_masses: {bob: 0.7 kg}}
  disc: {mass: 2 kg, com: [0.05 m, 0 m], inertia: 0.04 kg m2}
  raft: {mass: 6 kg, com: [0.1 m, 0.1 m], inertia: 0.4 kg m2, points: {nose: [0.6 m, 0 m]}}
joints:
  main: {type: revolute, between: [ground.o, crank.origin], driver: turning}
  knee: {type: revolute, between: [crank.tip, rod.origin]}
  slide: {type: prismatic, between: [slider.origin, ground.rail], axis: [1, 0.2], damping: 7 N s/m, effort: push}
  pin: {type: revolute, between: [slider.pin, rod.end], cut: true}
  lift: {type: prismatic, between: [slider.track, tray.origin], axis: [0.3, 1], spring: {stiffness: 300 N/m, rest: 0.1 m}}
  weld: {type: fixed, between: [tray.origin, plate.edge]}
  post: {type: revolute, between: [pendulum.origin, rod.post]}
  table: {type: planar, between: [plate.origin, disc.origin], coordinates: [{damping: 2 N s/m}, {spring: {stiffness: 50 N/m, rest: 0.3 m}}, {effort: twist, limits: {lower: -0.1 rad, upper: 0.2 rad, stiffness: 30 N m/rad, damping: 2 N m s/rad}}]}
  sea: {type: planar, between: [ground.far, raft.origin]}
springs:
  cord: {from: crank.eye, to: raft.nose, stiffness: 80 N/m, rest: 1 m, damping: 3 N s/m}
forces:
  wind: {at: pendulum.bob, force: push, direction: [1, 2]}
  jet: {at: raft.nose, force: push, direction: [0, 1], follows_body: true}
  motor: {at: disc.origin, torque: twist}
  hand: {at: rod.post, torque: twist}
fluid: {density: 850 kg/m3, bulk: 1500 MPa}
cylinders:
  ram: {from: ground.far, to: rod.post, bore: 80 mm, rod: 40 mm, closed: 0.1 m, stroke: 5 m}
signals:
  turning: {sine: {amplitude: 0.2 rad, frequency: 0.3 Hz}}
  push: {constant: 20 N}
  twist: {constant: 5 N m}
)";

}  // namespace bramah
