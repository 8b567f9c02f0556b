// Other people's code among the signals, FMUs above all: sampled at whole ticks, outputs held between.
//
//   at t_k     advance from t_{k-1} to t_k with the inputs of t_{k-1}; give it those of t_k; read it.
//              Blocks due at one instant go in the file's order, and see what earlier ones hold now
//   in State   Layout::inputs, behind the external ones: what is held. Layout::blocks_memory: for each
//              block its last inputs, then what it saves of itself. One that cannot save has a
//              fingerprint of all inputs it ever got there: a state that is not the one it is in is refused
//   in a Workspace   BlockRuns, the running code; brought to the State's memory where it is elsewhere
//
// A side of a co-simulation (One::order) is advanced before anybody's inputs are read, with its inputs
// extrapolated from its last communications [Rahikainen2020, Sec. 2.3], so that all sides see each
// other as they are at t_k. The machine holds its outputs as extrapolated to the middle of the next
// step. Bonds: power that the interface creates, as for the machine's own sides [ibid., Eqs. 16-24].
// Called by step.cpp, before a tick. A jump of what is held is a jump of an input like any other.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bramah/cosimulation.h"
#include "coupling/layout.h"
#include "machine/snapshot.h"

namespace bramah {

class Machine;

// Power and energy that the interface of a side creates, two numbers in Layout::blocks_memory.
struct BlockBond {
  std::string name;  // "engine.shaft"
  std::size_t at = 0;
};

// One block's running code.
struct BlockRun {
  std::unique_ptr<Subsystem> system;
  std::vector<Curve> curves;    // its inputs over a step
  std::vector<Curve> now;       // and at an instant
  std::vector<double> outputs;  // as it says them
  std::vector<double> memory;   // of the state that it is in
  enum class At { start, memory, nowhere } at = At::start;
};
struct BlockRuns {
  std::vector<BlockRun> all;  // one each, or none yet
};

class Blocks {
 public:
  struct Reading {  // of a channel, or of another side as it is now
    int channel = 0;
    double weight = 1.0;
    int side = -1, output = 0;
  };
  struct Input {
    std::vector<Reading> sum;
    double offset = 0.0;
  };
  struct Bond {
    int input = -1, output = 0;  // no input: the output is an energy, counted by the side
    double weight = 1.0;
    bool with_machine = true;  // its other end: else another side
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
    std::optional<int> order;  // of a side
    int output_order = 0;
    std::vector<Bond> bonds;
    // A side's numbers in Layout::blocks_memory, behind what it saves: how many communications there
    // were; the last inputs and the last outputs, the newest first; power and energy of each bond.
    int kept() const noexcept { return std::max({*order, output_order, 1}) + 1; }
    std::size_t side = 0;
    std::size_t input_at(int back, std::size_t k) const noexcept {
      return side + 1 + static_cast<std::size_t>(back) * inputs.size() + k;
    }
    std::size_t output_at(int back, std::size_t k) const noexcept {
      return input_at(kept(), 0) + static_cast<std::size_t>(back) * outputs.size() + k;
    }
    std::size_t bond_at(std::size_t k) const noexcept { return output_at(kept(), 0) + 2 * k; }
    std::size_t side_size() const noexcept { return order ? bond_at(bonds.size()) - side : 0; }
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
  static void bring(const One&, const State&, std::span<const double> memory, BlockRun&);
  static void advance_side(const One&, const Machine&, State&, BlockRun&);
  static void close_side(const One&, const Machine&, State&, BlockRun&);
  double read(const Input&, const Machine&, const Snapshot&, std::span<const double> all) const;
  void sample_one(const One&, const Machine&, State&, PlantWork&, BlockRun&, bool& jump) const;

  std::vector<One> all_;
};

}  // namespace bramah
