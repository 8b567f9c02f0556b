// Other people's code among the signals, FMUs above all: sampled at whole ticks, outputs held between.
//
//   at t_k     advance from t_{k-1} to t_k with the inputs of t_{k-1}; give it those of t_k; read it.
//              Blocks due at one instant go in the file's order, and see what earlier ones hold now
//   in State   Layout::inputs, behind the external ones: what is held. Layout::blocks_memory: for each
//              block its last inputs, then what it saves of itself. One that cannot save has a
//              fingerprint of all inputs it ever got there: a state that is not the one it is in is refused
//   in a Workspace   BlockRuns, the running code; brought to the State's memory where it is elsewhere
// Called by step.cpp, before a tick. A jump of what is held is a jump of an input like any other.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bramah/cosimulation.h"
#include "coupling/layout.h"
#include "machine/snapshot.h"

namespace bramah {

class Machine;

// One block's running code.
struct BlockRun {
  std::unique_ptr<Subsystem> system;
  std::vector<Curve> curves;    // its inputs, held
  std::vector<double> outputs;  // as it says them
  std::vector<double> memory;   // of the state that it is in
  enum class At { start, memory, nowhere } at = At::start;
};
struct BlockRuns {
  std::vector<BlockRun> all;  // one each, or none yet
};

class Blocks {
 public:
  struct Reading {  // of a channel
    int channel = 0;
    double weight = 1.0;
  };
  struct Input {
    std::vector<Reading> sum;
    double offset = 0.0;
  };
  struct Output {
    double scale = 1.0, offset = 0.0;
  };
  struct One {
    std::string name;
    std::function<std::unique_ptr<Subsystem>()> make;
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    Reads reads = Reads::stored;  // the most of what its inputs read
    long long every = 1;          // ticks
    std::size_t held = 0;         // first of its outputs in Layout::inputs
    std::size_t first = 0;        // of its numbers in Layout::blocks_memory
    std::size_t saved = 1;        // how many it saves, behind its inputs
    bool saves = true;
  };

  Blocks() = default;
  explicit Blocks(std::vector<One> all) : all_(std::move(all)) {}

  bool empty() const noexcept { return all_.empty(); }
  bool due(double ticks) const noexcept;
  // All that are due at the state's tick. False: `report` says why. `jump`: what is held has changed.
  bool sample(const Machine&, State&, PlantWork&, BlockRuns&, bool& jump,
              StepReport& report) const noexcept;

 private:
  static BlockRun make_run(const One&);
  void sample_one(const One&, const Machine&, State&, PlantWork&, BlockRun&, bool& jump) const;

  std::vector<One> all_;
};

}  // namespace bramah
