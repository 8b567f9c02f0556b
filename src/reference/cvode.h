// SUNDIALS' CVODE behind one class: variable-step, variable-order BDF with a dense Jacobian by
// difference quotients, root finding at switches and projection onto the loops after each step.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/machine_ode.h"
#include "reference/switches.h"

namespace bramah {

// A call of SUNDIALS that cannot fail did: out of memory, a tolerance it refuses.
struct SundialsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Cvode {
 public:
  // Both must outlive this. Steps are never longer than max_step [s].
  Cvode(MachineOde& ode, Switches& switches, double relative_tolerance, double max_step);
  ~Cvode();
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;

  std::span<double> x() noexcept;
  // Forgets the past: x() is the start at time t, and no step goes beyond `end`.
  void restart(double t, double end);

  enum class Outcome { reached, switched, failed };
  // Integrates to `target` or to the first switch before it; t is where it ended.
  Outcome advance(double target, double& t);
  std::span<const int> found() const noexcept { return found_; }  // not 0: this one switched

  std::string message() const;  // what failed, after Outcome::failed
  struct Counts {
    long long steps = 0, solves = 0, iterations = 0;
  };
  Counts counts() const;

 private:
  struct Handles;
  Counts counts_since_restart() const;
  void check(int flag, const char* what);

  MachineOde& ode_;
  std::unique_ptr<Handles> handles_;
  std::vector<int> found_;
  Counts before_;
  std::string failure_;
};

}  // namespace bramah
