// Circuits that break solvers, at a fixed 1 ms: tiny volumes beside large ones, a valve slammed
// shut at speed, a rod side that cavitates and refills, a chattering check valve, a relief valve at
// cracking, all of it at once; and circuits drawn at random from the catalogue. Each run must end
// with Newton below its 30 iterations, finite numbers, no negative absolute pressure where the
// state is the amount of oil, and no oil lost.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "bramah/parts.h"

namespace bramah {
namespace {

constexpr const char* kHead = R"(
bramah: 1
name: Torture
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources:
  pump: {pressure: 200 bar}
  tank: {pressure: 1 bar}
)";

// A tiny volume between large ones, fed and drained hard.
constexpr const char* kTiny = R"(
volumes:
  tiny: {volume: 1e-7 m3, start: 100 bar}
  large: {volume: 1e-2 m3, start: 100 bar}
orifices:
  o1: {from: pump, to: tiny, nominal: {flow: 40 l/min, drop: 10 bar}, opening: on}
  o2: {from: tiny, to: large, nominal: {flow: 40 l/min, drop: 10 bar}}
  o3: {from: large, to: tank, nominal: {flow: 20 l/min, drop: 100 bar}}
signals:
  on: {steps: [[0 s, 1], [0.2 s, 0], [0.3 s, 1]]}
)";

// 2 t at more than 1 m/s; the valve shuts in no time at 0.6 s and again at 1.4 s: the rod side is
// torn open, cavitates, and refills.
constexpr const char* kSlam = R"(
volumes:
  line: {volume: 1e-2 m3, start: 100 bar}
orifices:
  feed: {from: pump, to: line, nominal: {flow: 40 l/min, drop: 10 bar}}
valves:
  valve: {type: 4/3, P: line, T: tank, A: c.A, B: c.B, nominal: {flow: 100 l/min, drop: 10 bar}, signal: u}
cylinders:
  c:
    bore: 60 mm
    rod: 40 mm
    closed: 0.5 m
    stroke: 1 m
    start_A: 50 bar
    start_B: 90 bar
    end_damper: {length: 20 mm, stiffness: 1e7 N/m, damping: 1e5 N s/m}
    friction: {viscous: 1000 N s/m}
    load: {mass: 2 t, start: 1 m}
signals:
  u: {steps: [[0 s, 0], [0.1 s, 1], [0.6 s, 0], [1 s, -1], [1.4 s, 0]]}
)";

// A small pump against a check valve and a load that breathes at 40 Hz.
constexpr const char* kCheck = R"(
volumes:
  before: {volume: 20 cm3, start: 50 bar}
  after: {volume: 50 cm3, start: 50 bar}
components:
  check: {type: check_valve, A: before, B: after, cracking: 0.5 bar, flow: 40 l/min, drop: 3 bar}
  relief: {type: relief_valve, P: before, T: tank, cracking: 150 bar, flow: 40 l/min, override: 10 bar}
orifices:
  out: {from: after, to: tank, nominal: {flow: 8 l/min, drop: 50 bar}, opening: breath}
signals:
  breath: {sine: {mean: 0.6, amplitude: 0.6, frequency: 40 Hz}}
  flow: {sine: {mean: 8 l/min, amplitude: 12 l/min, frequency: 65 Hz}}
)";

// A relief valve that a pump holds exactly at cracking.
constexpr const char* kCracking = R"(
volumes:
  line: {volume: 0.1 l, start: 179.9 bar}
components:
  relief: {type: relief_valve, P: line, T: tank, cracking: 180 bar, flow: 60 l/min, override: 2 bar}
orifices:
  load: {from: line, to: tank, nominal: {flow: 10 l/min, drop: 180 bar}, opening: on}
signals:
  on: {steps: [[0 s, 1], [0.1 s, 0.9], [0.2 s, 1.1], [0.3 s, 0]]}
)";

// All of it in one circuit: the pump line feeds the tiny volume, the check valve and the cylinder,
// and a relief valve holds it at cracking.
constexpr const char* kAtOnce = R"(
volumes:
  line: {volume: 1 l, start: 179 bar}
  tiny: {volume: 1e-7 m3, start: 100 bar}
  large: {volume: 1e-2 m3, start: 100 bar}
  before: {volume: 20 cm3, start: 50 bar}
  after: {volume: 50 cm3, start: 50 bar}
components:
  relief: {type: relief_valve, P: line, T: tank, cracking: 180 bar, flow: 60 l/min, override: 2 bar}
  check: {type: check_valve, A: before, B: after, cracking: 0.5 bar, flow: 40 l/min, drop: 3 bar}
orifices:
  feed: {from: pump, to: line, nominal: {flow: 60 l/min, drop: 10 bar}}
  o1: {from: line, to: tiny, nominal: {flow: 40 l/min, drop: 10 bar}, opening: on}
  o2: {from: tiny, to: large, nominal: {flow: 40 l/min, drop: 10 bar}}
  o3: {from: large, to: before, nominal: {flow: 20 l/min, drop: 100 bar}, opening: breath}
  out: {from: after, to: tank, nominal: {flow: 8 l/min, drop: 50 bar}, opening: breath}
valves:
  valve: {type: 4/3, P: line, T: tank, A: c.A, B: c.B, nominal: {flow: 100 l/min, drop: 10 bar}, signal: u}
cylinders:
  c:
    bore: 60 mm
    rod: 40 mm
    closed: 0.5 m
    stroke: 1 m
    start_A: 50 bar
    start_B: 90 bar
    end_damper: {length: 20 mm, stiffness: 1e7 N/m, damping: 1e5 N s/m}
    friction: {viscous: 1000 N s/m}
    load: {mass: 2 t, start: 1 m}
signals:
  on: {steps: [[0 s, 1], [0.2 s, 0], [0.3 s, 1]]}
  u: {steps: [[0 s, 0], [0.1 s, 1], [0.6 s, 0], [1 s, -1], [1.4 s, 0]]}
  breath: {sine: {mean: 0.6, amplitude: 0.6, frequency: 40 Hz}}
)";

std::string solver(const std::string& state) {
  return "solver: {step: 1 ms, until: 2 s, state: " + state + "}\n";
}
std::string with_flow(std::string text, const char* source) {
  const std::string tank = "  tank: {pressure: 1 bar}\n";
  return text.insert(text.find(tank) + tank.size(), source);
}

struct Outcome {
  RunSummary summary;
  double lowest = INFINITY;  // absolute pressure [Pa]
  double balance = 0.0;      // largest |oil.balance| [m³]
  double books = 0.0;        // largest |energy.books| [J]
  double turnover = 0.0;     // largest energy of a source [J]
  bool finite = true;
};

Outcome solve(const std::string& text, double step = 1e-3) {
  LoadOptions options;
  options.step = step;
  const Model model = load_text(text, "torture.yaml", options);
  Recording rows;
  Outcome out;
  out.summary = run(model, {}, rows);
  const auto channels = model.channels();
  for (std::size_t r = 0; r < rows.times.size(); ++r)
    for (std::size_t k = 0; k < channels.size(); ++k) {
      const double value = rows.row(r)[k];
      const std::string& name = channels[k].name;
      out.finite = out.finite && std::isfinite(value);
      if (name.ends_with(".p")) out.lowest = std::min(out.lowest, value);
      if (name == "oil.balance") out.balance = std::max(out.balance, std::abs(value));
      if (name == "energy.books") out.books = std::max(out.books, std::abs(value));
      if (name.starts_with("energy.source."))
        out.turnover = std::max(out.turnover, std::abs(value));
    }
  return out;
}

struct Case {
  const char* name;
  std::string text;  // without solver
};

std::vector<Case> cases() {
  const std::string head = kHead;
  const std::string pulsing = "  pulse: {flow: flow, into: before}\n";
  const std::string steady = "  steady: {flow: 10 l/min, into: line}\n";
  return {{"Tiny", head + kTiny},
          {"Slam", head + kSlam},
          {"Check", with_flow(head, pulsing.c_str()) + kCheck},
          {"Cracking", with_flow(head, steady.c_str()) + kCracking},
          {"AllAtOnce", head + kAtOnce}};
}

class Torture : public testing::TestWithParam<Case> {};

TEST_P(Torture, AmountsStayPositiveAndAddUp) {
  const Outcome out = solve(GetParam().text + solver("amount"));
  ASSERT_TRUE(out.summary.converged) << out.summary.message;
  EXPECT_LE(out.summary.newton_max, 30);
  EXPECT_TRUE(out.finite);
  EXPECT_GT(out.lowest, 0.0);
  EXPECT_LT(out.balance, 1e-14);  // round-off of ten litres, over 2000 steps
}

TEST_P(Torture, PressuresConvergeAndBooksCloseWithTheStep) {
  const std::string text = GetParam().text + solver("pressure");
  const Outcome coarse = solve(text, 1e-3), fine = solve(text, 0.25e-3);
  ASSERT_TRUE(coarse.summary.converged) << coarse.summary.message;
  ASSERT_TRUE(fine.summary.converged) << fine.summary.message;
  EXPECT_LE(coarse.summary.newton_max, 30);
  EXPECT_TRUE(coarse.finite);
  EXPECT_LT(coarse.balance, 1e-12);
  EXPECT_LT(coarse.books, 0.05 * coarse.turnover);
  EXPECT_LT(fine.books, 0.5 * coarse.books + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Cases, Torture, testing::ValuesIn(cases()),
                         [](const auto& info) { return std::string(info.param.name); });

// ------------------------------------------------------------------------------ at random
// Up to six volumes that start at pressures far apart, each with an orifice somewhere, and parts of
// the catalogue with parameters around those of their examples, any port on any node; lags of a few
// milliseconds where a part has one. Half of the circuits have amounts as states.
struct Wildness {
  double smallest = 1e-4;  // volume [m³]; the largest is 1e-2
  int parts = 4;           // at most, beside an orifice for each volume
};

class RandomCircuit {
 public:
  explicit RandomCircuit(unsigned seed, const Wildness& wild = {}) : random_(seed), wild_(wild) {}

  std::string text() {
    std::ostringstream out;
    out << kHead << "  engine: {speed: 1500 rpm}\n";
    const int volumes = 1 + pick(6);
    out << "volumes:\n";
    for (int k = 0; k < volumes; ++k) {
      nodes_.push_back("v" + std::to_string(k));
      out << "  v" << k << ": {volume: " << wild_.smallest * std::pow(1e-2 / wild_.smallest, unit())
          << " m3, start: " << 2 + 200 * unit() << " bar}\n";
    }
    nodes_.push_back("pump"), nodes_.push_back("tank");
    out << "orifices:\n";
    for (int k = 0; k < volumes; ++k)  // nothing is left without a way out
      out << "  o" << k << ": {from: v" << k << ", to: " << other("v" + std::to_string(k))
          << ", nominal: {flow: " << 1 + 60 * unit() << " l/min, drop: " << 1 + 50 * unit()
          << " bar}}\n";
    out << "components:\n";
    const int parts = 1 + pick(wild_.parts);
    for (int k = 0; k < parts; ++k) add_part(k, out);
    out << "signals:\n  wild: {random: {range: [0, 1], hold: 20 ms, seed: " << pick(1000000)
        << "}}\n";
    out << "solver: {step: 1 ms, until: 0.1 s, state: " << (pick(2) ? "amount" : "pressure")
        << "}\n";
    return out.str();
  }

 private:
  double unit() { return static_cast<double>(random_()) / 4294967296.0; }
  int pick(int n) { return static_cast<int>(unit() * n); }
  std::string node() { return nodes_[pick(static_cast<int>(nodes_.size()))]; }
  std::string other(const std::string& than) {
    std::string found = than;
    while (found == than) found = node();
    return found;
  }

  void add_part(int index, std::ostringstream& out) {
    const auto& all = components();
    const PartInfo& info = *all[pick(static_cast<int>(all.size()))];
    out << "  c" << index << ": {type: " << info.type;
    std::string last;
    for (const PortInfo& port : info.ports) {
      if (port.kind == PortInfo::Kind::shaft) {
        out << ", " << port.name << ": engine";
        continue;
      }
      last = last.empty() ? nodes_[pick(static_cast<int>(nodes_.size()) - 2)] : other(last);
      out << ", " << port.name << ": " << last;
    }
    for (const ParameterInfo& p : info.parameters) {
      if (std::isnan(p.fallback)) out << ", " << p.name << ": " << value(info, p);
      if (p.name == "lag" && p.fallback == 0.0) out << ", lag: " << 2.0 + 20.0 * unit() << " ms";
    }
    for (const InputInfo& input : info.inputs)
      if (std::isnan(input.fallback)) out << ", " << input.name << ": " << input_value(input);
    out << "}\n";
  }

  // What a machine builder would give it: the example's value, more or less.
  std::string value(const PartInfo& info, const ParameterInfo& p) {
    if (!p.choices.empty()) return p.choices[pick(static_cast<int>(p.choices.size()))];
    const std::string key = p.name + ": ";
    const auto type = info.example.find("type: " + info.type);
    auto at = info.example.find(key, type);
    EXPECT_NE(at, std::string::npos) << info.type << " " << p.name;
    at += key.size();
    const std::string text = info.example.substr(at, info.example.find_first_of(",}\n", at) - at);
    std::ostringstream out;
    out << "\"" << std::pow(10.0, 0.6 * (unit() - 0.5)) << " * (" << text << ")\"";
    return out.str();
  }
  std::string input_value(const InputInfo& input) {
    if (input.unit == "1") return "wild";
    if (input.unit == "V") return "4 V";
    if (input.unit == "m3/s") return "10 l/min";
    if (input.unit == "Pa") return "100 bar";
    if (input.unit == "rad/s") return "1500 rpm";
    return "0 " + input.unit;
  }

  std::mt19937 random_;
  Wildness wild_;
  std::vector<std::string> nodes_;
};

class RandomCircuits : public testing::TestWithParam<int> {};

TEST_P(RandomCircuits, RunAtOneMillisecond) {
  for (int k = 0; k < 50; ++k) {
    const unsigned seed = static_cast<unsigned>(50 * GetParam() + k);
    SCOPED_TRACE(seed);
    const std::string text = RandomCircuit(seed).text();
    const Outcome out = solve(text);
    ASSERT_TRUE(out.summary.converged) << out.summary.message << text;
    EXPECT_TRUE(out.finite) << text;
    if (text.find("state: amount") != std::string::npos) {
      EXPECT_GT(out.lowest, 0.0) << text;
      EXPECT_LT(out.balance, 1e-13) << text;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomCircuits, testing::Range(0, 20));

// Ten times as many parts on volumes a thousand times smaller: not all of these converge, but each
// that does not says so and names a culprit, and none ends with a number that is not finite.
TEST(RandomCircuit, TheWildestFailWithAWordIfAtAll) {
  int failed = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Outcome out = solve(RandomCircuit(seed, {1e-7, 9}).text());
    EXPECT_TRUE(out.finite);
    if (out.summary.converged) continue;
    ++failed;
    EXPECT_NE(out.summary.message.find("did not converge"), std::string::npos)
        << out.summary.message;
  }
  EXPECT_LE(failed, 15);
}

}  // namespace
}  // namespace bramah
