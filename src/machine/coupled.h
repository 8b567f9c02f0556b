// A machine whose sides are solved apart: how one step of it goes. machines that are solved as a whole have none.
//
//   cosimulated.h  sides that communicate at the ends of macro steps
//   multirate.h    oil that is integrated inside every Newton iteration of the mechanism
#pragma once

#include <memory>
#include <span>
#include <string>

#include "bramah/step.h"

namespace bramah {

class Machine;

class Coupled {
 public:
  struct Scratch {
    virtual ~Scratch() = default;
  };
  virtual ~Coupled() = default;

  virtual std::unique_ptr<Scratch> make_scratch() const = 0;
  virtual std::string sides() const = 0;  // for people: "mechanism; oil1 (lift.A, lift.B); ..."
  virtual std::size_t memory() const { return 0; }  // doubles it keeps in State (Layout::coupling)
  // From t to t + h inside one piece of the inputs. `jump`: an input has just jumped, and rates
  // were evaluated anew. Indices in the report are those of Machine::unknowns. On failure the state
  // is half-advanced: the caller keeps a copy.
  virtual StepReport advance(std::span<double> state, double t, double h, bool jump,
                             Scratch&) const noexcept = 0;
};

}  // namespace bramah
