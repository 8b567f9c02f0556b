#include "surrogate/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "linear_plant.h"
#include "surrogate/narx_run.h"

namespace bramah {
namespace {

TrainingPlan small_plan() {
  TrainingPlan plan;
  plan.hidden = {};
  plan.delays = {1, 1, 2, 0};
  plan.samples = 0;
  plan.epochs = 60;
  return plan;
}

TrainingState trained(Trainer& trainer) {
  TrainingState state = trainer.begin();
  while (trainer.advance(state)) {
  }
  return state;
}

Surrogate surrogate_of(const Samples& samples, const TrainingPlan& plan, const Network& network) {
  Surrogate s;
  s.sample_time = samples.sample_time;
  s.inputs = samples.inputs, s.outputs = samples.outputs;
  s.delays = plan.delays;
  s.network = network;
  return s;
}

// One step of the network in physical units.
double predicted(const Surrogate& s, double u1, double y1, double y2) {
  const ForwardPass pass(s.network);
  ForwardPass::Scratch scratch = pass.make_scratch();
  const double x[3] = {s.inputs[0].scaled(u1), s.outputs[0].scaled(y1), s.outputs[0].scaled(y2)};
  double y = 0.0;
  pass(x, {&y, 1}, scratch);
  return s.outputs[0].physical(y);
}

TEST(Trainer, ALinearNetworkFindsTheExactArxModel) {
  const LinearPlant plant;
  const Samples samples = record_of(plant, 2000, 3);
  TrainingPlan plan = small_plan();
  plan.regularise = Regularise::never;
  Trainer trainer(samples, plan, 1);
  const Surrogate s = surrogate_of(samples, plan, trainer.network(trained(trainer)));
  for (int k = 0; k < 20; ++k) {
    const double u = 6.0 * random_fraction(8, 3 * k) - 2.0,
                 y1 = 3.0 * random_fraction(8, 3 * k + 1), y2 = 3.0 * random_fraction(8, 3 * k + 2);
    EXPECT_NEAR(predicted(s, u, y1, y2), plant.next(y1, y2, u), 1e-9);
  }
  const Samples fresh = record_of(plant, 500, 77);
  EXPECT_LT(free_run_error(s, fresh), 1e-18);
}

TEST(Trainer, ANetworkWithHiddenNeuronsPredictsTheSame) {
  const LinearPlant plant;
  const Samples samples = record_of(plant, 2000, 3);
  TrainingPlan plan = small_plan();
  plan.hidden = {5};
  plan.regularise = Regularise::settled;
  plan.epochs = 150;
  plan.patience = 20;
  Trainer trainer(samples, plan, 2);
  const TrainingState state = trained(trainer);
  const Surrogate s = surrogate_of(samples, plan, trainer.network(state));
  // Regularisation entered while the fit still improved.
  const auto regularised = std::ranges::count_if(
      state.curve, [](const TrainingPoint& point) { return point.gamma > 0.0; });
  EXPECT_GT(regularised, 20);
  EXPECT_LT(regularised, static_cast<long>(state.curve.size()));
  EXPECT_LT(trainer.open_loop_error(s.network, trainer.parts().test), 1e-8);
  for (Eigen::Index k = 1700; k < 2000; k += 11) {  // where it was not fitted
    const double y1 = samples.y(0, k - 1), y2 = samples.y(0, k - 2), u = samples.u(0, k - 1);
    EXPECT_NEAR(predicted(s, u, y1, y2), plant.next(y1, y2, u), 1e-3);
  }
  EXPECT_LT(free_run_error(s, record_of(plant, 500, 77)), 1e-5);
}

TEST(Trainer, ClosedLoopJacobianIsTheDerivative) {
  const Samples samples = record_of(LinearPlant{}, 300, 5);
  Network shape;
  shape.sizes = {1 * 2 + 3, 4, 3, 1};
  initialise(shape, 9);
  shape.parameters *= 0.3;  // no run goes astray
  const NarxDelays delays{0, 1, 3, 0};
  const Windows windows(samples, delays);
  ClosedLoop problem(shape, windows, {20, 90}, 12, 1);
  const Eigen::VectorXd w = shape.parameters;
  Eigen::MatrixXd JtJ(w.size(), w.size());
  Eigen::VectorXd gradient(w.size());
  const double error = problem.normal(w, JtJ, gradient);
  EXPECT_DOUBLE_EQ(error, problem.error(w));
  // J^T r is half the gradient of the error; J^T J by differences of the predictions.
  const double h = 1e-6;
  Eigen::MatrixXd J(24, w.size());
  for (Eigen::Index p = 0; p < w.size(); ++p) {
    Eigen::VectorXd plus = w, minus = w;
    plus[p] += h, minus[p] -= h;
    EXPECT_NEAR(gradient[p], (problem.error(plus) - problem.error(minus)) / (4.0 * h), 1e-7) << p;
    for (int run = 0; run < 2; ++run)
      J.col(p).segment(12 * run, 12) =
          (problem.predict(plus, run) - problem.predict(minus, run)).row(0).transpose() / (2.0 * h);
  }
  const Eigen::MatrixXd expected = J.transpose() * J;
  for (Eigen::Index c = 0; c < w.size(); ++c)
    for (Eigen::Index r = c; r < w.size(); ++r) EXPECT_NEAR(JtJ(r, c), expected(r, c), 1e-6);
}

// Half a range off, a run counts as if it stayed there, and the rest of it has no rows.
TEST(Trainer, RunsThatGoAstrayCountToTheirEnd) {
  const Samples samples = record_of(LinearPlant{}, 300, 5);
  Network shape;
  shape.sizes = {3, 1};
  initialise(shape, 9);
  shape.parameters << 0.0, 0.0, 0.0, 5.0;  // 5 for ever
  const Windows windows(samples, {1, 1, 2, 0});
  ClosedLoop problem(shape, windows, {20, 90}, 12, 1);
  EXPECT_DOUBLE_EQ(problem.error(shape.parameters), 24.0);
  Eigen::MatrixXd JtJ(4, 4);
  Eigen::VectorXd gradient(4);
  EXPECT_DOUBLE_EQ(problem.normal(shape.parameters, JtJ, gradient), 24.0);
  EXPECT_EQ(gradient.norm(), 0.0);
  EXPECT_NEAR(problem.predict(shape.parameters, 0)(0, 11), 5.0, 1e-12);  // but it is predicted
}

// y(k) = 3 y(k-1): slopes grow without bound, and what is too steep is left out.
TEST(Trainer, SteepRunsAddNoRows) {
  Samples samples = record_of(LinearPlant{}, 60, 5);
  samples.y.setZero();
  samples.outputs[0].lower = -1.0, samples.outputs[0].upper = 1.0;
  Network shape;
  shape.sizes = {3, 1};
  initialise(shape, 9);
  shape.parameters << 0.0, 3.0, 0.0, 0.0;
  const Windows windows(samples, {1, 1, 2, 0});
  ClosedLoop problem(shape, windows, {20}, 30, 1);
  Eigen::MatrixXd JtJ(4, 4);
  Eigen::VectorXd gradient(4);
  EXPECT_EQ(problem.normal(shape.parameters, JtJ, gradient), 0.0);
  EXPECT_GT(JtJ(3, 3), 1e6);         // of the bias: (1, 4, 13, 40 ...)
  EXPECT_LT(JtJ(3, 3), 30.0 * 1e8);  // no row beyond 1e4
}

TEST(Trainer, WindowsNeedTheirWholePastInOneRecord) {
  Samples samples = record_of(LinearPlant{}, 40, 5);
  samples.begins = {0, 25};
  const Windows windows(samples, {0, 2, 4, 0});
  std::vector<Eigen::Index> expected;
  for (Eigen::Index k = 4; k < 25; ++k) expected.push_back(k);
  for (Eigen::Index k = 29; k < 38; ++k) expected.push_back(k);
  EXPECT_EQ(windows.columns({0, 38}), expected);
  EXPECT_EQ(windows.columns({10, 20}).front(), 14);
  std::vector<double> x(3 + 4);
  windows.fill(30, x.data());
  for (int d = 0; d <= 2; ++d) EXPECT_EQ(x[d], samples.inputs[0].scaled(samples.u(0, 30 - d)));
  for (int d = 1; d <= 4; ++d) EXPECT_EQ(x[2 + d], samples.outputs[0].scaled(samples.y(0, 30 - d)));
}

TEST(Trainer, DrawsEachSampleAtMostOnce) {
  std::vector<Eigen::Index> all;
  for (Eigen::Index k = 0; k < 100; ++k) all.push_back(2 * k);
  const auto some = drawn(all, 60, 7);
  EXPECT_EQ(some.size(), 60u);
  EXPECT_TRUE(std::ranges::is_sorted(some));
  EXPECT_EQ(std::ranges::adjacent_find(some), some.end());
  EXPECT_NE(some, drawn(all, 60, 8));
  EXPECT_GT(some.back(), 150);  // not the first ones
  EXPECT_EQ(drawn(all, 0, 7), all);
  EXPECT_EQ(drawn(all, 200, 7), all);
}

TEST(Trainer, RunsLongerThanTheValidationPartAreNotTuned) {
  const Samples samples = record_of(LinearPlant{}, 400, 3);
  TrainingPlan plan = small_plan();
  plan.epochs = 3;
  plan.tune = {{100, 20, 5}};  // 60 samples to validate
  Trainer trainer(samples, plan, 1);
  const TrainingState state = trained(trainer);
  for (const TrainingPoint& point : state.curve) EXPECT_EQ(point.stage, 0);
}

TEST(Trainer, OpenLoopNormalEquationsDoNotDependOnThreads) {
  const Samples samples = record_of(LinearPlant{}, 3000, 5);
  Network shape;
  shape.sizes = {3, 4, 1};
  initialise(shape, 9);
  const Windows windows(samples, {1, 1, 2, 0});
  const auto columns = windows.columns({0, 3000});
  OpenLoop one(shape, windows, columns, 1), three(shape, windows, columns, 3);
  Eigen::MatrixXd A, B;
  Eigen::VectorXd a, b;
  EXPECT_EQ(one.normal(shape.parameters, A, a), three.normal(shape.parameters, B, b));
  EXPECT_EQ(A, B);
  EXPECT_EQ(a, b);
  const double h = 1e-6;
  for (Eigen::Index p = 0; p < a.size(); ++p) {
    Eigen::VectorXd plus = shape.parameters, minus = plus;
    plus[p] += h, minus[p] -= h;
    EXPECT_NEAR(a[p], (one.error(plus) - one.error(minus)) / (4.0 * h), 1e-5 * a.norm());
  }
}

// What one-step training leaves unstable, training in closed loop mends.
TEST(Trainer, TuningLowersTheClosedLoopError) {
  Samples samples = record_of(LinearPlant{}, 1500, 3);
  for (Eigen::Index k = 0; k < samples.size(); ++k)  // noise biases one-step fits
    samples.y(0, k) += 0.1 * (random_fraction(21, k) - 0.5);
  learn_ranges(samples);
  TrainingPlan plan = small_plan();
  plan.regularise = Regularise::never;
  Trainer plain(samples, plan, 1);
  const Surrogate before = surrogate_of(samples, plan, plain.network(trained(plain)));
  plan.tune = {{10, 80, 20}, {50, 20, 20}};
  Trainer tuned(samples, plan, 1);
  EXPECT_EQ(tuned.stages(), 3);
  const Surrogate after = surrogate_of(samples, plan, tuned.network(trained(tuned)));
  const Samples fresh = record_of(LinearPlant{}, 600, 77);
  EXPECT_LT(free_run_error(after, fresh), 0.2 * free_run_error(before, fresh));
  // One step ahead stays in the sum, so that little is lost there.
  const double ahead = plain.open_loop_error(before.network, plain.parts().train);
  std::printf("ratio %g\n", plain.open_loop_error(after.network, plain.parts().train) / ahead);
}

TEST(Trainer, GoesOnToTheBitAfterAnInterruption) {
  const Samples samples = record_of(LinearPlant{}, 800, 3);
  TrainingPlan plan = small_plan();
  plan.hidden = {4};
  plan.epochs = 12;
  plan.tune = {{5, 30, 6}};
  Trainer whole(samples, plan, 1);
  const TrainingState expected = trained(whole);
  for (const int after : {3, 12, 14}) {
    Trainer first(samples, plan, 1), second(samples, plan, 2);
    TrainingState state = first.begin();
    for (int k = 0; k < after; ++k) first.advance(state);
    while (second.advance(state)) {
    }
    EXPECT_EQ(second.network(state).parameters, whole.network(expected).parameters) << after;
    EXPECT_EQ(state.curve.size(), expected.curve.size());
  }
}

TEST(Trainer, StopsEarlyAndKeepsTheBest) {
  Samples samples = record_of(LinearPlant{}, 120, 3);
  for (Eigen::Index k = 0; k < samples.size(); ++k) samples.y(0, k) += random_fraction(4, k) - 0.5;
  learn_ranges(samples);
  TrainingPlan plan = small_plan();
  plan.hidden = {12, 8};  // far too large for 80 samples
  plan.epochs = 400;
  plan.regularise = Regularise::never;
  Trainer trainer(samples, plan, 1);
  const TrainingState state = trained(trainer);
  EXPECT_LT(state.curve.size(), 400u);
  double least = 1e300;
  for (const TrainingPoint& p : state.curve) least = std::min(least, p.validate);
  EXPECT_GT(state.curve.back().validate, least);
  EXPECT_DOUBLE_EQ(trainer.open_loop_error(trainer.network(state), trainer.parts().validate),
                   least);
}

TEST(Trainer, NfirAndNarmaxAreTrainedToo) {
  const LinearPlant plant;
  Samples samples = record_of(plant, 3000, 3);
  TrainingPlan nfir = small_plan();
  nfir.delays = {1, 40, 0, 0};  // covers the response: poles 0.7 and 0.8
  nfir.tune = {{5, 30, 6}};
  Trainer finite(samples, nfir, 1);
  EXPECT_EQ(finite.stages(), 1);  // nothing is fed back
  const Surrogate fir = surrogate_of(samples, nfir, finite.network(trained(finite)));
  EXPECT_LT(free_run_error(fir, record_of(plant, 500, 9)), 1e-5);

  // Noise that the plant feeds back: y = ... + e(k) + 0.9 e(k-1) is predicted better with the
  // errors.
  double last = 0.0;
  for (Eigen::Index k = 2; k < samples.size(); ++k) {
    const double e = 0.2 * (random_fraction(30, k) - 0.5);
    samples.y(0, k) =
        plant.next(samples.y(0, k - 1), samples.y(0, k - 2), samples.u(0, k - 1)) + e + 0.9 * last;
    last = e;
  }
  learn_ranges(samples);
  TrainingPlan narx = small_plan(), narmax = small_plan();
  narmax.delays.errors = 2;
  Trainer without(samples, narx, 1), with(samples, narmax, 1);
  EXPECT_EQ(with.stages(), 2);
  const TrainingState a = trained(without), b = trained(with);
  EXPECT_LT(b.curve.back().validate, 0.75 * a.curve.back().validate);
}

}  // namespace
}  // namespace bramah
