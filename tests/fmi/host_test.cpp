// FMUs of shipped machines in a host of their own process, against run() and against themselves.
#include "fmi/hosted.h"

#include <cmath>

#include "bramah/run.h"

namespace bramah {
namespace {

using Role = FmuVariable::Role;

struct Case {
  const char* machine;
  int version;
  int ticks, apart;  // as long, with so many ticks in a communication step
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.machine << " " << c.version;
}

class Machines : public ::testing::TestWithParam<Case> {};

FmuOptions as_filed(int version) { return {.version = version, .inputs = {"none"}}; }

std::string steps(int i, double h, int count, const std::vector<unsigned>& outputs, int first = 0) {
  std::string script;
  for (int k = first; k < first + count; ++k) script += step_and_get(i, k * h, h, outputs);
  return script;
}

TEST_P(Machines, OutputsAreThoseOfARunToTheBit) {
  const Case c = GetParam();
  const std::string machine = model_path(c.machine);
  const Model model = load(machine);
  const double h = model.step_size();
  Recording rows;
  RunOptions options;
  options.until = c.ticks * h;
  ASSERT_TRUE(run(model, options, rows).converged);
  Hosted fmu(machine, as_filed(c.version));
  const auto outputs = fmu.references(Role::output);
  ASSERT_GT(outputs.size(), 10u);
  const auto answers = fmu.run("make 0\ninit 0 0\n" + words("get 0", outputs) +
                               steps(0, c.apart * h, c.ticks / c.apart, outputs));
  ASSERT_EQ(answers.size(), 3u + 2u * static_cast<std::size_t>(c.ticks / c.apart)) << fmu.log();
  for (int k = 0; k <= c.ticks / c.apart; ++k) {
    const Answer& got = answers[k == 0 ? 2 : 2 + 2 * static_cast<std::size_t>(k)];
    ASSERT_EQ(got.status, 0) << fmu.log();
    const auto row = rows.row(static_cast<std::size_t>(k * c.apart));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const int channel = model.find_channel(fmu.plan.variables[outputs[i]].source);
      ASSERT_GE(channel, 0);
      const double wanted = row[static_cast<std::size_t>(channel)];
      ASSERT_TRUE(got.values[i] == wanted || (std::isnan(wanted) && std::isnan(got.values[i])))
          << fmu.plan.variables[outputs[i]].name << " at row " << k << ": " << got.values[i]
          << ", run() has " << wanted;
    }
  }
}

TEST_P(Machines, TheDescriptionKeepsTheRules) {
  const Hosted fmu(model_path(GetParam().machine), {.version = GetParam().version});
  const FmuReport report = check_fmu(fmu.path);
  EXPECT_TRUE(report.problems.empty()) << report.problems.front();
  EXPECT_EQ(report.version, GetParam().version == 2 ? "2.0" : "3.0");
  EXPECT_EQ(report.outputs, static_cast<int>(fmu.references(Role::output).size()));
}

INSTANTIATE_TEST_SUITE_P(
    Fmi, Machines,
    ::testing::Values(Case{"naya_rod", 2, 2200, 10}, Case{"naya_rod", 3, 2200, 10},
                      Case{"four_bar", 2, 1100, 10}, Case{"four_bar", 3, 1100, 10},
                      Case{"patu655", 2, 300, 5}, Case{"patu655", 3, 300, 5},
                      Case{"excavator", 2, 300, 5}, Case{"excavator", 3, 300, 5},
                      Case{"circuit2", 2, 1000, 10}, Case{"circuit2", 3, 1000, 10},
                      Case{"circuit3_servo", 2, 1000, 10}, Case{"circuit3_servo", 3, 1000, 10}),
    [](const auto& which) {
      return std::string(which.param.machine) + "_fmi" + std::to_string(which.param.version);
    });

class Versions : public ::testing::TestWithParam<int> {};

void expect_same(const std::vector<Answer>& a, std::size_t i, const std::vector<Answer>& b,
                 std::size_t k, std::size_t count) {
  ASSERT_GE(a.size(), i + count);
  ASSERT_GE(b.size(), k + count);
  for (std::size_t n = 0; n < count; ++n) {
    EXPECT_EQ(a[i + n].status, 0);
    EXPECT_EQ(a[i + n].status, b[k + n].status);
    EXPECT_EQ(a[i + n].values, b[k + n].values) << "answer " << n;
  }
}

TEST_P(Versions, AResetStartsAnew) {
  Hosted fmu(model_path("four_bar"), {.version = GetParam()});
  const auto outputs = fmu.references(Role::output);
  const std::string lever = "set 0 " + std::to_string(fmu.reference("lift_command")) + " 5\n";
  const std::string length = "set 0 " + std::to_string(fmu.reference("parameters.L1")) + " 8.5\n";
  const std::string drive = lever + steps(0, 0.01, 20, outputs);
  const auto got = fmu.run("make 0\ninit 0 0\n" + drive + "reset 0\n" + length + "init 0 0\n" +
                           drive + "reset 0\ninit 0 0\n" + drive);
  constexpr std::size_t kDrive = 41;
  ASSERT_EQ(got.size(), 2 + kDrive + 3 + kDrive + 2 + kDrive) << fmu.log();
  expect_same(got, 2, got, 2 + kDrive + 3 + kDrive + 2, kDrive);
  EXPECT_NE(got[4].values, got[2 + kDrive + 3 + 2].values) << "the parameter had no effect";
}

TEST_P(Versions, TwoInstancesDoNotMeet) {
  Hosted fmu(model_path("four_bar"), {.version = GetParam()});
  const auto outputs = fmu.references(Role::output);
  const std::string lever = std::to_string(fmu.reference("lift_command"));
  std::string both =
      "make 0\nmake 1\ninit 0 0\ninit 1 0\nset 0 " + lever + " 5\nset 1 " + lever + " -5\n";
  for (int k = 0; k < 20; ++k)
    both += step_and_get(0, k * 0.01, 0.01, outputs) + step_and_get(1, k * 0.01, 0.01, outputs);
  const auto got = fmu.run(both);
  const auto alone =
      fmu.run("make 0\ninit 0 0\nset 0 " + lever + " 5\n" + steps(0, 0.01, 20, outputs));
  ASSERT_EQ(got.size(), 6u + 80u) << fmu.log();
  for (std::size_t k = 0; k < 20; ++k) expect_same(got, 6 + 4 * k, alone, 3 + 2 * k, 2);
  EXPECT_NE(got[6 + 4 * 19 + 1].values, got[6 + 4 * 19 + 3].values);
}

TEST_P(Versions, AStateGoesOnInAnotherProcess) {
  for (const char* machine : {"patu655", "circuit3_servo"}) {
    Hosted fmu(model_path(machine), as_filed(GetParam()));
    const auto outputs = fmu.references(Role::output);
    const std::string bytes = fmu.file("state");
    const auto whole = fmu.run("make 0\ninit 0 0\n" + steps(0, 0.005, 30, outputs));
    const auto first = fmu.run("make 0\ninit 0 0\n" + steps(0, 0.005, 10, outputs) +
                               "save 0 0\nwrite 0 0 " + bytes + "\ndrop 0 0\n");
    ASSERT_EQ(first.back().status, 0) << fmu.log();
    const auto second =
        fmu.run("make 0\ninit 0 0\nread 0 1 " + bytes + "\nload 0 1\n" + words("get 0", outputs) +
                steps(0, 0.005, 20, outputs, 10) + "drop 0 1\n");
    expect_same(whole, 2 + 19, second, 4, 1);
    expect_same(whole, 2 + 20, second, 5, 40);
  }
}

// Where no energy is asked for, less is evaluated.
TEST_P(Versions, OutputsDoNotDependOnWhatElseIsRead) {
  for (const char* machine : {"naya_rod", "patu655", "excavator"}) {
    Hosted fmu(model_path(machine), as_filed(GetParam()));
    const auto all = fmu.references(Role::output);
    std::vector<unsigned> some;
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (fmu.plan.variables[all[k]].unit == "J") continue;
      some.push_back(all[k]), places.push_back(k);
    }
    ASSERT_LT(some.size(), all.size());
    std::string script = "make 0\nmake 1\ninit 0 0\ninit 1 0\n";
    for (int k = 0; k < 20; ++k)
      script += step_and_get(0, k * 1e-2, 1e-2, all) + step_and_get(1, k * 1e-2, 1e-2, some);
    const auto got = fmu.run(script);
    ASSERT_EQ(got.size(), 4u + 80u) << fmu.log();
    for (std::size_t k = 0; k < 20; ++k)
      for (std::size_t i = 0; i < some.size(); ++i)
        ASSERT_EQ(got[4 + 4 * k + 1].values[places[i]], got[4 + 4 * k + 3].values[i])
            << machine << ", " << fmu.plan.variables[some[i]].name;
  }
}

TEST_P(Versions, RejectedStepsLeaveNoTrace) {
  Hosted fmu(model_path("four_bar"), {.version = GetParam()});
  const auto outputs = fmu.references(Role::output);
  const std::string lever = "set 0 " + std::to_string(fmu.reference("lift_command"));
  const auto got =
      fmu.run("make 0\ninit 0 0\n" + lever + " 5\n" + steps(0, 0.01, 5, outputs) + "save 0 0\n" +
              lever + " -9\n" + step_and_get(0, 0.05, 0.02, outputs) + "load 0 0\n" + lever +
              " 5\n" + steps(0, 0.01, 5, outputs, 5) + "drop 0 0\n");
  const auto straight =
      fmu.run("make 0\ninit 0 0\n" + lever + " 5\n" + steps(0, 0.01, 10, outputs));
  expect_same(got, 3 + 10 + 6, straight, 3 + 10, 10);
}

// Ticks are 1 ms. At common instants of whole ticks the bits are the same; steps of 10.5 ms end between
// ticks, with one shorter step each, and stay near.
TEST_P(Versions, StepsMayHaveAnyLength) {
  Hosted fmu(model_path("four_bar"), as_filed(GetParam()));
  const std::vector<unsigned> outputs{0, fmu.reference("lift.length"), fmu.reference("lift.A.p")};
  const std::string begin = "make 0\ninit 0 0\n";
  const auto fine = fmu.run(begin + steps(0, 1e-3, 1260, outputs));
  const auto seven = fmu.run(begin + steps(0, 7e-3, 180, outputs));
  const auto odd = fmu.run(begin + steps(0, 10.5e-3, 120, outputs));
  const auto at = [&](const std::vector<Answer>& run, int step) {
    return run.at(static_cast<std::size_t>(2 + 2 * step + 1));
  };
  for (int k = 0; k < 180; ++k) {
    ASSERT_EQ(at(seven, k).values[1], at(fine, 7 * k + 6).values[1]) << k;
    ASSERT_EQ(at(seven, k).values[2], at(fine, 7 * k + 6).values[2]) << k;
  }
  EXPECT_EQ(at(odd, 0).values[0], 10.5e-3);
  double length = 0.0, pressure = 0.0;
  for (int k = 1; k < 120; k += 2) {
    const Answer &a = at(odd, k), &b = at(fine, 21 * (k + 1) / 2 - 1);
    EXPECT_NEAR(a.values[0], b.values[0], 1e-12);
    length = std::max(length, std::abs(a.values[1] - b.values[1]));
    pressure = std::max(pressure, std::abs(a.values[2] - b.values[2]));
  }
  EXPECT_LT(length, 1e-6);   // [m], of 0.2: other steps of a second-order rule
  EXPECT_LT(pressure, 2e4);  // [Pa], of 5 MPa
  EXPECT_GT(pressure, 0.0);  // there were other steps
}

// Outputs follow an input at once, so that differences of them are a rival of the derivatives. The rod's
// valve has no spool that would take its time.
TEST_P(Versions, DerivativesAreDifferences) {
  Hosted fmu(model_path("naya_rod"), {.version = GetParam()});
  const auto outputs = fmu.references(Role::output);
  const std::string in = std::to_string(fmu.reference("kappa"));
  const double u = 0.02, d = 1e-4;
  std::string script =
      "make 0\ninit 0 0\nset 0 " + in + " " + hexadecimal(u) + "\n" + steps(0, 0.05, 1, outputs);
  for (const double near : {u - d, u + d})
    script += "set 0 " + in + " " + hexadecimal(near) + "\n" + words("get 0", outputs);
  script += "set 0 " + in + " " + hexadecimal(u) + "\n";
  for (const unsigned out : outputs)
    for (const char* which : {"slope 0 ", "back 0 "})
      script += which + std::to_string(out) + " " + in + "\n";
  const auto got = fmu.run(script);
  ASSERT_EQ(got.size(), 10u + 2u * outputs.size()) << fmu.log();
  int moved = 0;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const double wanted = (got[8].values[k] - got[6].values[k]) / (2.0 * d);
    const double round_off = 1e-15 * std::abs(got[6].values[k]) / d;
    EXPECT_EQ(got[10 + 2 * k].status, 0);
    EXPECT_NEAR(got[10 + 2 * k].values[0], wanted, 1e-6 * std::abs(wanted) + 10.0 * round_off)
        << fmu.plan.variables[outputs[k]].name;
    EXPECT_EQ(got[10 + 2 * k].values[0], got[11 + 2 * k].values[0]);
    moved += wanted != 0.0;
  }
  EXPECT_GT(moved, 3) << "hardly an output depends on the input at once";
}

TEST_P(Versions, RatesOfOutputsAreThoseOfTheMachine) {
  for (const char* machine : {"four_bar", "patu655"}) {
    Hosted fmu(model_path(machine), {.version = GetParam()});
    const unsigned length = fmu.reference("lift.length"), speed = fmu.reference("lift.rate"),
                   pressure = fmu.reference("lift.A.p");
    const std::string in = std::string(machine) == "four_bar" ? "lift_command" : "lift_lever";
    std::string script = "make 0\ninit 0 0\nset 0 " + std::to_string(fmu.reference(in)) + " 5\n" +
                         steps(0, 0.2, 1, {length, speed, pressure}) + "rate 0 " +
                         std::to_string(length) + "\nrate 0 " + std::to_string(pressure) + "\n";
    script += "save 0 0\n" + step_and_get(0, 0.2, 1e-5, {length, speed, pressure});
    const auto got = fmu.run(script);
    ASSERT_EQ(got.size(), 10u) << fmu.log();
    EXPECT_NEAR(got[5].values[0], got[4].values[1], 1e-6 * std::abs(got[4].values[1]) + 1e-9)
        << machine;
    const double slope = (got[9].values[2] - got[4].values[2]) / 1e-5;  // a hundredth of a tick
    EXPECT_NEAR(got[6].values[0], slope, 0.02 * std::abs(slope) + 1e3) << machine;
  }
}

TEST_P(Versions, AFailedStepNamesTheCulpritAndLeavesTheState) {
  LoadOptions load;
  load.integrator = "euler", load.step = 1e-3;
  Hosted fmu(model_path("circuit2"), as_filed(GetParam()), load);
  const auto outputs = fmu.references(Role::output);
  const auto got =
      fmu.run("make 0\ninit 0 0\n" + words("get 0", outputs) + step_and_get(0, 0.0, 0.01, outputs));
  ASSERT_EQ(got.size(), 5u) << fmu.log();
  EXPECT_EQ(got[3].status, 2);  // discard
  EXPECT_EQ(got[3].values[0], 0.0);
  EXPECT_EQ(got[4].values, got[2].values);
  EXPECT_NE(fmu.log().find("V1"), std::string::npos) << fmu.log();
}

// Inputs that were set before a step that fails on its way act on what is read after it as before.
TEST_P(Versions, AStepThatFailsOnItsWayLeavesInputsAsTheyWere) {
  const ScratchFolder folder;
  const std::string path = folder.file("torn.yaml");
  std::ofstream(path) << R"(bramah: 1
fluid: {density: 850 kg/m3, bulk: 1.5e9 Pa}
sources: {supply: {pressure: 200 bar}, tank: {pressure: 0 Pa}}
volumes:
  V: {volume: 10 cm3, start: 0 Pa}
  A: {volume: 1 l, start: 50 bar}
  B: {volume: 1 l, start: 50 bar}
orifices:
  inlet: {from: supply, to: V, coefficient: 6.5e-7 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
  outlet: {from: V, to: tank, coefficient: 2.5e-6 m3/s/Pa^0.5, law: two_regime, transition: 1e4 Pa}
valves:
  v: {type: 4/3, P: supply, T: tank, A: A, B: B, nominal: {flow: 2 l/min, drop: 35 bar}, signal: lever}
signals: {lever: {constant: 0}}
solver: {integrator: rk4, step: 20 us, until: 1 s}
)";
  Hosted fmu(path, {.version = GetParam()});
  const auto inputs = fmu.references(Role::input);
  ASSERT_EQ(inputs.size(), 1u);
  const std::string flow = std::to_string(fmu.reference("v.PA.flow")) + "\n";
  const auto got = fmu.run("make 0\ninit 0 0\nset 0 " + std::to_string(inputs[0]) + " 0.5\nget 0 " +
                           flow + "step 0 0 0.2\nget 0 " + flow);
  ASSERT_EQ(got.size(), 6u) << fmu.log();
  EXPECT_EQ(got[4].status, 2) << fmu.log();
  EXPECT_NE(fmu.log().find("t = 0.1"), std::string::npos) << fmu.log();  // after many ticks
  EXPECT_GT(got[3].values[0], 1e-6);
  EXPECT_EQ(got[5].values, got[3].values);
}

TEST_P(Versions, ErrorsOfParametersHaveTheirLine) {
  Hosted fmu(model_path("naya_rod"), {.version = GetParam()});
  const auto got = fmu.run("make 0\nset 0 " + std::to_string(fmu.reference("parameters.l")) +
                           " -0.4\ninit 0 0\n");
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[2].status, 3);
  EXPECT_NE(fmu.log().find("naya_rod.yaml:"), std::string::npos) << fmu.log();
}

TEST_P(Versions, MistakesOfTheHostAreNamed) {
  Hosted fmu(model_path("naya_rod"), {.version = GetParam()});
  const std::string out = std::to_string(fmu.reference("lift.length"));
  const auto got = fmu.run("make 0\nstep 0 0 0.01\ninit 0 0\nset 0 " + out +
                           " 1\nget 0 99999\nstep 0 0.5 0.01\nset 0 1 nan\nstep 0 0 0.01\n");
  ASSERT_EQ(got.size(), 8u);
  const int wanted[] = {0, 3, 0, 3, 3, 3, 3, 0};
  for (std::size_t k = 0; k < got.size(); ++k) EXPECT_EQ(got[k].status, wanted[k]) << k;
  for (const char* text :
       {"cannot be set", "value reference 99999", "the machine is at 0 s", "no number"})
    EXPECT_NE(fmu.log().find(text), std::string::npos) << text << "\n" << fmu.log();
  const auto wrong = fmu.run("make 0\n", "{other}");
  EXPECT_EQ(wrong.at(0).status, 3);
  EXPECT_NE(fmu.log().find("token"), std::string::npos) << fmu.log();
}

// A lever that is no input rests: a host that moves one lever is not surprised by the file's own drive.
TEST_P(Versions, ALeverThatIsLeftOutRests) {
  Hosted some(model_path("patu655"), {.version = GetParam(), .inputs = {"lift_lever"}});
  Hosted all(model_path("patu655"), {.version = GetParam()});
  ASSERT_EQ(some.references(Role::input).size(), 1u);
  ASSERT_GT(all.references(Role::input).size(), 1u);
  const auto drive = [](Hosted& fmu) {
    const std::vector<unsigned> outputs{fmu.reference("lift.length"), fmu.reference("jib.length")};
    return fmu.run("make 0\ninit 0 0\nset 0 " + std::to_string(fmu.reference("lift_lever")) +
                   " 4\n" + steps(0, 0.05, 6, outputs));
  };
  const auto a = drive(some), b = drive(all);  // there the others keep their start, too
  ASSERT_EQ(a.size(), 15u) << some.log();
  expect_same(a, 3, b, 3, 12);
  EXPECT_GT(a.back().values.at(0), a.at(4).values.at(0));
}

// Memory that is read before it is written, written outside, or not given back.
TEST_P(Versions, ValgrindFindsNothing) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer looks";
#endif
#ifdef __AVX512F__
  GTEST_SKIP() << "valgrind knows no AVX-512";
#endif
  if (std::system("valgrind --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no valgrind";
  for (const char* machine : {"naya_rod", "circuit2"}) {
    Hosted fmu(model_path(machine), as_filed(GetParam()));
    fmu.under = "valgrind -q --leak-check=full --error-exitcode=9 ";
    const auto outputs = fmu.references(Role::output);
    const std::string one = std::to_string(outputs.front());
    const auto got =
        fmu.run("make 0\nmake 1\ninit 0 0\ninit 1 0\n" + steps(0, 2e-3, 2, outputs) +
                "save 0 0\nwrite 0 0 " + fmu.file("state") + "\nread 1 1 " + fmu.file("state") +
                "\nload 1 1\n" + step_and_get(1, 4e-3, 3.5e-3, outputs) + "rate 1 " + one +
                "\ndrop 0 0\ndrop 1 1\nreset 0\ninit 0 0\nfree 1\n");
    EXPECT_EQ(got.size(), 4u + 4u + 4u + 2u + 6u) << fmu.log();
    EXPECT_EQ(fmu.exit_code, 0) << machine << "\n" << fmu.log();
    for (const Answer& answer : got) EXPECT_EQ(answer.status, 0) << fmu.log();
  }
}

INSTANTIATE_TEST_SUITE_P(Fmi, Versions, ::testing::Values(2, 3),
                         [](const auto& which) { return "fmi" + std::to_string(which.param); });

// Inputs with a rate are a straight line of time, held over each tick at its middle.
TEST(Fmi2, InputsMayHaveARate) {
  Hosted fmu(model_path("four_bar"), {.version = 2});
  const std::vector<unsigned> outputs{fmu.reference("lift.length")};
  const std::string in = std::to_string(fmu.reference("lift_command"));
  std::string ramp = "make 0\ninit 0 0\nset 0 " + in + " 1\nramp 0 " + in + " 50\n" +
                     step_and_get(0, 0, 0.1, outputs);
  std::string held = "make 0\ninit 0 0\n";
  for (int k = 0; k < 100; ++k)
    held += "set 0 " + in + " " + hexadecimal(1.0 + 50.0 * (k + 0.5) * 1e-3) + "\n" +
            step_and_get(0, k * 1e-3, 1e-3, outputs);
  const auto a = fmu.run(ramp), b = fmu.run(held);
  EXPECT_NEAR(a.back().values.at(0), b.back().values.at(0), 1e-12);
}

TEST(Fmi3, AStepMayEndEarlyAtATick) {
  Hosted fmu(model_path("four_bar"), as_filed(3));
  const auto outputs = fmu.references(Role::output);
  const auto early = fmu.run("make 0\ninit 0 0\nearly 0 4\n" + step_and_get(0, 0, 0.01, outputs));
  const auto plain = fmu.run("make 0\ninit 0 0\n" + step_and_get(0, 0, 0.004, outputs));
  EXPECT_EQ(early.at(3).values.at(0), 0.004);
  EXPECT_EQ(early.at(4).values, plain.at(3).values);
}

// -------------------------------------------------------------------------------------- the binary
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char piece[4096];
  while (pipe && std::fgets(piece, sizeof piece, pipe)) text += piece;
  if (pipe) pclose(pipe);
  return text;
}

TEST(FmuBinary, ShowsTheStandardsFunctionsOnly) {
  const std::string library = std::string(BRAMAH_BINARY_DIR) + "/bramah_fmu.so";
  std::istringstream symbols(output_of("nm -D --defined-only " + library));
  int count = 0;
  for (std::string address, type, name; symbols >> address >> type >> name; ++count)
    EXPECT_TRUE(name.starts_with("fmi2") || name.starts_with("fmi3")) << name;
  EXPECT_GT(count, 100);
}

TEST(FmuBinary, NeedsTheSystemsLibrariesOnly) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "and its sanitizer's";
#endif
  const std::string library = std::string(BRAMAH_BINARY_DIR) + "/bramah_fmu.so";
  std::istringstream lines(output_of("objdump -p " + library));
  int needed = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("NEEDED") == std::string::npos) continue;
    ++needed;
    bool known = false;
    for (const char* name : {"libc.so", "libm.so", "libpthread.so", "ld-linux"})
      known |= line.find(name) != std::string::npos;
    EXPECT_TRUE(known) << line;
  }
  EXPECT_GT(needed, 0);
  EXPECT_EQ(output_of("ldd " + library).find("not found"), std::string::npos);
}

}  // namespace
}  // namespace bramah
