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

constexpr double kNear = 1e-2;  // of a nominal value: other steps of a rule of second order

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
  Hosted fmu(machine, as_filed(c.version), {}, true);
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

// With all its levers, moved a little each; a machine without levers moves as its file says.
class Driven : public ::testing::TestWithParam<Case> {
 protected:
  const Case& c() const { return GetParam(); }
  std::string machine() const { return model_path(c().machine); }

  // Each input at a place of its own, off the kinks at zero and at the edges of overlaps.
  static std::vector<double> levers(const Hosted& fmu, double part) {
    std::vector<double> values;
    for (const unsigned in : fmu.references(Role::input)) {
      const FmuVariable& v = fmu.plan.variables[in];
      const double some = part * (0.3 + 0.1 * static_cast<double>(values.size() % 5));
      values.push_back(v.max ? std::abs(some) * *v.max : v.start + some * v.nominal);
    }
    return values;
  }
  static std::string set(const Hosted& fmu, int i, const std::vector<double>& values) {
    const auto inputs = fmu.references(Role::input);
    std::string script;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      script += "set " + std::to_string(i) + " " + std::to_string(inputs[k]) + " " +
                hexadecimal(values[k]) + "\n";
    return script;
  }
};

// The same drive after a reset, beside another instance, on a thread beside another, and from its middle on in another
// process: the same bits.
TEST_P(Driven, AHistoryRepeatsItself) {
  Hosted fmu(machine(), {.version = c().version});
  const auto outputs = fmu.references(Role::output);
  const std::size_t levers_count = fmu.references(Role::input).size();
  const double h = c().apart * fmu.plan_step;
  const std::string here = set(fmu, 0, levers(fmu, 0.5)), there = set(fmu, 1, levers(fmu, -0.7));
  const std::string bytes = fmu.file("state"), begin = "make 0\ninit 0 0\n" + here;
  const auto alone = fmu.run(begin + steps(0, h, 8, outputs) + "reset 0\ninit 0 0\n" + here +
                             steps(0, h, 4, outputs) + "save 0 0\nwrite 0 0 " + bytes + "\n" +
                             steps(0, h, 4, outputs, 4) + "drop 0 0\n");
  const std::size_t first = 2 + levers_count, again = first + 16 + 2 + levers_count;
  ASSERT_EQ(alone.size(), again + 8 + 2 + 8 + 1) << fmu.log();
  expect_same(alone, first, alone, again, 8);
  expect_same(alone, first + 8, alone, again + 10, 8);
  std::string turns = "make 0\nmake 1\ninit 0 0\ninit 1 0\n" + here + there;
  for (int k = 0; k < 8; ++k)
    turns += step_and_get(0, k * h, h, outputs) + step_and_get(1, k * h, h, outputs);
  const auto beside = fmu.run(turns);
  ASSERT_EQ(beside.size(), 4 + 2 * levers_count + 32) << fmu.log();
  for (std::size_t k = 0; k < 8; ++k)
    expect_same(alone, first + 2 * k, beside, 4 + 2 * levers_count + 4 * k, 2);
  const auto threads =
      fmu.run("make 0\nmake 1\ninit 0 0\ninit 1 0\n" + here + there + "both 0 1 0 " +
              hexadecimal(h) + " 8\n" + words("get 0", outputs) + words("get 1", outputs));
  ASSERT_EQ(threads.size(), 4 + 2 * levers_count + 3) << fmu.log();
  EXPECT_EQ(threads[threads.size() - 3].status, 0) << fmu.log();
  EXPECT_EQ(threads[threads.size() - 2].values, alone[first + 15].values);
  EXPECT_EQ(threads.back().values, beside.back().values);
  const auto moved = fmu.run("make 0\ninit 0 0\nread 0 1 " + bytes + "\nload 0 1\n" +
                             steps(0, h, 4, outputs, 4) + "drop 0 1\n");
  expect_same(alone, first + 8, moved, 4, 8);
}

// Communication steps of 1, 7 and 10.5 ms: the bits of the first at common instants of whole ticks, and near them after
// the shorter steps of the last.
TEST_P(Driven, StepsMayHaveAnyLength) {
  Hosted fmu(machine(), as_filed(c().version));
  std::vector<unsigned> outputs{0};  // time, then what has a size of its own
  for (const unsigned out : fmu.references(Role::output))
    if (const FmuVariable& v = fmu.plan.variables[out];
        v.name.ends_with(".length") || v.name.ends_with(".p") || v.name.ends_with(".angle"))
      outputs.push_back(out);
  ASSERT_GT(outputs.size(), 1u);
  const std::string begin = "make 0\ninit 0 0\n";
  const auto fine = fmu.run(begin + steps(0, 1e-3, 84, outputs));
  const auto seven = fmu.run(begin + steps(0, 7e-3, 12, outputs));
  const auto odd = fmu.run(begin + steps(0, 10.5e-3, 8, outputs));
  ASSERT_EQ(fine.size(), 2u + 168u) << fmu.log();
  ASSERT_EQ(seven.size(), 2u + 24u) << fmu.log();
  ASSERT_EQ(odd.size(), 2u + 16u) << fmu.log();
  const auto at = [&](const std::vector<Answer>& run, int step) {
    return run.at(static_cast<std::size_t>(2 + 2 * step + 1));
  };
  for (int k = 0; k < 12; ++k)
    for (std::size_t i = 1; i < outputs.size(); ++i)
      ASSERT_EQ(at(seven, k).values.at(i), at(fine, 7 * k + 6).values.at(i))
          << fmu.plan.variables[outputs[i]].name << ", step " << k;
  EXPECT_EQ(at(odd, 0).values[0], 10.5e-3);
  for (int k = 1; k < 8; k += 2)
    for (std::size_t i = 1; i < outputs.size(); ++i) {
      const double size = fmu.plan.variables[outputs[i]].nominal;
      EXPECT_NEAR(at(odd, k).values.at(i), at(fine, 21 * (k + 1) / 2 - 1).values.at(i),
                  kNear * size)
          << fmu.plan.variables[outputs[i]].name << ", step " << k;
    }
}

// All outputs by all inputs, forwards and backwards, against differences of the outputs, which answer to inputs
// at once; and those whose list of dependencies is empty do not answer.
TEST_P(Driven, DerivativesAreDifferences) {
  Hosted fmu(machine(), {.version = c().version});
  const auto outputs = fmu.references(Role::output), inputs = fmu.references(Role::input);
  ASSERT_EQ(inputs.empty(), std::string(c().machine) == "circuit3_servo");  // which has no levers
  if (inputs.empty()) return;
  const std::vector<double> u = levers(fmu, 0.5);
  std::string script =
      "make 0\ninit 0 0\n" + set(fmu, 0, u) + step_and_get(0, 0, 10 * fmu.plan_step, outputs);
  const std::size_t head = 2 + inputs.size() + 2;
  std::vector<double> d;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    d.push_back(1e-3 * std::max(fmu.plan.variables[inputs[i]].nominal, std::abs(u[i])));
    const std::string in = std::to_string(inputs[i]);
    for (const double by : {-2.0, -1.0, 1.0, 2.0})
      script +=
          "set 0 " + in + " " + hexadecimal(u[i] + by * d[i]) + "\n" + words("get 0", outputs);
    script += "set 0 " + in + " " + hexadecimal(u[i]) + "\n" + words("slope 0 " + in, outputs);
  }
  for (const unsigned out : outputs) script += words("back 0 " + std::to_string(out), inputs);
  const auto got = fmu.run(script);
  ASSERT_EQ(got.size(), head + 10 * inputs.size() + outputs.size()) << fmu.log();
  int moved = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Answer* const y = &got[head + 10 * i];
    ASSERT_EQ(y[9].status, 0) << fmu.log();
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const FmuVariable& out = fmu.plan.variables[outputs[k]];
      const double below = y[3].values[k], above = y[5].values[k];
      const double wanted =
          (y[1].values[k] - 8.0 * below + 8.0 * above - y[7].values[k]) / (12.0 * d[i]);
      const double round_off = 1e-13 * std::max(std::abs(below), 1e-3 * out.nominal) / d[i];
      EXPECT_NEAR(y[9].values[k], wanted, 1e-6 * std::abs(wanted) + round_off)
          << out.name << " by " << fmu.plan.variables[inputs[i]].name;
      EXPECT_EQ(y[9].values[k], got[head + 10 * inputs.size() + k].values[i]) << out.name;
      if (!out.direct) EXPECT_EQ(below, above) << out.name;
      moved += wanted != 0.0;
    }
  }
  EXPECT_GT(moved, 0) << "no output depends on an input at once";
  EXPECT_GT(
      std::ranges::count_if(outputs, [&](unsigned k) { return !fmu.plan.variables[k].direct; }), 3);
}

// Memory that is read before it is written, written outside, or not given back.
TEST_P(Driven, ValgrindFindsNothing) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer looks";
#endif
#ifdef __AVX512F__
  GTEST_SKIP() << "valgrind knows no AVX-512";
#endif
  if (std::system("valgrind --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no valgrind";
  Hosted fmu(machine(), as_filed(c().version));
  fmu.under = "valgrind -q --leak-check=full --error-exitcode=9 ";
  const auto outputs = fmu.references(Role::output);
  const std::string one = std::to_string(outputs.front());
  const double h = fmu.plan_step;
  const auto got =
      fmu.run("make 0\nmake 1\ninit 0 0\ninit 1 0\n" + steps(0, 2 * h, 2, outputs) +
              "save 0 0\nwrite 0 0 " + fmu.file("state") + "\nread 1 1 " + fmu.file("state") +
              "\nload 1 1\n" + step_and_get(1, 4 * h, 3.5 * h, outputs) + "rate 1 " + one +
              "\ndrop 0 0\ndrop 1 1\nreset 0\ninit 0 0\nfree 1\n");
  EXPECT_EQ(got.size(), 4u + 4u + 4u + 2u + 6u) << fmu.log();
  EXPECT_EQ(fmu.exit_code, 0) << fmu.log();
  for (const Answer& answer : got) EXPECT_EQ(answer.status, 0) << fmu.log();
}

INSTANTIATE_TEST_SUITE_P(Fmi, Driven,
                         ::testing::Values(Case{"naya_rod", 2, 0, 10}, Case{"naya_rod", 3, 0, 10},
                                           Case{"four_bar", 2, 0, 10}, Case{"four_bar", 3, 0, 10},
                                           Case{"patu655", 2, 0, 5}, Case{"patu655", 3, 0, 5},
                                           Case{"excavator", 2, 0, 5}, Case{"excavator", 3, 0, 5},
                                           Case{"circuit2", 2, 0, 10}, Case{"circuit2", 3, 0, 10},
                                           Case{"circuit3_servo", 2, 0, 10},
                                           Case{"circuit3_servo", 3, 0, 10}),
                         [](const auto& which) {
                           return std::string(which.param.machine) + "_fmi" +
                                  std::to_string(which.param.version);
                         });

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

// In natural coordinates there are no slopes at an instant, and differences stand in: the same numbers.
TEST_P(Versions, DerivativesDoNotDependOnTheMethod) {
  LoadOptions natural;
  natural.method = "ali3p";
  const FmuOptions options{.version = GetParam(), .outputs = {"*.flow", "lift.acceleration"}};
  Hosted exact(model_path("naya_rod"), options);
  Hosted differenced(model_path("naya_rod"), options, natural);
  const auto slopes = [](Hosted& fmu) {
    const std::string in = std::to_string(fmu.reference("kappa"));
    return fmu.run("make 0\ninit 0 0\nset 0 " + in + " 0.02\n" +
                   words("slope 0 " + in, fmu.references(Role::output)));
  };
  const auto a = slopes(exact), b = slopes(differenced);
  ASSERT_EQ(a.size(), 4u) << exact.log();
  ASSERT_EQ(b.size(), 4u) << differenced.log();
  ASSERT_EQ(a[3].values.size(), b[3].values.size());
  ASSERT_EQ(a[3].values.size(), exact.references(Role::output).size());
  double most = 0.0;
  for (std::size_t k = 0; k < a[3].values.size(); ++k) {
    EXPECT_NEAR(a[3].values[k], b[3].values[k], 1e-6 * std::abs(a[3].values[k]) + 1e-9) << k;
    most = std::max(most, std::abs(a[3].values[k]));
  }
  EXPECT_GT(most, 1e-3);  // [m3/s] for the whole way of the spool
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
