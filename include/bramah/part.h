// One part of a circuit: flows into its ports and rates of its own states, as pure functions.
//
//   x = [potential of each port | own states | inputs | s, sdot]     (s, sdot: parts on a stroke)
//   f = [flow into each port's node | rates of own states | force]   (force: cylinders)
//
// At a hydraulic port the potential is an absolute pressure [Pa] and the flow is [m³/s]; at a shaft
// port they are a speed [rad/s] and a torque [N m]. Power is their product either way, so one audit
// serves both. A port that is connected to nothing has potential 0, and its flow is not used.
#pragma once

#include <array>
#include <limits>

#include "bramah/dual.h"

namespace bramah {

struct PartShape {
  int ports = 0, states = 0, inputs = 0;
  bool stroke = false;  // reads (s, sdot) of a cylinder
  bool force = false;   // and pushes

  constexpr int in() const { return ports + states + inputs + (stroke ? 2 : 0); }
  constexpr int out() const { return ports + states + (force ? 1 : 0); }
};

// What becomes of the power that a part takes from its ports' nodes [W]:
//   -sum(potential * flow) = lost + stored + work - supplied
struct PartPower {
  double lost = 0.0;      // to heat
  double stored = 0.0;    // rate of its energy: gas, a moving column of oil
  double work = 0.0;      // on a mechanism
  double supplied = 0.0;  // from outside: a pump with no shaft
};

struct StateLimits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

class Part {
 public:
  explicit Part(PartShape shape) : shape_(shape) {}
  virtual ~Part() = default;
  const PartShape& shape() const noexcept { return shape_; }

  // f(x); `mode` is what mode() said, held while Newton settles.
  virtual void evaluate(const double* x, int mode, double* f) const noexcept = 0;
  // f(x) and df/dx, row by row: out() rows of in() numbers.
  virtual void linearise(const double* x, int mode, double* f, double* slopes) const noexcept = 0;
  // After evaluate() at the same x.
  virtual PartPower power(const double* x, int mode, const double* f) const noexcept = 0;

  // Oil that it holds itself [m³], and how fast that grows; after evaluate().
  virtual double oil(const double* /*x*/) const noexcept { return 0.0; }
  virtual double oil_rate(const double* /*f*/) const noexcept { return 0.0; }

  // Flows inside the part that are worth a channel of their own.
  virtual int edges() const noexcept { return 0; }
  virtual double edge_flow(int /*edge*/, const double* /*x*/) const noexcept { return 0.0; }

  // Where the equations bend: zeros of these functions of x. A variable-step integrator restarts
  // there; `margin` is how far past zero one must be for certain.
  virtual int kinks() const noexcept { return 0; }
  virtual double kink(int /*which*/, const double* /*x*/) const noexcept { return 1.0; }
  virtual double kink_margin(int /*which*/) const noexcept { return 1e-9; }

  // Which branch of a switch holds at x; parts without one have mode 0.
  virtual int mode(const double* /*x*/) const noexcept { return 0; }
  // Hard stops of a state: there its rate is zero unless it leads back.
  virtual StateLimits limits(int /*state*/) const noexcept { return {}; }
  // Where a state may start.
  virtual StateLimits start_range(int state) const noexcept { return limits(state); }
  // Size of a state, for Newton's tolerance.
  virtual double scale(int /*state*/) const noexcept { return 1.0; }

 private:
  PartShape shape_;
};

// A part from a plain struct C with
//   static constexpr PartShape kShape;
//   template <class T> void equations(const T* x, T* f) const noexcept;
//   PartPower power(const double* x, const double* f) const noexcept;
// and, where needed, limits(state), scale(state), oil(x) and oil_rate(f).
template <class C>
class PartOf final : public Part {
 public:
  explicit PartOf(const C& component) : Part(C::kShape), component_(component) {}

  void evaluate(const double* x, int, double* f) const noexcept override {
    component_.template equations<double>(x, f);
  }
  void linearise(const double* x, int, double* f, double* slopes) const noexcept override {
    constexpr int kIn = C::kShape.in(), kOut = C::kShape.out();
    std::array<Dual<kIn>, kIn> at;
    std::array<Dual<kIn>, kOut> out;
    for (int i = 0; i < kIn; ++i) at[i] = Dual<kIn>::variable(x[i], i);
    component_.template equations<Dual<kIn>>(at.data(), out.data());
    for (int r = 0; r < kOut; ++r) {
      f[r] = out[r].v;
      for (int i = 0; i < kIn; ++i) slopes[r * kIn + i] = out[r].d[i];
    }
  }
  PartPower power(const double* x, int, const double* f) const noexcept override {
    return component_.power(x, f);
  }
  StateLimits limits(int state) const noexcept override {
    if constexpr (requires { component_.limits(state); }) return component_.limits(state);
    return {};
  }
  StateLimits start_range(int state) const noexcept override {
    if constexpr (requires { component_.start_range(state); }) return component_.start_range(state);
    return limits(state);
  }
  double oil(const double* x) const noexcept override {
    if constexpr (requires { component_.oil(x); }) return component_.oil(x);
    return 0.0;
  }
  double oil_rate(const double* f) const noexcept override {
    if constexpr (requires { component_.oil_rate(f); }) return component_.oil_rate(f);
    return 0.0;
  }
  double scale(int state) const noexcept override {
    if constexpr (requires { component_.scale(state); }) return component_.scale(state);
    return 1.0;
  }
  const C& component() const noexcept { return component_; }

 private:
  C component_;
};

}  // namespace bramah
