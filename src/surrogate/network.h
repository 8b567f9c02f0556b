// A multilayer network: hidden layers with a sigmoid, the last one linear.
//
//   a_0 = x,   a_l = f(W_l a_(l-1) + b_l),   y = W_L a_(L-1) + b_L
//
// f is tanh, or the logistic function 1/(1 + exp(-x)). Parameters lie layer by layer: the columns
// of W_l, then b_l.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "bramah/surrogate.h"

namespace bramah {

struct Network {
  std::vector<int> sizes;  // inputs, hidden layers, outputs
  Activation activation = Activation::tanh;
  Eigen::VectorXd parameters;

  [[nodiscard]] int layers() const noexcept { return static_cast<int>(sizes.size()) - 1; }
  [[nodiscard]] int inputs() const noexcept { return sizes.front(); }
  [[nodiscard]] int outputs() const noexcept { return sizes.back(); }
};

[[nodiscard]] Eigen::Index parameter_count(const std::vector<int>& sizes) noexcept;

// Weights drawn uniformly within sqrt(6/(inputs + outputs of the layer)) [Glorot2010], biases zero.
// The same on every computer.
void initialise(Network&, std::uint64_t seed);

// The network on many inputs at once, and its derivatives by backpropagation. One per thread.
class NetworkBatch {
 public:
  NetworkBatch(const std::vector<int>& sizes, Activation activation, int capacity);

  // Columns of `x` are inputs. Returns the outputs, valid until the next call.
  const Eigen::MatrixXd& forward(const Eigen::VectorXd& parameters,
                                 const Eigen::Ref<const Eigen::MatrixXd>& x);
  // After forward() with the same arguments: d(output)/d(parameters) of every column, as columns
  // of `jacobian`, and d(output)/d(x) of every column into `by_input`, where they are not null.
  void backward(const Eigen::VectorXd& parameters, const Eigen::Ref<const Eigen::MatrixXd>& x,
                int output, Eigen::MatrixXd* jacobian, Eigen::MatrixXd* by_input);

 private:
  std::vector<int> sizes_;
  Activation activation_;
  std::vector<Eigen::MatrixXd> values_;  // a_1 ... a_L
  std::vector<Eigen::MatrixXd> slopes_;  // f' of a_1 ... a_(L-1)
  std::vector<Eigen::MatrixXd> delta_;   // d(output)/d(W_l a + b_l)
};

}  // namespace bramah
