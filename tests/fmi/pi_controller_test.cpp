// A PI controller exported as an FMU and imported beside the servo that it controls: the motion is that of
// the built-in controller, but for the communication, whose error falls with its step.
#include <algorithm>
#include <cmath>

#include "bramah/fmu_subsystem.h"
#include "fmi/hosted.h"

namespace bramah {
namespace {

const std::string kExamples = std::string(BRAMAH_SOURCE_DIR) + "/examples/fmi/";
constexpr double kUntil = 1.5;  // [s]: a ramp up and a halt

// drive.length every 10 ms.
std::vector<double> built_in() {
  LoadOptions load;
  load.step = 1e-4;
  const Model model = bramah::load(model_path("position_servo"), load);
  MachineSubsystem servo("servo", model, {"drive.length"});
  Cosimulation alone;
  alone.add(servo);
  alone.start(0.0);
  std::vector<double> lengths;
  while (alone.time() < kUntil - 1e-9 && alone.step(1e-2).converged)
    lengths.push_back(alone.output("servo.drive.length"));
  return lengths;
}

std::vector<double> by_fmu(double H, int version) {
  LoadOptions load;
  load.step = H;
  const Hosted fmu(kExamples + "pi.yaml", {.version = version, .outputs = {"U"}}, load, true);
  FmuSubsystem pi({.file = fmu.path, .name = "pi"});
  const Model model = bramah::load(kExamples + "servo.yaml", load);
  MachineSubsystem servo("servo", model, {"drive.length"});
  Cosimulation world;
  world.add(servo), world.add(pi);
  world.connect("servo.drive.length", "pi.length", 1);
  world.connect("pi.U", "servo.U", 1);
  world.start(0.0);
  std::vector<double> lengths;
  for (long k = 1; k <= std::lround(kUntil / H); ++k) {
    if (!world.step(H).converged) break;
    if (k % std::lround(1e-2 / H) == 0) lengths.push_back(world.output("servo.drive.length"));
  }
  return lengths;
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

TEST(PiController, AsAnFmuMovesTheServoLikeTheBuiltInOne) {
  const auto wanted = built_in();
  ASSERT_EQ(wanted.size(), 150u);
  EXPECT_GT(wanted.back(), wanted.front() + 0.09);
  const double coarse = apart(by_fmu(1e-3, 2), wanted), fine = apart(by_fmu(0.5e-3, 2), wanted);
  EXPECT_LT(fine, 1e-4) << "coarse " << coarse;  // [m], of a way of 0.1
  EXPECT_LT(fine, 0.6 * coarse);                 // at least first order in H
  EXPECT_EQ(by_fmu(1e-3, 3).size(), 150u);
}

}  // namespace
}  // namespace bramah
