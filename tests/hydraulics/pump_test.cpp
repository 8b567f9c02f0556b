#include "hydraulics/parts/pump.h"

#include <gtest/gtest.h>

#include "core/units.h"
#include "hydraulics/families.h"
#include "hydraulics/parts/shaft.h"
#include "part_checks.h"

namespace bramah {
namespace {

constexpr double kD = 45e-6 / 6.283185307179586;  // 45 cm³/rev
const ShaftLoss kLoss{.viscous = 0.05, .share = 0.05, .coulomb = 2.0, .speed = 2.0};
const std::vector<double> kSpeeds = {-200.0, -1.0, 0.0, 0.3, 150.0};
const std::vector<double> kPressures = {-1e6, 1e5, 2.01e5, 2e7, 1e9};

TEST(FixedPump, FlowAndTorqueByHand) {
  const PartOf<Pump<false>> pump(Pump<false>{kD, 2e-12, kLoss});
  const auto f = evaluate(pump, {2e5, 2.02e7, 150.0});
  EXPECT_NEAR(f[1], kD * 150 - 2e-12 * 2e7, 1e-15);
  EXPECT_NEAR(f[0], -f[1], 0.0);
  EXPECT_NEAR(-f[2], kD * 2e7 + 0.05 * 150 + 2.0 + 0.05 * kD * 2e7, 1e-3);
}

TEST(Motor, FlowTorqueAndDrain) {
  const PartOf<Motor<true>> motor(Motor<true>{kD, 2e-12, 1e-12, kLoss});
  const auto f = evaluate(motor, {2e7, 1e6, 2e5, 80.0, 0.5});
  EXPECT_NEAR(f[2], 1e-12 * (1.98e7 + 8e5), 1e-18);
  EXPECT_NEAR(-f[0], 0.5 * kD * 80 + 2e-12 * 1.9e7 + 1e-12 * 1.98e7, 1e-15);
  EXPECT_NEAR(f[3], 0.5 * kD * 1.9e7 - 0.05 * 80 - 2.0 - 0.05 * kD * 1.9e7, 1e-3);
}

TEST(PumpsAndMotors, SlopesPowerAndOil) {
  const PartOf<Pump<false>> fixed(Pump<false>{kD, 2e-12, kLoss});
  const PartOf<Pump<true>> variable(Pump<true>{kD, 2e-12, kLoss});
  const PartOf<Motor<false>> motor(Motor<false>{kD, 2e-12, 1e-12, kLoss});
  const PartOf<Motor<true>> swung(Motor<true>{kD, 2e-12, 1e-12, kLoss});
  const auto check = [](const Part& part, const std::vector<double>& x, int oil) {
    std::vector<double> scales(x.size(), 1.0);
    for (int i = 0; i < oil; ++i) scales[i] = 1e4;
    check_slopes(part, x, {.scales = scales});
    check_power(part, x);
    check_conservation(part, x, oil);
  };
  for (const double p : kPressures)
    for (const double w : kSpeeds) {
      check(fixed, {2e5, p, w}, 2);
      check(motor, {2e5, p, 1.5e5, w}, 3);
      for (const double swash : {-1.0, 0.0, 0.4}) {
        check(variable, {p, 2e5, w, swash}, 2);
        check(swung, {2e5, p, 1.5e5, w, swash}, 3);
      }
    }
}

TEST(IdealPump, SuppliesWhatItDelivers) {
  const PartOf<IdealPump> pump{IdealPump{}};
  const std::vector<double> x = {1e5, 2e7, 1e-3};
  const auto f = evaluate(pump, x);
  EXPECT_EQ(f[1], 1e-3);
  EXPECT_NEAR(pump.power(x.data(), 0, f.data()).supplied, 1e-3 * 1.99e7, 1e-9);
  check_all(pump, x);
}

TEST(PressureCompensatedPump, PublishedRate) {
  const PartOf<PressureCompensatedPump> pump(PressureCompensatedPump{2e-9, 0.05, 1e-3});
  // τ Q' = k (p_ref - p) - Q   [Malysheva2021, Eq. 2.51]
  EXPECT_NEAR(evaluate(pump, {1e5, 1.8e7, 3e-4, 2e7})[2], (2e-9 * 2e6 - 3e-4) / 0.05, 1e-12);
  EXPECT_EQ(pump.limits(0).lower, 0.0);
  EXPECT_EQ(pump.limits(0).upper, 1e-3);
  check_all(pump, {1e5, 1.8e7, 3e-4, 2e7}, {.scales = {1e5, 1e5, 1e-4, 1e5}});
}

template <bool kShaft>
LoadSensingPump<kShaft> sensing() {
  LoadSensingPump<kShaft> pump{};
  pump.displacement = kD, pump.speed = 150.0, pump.margin = 2e6, pump.cutoff = 2.5e7;
  pump.band = 4e5, pump.torque_limit = 100.0, pump.lag = 0.05;
  pump.leakage = 2e-12, pump.loss = kLoss;
  return pump;
}

TEST(LoadSensingPump, MarginCutOffAndTorqueLimit) {
  LoadSensingPump<false> free = sensing<false>();
  free.torque_limit = 0.0;
  const PartOf<LoadSensingPump<false>> pump(free), limited(sensing<false>());
  const auto target = [](const Part& part, double p, double load) {
    return evaluate(part, {1e5, p, load, 0.0})[3] * 0.05;
  };
  EXPECT_NEAR(target(pump, 1.2e7, 1e7), 0.5, 1e-3);  // p = p_LS + margin: in the middle
  EXPECT_EQ(target(pump, 1.17e7, 1e7), 1.0);         // full flow at half a band below
  EXPECT_EQ(target(pump, 1.23e7, 1e7), 0.0);
  EXPECT_EQ(target(pump, 2.53e7, 3e7), 0.0);         // cut off
  EXPECT_NEAR(target(pump, 2.5e7, 3e7), 0.5, 2e-3);  // corner of the minimum
  // 100 N m over D · 199 bar.
  EXPECT_NEAR(target(limited, 2e7, 2e7), 100 / (kD * 1.99e7), 2e-3);
  // Standby without a load line.
  EXPECT_NEAR(target(pump, 2e6, 0.0), 0.5, 1e-3);
}

TEST(LoadSensingPump, SlopesPowerAndOil) {
  const PartOf<LoadSensingPump<false>> constant(sensing<false>());
  const PartOf<LoadSensingPump<true>> driven(sensing<true>());
  for (const double p : {-1e6, 1e5, 1.19e7, 1.21e7, 2.495e7, 1e9})
    for (const double load : {0.0, 1e7, 2.3e7, 4e7}) {
      const std::vector<double> x = {1e5, p, load, 0.6};
      check_slopes(constant, x, {.scales = {1e4, 1e4, 1e4, 0.1}});
      check_power(constant, x);
      check_conservation(constant, x);
      for (const double w : kSpeeds) {
        const std::vector<double> y = {1e5, p, load, w, 0.6};
        check_slopes(driven, y, {.scales = {1e4, 1e4, 1e4, 1.0, 0.1}});
        check_power(driven, y);
        check_conservation(driven, y, 3);
      }
    }
}

TEST(PrimeMover, Droop) {
  const PartOf<PrimeMover> engine(PrimeMover{300.0, 8.0, 0.1});
  EXPECT_NEAR(evaluate(engine, {150.0, 150.0})[0], -15.0, 1e-12);
  EXPECT_NEAR(evaluate(engine, {146.0, 150.0})[0], 150 - 14.6, 1e-12);
  EXPECT_NEAR(evaluate(engine, {100.0, 150.0})[0], 300 - 10.0, 1e-12);
  for (const double w : {-50.0, 0.0, 143.0, 149.0, 180.0}) {
    check_slopes(engine, {w, 150.0}, {.scales = {1.0, 1.0}});
    check_power(engine, {w, 150.0});
  }
}

TEST(ShaftLoad, ResistanceByHand) {
  const PartOf<ShaftLoad> load(ShaftLoad{0.2, 5.0, 0.01, 1.0});
  EXPECT_NEAR(evaluate(load, {-30.0, 7.0})[0], 0.2 * 30 + 5 + 0.01 * 900 - 7, 1e-9);
  for (const double w : {-30.0, -0.2, 0.1, 200.0}) {
    check_slopes(load, {w, 7.0}, {.scales = {0.1, 1.0}});
    check_power(load, {w, 7.0});
  }
  EXPECT_TRUE(std::isfinite(linearise(load, {0.0, 7.0}).slopes[0]));
}

TEST(PumpParts, Descriptions) {
  const std::map<std::string, PartValues> given = {
      {"pressure_compensated_pump", {{"gain", 2e-9}, {"lag", 0.05}, {"flow", 1e-3}}},
      {"load_sensing_pump",
       {{"displacement", kD}, {"speed", 150}, {"margin", 2e6}, {"cutoff", 2.5e7}, {"lag", 0.05}}},
      {"driven_load_sensing_pump",
       {{"displacement", kD}, {"margin", 2e6}, {"cutoff", 2.5e7}, {"lag", 0.05}}},
      {"fixed_pump", {{"displacement", kD}}},
      {"variable_pump", {{"displacement", kD}}},
      {"motor", {{"displacement", kD}}},
      {"variable_motor", {{"displacement", kD}}},
      {"prime_mover", {{"torque", 300}, {"droop", 8}}}};
  for (const PartInfo* info : parts_of({supply_family(), pump_family(), shaft_family()}))
    check_info(*info, given.count(info->type) ? given.at(info->type) : PartValues{});
  EXPECT_EQ(pump_parts().size(), 14u);
}

TEST(PumpParts, UnitsAreUnderstoodAndFallbacksSayWhatTheyAre) {
  for (const PartInfo* info : pump_parts()) {
    SCOPED_TRACE(info->type);
    for (const ParameterInfo& p : info->parameters) {
      EXPECT_NO_THROW((void)dimension_of(p.unit)) << p.name;
      if (std::isnan(p.fallback)) continue;
      EXPECT_NEAR(parse_as(p.fallback_text, p.unit), p.fallback, 1e-12 * p.fallback) << p.name;
    }
    for (const InputInfo& p : info->inputs) EXPECT_NO_THROW((void)dimension_of(p.unit)) << p.name;
    for (const StateInfo& p : info->states) EXPECT_NO_THROW((void)dimension_of(p.unit)) << p.name;
  }
}

// The parameters reach the fields they are meant for.
TEST(PumpParts, ParametersInTheirPlaces) {
  const PartValues losses = {{"viscous", 0.05},      {"friction_share", 0.05}, {"coulomb", 2.0},
                             {"coulomb_speed", 2.0}, {"displacement", kD},     {"leakage", 2e-12}};
  const auto same = [](const Part& a, const Part& b, const std::vector<double>& x) {
    EXPECT_EQ(evaluate(a, x), evaluate(b, x));
  };
  same(*make_part(*pump_family().parts[0], losses),
       PartOf<Pump<false>>(Pump<false>{kD, 2e-12, kLoss}), {2e5, 2e7, 1.3});
  PartValues motor = losses;
  motor["case_leakage"] = 1e-12;
  same(*make_part(*pump_family().parts[3], motor),
       PartOf<Motor<true>>(Motor<true>{kD, 2e-12, 1e-12, kLoss}), {2e7, 2e5, 1e5, 1.3, 0.4});
  PartValues driven = losses;
  driven["margin"] = 2e6, driven["cutoff"] = 2.5e7, driven["band"] = 4e5;
  driven["torque_limit"] = 100.0, driven["lag"] = 0.05;
  same(*make_part(*supply_family().parts[3], driven),
       PartOf<LoadSensingPump<true>>(sensing<true>()), {1e5, 1.21e7, 1e7, 1.3, 0.6});
  driven["speed"] = 150.0;
  same(*make_part(*supply_family().parts[2], driven),
       PartOf<LoadSensingPump<false>>(sensing<false>()), {1e5, 2.49e7, 3e7, 0.6});
}

}  // namespace
}  // namespace bramah
