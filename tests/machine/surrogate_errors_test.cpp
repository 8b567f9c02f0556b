#include <algorithm>

#include "surrogate_rig.h"

namespace bramah {
namespace {

using namespace rig;

using SurrogateErrors = SurrogateMachine;

TEST_F(SurrogateErrors, SayWhatIsWrongAndWhere) {
  const std::string here = path("m.yaml") + ":3: ";
  const auto said = [&](const Lag& lag, const std::string& more = "surrogate: lag.yaml\n",
                        const std::string& base = "circuit3") {
    network(lag);
    return problem(base, more);
  };
  EXPECT_EQ(said({}), "no problem");
  Lag lag;
  lag.input = "V";
  EXPECT_EQ(said(lag), here +
                           "surrogate lag.yaml has the input \"V\", which this machine has "
                           "not; it has U, cylinder.force");
  lag = {}, lag.unit = "m";
  EXPECT_EQ(said(lag), here +
                           "surrogate lag.yaml has the input \"U\" in m, but in this machine it "
                           "is in V");
  lag = {}, lag.cylinder = "cylindre";
  const std::string wrong = said(lag);
  EXPECT_NE(wrong.find(here + "surrogate lag.yaml has the output \"cylindre.length\", which this "
                              "machine has not; did you mean \"cylinder.length\"?"),
            std::string::npos)
      << wrong;
  EXPECT_NE(wrong.find("circuit3.yaml:41: cylinder \"cylinder\" is not driven by the surrogate "
                       "lag.yaml, whose outputs are cylindre.length, cylindre.rate"),
            std::string::npos)
      << wrong;
  lag = {}, lag.force = true, lag.rate = false;
  EXPECT_EQ(said(lag), here +
                           "surrogate lag.yaml reads a force, so it is a source of speed under "
                           "the load; it needs the output cylinder.rate");
  for (const char* coupling : {"guidance", "multirate", "cosimulation"})
    EXPECT_NE(said({}, "surrogate: lag.yaml\nsolver: {coupling: " + std::string(coupling) + "}\n")
                  .find(here +
                        "a surrogate takes the place of the oil in a machine that is solved "
                        "as a whole; leave solver.coupling (" +
                        coupling + ") out"),
              std::string::npos)
        << coupling;
  for (const char* solver :
       {"integrator: sundials", "method: inef", "integrator: rk4", "integrator: rosenbrock"})
    EXPECT_NE(said({}, "surrogate: lag.yaml\nsolver: {" + std::string(solver) + "}\n"),
              "no problem")
        << solver;
}

TEST_F(SurrogateErrors, InTheKeyItself) {
  network({});
  const std::string here = path("m.yaml") + ":3: ";
  struct Wrong {
    std::string use, message;
  };
  for (const Wrong& wrong : {
           Wrong{"surrogate: none.yaml\n", here + "there is no file"},
           Wrong{"surrogate: {outside: warn}\n", "missing key \"file\""},
           Wrong{"surrogate: {file: lag.yaml, outside: ignore}\n", "ignore"},
           Wrong{"surrogate: {file: lag.yaml, actuator: oil}\n", "oil"},
           Wrong{"surrogate: {file: lag.yaml, actuater: physical}\n", "actuator"},
           Wrong{"surrogate: [lag.yaml]\n", "a map with keys such as file, actuator, outside"},
           Wrong{"surrogate: m.yaml\n", "m.yaml:"},
       }) {
    const std::string said = problem("circuit3", wrong.use);
    EXPECT_NE(said.find(wrong.message), std::string::npos) << wrong.use << said;
  }
}

// What pushes the mechanism cannot listen to oil that is not there.
TEST_F(SurrogateErrors, ForcesThatReadTheOil) {
  Lag lag;
  lag.input = "lift_command", lag.cylinder = "lift";
  network(lag);
  const std::string said = problem(
      "crane_single",
      "signals: {push: {gain: {of: lift.A.p, times: 1e-3 N/Pa}}}\n"
      "forces: {load: {at: link1.Q, direction: [0, 1], force: push}}\nsurrogate: lag.yaml\n");
  EXPECT_NE(said.find(":4: force \"load\" follows signal \"push\", which reads the oil or a "
                      "cylinder's force; a surrogate solves no oil"),
            std::string::npos)
      << said;
}

}  // namespace
}  // namespace bramah
