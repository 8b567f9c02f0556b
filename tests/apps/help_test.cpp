// What the program says of its own words: completions and manual pages.
#include <gmock/gmock.h>

#include "apps/program.h"
#include "bramah/solver.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Help : public ProgramTest {
 protected:
  // The commands in the order of the menu.
  std::vector<std::string> commands() const {
    std::istringstream lines(program("manual --list").out);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) names.push_back(line);
    return names;
  }
};

TEST_F(Help, EveryCommandIsInEveryShellsCompletionsAndHasAPage) {
  const std::string all = program("--help").out;
  const std::string bash = program("completion bash").out, zsh = program("completion zsh").out,
                    fish = program("completion fish").out, page = program("manual").out;
  ASSERT_GT(commands().size(), 12u);
  for (const std::string& name : commands()) {
    EXPECT_THAT(all, HasSubstr("\n  " + name));
    EXPECT_THAT(bash, HasSubstr("\n    " + name + ")\n"));
    EXPECT_THAT(zsh, HasSubstr("\n    '" + name + ":"));
    EXPECT_THAT(fish, HasSubstr("-a " + name + " -d"));
    EXPECT_THAT(page, HasSubstr("\\fBbramah\\-" + name + "\\fR(1)"));
    EXPECT_THAT(program("manual --of " + name).out, StartsWith(".TH \"BRAMAH-"));
  }
}

TEST_F(Help, ChoicesAreThoseOfTheSolver) {
  const std::string bash = program("completion bash").out, fish = program("completion fish").out;
  std::string integrators;
  for (const std::string& name : names<IntegratorRule>())
    integrators += (integrators.empty() ? "" : " ") + name;
  EXPECT_THAT(bash, HasSubstr("--integrator) _bramah_words '" + integrators + "'"));
  EXPECT_THAT(fish, HasSubstr("-l integrator -x -a '" + integrators + "'"));
  EXPECT_THAT(bash, HasSubstr("--fmi) _bramah_words '2 3'"));
}

// Hyphens that can be copied, no line that is taken for a request.
TEST_F(Help, PagesHaveTheOptionsWithTheirValues) {
  const std::string page = program("manual --of run").out;
  EXPECT_THAT(page, HasSubstr("bramah\\-run \\- simulate a machine"));
  EXPECT_THAT(page, HasSubstr("[\\fIMODEL\\fR]"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\n"));
  EXPECT_THAT(page, HasSubstr("\nbramah run models/four_bar.yaml\n"));
  EXPECT_THAT(page, Not(HasSubstr(" --")));
}

TEST_F(Help, WrongWordsAreNamed) {
  const Outcome shell = program("completion csh");
  EXPECT_EQ(shell.code, 2);
  EXPECT_THAT(shell.err, HasSubstr("SHELL csh: expected bash, fish or zsh"));
  const Outcome page = program("manual --of rnu");
  EXPECT_EQ(page.code, 2);
  EXPECT_THAT(page.err, HasSubstr("--of rnu: there is no such command; did you mean \"run\"?"));
}

}  // namespace
}  // namespace bramah::testing
