// The parts of a step by themselves: flow law, LU, kinematics, residual, tangent, whole steps.
#include <benchmark/benchmark.h>
#include <bramah/bramah.h>

#include "core/linear_solver.h"
#include "hydraulics/parts/orifice.h"
#include "machine/snapshot.h"
#include "multibody/joint/articulated.h"
#include "surrogate/narx_run.h"

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

// The thesis's network [Malysheva2021, Sec. 3.4]: 1053 parameters.
Network thesis_network() {
  Network network;
  network.sizes = {33, 15, 13, 12, 11, 2};
  initialise(network, 1);
  return network;
}

void NetworkForward(benchmark::State& bench) {
  const ForwardPass pass(thesis_network());
  ForwardPass::Scratch scratch = pass.make_scratch();
  std::vector<double> x(33, 0.1), y(2);
  for (auto _ : bench) {
    pass(x, y, scratch);
    x[0] = y[0];
    benchmark::DoNotOptimize(y.data());
  }
}
BENCHMARK(NetworkForward);

void NetworkSample(benchmark::State& bench) {  // with its delay lines
  Surrogate surrogate;
  surrogate.inputs.resize(1), surrogate.outputs.resize(2);
  surrogate.network = thesis_network();
  const NarxRun run(surrogate);
  NarxRun::Scratch scratch = run.make_scratch();
  std::vector<double> state(run.state_size());
  const double u = 0.1, y[2] = {0.0, 0.0};
  run.start({&u, 1}, y, state);
  for (auto _ : bench) {
    run.sample({&u, 1}, state, scratch);
    benchmark::DoNotOptimize(state.data());
  }
}
BENCHMARK(NetworkSample);

void Factorise(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  LinearSolver lu(n, n / 2);
  std::vector<double> b(n, 1.0);
  for (auto _ : bench) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) lu.row(i)[j] = i == j ? n : 1.0 / (1.0 + i + 2.0 * j);
    benchmark::DoNotOptimize(lu.factorise());
    lu.solve(b);
  }
}
BENCHMARK(Factorise)->Arg(4)->Arg(7)->Arg(16)->Arg(32);

// A chain of rods that turn about z, or about x, y, z in turn.
template <class Space>
Tree<Space> chain_of_rods(int n) {
  std::vector<Link<Space>> links(n);
  for (int i = 0; i < n; ++i) {
    Link<Space>& link = links[i];
    link.parent = i - 1;
    link.placement.p[0] = i > 0 ? 1.0 : 0.0;
    link.mass = 1.0;
    link.com[0] = 0.5;
    if constexpr (Space::kAxes == 3) {
      link.axis = Eigen::Vector3d::Unit(i % 3);
      link.inertia = Eigen::Vector3d(0.001, 0.08, 0.08).asDiagonal();
    } else {
      link.inertia = 0.08;
    }
  }
  return {links, -9.81 * Space::Point::Unit(1)};
}

// From q, v and forces to accelerations; time_per_link includes the kinematics.
template <class Space>
void ForwardDynamics(benchmark::State& bench) {
  const int n = static_cast<int>(bench.range(0));
  const Tree<Space> tree = chain_of_rods<Space>(n);
  typename Tree<Space>::States states(n);
  ArticulatedBody<Space> body(n);
  std::vector<double> q(n), v(n), tau(n, 1.0), a(n);
  for (int i = 0; i < n; ++i) q[i] = 0.3 * std::sin(i), v[i] = std::cos(i);
  for (auto _ : bench) {
    tree.kinematics(q, v, {}, states);
    benchmark::DoNotOptimize(body.accelerations(tree, states, v, tau, a));
    benchmark::ClobberMemory();
  }
  bench.counters["time_per_link"] = benchmark::Counter(
      n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(ForwardDynamics<Planar>)->RangeMultiplier(2)->Range(8, 256);
BENCHMARK(ForwardDynamics<Spatial>)->RangeMultiplier(2)->Range(8, 256);

struct Evaluated {
  explicit Evaluated(const std::string& name)
      : model(machine_of(name, "trapezoidal")),
        work(model.plant()),
        r(model.plant().dynamics->size()),
        lu(model.plant().dynamics->size(), model.plant().dynamics->moved_coordinates()) {
    take_snapshot(model.plant(), model.initial_state(), work);
  }
  Model model;
  PlantWork work;
  std::vector<double> r;
  LinearSolver lu;
  StepCoefficients c{1.0, 2e3, 4e6, 2e3};
};

void Residual(benchmark::State& bench) {
  Evaluated e("four_bar_smooth");
  for (auto _ : bench)
    e.model.plant().dynamics->residual(e.work.trial, e.c, 0, *e.work.dynamics, e.r);
}
BENCHMARK(Residual);

void Tangent(benchmark::State& bench) {
  Evaluated e("four_bar_smooth");
  e.model.plant().dynamics->residual(e.work.trial, e.c, 0, *e.work.dynamics, e.r);
  for (auto _ : bench) {
    e.lu.set_zero();
    e.model.plant().dynamics->tangent(e.work.trial, e.c, *e.work.dynamics, e.lu);
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
