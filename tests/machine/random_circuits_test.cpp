// Circuits drawn at random from the catalogue, at a fixed 1 ms: each is run to its end with finite
// numbers, no pressure below zero, and no oil lost where amounts are the states.
//
// The suite has 1000 of the wildest; for more, BRAMAH_CIRCUITS=10000 build/tests/machine_test
// --gtest_filter='*WildestCircuits*'.
#include <bramah/bramah.h>
#include <bramah/parts.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <sstream>

#include "torture_run.h"

namespace bramah {
namespace {

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
    out << kTortureHead << "  engine: {speed: 1500 rpm}\n";
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
    std::vector<const PartInfo*> all = components();  // there is no joint to drive
    std::erase_if(all, [](const PartInfo* one) { return one->drives != Drives::nothing; });
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

void expect_sound(const TortureOutcome& out, const std::string& text, double most_lost) {
  EXPECT_TRUE(out.summary.converged) << out.summary.message << text;
  EXPECT_TRUE(out.finite) << text;
  EXPECT_GE(out.lowest, 0.0) << text;
  if (text.find("state: amount") != std::string::npos) {
    EXPECT_LT(out.balance, most_lost) << text;
  }
}

class RandomCircuits : public testing::TestWithParam<int> {};

TEST_P(RandomCircuits, RunAtOneMillisecond) {
  for (int k = 0; k < 50; ++k) {
    const unsigned seed = static_cast<unsigned>(50 * GetParam() + k);
    SCOPED_TRACE(seed);
    const std::string text = RandomCircuit(seed).text();
    expect_sound(torture(text), text, 1e-13);
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomCircuits, testing::Range(0, 20));

// Twice as many parts on volumes a thousand times smaller, of 0.1 cm³: at 40 l/min they fill by 100 bar
// in a microsecond.
class WildestCircuits : public testing::TestWithParam<int> {};

constexpr int kShares = 10;

TEST_P(WildestCircuits, RunAtOneMillisecond) {
  const char* asked = std::getenv("BRAMAH_CIRCUITS");
  const int share = (asked ? std::atoi(asked) : 1000) / kShares;
  for (int k = 0; k < share; ++k) {
    const unsigned seed = static_cast<unsigned>(share * GetParam() + k);
    SCOPED_TRACE(seed);
    const std::string text = RandomCircuit(seed, {1e-7, 9}).text();
    expect_sound(torture(text), text, 1e-12);
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, WildestCircuits, testing::Range(0, kShares));

}  // namespace
}  // namespace bramah
