#include "surrogate/network.h"

#include <cmath>

#include "core/rng.h"

namespace bramah {

namespace {

using Weights = Eigen::Map<const Eigen::MatrixXd>;
using Biases = Eigen::Map<const Eigen::VectorXd>;

// First parameter of every layer.
Eigen::Index layer_offset(const std::vector<int>& sizes, int layer) noexcept {
  Eigen::Index offset = 0;
  for (int l = 0; l < layer; ++l) offset += static_cast<Eigen::Index>(sizes[l] + 1) * sizes[l + 1];
  return offset;
}

}  // namespace

Eigen::Index parameter_count(const std::vector<int>& sizes) noexcept {
  return layer_offset(sizes, static_cast<int>(sizes.size()) - 1);
}

void initialise(Network& network, std::uint64_t seed) {
  network.parameters.setZero(parameter_count(network.sizes));
  std::uint64_t counter = 0;
  Eigen::Index at = 0;
  for (int l = 0; l < network.layers(); ++l) {
    const int in = network.sizes[l], out = network.sizes[l + 1];
    const double reach = std::sqrt(6.0 / (in + out));
    for (int k = 0; k < in * out; ++k)
      network.parameters[at++] = reach * (2.0 * random_fraction(seed, counter++) - 1.0);
    at += out;
  }
}

NetworkBatch::NetworkBatch(const std::vector<int>& sizes, Activation activation, int capacity)
    : sizes_(sizes), activation_(activation) {
  for (std::size_t l = 1; l < sizes.size(); ++l) {
    values_.emplace_back(sizes[l], capacity);
    slopes_.emplace_back(sizes[l], capacity);
    delta_.emplace_back(sizes[l], capacity);
  }
}

const Eigen::MatrixXd& NetworkBatch::forward(const Eigen::VectorXd& parameters,
                                             const Eigen::Ref<const Eigen::MatrixXd>& x) {
  const int layers = static_cast<int>(values_.size());
  const double* p = parameters.data();
  for (int l = 0; l < layers; ++l) {
    const int in = sizes_[l], out = sizes_[l + 1];
    Eigen::MatrixXd& a = values_[l];
    a.resize(out, x.cols());
    if (l == 0)
      a.noalias() = Weights(p, out, in) * x;
    else
      a.noalias() = Weights(p, out, in) * values_[l - 1];
    p += static_cast<Eigen::Index>(in) * out;
    a.colwise() += Biases(p, out);
    p += out;
    if (l + 1 == layers) break;
    // exp is what Eigen vectorises for doubles: tanh(z) = 1 - 2/(exp(2 z) + 1).
    if (activation_ == Activation::tanh) {
      a.array() = 1.0 - 2.0 / ((2.0 * a.array()).exp() + 1.0);
      slopes_[l] = 1.0 - a.array().square();
    } else {
      a.array() = 1.0 / ((-a.array()).exp() + 1.0);
      slopes_[l] = a.array() * (1.0 - a.array());
    }
  }
  return values_.back();
}

void NetworkBatch::backward(const Eigen::VectorXd& parameters,
                            const Eigen::Ref<const Eigen::MatrixXd>& x, int output,
                            Eigen::MatrixXd* jacobian, Eigen::MatrixXd* by_input) {
  const int layers = static_cast<int>(values_.size());
  const Eigen::Index columns = x.cols();
  delta_.back().setZero(sizes_.back(), columns);
  delta_.back().row(output).setOnes();
  for (int l = layers - 1; l >= 0; --l) {
    const int in = sizes_[l], out = sizes_[l + 1];
    const Weights w(parameters.data() + layer_offset(sizes_, l), out, in);
    if (l > 0) {
      delta_[l - 1].noalias() = w.transpose() * delta_[l];
      delta_[l - 1].array() *= slopes_[l - 1].array();
    } else if (by_input) {
      by_input->noalias() = w.transpose() * delta_[0];
    }
  }
  if (!jacobian) return;
  jacobian->resize(parameters.size(), columns);
  for (int l = 0; l < layers; ++l) {
    const int in = sizes_[l], out = sizes_[l + 1];
    const Eigen::Index at = layer_offset(sizes_, l);
    for (Eigen::Index c = 0; c < columns; ++c) {
      double* to = &(*jacobian)(at, c);
      const double* from = l == 0 ? x.col(c).data() : values_[l - 1].col(c).data();
      const double* d = delta_[l].col(c).data();
      for (int i = 0; i < in; ++i)
        for (int o = 0; o < out; ++o) *to++ = d[o] * from[i];
      for (int o = 0; o < out; ++o) *to++ = d[o];
    }
  }
}

}  // namespace bramah
