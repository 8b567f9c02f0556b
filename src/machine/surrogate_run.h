// A surrogate inside a machine: from the description to a SurrogateDrive, its samples within a
// step, and the machine with oil that takes over where the surrogate was not trained.
//
// The oil takes over at an instant, in the pose and speed of that instant: spools at rest at their
// commands, pressures that balance the flows at the present speeds if there are such, moved as
// little as it takes for the cylinders to push as the guides did. Then lengths, rates and
// accelerations go on smoothly. While it runs, the delay lines are fed with what is measured; once
// all of them are inside again, the surrogate goes on from there.
#pragma once

#include "coupling/surrogate/surrogate_drive.h"
#include "machine/machine.h"
#include "machine/oil_start.h"
#include "build/signal_builder.h"

namespace bramah {

struct SurrogateScratch {
  SurrogateDrive::Scratch drive;
  std::vector<TimeValue> motions;  // of the cylinders
  std::vector<double> forces;      // of the cylinders, at the last instant
  std::vector<double> samples;     // sampled memory before the last refresh_rates()
  std::unique_ptr<MachineScratch> physics;
  std::unique_ptr<OilStart> oil;
  explicit SurrogateScratch(const Machine&);
};

// Names, units and that every cylinder is driven are checked; problems are appended.
std::shared_ptr<const SurrogateDrive> make_drive(const MachineDescription&, const BuiltSignals&,
                                                 std::vector<std::string>& problems);
// Throws InputError if the two do not have the same coordinates.
SharedParts find_shared(const Machine& surrogate, const Machine& physics, const Where&);

// The piece that ends at t at the state's lengths and rates.
void place_surrogate(const Machine&, std::span<double> state, double t, MachineScratch&) noexcept;
// In refresh_rates(), after signals were sampled: the next piece, if t is an instant. At t = 0 it
// begins anew.
void sample_surrogate(const Machine&, std::span<double> state, double t, double anchor,
                      MachineScratch&) noexcept;

// Which machine runs, with its part of the state.
struct Running {
  const Machine* machine = nullptr;
  std::span<double> x;
  MachineScratch* work = nullptr;
};
Running running(const Machine&, std::span<double> state, MachineScratch&) noexcept;
// The sampled memory of the one that runs, before refresh_rates() changes it.
void keep_samples(const Running&, MachineScratch&) noexcept;
// At a break t, after refresh_rates() of the machine that runs: lets the other take over where it
// must. False: it failed, or has to stop.
bool exchange_actuator(const Machine&, std::span<double> state, double t, double anchor,
                       MachineScratch&) noexcept;
// The oil's motion as the surrogate's machine sees it; t is the end of a step.
void mirror_physics(const Machine&, std::span<double> state, double t, MachineScratch&) noexcept;

void blame_surrogate(const Machine&, std::span<const double> state, StepReport&) noexcept;
// Sentences for people.
std::string surrogate_stop_text(const Machine&, const StepReport&);
std::string surrogate_warning(const Machine&, const State&);  // empty: it stayed inside
std::vector<std::string> surrogate_notes(const Machine&);     // for check

}  // namespace bramah
