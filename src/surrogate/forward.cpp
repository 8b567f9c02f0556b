#include "surrogate/forward.h"

#include <algorithm>
#include <array>

namespace bramah {

namespace {

constexpr int kWidth = 4;

using Lane = ForwardPass::Lane;

// z = b + W x for N lanes of outputs, sums in registers.
template <int N>
void multiply(const Lane* w, const double* x, int inputs, Lane* z) noexcept {
  std::array<Lane, N> sum;
  for (int n = 0; n < N; ++n) sum[n] = w[n];
  for (int i = 0; i < inputs; ++i) {
    w += N;
    for (int n = 0; n < N; ++n) sum[n] += w[n] * x[i];
  }
  for (int n = 0; n < N; ++n) z[n] = sum[n];
}

void multiply_wide(const Lane* w, const double* x, int inputs, int lanes, Lane* z) noexcept {
  for (int n = 0; n < lanes; ++n) z[n] = w[n];
  for (int i = 0; i < inputs; ++i) {
    w += lanes;
    for (int n = 0; n < lanes; ++n) z[n] += w[n] * x[i];
  }
}

void multiply(const Lane* w, const double* x, int inputs, int lanes, Lane* z) noexcept {
  switch (lanes) {
    case 1:
      return multiply<1>(w, x, inputs, z);
    case 2:
      return multiply<2>(w, x, inputs, z);
    case 3:
      return multiply<3>(w, x, inputs, z);
    case 4:
      return multiply<4>(w, x, inputs, z);
    default:
      return multiply_wide(w, x, inputs, lanes, z);
  }
}

}  // namespace

ForwardPass::ForwardPass(const Network& network) : activation_(network.activation) {
  const double* p = network.parameters.data();
  for (int l = 0; l < network.layers(); ++l) {
    const int in = network.sizes[l], out = network.sizes[l + 1];
    const int lanes = (out + kWidth - 1) / kWidth;
    layers_.push_back({in, lanes, weights_.size()});
    const std::size_t at = weights_.size();
    weights_.resize(at + static_cast<std::size_t>(lanes) * (in + 1), Lane::Zero());
    for (int i = 0; i < in; ++i)
      for (int o = 0; o < out; ++o) weights_[at + lanes * (i + 1) + o / kWidth][o % kWidth] = *p++;
    for (int o = 0; o < out; ++o) weights_[at + o / kWidth][o % kWidth] = *p++;
  }
}

ForwardPass::Scratch ForwardPass::make_scratch() const {
  std::size_t widest = 1;
  for (const Layer& layer : layers_) widest = std::max<std::size_t>(widest, layer.lanes);
  Scratch scratch;
  scratch.a.assign(widest, Lane::Zero());
  scratch.b.assign(widest, Lane::Zero());
  return scratch;
}

void ForwardPass::operator()(std::span<const double> x, std::span<double> y,
                             Scratch& scratch) const noexcept {
  const double* from = x.data();
  Lane *to = scratch.a.data(), *next = scratch.b.data();
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    multiply(&weights_[layer.at], from, layer.inputs, layer.lanes, to);
    from = to->data();
    if (l + 1 == layers_.size()) break;
    if (activation_ == Activation::tanh)
      for (int n = 0; n < layer.lanes; ++n) to[n] = 1.0 - 2.0 / ((2.0 * to[n]).exp() + 1.0);
    else
      for (int n = 0; n < layer.lanes; ++n) to[n] = 1.0 / ((-to[n]).exp() + 1.0);
    std::swap(to, next);
  }
  std::copy_n(from, y.size(), y.begin());
}

}  // namespace bramah
