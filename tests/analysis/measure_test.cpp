// Measures against formulas, and through a machine against its own recording.
#include "analysis/measure.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/reductions.h"
#include "bramah/basics.h"
#include "bramah/run.h"

namespace bramah {
namespace {

using std::numbers::pi;
using ::testing::HasSubstr;

struct Samples {
  std::vector<double> t, x;
  template <class Function>
  Samples(double until, int n, const Function& f) {
    for (int k = 0; k <= n; ++k) t.push_back(until * k / n), x.push_back(f(t.back()));
  }
  TimeCurve curve() const { return {t, x}; }
};

TEST(Reductions, OfASine) {
  const Samples s(2.0 * pi, 4000, [](double t) { return 3.0 * std::sin(t) + 1.0; });
  EXPECT_NEAR(mean_of(s.curve()), 1.0, 1e-6);
  EXPECT_NEAR(rms_of(s.curve()), std::sqrt(1.0 + 4.5), 1e-6);
  EXPECT_NEAR(integral_of(s.curve()), 2.0 * pi, 1e-5);
  EXPECT_NEAR(value_at(s.curve(), 1.0005), 3.0 * std::sin(1.0005) + 1.0, 1e-6);
  EXPECT_NEAR(time_to_reach(s.curve(), 2.5), pi / 6.0, 1e-6);
  EXPECT_TRUE(std::isnan(time_to_reach(s.curve(), 5.0)));
  EXPECT_TRUE(std::isnan(value_at(s.curve(), 7.0)));
}

// x = 1 - exp(-zeta w t) cos(...): overshoot exp(-pi zeta / sqrt(1 - zeta^2)).
TEST(Reductions, OfAStepResponse) {
  const double z = 0.3, w = 10.0, wd = w * std::sqrt(1.0 - z * z);
  const Samples s(8.0, 80000, [&](double t) {
    return 1.0 - std::exp(-z * w * t) * (std::cos(wd * t) + z * w / wd * std::sin(wd * t));
  });
  EXPECT_NEAR(overshoot_of(s.curve(), 1.0), std::exp(-pi * z / std::sqrt(1.0 - z * z)), 1e-6);
  const double settled = settling_of(s.curve(), 0.02, 1.0);
  for (std::size_t k = 0; k < s.t.size(); ++k)
    ASSERT_TRUE(s.t[k] <= settled || std::abs(s.x[k] - 1.0) <= 0.02) << s.t[k];
  EXPECT_NEAR(std::abs(value_at(s.curve(), settled) - 1.0), 0.02, 1e-6);
  EXPECT_TRUE(std::isnan(settling_of(s.curve(), 0.02, 2.0)));
}

TEST(Reductions, QuantilesAreOfTimeNotOfRows) {
  const Samples ramp(10.0, 1000, [](double t) { return t * t; });
  EXPECT_NEAR(quantile_of(ramp.curve(), 0.25), 6.25, 1e-2);  // below (q T)^2 for a share q
  const std::vector<double> t{0.0, 0.1, 0.2, 10.0}, x{5.0, 5.0, 5.0, 1.0};
  EXPECT_LT(quantile_of({t, x}, 0.2), 1.5);  // three of four rows are 5, for 2 % of the time
}

class MeasureOfAMachine : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    LoadOptions options;
    options.until = 1.5;
    model = new Model(load(std::string(BRAMAH_SOURCE_DIR) + "/models/four_bar.yaml", options));
    run(*model, {}, recording);
  }
  static void TearDownTestSuite() { delete model; }

  static double value(const std::string& text) { return quantity(text).value; }
  static Quantity quantity(const std::string& text) {
    return measured(text, {.model = model, .recording = &recording, .named = {}});
  }
  static std::string unit(const std::string& text) { return si_name(quantity(text).dimension); }
  static std::string problem(const std::string& text) {
    try {
      measured(text, {.model = model, .recording = nullptr, .named = {}});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  static std::vector<double> column(const std::string& name) {
    std::vector<double> x;
    for (std::size_t k = 0; k < recording.times.size(); ++k)
      x.push_back(recording.row(k)[static_cast<std::size_t>(model->find_channel(name))]);
    return x;
  }

  static inline Model* model = nullptr;
  static inline Recording recording;
};

TEST_F(MeasureOfAMachine, ReductionsOfChannels) {
  const std::vector<double> p = column("lift.A.p"), s = column("lift.length");
  EXPECT_EQ(value("max(lift.A.p)"), *std::max_element(p.begin(), p.end()));
  EXPECT_EQ(value("min(lift.A.p)"), *std::min_element(p.begin(), p.end()));
  EXPECT_EQ(value("end(lift.length)"), s.back());
  EXPECT_EQ(value("start(lift.length)"), s.front());
  EXPECT_EQ(unit("max(lift.A.p)"), "Pa");
  EXPECT_EQ(unit("integral(lift.length)"), "m s");
  EXPECT_EQ(unit("time_of_max(lift.A.p)"), "s");
}

TEST_F(MeasureOfAMachine, ArithmeticWithUnitsInsideAndOutside) {
  const std::vector<double> a = column("lift.A.p"), b = column("lift.B.p");
  double largest = -INFINITY;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, a[k] - b[k]);
  EXPECT_NEAR(value("max(lift.A.p - lift.B.p)"), largest, 1e-9 * std::abs(largest));
  EXPECT_NEAR(value("max(lift.A.p)/100 bar - 1"), value("max(lift.A.p)") / 1e7 - 1.0, 1e-12);
  EXPECT_EQ(value("max(max(lift.A.p), max(lift.B.p))"),
            std::max(value("max(lift.A.p)"), value("max(lift.B.p)")));
  EXPECT_EQ(value("at(lift.length, 1 s)"), column("lift.length")[1000]);
}

TEST_F(MeasureOfAMachine, WhatNeverHappensHasNoValueButAUnit) {
  EXPECT_TRUE(std::isnan(value("time_to_reach(lift.length, 90 m) - 1 s")));
  EXPECT_EQ(unit("time_to_reach(lift.length, 90 m) - 1 s"), "s");
}

TEST_F(MeasureOfAMachine, EnergyOfParts) {
  const auto gain = [&](const char* name) { return column(name).back() - column(name).front(); };
  EXPECT_DOUBLE_EQ(value("energy(pump)"), gain("energy.source.pump"));
  EXPECT_DOUBLE_EQ(value("energy(lift)"), gain("energy.work.lift"));
  EXPECT_NEAR(
      value("energy_share(lift_throttle)"),
      gain("energy.loss.lift_throttle") / (gain("energy.source.pump") + gain("energy.source.tank")),
      1e-12);
}

TEST_F(MeasureOfAMachine, MistakesAreNamed) {
  EXPECT_THAT(problem("lift.A.p"), HasSubstr("say which of its values, e.g. max(lift.A.p)"));
  EXPECT_THAT(problem("max(lift.A.q)"), HasSubstr("no channel is called \"lift.A.q\""));
  EXPECT_THAT(problem("time_to_reach(lift.length, 3 bar)"),
              HasSubstr("\"3 bar\" is a pressure, expected a length"));
  EXPECT_THAT(problem("at(lift.length)"), HasSubstr("at() takes 2 arguments; found 1"));
  EXPECT_THAT(problem("max(lift.A.p) + 1 m"), HasSubstr("max(lift.A.p) + 1 m"));
  EXPECT_THAT(problem("max(lift.A.p"), HasSubstr("bracket"));
  EXPECT_THAT(problem("energy(lft)"), HasSubstr("did you mean \"lift\""));
  EXPECT_THAT(problem("quantile(lift.A.p, 120 %)"), HasSubstr("a share from 0 to 100 %"));
}

}  // namespace
}  // namespace bramah
