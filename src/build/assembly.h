// From a description to a machine, step by step; make_machine.cpp says which machines are made on
// the way. Members: assembly.cpp (parts and coupling), assembly_names.cpp, assembly_start.cpp.
#pragma once

#include "build/circuit_builder.h"
#include "build/mechanism_builder.h"
#include "build/natural_builder.h"
#include "build/signal_builder.h"
#include "build/start_pose.h"
#include "coupling/surrogate/surrogate_stepper.h"
#include "machine/machine.h"

namespace bramah {

class Assembly {
 public:
  // `joint`: the same machine in joint coordinates, where this one has natural ones.
  // `pressures`: the same machine with pressures as states, where this one has amounts.
  // `full`: the same machine with its oil, where this one is guided.
  // `physics`: the one that takes over from a surrogate.
  explicit Assembly(const MachineDescription& d, std::shared_ptr<const Machine> joint = nullptr,
                    std::shared_ptr<const Machine> pressures = nullptr,
                    std::shared_ptr<const Machine> full = nullptr,
                    std::shared_ptr<const Machine> physics = nullptr)
      : d_(d),
        joint_(std::move(joint)),
        pressures_(std::move(pressures)),
        full_(std::move(full)),
        physics_(std::move(physics)) {}

  std::shared_ptr<const Machine> make();

 private:
  void stop_on_problems() const;
  BuiltCircuit build_oil();
  void go_natural();
  int signal(const std::string& name, const Where& where, const char* use);
  void couple();
  std::vector<std::string> rigid_cylinders() const;
  void note_missing_signals();
  void couple_guided(EquationParts parts);
  std::optional<PseudoDynamic> pseudo_dynamic() const;
  void finish_coupling(EquationParts parts, std::vector<double> masses);
  void choose_dynamics();
  void make_driven_stepper();

  void name_things();
  void name_levers();
  void name_unknowns();
  // Controller states are as large as what they read.
  std::vector<double> controller_scales() const;

  void start_full();
  // The joint machine's start in natural coordinates.
  void start_natural();
  std::vector<DriverValue> driver_starts() const;
  void close();
  void set_start();
  // Pressures, spools, neutral positions and joint coordinates of the joint machine's start.
  void take_start();
  // The start of the machine with pressures, in amounts.
  void take_pressures();
  void start_elements(std::span<double> y);
  void begin_elements(std::span<double> own);
  // Pistons start inside their barrels.
  void check_strokes();
  void rest();
  void refuse_rest(const StaticsReport& report);
  void refuse_rest(const std::string& problem);
  void finish_start();
  // What blocks hold at t = 0.
  void start_blocks(StepperScratch& work);
  // Velocities onto the guides by the least impulse: a guide may begin in motion.
  void meet_guide_rates(std::span<double> x, PlantWork& work);

  const MachineDescription& d_;
  std::vector<std::string> problems_;
  bool rests_ = false;  // the start was solved, and all of it is at rest
  std::shared_ptr<const Machine> joint_, pressures_, full_, physics_;
  BuiltMechanism mechanism_;
  BuiltNatural natural_;
  BuiltCircuit circuit_;
  BuiltSignals signals_;
  std::vector<Blocks::One> blocks_;
  StartPose pose_;
  std::shared_ptr<const SurrogateDrive> drive_;  // in place of the oil
  std::shared_ptr<Machine> machine_;
};

}  // namespace bramah
