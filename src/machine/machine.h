// The assembled machine behind a Model: what is solved, how it steps, and what people see of it.
// Immutable after make_machine() (build/); nobody outside machine/ and build/ looks inside.
//
//   description.h   what a file says about a machine            in
//   machine.h       what became of it: Plant, Stepper, channels, levers, picture
//   model.cpp       the public Model in front of it
//   step.cpp        one tick: x(t) -> x(t + h), or the old x if it failed
//   snapshot.h      everything evaluated at one state           out, to channels and poses
//   channel_registry.h   what can be recorded, and how it is read
//   explain.h       why a step failed, in a sentence            out, to people
//   loads.h, soil.h payloads, grips and dug ground, changed before a tick
//   blocks.h        FMUs and their like, sampled before a tick
//   adopt.cpp       a running state goes on with other parameters
// No equation is written here: those are in equations/ and constraints/ [Naya2011, Eqs. 17-26], the
// ways through time in coupling/. Called by everything above: run/, analysis/, server/, programs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bramah/description.h"
#include "coupling/stepper.h"
#include "machine/blocks.h"
#include "machine/channel_registry.h"
#include "machine/loads.h"
#include "machine/snapshot.h"
#include "machine/soil.h"

namespace bramah {

// A joint as the solver numbers it.
struct JointRecord {
  std::string name;
  std::string type;
  bool cut = false;
  int first = -1, count = 0;             // coordinates of a tree joint
  int first_closure = -1, closures = 0;  // rows of a cut joint
  int left_out = 0;                      // further rows, which are zero in every pose
  int chart = -1, sphere = -1;           // of a sphere: its chart, its first coordinate
  bool backwards = false;                // the second body carries the first
};

// What a person moves.
struct Levers {
  std::vector<double> defaults;  // of all external inputs
  std::vector<Control> controls;
  std::vector<Fault> faults;
};

// What a person sees.
struct Picture {
  bool planar = true;
  int bodies = 0, loops = 0;
  std::vector<JointRecord> joints;
  Drawing drawing;
  Scene scene;
  Scheme scheme;
  std::vector<std::pair<int, Triple>> terrain;  // points of the drawing on ground that is dug
  int first_frame = 0;  // points of the mechanism: three for each body's frame, from here
};

// What the file calls `static`, and what is driven.
struct Rest {
  std::vector<int> states;  // of the circuit
  std::vector<int> tunables;
  std::vector<int> coordinates;
  std::vector<int> closing;       // coordinates that loops were closed by
  std::vector<int> part_states;   // of components, in y
  std::vector<int> force_states;  // of force elements, in y
  std::vector<int> driven;        // coordinates
};

class Machine {
 public:
  std::string name, hash;
  Plant plant;
  std::unique_ptr<const Stepper> stepper;
  std::shared_ptr<const Machine> joint;  // with natural coordinates: the same in joint ones
  State initial;
  std::string no_rest;  // why the initial state is not at rest, though the file asks for it
  std::vector<std::string> notes, warnings;
  ChannelRegistry channels;
  Blocks blocks;
  std::vector<BlockBond> bonds;  // of blocks that are sides
  Loads loads;
  Soil soil;
  Levers levers;
  Picture picture;
  Rest rest;
};

// Checks the description as a whole and builds the machine; throws InputError with all problems.
std::shared_ptr<const Machine> make_machine(const MachineDescription&);

}  // namespace bramah
