// FMUs as subsystems: our own against the machine itself, and broken ones.
#include "bramah/fmu_subsystem.h"

#include <gmock/gmock.h>

#include "fmi/hosted.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;

// Lever = gain (wanted - length).
class Controller final : public Subsystem {
 public:
  std::string name() const override { return "controller"; }
  std::vector<std::string> inputs() const override { return {"length"}; }
  std::vector<std::string> outputs() const override { return {"lever"}; }
  void read(std::span<double> y, std::span<double>) override { y[0] = lever_; }
  bool advance(double t, double H, std::span<const Curve> u) override {
    lever_ = 40.0 * (1.75 - u[0].value(t + H));
    return true;
  }
  std::size_t state_size() const override { return 1; }
  void save(std::span<double> state) const override { state[0] = lever_; }
  void restore(std::span<const double> state) override { lever_ = state[0]; }

 private:
  double lever_ = 0.0;
};

struct World {
  Controller controller;
  Cosimulation master;
  World(Subsystem& machine, const CosimulationOptions& options = {}) : master(options) {
    master.add(machine), master.add(controller);
    master.connect("machine.lift.length", "controller.length", 0);
    master.connect("controller.lever", "machine.lift_command", 0);
    master.start(0.0);
  }
  std::vector<double> run(int steps) {
    std::vector<double> lengths;
    for (int k = 0; k < steps; ++k) {
      if (!master.step(2e-3).converged) break;
      lengths.push_back(master.output("machine.lift.length"));
    }
    return lengths;
  }
};

class Imports : public ::testing::TestWithParam<int> {};

TEST_P(Imports, OurFmuIsTheMachineToTheBit) {
  const Hosted fmu(model_path("four_bar"), {.version = GetParam()}, {}, true);
  FmuSubsystem imported({.file = fmu.path, .name = "machine", .outputs = {"lift.length"}});
  LoadOptions load;
  load.controls = true;
  const Model model = bramah::load(model_path("four_bar"), load);
  MachineSubsystem own("machine", model, {"lift.length"});
  const auto a = World(imported).run(300), b = World(own).run(300);
  ASSERT_EQ(a.size(), 300u) << imported.message();
  EXPECT_EQ(a, b);
}

TEST_P(Imports, ItsStateIsKeptAsNumbers) {
  const Hosted fmu(model_path("four_bar"), {.version = GetParam()}, {}, true);
  FmuSubsystem imported({.file = fmu.path, .name = "machine", .outputs = {"lift.length"}});
  ASSERT_TRUE(imported.can_save());
  World world(imported);
  world.run(50);
  std::vector<double> whole(world.master.state_size()), systems(world.master.subsystem_size());
  world.master.save(whole), world.master.save_subsystems(systems);
  const double then = world.master.time();
  const auto first = world.run(50);
  world.master.restore(whole), world.master.restore_subsystems(systems);
  world.master.resume(then);
  EXPECT_EQ(world.run(50), first);
}

TEST_P(Imports, ParametersAreSetBeforeTheStart) {
  const Hosted fmu(model_path("four_bar"), {.version = GetParam()}, {}, true);
  const auto energy = [&](std::map<std::string, double> parameters) {
    FmuSubsystem one({.file = fmu.path,
                      .name = "machine",
                      .outputs = {"energy.potential"},
                      .parameters = std::move(parameters)});
    double value = 0.0;
    one.read({&value, 1}, {});
    return value;
  };
  EXPECT_EQ(energy({}), energy({{"parameters.L1", 9.0}}));
  EXPECT_NE(energy({}), energy({{"parameters.L1", 8.5}}));
}

INSTANTIATE_TEST_SUITE_P(Fmi, Imports, ::testing::Values(2, 3),
                         [](const auto& which) { return "fmi" + std::to_string(which.param); });

std::string problem_of(const FmuImport& import) {
  try {
    const FmuSubsystem one(import);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string description(const std::string& identifier = "x") {
  return R"(<fmiModelDescription fmiVersion="2.0" modelName="X" guid="{1}"><CoSimulation modelIdentifier=")" +
         identifier +
         R"("/><ModelVariables><ScalarVariable name="y" valueReference="0" causality="output"><Real/></ScalarVariable></ModelVariables></fmiModelDescription>)";
}

TEST(FmuImport, BrokenFmusGiveClearErrors) {
  const ScratchFolder folder;
  const std::string path = folder.file("x.fmu");
  const auto written = [&](const std::map<std::string, std::string>& files) {
    std::ofstream(path, std::ios::binary) << zip_bytes(files);
    return FmuImport{.file = path, .name = "x"};
  };
  EXPECT_THAT(problem_of({.file = folder.file("none.fmu"), .name = "x"}),
              HasSubstr("cannot be read"));
  EXPECT_THAT(problem_of(written({{"a", "b"}})), HasSubstr("no modelDescription.xml"));
  EXPECT_THAT(problem_of(written({{"modelDescription.xml", "<a"}})), HasSubstr("is no XML"));
  EXPECT_THAT(
      problem_of(written({{"modelDescription.xml", "<fmiModelDescription fmiVersion='1.0'/>"}})),
      HasSubstr("2.0 and 3.x can be imported"));
  EXPECT_THAT(problem_of(written({{"modelDescription.xml", description()}})),
              HasSubstr("no binary for linux64"));
  EXPECT_THAT(problem_of(written({{"modelDescription.xml", description("../../elsewhere")}})),
              HasSubstr("\"../../elsewhere\" is no name"));
  EXPECT_THAT(problem_of(written(
                  {{"modelDescription.xml", description()}, {"binaries/linux64/x.so", "no"}})),
              HasSubstr("cannot be loaded"));
}

std::map<std::string, std::string> files_of(const Hosted& fmu) {
  const Archive archive = open_archive(fmu.path);
  std::map<std::string, std::string> files;
  for (const std::string& name : archive.names()) files[name] = archive.read(name);
  return files;
}

TEST(FmuImport, MissingFunctionsAndWrongTokensAreNamed) {
  const Hosted fmu(model_path("naya_rod"), {.version = 2}, {}, true);
  const ScratchFolder folder;
  const std::string path = folder.file("x.fmu");
  std::map<std::string, std::string> files = files_of(fmu);
  std::string& xml = files["modelDescription.xml"];
  xml.replace(xml.find(fmu.plan.token), fmu.plan.token.size(), "{another}");
  std::ofstream(path, std::ios::binary) << zip_bytes(files);
  EXPECT_THAT(problem_of({.file = path, .name = "x"}), HasSubstr("not that of the resources"));
  std::string& binary = files["binaries/linux64/naya_rod.so"];
  for (std::size_t at = 0; (at = binary.find("fmi2DoStep", at)) != std::string::npos;)
    binary[at] = 'x';
  std::ofstream(path, std::ios::binary) << zip_bytes(files);
  EXPECT_THAT(problem_of({.file = path, .name = "x"}), HasSubstr("no function fmi2DoStep"));
  EXPECT_THAT(problem_of({.file = fmu.path, .name = "x", .outputs = {"lift.lenght"}}),
              HasSubstr("did you mean \"lift.length\""));
}

// An FMU that does not offer its state goes on, but is not kept.
TEST(FmuImport, AStateThatIsNotOfferedIsNotKept) {
  const Hosted fmu(model_path("four_bar"), {.version = 2}, {}, true);
  const ScratchFolder folder;
  const std::string path = folder.file("x.fmu");
  std::map<std::string, std::string> files = files_of(fmu);
  std::string& xml = files["modelDescription.xml"];
  const std::string offer = "canSerializeFMUstate=\"true\"";
  xml.replace(xml.find(offer), offer.size(), "canSerializeFMUstate=\"false\"");
  std::ofstream(path, std::ios::binary) << zip_bytes(files);
  FmuSubsystem one({.file = path, .name = "machine", .outputs = {"lift.length"}});
  EXPECT_FALSE(one.can_save());
  EXPECT_EQ(World(one).run(5).size(), 5u);
  EXPECT_THROW(one.save({}), InputError);
}

}  // namespace
}  // namespace bramah
