#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "model_file/machine_text.h"
#include "text/csv_signal.h"

namespace bramah {
namespace {

using Kind = SignalSpec::Kind;

SignalSpec signal(const std::string& keys) {
  return machine("signals: {s: {" + keys + "}}").signals[0];
}

TEST(SignalTable, ReadsFunctionsOfTime) {
  const auto steps = signal("steps: [[0 s, 0 V], [500 ms, 10 V]], period: 2 s, sample_time: 10 ms");
  EXPECT_EQ(steps.kind, Kind::steps);
  EXPECT_EQ(steps.x, (std::vector<double>{0.0, 0.5}));
  EXPECT_EQ(steps.y, (std::vector<double>{0.0, 10.0}));
  EXPECT_EQ(steps.period, 2.0);
  EXPECT_EQ(steps.sample_time, 0.01);
  EXPECT_EQ(steps.unit, "V");
  const auto sine = signal("sine: {amplitude: 3 bar, frequency: 2 Hz, phase: 90 deg, mean: 1 MPa}");
  EXPECT_DOUBLE_EQ(sine.amplitude, 3e5);
  EXPECT_EQ(sine.frequency, 2.0);
  EXPECT_NEAR(sine.phase, std::numbers::pi / 2, 1e-15);
  EXPECT_EQ(sine.mean, 1e6);
  EXPECT_EQ(sine.unit, "Pa");
  EXPECT_EQ(signal("input: 2 V").kind, Kind::input);
  EXPECT_EQ(signal("constant: 0.5").unit, "1");
}

TEST(SignalTable, RefusesContradictions) {
  EXPECT_EQ(problems_of("signals: {s: {}}"),
            "m.yaml:2: signal \"s\": expected one kind of signal, e.g. steps; found none");
  EXPECT_EQ(problems_of("signals: {s: {constant: 1, input: 2}}"),
            "m.yaml:2: signal \"s\": expected one kind of signal, e.g. steps; found 2");
  EXPECT_EQ(problems_of("signals: {s: {steps: [[0 s, 1], [3 s, 2]], period: 2 s}}"),
            "m.yaml:2: signal \"s\": the last time is later than the period");
  EXPECT_EQ(problems_of("signals: {s: {constant: 1, period: 2 s}}"),
            "m.yaml:2: signal \"s\": only steps and ramps have a period");
  EXPECT_EQ(
      problems_of("signals: {s: {sine: {amplitude: 1 V, frequency: 60 rpm}}}"),
      "m.yaml:2: signal \"s\": sine.frequency: expected a frequency, e.g. 0.5 Hz; found 60 rpm "
      "(an angular speed)");
}

TEST(SignalTable, ReadsRandomLevels) {
  const auto uniform = signal("random: {range: [-10 V, 10 V], hold: 500 ms, seed: 7}");
  EXPECT_EQ(uniform.kind, Kind::random);
  EXPECT_EQ(uniform.unit, "V");
  EXPECT_EQ(uniform.random.seed, 7u);
  EXPECT_EQ(uniform.random.lower, -10.0);
  EXPECT_EQ(uniform.random.upper, 10.0);
  EXPECT_EQ(uniform.random.hold, 0.5);
  EXPECT_EQ(uniform.random.first, 0.5);
  EXPECT_FALSE(uniform.random.initial);
  const auto listed = signal(
      "random: {levels: [0 bar, 1 MPa, 3 MPa], hold: 1 s, first: 0.2 s, ramp: 50 ms, initial: 2 "
      "bar}");
  EXPECT_EQ(listed.random.choices, (std::vector<double>{0.0, 1e6, 3e6}));
  EXPECT_EQ(listed.random.first, 0.2);
  EXPECT_EQ(listed.random.ramp, 0.05);
  EXPECT_EQ(listed.random.initial, 2e5);
  EXPECT_EQ(listed.random.seed, 1u);
}

TEST(SignalTable, RefusesSenselessRandomLevels) {
  const auto refusal = [](const std::string& keys) {
    return problems_of("signals: {s: {random: {" + keys + "}}}");
  };
  const std::string start = "m.yaml:2: signal \"s\": random";
  EXPECT_EQ(refusal("hold: 1 s"), start + ": expected range or levels; found neither");
  EXPECT_EQ(refusal("range: [0 V, 1 V], levels: [0 V, 1 V], hold: 1 s"),
            start + ": expected range or levels; found both");
  EXPECT_EQ(refusal("range: [1 V, 0 V], hold: 1 s"),
            start + ".range: the first end must be below the second");
  EXPECT_EQ(refusal("range: [0 V, 1 V, 2 V], hold: 1 s"),
            start + ".range: expected two ends, e.g. [-10 V, 10 V]; found a list");
  EXPECT_EQ(refusal("range: [0 V, 1 V], hold: 1 s, ramp: 2 s"),
            start + ": the ramp must not last longer than hold");
  EXPECT_EQ(refusal("range: [0 V, 1 V], hold: 1 s, seed: -1"),
            start + ".seed: a seed must not be negative");
  EXPECT_EQ(
      refusal("levels: [0 V, 1 bar], hold: 1 s"),
      "m.yaml:2: signal \"s\": levels: expected a voltage, like its other values; found 1 bar "
      "(a pressure)");
}

const std::string kCylinder = R"(fluid: {density: 850 kg/m3, bulk: 1500 MPa}
cylinders: {lift: {from: ground, to: ground, area_A: 1 cm2, area_B: 1 cm2, closed: 1 m, stroke: 1 m}}
)";  // lines 2 and 3

TEST(SignalTable, FeedbackCarriesUnits) {
  const auto m = machine(kCylinder + R"(
signals:
  wanted: {constant: 1.2 m}
  g: {gain: {of: lift.length, times: 2 V/mm, offset: 1 V}}
  sum: {sum: [g, {of: lift.rate, times: -3 V s/m}]}
  lim: {limit: {of: sum, lower: -10 V, upper: 10 V}}
  lag: {filter: {of: lift.A.p, time_constant: 50 ms}}
  ctrl: {pid: {setpoint: wanted, measured: lift.length, kp: 20 V/m, ki: 5 V/m/s, kd: 2 V s/m,
               derivative_filter: 10 ms, lower: -10 V, upper: 10 V}}
  curve: {table: {of: lim, points: [[-10 V, 0], [10 V, 1]]}}
)");
  const auto find = [&](const std::string& name) {
    for (const auto& s : m.signals)
      if (s.name == name) return s;
    return SignalSpec{};
  };
  EXPECT_EQ(find("g").unit, "V");
  EXPECT_DOUBLE_EQ(find("g").terms[0].weight, 2000.0);
  EXPECT_EQ(find("g").offset, 1.0);
  EXPECT_EQ(find("sum").terms[1].of, "lift.rate");
  EXPECT_EQ(find("sum").terms[1].weight, -3.0);
  EXPECT_EQ(find("lim").upper, 10.0);
  EXPECT_EQ(find("lag").unit, "Pa");
  EXPECT_EQ(find("lag").time_constant, 0.05);
  const auto ctrl = find("ctrl");
  EXPECT_EQ(ctrl.unit, "V");
  EXPECT_EQ(ctrl.terms[1].weight, -1.0);
  EXPECT_EQ(ctrl.kp, 20.0);
  EXPECT_EQ(ctrl.ki, 5.0);
  EXPECT_EQ(ctrl.kd, 2.0);
  EXPECT_EQ(ctrl.derivative_time_constant, 0.01);
  EXPECT_EQ(find("curve").unit, "1");
  EXPECT_EQ(find("curve").y, (std::vector<double>{0.0, 1.0}));
}

TEST(SignalTable, FeedbackIsChecked) {
  const auto problem = [](const std::string& keys) {
    return problems_of(kCylinder + "signals: {s: {" + keys + "}}");
  };
  EXPECT_EQ(problem("sum: [lift.length, lift.rate]"),
            "m.yaml:4: signal \"s\": cannot add a speed (lift.rate) to a length");
  EXPECT_EQ(problem("limit: {of: lift.length, upper: 3 V}"),
            "m.yaml:4: signal \"s\": upper: expected a length, like its argument; found 3 V (a "
            "voltage)");
  EXPECT_EQ(problem("gain: {of: lft.length}"),
            "m.yaml:4: signal \"s\": there is no signal or channel \"lft.length\"; did you mean "
            "\"lift.length\"?");
  EXPECT_EQ(
      problem("table: {of: lift.length, points: [[0 s, 1]]}"),
      "m.yaml:4: signal \"s\": points: expected a length, like its argument; found 0 s (a time)");
}

TEST(CsvSignal, ReadsQuotedFieldsAndUnits) {
  const auto c = read_csv_columns("\"time [ms]\",\"a, b\",U [V]\r\n0,\"x\"\"y\",1\r\n10,z,2e0\r\n",
                                  "d.csv", "", "U");
  EXPECT_EQ(c.time, (std::vector<double>{0, 10}));
  EXPECT_EQ(c.value, (std::vector<double>{1, 2}));
  EXPECT_EQ(c.time_unit, "ms");
  EXPECT_EQ(c.value_unit, "V");
}

std::string csv_problem(const std::string& text) {
  try {
    (void)read_csv_columns(text, "d.csv", "t", "U");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "none";
}

TEST(CsvSignal, NamesTheLine) {
  EXPECT_EQ(csv_problem(""), "d.csv:1: expected a header line; found an empty file");
  EXPECT_EQ(csv_problem("t,V\n"), "\"d.csv\" has no column \"U\"; it has t, V");
  EXPECT_EQ(csv_problem("t,U\n"), "d.csv:1: holds no samples below its header");
  EXPECT_EQ(csv_problem("t,U\n0,1\n1,inf\n"), "d.csv:3: expected a finite number; found \"inf\"");
  EXPECT_EQ(csv_problem("t,U\n0,1\n1\n"), "d.csv:3: expected at least 2 fields; found 1");
  EXPECT_EQ(csv_problem("t,U\n0,1\n0,1\n"),
            "d.csv:3: times must increase; found 0 after the time before it");
  EXPECT_EQ(csv_problem("t,U\n0,\"1\n"), "d.csv:2: a quoted field is not closed");
}

TEST(CsvSignal, BecomesASignal) {
  const auto folder = std::filesystem::path(testing::TempDir());
  std::ofstream(folder / "drive.csv") << "time [ms],U [mV]\n0,0\n500,2000\n";
  std::ofstream(folder / "drive.yaml")
      << "bramah: 1\nsignals: {s: {csv: {file: drive.csv, value: U, hold: true}}}\n";
  const auto s = read_machine_file((folder / "drive.yaml").string()).signals[0];
  EXPECT_EQ(s.kind, Kind::csv);
  EXPECT_EQ(s.x, (std::vector<double>{0.0, 0.5}));
  EXPECT_EQ(s.y, (std::vector<double>{0.0, 2.0}));
  EXPECT_TRUE(s.hold);
  EXPECT_EQ(s.unit, "V");
}

}  // namespace
}  // namespace bramah
