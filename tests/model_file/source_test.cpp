// Includes, overrides, parameters, the hash, and the choice of a solver.
#include "model_file/source.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "model_file/machine_text.h"

namespace bramah {
namespace {

namespace fs = std::filesystem;

class Include : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::create_directories(folder_ / "parts");
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  std::string path(const std::string& name) { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(Include, OwnKeysReplaceAndExtend) {
  write("parts/oil.yaml",
        "bramah: 1\nname: base\nfluid: {density: 850 kg/m3, bulk: 1500 MPa}\n"
        "sources: {tank: {pressure: 1 bar}}\n");
  write("m.yaml",
        "bramah: 1\ninclude: parts/oil.yaml\nfluid: {density: 900 kg/m3}\n"
        "sources: {pump: {pressure: 7.6 MPa}}\n");
  const auto m = read_machine_file(path("m.yaml"));
  EXPECT_EQ(m.name, "base");
  EXPECT_EQ(m.fluids[0].density, 900.0);
  EXPECT_EQ(m.fluids[0].bulk, 1.5e9);
  ASSERT_EQ(m.sources.size(), 2u);
  EXPECT_EQ(m.sources[1].name, "pump");
}

TEST_F(Include, ATildeTakesAway) {
  write("oil.yaml",
        "bramah: 1\nfluid: {density: 850 kg/m3, bulk: 1500 MPa, air: 2 %}\n"
        "sources: {tank: {pressure: 1 bar}, pump: {pressure: 70 bar}}\n");
  write("m.yaml", "bramah: 1\ninclude: oil.yaml\nfluid: {air: ~}\nsources: {tank: ~}\n");
  const auto m = read_machine_file(path("m.yaml"));
  EXPECT_EQ(m.fluids[0].air, 0.0);
  ASSERT_EQ(m.sources.size(), 1u);
  EXPECT_EQ(m.sources[0].name, "pump");
  write("m.yaml", "bramah: 1\ninclude: oil.yaml\nvolumes: {line: ~}\n");  // nothing to take away
  EXPECT_THROW((void)read_machine_file(path("m.yaml")), InputError);
}

TEST_F(Include, ErrorsNameTheIncludedFile) {
  write("parts/oil.yaml", "bramah: 1\nfluid:\n  density: 850\n  bulk: 1500 MPa\n");
  write("m.yaml", "bramah: 1\ninclude: [parts/oil.yaml]\n");
  try {
    (void)read_machine_file(path("m.yaml"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), path("parts/oil.yaml") +
                                ":3: fluid: density: 850 has no unit; expected a density, e.g. 850 "
                                "kg/m3");
  }
}

TEST_F(Include, LaterFilesWin) {
  write("a.yaml", "bramah: 1\nname: a\n");
  write("b.yaml", "bramah: 1\nname: b\n");
  write("m.yaml", "bramah: 1\ninclude: [a.yaml, b.yaml]\n");
  EXPECT_EQ(read_machine_file(path("m.yaml")).name, "b");
}

// Files are looked up beside the file that names them; the command line speaks for the top one.
TEST_F(Include, PathsStartAtTheFileThatSaysThem) {
  const std::string csv = "time [s],U [V]\n0,1\n1,2\n";
  write("parts/drive.csv", csv);
  write("top.csv", csv);
  write("parts/box.obj", "v 0 0 0\n");
  write("parts/signals.yaml",
        "bramah: 1\nsignals: {a: {csv: {file: drive.csv, value: U}}}\n"
        "bodies: {boom: {mass: 5 kg, inertia: 1 kg m2, look: [{mesh: box.obj}]}}\n"
        "training: {csv: drive.csv, outputs: [boom.x], inputs: {a: {levels: [0 V, 1 V]}}}\n");
  write("m.yaml",
        "bramah: 1\ninclude: parts/signals.yaml\n"
        "signals: {b: {csv: {file: top.csv, value: U}}}\n");
  const MachineDescription m = read_machine_file(path("m.yaml"));
  EXPECT_EQ(m.signals[0].y, (std::vector<double>{1, 2}));
  EXPECT_EQ(m.signals[1].y, (std::vector<double>{1, 2}));
  EXPECT_EQ(m.bodies[0].look[0].mesh, path("parts/box.obj"));
  ASSERT_TRUE(m.training);
  EXPECT_EQ(m.training->csv, path("parts/drive.csv"));
  LoadOptions options;
  options.set = {"training.csv=top.csv"};
  EXPECT_EQ(read_machine_file(path("m.yaml"), options).training->csv, path("top.csv"));
}

TEST_F(Include, RecordingsAndNetworksLieBesideTheFileThatSaysThem) {
  write("parts/run.csv", "time [s],lift.length [m]\n0,1\n10,2\n");
  write("parts/guide.yaml",
        "bramah: 1\nsolver: {coupling: guidance, guidance: {lift: {recording: run.csv}}}\n");
  write("parts/network.yaml", "bramah: 1\nsurrogate: missing.narx.yaml\n");
  const std::string top =
      "cylinders: {lift: {load: {mass: 5 kg}, bore: 80 mm, rod: 35 mm, stroke: 1 m, "
      "closed: 1 m}}\nfluid: {density: 850 kg/m3, bulk: 1500 MPa}\n";
  write("m.yaml", "bramah: 1\ninclude: parts/guide.yaml\n" + top);
  const MachineDescription m = read_machine_file(path("m.yaml"));
  EXPECT_EQ(m.solver.guides[0].length, (std::vector<double>{1, 2}));
  write("n.yaml", "bramah: 1\ninclude: parts/network.yaml\n" + top);
  try {
    (void)read_machine_file(path("n.yaml"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), path("parts/network.yaml") + ":2: there is no file \"" +
                                path("parts/missing.narx.yaml") + "\"");
  }
}

// What is wrong elsewhere is named by its place, never by a line 0.
TEST_F(Include, PointsToOtherFiles) {
  write("parts/oil.yaml", "bramah: 1\nparameters: {a: b}\n");
  write("m.yaml", "bramah: 1\ninclude: parts/oil.yaml\nsolver: {step: a}\n");
  const auto problems = [&](const LoadOptions& options) {
    try {
      (void)read_machine_file(path("m.yaml"), options);
    } catch (const InputError& error) {
      return error.problems().back();
    }
    return std::string("none");
  };
  EXPECT_EQ(problems({}), path("m.yaml") +
                              ":3: solver.step: cannot read \"a\": parameter \"a\" has "
                              "a problem, see " +
                              path("parts/oil.yaml") + ":2");
  LoadOptions options;
  options.set = {"a=c"};
  EXPECT_EQ(problems(options), path("m.yaml") +
                                   ":3: solver.step: cannot read \"a\": parameter "
                                   "\"a\" has a problem, see --set a=c");
}

// ---- overrides
LoadOptions set(std::vector<std::string> texts) {
  LoadOptions options;
  options.set = std::move(texts);
  return options;
}

MachineDescription four_bar(const LoadOptions& options) {
  return read_machine_file(model_path("four_bar"), options);
}

std::string four_bar_problem(const std::string& text) {
  try {
    (void)four_bar(set({text}));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Overrides, ReachEverything) {
  const auto m = four_bar(
      set({"lift.rod=40mm", "cylinders.lift.stroke=1 m", "parameters.L1=12 m", "solver.step=2ms",
           "lift_command.steps.1.1=5 V", "name=Other", "beam.points.C=[4 m, 0 m]",
           "lift.leakage=1e-13 m3/s/Pa", "lift.end_damper.length=5 mm",
           "lift.end_damper.stiffness=1e7 N/m", "gravity=[0 m/s2, -1 m/s2]"}));
  EXPECT_DOUBLE_EQ(*m.cylinders[0].rod, 0.04);
  EXPECT_EQ(m.cylinders[0].stroke, 1.0);
  EXPECT_EQ(m.bodies[0].com[0], 6.0);
  EXPECT_EQ(m.solver.step, 2e-3);
  EXPECT_EQ(m.signals[0].y[1], 5.0);
  EXPECT_EQ(m.name, "Other");
  EXPECT_EQ(m.bodies[0].points[1].at[0], 4.0);
  EXPECT_EQ(m.cylinders[0].leakage, 1e-13);
  EXPECT_EQ(m.cylinders[0].end_damper->length, 5e-3);
  EXPECT_EQ(m.gravity[1], -1.0);
}

TEST(Overrides, SayWhatIsWrong) {
  EXPECT_EQ(
      four_bar_problem("lift.bore=90 bar"),
      "--set lift.bore=90 bar: cylinder \"lift\": bore: expected a length, e.g. 80 mm; found 90 "
      "bar (a pressure)");
  EXPECT_EQ(
      four_bar_problem("lift.boer=90 mm"),
      "--set lift.boer=90 mm: cylinder \"lift\": unknown key \"boer\"; did you mean \"bore\"?");
  EXPECT_EQ(four_bar_problem("lit.bore=90 mm"),
            "--set lit.bore=90 mm: nothing is called \"lit\" here; did you mean \"lift.bore\"?");
  EXPECT_EQ(four_bar_problem("cylinders.lit.bore=90 mm"),
            "--set cylinders.lit.bore=90 mm: there is no \"lit\" in cylinders; did you mean "
            "\"cylinders.lift.bore\"?");
  EXPECT_EQ(four_bar_problem("parameters.L4=9 m"),
            "--set parameters.L4=9 m: there is no \"L4\" in parameters; did you mean "
            "\"parameters.L1\"?");
  EXPECT_EQ(four_bar_problem("lift_command.steps.7.1=9 V"),
            "--set lift_command.steps.7.1=9 V: \"7\" is no place in a list of 5; expected 0 to 4");
  EXPECT_EQ(
      four_bar_problem("lift.bore.x=9 V"),
      "--set lift.bore.x=9 V: \"x\" cannot be set: what comes before it is \"80 mm\", no map or "
      "list");
  EXPECT_EQ(four_bar_problem("lift.bore"),
            "--set lift.bore: expected path=value, e.g. lift.bore=90mm");
  EXPECT_EQ(
      four_bar_problem("lift.bore=[1"),
      "--set lift.bore=[1: YAML: end of sequence flow not found; a [ is not closed, or a comma is "
      "missing");
  EXPECT_EQ(four_bar_problem("nam=x"),
            "--set nam=x: nothing is called \"nam\" here; did you mean "
            "\"name\"?");
}

TEST(Overrides, MayAddKeysButNoComponents) {
  EXPECT_EQ(machine("", set({"initial=static", "solver.until=3 s"})).solver.until, 3.0);
  EXPECT_EQ(machine("", set({"fluid.density=900 kg/m3", "fluid.bulk=1 GPa"})).fluids[0].density,
            900.0);
  EXPECT_EQ(problems_of("", set({"signals.u=3 V"})),
            "--set signals.u=3 V: nothing is called \"signals\" here; known names are bramah");
}

// ---- solver
TEST(SolverChoice, OptionsReplaceTheFile) {
  LoadOptions options;
  options.method = "semirecursive";
  options.integrator = "trapezoidal";
  options.tangent = "numerical";
  options.step = 0.005;
  options.until = 3.0;
  const auto m =
      machine("solver: {method: ali3p, integrator: rk4, tolerance: 1e-7, alpha: 1e10}", options);
  EXPECT_EQ(m.solver.coordinates, Coordinates::joint);
  EXPECT_EQ(m.solver.constraints, Constraints::al3);
  EXPECT_EQ(m.solver.integrator, IntegratorRule::trapezoidal);
  EXPECT_EQ(m.solver.tangent, TangentKind::numerical);
  EXPECT_EQ(m.solver.step, 0.005);
  EXPECT_EQ(m.solver.until, 3.0);
  EXPECT_EQ(m.solver.tolerance, 1e-7);
  EXPECT_EQ(*m.solver.alpha, 1e10);
}

TEST(SolverChoice, DefaultsAreTheTables) {
  const auto solver = machine("solver: {}").solver;
  const SolverSpec defaults;
  EXPECT_EQ(solver.step, defaults.step);
  EXPECT_EQ(solver.until, defaults.until);
  EXPECT_EQ(solver.tolerance, defaults.tolerance);
  EXPECT_EQ(solver.max_iterations, defaults.max_iterations);
  EXPECT_EQ(solver.penalty, defaults.penalty);
  EXPECT_EQ(solver.rho_inf, defaults.rho_inf);
  EXPECT_EQ(solver.relative_tolerance, defaults.relative_tolerance);
  EXPECT_EQ(solver.integrator, IntegratorRule::sdirk2);
}

TEST(SolverChoice, RefusesWhatIsNotThere) {
  LoadOptions options;
  options.method = "magic";
  options.coupling = "multirat";
  EXPECT_EQ(
      problems_of("", options),
      "--method magic: solver.method: expected one of semirecursive, ali3p, ali1, "
      "double_step, inef; found \"magic\"\n"
      "--coupling multirat: solver.coupling: expected one of monolithic, guidance, multirate, "
      "cosimulation; found \"multirat\"; did you mean \"multirate\"?");
  EXPECT_EQ(problems_of("solver: {step: 2 s, until: 1 s}"),
            "m.yaml:2: solver: step (2 s) is longer than until (1 s)");
}

// ---- parameters
TEST(ParameterMap, AnyOrder) {
  const auto m = machine("parameters: {a: 2*b, b: c/4, c: 2 m}\ngravity: [0 m/s2, -a/(1 s)^2]");
  EXPECT_EQ(m.gravity[1], -1.0);
}

TEST(ParameterMap, SaysWhatIsWrong) {
  EXPECT_EQ(problems_of("parameters: {a b: 1}"),
            "m.yaml:2: parameter \"a b\": a name has letters, digits and _, e.g. L_boom");
  EXPECT_EQ(problems_of("parameters: {sqrt: 1}"),
            "m.yaml:2: parameter \"sqrt\": the name is taken by a function; choose another");
  EXPECT_EQ(
      problems_of("parameters: {m: 5 m}"),
      "m.yaml:2: parameter \"m\": the name is that of a unit of the same kind; choose another");
  EXPECT_EQ(problems_of("parameters: {a: [1]}"),
            "m.yaml:2: parameter \"a\": expected a value, e.g. 9 m; found a list");
  EXPECT_EQ(
      problems_of("parameters: {a: b}\nsolver: {step: a}"),
      "m.yaml:2: parameter \"a\": unknown unit or parameter \"b\"\n"
      "m.yaml:3: solver.step: cannot read \"a\": parameter \"a\" has a problem, see m.yaml:2");
}

// ---- hash
TEST(HashOfAMachine, IsStable) {
  // FNV-1a of "bramah: 1\n" and a zero byte: must not change between versions or computers.
  EXPECT_EQ(machine("").hash, machine("").hash);
  Hash hash;
  hash.add("");
  EXPECT_EQ(hash.hex(), "cbf29ce484222325");
  hash.add("a");
  EXPECT_EQ(hash.hex(), "af63dc4c8601ec8c");  // published test vector
}

TEST(HashOfAMachine, FollowsFilesAndOverrides) {
  const auto plain = four_bar({});
  EXPECT_EQ(plain.hash.size(), 16u);
  EXPECT_EQ(plain.hash, four_bar({}).hash);
  EXPECT_NE(plain.hash, four_bar(set({"lift.bore=80 mm"})).hash);
  EXPECT_NE(plain.hash, read_machine_file(model_path("four_bar_smooth")).hash);
  LoadOptions options;
  options.step = 2e-3;
  EXPECT_NE(plain.hash, four_bar(options).hash);
}

}  // namespace
}  // namespace bramah
