// Booms in random poses under random loads, held by oil of every kind: a machine file from a seed.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace bramah {

// One to three booms, one on the other, each with a cylinder, a valve, and what may stand between.
class RandomRest {
 public:
  explicit RandomRest(unsigned seed) : random_(seed) {
    booms_ = 1 + pick(3);
    pump_ = pick(4);
    for (int k = 0; k < booms_; ++k) functions_.push_back(draw());
  }

  // still = false: the same machine, let go from its guess.
  std::string text(bool still) const {
    std::ostringstream out;
    out << "bramah: 1\nname: random rest\n"
        << (still ? "initial: static\n" : "") << mechanism(still) << oil(still)
        << "solver: {step: 1 ms, until: 1 s, tolerance: 1e-8}\n";
    return out.str();
  }
  struct Function {
    double length, mass, load, angle, foot, pin, stroke, share, bore, rod;
    int centre, hold, start, stop, spring, wrong;
    double guess;
  };
  const std::vector<Function>& functions() const { return functions_; }
  int pump_kind() const { return pump_; }
  // A joint that is to find its place lies on its stop, in its spring, or where the oil holds it.
  static bool finds_place(const Function& f) { return f.start == 3; }
  static double length(const Function& f) {
    return std::hypot(f.pin * std::cos(f.angle), f.pin * std::sin(f.angle) + f.foot);
  }

 private:
  Function draw() {
    Function f{};
    f.length = 1.0 + 2.0 * unit(), f.mass = 50 + 400 * unit(), f.load = 600 * unit();
    f.angle = -0.6 + 1.6 * unit();
    f.foot = 0.4 + 0.4 * unit(), f.pin = 0.3 + 0.4 * unit();
    f.share = 0.2 + 0.6 * unit();
    f.stroke = std::min(0.5 + 0.4 * unit(), (length(f) - 0.15) / f.share);
    f.bore = 60 + 60 * unit(), f.rod = f.bore * (0.4 + 0.25 * unit());
    f.centre = std::max(0, pick(6) - 2), f.hold = pick(3), f.start = pick(4), f.stop = pick(4),
    f.spring = pick(4);
    f.wrong = pick(20), f.guess = 20 + 100 * unit();
    return f;
  }

  double unit() { return static_cast<double>(random_()) / 4294967296.0; }
  int pick(int n) { return static_cast<int>(unit() * n); }
  static std::string n(int k) { return std::to_string(k); }

  std::string mechanism(bool still) const {
    std::ostringstream out;
    const Function& first = functions_[0];
    out << "ground: {points: {foot0: [0 m, " << -first.foot << " m]}}\nbodies:\n";
    for (int k = 0; k < booms_; ++k) {
      const Function& f = functions_[static_cast<std::size_t>(k)];
      out << "  boom" << k << ": {mass: " << f.mass << " kg, com: [" << f.length / 2
          << " m, 0 m], shape: {rod: " << f.length << " m}, points: {foot: [0 m, 0 m], pin: ["
          << f.pin << " m, 0 m], end: [" << f.length << " m, 0 m]";
      if (k + 1 < booms_)
        out << ", foot" << k + 1 << ": [" << f.length << " m, "
            << -functions_[static_cast<std::size_t>(k) + 1].foot << " m]";
      out << "}, point_masses: {end: " << f.load << " kg}}\n";
    }
    out << "joints:\n";
    for (int k = 0; k < booms_; ++k) {
      const Function& f = functions_[static_cast<std::size_t>(k)];
      out << "  z" << k << ": {type: revolute, between: ["
          << (k == 0 ? "ground.origin" : "boom" + n(k - 1) + ".end") << ", boom" << k
          << ".foot], damping: 200 N m s/rad, start: ";
      if (finds_place(f) && still)
        out << "static near " << f.angle << " rad";
      else
        out << f.angle << " rad";
      if (f.stop > 0)
        out << ", limits: {lower: " << f.angle - 0.05 * f.stop << " rad, upper: " << f.angle + 0.5
            << " rad, stiffness: 2e6 N m/rad, damping: 2e4 N m s/rad}";
      if (f.spring == 0) out << ", spring: {stiffness: 2e4 N m/rad, rest: " << f.angle << " rad}";
      out << "}\n";
    }
    return out.str();
  }

  std::string start(bool still, double guess) const {
    std::ostringstream out;
    out << (still ? "static near " : "") << guess << " bar";
    return out.str();
  }

  std::string oil(bool still) const {
    std::ostringstream out;
    out << "fluid: {density: 860 kg/m3, bulk: 1.4 GPa, air: 0.5 %}\n"
           "sources: {tank: {pressure: 3 bar}}\nvolumes:\n"
        << "  line: {volume: 1 l, start: "
        << (functions_[0].wrong == 0 ? "60 bar" : start(still, 50)) << "}\n";
    if (pump_ == 2) out << "  LS: {volume: 30 cm3, start: " << start(still, 5) << "}\n";
    for (int k = 0; k < booms_; ++k)
      if (functions_[static_cast<std::size_t>(k)].hold == 1)
        out << "  way" << k << ": {volume: 0.2 l, start: " << start(still, 5) << "}\n";
    out << "components:\n" << pump();
    for (int k = 0; k < booms_; ++k) out << holding(k);
    out << "orifices:\n  bleed: {from: line, to: tank, nominal: {flow: 0.5 l/min, drop: 100 "
           "bar}}\n";
    if (pump_ == 2) {
      out << "  bleed_LS: {from: LS, to: tank, nominal: {flow: 0.5 l/min, drop: 100 bar}}\n";
    }
    out << "leakages:\n";
    for (int k = 0; k < booms_; ++k)
      if (functions_[static_cast<std::size_t>(k)].hold == 1)
        out << "  drip" << k << ": {from: way" << k << ", to: tank, conductance: 0.01 l/min/bar}\n";
    out << "  drip: {from: line, to: tank, conductance: 0.01 l/min/bar}\nvalves:\n";
    for (int k = 0; k < booms_; ++k) out << valve(k);
    out << "cylinders:\n";
    for (int k = 0; k < booms_; ++k) out << cylinder(k, still);
    return out.str();
  }

  std::string pump() const {
    const std::string relief =
        "  relief: {type: relief_valve, P: line, T: tank, cracking: 200 bar, flow: 60 l/min, "
        "override: 15 bar}\n";
    switch (pump_) {
      case 0:
        return "  pump: {type: ideal_pump, T: tank, P: line, flow: 40 l/min}\n" + relief;
      case 1:
        return "  pump: {type: pressure_compensated_pump, T: tank, P: line, gain: 100 l/min / 10 "
               "bar, lag: 80 ms, flow: 100 l/min, setting: 180 bar}\n" +
               relief;
      case 2:
        return "  pump: {type: load_sensing_pump, S: tank, P: line, LS: LS, displacement: 60 "
               "cm3/rev, speed: 1500 rpm, margin: 20 bar, cutoff: 180 bar, lag: 60 ms, band: 8 "
               "bar, "
               "leakage: 5e-12 m3/s/Pa}\n" +
               relief;
      default:  // nothing lets its oil out but what the valves let through
        return functions_[0].wrong == 1
                   ? "  pump: {type: ideal_pump, T: tank, P: line, flow: 40 l/min}\n"
                   : "  pump: {type: ideal_pump, T: tank, P: line, flow: 20 l/min}\n" + relief;
    }
  }

  // Behind the valve: nothing, a counterbalance valve, or a port relief valve.
  std::string holding(int k) const {
    const Function& f = functions_[static_cast<std::size_t>(k)];
    std::ostringstream out;
    if (f.hold == 1)
      out << "  hold" << k << ": {type: counterbalance_valve, C: lift" << k << ".A, V: way" << k
          << ", X: lift" << k << ".B, setting: " << (f.wrong == 2 ? 30 : 300)
          << " bar, ratio: 3, flow: 60 l/min, drop: 20 bar, range: 50 bar, vented: \"yes\", lag: "
             "10 "
             "ms}\n";
    if (f.hold == 2)
      out << "  port" << k << ": {type: relief_valve, P: lift" << k
          << ".A, T: tank, cracking: " << (f.wrong == 2 ? 30 : 250)
          << " bar, flow: 60 l/min, override: 20 bar}\n";
    out << "  makeup" << k << ": {type: check_valve, A: tank, B: lift" << k
        << ".B, flow: 60 l/min, drop: 3 bar, cracking: 0.1 bar, range: 3 bar}\n";
    return out.str();
  }

  std::string valve(int k) const {
    static constexpr const char* kCentres[] = {"closed", "open", "tandem", "float"};
    const Function& f = functions_[static_cast<std::size_t>(k)];
    std::ostringstream out;
    out << "  valve" << k << ": {type: 4/3, P: line, T: tank, A: "
        << (f.hold == 1 ? "way" + n(k) : "lift" + n(k) + ".A") << ", B: lift" << k
        << ".B, nominal: {flow: 40 l/min, drop: 10 bar}, centre: " << kCentres[f.centre];
    if (f.centre == 1 || f.centre == 3) out << ", underlap: 0.1";
    if (f.centre == 2) out << ", neutral_path: {nominal: {flow: 60 l/min, drop: 5 bar}}";
    out << ", spool: {bandwidth: 15 Hz}, signal: 0}\n";
    return out.str();
  }

  std::string cylinder(int k, bool still) const {
    const Function& f = functions_[static_cast<std::size_t>(k)];
    std::ostringstream out;
    out << "  lift" << k << ": {from: " << (k == 0 ? "ground" : "boom" + n(k - 1)) << ".foot" << k
        << ", to: boom" << k << ".pin, bore: " << f.bore << " mm, rod: " << f.rod
        << " mm, closed: " << length(f) - f.share * f.stroke << " m, stroke: " << f.stroke
        << " m, hose_A: {volume: 0.2 l}, hose_B: {volume: 0.2 l}, start_A: "
        << (f.wrong == 3 ? "40 bar" : start(still, f.guess))
        << ", start_B: " << (f.wrong == 3 || f.start == 0 ? "3 bar" : start(still, f.guess / 2))
        << ", friction: {viscous: 5e3 N s/m, coulomb: 500 N, speed: 0.01 m/s}, end_damper: "
           "{length: 20 "
           "mm, stiffness: 1e7 N/m, damping: 2e5 N s/m}}\n";
    return out.str();
  }

  std::mt19937 random_;
  int booms_ = 1, pump_ = 0;
  std::vector<Function> functions_;
};

}  // namespace bramah
