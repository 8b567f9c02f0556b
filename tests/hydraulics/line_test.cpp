#include "hydraulics/parts/line.h"

#include <gtest/gtest.h>

#include "hydraulics/families.h"
#include "part_checks.h"

namespace bramah {
namespace {

const Pipe kPipe{.density = 870, .viscosity = 46e-6, .length = 5, .diameter = 0.012, .fittings = 2};

TEST(Pipe, LaminarAndTurbulentDrop) {
  Pipe pipe = kPipe;
  pipe.fittings = 0.0;
  const double area = std::numbers::pi * 0.006 * 0.006, slow = 0.5 * area;
  // Hagen-Poiseuille at Re = 130.
  const double drop = 128 * 870 * 46e-6 * 5 * slow / (std::numbers::pi * std::pow(0.012, 4));
  EXPECT_NEAR(pipe.resistance(slow) * slow, drop, 1e-9 * drop);
  // Blasius at Re = 5217.
  const double w = 20.0, re = w * 0.012 / 46e-6;
  const double turbulent = 0.3164 / std::pow(re, 0.25) * 5 / 0.012 * 870 * w * w / 2;
  EXPECT_NEAR(pipe.resistance(w * area) * w * area, turbulent, 1e-9 * turbulent);
  pipe.fittings = 2.0;
  EXPECT_NEAR(pipe.resistance(w * area) * w * area, turbulent + 870 * w * w, 1.0);
  // Q' = dp/L from rest.
  EXPECT_NEAR(evaluate(PartOf<Pipe>(pipe), {3e5, 1e5, 0.0})[2], 2e5 * area / (870 * 5), 1e-12);
}

TEST(Pipe, SlopesAndPower) {
  const PartOf<Pipe> part(kPipe);
  const double area = kPipe.area();
  for (const double w : {-30.0, -12.0, -1.0, 0.0, 0.01, 8.0, 10.0, 14.0, 40.0, 1e3})
    for (const double p : {-1e6, 1e7, 1e9}) check_all(part, {p, 2e6, w * area});
}

TEST(AnnularGap, ConductanceByHand) {
  // π d h³/(12 μ l), and 2.5 times as much at full eccentricity.
  const double mu = 870 * 46e-6, plain = std::numbers::pi * 0.04 * 8e-15 / (12 * mu * 0.03);
  EXPECT_NEAR(AnnularGap::from(0.02, 2e-5, 0.03, 0.0, mu).conductance, plain, 1e-12 * plain);
  EXPECT_NEAR(AnnularGap::from(0.02, 2e-5, 0.03, 1.0, mu).conductance, 2.5 * plain, 1e-12 * plain);
  const PartOf<AnnularGap> part(AnnularGap::from(0.02, 2e-5, 0.03, 0.5, mu));
  for (const double p : {-1e6, 1e6, 1e9}) check_all(part, {p, 1e6});
}

TEST(Filter, RatedPointAndClogging) {
  const Filter filter = Filter::from(1e-3, 5e4, 0.7);
  const PartOf<Filter> part(filter);
  EXPECT_NEAR(evaluate(part, {1.5e5, 1e5, 1.0})[1], 1e-3, 1e-15);
  EXPECT_NEAR(evaluate(part, {3.5e5, 1e5, 5.0})[1], 1e-3, 1e-15);
  EXPECT_NEAR(evaluate(part, {1e5, 1.5e5, 1.0})[1], -1e-3, 1e-15);
  for (const double dp : {-1e9, -3e4, 20.0, 1e5, 1e8})
    for (const double clogging : {-1.0, 0.5, 1.0, 7.0})
      check_all(part, {1e6 + dp, 1e6, clogging}, {.scales = {1e3, 1e3, 0.1}});
  check_slopes(part, {1e6, 1e6, 1.0}, {.scales = {1.0, 1.0, 0.1}, .tolerance = 1e-5});
}

const Accumulator kAccumulator{
    .volume = 1e-3, .precharge = 6e6, .exponent = 1.25, .coefficient = 4.5e-6};

TEST(Accumulator, GasLawAndPort) {
  EXPECT_NEAR(kAccumulator.gas_pressure(0.0), 6e6, 1e-9);
  EXPECT_NEAR(kAccumulator.gas_pressure(5e-4), 6e6 * std::pow(2.0, 1.25), 1e-3);
  const PartOf<Accumulator> part(kAccumulator);
  const double gas = kAccumulator.gas_pressure(5e-4);
  const double q = 4.5e-6 * std::sqrt(4e5);
  EXPECT_NEAR(evaluate(part, {gas + 4e5, 5e-4})[1], q, 1e-3 * q);  // O((δ/dp)²)
  EXPECT_NEAR(evaluate(part, {gas - 4e5, 5e-4})[1], -q, 1e-3 * q);
  EXPECT_EQ(evaluate(part, {1e5, 0.0})[1], 0.0);  // empty
}

// The port's pressure falls to nothing: all the oil comes out, and not more.
TEST(Accumulator, EmptiesWithoutPassingZero) {
  const PartOf<Accumulator> part(kAccumulator);
  double oil = 2e-4;
  for (int k = 0; k < 20000; ++k) {
    oil += 1e-5 * evaluate(part, {1e5, oil})[1];
    ASSERT_GE(oil, 0.0);
  }
  EXPECT_LT(oil, 1e-3 * kAccumulator.volume);
}

TEST(Accumulator, SlopesAndPower) {
  const PartOf<Accumulator> part(kAccumulator);
  for (const double share : {-0.2, 0.0005, 0.004, 0.03, 0.5, 0.9, 0.979, 0.99, 1.3})
    for (const double p : {-1e6, 1e5, 5.98e6, 6.045e6, 2e7, 1e9}) {
      check_slopes(part, {p, share * 1e-3}, {.scales = {1e4, 1e-5}});
      check_power(part, {p, share * 1e-3});
    }
}

TEST(LineParts, Descriptions) {
  const std::vector<PartValues> given = {{{"length", 5}, {"diameter", 0.012}},
                                         {{"radius", 0.02}, {"gap", 2e-5}, {"length", 0.03}},
                                         {{"flow", 1e-3}, {"drop", 5e4}},
                                         {{"volume", 1e-3}, {"precharge", 6e6}}};
  ASSERT_EQ(line_family().parts.size(), given.size());
  for (std::size_t i = 0; i < given.size(); ++i) check_info(*line_family().parts[i], given[i]);
  // The parameters reach the fields they are meant for.
  const auto acc = make_part(
      *line_family().parts[3],
      {{"volume", 1e-3}, {"precharge", 6e6}, {"exponent", 1.0}, {"flow", 3e-3}, {"drop", 3e5}});
  EXPECT_NEAR(evaluate(*acc, {12e6 + 3e5, 5e-4})[1], 3e-3, 1e-14);
  const auto pipe = make_part(*line_family().parts[0], given[0], hlp46());
  const double area = std::numbers::pi * 0.006 * 0.006;
  EXPECT_NEAR(evaluate(*pipe, {1e5, 0.0, 0.0})[2], 1e5 * area / (875 * 5), 1e-12);
}

}  // namespace
}  // namespace bramah
