// A trained surrogate in place of valves, oil and cylinders: what it reads, which cylinders it
// drives, and how their lengths go on between its instants t_k = k T [Malysheva2021, Ch. 3].
//
// From t_k to t_k + T a length is the cubic with (s0, v0) at the beginning and (s1, v1) at the end;
// s0, v0 are where the piece before ended, so lengths are C1. The end follows from the outputs:
//   length and rate   s1, v1 as predicted
//   rate alone        v1 as predicted, s1 = s0 + T (v0 + v1)/2: the rate is linear in time
//   length alone      s1 as predicted, v1 = 3/2 d(k) - 1/2 d(k - 1) with d = (s1 - s0)/T: exact for
//                     parabolas, and errors of v0 do not live on as they would in a parabola
// If it reads a force, it is a source of speed under the load: rates alone count.
//
// What it remembers is a block of numbers, part of a machine's State.
#pragma once

#include <span>
#include <vector>

#include "bramah/basics.h"
#include "equations/guide_source.h"
#include "surrogate/narx_run.h"

namespace bramah {

class SurrogateDrive final : public GuideSource {
 public:
  struct Input {
    int signal = -1;    // else
    int cylinder = -1;  // whose force it is
  };
  struct Output {  // of a cylinder, among the network's outputs; -1: none
    int length = -1, rate = -1;
  };
  SurrogateDrive(Surrogate surrogate, std::vector<Input> inputs, std::vector<Output> cylinders);

  struct Scratch {
    NarxRun::Scratch run;
    std::vector<double> u, y;  // of the network's inputs and outputs
  };
  [[nodiscard]] Scratch make_scratch() const;
  [[nodiscard]] std::size_t state_size() const noexcept;
  [[nodiscard]] const Surrogate& surrogate() const noexcept { return run_.surrogate(); }
  [[nodiscard]] double sample_time() const noexcept { return surrogate().sample_time; }
  [[nodiscard]] const std::vector<Input>& inputs() const noexcept { return inputs_; }
  [[nodiscard]] const std::vector<Output>& cylinders() const noexcept { return cylinders_; }
  [[nodiscard]] bool reads_force() const noexcept { return reads_force_; }
  [[nodiscard]] const SurrogateChannel& channel(int number) const noexcept;  // inputs, outputs

  // Head of the block; then s0, v0, s1, v1 of each cylinder, then the delay lines.
  enum Head : std::size_t {
    kBegin,         // of the piece: t_k [s]
    kCount,         // samples outside of the box so far,
    kFirst,         // when the first was [s],
    kWorst,         // how far the worst, as a part of the box's width,
    kWorstChannel,  // and which channel that was
    kShare,         // how far the last sample is outside
    kPhysics,       // 1 while the machine with oil runs
    kHead
  };

  [[nodiscard]] TimeValue value(int cylinder, double t,
                                std::span<const double> block) const noexcept override;
  // Whether t is an instant at which nothing was sampled yet.
  [[nodiscard]] bool due(double t, std::span<const double> block) const noexcept;
  // Pieces that end at t with these motions.
  void place(double t, std::span<const TimeValue> motions, std::span<double> block) const noexcept;
  // As if it had rested there for ever with the inputs scratch.u; after place().
  void start(std::span<double> block, Scratch&) const noexcept;
  // Instant t with the inputs scratch.u: the next piece. `measured`: the motions of the last
  // place() replace what had been predicted for this instant.
  void sample(double t, bool measured, std::span<double> block, Scratch&) const noexcept;

  struct Excess {
    double share = 0.0;
    int channel = -1;
    double value = 0.0, change = 0.0;
  };
  [[nodiscard]] Excess excess(std::span<const double> block) const noexcept;  // last sample
  [[nodiscard]] bool history_inside(std::span<const double> block) const noexcept;

 private:
  [[nodiscard]] std::span<double> lines(std::span<double> block) const noexcept {
    return block.subspan(kHead + 4 * cylinders_.size());
  }
  [[nodiscard]] std::span<const double> lines(std::span<const double> block) const noexcept {
    return block.subspan(kHead + 4 * cylinders_.size());
  }
  void read_ends(std::span<const double> block, std::span<double> y) const noexcept;

  NarxRun run_;
  std::vector<Input> inputs_;
  std::vector<Output> cylinders_;
  bool reads_force_ = false;
};

}  // namespace bramah
