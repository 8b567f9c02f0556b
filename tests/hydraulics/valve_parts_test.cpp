// Every valve of the catalogue, at random and at special states: slopes, power, conservation.
#include "hydraulics/families.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <Eigen/Dense>
#include <random>

#include "core/units.h"
#include "hydraulics/part_checks.h"

namespace bramah {
namespace {

constexpr double kLitre = 1e-3 / 60.0;  // per minute

// What is required, and a lag for those that know one.
PartValues values(const PartInfo& info, double lag) {
  const PartValues wanted = {{"flow", 40 * kLitre}, {"drop", 5e5},      {"check_flow", 60 * kLitre},
                             {"cracking", 1.8e7},   {"setting", 1.2e7}, {"lag", lag}};
  PartValues given;
  for (const ParameterInfo& p : info.parameters)
    if (std::isnan(p.fallback) || p.name == "lag") given[p.name] = wanted.at(p.name);
  return given;
}

class ValveParts : public testing::TestWithParam<const PartInfo*> {
 protected:
  const PartInfo& info() const { return *GetParam(); }
};

TEST_P(ValveParts, DescribeThemselves) {
  check_info(info(), values(info(), 0.0));
  check_info(info(), values(info(), 0.01));
  EXPECT_EQ(make_part(info(), values(info(), 0.01))->shape().states,
            static_cast<int>(info().states.size()));
}

TEST_P(ValveParts, HaveUnitsAndFallbacksThatAgree) {
  for (const ParameterInfo& p : info().parameters) {
    SCOPED_TRACE(p.name);
    EXPECT_NO_THROW((void)dimension_of(p.unit));
    if (std::isnan(p.fallback)) continue;
    if (p.choices.empty())
      EXPECT_NEAR(parse_as(p.fallback_text, p.unit), p.fallback, 1e-12 * std::abs(p.fallback));
    else
      EXPECT_EQ(p.choices.at(static_cast<std::size_t>(p.fallback)), p.fallback_text);
  }
  for (const InputInfo& i : info().inputs) EXPECT_NO_THROW((void)dimension_of(i.unit));
  for (const StateInfo& s : info().states) EXPECT_NO_THROW((void)dimension_of(s.unit));
}

const PartInfo* find_valve(const std::string& type) {
  for (const PartInfo* part : valve_parts())
    if (part->type == type) return part;
  return nullptr;
}

bool has(const YAML::Node& file, const char* section, const std::string& key) {
  return file[section].IsDefined() && file[section][key].IsDefined();
}

// A component of an example names each key that it must and none that does not exist, with values
// in the right units; a word instead of an input's value is a signal, ports are nodes of the file.
void check_component(const YAML::Node& file, const YAML::Node& component) {
  const PartInfo* part = find_valve(component["type"].as<std::string>());
  ASSERT_NE(part, nullptr);
  std::set<std::string> known = {"type"};
  const auto value = [&](const std::string& key, const std::string& unit) {
    known.insert(key);
    const auto text = component[key].as<std::string>("");
    if (!text.empty() && !has(file, "signals", text)) {
      EXPECT_NO_THROW((void)parse_as(text, unit)) << key << ": " << text;
    }
    return !text.empty();
  };
  for (const PortInfo& port : part->ports) {
    known.insert(port.name);
    const auto node = component[port.name].as<std::string>("");
    EXPECT_TRUE(port.optional || !node.empty()) << port.name;
    EXPECT_TRUE(node.empty() || has(file, "volumes", node) || has(file, "sources", node))
        << port.name << ": " << node;
  }
  for (const ParameterInfo& p : part->parameters) {
    if (p.choices.empty())
      EXPECT_TRUE(value(p.name, p.unit) || !std::isnan(p.fallback)) << p.name;
    else
      known.insert(p.name);
  }
  for (const InputInfo& i : part->inputs)
    EXPECT_TRUE(value(i.name, i.unit) || !std::isnan(i.fallback)) << i.name;
  for (const StateInfo& s : part->states)
    if (!s.start_key.empty()) value(s.start_key, s.unit);
  for (const auto& entry : component) EXPECT_TRUE(known.contains(entry.first.as<std::string>()));
}

TEST_P(ValveParts, HaveExamplesWithTheKeysThatTheyKnow) {
  const YAML::Node file = YAML::Load(info().example);
  ASSERT_TRUE(file["components"].IsMap());
  bool shown = false;
  for (const auto& entry : file["components"]) {
    SCOPED_TRACE(entry.first.as<std::string>());
    shown = shown || entry.second["type"].as<std::string>() == info().type;
    check_component(file, entry.second);
  }
  EXPECT_TRUE(shown);
  EXPECT_TRUE(file["solver"]["until"].IsDefined());
}

// A state between its limits, or of its own size around zero.
double random_state(const Part& part, int i, double r) {
  const StateLimits limits = part.limits(i);
  if (std::isfinite(limits.upper)) return limits.lower + r * (limits.upper - limits.lower);
  return (2.0 * r - 1.0) * part.scale(i);
}

std::vector<double> random_state_of(const Part& part, const PartInfo& info, std::mt19937& random,
                                    const std::vector<double>& pressures) {
  std::uniform_real_distribution<double> unit(0.02, 0.98);
  std::vector<double> x = pressures;
  for (int i = 0; i < part.shape().states; ++i) x.push_back(random_state(part, i, unit(random)));
  for (const InputInfo& i : info.inputs)
    x.push_back(i.unit == "m3/s" ? 20 * kLitre * unit(random) : unit(random));
  return x;
}
std::vector<double> scales(const Part& part, const PartInfo& info) {
  std::vector<double> s = default_scales(part);
  for (std::size_t i = 0; i < info.inputs.size(); ++i)
    if (info.inputs[i].unit == "m3/s") s[part.shape().ports + part.shape().states + i] = 1e-4;
  return s;
}

TEST_P(ValveParts, KeepTheirPromisesAtRandomStates) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> high(-1e5, 3e7), near(-6e5, 6e5), band(-3e6, 3e6);
  for (const double lag : {0.0, 0.01}) {
    const auto part = make_part(info(), values(info(), lag));
    for (int round = 0; round < 300; ++round) {
      const double base = high(random);  // all far apart, within a few bar, or within tens of bar
      std::vector<double> p;
      for (int i = 0; i < part->shape().ports; ++i)
        p.push_back(round % 3 == 0 ? high(random)
                                   : base + (round % 3 == 1 ? near(random) : band(random)));
      const auto x = random_state_of(*part, info(), random, p);
      SCOPED_TRACE(testing::Message() << testing::PrintToString(x));
      check_all(*part, x, {.scales = scales(*part, info())});
      if (HasFailure()) return;
    }
  }
}

// Equal pressures, nothing, less than nothing, the settings themselves, and far too much.
TEST_P(ValveParts, SurviveSpecialStates) {
  const double special[] = {-1e6, 0.0, 5e4, 1e5, 7e5, 1.2e7, 1.8e7, 1.95e7, 1e9};
  std::mt19937 random(3);
  std::uniform_int_distribution<int> which(0, 8);
  for (const double lag : {0.0, 0.01}) {
    const auto part = make_part(info(), values(info(), lag));
    for (int round = 0; round < 400; ++round) {
      std::vector<double> p;
      for (int i = 0; i < part->shape().ports; ++i)
        p.push_back(special[round < 9 ? round : which(random)]);
      auto x = random_state_of(*part, info(), random, p);
      const int inputs = part->shape().ports + part->shape().states;
      for (int i = inputs; i < part->shape().in(); ++i)
        x[i] = round % 4 == 0 ? 0.0 : round % 4 == 1 ? 1.0 : round % 4 == 2 ? -1.0 : 2.0;
      for (int i = 0; i < part->shape().states; ++i)
        if (const double low = part->limits(i).lower; round % 5 == 0)
          x[part->shape().ports + i] = std::isfinite(low) ? low : 0.0;
      SCOPED_TRACE(testing::Message() << testing::PrintToString(x));
      check_all(*part, x, {.scales = scales(*part, info()), .corners = true});
      if (HasFailure()) return;
    }
  }
}

// Along any straight line of pressures the slopes change no faster than the line is cut: C1.
TEST_P(ValveParts, HaveNoCornersInPressure) {
  const auto part = make_part(info(), values(info(), 0.0));
  const int ports = part->shape().ports, in = part->shape().in();
  const bool senses = info().ports.back().name == "LS2";  // max(LS, LS2) has a corner, as printed
  std::mt19937 random(5);
  for (int moved = 0; moved < ports - (senses ? 1 : 0); ++moved) {
    std::vector<double> x(ports, 5e6);
    if (senses) x.back() = 0.0;
    x = random_state_of(*part, info(), random, x);
    const auto largest_jump = [&](int steps) {
      double largest = 0.0;
      std::vector<double> before;
      for (int k = 0; k <= steps; ++k) {
        x[moved] = 1e5 + 3e7 * k / steps;
        const PartValue at = linearise(*part, x);
        for (int r = 0; k > 0 && r < ports; ++r)
          largest = std::max(largest, std::abs(at.slopes[r * in + moved] - before[r]));
        before.clear();
        for (int r = 0; r < ports; ++r) before.push_back(at.slopes[r * in + moved]);
      }
      return largest;
    };
    // Curvature is bounded, so eight times finer steps make a jump that is eight times smaller.
    const double coarse = largest_jump(20000), fine = largest_jump(160000);
    EXPECT_LT(fine, 0.2 * coarse + 1e-30) << "port " << moved;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ValveParts, testing::ValuesIn(valve_parts()),
                         [](const auto& p) { return p.param->type; });

TEST(ValveCatalogue, TypesAreUnique) {
  std::set<std::string> types;
  for (const PartInfo* part : valve_parts()) EXPECT_TRUE(types.insert(part->type).second);
  EXPECT_EQ(types.size(), 14u);
}

}  // namespace
}  // namespace bramah
