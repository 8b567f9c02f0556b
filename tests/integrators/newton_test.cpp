// Newton on equations whose solutions are known: how fast it converges, when it walks back, and what it
// says when it fails.
#include "integrators/newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "bramah/solver.h"

namespace bramah {
namespace {

// f(y) = 0 in one state, with its slope; no coordinates, ydot plays no part.
class OneEquation final : public ImplicitDynamics {
 public:
  using Function = std::function<double(double)>;
  OneEquation(Function f, Function slope) : f_(std::move(f)), slope_(std::move(slope)) {}
  mutable int residuals = 0, tangents = 0;

  int coordinates() const override { return 0; }
  int states() const override { return 1; }
  int constraints() const override { return 0; }
  double scale(int) const override { return 1.0; }
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Scratch>(); }
  void set_time(double, double, Scratch&) const override {}
  bool residual(Trial& x, StepCoefficients, int, Scratch&, std::span<double> r) const override {
    residuals += 1;
    r[0] = f_(x.y[0]);
    return false;
  }
  void tangent(const Trial& x, StepCoefficients, Scratch&, SquareMatrix& j) const override {
    tangents += 1;
    j.row(0)[0] += slope_(x.y[0]);
  }
  void tangent_written(Scratch&) const override {}
  Gaps finish(Trial&, StepCoefficients, const LinearSolver&, Scratch&) const override { return {}; }
  bool rates(Trial&, Scratch&) const override { return true; }
  Gaps gaps(const Trial&, Scratch&) const override { return {}; }
  int audits() const override { return 0; }
  void powers(const Trial&, Scratch&, std::span<double>) const override {}

 private:
  Function f_, slope_;
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

}  // namespace
}  // namespace bramah
