// SUNDIALS' CVODE behind one class: variable-step, variable-order BDF with a dense Jacobian by
// difference quotients, root finding at switches and projection onto the loops after each step. It
// advances by its own steps, one at a time; what is wanted between them is interpolated, so that
// nobody who looks on changes the steps or where roots are looked for.
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

  enum class Outcome { stepped, switched, failed };
  // One step, or less, to the first switch in it; t is where it ended.
  Outcome step(double& t);
  std::span<const int> found() const noexcept { return found_; }  // not 0: this one switched
  // g of the switches at the end of the last step, if it met none.
  std::span<const double> switch_values() const noexcept;
  // The solution inside the last step.
  void interpolate(double t, std::span<double> x);

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
  double end_ = 0.0;
  std::string failure_;
};

}  // namespace bramah
