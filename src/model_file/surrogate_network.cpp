#include "model_file/surrogate_network.h"

#include "core/text.h"
#include "model_file/key_table.h"
#include "model_file/plain_number.h"

namespace bramah {
namespace {

constexpr int kMostNeurons = 4096, kMostLayers = 32;  // as in problems_of()

struct LayerNodes {
  const Node *weights = nullptr, *biases = nullptr;
};

struct NetworkNodes {
  Network network;
  std::vector<LayerNodes> layers;
  Where sizes, parameters;  // their places
};

const Table<LayerNodes>& layer_table() {
  static const Table<LayerNodes> table = [] {
    const auto keep = [](const Node* LayerNodes::*member) {
      return
          [member](Reader&, const Node& node, const KeyInfo&, LayerNodes& l) { l.*member = &node; };
    };
    Table<LayerNodes> t("layer", "Parameters of one layer.");
    t.add({.name = "weights",
           .required = true,
           .doc = "one row for each neuron",
           .example = "[[0.1, 0.2], [0.3, 0.4]]"},
          keep(&LayerNodes::weights));
    t.add({.name = "biases",
           .required = true,
           .doc = "one number for each neuron",
           .example = "[0.1, 0.2]"},
          keep(&LayerNodes::biases));
    return t;
  }();
  return table;
}

void store_sizes(Reader& in, const Node& node, const KeyInfo& key, NetworkNodes& n) {
  n.sizes = node.where;
  if (!node.is_list() || node.items.size() < 2 || node.items.size() > kMostLayers + 1u)
    return in.expected(node, concat("a list of inputs, neurons of 0 to ", kMostLayers - 1,
                                    " hidden layers, outputs, e.g. ", key.example));
  for (const Node& item : node.items)
    if (const auto size = whole_number(in, item, 1, kMostNeurons)) n.network.sizes.push_back(*size);
  if (n.network.sizes.size() != node.items.size()) n.network.sizes.clear();
}

void store_layers(Reader& in, const Node& node, const KeyInfo&, NetworkNodes& n) {
  n.parameters = node.where;
  if (!node.is_list() || node.items.empty())
    return in.expected(node, "a list with weights and biases of each layer");
  for (std::size_t l = 0; l < node.items.size(); ++l) {
    const Reader::Inside inside(in, concat("layer ", l + 1), true);
    read_table(in, node.items[l], layer_table(), n.layers.emplace_back());
  }
}

const Table<NetworkNodes>& network_table() {
  static const Table<NetworkNodes> table = [] {
    Table<NetworkNodes> t("network", "Hidden layers with a sigmoid, the last one linear.");
    t.add({.name = "layers",
           .required = true,
           .doc = "numbers of inputs, neurons of each hidden layer, outputs",
           .example = "[33, 15, 2]"},
          store_sizes);
    t.add({.name = "activation",
           .choices = {"tanh", "logistic"},
           .required = true,
           .doc = "sigmoid of the hidden layers",
           .example = "tanh"},
          [](Reader& in, const Node& node, const KeyInfo& key, NetworkNodes& n) {
            if (const auto word = in.choice(node, key))
              n.network.activation = *word == "tanh" ? Activation::tanh : Activation::logistic;
          });
    t.add({.name = "parameters",
           .required = true,
           .doc = "weights and biases of each layer",
           .example = "[{weights: [[0.5]], biases: [0]}]"},
          store_layers);
    return t;
  }();
  return table;
}

// Rows and columns; before any memory is asked for, as sizes alone may promise gigabytes.
bool shape_is_right(Reader& in, const NetworkNodes& n) {
  const std::vector<int>& sizes = n.network.sizes;
  if (n.layers.size() + 1 != sizes.size()) {
    in.problem(n.parameters, concat("parameters: expected ", sizes.size() - 1,
                                    " items, one for each layer; found ", n.layers.size()));
    return false;
  }
  bool right = true;
  for (std::size_t l = 0; l < n.layers.size(); ++l) {
    const Reader::Inside inside(in, concat("layer ", l + 1), true);
    const auto [weights, biases] = n.layers[l];
    if (!weights || !biases) return false;  // told already
    const auto columns = static_cast<std::size_t>(sizes[l]),
               rows = static_cast<std::size_t>(sizes[l + 1]);
    right &= has_items(in, *biases, rows, "biases, one for each neuron");
    if (!has_items(in, *weights, rows, "rows of weights, one for each neuron")) {
      right = false;
      continue;
    }
    for (const Node& row : weights->items)
      right &= has_items(in, row, columns, "weights in a row, one for each input of the layer");
  }
  return right;
}

void read_parameters(Reader& in, NetworkNodes& n) {
  Network& network = n.network;
  if (network.sizes.empty() || n.layers.empty() || !shape_is_right(in, n)) return;
  network.parameters.resize(parameter_count(network.sizes));
  double* p = network.parameters.data();
  for (std::size_t l = 0; l < n.layers.size(); ++l) {
    const Reader::Inside inside(in, concat("layer ", l + 1), true);
    const std::vector<Node>& rows = n.layers[l].weights->items;
    for (std::size_t i = 0; i < rows.front().items.size(); ++i)
      for (const Node& row : rows) *p++ = plain_number(in, row.items[i]).value_or(0.0);
    for (const Node& bias : n.layers[l].biases->items) *p++ = plain_number(in, bias).value_or(0.0);
  }
}

}  // namespace

void read_network(Reader& in, const Node& node, Surrogate& s) {
  NetworkNodes n;
  read_table(in, node, network_table(), n);
  read_parameters(in, n);
  s.network = std::move(n.network);
  if (!in.problems.empty()) return;  // sizes that do not fit may be the fault of others
  if (s.network.inputs() != window_size(s))
    in.problem(n.sizes, concat("the network has ", s.network.inputs(),
                               " inputs, but channels and delays make ", window_size(s)));
  if (s.network.outputs() != static_cast<int>(s.outputs.size()))
    in.problem(n.sizes, concat("the network has ", s.network.outputs(), " outputs for ",
                               s.outputs.size(), " channels"));
}

const TableInfo& surrogate_network_info() { return network_table().info; }

}  // namespace bramah
