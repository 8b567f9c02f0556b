// The machines with data of ours run at their own solver settings and do what their files say.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bramah {
namespace {

struct MachineRun {
  explicit MachineRun(const std::string& name, std::vector<std::string> set = {},
                      double until = -1.0)
      : model(load(std::string(BRAMAH_SOURCE_DIR "/models/") + name + ".yaml", changed(set))) {
    RunOptions options;
    options.until = until;
    summary = run(model, options, rows);
    EXPECT_TRUE(summary.converged) << name << ": " << summary.message;
    EXPECT_LT(summary.energy_books_max, 0.05) << name;  // [J]
  }
  static LoadOptions changed(std::vector<std::string> set) {
    LoadOptions options;
    options.set = std::move(set);
    return options;
  }
  double at(const std::string& channel, double t) const {
    const auto row = static_cast<std::size_t>(std::llround(t / model.step_size()));
    return rows.row(row)[static_cast<std::size_t>(model.find_channel(channel))];
  }
  // Largest minus smallest value between two instants.
  double swing(const std::string& channel, double from, double to) const {
    double least = 1e300, most = -1e300;
    for (std::size_t k = 0; k < rows.times.size(); ++k) {
      if (rows.times[k] < from || rows.times[k] > to) continue;
      const double value = rows.row(k)[static_cast<std::size_t>(model.find_channel(channel))];
      least = std::min(least, value), most = std::max(most, value);
    }
    return most - least;
  }
  double least_pressure() const {
    double least = 1e300;
    for (std::size_t c = 0; c < model.channels().size(); ++c)
      if (model.channels()[c].name.ends_with(".p"))
        for (std::size_t k = 0; k < rows.times.size(); ++k) least = std::min(least, rows.row(k)[c]);
    return least;
  }
  Model model;
  Recording rows;
  RunSummary summary;
};

TEST(ExampleMachines, CraneCircuitLowersWithoutCavitation) {
  const MachineRun crane("circuit5");
  EXPECT_GT(crane.least_pressure(), 0.0);
  EXPECT_GT(crane.at("lift.length", 4.0), 0.45);
  EXPECT_LT(crane.at("lift.length", 10.0), 0.25);
}

TEST(ExampleMachines, RandomInputsOfCircuit2) {
  const MachineRun circuit("circuit2_random", {}, 6.0);
  EXPECT_GT(circuit.swing("p_s", 0.0, 6.0), 1e6);
  EXPECT_GT(circuit.swing("U_e", 0.0, 6.0), 1.0);
}

TEST(ExampleMachines, ServoReachesItsSetpoint) {
  const MachineRun servo("position_servo");
  EXPECT_NEAR(servo.at("drive.length", 1.5), 0.95, 3e-3);
  EXPECT_NEAR(servo.at("drive.length", 4.0), 0.75, 3e-3);
  EXPECT_LT(servo.swing("drive.length", 3.8, 4.0), 1e-3);
}

// The light load's speed does not change when the heavy one starts; the pump follows the higher
// load plus its margin.
TEST(ExampleMachines, LoadSensingKeepsSpeeds) {
  const MachineRun machine("load_sensing");
  const double alone = machine.at("light.rate", 1.9), together = machine.at("light.rate", 3.5);
  EXPECT_NEAR(together, alone, 0.08 * alone);  // 2.2 times as fast without compensators
  EXPECT_NEAR(machine.at("line.p", 1.9) - machine.at("light.A.p", 1.9), 20e5, 5e5);
  EXPECT_NEAR(machine.at("line.p", 3.5) - machine.at("heavy.A.p", 3.5), 20e5, 5e5);
  EXPECT_GT(machine.least_pressure(), 0.0);
}

// One lever is held until its piston meets the end of its barrel, whose soft damper gives way: the
// stop behind it yields by 0.3 mm and bears what the cylinder pushes with.
TEST(ExampleMachines, LoadSensingLeversMayBeHeld) {
  for (const std::string name : {"heavy", "light"})
    for (const char* level : {"1", "-1"}) {
      const Model model = load(BRAMAH_SOURCE_DIR "/models/load_sensing.yaml",
                               MachineRun::changed({name + "_lever={constant: " + level + "}"}));
      const auto length = static_cast<std::size_t>(model.find_channel(name + ".length"));
      RunOptions options;
      options.until = 5.0;
      Recording rows;
      const RunSummary summary = run(model, options, rows);
      ASSERT_TRUE(summary.converged) << name << " " << level << ": " << summary.message;
      EXPECT_LT(summary.energy_books_max, 0.2);  // [J], of 100 kJ
      for (std::size_t k = 0; k < rows.times.size(); ++k) {
        ASSERT_GT(rows.row(k)[length], -0.5e-3) << rows.times[k];
        ASSERT_LT(rows.row(k)[length], 1.0005) << rows.times[k];
      }
      const double end = rows.row(rows.times.size() - 1)[length];
      EXPECT_NEAR(end, *level == '-' ? 0.0 : 1.0, 0.01) << name << " " << level;
    }
}

TEST(ExampleMachines, CounterbalanceValveSwingsWithAHighPilotRatio) {
  const MachineRun low("counterbalance_boom");
  const MachineRun high("counterbalance_boom", {"parameters.pilot_ratio=5"});
  EXPECT_LT(low.swing("lift.rate", 2.5, 4.5), 0.005);
  EXPECT_GT(high.swing("lift.rate", 2.5, 4.5), 0.08);
}

TEST(ExampleMachines, PressReachesAMeganewton) {
  const MachineRun press("press");
  EXPECT_GT(press.at("ram.force", 5.0), 1e6);
  EXPECT_GT(press.least_pressure(), 0.0);
}

}  // namespace
}  // namespace bramah
