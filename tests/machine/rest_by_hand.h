// What a refused rest tells in numbers, worked out by hand from the data sheets of random_rest.h.
//
//   orifice, valve edge  Q = C f(dp), f = dp/(dp² + d²)^¼, d = 0.2 bar    (docs/theory/hydraulics.md)
//   relief valve         Q = C x f(dp), x = step((dp - cracking)/override), step(t) = 3t² - 2t³
//   check valve          the same from cracking over its range
//   boom k               T_k = F_k arm_k - g sum of m (x - x_k) over all beyond; arm = pin foot cos(a)/L
//   cylinder             F = p_A A_A - p_B A_B
// Numbers of a message have three digits: what they lead to is an interval. What hangs on a pressure that
// the message does not tell has no figure here.
#pragma once

#include <map>
#include <numbers>
#include <optional>
#include <regex>

#include "machine/random_rest.h"

namespace bramah {

// A number of three digits, with what it may stand for.
struct Printed {
  double value = 0.0, half = 0.0;  // half a unit of the last digit
  Printed() = default;
  explicit Printed(double exact) : value(exact) {}
  explicit Printed(const std::string& text) : value(std::stod(text)) {
    const double size = std::abs(value);
    half = size > 0.0 ? 0.5 * std::pow(10.0, std::floor(std::log10(size)) - 2.0) : 0.0;
  }
  double at(int k) const { return value + k * half; }  // -1, 0, 1
};

struct Interval {
  double least = INFINITY, most = -INFINITY;
  void add(double x) { least = std::min(least, x), most = std::max(most, x); }
  bool meets(const Printed& p) const {  // and round-off of the sums
    const double slack = p.half + 1e-3 * std::abs(p.value);
    return p.value >= least - slack && p.value <= most + slack;
  }
};

class RestByHand {
 public:
  using Function = RandomRest::Function;

  RestByHand(const RandomRest& rest, const std::string& reasons) : rest_(rest) {
    pressures_["tank"] = Printed(3.0);
    const auto& functions = rest_.functions();
    if (functions[0].wrong == 0) pressures_["line"] = Printed(60.0);
    for (std::size_t k = 0; k < functions.size(); ++k) {
      const std::string lift = "lift" + std::to_string(k);
      if (functions[k].wrong == 3) pressures_[lift + ".A"] = Printed(40.0);
      if (functions[k].wrong == 3 || functions[k].start == 0)
        pressures_[lift + ".B"] = Printed(3.0);
    }
    static const std::regex kTold(
        R"x(volume "([a-zA-Z_0-9.]+)" has no rest: .*, at (?:its given start of )?([-0-9.e+]+) bar)x");
    for (auto at = std::sregex_iterator(reasons.begin(), reasons.end(), kTold);
         at != std::sregex_iterator(); ++at)
      pressures_.try_emplace((*at)[1], Printed((*at)[2].str()));
  }

  // [l/min] through the parts of a list, as a magnitude; none: a pressure is not known.
  std::optional<Interval> flow(const std::string& volume, const std::string& parts) const {
    Interval out;
    for (int own = -1; own <= 1; ++own)
      for (int others = -1; others <= 1; ++others) {
        double sum = 0.0;
        std::istringstream list(parts);
        for (std::string part; std::getline(list >> std::ws, part, ',');) {
          const std::optional<double> one = part_flow(volume, part, own, others);
          if (!one) return std::nullopt;
          sum += *one;
        }
        out.add(std::abs(sum));
      }
    return out;
  }

  // [N m] that cylinder k lacks on its joint where its chamber has `is` and would need `needed` [bar].
  std::optional<Interval> missing_torque(std::size_t k, char chamber, const Printed& needed,
                                         const Printed& is) const {
    const Function& f = rest_.functions()[k];
    if (RandomRest::finds_place(f)) return std::nullopt;
    const double area = chamber == 'A' ? area_A(f) : -area_B(f);
    Interval out;
    for (const int a : {-1, 1})
      for (const int b : {-1, 1}) out.add((needed.at(a) - is.at(b)) * 1e5 * area * arm(f));
    return out;
  }

  // [N m] on joint k: what its cylinder does, less the weight of all booms from there on.
  std::optional<Interval> torque(std::size_t k, const Printed& p_A) const {
    for (const Function& f : rest_.functions())
      if (RandomRest::finds_place(f)) return std::nullopt;
    const auto p_B = pressures_.find("lift" + std::to_string(k) + ".B");
    if (p_B == pressures_.end()) return std::nullopt;
    const Function& f = rest_.functions()[k];
    Interval out;
    for (const int a : {-1, 1})
      for (const int b : {-1, 1})
        out.add(1e5 * (p_A.at(a) * area_A(f) - p_B->second.at(b) * area_B(f)) * arm(f) - weight(k));
    return out;
  }

 private:
  static double area_A(const Function& f) { return std::numbers::pi / 4e6 * f.bore * f.bore; }
  static double area_B(const Function& f) {
    return area_A(f) - std::numbers::pi / 4e6 * f.rod * f.rod;
  }
  static double arm(const Function& f) {
    return f.pin * f.foot * std::cos(f.angle) / RandomRest::length(f);
  }
  double weight(std::size_t k) const {  // [N m]
    double sum = 0.0, x = 0.0, angle = 0.0;
    for (std::size_t j = 0; j < rest_.functions().size(); ++j) {
      const Function& f = rest_.functions()[j];
      angle += f.angle;
      if (j < k) continue;
      const double reach = f.length * std::cos(angle);
      sum += 9.81 * (f.mass * (x + reach / 2) + f.load * (x + reach));
      x += reach;
    }
    return sum;
  }

  static double f(double dp) { return dp / std::pow(dp * dp + 0.04, 0.25); }  // [bar]
  static double passed(double flow, double drop, double dp) { return flow * f(dp) / f(drop); }
  static double step(double t) {
    const double s = std::clamp(t, 0.0, 1.0);
    return s * s * (3.0 - 2.0 * s);
  }
  static double relieved(double cracking, double range, double dp) {
    return step((dp - cracking) / range) * passed(60.0, cracking + range, dp);
  }

  std::optional<double> pressure(const std::string& name, int k) const {
    const auto found = pressures_.find(name);
    return found == pressures_.end() ? std::nullopt : std::optional(found->second.at(k));
  }

  // [l/min] into the volume; its own pressure and the others' at an end of what they may be.
  std::optional<double> part_flow(const std::string& volume, const std::string& part, int own,
                                  int others) const {
    const std::optional<double> told = pressure(volume, own);
    if (!told) return std::nullopt;
    const double p = *told, down = p - 3.0;
    const auto k = static_cast<std::size_t>(part.back() - '0');
    if (part == "bleed") return -passed(0.5, 100.0, down);
    if (part == "drip") return -0.01 * down;
    if (part == "relief") return -relieved(200.0, 15.0, down);
    if (part == "pump") {
      if (rest_.pump_kind() == 1 || rest_.pump_kind() == 2) return std::nullopt;
      return rest_.pump_kind() == 0 || rest_.functions()[0].wrong == 1 ? 40.0 : 20.0;
    }
    if (part.starts_with("port"))
      return -relieved(rest_.functions()[k].wrong == 2 ? 30.0 : 250.0, 20.0, down);
    if (part.starts_with("makeup")) return step((-down - 0.1) / 3.0) * passed(60.0, 3.0, -down);
    if (part.starts_with("valve")) return valve_flow(k, volume, p, others);
    return std::nullopt;  // a poppet that lags
  }

  // Edges of 4 l/min at 10 bar in the middle; a tandem's path from P to T is another.
  std::optional<double> valve_flow(std::size_t k, const std::string& volume, double p,
                                   int others) const {
    const int centre = rest_.functions()[k].centre;
    const auto edge = [&](double there) { return passed(4.0, 10.0, there - p); };
    if (volume == "line" && centre == 2) return passed(60.0, 5.0, 3.0 - p);
    if (centre == 3 && volume != "line") return edge(3.0);
    if (centre != 1) return std::nullopt;
    const bool held = rest_.functions()[k].hold == 1;
    const std::string lift = "lift" + std::to_string(k);
    if (volume != "line") {
      const std::optional<double> line = pressure("line", others);
      return line ? std::optional(edge(*line) + edge(3.0)) : std::nullopt;
    }
    const auto a = pressure(held ? "way" + std::to_string(k) : lift + ".A", others),
               b = pressure(lift + ".B", others);
    return a && b ? std::optional(edge(*a) + edge(*b)) : std::nullopt;
  }

  const RandomRest& rest_;
  std::map<std::string, Printed> pressures_;
};

}  // namespace bramah
