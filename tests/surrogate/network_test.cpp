#include "surrogate/network.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.h"
#include "surrogate/forward.h"

namespace bramah {
namespace {

Network random_network(std::vector<int> sizes, Activation activation, std::uint64_t seed) {
  Network n;
  n.sizes = std::move(sizes);
  n.activation = activation;
  initialise(n, seed);
  for (Eigen::Index k = 0; k < n.parameters.size(); ++k)  // biases too
    n.parameters[k] += 0.3 * (random_fraction(seed + 1, k) - 0.5);
  return n;
}

Eigen::MatrixXd random_inputs(int rows, int columns, std::uint64_t seed) {
  Eigen::MatrixXd x(rows, columns);
  for (Eigen::Index k = 0; k < x.size(); ++k) x.data()[k] = 2.0 * random_fraction(seed, k) - 1.0;
  return x;
}

// The plain definition, neuron by neuron.
Eigen::VectorXd by_hand(const Network& n, Eigen::VectorXd a) {
  Eigen::Index at = 0;
  for (int l = 0; l < n.layers(); ++l) {
    const int in = n.sizes[l], out = n.sizes[l + 1];
    Eigen::VectorXd z(out);
    for (int o = 0; o < out; ++o) {
      z[o] = n.parameters[at + static_cast<Eigen::Index>(in) * out + o];
      for (int i = 0; i < in; ++i)
        z[o] += n.parameters[at + static_cast<Eigen::Index>(i) * out + o] * a[i];
      if (l + 1 < n.layers())
        z[o] = n.activation == Activation::tanh ? std::tanh(z[o]) : 1.0 / (1.0 + std::exp(-z[o]));
    }
    at += static_cast<Eigen::Index>(in + 1) * out;
    a = z;
  }
  return a;
}

TEST(Network, TheThesissHas1053Parameters) {
  EXPECT_EQ(parameter_count({33, 15, 13, 12, 11, 2}), 1053);
}

TEST(Network, BatchAndForwardPassAreTheDefinition) {
  for (const Activation activation : {Activation::tanh, Activation::logistic})
    for (const std::vector<int>& sizes :
         {std::vector<int>{33, 15, 13, 12, 11, 2}, {3, 1}, {5, 21, 3}, {1, 4, 8, 1}, {2, 33, 7}}) {
      const Network n = random_network(sizes, activation, 7);
      const Eigen::MatrixXd x = random_inputs(n.inputs(), 5, 3);
      NetworkBatch batch(n.sizes, n.activation, 5);
      const Eigen::MatrixXd y = batch.forward(n.parameters, x);
      const ForwardPass pass(n);
      ForwardPass::Scratch scratch = pass.make_scratch();
      for (int c = 0; c < 5; ++c) {
        const Eigen::VectorXd expected = by_hand(n, x.col(c));
        Eigen::VectorXd fast(n.outputs());
        pass({x.col(c).data(), static_cast<std::size_t>(n.inputs())},
             {fast.data(), static_cast<std::size_t>(n.outputs())}, scratch);
        EXPECT_LT((y.col(c) - expected).norm(), 1e-14);
        EXPECT_LT((fast - expected).norm(), 1e-14);
      }
    }
}

TEST(Network, LargeSumsSaturateAndStayNumbers) {
  Network n = random_network({2, 3, 1}, Activation::tanh, 1);
  n.parameters *= 1e6;
  const ForwardPass pass(n);
  ForwardPass::Scratch scratch = pass.make_scratch();
  const double x[2] = {1.0, -1.0};
  double y = 0.0;
  pass(x, {&y, 1}, scratch);
  EXPECT_NEAR(y, by_hand(n, Eigen::Vector2d(1.0, -1.0))[0], 1e-6);
}

TEST(Network, BackpropagationIsTheDerivative) {
  for (const Activation activation : {Activation::tanh, Activation::logistic}) {
    const Network n = random_network({4, 5, 3, 2}, activation, 11);
    const Eigen::MatrixXd x = random_inputs(4, 3, 5);
    NetworkBatch batch(n.sizes, n.activation, 3);
    for (int output = 0; output < 2; ++output) {
      batch.forward(n.parameters, x);
      Eigen::MatrixXd jacobian, by_input(4, 3);
      batch.backward(n.parameters, x, output, &jacobian, &by_input);
      const double h = 1e-6;
      for (Eigen::Index p = 0; p < n.parameters.size(); ++p) {
        Eigen::VectorXd plus = n.parameters, minus = n.parameters;
        plus[p] += h, minus[p] -= h;
        const Eigen::MatrixXd up = batch.forward(plus, x), down = batch.forward(minus, x);
        for (int c = 0; c < 3; ++c)
          EXPECT_NEAR(jacobian(p, c), (up(output, c) - down(output, c)) / (2 * h), 1e-9) << p;
      }
      for (int i = 0; i < 4; ++i) {
        Eigen::MatrixXd plus = x, minus = x;
        plus.row(i).array() += h, minus.row(i).array() -= h;
        const Eigen::MatrixXd up = batch.forward(n.parameters, plus),
                              down = batch.forward(n.parameters, minus);
        for (int c = 0; c < 3; ++c)
          EXPECT_NEAR(by_input(i, c), (up(output, c) - down(output, c)) / (2 * h), 1e-9);
      }
    }
  }
}

TEST(Network, FirstWeightsFollowFromTheSeed) {
  Network a = random_network({3, 4, 1}, Activation::tanh, 1), b = a, c = a;
  initialise(a, 5), initialise(b, 5), initialise(c, 6);
  EXPECT_EQ(a.parameters, b.parameters);
  EXPECT_GT((a.parameters - c.parameters).norm(), 0.1);
  EXPECT_LE(a.parameters.head(12).cwiseAbs().maxCoeff(), std::sqrt(6.0 / 7.0));
  EXPECT_EQ(a.parameters.segment(12, 4).norm(), 0.0);  // biases
}

}  // namespace
}  // namespace bramah
