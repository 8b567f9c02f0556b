// What one step costs: the floor against the general program, on four_bar_smooth at 1 ms,
// trapezoidal.
//   step_cost              CPU time of both, least of 20 runs
//   step_cost floor 1000   only n steps of one of them, for `valgrind --tool=callgrind`
//   step_cost model 1000   (tools/count_instructions does both and prints the ratio)
#include <bramah/bramah.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "cpu_seconds.h"
#include "four_bar_floor.h"

namespace {

constexpr double kStep = 1e-3;

struct Outcome {
  double seconds = 0.0, length = 0.0;
  long iterations = 0;
};

Outcome run_floor(long ticks) {
  const bramah::floor::FourBarFloor kernel;
  bramah::floor::FloorState x = kernel.start();
  double command = 0.0;
  kernel.refresh(x, command);
  Outcome outcome;
  const double start = cpu_seconds();
  for (long k = 0; k < ticks; ++k) {
    const double next = bramah::floor::command_after(static_cast<double>(k) * kStep);
    if (next != command) kernel.refresh(x, command = next);
    outcome.iterations += kernel.step(x, kStep, command);
  }
  outcome.seconds = cpu_seconds() - start;
  outcome.length = bramah::floor::geometry({}, x.psi).s;
  return outcome;
}

Outcome run_model(const bramah::Model& model, long ticks) {
  bramah::State state = model.initial_state();
  bramah::Workspace work(model);
  Outcome outcome;
  const double start = cpu_seconds();
  for (long k = 0; k < ticks; ++k)
    outcome.iterations += bramah::step(model, state, work, {}).iterations;
  outcome.seconds = cpu_seconds() - start;
  std::vector<double> values(model.channels().size());
  model.observe(state, work, values);
  outcome.length = values[model.find_channel("lift.length")];
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string which = argc > 1 ? argv[1] : "both";
  const long ticks = argc > 2 ? std::atol(argv[2]) : 10000;
  bramah::LoadOptions options;
  options.integrator = "trapezoidal";
  options.step = kStep;
  const bramah::Model model =
      bramah::load(BRAMAH_SOURCE_DIR "/models/four_bar_smooth.yaml", options);
  if (which == "floor") return std::printf("%.12g\n", run_floor(ticks).length), 0;
  if (which == "model") return std::printf("%.12g\n", run_model(model, ticks).length), 0;

  Outcome floor, general;
  floor.seconds = general.seconds = 1e9;
  for (int k = 0; k < 20; ++k) {
    const Outcome a = run_floor(ticks), b = run_model(model, ticks);
    if (a.seconds < floor.seconds) floor = a;
    if (b.seconds < general.seconds) general = b;
  }
  const auto show = [&](const char* name, const Outcome& o) {
    std::printf("%-22s %7.3f µs/step  %5.2f iterations  s(end) = %.9f m\n", name,
                1e6 * o.seconds / static_cast<double>(ticks),
                static_cast<double>(o.iterations) / static_cast<double>(ticks), o.length);
  };
  show("floor, by hand", floor);
  show("four_bar_smooth.yaml", general);
  std::printf("ratio of times         %7.2f\n", general.seconds / floor.seconds);
}
