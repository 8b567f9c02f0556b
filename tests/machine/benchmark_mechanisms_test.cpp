// Planar benchmark mechanisms: pendulum, N-four-bar, Andrews, chain.
#include <array>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <sstream>
#include <utility>

#include "analysis/chain_text.h"
#include "machine/mechanism_run.h"

namespace bramah {
namespace {

// theta'' = -k cos(theta), theta from the horizontal, by the classical Runge-Kutta rule in long
// double; steps of 0.1 ms leave less than 1e-13.
class Swing {
 public:
  Swing(long double k, long double theta, long double rate) : k_(k), theta_(theta), rate_(rate) {}
  void advance_to(double time) {
    for (; t_ < std::llround(time * 1e4); ++t_) step(1e-4L);
  }
  double theta() const { return static_cast<double>(theta_); }

 private:
  void step(long double h) {
    const auto f = [&](long double x) { return -k_ * std::cos(x); };
    const long double x = theta_, v = rate_, k1 = f(x), k2 = f(x + h / 2 * v),
                      k3 = f(x + h / 2 * (v + h / 2 * k1)), k4 = f(x + h * (v + h / 2 * k2));
    theta_ += h * (v + h / 6 * (k1 + k2 + k3));
    rate_ += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  long double k_, theta_, rate_;
  long long t_ = 0;
};

class Mechanisms : public testing::TestWithParam<Solver> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Mechanisms, testing::ValuesIn(kSolvers), solver_name);
class Trees : public testing::TestWithParam<Solver> {};
INSTANTIATE_TEST_SUITE_P(Solvers, Trees, testing::ValuesIn(kSolvers), solver_name);
INSTANTIATE_TEST_SUITE_P(TreeSolvers, Trees, testing::ValuesIn(kTreeSolvers), solver_name);

// ------------------------------------------------------------------------------------- pendulum
constexpr long double kPi = 3.14159265358979323846264338327950288L;

TEST_P(Trees, PendulumSwingsAsItsEquationSays) {
  const MechanismRun r("pendulum", GetParam(), 1e-3, 10.0, 0.01);
  Swing exact(9.81L, kPi, 0.0L);
  double error = 0.0;
  for (std::size_t k = 0; k < r.rows(); ++k) {
    exact.advance_to(r.time(k));
    error = std::max(error, std::abs(r("hinge.angle", k) - exact.theta()));
  }
  std::printf("pendulum, %s: angle %.2e rad, energy %.2e J\n", GetParam().integrator, error,
              r.summary.energy_residual_max);
  EXPECT_LT(error, 4e-5 * GetParam().slack);  // O(h²) over 4 periods, h = 1 ms
  EXPECT_LT(r.summary.energy_residual_max, 2e-5 * GetParam().slack);  // of 9.81 J
}

// Released from the horizontal the period is 4 K(1/sqrt 2)/sqrt(g/L), K = 1.85407467730137.
TEST(Pendulum, ReferenceHasTheKnownPeriod) {
  const double period = 4.0 * 1.85407467730137192 / std::sqrt(9.81);
  Swing exact(9.81L, kPi, 0.0L);
  exact.advance_to(std::round(period * 1e4) * 1e-4);  // at the turning point: flat in time
  EXPECT_NEAR(exact.theta(), std::numbers::pi, 0.5 * 9.81 * 1e-8);
}

// ------------------------------------------------------------------------------------ N-four-bar
// One degree of freedom: ((N + 1)/3 + N) theta'' = -((N + 1)/2 + N) g cos(theta).
void expect_parallelogram(int bars, const Solver& solver) {
  const MechanismRun r("n_four_bar_" + std::to_string(bars), solver, 5e-3, 10.0);
  const long double n = bars;
  Swing exact(9.81L * ((n + 1) / 2 + n) / ((n + 1) / 3 + n), kPi / 2, -1.0L);
  double apart = 0.0, error = 0.0;
  int flat = 0;  // passages of the singular pose
  for (std::size_t k = 0; k < r.rows(); ++k) {
    exact.advance_to(r.time(k));
    const double theta = r("theta0.angle", k);
    error = std::max(error, std::abs(theta - exact.theta()));
    for (int b = 1; b <= bars; ++b) {
      apart = std::max(apart, std::abs(r("theta" + std::to_string(b) + ".angle", k) - theta));
      apart = std::max(apart, std::abs(r("left" + std::to_string(b) + ".angle", k) + theta));
    }
    flat += k > 0 && std::sin(theta) * std::sin(r("theta0.angle", k - 1)) < 0.0;
  }
  const double kinetic = r.largest("energy.kinetic");
  std::printf(
      "n_four_bar_%d, %s: energy %.2e of %.1f J, rods %.1e rad apart, gap %.1e m, rate %.1e "
      "m/s, angle %.1e rad, Newton %.2f, most %d, flat %d times\n",
      bars, solver.integrator, r.summary.energy_residual_max, kinetic, apart,
      r.summary.constraint_max, r.summary.constraint_rate_max, error, r.summary.newton_mean,
      r.summary.newton_max, flat);
  EXPECT_GE(flat, 9);
  EXPECT_LT(r.summary.energy_residual_max, 1e-3 * kinetic);
  EXPECT_LT(apart, 1e-4);  // the gap over the smallest singular value; another branch: radians
  EXPECT_LT(r.summary.constraint_max, 1e-9);
  EXPECT_LT(r.summary.constraint_rate_max, 1e-6);  // 1e-10 but at the singular pose itself
  EXPECT_LT(error, 1e-3 * solver.slack);           // O(h²), h = 5 ms, over 30 rad
}
TEST_P(Mechanisms, OneFourBarPassesItsSingularPose) { expect_parallelogram(1, GetParam()); }
TEST_P(Mechanisms, FiveFourBarsPassTheirSingularPose) { expect_parallelogram(5, GetParam()); }
TEST_P(Mechanisms, TwentyFourBarsPassTheirSingularPose) { expect_parallelogram(20, GetParam()); }

// --------------------------------------------------------------------------------------- Andrews
// At t = 0.03 s, from the Test Set for IVP Solvers: angles [rad] and rates [rad/s].
struct AndrewsEnd {
  const char* joint;
  double angle, rate;
};
constexpr std::array<AndrewsEnd, 7> kAndrews{{{"beta", 15.81077119629904, 1139.920302151208},
                                              {"Theta", -15.75637105984298, -1424.379294994111},
                                              {"gamma", 0.04082224013073101, 11.03291221937134},
                                              {"Phi", -0.5347301163226948, 19.29337464421385},
                                              {"delta", 0.5244099658805304, 0.5735699284790808},
                                              {"Omega", 0.5347301163226948, -19.29337464421385},
                                              {"epsilon", 1.048080741042263, 0.3231791658026955}}};

double largest_andrews_error(const MechanismRun& r) {
  double error = 0.0;
  for (const AndrewsEnd& e : kAndrews) {
    const double off = r(std::string(e.joint) + ".angle", r.last()) - e.angle;
    error = std::max(error, std::abs(off) / std::max(1.0, std::abs(e.angle)));
  }
  return error;
}

TEST_P(Mechanisms, AndrewsEndsWherePublished) {
  const MechanismRun r("andrews", GetParam(), 1e-6, 0.03, 1e-3);
  const double error = largest_andrews_error(r);
  std::printf("andrews at 1 us, %s: %.1e relative, gap %.1e m\n", GetParam().integrator, error,
              r.summary.constraint_max);
  EXPECT_LT(error, 1e-7 * std::min(GetParam().slack,
                                   2.0));  // seven digits; O(h²): beta turns with up to 2000 rad/s
  EXPECT_LT(r.summary.constraint_max, 1e-11);
}

TEST_P(Mechanisms, AndrewsIsSecondOrder) {
  std::array<double, 3> error{};
  for (std::size_t k = 0; k < 3; ++k)
    error[k] =
        largest_andrews_error(MechanismRun("andrews", GetParam(), 20e-6 / (1 << k), 0.03, 1e-3));
  std::printf("andrews at 20, 10, 5 us, %s: %.2e %.2e %.2e\n", GetParam().integrator, error[0],
              error[1], error[2]);
  EXPECT_NEAR(std::log2(error[0] / error[2]) / 2.0, 2.0, 0.2);
}

TEST(Andrews, ReferenceEndsWherePublished) {
  const MechanismRun r("andrews", kReference, 1e-3, 0.03);
  EXPECT_LT(largest_andrews_error(r), 5e-9);
  for (const AndrewsEnd& e : kAndrews)
    EXPECT_NEAR(r(std::string(e.joint) + ".rate", r.last()), e.rate, 3e-5) << e.joint;
}

// The published start closes as it is: what the file solves for moves by nothing.
TEST(Andrews, StartsAsPublished) {
  const MechanismRun r("andrews", kReference, 1e-3, 1e-3);
  const std::array<std::pair<const char*, double>, 7> start{{{"beta", -0.0617138900142764496},
                                                             {"Theta", 0.0},
                                                             {"gamma", 0.455279819163070380},
                                                             {"Phi", 0.222668390165885885},
                                                             {"delta", 0.487364979543842550},
                                                             {"Omega", -0.222668390165885885},
                                                             {"epsilon", 1.23054744454982119}}};
  for (const auto& [joint, angle] : start)
    EXPECT_NEAR(r(std::string(joint) + ".angle", 0), angle, 1e-12) << joint;
}

// ----------------------------------------------------------------------------------------- chain
TEST_P(Trees, ChainFallsAsTheReference) {
  const MechanismRun exact("chain_8", kReference, 0.01, 1.0);
  const MechanismRun r("chain_8", GetParam(), 1e-3, 1.0, 0.01);
  const double error =
      std::max(r.away_from(exact, "link8.end.x"), r.away_from(exact, "link8.end.y"));
  std::printf("chain_8, %s: tip %.1e m, energy %.1e J\n", GetParam().integrator, error,
              r.summary.energy_residual_max);
  EXPECT_LT(error, 2e-3);  // O(h²), h = 1 ms; the tip travels 12 m
  EXPECT_LT(r.summary.energy_residual_max, 2e-3);
}

TEST_P(Trees, ChainMovesAlikeInSpace) {
  const auto end = [&](bool planar) {
    LoadOptions o;
    o.method = GetParam().method;
    o.integrator = GetParam().integrator;
    const Model model = load_text(chain_text(5, planar), "chain.yaml", o);
    RunOptions how;
    how.until = 1.0;
    how.every = 1.0;
    Recording rows;
    EXPECT_TRUE(run(model, how, rows).converged);
    return rows.row(1)[static_cast<std::size_t>(model.find_channel("link5.tip.x"))];
  };
  EXPECT_NEAR(end(true), end(false), GetParam().slack > 1.0 ? 1e-4 : 1e-8);
}

// Errors of the tip against a run with much smaller steps.
double tip_error(const char* file, const char* tip, const Solver& solver, double step,
                 const MechanismRun& exact) {
  const MechanismRun r(file, solver, step, 0.4, 0.02);
  return r.away_from(exact, tip);
}

TEST(Rk4, HasFourthOrderWithoutOil) {
  const Solver solvers[] = {{"inef", "rk4"}, {"double_step", "rk4"}};
  const MechanismRun exact("chain_8", {"inef", "rk4"}, 0.05e-3, 0.4, 0.02);
  for (const Solver& solver : solvers) {
    const double coarse = tip_error("chain_8", "link8.end.y", solver, 10e-3, exact);
    const double fine = tip_error("chain_8", "link8.end.y", solver, 5e-3, exact);
    const double order = std::log2(coarse / fine);
    std::printf("chain_8, %s, rk4: %.2e %.2e m, order %.2f\n", solver.method, coarse, fine, order);
    EXPECT_NEAR(order, 4.0, 0.3) << solver.method;
  }
}

TEST(Rk4, HasFourthOrderWithALoop) {
  const MechanismRun exact("slider_crank", {"double_step", "rk4"}, 0.05e-3, 0.4, 0.02);
  const double coarse =
      tip_error("slider_crank", "travel.position", {"double_step", "rk4"}, 1e-3, exact);
  const double fine =
      tip_error("slider_crank", "travel.position", {"double_step", "rk4"}, 0.5e-3, exact);
  const double order = std::log2(coarse / fine);
  std::printf("slider_crank, double_step, rk4: %.2e %.2e m, order %.2f\n", coarse, fine, order);
  EXPECT_NEAR(order, 4.0, 0.3);
}

// The closed form of a lever goes through its dead points as well.
TEST(ClosedFormLever, PassesItsDeadPoint) { expect_parallelogram(1, {"inef", "sdirk2"}); }

}  // namespace
}  // namespace bramah
