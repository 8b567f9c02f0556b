// The oil's answer to strokes on trial, and the mechanism's tangent with it, against differences.
#include "coupling/multirate/multirate_stepper.h"

#include <bramah/bramah.h>

#include "derivative.h"
#include "eigen_span.h"

namespace bramah {
namespace {

constexpr double kStep = 5e-3;  // [s] of the mechanism

struct Way {
  const char *file, *method, *rule, *step, *velocity;
  bool amounts = false;
};

std::ostream& operator<<(std::ostream& out, const Way& w) {
  return out << w.file << " " << w.method << " " << w.rule << " " << w.velocity;
}

// `penalty` small: rows are judged against what physics puts there.
Model multirate(const Way& way, const char* penalty) {
  LoadOptions options;
  options.method = way.method;
  options.coupling = "multirate";
  options.step = kStep;
  options.set = {std::string("solver.multirate.integrator=") + way.rule,
                 std::string("solver.multirate.step=") + way.step,
                 std::string("solver.multirate.velocity=") + way.velocity,
                 std::string("solver.penalty=") + penalty};
  if (way.amounts) options.set.push_back("solver.state=amount");
  return load(BRAMAH_SOURCE_DIR "/models/" + std::string(way.file) + ".yaml", options);
}

class MultirateSlopes : public testing::TestWithParam<Way> {
 protected:
  MultirateSlopes()
      : model_(multirate(GetParam(), "1e-3")),
        plant_(model_.plant()),
        coupled_(dynamic_cast<const Multirate&>(model_.stepper())),
        scratch_(coupled_.make_scratch()),
        state_(model_.initial_state()) {
    // On the way: valves are open and the machine moves.
    const Model firm = multirate(GetParam(), "1e6");
    Workspace work(firm);
    const int ticks = static_cast<int>(2.3 / kStep);
    for (int k = 0; k < ticks; ++k) {
      const StepReport report = step(firm, state_, work, {});
      if (!report.converged) ADD_FAILURE() << explain(firm, report), k = ticks;
    }
    coupled_.enter_sides(state_.values(), state_.time(), *scratch_);
  }
  MultirateOil::Run& run() {
    return MultirateOil::run(*MachineEquations::buffers(Multirate::mechanism(*scratch_)).response);
  }

  Model model_;
  const Plant& plant_;
  const Multirate& coupled_;
  std::unique_ptr<StepperScratch> scratch_;
  State state_;
};

TEST_P(MultirateSlopes, OfPressuresMatchDifferences) {
  const MultirateOil& oil = coupled_.oil();
  MultirateOil::Run& r = run();
  const int n = oil.oil().cylinders();
  for (const double part : {0.3, 1.0}) {
    r.t = r.start + part * kStep;
    r.anchor = r.start + 0.5 * part * kStep;
    Eigen::VectorXd x(2 * n);
    for (int c = 0; c < n; ++c) {
      x[c] = r.before[c].s + part * kStep * (r.before[c].rate + 0.01);
      x[n + c] = r.before[c].rate + 0.03;
    }
    std::vector<Stroke> strokes(n);
    const auto pressures = [&](const Eigen::VectorXd& at) -> Eigen::VectorXd {
      for (int c = 0; c < n; ++c) strokes[c] = {at[c], at[n + c]};
      oil.evaluate(strokes, r);
      return Eigen::Map<Eigen::VectorXd>(r.value.data(), r.value.size());
    };
    const Eigen::Index ports = pressures(x).size();
    oil.linearise(r);
    Eigen::MatrixXd slopes(ports, 2 * n);
    for (Eigen::Index i = 0; i < ports; ++i)
      for (int c = 0; c < n; ++c)
        slopes(i, c) = r.by_s[i * n + c], slopes(i, n + c) = r.by_rate[i * n + c];
    Eigen::VectorXd scales(2 * n);
    scales << Eigen::VectorXd::Constant(n, 0.01), Eigen::VectorXd::Constant(n, 0.5);
    // Newton leaves 1e-4 Pa at most in a pressure.
    expect_jacobian_near(pressures, x, slopes, scales, {.tolerance = 2e-6, .terms = 1e10});
    EXPECT_GT(slopes.cwiseAbs().maxCoeff(), 1e6);  // [Pa/m]
  }
}

TEST_P(MultirateSlopes, OfTheMechanismMatchDifferences) {
  const ImplicitDynamics& mechanism = coupled_.mechanism();
  ImplicitDynamics::Scratch& scratch = Multirate::mechanism(*scratch_);
  const auto x = state_.values();
  ASSERT_TRUE(mechanism.choose_moved(plant_.layout.q.in(x), plant_.layout.v.in(x), scratch));
  const double b = 0.5 * kStep, t = state_.time();
  mechanism.set_time(t + kStep, t + b, scratch);
  Trial trial(mechanism.coordinates(), mechanism.states(), mechanism.constraints());
  const auto copy = [&](const Block& from, std::vector<double>& to) {
    std::ranges::copy(from.in(x), to.begin());
  };
  copy(plant_.layout.q, trial.q), copy(plant_.layout.v, trial.v);
  copy(plant_.layout.a, trial.a), copy(plant_.layout.lambda, trial.lambda);
  for (std::size_t i = 0; i < trial.q.size(); ++i) trial.q[i] += kStep * trial.v[i];
  const std::span<const int> moved = mechanism.moved(scratch);
  // As a step has it, then one at a time: terms that a step's dv/dq hides.
  for (const StepCoefficients c : {StepCoefficients{1.0, 1.0 / b, 1.0 / (b * b), 1.0 / b},
                                   {1.0, 0.0, 0.0, 1.0},
                                   {0.0, 1.0, 0.0, 1.0}}) {
    const auto residual = [&](const Eigen::VectorXd& e) -> Eigen::VectorXd {
      Trial at = trial;
      for (int k = 0; k < mechanism.moved_coordinates(); ++k) {
        const int i = moved.empty() ? k : moved[k];
        at.q[i] += c.q * e[k], at.v[i] += c.v * e[k], at.a[i] += c.a * e[k];
      }
      Eigen::VectorXd r(mechanism.size());
      mechanism.residual(at, c, -1, scratch, span(r));
      if (e.norm() == 0.0) trial = at;  // dependent coordinates are found
      return r;
    };
    residual(Eigen::VectorXd::Zero(mechanism.size()));
    LinearSolver lu(mechanism.size(), mechanism.moved_coordinates());
    mechanism.tangent(trial, c, scratch, lu);
    Eigen::MatrixXd j(lu.size(), lu.size());
    for (int i = 0; i < lu.size(); ++i)
      for (int k = 0; k < lu.size(); ++k) j(i, k) = lu.row(i)[k];
    expect_jacobian_near(residual, Eigen::VectorXd::Zero(lu.size()), j,
                         Eigen::VectorXd::Constant(lu.size(), b),
                         {.tolerance = 1e-6, .terms = 1e6});
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ways, MultirateSlopes,
    testing::Values(Way{"naya_rod", "semirecursive", "euler", "0.2ms", "constant"},
                    Way{"naya_rod", "semirecursive", "euler", "0.2ms", "linear"},
                    Way{"naya_rod", "ali3p", "rk4", "0.25ms", "constant"},
                    Way{"naya_rod", "ali1", "rk4", "0.25ms", "linear"},
                    Way{"naya_rod", "double_step", "trapezoidal", "1ms", "constant"},
                    Way{"naya_rod", "semirecursive", "trapezoidal", "5ms", "linear"},
                    Way{"naya_rod", "inef", "sdirk2", "1ms", "constant"},
                    Way{"naya_rod", "semirecursive", "sdirk2", "2ms", "linear"},
                    Way{"naya_rod", "semirecursive", "sdirk2", "1ms", "linear", true},
                    Way{"naya_rod", "semirecursive", "rk4", "0.2ms", "linear", true},
                    Way{"crane_double", "semirecursive", "sdirk2", "1ms", "linear"},
                    Way{"crane_double", "semirecursive", "sdirk2", "1ms", "constant"},
                    Way{"crane_double", "ali3p", "trapezoidal", "1ms", "linear"},
                    Way{"crane_double", "ali1", "trapezoidal", "1ms", "constant"},
                    Way{"four_bar", "double_step", "sdirk2", "1ms", "linear"},
                    Way{"four_bar", "inef", "sdirk2", "1ms", "linear"}),
    [](const auto& test) {
      const Way& w = test.param;
      return std::string(w.file) + "_" + w.method + "_" + w.rule + "_" + w.velocity +
             (w.amounts ? "_amounts" : "");
    });

}  // namespace
}  // namespace bramah
