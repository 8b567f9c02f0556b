// Where each named block lies in State's flat array.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "bramah/model.h"
#include "integrators/integrator.h"

namespace bramah {

struct Block {
  std::size_t first = 0, count = 0;
  std::span<double> in(std::span<double> values) const { return values.subspan(first, count); }
  std::span<const double> in(std::span<const double> values) const {
    return values.subspan(first, count);
  }
};

struct NamedBlock {
  const char* name;
  Block block;
};

struct Layout {
  Block q, v, a, lambda;     // coordinates and multipliers
  Block joint_q, joint_v;    // joint coordinates: q and v themselves, or read from natural ones
  Block y, ydot;             // pressures, spools, controller states
  Block memory_a, memory_y;  // gen_alpha's algorithmic rates
  Block control;             // size of the next step; rosenbrock: logarithm of the last error
  Block
      before;  // length of the last step, a and ydot before it, how these bent (predictor.h); of its solves (newton.h)
  Block charts;         // quaternions of spherical joints
  Block tunables;       // neutral positions of valves
  Block samples;        // outputs and states of sampled blocks
  Block inputs;         // external inputs at the last step, then what blocks hold
  Block contacts;       // end contact of each cylinder, stop of each limited state
  Block partition;      // which coordinates are independent
  Block power, work;    // of the energy audit
  Block start_energy;   // at the start: T + V, the oil in the circuit, energy of its shafts
  Block coupling;       // what sides that are solved apart remember
  Block surrogate;      // pieces and delay lines, see coupling/surrogate/surrogate_drive.h
  Block physics;        // a State of the machine with oil that takes over from a surrogate
  Block payloads;       // mass of each [kg]; then energy brought and lost by loads [J]
  Block soil;           // of machine/soil.h: heights of the terrain first
  Block blocks_memory;  // of FMUs and their like, see machine/blocks.h
  std::size_t size = State::kHeader;
  std::vector<NamedBlock> blocks;  // all of them, in the array's order: add() is the only way in

  std::vector<Block> numbers;  // motion, oil and books, which must be finite: runs of neighbours

  void add_numbers(const Block& block) {
    if (numbers.empty() || numbers.back().first + numbers.back().count != block.first)
      numbers.push_back({block.first, 0});
    numbers.back().count += block.count;
  }
  Block add(const char* name, std::size_t count) {
    blocks.push_back({name, {size, count}});
    size += count;
    return blocks.back().block;
  }
  // What time changes between the instants at which soil is dug: all but that.
  void copy_moving(std::span<const double> from, std::span<double> to) const noexcept {
    const std::size_t behind = soil.first + soil.count;
    std::copy_n(from.begin(), soil.first, to.begin());
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(behind), from.end(),
              to.begin() + static_cast<std::ptrdiff_t>(behind));
  }
  StatePoint point(std::span<double> x) const {
    StatePoint p{q.in(x),     v.in(x),      a.in(x),        y.in(x),
                 ydot.in(x),  lambda.in(x), memory_a.in(x), memory_y.in(x),
                 power.in(x), work.in(x),   control.in(x)};
    const auto last = before.in(x);
    p.before_h = last.first(1);
    p.before_a = last.subspan(1, q.count), p.before_y = last.subspan(1 + q.count, y.count);
    const auto bends = last.subspan(1 + q.count + y.count, q.count + y.count);
    p.bend_a = bends.first(q.count), p.bend_y = bends.last(y.count), p.newton = last.last(2);
    return p;
  }
};

}  // namespace bramah
