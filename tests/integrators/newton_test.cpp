// Newton on equations whose solutions are known: how fast it converges, when it walks back, and what it
// says when it fails.
#include "integrators/newton.h"
#include "integrators/plain_dynamics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "bramah/solver.h"

namespace bramah {
namespace {

// f(y) = 0 in one state, with its slope; no coordinates, ydot plays no part.
class OneEquation final : public PlainDynamics {
 public:
  using Function = std::function<double(double)>;
  OneEquation(Function f, Function slope) : f_(std::move(f)), slope_(std::move(slope)) {}
  mutable int residuals = 0, tangents = 0;
  int contacts = 0;  // iterations in which one changes

  int coordinates() const override { return 0; }
  int states() const override { return 1; }
  bool residual(Trial& x, StepCoefficients, int iteration, Scratch&,
                std::span<double> r) const override {
    residuals += 1;
    r[0] = f_(x.y[0]);
    return iteration < contacts;
  }
  void tangent(const Trial& x, StepCoefficients, Scratch&, SquareMatrix& j) const override {
    tangents += 1;
    j.row(0)[0] += slope_(x.y[0]);
  }

 private:
  Function f_, slope_;
};

// slope_i (y_i - root_i) = 0 in three states, from 0.
struct Diagonal final : PlainDynamics {
  std::array<double, 3> roots, slopes{1.0, 1.0, 1.0};
  explicit Diagonal(std::array<double, 3> r) : roots(r) {}

  int coordinates() const override { return 0; }
  int states() const override { return 3; }
  bool residual(Trial& x, StepCoefficients, int, Scratch&, std::span<double> r) const override {
    for (int i = 0; i < 3; ++i) r[i] = x.y[i] - roots[i];
    return false;
  }
  void tangent(const Trial&, StepCoefficients, Scratch&, SquareMatrix& j) const override {
    for (int i = 0; i < 3; ++i) j.row(i)[i] += slopes[i];
  }

  NewtonReport solve(int most = 30) const {
    NewtonOptions options;
    options.max_iterations = most;
    Newton newton(*this, options);
    Trial x(0, 3, 0);
    const auto scratch = make_scratch();
    return newton.solve(*this, {1.0, 1.0, 1.0, 1.0}, x, *scratch);
  }
};

NewtonReport solve(const OneEquation& equation, double from, double& root,
                   const NewtonOptions& options = {}) {
  const auto scratch = equation.make_scratch();
  Newton newton(equation, options);
  Trial x(0, 1, 0);
  x.y[0] = from;
  const NewtonReport report = newton.solve(equation, {1.0, 1.0, 1.0, 1.0}, x, *scratch);
  root = x.y[0];
  return report;
}

TEST(Newton, ALinearEquationTakesTwoIterationsAndOneTangent) {
  const OneEquation line([](double y) { return 3.0 * y - 6.0; }, [](double) { return 3.0; });
  double root = 0.0;
  const NewtonReport report = solve(line, -5.0, root);
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(root, 2.0, 1e-15);
  EXPECT_EQ(report.iterations, 2);  // the second sees that nothing is left
  EXPECT_EQ(line.tangents, 1);
}

TEST(Newton, ConvergesQuadraticallyWhereTangentsAreRenewed) {
  const OneEquation cube([](double y) { return y * y * y - 8.0; },
                         [](double y) { return 3.0 * y * y; });
  double root = 0.0;
  const NewtonReport report = solve(cube, 3.0, root);
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(root, 2.0, 1e-9);
  EXPECT_LE(report.iterations, 9);  // the last tangents are kept while they contract well
}

// Undamped, atan runs away from |y| > 1.39.
TEST(Newton, WalksBackWhereAnIncrementLeadsTooFar) {
  const OneEquation arctangent([](double y) { return std::atan(y); },
                               [](double y) { return 1.0 / (1.0 + y * y); });
  for (const double from : {1.5, 3.0, -10.0}) {
    double root = 1.0;
    EXPECT_TRUE(solve(arctangent, from, root).converged) << from;
    EXPECT_NEAR(root, 0.0, 1e-9) << from;
  }
}

// The square-root law of an orifice, regularised: the slope grows a thousandfold at its zero.
TEST(Newton, FindsTheZeroOfASquareRootLaw) {
  const double d = 1e-6;
  const OneEquation law([&](double y) { return y / std::pow(y * y + d * d, 0.25); },
                        [&](double y) {
                          const double s = y * y + d * d;
                          return (0.5 * y * y + d * d) / std::pow(s, 1.25);
                        });
  double root = 1.0;
  EXPECT_TRUE(solve(law, 0.3, root).converged);
  EXPECT_NEAR(root, 0.0, 1e-9);
}

TEST(Newton, SaysWhereItFailed) {
  const OneEquation none([](double y) { return y * y + 1.0; }, [](double y) { return 2.0 * y; });
  double root = 0.0;
  const NewtonReport report = solve(none, 0.7, root);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.worst, 0);
  const OneEquation broken([](double) { return NAN; }, [](double) { return 1.0; });
  EXPECT_FALSE(solve(broken, 0.7, root).converged);
  const OneEquation flat([](double y) { return y - 1.0; }, [](double) { return 0.0; });
  EXPECT_FALSE(solve(flat, 0.7, root).converged);  // a singular tangent
}

TEST(Newton, ANumericalTangentFindsTheSame) {
  const OneEquation cube([](double y) { return y * y * y - 8.0; }, [](double) { return -1.0; });
  NewtonOptions options;
  options.numerical_tangent = true;
  double root = 0.0;
  EXPECT_TRUE(solve(cube, 3.0, root, options).converged);  // the wrong slope is never asked for
  EXPECT_NEAR(root, 2.0, 1e-9);
  EXPECT_EQ(cube.tangents, 0);
}

// The step of the difference is that of the argument, and at zero one of its own.
TEST(Newton, ANumericalTangentIsExactAtAnySize) {
  NewtonOptions options;
  options.numerical_tangent = true;
  for (const double from : {0.0, 1e-6, 1e3, -1e6}) {
    const OneEquation line([](double y) { return 3.0 * y - 6.0; }, [](double) { return -1.0; });
    double root = 0.0;
    const NewtonReport report = solve(line, from, root, options);
    EXPECT_TRUE(report.converged) << from;
    EXPECT_NEAR(root, 2.0, options.tolerance) << from;
    EXPECT_LE(report.iterations, 3) << from;
  }
}

TEST(Newton, PolishesToRoundOff) {
  const auto cube = [](double y) { return y * y * y - 8.0; };
  const OneEquation equation(cube, [](double y) { return 3.0 * y * y; });
  NewtonOptions options;
  options.tolerance = 1e-2;
  double rough = 0.0, fine = 0.0;
  EXPECT_TRUE(solve(equation, 3.0, rough, options).converged);
  EXPECT_GT(std::abs(rough - 2.0), 1e-8);
  options.polish = true;
  EXPECT_TRUE(solve(equation, 3.0, fine, options).converged);
  EXPECT_NEAR(fine, 2.0, 1e-15);
}

// A tangent that vanishes at the solution is met by the last iterations alone.
TEST(Newton, WhatCannotBePolishedHasNotConverged) {
  bool found = false;
  const OneEquation equation(
      [&](double y) {
        found = found || std::abs(y - 2.0) < 1e-3;
        return y - 2.0;
      },
      [&](double) { return found ? 0.0 : 1.0; });
  NewtonOptions options;
  options.polish = true;
  double root = 0.0;
  EXPECT_FALSE(solve(equation, 3.0, root, options).converged);
}

// Of several equations that fail, the first is named; of several that converge, the slowest.
TEST(Newton, NamesTheWorstOfSeveral) {
  for (const int first : {0, 1, 2}) {
    Diagonal equations({1.0, 2.0, 3.0});
    for (int i = first; i < 3; ++i) equations.roots[i] = NAN;
    EXPECT_EQ(equations.solve().worst, first);
    EXPECT_FALSE(equations.solve().converged);
    Diagonal flat({1.0, 2.0, 3.0});
    flat.slopes[first] = 0.0;
    EXPECT_EQ(flat.solve().worst, first);
    EXPECT_TRUE(std::isnan(flat.solve().increment));
    Diagonal far({0.1, 0.1, 0.1});
    far.roots[first] = 5.0;
    const NewtonReport stopped = far.solve(1);
    EXPECT_EQ(stopped.worst, first);
    EXPECT_FALSE(stopped.converged);
    EXPECT_EQ(stopped.iterations, 1);
    EXPECT_EQ(stopped.increment, 5.0);
  }
}

// Where a contact changes, the equations are others: the increment before says nothing.
TEST(Newton, BeginsAnewWhereAContactChanges) {
  OneEquation line([](double y) { return 3.0 * y - 60.0; }, [](double) { return 3.0; });
  line.contacts = 2;
  double root = 0.0;
  const NewtonReport report = solve(line, -5.0, root);
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(root, 20.0, 1e-14);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_EQ(line.tangents, 2);
}

// y^3 = 8 from near by, again and again: what the first solve finds out, f''/(2 f') = 1/2, lets the next
// ones end with their first increments.
class KnownBend : public testing::Test {
 protected:
  OneEquation cube{[](double y) { return y * y * y - 8.0; }, [](double y) { return 3.0 * y * y; }};
  double bend = 0.0, error = 0.0;

  NewtonReport solve(double away, bool measure = true, double tolerance = 1e-7) {
    NewtonOptions options;
    options.tolerance = tolerance;
    Newton newton(cube, options);
    const auto scratch = cube.make_scratch();
    Trial x(0, 1, 0);
    x.y[0] = 2.0 + away;
    const NewtonReport report =
        newton.solve(cube, {1.0, 1.0, 1.0, 1.0}, x, *scratch, false, &bend, measure);
    error = std::abs(x.y[0] - 2.0);
    EXPECT_TRUE(report.converged);
    EXPECT_TRUE(newton.near(report));
    return report;
  }
};

TEST_F(KnownBend, EndsWithTheFirstIncrement) {
  EXPECT_EQ(solve(5e-6).iterations, 2);
  EXPECT_NEAR(bend, 0.5, 1e-3);
  const NewtonReport report = solve(5e-6);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_NEAR(error, 0.5 * 25e-12, 1e-14);
  EXPECT_LE(error, report.left);  // as far as was foretold
  EXPECT_NEAR(bend, 0.75, 2e-3);
}

TEST_F(KnownBend, IsFoundAnewAfterAWhile) {
  int twice = 0;
  for (int i = 0; i < 100; ++i) twice += solve(5e-6).iterations == 2 ? 1 : 0;
  EXPECT_GT(twice, 4);
  EXPECT_LT(twice, 20);
}

TEST_F(KnownBend, IsNotReliedOnWhereMuchMayBeLeft) {
  solve(5e-6);
  EXPECT_GT(solve(5e-5).iterations, 1);  // too far
  solve(5e-6);
  EXPECT_EQ(solve(5e-6, true, 1e-9).iterations, 2);  // ten times 1.2e-11, of a tenth of 1e-9
  EXPECT_LE(error, 1e-15);
  bend = 1e4;
  EXPECT_EQ(solve(5e-6).iterations, 2);  // a bend of other equations
}

TEST_F(KnownBend, IsForgottenWhereAContactChanges) {
  solve(5e-6);
  cube.contacts = 1;
  solve(5e-6);
  EXPECT_EQ(bend, 0.0);
}

// Between 1e-9 and the tolerance nothing would have to follow, but for who measures.
TEST_F(KnownBend, IsMeasuredOnlyWhereAsked) {
  EXPECT_EQ(solve(5e-8, true).iterations, 2);
  bend = 0.0;
  NewtonOptions options;
  options.tolerance = 1e-7;
  Newton newton(cube, options);
  const auto scratch = cube.make_scratch();
  Trial x(0, 1, 0);
  x.y[0] = 2.0 + 5e-8;
  const NewtonReport report =
      newton.solve(cube, {1.0, 1.0, 1.0, 1.0}, x, *scratch, false, &bend, false);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_FALSE(newton.near(report));  // nobody knows what that leaves
}

// An increment for ln y = 20 leaves more than 4/5 of the residual, and the next one is longer: it
// is good enough to go on, and half of it would be no better.
TEST(Newton, GoesOnWhereTheResidualFalls) {
  const OneEquation logarithm([](double y) { return std::log(y) - 20.0; },
                              [](double y) { return 1.0 / y; });
  NewtonOptions options;
  options.tolerance = 1e-3;  // of 5e8
  double root = 0.0;
  const NewtonReport report = solve(logarithm, 1.0, root, options);
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(root, std::exp(20.0), 1.0);
  EXPECT_LE(report.iterations, 16);  // 23 where each increment is halved first
}

}  // namespace
}  // namespace bramah
