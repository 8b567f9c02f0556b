// FMUs in machine files: blocks among the signals.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <map>

#include "bramah/bramah.h"
#include "bramah/fmu_subsystem.h"
#include "fmi/hosted.h"

namespace bramah {
namespace {

using testing::HasSubstr;

const std::string kSource = BRAMAH_SOURCE_DIR;

std::string changed_once(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

// The files of an FMU of pi_block.yaml, which is written once for each version.
const std::map<std::string, std::string>& pi_files(int version) {
  static std::map<int, std::map<std::string, std::string>> known;
  std::map<std::string, std::string>& files = known[version];
  if (!files.empty()) return files;
  const Hosted fmu(kSource + "/examples/fmi/pi_block.yaml", {.version = version, .outputs = {"U"}},
                   {}, true);
  const Archive archive = open_archive(fmu.path);
  for (const std::string& name : archive.names()) files[name] = archive.read(name);
  return files;
}

// examples/fmi/servo_with_pi.yaml beside an FMU of pi_block.yaml; `change` edits its description.
class ServoWithPi {
 public:
  explicit ServoWithPi(
      int version = 2, const std::function<void(std::string&)>& change = [](std::string&) {}) {
    std::map<std::string, std::string> files = pi_files(version);
    change(files["modelDescription.xml"]);
    std::ofstream(folder_.file("pi.fmu"), std::ios::binary) << zip_bytes(files);
    text = changed_once(read_text(kSource + "/examples/fmi/servo_with_pi.yaml"), "../../models",
                        kSource + "/models");
  }
  Model load(const LoadOptions& options = {}) const {
    std::ofstream(folder_.file("servo.yaml")) << text;
    return bramah::load(folder_.file("servo.yaml"), options);
  }
  std::string problems(const LoadOptions& options = {}) const {
    try {
      (void)load(options);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }
  std::string path() const { return folder_.file("servo.yaml"); }
  std::string text;

 private:
  ScratchFolder folder_;
};

// drive.length after each of so many ticks.
std::vector<double> lengths(const Model& model, State& state, Workspace& work, int ticks) {
  std::vector<double> all(model.channels().size()), out;
  const auto channel = static_cast<std::size_t>(model.find_channel("drive.length"));
  for (int k = 0; k < ticks; ++k) {
    const StepReport report = step(model, state, work, {});
    if (!report.converged) {
      ADD_FAILURE() << explain(model, report);
      break;
    }
    model.observe(state, work, all);
    out.push_back(all[channel]);
  }
  return out;
}
std::vector<double> lengths(const Model& model, int ticks) {
  State state = model.initial_state();
  Workspace work(model);
  return lengths(model, state, work, ticks);
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double most) {
  ASSERT_EQ(a.size(), b.size());
  double apart = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) apart = std::max(apart, std::abs(a[k] - b[k]));
  EXPECT_LE(apart, most);
}

constexpr int kTicks = 1600;  // 0.8 s: rest, a ramp, the beginning of a halt

// The same controller, sampled as often: the same motion to round-off.
TEST(FmuBlock, PiControllerIsTheBuiltInOneToRoundOff) {
  LoadOptions built_in;
  built_in.set = {"signals.U.sample_time=1ms"};
  const auto wanted = lengths(load(model_path("position_servo"), built_in), kTicks);
  ASSERT_EQ(wanted.size(), static_cast<std::size_t>(kTicks));
  EXPECT_GT(wanted.back(), wanted.front() + 0.08);
  for (const int version : {2, 3})
    expect_near(lengths(ServoWithPi(version).load(), kTicks), wanted, 1e-12);  // [m] of 0.1
}

TEST(FmuBlock, OutputsAreChannels) {
  const ServoWithPi servo;
  const Model model = servo.load();
  const int channel = model.find_channel("U_pi");
  ASSERT_GE(channel, 0);
  EXPECT_EQ(model.channels()[static_cast<std::size_t>(channel)].unit, "V");
  EXPECT_TRUE(model.inputs().empty());
  const Scheme::Part& drawn = model.scheme().parts.back();
  EXPECT_EQ(drawn.name + " " + drawn.type, "pi fmu");
  EXPECT_EQ(drawn.parameters.front().text, "FMU 2.0, pi.fmu");
}

// What knows no samples says so: a loop that is open there must not be taken for a closed one.
TEST(FmuBlock, WhoKnowsNoSamplesSaysSo) {
  const ServoWithPi servo;
  EXPECT_THAT(linearize(servo.load()).notes,
              testing::Contains(HasSubstr("feedback through them is left out")));
  LoadOptions exact;
  exact.integrator = "sundials";
  EXPECT_THAT(servo.problems(exact), HasSubstr("sundials knows no samples of FMUs"));
}

TEST(FmuBlock, AnIsolatedOneGivesTheSameBits) {
  ServoWithPi servo;
  const auto wanted = lengths(servo.load(), 100);
  servo.text = changed_once(servo.text, "step: 1 ms", "step: 1 ms\n    isolated: true");
  EXPECT_EQ(lengths(servo.load(), 100), wanted);
}

// A copied State goes on in another Workspace, and back in the first, bit for bit.
TEST(FmuBlock, StatesAreSnapshots) {
  const ServoWithPi servo;
  const Model model = servo.load();
  State state = model.initial_state();
  Workspace work(model);
  lengths(model, state, work, 501);
  const State middle = state;
  const auto wanted = lengths(model, state, work, 100);
  const State end = state;
  State copy = middle;
  Workspace fresh(model);
  EXPECT_EQ(lengths(model, copy, fresh, 100), wanted);
  EXPECT_EQ(copy, end);
  copy = middle;
  EXPECT_EQ(lengths(model, copy, work, 100), wanted);
  EXPECT_EQ(copy, end);
}

void without_state(std::string& xml) {
  xml = changed_once(xml, "canSerializeFMUstate=\"true\"", "canSerializeFMUstate=\"false\"");
}

TEST(FmuBlock, WithoutAStateItRunsFromTheStartAndSnapshotsAreRefused) {
  const ServoWithPi servo(2, without_state);
  const Model model = servo.load();
  const auto wanted = lengths(ServoWithPi().load(), 200);
  State state = model.initial_state();
  Workspace work(model);
  EXPECT_EQ(lengths(model, state, work, 200), wanted);
  State again = model.initial_state();  // in the same Workspace, from the start
  EXPECT_EQ(lengths(model, again, work, 200), wanted);
  EXPECT_EQ(again, state);
  Workspace fresh(model);
  State copy = state;
  const StepReport report = step(model, copy, fresh, {});
  EXPECT_FALSE(report.converged);
  EXPECT_THAT(explain(model, report), HasSubstr("pi: does not offer to get, set and serialise"));
  EXPECT_EQ(copy, state);  // as it was
}

std::string problems_with(const std::string& what, const std::string& with,
                          const LoadOptions& options = {}) {
  ServoWithPi servo;
  servo.text = changed_once(servo.text, what, with);
  return servo.problems(options);
}

// Whatever is wrong is told at once, with its line.
TEST(FmuBlock, ProblemsHaveTheirPlaces) {
  ServoWithPi servo;
  servo.text = changed_once(servo.text, "inputs: {wanted: wanted, length: drive.length}",
                            "inputs: {wante: wanted, length: drive.rate}");
  servo.text = changed_once(servo.text, "outputs: {U_pi: U}", "outputs: {U_pi: V}");
  const std::string all = servo.problems();
  EXPECT_THAT(all, HasSubstr("servo.yaml:8: fmu \"pi\": inputs: the FMU has no input \"wante\""));
  EXPECT_THAT(all, HasSubstr("did you mean \"wanted\"?"));
  EXPECT_THAT(all, HasSubstr("servo.yaml:8: fmu \"pi\": inputs: length: expected a length; found "
                             "a speed (drive.rate)"));
  EXPECT_THAT(all, HasSubstr("servo.yaml:9: fmu \"pi\": outputs: the FMU has no output \"V\""));
  EXPECT_THAT(problems_with("step: 1 ms", "steps: 1 ms"),
              HasSubstr("servo.yaml:10: fmu \"pi\": unknown key \"steps\""));
  EXPECT_THAT(problems_with("drive.length", "drive.lenght"),
              HasSubstr("inputs: length: there is no channel \"drive.lenght\""));
  EXPECT_THAT(problems_with("drive.length", "driv.length"),
              HasSubstr("there is no signal or channel \"driv.length\""));
  EXPECT_THAT(problems_with("pi.fmu", "ip.fmu"), HasSubstr("servo.yaml:7: fmu \"pi\": "));
  EXPECT_THAT(problems_with("U_pi: U", "U: U"),
              HasSubstr("signal \"U\": the name is already taken"));
  EXPECT_THAT(problems_with("step: 1 ms", "parameters: {kp: 1}"),
              HasSubstr("the FMU has no parameter \"kp\""));
  LoadOptions steps;
  steps.step = 0.7e-3;
  EXPECT_THAT(problems_with("step: 1 ms", "step: 1 ms", steps),
              HasSubstr("servo.yaml:6: fmu \"pi\": step: 1 ms is not a whole number of the "
                        "machine's steps of 0.7 ms"));
}

// A key that is not known, or a value that cannot be read, does not hide what else is wrong.
TEST(FmuBlock, OneProblemDoesNotHideAnother) {
  ServoWithPi servo;
  servo.text = changed_once(servo.text, "step: 1 ms", "step: 1 kg\n    stepp: 1");
  servo.text = changed_once(servo.text, "length: drive.length", "length: drive.rate, l: wanted");
  servo.text = changed_once(servo.text, "U_pi: U", "U_pi: V");
  const std::string all = servo.problems();
  for (const char* what : {"unknown key \"stepp\"", "step: expected", "the FMU has no input \"l\"",
                           "the FMU has no output \"V\"", "length: expected a length"})
    EXPECT_THAT(all, HasSubstr(what));
}

TEST(FmuBlock, AnFmuDoesNotCarryOthers) {
  const ServoWithPi servo;
  (void)servo.load();
  try {
    (void)plan_fmu(servo.path(), {}, {});
    FAIL() << "no problem";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("fmus: an FMU does not carry others (pi)"));
  }
}

TEST(FmuBlock, DoesNotGoWithASurrogate) {
  ServoWithPi servo;
  servo.text = "bramah: 1\ninclude: " + kSource +
               "/models/circuit3_servo.yaml\nfmus:\n  pi:\n    file: pi.fmu\n"
               "    inputs: {length: cylinder.length}\n    outputs: {U_pi: U}\n";
  EXPECT_THAT(servo.problems(),
              HasSubstr("fmu \"pi\": does not go with a surrogate; write actuator: physical"));
  LoadOptions physical;
  physical.set = {"surrogate.actuator=physical"};
  EXPECT_EQ(servo.problems(physical), "");
}

// ---------------------------------------------------------------------------------------- hostile
constexpr const char* kHostile = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="hostile" guid="{1}">
<CoSimulation modelIdentifier="hostile" canHandleVariableCommunicationStepSize="true"/>
<ModelVariables>
<ScalarVariable name="u" valueReference="0" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="mode" valueReference="1" causality="parameter" variability="fixed"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="2" causality="output"><Real/></ScalarVariable>
</ModelVariables></fmiModelDescription>)";

// Why a machine with this FMU stops; "" if it does not.
std::string end_of(int mode, bool isolated) {
  const ScratchFolder folder;
  const std::string binary = read_text(std::string(BRAMAH_BINARY_DIR) + "/tests/hostile_fmu.so");
  std::ofstream(folder.file("hostile.fmu"), std::ios::binary)
      << zip_bytes({{"modelDescription.xml", kHostile}, {"binaries/linux64/hostile.so", binary}});
  std::ofstream(folder.file("x.yaml"))
      << "bramah: 1\nsignals: {u: {sine: {amplitude: 1, frequency: 1 Hz}}}\n"
         "fmus: {bad: {file: hostile.fmu, inputs: {u: u}, outputs: {y: y}, parameters: {mode: "
      << mode << "}, isolated: " << (isolated ? "true" : "false") << "}}\n"
      << "solver: {step: 1 ms, until: 10 ms}\n";
  const Model model = load(folder.file("x.yaml"));
  State state = model.initial_state();
  Workspace work(model);
  for (int k = 0; k < 10; ++k)
    if (const StepReport report = step(model, state, work, {}); !report.converged)
      return explain(model, report);
  return {};
}

TEST(HostileFmu, IsNamedWithWhatItDid) {
  EXPECT_EQ(end_of(0, false), "");
  EXPECT_EQ(end_of(0, true), "");
  for (const bool isolated : {false, true}) {
    EXPECT_THAT(end_of(1, isolated), HasSubstr("bad: its output y is nan at t = 0.006"));
    EXPECT_THAT(end_of(4, isolated),
                HasSubstr("bad: refuses a step of 1 ms at t = 0.005 s: no step at"));
  }
}

TEST(HostileFmu, ACrashInAProcessOfItsOwnIsAnError) {
  EXPECT_THAT(end_of(2, true),
              HasSubstr("bad: refuses a step of 1 ms at t = 0.005 s: its process crashed"));
  EXPECT_THAT(end_of(5, true), HasSubstr("its process ended by itself, with exit code 7"));
}

TEST(HostileFmu, AStepThatDoesNotEndIsEnded) {
  const ScratchFolder folder;
  const std::string binary = read_text(std::string(BRAMAH_BINARY_DIR) + "/tests/hostile_fmu.so");
  const std::string path = folder.file("hostile.fmu");
  std::ofstream(path, std::ios::binary)
      << zip_bytes({{"modelDescription.xml", kHostile}, {"binaries/linux64/hostile.so", binary}});
  FmuSubsystem hung({.file = path,
                     .name = "hung",
                     .parameters = {{"mode", 3.0}},
                     .isolated = true,
                     .patience = 0.2});
  const std::vector<Curve> inputs{Curve::constant(0.0)};
  EXPECT_FALSE(hung.advance(1.0, 1e-3, inputs));
  EXPECT_THAT(hung.message(), HasSubstr("did not answer within 0.2 s and was ended"));
  EXPECT_THROW(hung.advance(1.0, 1e-3, inputs), InputError);  // it is gone
}

}  // namespace
}  // namespace bramah
