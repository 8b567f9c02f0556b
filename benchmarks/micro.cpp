// The parts of a step by themselves: flow law, LU, kinematics, residual, tangent, whole steps.
#include <benchmark/benchmark.h>
#include <bramah/bramah.h>

#include "core/dense_lu.h"
#include "hydraulics/orifice.h"
#include "machine/machine.h"

namespace {

using namespace bramah;

Model machine_of(const std::string& name, const char* integrator) {
  LoadOptions options;
  options.integrator = integrator;
  return load(std::string(BRAMAH_SOURCE_DIR "/models/") + name + ".yaml", options);
}

void FlowLaw(benchmark::State& bench) {
  const Orifice orifice{static_cast<OrificeLaw>(bench.range(0)), 1e-8, 2e5};
  double dp = 1e6;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(dp);
    benchmark::DoNotOptimize(flow(orifice, dp));
  }
}
BENCHMARK(FlowLaw)->DenseRange(0, 3);

void Factorise(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  DenseLu lu(n, n / 2);
  std::vector<double> b(n, 1.0);
  for (auto _ : bench) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) lu.row(i)[j] = i == j ? n : 1.0 / (1.0 + i + 2.0 * j);
    benchmark::DoNotOptimize(lu.factorise());
    lu.solve(b);
  }
}
BENCHMARK(Factorise)->Arg(4)->Arg(7)->Arg(16)->Arg(32);

struct Evaluated {
  explicit Evaluated(const std::string& name)
      : model(machine_of(name, "trapezoidal")),
        work(model.machine()),
        r(model.machine().dynamics->size()),
        lu(model.machine().dynamics->size(), model.machine().dynamics->moved_coordinates()) {
    take_snapshot(model.machine(), model.machine().initial, work);
  }
  Model model;
  MachineScratch work;
  std::vector<double> r;
  DenseLu lu;
  StepCoefficients c{1.0, 2e3, 4e6, 2e3};
};

void Residual(benchmark::State& bench) {
  Evaluated e("four_bar_smooth");
  for (auto _ : bench)
    e.model.machine().dynamics->residual(e.work.trial, e.c, 0, *e.work.dynamics, e.r);
}
BENCHMARK(Residual);

void Tangent(benchmark::State& bench) {
  Evaluated e("four_bar_smooth");
  e.model.machine().dynamics->residual(e.work.trial, e.c, 0, *e.work.dynamics, e.r);
  for (auto _ : bench) {
    e.lu.set_zero();
    e.model.machine().dynamics->tangent(e.work.trial, e.c, *e.work.dynamics, e.lu);
  }
}
BENCHMARK(Tangent);

void Step(benchmark::State& bench, const std::string& name, const char* integrator) {
  const Model model = machine_of(name, integrator);
  State state = model.initial_state();
  Workspace work(model);
  for (auto _ : bench) {
    if (state.tick() >= 4000) state = model.initial_state();
    benchmark::DoNotOptimize(step(model, state, work, {}));
  }
}
BENCHMARK_CAPTURE(Step, four_bar_smooth_trapezoidal, "four_bar_smooth", "trapezoidal");
BENCHMARK_CAPTURE(Step, four_bar_smooth_sdirk2, "four_bar_smooth", "sdirk2");
BENCHMARK_CAPTURE(Step, chrono_crane_sdirk2, "chrono_crane", "sdirk2");
BENCHMARK_CAPTURE(Step, crane_double_sdirk2, "crane_double", "sdirk2");
BENCHMARK_CAPTURE(Step, quick_return_sdirk2, "quick_return", "sdirk2");

}  // namespace

BENCHMARK_MAIN();
