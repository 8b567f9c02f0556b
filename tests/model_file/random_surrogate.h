// Surrogates with random numbers in them, for tests of their files.
#pragma once

#include <random>

#include "surrogate/surrogate.h"

namespace bramah {

struct SurrogateShape {
  int inputs = 1, outputs = 2;
  NarxDelays delays{0, 3, 2, 0};
  std::vector<int> hidden{5, 4};
  Activation activation = Activation::tanh;
};

inline Surrogate random_surrogate(const SurrogateShape& shape, unsigned seed) {
  std::mt19937_64 random(seed);
  // In (-1, 1), all bits in use; the same with every library.
  const auto number = [&] { return std::ldexp(static_cast<double>(random()), -63) - 1.0; };
  const auto channel = [&](const std::string& name, const std::string& unit) {
    SurrogateChannel c{.name = name, .unit = unit};
    c.lower = number() - 2.0;
    c.upper = number() + 3.0;
    c.valid_lower = c.lower * 0.9;
    c.valid_upper = c.upper * 0.9;
    c.valid_change = std::abs(number()) + 1e-9;
    return c;
  };
  Surrogate s;
  s.name = "random " + std::to_string(seed);
  s.sample_time = 0.01;
  for (int i = 0; i < shape.inputs; ++i) s.inputs.push_back(channel("U" + std::to_string(i), "V"));
  for (int i = 0; i < shape.outputs; ++i)
    s.outputs.push_back(channel("lift" + std::to_string(i) + ".length", "m"));
  s.delays = shape.delays;
  s.network.activation = shape.activation;
  s.network.sizes = shape.hidden;
  s.network.sizes.insert(s.network.sizes.begin(), window_size(s));
  s.network.sizes.push_back(shape.outputs);
  s.network.parameters.resize(parameter_count(s.network.sizes));
  for (double& p : s.network.parameters) p = number();
  s.made = {{"seed", std::to_string(seed)}, {"test MSE", "3.2e-6"}};
  return s;
}

// NARX, NFIR, NARMAX, no hidden layer; each with inputs and outputs of its own number.
inline std::vector<SurrogateShape> surrogate_shapes() {
  return {{},
          {.inputs = 3, .outputs = 1, .delays = {1, 4, 0, 0}, .activation = Activation::logistic},
          {.inputs = 2, .outputs = 2, .delays = {0, 2, 3, 2}, .hidden = {6}},
          {.inputs = 1, .outputs = 3, .delays = {1, 2, 1, 0}, .hidden = {}},
          {.inputs = 2, .outputs = 1, .delays = {0, 10, 11, 4}, .hidden = {9, 8, 7, 3}}};
}

}  // namespace bramah
