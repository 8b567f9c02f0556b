// Multi-rate coupling: the mechanism leads, the oil answers. For the strokes s, sdot on trial at
// the time t, the oil is integrated from its state at the start t_n of the mechanism's step by its
// own rule in n = ceil((t - t_n)/step) equal steps [Naya2011, Sec. 4]. In between, each stroke
// moves
//
//   constant   at the velocity (s - s_n)/(t - t_n)                              [Naya2011, Eq. 40]
//   linear     at that mean velocity, plus (sdot - sdot_n) ((tau - t_n)/(t - t_n) - 1/2)
// so that s is met in both cases: what the velocity within a step gets wrong does not add up, and
// both are of second order. The slopes of the end pressures by s and sdot are carried along:
//
//   stage i: Y_i = y + h sum_j<i a_ij K_j + h a_ii K_i,  K_i = h(Y_i, s, sdot, u)
//            (c I - h_y) dY_i = c d(base) + h_s ds + h_sdot dsdot,  c = 1/(h a_ii)
//
//   h  inner step, a_ij, b_i, c_i  tableau, K  rates, base  the first two terms of Y_i
// In: the oil's equations (driven_oil.h), its state at t_n, strokes on trial. Out: pressures with
// slopes, as the mechanism's equations ask for them (equations/pressure_response.h); the new state
// after a step. Called from inside Newton through MultirateStepper. Not for speed: each Newton
// iteration of the mechanism costs a whole integration of the oil.
#pragma once

#include "coupling/multirate/driven_oil.h"
#include "coupling/sides.h"
#include "equations/pressure_response.h"
#include "integrators/newton.h"
#include "integrators/spectral_radius.h"

namespace bramah {

struct MultirateOptions {
  IntegratorRule rule = IntegratorRule::sdirk2;  // euler | rk4 | trapezoidal | sdirk2
  double step = 1e-4;                            // longest [s]
  StrokeVelocity velocity = StrokeVelocity::linear;
  int max_iterations = 30;
  bool polish = false;  // as NewtonOptions
};

class MultirateOil final : public PressureResponse {
 public:
  static constexpr int kMaxStages = 4;

  struct Run;  // its scratch
  static Run& run(PressureResponse::Scratch& scratch);

  MultirateOil(OilSide side, const MultirateOptions& options);

  const OilSide& side() const noexcept { return side_; }
  const DrivenOil& oil() const noexcept { return oil_; }
  std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(std::span<const Stroke>, Scratch&) const noexcept override;
  void linearise(Scratch&) const noexcept override;
  // The end of the step at the strokes last evaluated, with its rates, powers and the work done on
  // the way. False if there is none.
  bool finish(Scratch&) const noexcept;
  // Whether an explicit rule can be trusted at the start of a step of the mechanism and on the way of
  // half a step of the oil, and if asked at the end of that; `longest` is that of the oil.
  struct Stability {
    bool stable = true;
    double radius = 0.0, longest = 0.0;
    int state = -1;
  };
  Stability stable(double span, bool ahead, Scratch&) const noexcept;

 private:
  enum class Task { value, slopes, audit };
  bool integrate(Task, Run&) const noexcept;
  bool step(Task, double t, double h, Run&) const noexcept;
  bool first_guess(Run&) const noexcept;
  bool explicit_stage(int i, Run&) const noexcept;
  bool implicit_stage(int i, double b, Run&) const noexcept;
  int steps(double span) const noexcept;
  void set_curves(Run&) const noexcept;
  StepCoefficients stroke_slopes(int parameter, double t, const Run&) const noexcept;
  void carry_slopes(int i, double t, double h, Run&) const noexcept;
  void read_pressures(Run&) const noexcept;
  void read_slopes(Run&) const noexcept;

  OilSide side_;
  DrivenOil oil_;
  MultirateOptions options_;
  int parameters_;  // per cylinder: s, and sdot if the velocity is linear
  struct Port {
    int cylinder = 0, node = 0;
  };
  std::vector<Port> ports_;  // one per pressure
};

// What a run begins with is set by the coupling; what it ends with can be read after finish().
struct MultirateOil::Run final : PressureResponse::Scratch {
  double start = 0.0;                              // t_n
  std::vector<double> y;                           // there
  std::vector<Stroke> before;                      // there
  std::vector<int> modes;                          // there
  std::unique_ptr<ImplicitDynamics::Scratch> oil;  // with surroundings and curves of the step

  std::vector<Stroke> strokes;  // on trial
  double span = 0.0;            // t - t_n
  Trial trial;                  // after finish(): the end
  std::vector<double> power, work;
  int worst = -1;       // state that failed
  bool linear = false;  // slopes belong to the strokes

  Newton newton;
  SpectralRadius radius;
  LinearSolver lu;
  std::vector<double> base, stage_power, mask, right;
  std::vector<double> rate[kMaxStages];        // K_i
  std::vector<double> end, slope, base_slope;  // y, dy and d(base) by parameter x state
  std::vector<double> stage_slope, rate_slope[kMaxStages];  // dY_i, dK_i

  Run(const MultirateOil&, int parameters, const NewtonOptions&);
};

}  // namespace bramah
