// One forward pass of a network, as fast as it goes: weights padded to whole vectors, the sigmoids
// of a layer at once.
#pragma once

#include <span>
#include <vector>

#include "surrogate/network.h"

namespace bramah {

class ForwardPass {
 public:
  explicit ForwardPass(const Network&);

  using Lane = Eigen::Array<double, 4, 1>;  // aligned
  struct Scratch {
    std::vector<Lane, Eigen::aligned_allocator<Lane>> a, b;
  };
  [[nodiscard]] Scratch make_scratch() const;

  void operator()(std::span<const double> x, std::span<double> y, Scratch&) const noexcept;

 private:
  struct Layer {
    int inputs = 0, lanes = 0;  // outputs, rounded up to lanes
    std::size_t at = 0;         // first lane: biases, then one column of weights per input
  };
  std::vector<Layer> layers_;
  std::vector<Lane, Eigen::aligned_allocator<Lane>> weights_;
  Activation activation_;
};

}  // namespace bramah
