// MuJoCo's own step on an arm of two joints with one actuator, beside benchmarks/python_cost.py:
// mj_step(model, data) in a loop, semi-implicit Euler, 5 ms, as its documentation shows it.
//
//   build/benchmark_mujoco_arm
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace {

// Boom of 500 kg and a load of 100 kg below its tip, as models/chrono_crane.yaml; a motor in place of the
// cylinder, for MuJoCo has no oil.
constexpr const char* kArm = R"(<mujoco>
<option timestep="0.005" gravity="0 -9.8 0"/>
<worldbody><body name="boom" euler="0 0 30"><joint name="theta1" type="hinge" axis="0 0 1" damping="2e4"/>
<inertial pos="0.5 0 0" mass="500" diaginertia="1 1 1"/>
<body name="bob" pos="1 0 0" euler="0 0 240"><joint type="hinge" axis="0 0 1"/>
<inertial pos="0.3 0 0" mass="100" diaginertia="1 1 1"/></body></body></worldbody>
<actuator><motor joint="theta1"/></actuator></mujoco>)";

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main() {
  mjVFS files;
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "arm.xml", static_cast<int>(std::strlen(kArm)) + 1);
  std::memcpy(files.filedata[mj_findFileVFS(&files, "arm.xml")], kArm, std::strlen(kArm) + 1);
  char error[500] = "";
  mjModel* model = mj_loadXML("arm.xml", &files, error, sizeof error);
  if (!model) return std::fprintf(stderr, "%s\n", error), 1;
  mjData* data = mj_makeData(model);
  constexpr int kSteps = 20'000, kRounds = 40;
  double least = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    mj_resetData(model, data);
    const double start = cpu_seconds();
    for (int k = 0; k < kSteps; ++k) {
      data->ctrl[0] = 3400.0 + 500.0 * std::sin(0.003 * k);
      mj_step(model, data);
    }
    least = std::min(least, cpu_seconds() - start);
  }
  std::printf("mj_step, 2 joints: %.2f us CPU a step, %.0f a second and core\n",
              1e6 * least / kSteps, kSteps / least);
  mj_deleteData(data);
  mj_deleteModel(model);
  return 0;
}
