// A small machine with a lever: a cylinder with a mass, its valve commanded from outside.
#pragma once

#include <fstream>
#include <string>

namespace bramah {

constexpr const char* kDrivenServo = R"(bramah: 1
name: Driven servo
fluid: {density: 860 kg/m3, bulk: 1.5 GPa}
parameters: {load: 500 kg}
sources:
  tank: {pressure: 1 bar}
volumes:
  line: {volume: 2 l, start: 200 bar}
components:
  pump: {type: ideal_pump, T: tank, P: line, flow: 40 l/min}
  relief: {type: relief_valve, P: line, T: tank, cracking: 200 bar, flow: 60 l/min, override: 15 bar}
valves:
  servo: {type: 4/3, P: line, T: tank, A: drive.A, B: drive.B,
          nominal: {flow: 40 l/min, drop: 35 bar, at: 10 V},
          spool: {frequency: 377 rad/s, damping: 0.7}, signal: lever}
cylinders:
  drive:
    bore: 50 mm
    rod: 36 mm
    closed: 0.6 m
    stroke: 0.5 m
    hose_A: {volume: 0.2 l}
    hose_B: {volume: 0.2 l}
    start_A: 60 bar
    start_B: 120 bar
    leakage: 2e-12 m3/s/Pa
    friction: {viscous: 3e3 N s/m, coulomb: 150 N, speed: 0.01 m/s}
    end_damper: {length: 10 mm, stiffness: 5e6 N/m, damping: 5e4 N s/m}
    load: {mass: load, start: 0.85 m}
signals:
  lever: {input: 0 V}
solver: {step: 1 ms, until: 4 s}
)";

inline std::string write_driven_servo(const std::string& path) {
  std::ofstream(path) << kDrivenServo;
  return path;
}

}  // namespace bramah
