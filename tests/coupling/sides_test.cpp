#include "coupling/sides.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bramah/run.h"
#include "coupling/plant.h"
#include "force_elements.h"

namespace bramah {
namespace {

const std::vector<std::string> kChannels{"ram.length", "mount.creep", "mount.force",
                                         "energy.loss.joints"};

// One curve per channel, every 10 ms.
std::vector<std::vector<double>> curves(const char* coupling, const char* method, double step) {
  LoadOptions options = with_elements();
  options.coupling = coupling, options.method = method;
  options.step = step;
  const Model model = load_text(kSlider, "slider.yaml", options);
  RunOptions how;
  how.every = 0.01;
  Recording rows;
  const RunSummary summary = run(model, how, rows);
  EXPECT_TRUE(summary.converged) << summary.message;
  std::vector<std::vector<double>> out;
  for (const std::string& name : kChannels) {
    out.emplace_back();
    for (std::size_t k = 0; k < rows.times.size(); ++k)
      out.back().push_back(rows.row(k)[static_cast<std::size_t>(model.find_channel(name))]);
  }
  return out;
}

// As shares of how far each channel moves.
std::vector<double> apart(const std::vector<std::vector<double>>& a,
                          const std::vector<std::vector<double>>& b) {
  std::vector<double> out;
  for (std::size_t c = 0; c < a.size(); ++c) {
    double gap = 0.0, moved = 0.0;
    for (std::size_t k = 0; k < a[c].size(); ++k) {
      gap = std::max(gap, std::abs(a[c][k] - b[c][k]));
      moved = std::max(moved, std::abs(a[c][k] - a[c][0]));
    }
    EXPECT_GT(moved, 1e-3) << kChannels[c];
    out.push_back(gap / moved);
  }
  return out;
}

// States and branches of force elements live with the mechanism, whatever solves the oil: sides that
// are solved apart approach the whole.
TEST(Sides, ForceElementsBelongToTheMechanism) {
  const auto exact = curves("monolithic", "semirecursive", 5e-5);
  for (const char* coupling : {"multirate", "cosimulation"})
    for (const char* method : {"semirecursive", "ali3p"}) {
      SCOPED_TRACE(std::string(coupling) + " " + method);
      const auto coarse = apart(exact, curves(coupling, method, 1e-3));
      const auto fine = apart(exact, curves(coupling, method, 2.5e-4));
      for (std::size_t c = 0; c < coarse.size(); ++c) {
        SCOPED_TRACE(kChannels[c]);
        EXPECT_LT(fine[c], 2e-3);
        EXPECT_GT(coarse[c] / fine[c], 2.0);
      }
    }
}

TEST(Sides, TheMechanismsNumbersEndWithForceElements) {
  LoadOptions options = with_elements();
  const Model model = load_text(kSlider, "slider.yaml", options);
  const MachineEquations& whole = *model.plant().equations;
  for (const auto variables :
       {CouplingVariables::velocity_pressure, CouplingVariables::velocity_force}) {
    const MechanismSide side = mechanism_side(whole, variables);
    ASSERT_EQ(static_cast<int>(side.map.states.size()), side.equations->states());
    ASSERT_EQ(static_cast<int>(side.map.modes.size()), side.equations->modes());
    EXPECT_EQ(side.map.states.back(), whole.states() - 1);
    EXPECT_EQ(side.map.modes.back(), whole.modes() - 1);
    EXPECT_EQ(model.plant().names.states[side.map.states.back()], "mount.creep");
  }
}

// The interface model is what the mechanism does without its cylinders: elements push on.
TEST(Sides, TheInterfaceModelKeepsForceElements) {
  LoadOptions options = with_elements();
  options.coupling = "cosimulation";
  options.set = {"solver.cosimulation.input=interface_model"};
  options.step = 1e-3;
  const Model model = load_text(kSlider, "slider.yaml", options);
  Recording rows;
  const RunSummary summary = run(model, {}, rows);
  ASSERT_TRUE(summary.converged) << summary.message;
  const auto exact = curves("monolithic", "semirecursive", 5e-5);
  const std::size_t length = static_cast<std::size_t>(model.find_channel("ram.length"));
  for (std::size_t k = 0; k < exact[0].size(); ++k)
    EXPECT_NEAR(rows.row(10 * k)[length], exact[0][k], 2e-5);
}

}  // namespace
}  // namespace bramah
