// The oil circuit as a graph: what a diagram is drawn from.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bramah {

struct Scheme {
  struct Node {
    std::string name;
    enum class Kind { volume, chamber, source, shaft } kind = Kind::volume;
    std::string channel;  // of its pressure or speed; empty: it has none
    double value = 0.0;   // of a fixed source, where it has no channel [Pa], [rad/s]
  };
  struct Port {
    std::string name;
    int node = -1;  // -1: connected to nothing
    // Channels whose sum, each times its factor, is the flow into the part.
    std::vector<std::pair<std::string, double>> flow;
  };
  struct Parameter {
    std::string name;
    double value = 0.0;
    std::string unit;  // SI
    std::string text;  // instead of the value, where it is a word
  };
  struct Part {
    std::string name;
    std::string type;  // of the catalogue: "relief_valve", "valve_4_3", "cylinder"
    std::vector<Port> ports;
    std::vector<std::string> channels;  // worth looking at
    std::vector<Parameter> parameters;
  };
  std::vector<Node> nodes;
  std::vector<Part> parts;
};

}  // namespace bramah
