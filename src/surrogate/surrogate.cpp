#include "surrogate/surrogate.h"

#include <cmath>

#include "core/text.h"

namespace bramah {

namespace {

constexpr int kMostDelays = 1000, kMostNeurons = 4096, kMostLayers = 32;

void check_channel(const SurrogateChannel& c, std::vector<std::string>& problems) {
  const auto finite = [](double a, double b) { return std::isfinite(a) && std::isfinite(b); };
  if (c.name.empty()) problems.emplace_back("a channel has no name");
  if (!finite(c.lower, c.upper) || !(c.lower < c.upper))
    problems.push_back(concat("channel \"", c.name, "\": its scale must be two rising numbers"));
  if (!finite(c.valid_lower, c.valid_upper) || !(c.valid_lower < c.valid_upper))
    problems.push_back(concat("channel \"", c.name, "\": its box must be two rising numbers"));
  if (!std::isfinite(c.valid_change) || !(c.valid_change > 0.0))
    problems.push_back(
        concat("channel \"", c.name, "\": its largest change within a sample must be positive"));
}

void check_network(const Surrogate& s, std::vector<std::string>& problems) {
  const Network& n = s.network;
  if (n.sizes.size() < 2 || n.sizes.size() > kMostLayers + 1u)
    return problems.push_back(concat("a network has 1 to ", kMostLayers, " layers"));
  for (const int size : n.sizes)
    if (size < 1 || size > kMostNeurons)
      return problems.push_back(concat("a layer has 1 to ", kMostNeurons, " neurons, not ", size));
  if (n.inputs() != window_size(s))
    problems.push_back(concat("the network has ", n.inputs(),
                              " inputs, but channels and delays make ", window_size(s)));
  if (n.outputs() != static_cast<int>(s.outputs.size()))
    problems.push_back(
        concat("the network has ", n.outputs(), " outputs for ", s.outputs.size(), " channels"));
  if (n.parameters.size() != parameter_count(n.sizes))
    problems.push_back(concat("the network has ", n.parameters.size(),
                              " parameters, but its layers need ", parameter_count(n.sizes)));
  else if (!n.parameters.allFinite())
    problems.emplace_back("a parameter of the network is not a finite number");
}

}  // namespace

std::vector<std::string> problems_of(const Surrogate& s) {
  std::vector<std::string> problems;
  if (!std::isfinite(s.sample_time) || !(s.sample_time > 0.0))
    problems.emplace_back("the sample time must be positive");
  if (s.inputs.empty()) problems.emplace_back("it has no inputs");
  if (s.outputs.empty()) problems.emplace_back("it has no outputs");
  for (const SurrogateChannel& c : s.inputs) check_channel(c, problems);
  for (const SurrogateChannel& c : s.outputs) check_channel(c, problems);
  const NarxDelays& d = s.delays;
  if (d.input_first < 0 || d.input_first > 1 || d.input_last < d.input_first || d.outputs < 0 ||
      d.errors < 0 || d.depth() > kMostDelays)
    problems.push_back(concat("delays are whole numbers up to ", kMostDelays,
                              "; inputs begin with a delay of 0 or 1"));
  else
    check_network(s, problems);
  return problems;
}

}  // namespace bramah
