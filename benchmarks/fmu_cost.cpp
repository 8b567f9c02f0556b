// What an FMU costs beside the library: patu655, 1 ms, levers set and 20 outputs read, by way of
// fmi2DoStep and by step() alone; and the time to instantiate it. CPU time, least of 20 runs in turn.
//   fmu_cost [ticks]
#include <bramah/bramah.h>
#include <bramah/fmi.h>
#include <bramah/fmi2.h>
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "cpu_seconds.h"

namespace {

constexpr double kStep = 1e-3;

// The levers swing, so that the machine works.
double lever(long tick, std::size_t k) {
  return ((tick / 250 + static_cast<long>(k)) % 3 - 1) * 3.0;
}

// With the first 20 channels read after each step, or none.
double run_model(const bramah::Model& model, long ticks, bool read) {
  bramah::State state = model.initial_state();
  bramah::Workspace work(model);
  std::vector<double> inputs = model.input_defaults(), values(20);
  std::vector<int> channels(20);
  for (int k = 0; k < 20; ++k) channels[static_cast<std::size_t>(k)] = k;
  const double start = cpu_seconds();
  for (long n = 0; n < ticks; ++n) {
    for (std::size_t k = 0; k < 4; ++k) inputs[k] = lever(n, k);
    if (!bramah::step(model, state, work, {inputs}).converged) std::abort();
    if (read) bramah::observe_some(model, state, work, channels, values);
  }
  return cpu_seconds() - start;
}

void log(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...) {}
const fmi2CallbackFunctions kCallbacks{log, calloc, free, nullptr, nullptr};

struct Fmu {
  void* library = dlopen(BRAMAH_FMU_LIBRARY, RTLD_NOW);
  Fmu() {
    if (library) return;
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(3);
  }
  template <class Function>
  Function* find(Function&, const char* name) const {
    return reinterpret_cast<Function*>(dlsym(library, name));
  }
};
#define FIND(fmu, function) (fmu.find(function, #function))

struct Cost {
  double making = 0.0, stepping = 0.0;
};

Cost run_fmu(const bramah::FmuPlan& plan, const std::string& folder, long ticks) {
  const Fmu fmu;
  const auto step = FIND(fmu, fmi2DoStep);
  const auto set = FIND(fmu, fmi2SetReal);
  const auto get = FIND(fmu, fmi2GetReal);
  std::vector<unsigned> in, out;
  for (unsigned k = 0; k < plan.variables.size(); ++k) {
    if (plan.variables[k].role == bramah::FmuVariable::Role::input && in.size() < 4)
      in.push_back(k);
    if (plan.variables[k].role == bramah::FmuVariable::Role::output && out.size() < 20)
      out.push_back(k);
  }
  Cost cost;
  double start = cpu_seconds();
  fmi2Component one = FIND(fmu, fmi2Instantiate)("one", fmi2CoSimulation, plan.token.c_str(),
                                                 folder.c_str(), &kCallbacks, 0, 0);
  cost.making = cpu_seconds() - start;
  FIND(fmu, fmi2EnterInitializationMode)(one);
  FIND(fmu, fmi2ExitInitializationMode)(one);
  std::vector<double> u(in.size()), y(out.size());
  start = cpu_seconds();
  for (long n = 0; n < ticks; ++n) {
    for (std::size_t k = 0; k < u.size(); ++k) u[k] = lever(n, k);
    set(one, in.data(), in.size(), u.data());
    if (step(one, static_cast<double>(n) * kStep, kStep, 1) != fmi2OK) std::abort();
    get(one, out.data(), out.size(), y.data());
  }
  cost.stepping = cpu_seconds() - start;
  FIND(fmu, fmi2FreeInstance)(one);
  dlclose(fmu.library);
  return cost;
}

}  // namespace

int main(int argc, char** argv) {
  const long ticks = argc > 1 ? std::atol(argv[1]) : 2000;
  bramah::LoadOptions load;
  load.step = kStep;
  const bramah::FmuPlan plan = bramah::plan_fmu(BRAMAH_SOURCE_DIR "/models/patu655.yaml", load, {});
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("bramah-fmu-cost-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "model");
  for (const auto& [name, text] : bramah::plan_files(plan)) std::ofstream(folder / name) << text;
  const bramah::Model model = bramah::load(plan.files, plan.options);
  double plain = 1e300, reading = 1e300;
  Cost least{1e300, 1e300};
  for (int k = 0; k < 20; ++k) {
    plain = std::min(plain, run_model(model, ticks, false));
    reading = std::min(reading, run_model(model, ticks, true));
    const Cost cost = run_fmu(plan, folder.string(), ticks);
    least.making = std::min(least.making, cost.making);
    least.stepping = std::min(least.stepping, cost.stepping);
  }
  std::filesystem::remove_all(folder);
  const auto line = [&](const char* what, double seconds) {
    std::printf("  %-34s %7.2f us %+6.1f %%\n", what, seconds * 1e6 / static_cast<double>(ticks),
                100.0 * (seconds / plain - 1.0));
  };
  std::printf("patu655, %ld ticks of 1 ms\n", ticks);
  line("step()", plain);
  line("step() and 20 channels", reading);
  line("fmi2SetReal, DoStep, GetReal of 20", least.stepping);
  std::printf("  fmi2Instantiate %.1f ms\n", 1e3 * least.making);
}
