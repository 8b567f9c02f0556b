// Where the energy of a machine's supplies goes, with an engine on a shaft and without.
#include "run/energy_uses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "coupling/plant.h"

namespace bramah {
namespace {

struct Driven {
  Model model;
  Recording rows;
  RunSummary summary;

  // Change of a channel since the start, at a row.
  double at(const std::string& channel, std::size_t row) const {
    const int k = model.find_channel(channel);
    return k < 0 ? 0.0 : rows.row(row)[k] - rows.row(0)[k];
  }
};

Driven driven(const std::string& name, double until) {
  LoadOptions load;
  load.until = until;
  Driven out{
      bramah::load(std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml", load), {}, {}};
  RunOptions how;
  how.every = 0.02;
  out.summary = run(out.model, how, out.rows);
  EXPECT_TRUE(out.summary.converged) << out.summary.message;
  return out;
}

// Every entry of the circuit's books: what sources gave counts positive, what it was spent on negative.
std::vector<std::pair<std::string, double>> entries(const Model& model) {
  const Names& names = model.plant().names;
  std::vector<std::pair<std::string, double>> all;
  for (const std::string& name : names.sources) all.emplace_back("energy.source." + name, 1.0);
  for (const std::string& name : names.parts) all.emplace_back("energy.loss." + name, -1.0);
  for (const std::string& name : names.cylinders)
    for (const std::string& channel : {"energy.work." + name, "energy.loss." + name + ".friction",
                                       "energy.loss." + name + ".dampers"})
      all.emplace_back(channel, -1.0);
  all.emplace_back("energy.oil", -1.0);
  all.emplace_back("energy.shafts", -1.0);
  return all;
}

// Largest imbalance over the run, with one entry left out.
double imbalance(const Driven& run, const std::string& without = "") {
  double worst = 0.0;
  for (std::size_t row = 0; row < run.rows.times.size(); ++row) {
    double sum = 0.0;
    for (const auto& [channel, sign] : entries(run.model))
      if (channel != without) sum += sign * run.at(channel, row);
    worst = std::max(worst, std::abs(sum));
  }
  return worst;
}

constexpr double kClosed = 2e-3;  // of what was given: quadrature of second order, 1 ms

TEST(EnergyUses, TheBooksOfDrivenMachinesClose) {
  for (const char* name :
       {"wheel_loader", "wheel_loader_ls", "excavator", "excavator_gear", "load_sensing"}) {
    SCOPED_TRACE(name);
    const Driven run = driven(name, 6.0);
    const double given = run.summary.energy.given;
    ASSERT_GT(given, 1e3);
    EXPECT_LT(imbalance(run), kClosed * given);
    EXPECT_LT(run.summary.energy_books_max, kClosed * given);
    EXPECT_GT(imbalance(run, "energy.oil"), 0.0);
  }
}

// No entry that weighs anything can be left out.
TEST(EnergyUses, EveryEntryIsNeeded) {
  const Driven run = driven("wheel_loader", 6.0);
  const double given = run.summary.energy.given;
  for (const char* entry : {"energy.source.diesel", "energy.loss.pump", "energy.loss.tilt_valve",
                            "energy.work.lift", "energy.loss.lift.friction", "energy.shafts"})
    EXPECT_GT(imbalance(run, entry), 3.0 * kClosed * given) << entry;
}

// One half J omega² of what a source turns: 0.9 kg m2 at 2200 rpm are 23.9 kJ.
TEST(EnergyUses, ShaftsHaveKineticEnergy) {
  const Driven run = driven("wheel_loader", 0.02);
  const double omega = 2200.0 * 2.0 * M_PI / 60.0, energy = 0.5 * 0.9 * omega * omega;
  const auto first = [&](const char* channel) {
    return run.rows.row(0)[static_cast<std::size_t>(run.model.find_channel(channel))];
  };
  EXPECT_NEAR(first("energy.shafts"), energy, 1e-9 * energy);
  EXPECT_NEAR(first("energy.kinetic"), energy, 1e-9 * energy);  // the arm rests
}

TEST(EnergyUses, SharesAddUpToAll) {
  for (const char* name : {"wheel_loader", "wheel_loader_ls", "excavator", "load_sensing"}) {
    SCOPED_TRACE(name);
    const EnergyUses energy = driven(name, 4.0).summary.energy;
    double joules = 0.0, shares = 0.0;
    for (const EnergyUse& use : energy.uses) joules += use.energy, shares += use.share;
    EXPECT_NEAR(joules, energy.given, 1e-9 * energy.given);
    EXPECT_NEAR(shares, 1.0, 1e-9);
    EXPECT_EQ(energy.uses.back().name, "unaccounted for");
    EXPECT_LT(std::abs(energy.uses.back().share), kClosed);
  }
}

TEST(EnergyUses, GearsHaveLinesOfTheirOwn) {
  const Driven gear = driven("excavator_gear", 9.0);
  const auto energy_of = [&](const std::string& name) {
    for (const EnergyUse& use : gear.summary.energy.uses)
      if (use.name == name) return use.energy;
    ADD_FAILURE() << name;
    return 0.0;
  };
  const std::size_t last = gear.rows.times.size() - 1;
  EXPECT_EQ(energy_of("work of gears"), gear.at("energy.work.swing_gear", last));
  EXPECT_EQ(energy_of("losses of gears"), gear.at("energy.loss.swing_gear", last));
  EXPECT_GT(energy_of("losses of gears"), 100.0);
}

// 20 l/min at 100 bar over a relief valve, for a second: 3.3 kJ, all of it lost there.
TEST(EnergyUses, AReliefValveTakesWhatNobodyUses) {
  const Model model = load_text(R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1.5 GPa}
sources: {tank: {pressure: 1 bar}, pump: {flow: 20 l/min, into: line}}
volumes: {line: {volume: 1 l, start: 100 bar}}
components: {relief: {type: relief_valve, P: line, T: tank, cracking: 100 bar, flow: 60 l/min}}
solver: {step: 1 ms, until: 1 s}
)",
                                "relief.yaml");
  Recording rows;
  const EnergyUses energy = run(model, {}, rows).energy;
  ASSERT_EQ(energy.uses.size(), 4u);
  EXPECT_EQ(energy.uses[0].name, "relief valves");
  EXPECT_GT(energy.uses[0].share, 0.99);
  EXPECT_EQ(energy.uses[1].name, "pumps and engines");  // an ideal one loses nothing
  EXPECT_EQ(energy.uses[1].energy, 0.0);
  EXPECT_NEAR(energy.given, 3.3e3, 0.3e3);
}

TEST(EnergyUses, MachinesWithoutOilHaveNone) {
  Recording rows;
  LoadOptions load;
  load.until = 0.1;
  EXPECT_TRUE(
      run(bramah::load(std::string(BRAMAH_SOURCE_DIR) + "/models/pendulum.yaml", load), {}, rows)
          .energy.uses.empty());
}

}  // namespace
}  // namespace bramah
