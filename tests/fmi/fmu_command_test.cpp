// bramah fmu and bramah check X.fmu, as typed.
#include <gmock/gmock.h>

#include "apps/program.h"
#include "bramah/fmi.h"
#include "fmi/archive.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;

class FmuCommand : public bramah::testing::ProgramTest {};

const std::string kFourBar = bramah::testing::model("four_bar");

TEST_F(FmuCommand, WritesAnFmuThatCheckReads) {
  const auto made =
      program("fmu " + kFourBar + " --fmi 3 --step 2ms --outputs 'lift.*,energy.books'");
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("four_bar.fmu: FMI 3.0"));
  const auto checked = program("check four_bar.fmu");
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("Four-bar mechanism"));
  EXPECT_THAT(checked.out, HasSubstr("providesAdjointDerivatives"));
  const std::string xml =
      open_archive((folder() / "four_bar.fmu").string()).read("modelDescription.xml");
  EXPECT_THAT(xml, HasSubstr("stepSize=\"0.002\""));
  EXPECT_THAT(xml, HasSubstr("name=\"energy.books\""));
  EXPECT_THAT(xml, Not(HasSubstr("name=\"energy.kinetic\"")));
  EXPECT_THAT(program("check four_bar.fmu --json").out, HasSubstr("\"problems\":[]"));
}

TEST_F(FmuCommand, NothingOfThisComputerIsInside) {
  ASSERT_EQ(program("fmu " + kFourBar + " -o x.fmu").code, 0);
  const Archive archive = open_archive((folder() / "x.fmu").string());
  for (const std::string& name : archive.names()) {
    if (name.starts_with("binaries/")) continue;
    EXPECT_THAT(archive.read(name), Not(HasSubstr(BRAMAH_SOURCE_DIR))) << name;
  }
}

TEST_F(FmuCommand, NamesThatFitNothingAreProblems) {
  const auto wrong =
      program("fmu " + kFourBar + " --outputs lift.lenght --inputs 'no_*' --stpe 1ms");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"--step\"?"));
  const auto names = program("fmu " + kFourBar + " --outputs lift.lenght --inputs 'no_*'");
  EXPECT_EQ(names.code, 2);
  EXPECT_THAT(names.err, HasSubstr("--outputs lift.lenght: fits none"));
  EXPECT_THAT(names.err, HasSubstr("did you mean \"lift.length\"?"));
  EXPECT_THAT(names.err, HasSubstr("--inputs no_*: fits none"));
  EXPECT_TRUE(files().empty());
}

TEST_F(FmuCommand, CheckRefusesWhatIsNoFmu) {
  std::ofstream(folder() / "text.fmu") << "no zip";
  std::ofstream(folder() / "empty.fmu", std::ios::binary) << zip_bytes({{"a", "b"}});
  std::ofstream(folder() / "bad.fmu", std::ios::binary)
      << zip_bytes({{"modelDescription.xml", "<fmiModelDescription fmiVersion=\"2.0\"/>"}});
  EXPECT_THAT(program("check text.fmu").err, HasSubstr("no zip file"));
  EXPECT_THAT(program("check empty.fmu").err, HasSubstr("no modelDescription.xml"));
  const auto bad = program("check bad.fmu");
  EXPECT_EQ(bad.code, 2);
  for (const char* problem :
       {"modelName is missing", "guid is missing", "ModelStructure is missing"})
    EXPECT_THAT(bad.err, HasSubstr(problem));
}

}  // namespace
}  // namespace bramah
