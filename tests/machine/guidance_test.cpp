// Kinematic guidance [naya2011, section 4]: a run without oil along the lengths of a run with it.
#include <bramah/bramah.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "hinged_boom.h"
#include "malloc_count.h"

namespace bramah {
namespace {

namespace fs = std::filesystem;

struct Recorded {
  Model model;
  Recording rows;
  RunSummary summary;
  double operator()(const std::string& channel, std::size_t row) const {
    const int k = model.find_channel(channel);
    EXPECT_GE(k, 0) << channel;
    return rows.row(row)[static_cast<std::size_t>(k)];
  }
};

Recorded go(Model model) {
  Recorded out{std::move(model), {}, {}};
  out.summary = run(out.model, {}, out.rows);
  EXPECT_TRUE(out.summary.converged) << out.summary.message;
  return out;
}

std::string file(const std::string& name) {
  return std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml";
}

LoadOptions options(const std::string& method, const std::string& integrator, double step,
                    double until) {
  LoadOptions o;
  o.method = method, o.integrator = integrator, o.step = step, o.until = until;
  return o;
}

// A folder of its own for each test, gone afterwards.
class Guidance : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("bramah_guidance_" + std::string(info->name()) + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // Columns of a run, all of them or without some.
  std::string record(const Recorded& of, const std::vector<std::string>& columns,
                     const std::string& name = "run.csv") const {
    std::ofstream out(path(name));
    out.precision(17);
    out << "time [s]";
    for (const std::string& column : columns) out << "," << column;
    for (std::size_t k = 0; k < of.rows.times.size(); ++k) {
      out << "\n" << of.rows.times[k];
      for (const std::string& column : columns) out << "," << of(column, k);
    }
    return path(name);
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  std::string problem(const std::string& text) const {
    try {
      load(write("m.yaml", text));
    } catch (const InputError& error) {
      return error.what();
    }
    return "no problem";
  }
  fs::path folder_;
};

const std::vector<std::string> kAll = {"lift.length", "lift.rate", "lift.acceleration"};

LoadOptions along(LoadOptions o, const std::string& recording) {
  o.coupling = "guidance";
  o.guide = recording;
  return o;
}

struct Deviation {
  double length = 0.0, rms = 0.0, peak = 0.0;  // [m], [N]
};

// The steps after each jump are left out: there the recording has an acceleration too few.
Deviation deviation(const Recorded& a, const Recorded& b, const std::vector<double>& jumps,
                    double left_out) {
  Deviation out;
  double sum = 0.0;
  int count = 0;
  for (std::size_t k = 0; k < b.rows.times.size(); ++k) {
    const double t = b.rows.times[k];
    const auto row = static_cast<std::size_t>(std::llround(t / a.model.step_size()));
    out.length = std::max(out.length, std::abs(a("lift.length", row) - b("lift.length", k)));
    out.peak = std::max(out.peak, std::abs(a("lift.force", row)));
    bool skip = false;
    for (const double jump : jumps) skip = skip || (t > jump - 1e-9 && t < jump + left_out + 1e-9);
    if (skip) continue;
    const double difference = a("lift.force", row) - b("lift.force", k);
    sum += difference * difference, ++count;
  }
  out.rms = std::sqrt(sum / count);
  return out;
}

struct Case {
  const char* file;
  double until;
  std::vector<double> jumps;
};
const Case kCases[] = {{"naya_rod", 7.0, {0.0, 2.0, 6.0}}, {"crane_single", 3.0, {0.0, 1.0}}};

TEST_F(Guidance, ReplaysARunWithOil) {
  for (const Case& c : kCases)
    for (const char* method : {"semirecursive", "ali3p"})
      for (const char* integrator : {"sdirk2", "trapezoidal"}) {
        SCOPED_TRACE(testing::Message() << c.file << ", " << method << ", " << integrator);
        const LoadOptions o = options(method, integrator, 1e-3, c.until);
        const Recorded oil = go(load(file(c.file), o));
        const Recorded guided = go(load(file(c.file), along(o, record(oil, kAll))));
        EXPECT_EQ(guided.model.find_channel("lift.A.p"), -1);
        const Deviation d = deviation(oil, guided, c.jumps, 5e-3);
        EXPECT_LT(d.length, 1e-9);
        EXPECT_LT(d.rms, 1e-3 * d.peak);
        EXPECT_LT(guided.summary.energy_residual_max, 1.0);
        EXPECT_LT(std::abs(guided("energy.work.lift", guided.rows.times.size() - 1) -
                           oil("energy.work.lift", oil.rows.times.size() - 1)),
                  1.0);
      }
}

// Other ways to keep the constraints: the recording is the same, the force must be too.
TEST_F(Guidance, ReplaysInAnyMethod) {
  const Case& c = kCases[1];
  const LoadOptions o = options("semirecursive", "sdirk2", 1e-3, 2.0);
  const Recorded oil = go(load(file(c.file), o));
  const std::string recording = record(oil, kAll);
  for (const char* method : {"ali1", "double_step"}) {
    LoadOptions with = along(o, recording);
    with.method = method;
    const Recorded guided = go(load(file(c.file), with));
    const Deviation d = deviation(oil, guided, c.jumps, 5e-3);
    // al1 does not project: a gap decays with omega.
    EXPECT_LT(d.length, std::string(method) == "ali1" ? 1e-5 : 1e-9) << method;
    EXPECT_LT(d.rms, 1e-3 * d.peak) << method;
  }
}

TEST_F(Guidance, MayStepCoarserThanItsRecording) {
  const Case& c = kCases[1];
  const LoadOptions o = options("semirecursive", "sdirk2", 1e-3, 3.0);
  const Recorded oil = go(load(file(c.file), o));
  LoadOptions coarse = along(o, record(oil, kAll));
  coarse.step = 5e-3;
  const Deviation d = deviation(oil, go(load(file(c.file), coarse)), c.jumps, 0.02);
  EXPECT_LT(d.length, 1e-9);
  EXPECT_LT(d.rms, 1e-3 * d.peak);
}

TEST_F(Guidance, ManagesWithFewerColumns) {
  const Case& c = kCases[1];
  const LoadOptions o = options("semirecursive", "sdirk2", 1e-3, 3.0);
  const Recorded oil = go(load(file(c.file), o));
  for (const std::size_t columns : {1, 2}) {
    const std::string recording =
        record(oil, {kAll.begin(), kAll.begin() + static_cast<long>(columns)});
    const Deviation d = deviation(oil, go(load(file(c.file), along(o, recording))), c.jumps, 0.01);
    EXPECT_LT(d.length, 1e-9) << columns;
    EXPECT_LT(d.rms, 2e-3 * d.peak) << columns;
  }
}

TEST_F(Guidance, ReadsWhatRunWrites) {
  const LoadOptions o = options("semirecursive", "sdirk2", 1e-3, 0.2);
  const Recorded oil = go(load(file("crane_double"), o));
  write_csv(path("run.csv"), oil.model, oil.rows);
  const Recorded guided = go(load(file("crane_double"), along(o, path("run.csv"))));
  const std::size_t last = oil.rows.times.size() - 1;
  for (const std::string cylinder : {"lift", "jib"}) {
    EXPECT_NEAR(guided(cylinder + ".length", last), oil(cylinder + ".length", last), 1e-9);
    EXPECT_NEAR(guided(cylinder + ".force", last), oil(cylinder + ".force", last), 1.0);
  }
}

// (0.8 - 0.5 cos)² + (0.5 sin)² at 30 degrees.
const double kStart = std::sqrt(0.64 + 0.25 - 0.8 * std::cos(std::numbers::pi / 6.0));

std::string boom(const std::string& guide, const std::string& signals,
                 const std::string& solver = "step: 1 ms, until: 1 s") {
  return hinged_boom() + "signals:\n  command: {constant: 0}\n" + signals +
         "solver: {coupling: guidance, " + solver + ", guidance: {lift: {" + guide + "}}}\n";
}

std::string number(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

// s² = a² + b² - 2 a b cos(angle): F ds/dangle = I angle'' + m g x.
TEST_F(Guidance, ForceIsThatOfTheEquationsOfMotion) {
  const std::string signals =
      "  way: {sine: {mean: " + number(kStart) + " m, amplitude: 20 mm, frequency: 1.5 Hz}}\n";
  const Recorded run = go(load(write("m.yaml", boom("signal: way", signals))));
  const double w = 2.0 * std::numbers::pi * 1.5, I = 100.0 / 3.0;
  for (std::size_t k = 0; k < run.rows.times.size(); k += 100) {
    const double t = run.rows.times[k], s = kStart + 0.02 * std::sin(w * t);
    const double ds = 0.02 * w * std::cos(w * t), dds = -0.02 * w * w * std::sin(w * t);
    const double angle = std::acos((0.89 - s * s) / 0.8);
    const double J = 0.4 * std::sin(angle) / s, rate = ds / J;
    const double H = 0.4 * std::cos(angle) / s - J * J / s;
    const double turn = (dds - H * rate * rate) / J;
    EXPECT_NEAR(run("lift.length", k), s, 1e-10);
    EXPECT_NEAR(run("lift.rate", k), ds, 1e-9);
    EXPECT_NEAR(run("lift.acceleration", k), dds, 1e-6);
    EXPECT_NEAR(run("lift.force", k), (I * turn + 100.0 * 9.81 * 0.5 * std::cos(angle)) / J, 0.02);
  }
  EXPECT_LT(run.summary.energy_residual_max, 1e-3);
  EXPECT_EQ(run.summary.energy_residual_max, run.summary.energy_books_max);
}

std::string ramps(double from, double to) {
  return "  way: {ramps: [[0 s, " + number(from) + " m], [0.1 s, " + number(from) +
         " m], [0.5 s, " + number(to) + " m]]}\n";
}

TEST_F(Guidance, LimitsHold) {
  const std::string signals = ramps(kStart, kStart + 0.1) +
                              "  push: {steps: [[0 s, 0 N], [1 s, -4 kN], [1.1 s, 0 N]]}\n"
                              "forces: {load: {at: boom.P, direction: [0, 1], force: push}}\n";
  for (const char* limit : {"force: 3 kN", "speed: 100 mm/s", "force: 3 kN, speed: 100 mm/s"})
    for (const char* method : {"semirecursive", "ali3p", "inef"}) {
      SCOPED_TRACE(testing::Message() << limit << ", " << method);
      const Recorded run =
          go(load(write("m.yaml", boom("signal: way, " + std::string(limit), signals,
                                       "step: 1 ms, until: 3 s, method: " + std::string(method)))));
      const bool forced = std::string(limit).starts_with("force");
      double force = 0.0, speed = 0.0, away = 0.0;
      for (std::size_t k = 0; k < run.rows.times.size(); ++k) {
        force = std::max(force, std::abs(run("lift.force", k)));
        if (!forced) speed = std::max(speed, std::abs(run("lift.rate", k)));
        away = std::max(away, std::abs(run("lift.length", k) - run("way", k)));
      }
      if (forced) {
        EXPECT_LE(force, 3e3);
        EXPECT_GT(away, 0.01);  // the load pushes it back
      } else {
        EXPECT_LE(speed, 0.1 * 1.001);
        EXPECT_GT(away, 0.01);  // it is late
      }
      const std::size_t last = run.rows.times.size() - 1;
      EXPECT_NEAR(run("lift.length", last), kStart + 0.1, 1e-4);
      EXPECT_LT(run.summary.energy_residual_max, 1.0);
    }
}

TEST_F(Guidance, DoesNotAllocate) {
  const LoadOptions o = options("semirecursive", "sdirk2", 1e-3, 1.2);
  const Recorded oil = go(load(file("crane_single"), o));
  const std::string recording = record(oil, kAll);
  for (const char* method : {"semirecursive", "ali3p", "double_step", "ali1"})
    for (const char* integrator : {"sdirk2", "trapezoidal"}) {
      LoadOptions with = along(o, recording);
      with.method = method, with.integrator = integrator;
      const Model model = load(file("crane_single"), with);
      State state = model.initial_state();
      Workspace work(model);
      const long before = malloc_count();
      for (int k = 0; k < 1100; ++k) ASSERT_TRUE(step(model, state, work, {}).converged) << k;
      EXPECT_EQ(malloc_count() - before, 0) << method << ", " << integrator;
    }
}

TEST_F(Guidance, StartsOnTheGuide) {
  const std::string solver = "step: 1 ms, until: 0.1 s";
  const Model near = load(write("m.yaml", boom("signal: 444.5 mm", "", solver)));
  Workspace work(near);
  std::vector<double> values(near.channels().size());
  near.observe(near.initial_state(), work, values);
  EXPECT_NEAR(values[static_cast<std::size_t>(near.find_channel("lift.length"))], 0.4445, 1e-12);
  bool noted = false;
  for (const std::string& note : near.notes())
    noted = noted || note.find("onto the guides") != std::string::npos;
  EXPECT_TRUE(noted);
  // In motion: the velocity jumps to the guide's.
  const std::string sine =
      "  way: {sine: {mean: " + number(kStart) + " m, amplitude: 10 mm, frequency: 1 Hz}}\n";
  const Recorded moving = go(load(write("m.yaml", boom("signal: way", sine, solver))));
  EXPECT_NEAR(moving("lift.rate", 0), 0.02 * std::numbers::pi, 1e-9);
}

TEST_F(Guidance, LeavesOutSignalsThatReadTheOil) {
  const std::string feedback =
      "  a: {gain: {of: lift.A.p, times: 1 1/Pa}}\n  b: {gain: {of: a}}\n"
      "  c: {gain: {of: lift.length, times: 1 1/m}}\n";
  const Model model = load(write("m.yaml", boom("signal: " + number(kStart) + " m", feedback)));
  EXPECT_EQ(model.find_channel("b"), -1);
  EXPECT_GE(model.find_channel("c"), 0);
  EXPECT_EQ(problem(boom("signal: " + number(kStart) + " m",
                         "  a: {gain: {of: lift.A.p, times: 1e-3 N/Pa}}\n"
                         "forces: {load: {at: boom.P, direction: [0, 1], force: a}}\n")),
            path("m.yaml") +
                ":20: force \"load\" follows signal \"a\", which reads the oil or a "
                "cylinder's force; guidance solves no oil: let it follow another signal");
}

TEST_F(Guidance, SaysWhatIsWrong) {
  const std::string m = path("m.yaml");
  const std::string start = number(kStart) + " m";
  write("short.csv", "time [s],lift.length [m]\n0," + number(kStart) + "\n0.5," + number(kStart));
  write("late.csv", "time [s],lift.length [m]\n0.1,0.4\n2,0.4");
  write("other.csv", "time [s],tilt.length [m]\n0,0.4\n2,0.4");
  write("one.csv", "time [s],lift.length [m]\n0,0.4");
  write("volts.csv", "time [s],lift.length [V]\n0,0.4\n2,0.4");
  struct Wrong {
    std::string guide, signals, message;
  };
  const Wrong all[] = {
      {"recording: none.csv", "", m + ":19: there is no file"},
      {"recording: short.csv", "",
       m + ":19: the guide of cylinder \"lift\" ends at 0.5 s, but the run at 1 s: end the run "
           "earlier with `until`, or record for longer"},
      {"recording: late.csv", "",
       m + ":19: the guide of cylinder \"lift\" begins at 0.1 s, but a run begins at 0 s: record "
           "from the start"},
      {"recording: other.csv", "", "has no column \"lift.length\"; it has time, tilt.length"},
      {"recording: one.csv", "", "holds one sample only"},
      {"recording: volts.csv", "", "V"},
      {"signal: nowhere", "", "nowhere"},
      {"signal: 0.5 m", "",
       m + ":19: the guide of cylinder \"lift\" begins with 500 mm, but the machine starts with "},
      {"signal: 0.5 kg", "", "kg"},
      {"signal: way, recording: run.csv", ramps(kStart, 0.5), "leave one out"},
      {"force: 50 kN", "", "expected what it follows"},
      {"signal: way, force: -1 N", ramps(kStart, 0.5), "-1 N"},
      {"signal: way", "  way: {steps: [[0 s, " + start + "], [0.5 s, 0.5 m]]}\n",
       "must be a smooth function of time: constant, ramps, sine or csv without hold"},
      {"signal: way", "  way: {gain: {of: lift.length}}\n", "must be a smooth function of time"},
      {"speling: way", "", "unknown key \"speling\""},
  };
  for (const Wrong& wrong : all) {
    const std::string said = problem(boom(wrong.guide, wrong.signals));
    EXPECT_NE(said.find(wrong.message), std::string::npos) << wrong.guide << ": " << said;
  }
  EXPECT_NE(
      problem(hinged_boom() + "signals: {command: {constant: 0}}\nsolver: {coupling: guidance}\n")
          .find("cylinder \"lift\" has no guide: write solver: {guidance: {lift: {recording: "
                "run.csv}}}, or give --guide run.csv"),
      std::string::npos);
  EXPECT_NE(
      problem(hinged_boom() + "signals: {command: {constant: 0}}\n"
                              "solver: {coupling: guidance, guidance: {lfit: {signal: 0.5 m}}}\n")
          .find("no cylinder is called \"lfit\"; did you mean \"lift\"?"),
      std::string::npos);
  for (const char* solver : {"integrator: sundials", "method: inef", "integrator: rk4"})
    EXPECT_NE(problem(boom("signal: " + start, "", solver)), "no problem") << solver;
}

// Without oil the barrel has its ends all the same.
TEST_F(Guidance, StopsAtTheEndOfTheBarrel) {
  const Model model = load_text(
      "bramah: 1\ninclude: " BRAMAH_SOURCE_DIR
      "/models/naya_rod.yaml\nname: too far\n"
      "signals: {way: {ramps: [[0 s, 0.5 m], [1 s, 0.75 m]]}}\n"
      "solver: {coupling: guidance, guidance: {lift: {signal: way}}, step: 1 ms, until: 1 s}\n",
      "too_far.yaml");
  Recording rows;
  const RunSummary summary = run(model, {}, rows);
  EXPECT_FALSE(summary.converged);
  EXPECT_NE(summary.message.find("past the end of its barrel"), std::string::npos)
      << summary.message;
  EXPECT_GT(summary.simulated_s, 0.5);
}

}  // namespace
}  // namespace bramah
