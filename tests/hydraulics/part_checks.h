// What every part must satisfy, whatever it is: exact slopes, a closed power balance, oil that is
// neither made nor lost, and a PartInfo that agrees with the part it makes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bramah/parts.h"

namespace bramah {

struct PartValue {
  std::vector<double> f, slopes;  // slopes row by row
};

inline PartValue linearise(const Part& part, const std::vector<double>& x) {
  const PartShape& shape = part.shape();
  EXPECT_EQ(static_cast<int>(x.size()), shape.in());
  const double unset = std::numeric_limits<double>::quiet_NaN();
  PartValue at{std::vector<double>(shape.out(), unset),
               std::vector<double>(shape.out() * shape.in(), unset)};
  part.linearise(x.data(), part.mode(x.data()), at.f.data(), at.slopes.data());
  return at;
}

inline std::vector<double> evaluate(const Part& part, const std::vector<double>& x, int mode) {
  std::vector<double> f(part.shape().out(), std::numeric_limits<double>::quiet_NaN());
  part.evaluate(x.data(), mode, f.data());
  return f;
}
inline std::vector<double> evaluate(const Part& part, const std::vector<double>& x) {
  return evaluate(part, x, part.mode(x.data()));
}

struct SlopeOptions {
  std::vector<double> scales{};  // of x; empty: 1 bar at ports, scale() of states, 1 elsewhere
  double tolerance = 1e-6;       // of the row's largest entry, column k in units of scales[k]
  bool corners = false;          // a slope between those of the two sides will do
};

inline std::vector<double> default_scales(const Part& part) {
  const PartShape& shape = part.shape();
  std::vector<double> scales(shape.in(), 1.0);
  for (int i = 0; i < shape.ports; ++i) scales[i] = 1e5;
  for (int i = 0; i < shape.states; ++i) scales[shape.ports + i] = part.scale(i);
  return scales;
}

// Slopes against five-point differences of evaluate(), and none where there is said to be none. Three steps are tried, the best counts: a
// long one is exact where the function is smooth, a short one where its curvature jumps nearby.
inline void check_slopes(const Part& part, const std::vector<double>& x, SlopeOptions o = {}) {
  const PartShape& shape = part.shape();
  const int in = shape.in(), out = shape.out(), mode = part.mode(x.data());
  const PartValue at = linearise(part, x);
  const std::vector<double> f0 = evaluate(part, x, mode);
  if (o.scales.empty()) o.scales = default_scales(part);
  for (int r = 0; r < out; ++r) {
    ASSERT_TRUE(std::isfinite(f0[r])) << "row " << r;
    EXPECT_NEAR(at.f[r], f0[r], 1e-13 * std::abs(f0[r])) << "row " << r;
    for (int c = 0; c < in; ++c) {
      ASSERT_TRUE(std::isfinite(at.slopes[r * in + c])) << r << " " << c;
      EXPECT_TRUE(part.depends(r, c) || at.slopes[r * in + c] == 0.0) << r << " " << c;
    }
  }

  const std::vector<double> steps = {1e-3, 1e-4, 1e-6};
  std::vector<double> largest(out, 0.0), worst(out * in, 0.0), noise(out * in, 0.0);
  for (int c = 0; c < in; ++c) {
    const auto moved = [&](double by) {
      std::vector<double> y = x;
      y[c] += by;
      return evaluate(part, y, mode);
    };
    std::vector<double> best(out, std::numeric_limits<double>::infinity());
    for (const double step : steps) {
      const double h = step * o.scales[c];
      const auto a = moved(-2 * h), b = moved(-h), d = moved(h), e = moved(2 * h);
      for (int r = 0; r < out; ++r) {
        const double slope = at.slopes[r * in + c];
        const double found = (8.0 * (d[r] - b[r]) - (e[r] - a[r])) / (12.0 * h);
        // Round-off of f, and of x where it is far larger than h.
        const double eps = std::numeric_limits<double>::epsilon();
        const double forgiven =
            20.0 * eps * (std::abs(f0[r]) + std::abs(slope) * std::abs(x[c])) / h;
        double error = std::abs(slope - found);
        if (o.corners) {
          const double left = (3.0 * f0[r] - 4.0 * b[r] + a[r]) / (2.0 * h);
          const double right = (4.0 * d[r] - 3.0 * f0[r] - e[r]) / (2.0 * h);
          const auto [low, high] = std::minmax(left, right);
          error = std::min(error, std::max({low - slope, slope - high, 0.0}));
        }
        largest[r] = std::max(largest[r], std::abs(found) * o.scales[c]);
        if (error - forgiven < best[r]) {
          best[r] = error - forgiven;
          worst[r * in + c] = error;
          noise[r * in + c] = forgiven;
        }
      }
    }
  }
  for (int r = 0; r < out; ++r)
    for (int c = 0; c < in; ++c) {
      const int k = r * in + c;
      EXPECT_LE(worst[k] * o.scales[c], o.tolerance * largest[r] + noise[k] * o.scales[c])
          << "row " << r << ", column " << c << ": slope " << at.slopes[k];
    }
}

// -sum(potential * flow) = lost + stored + work - supplied, and no heat is taken back.
inline void check_power(const Part& part, const std::vector<double>& x, bool passive = true,
                        double tolerance = 1e-9) {
  const int mode = part.mode(x.data());
  const std::vector<double> f = evaluate(part, x, mode);
  const PartPower power = part.power(x.data(), mode, f.data());
  double taken = 0.0, size = 0.0;
  for (int i = 0; i < part.shape().ports; ++i) {
    taken -= x[i] * f[i];
    size += std::abs(x[i] * f[i]);
  }
  size += std::abs(power.lost) + std::abs(power.stored) + std::abs(power.work) +
          std::abs(power.supplied);
  EXPECT_NEAR(taken, power.lost + power.stored + power.work - power.supplied, tolerance * size);
  if (passive) {
    EXPECT_GE(power.lost, -1e-14 * size);
  }
}

// What goes in comes out; `ports`: how many of them are hydraulic, they come first. -1: all.
inline void check_conservation(const Part& part, const std::vector<double>& x, int ports = -1) {
  const std::vector<double> f = evaluate(part, x);
  double sum = 0.0, size = 0.0;
  for (int i = 0; i < (ports < 0 ? part.shape().ports : ports); ++i) {
    sum += f[i];
    size += std::abs(f[i]);
  }
  EXPECT_NEAR(sum, 0.0, 1e-14 * size);
}

inline void check_all(const Part& part, const std::vector<double>& x, SlopeOptions o = {}) {
  check_slopes(part, x, o);
  check_power(part, x);
  check_conservation(part, x);
}

using PartValues = std::map<std::string, double>;

// A part from its PartInfo: the values given by name, the fallbacks for the rest.
inline std::unique_ptr<const Part> make_part(const PartInfo& info, const PartValues& given = {},
                                             const Fluid& fluid = {}) {
  std::vector<double> values;
  std::size_t used = 0;
  for (const ParameterInfo& p : info.parameters) {
    const auto found = given.find(p.name);
    used += found != given.end();
    values.push_back(found != given.end() ? found->second : p.fallback);
    EXPECT_FALSE(std::isnan(values.back())) << info.type << "." << p.name << " is required";
  }
  EXPECT_EQ(used, given.size()) << info.type << ": a name that is no parameter";
  return info.make(values, fluid);
}

// Names are unique, texts are there, counts agree with the part's shape.
inline void check_info(const PartInfo& info, const PartValues& given = {}) {
  SCOPED_TRACE(info.type);
  const auto part = make_part(info, given);
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(part->shape().ports, static_cast<int>(info.ports.size()));
  EXPECT_EQ(part->shape().inputs, static_cast<int>(info.inputs.size()));
  // A lag that is switched off takes its state away.
  EXPECT_LE(part->shape().states, static_cast<int>(info.states.size()));
  for (const std::string* text :
       {&info.title, &info.doc, &info.equation, &info.source, &info.symbol, &info.example})
    EXPECT_FALSE(text->empty());
  EXPECT_NE(info.example.find("type: " + info.type), std::string::npos);
  EXPECT_NE(info.symbol.find("currentColor"), std::string::npos);
  std::set<std::string> names = {"type"};  // keys of the machine file, all in one mapping
  const auto add = [&](const std::string& name, const std::string& doc) {
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
    EXPECT_FALSE(doc.empty()) << name;
  };
  for (const PortInfo& p : info.ports) add(p.name, p.doc);
  for (const InputInfo& p : info.inputs) add(p.name, p.doc);
  for (const StateInfo& p : info.states)
    if (!p.start_key.empty()) add(p.start_key, p.doc);
  for (const ParameterInfo& p : info.parameters) {
    add(p.name, p.doc);
    EXPECT_FALSE(p.unit.empty()) << p.name;
    if (p.choices.empty()) {
      EXPECT_FALSE(p.typical.empty()) << p.name;
    }
    if (!std::isnan(p.fallback)) {
      EXPECT_FALSE(p.fallback_text.empty()) << p.name;
    }
  }
}

}  // namespace bramah
