// One call advances time.
#pragma once

#include <span>
#include <string>

#include "bramah/model.h"

namespace bramah {

// Values of the signals of type `input`, in the order of Model::inputs(); empty: their defaults.
struct Inputs {
  std::span<const double> values{};
};

struct StepReport {
  bool converged = true;
  int iterations = 0;      // Newton iterations, all stages of the tick
  int solves = 0;          // implicit solves (stages) of the tick
  int max_iterations = 0;  // largest count of one solve
  double residual = 0.0;   // last scaled Newton increment
  double gap = 0.0;        // largest loop gap after the step [m]
  double rate_gap = 0.0;   // largest violation of the velocity constraints [m/s]
  int worst = -1;          // index of the unknown with the largest scaled increment
  int substeps = 0;        // of a rule that chooses its own steps: steps that were begun
  int partitions = 0;      // how often the independent coordinates were chosen anew
  int singular = -1;       // index of a constraint that cannot be solved here; the step then failed
  double fastest_rate = 0.0, longest_step = 0.0;  // [1/s], [s]: why an explicit rule refused
  int side = -1;                                  // of a machine solved in sides: which one failed
  int sweeps = 0;     // iterated co-simulation: sweeps that did not settle
  int past_end = -1;  // index of a cylinder whose piston left its barrel; the step then failed
  // A surrogate left what it was trained for and had to stop: its channel, inputs first, with the
  // value and its change within a sample.
  int outside = -1;
  double outside_value = 0.0, outside_change = 0.0;
  bool took_over = false;  // indices are of the machine with oil, which ran in a surrogate's place
};

// Advances state by one tick. Does not allocate, lock, log or throw. If it does not converge, state
// is as before.
StepReport step(const Model& model, State& state, Workspace& work, const Inputs& inputs) noexcept;

// The same for several ticks at once, with inputs held; a rule that chooses its own steps takes them as
// long as it likes. On failure state is that of the last good tick.
StepReport advance(const Model& model, State& state, Workspace& work, const Inputs& inputs,
                   long long ticks) noexcept;

// A sentence for people: what failed, where, and what to try.
std::string explain(const Model& model, const StepReport& report);

}  // namespace bramah
