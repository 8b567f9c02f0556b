// The graph, for one sample:
//
//   scaled   = (x - middle) / half      of inputs, of outputs_before unless n = 0, of errors unless
//                                       m = 0
//   window   = Concat(...)
//   layer_l  = Tanh or Sigmoid(layer_(l-1) W_l^T + b_l), the last one linear
//   outputs  = layer_L * half + middle
//
// Numbers of fields and types are those of onnx.proto, ONNX 1.12.
#include "results/onnx.h"

#include <bit>

#include "bramah/basics.h"
#include "bramah/run.h"
#include "text/number_text.h"
#include "text/protobuf.h"

namespace bramah {
namespace {

constexpr int kIrVersion = 8, kOpset = 13;     // of ONNX 1.10 and 1.8; newer readers take them
constexpr int kTypeDouble = 11, kTypeInt = 2;  // TensorProto.DataType, AttributeProto.Type
constexpr int kInput = 11, kOutput = 12;       // of GraphProto

using Channels = std::vector<SurrogateChannel>;
using Names = std::vector<std::string>;

// Little-endian, whatever this computer is.
void append(std::string& bytes, double value) {
  auto bits = std::bit_cast<std::uint64_t>(value);
  for (int i = 0; i < 8; ++i, bits >>= 8) bytes += static_cast<char>(bits & 0xff);
}

class Graph {
 public:
  Graph() { graph_.bytes(2, "narx"); }

  const ProtobufMessage& message() const { return graph_; }

  // A row of values that comes in or goes out.
  void add_port(int field, const std::string& name, int values, const std::string& doc) {
    ProtobufMessage shape, tensor, type, port;
    for (const int size : {1, values})
      shape.message(1, ProtobufMessage().integer(1, static_cast<std::uint64_t>(size)));
    tensor.integer(1, kTypeDouble).message(2, shape);
    type.message(1, tensor);
    port.bytes(1, name).message(2, type).bytes(3, doc);
    graph_.message(field, port);
  }

  std::string add_tensor(const std::string& name, const std::vector<int>& shape,
                         const double* values) {
    ProtobufMessage tensor;
    std::size_t count = 1;
    for (const int size : shape) {
      tensor.integer(1, static_cast<std::uint64_t>(size));
      count *= static_cast<std::size_t>(size);
    }
    std::string raw;
    raw.reserve(8 * count);
    for (std::size_t i = 0; i < count; ++i) append(raw, values[i]);
    tensor.integer(2, kTypeDouble).bytes(8, name).bytes(9, raw);
    graph_.message(5, tensor);
    return name;
  }

  std::string add_node(const std::string& op, const Names& inputs, const std::string& output) {
    graph_.message(1, node(op, inputs, output));
    return output;
  }

  std::string add_concat(const Names& inputs, const std::string& output) {
    ProtobufMessage axis, concat = node("Concat", inputs, output);
    axis.bytes(1, "axis").integer(3, 1).integer(20, kTypeInt);
    graph_.message(1, concat.message(5, axis));
    return output;
  }

 private:
  static ProtobufMessage node(const std::string& op, const Names& inputs,
                              const std::string& output) {
    ProtobufMessage node;
    for (const std::string& input : inputs) node.bytes(1, input);
    node.bytes(2, output).bytes(3, output + "_node").bytes(4, op);
    return node;
  }

  ProtobufMessage graph_;
};

// For each channel `repeat` times.
std::string add_constants(Graph& graph, const std::string& name, const Channels& channels,
                          int repeat, double (*value)(const SurrogateChannel&)) {
  std::vector<double> values;
  for (const SurrogateChannel& c : channels)
    values.insert(values.end(), static_cast<std::size_t>(repeat), value(c));
  return graph.add_tensor(name, {1, static_cast<int>(values.size())}, values.data());
}

double half(const SurrogateChannel& c) { return 0.5 * (c.upper - c.lower); }
double middle(const SurrogateChannel& c) { return 0.5 * (c.lower + c.upper); }

// A port and its scaled values; `about_zero`: differences have no middle.
std::string add_scaled(Graph& graph, const std::string& name, const Channels& channels, int delays,
                       bool about_zero, const std::string& doc) {
  graph.add_port(kInput, name, static_cast<int>(channels.size()) * delays,
                 doc + "; channel by channel, the shortest delay first");
  std::string values = name;
  if (!about_zero)
    values = graph.add_node(
        "Sub", {name, add_constants(graph, name + "_middle", channels, delays, middle)},
        name + "_centred");
  const std::string range = add_constants(graph, name + "_half", channels, delays, half);
  return graph.add_node("Div", {values, range}, name + "_scaled");
}

std::string add_window(Graph& graph, const Surrogate& s) {
  const NarxDelays& d = s.delays;
  Names parts{add_scaled(graph, "inputs", s.inputs, d.inputs(), false, "delayed inputs")};
  if (d.outputs > 0)
    parts.push_back(
        add_scaled(graph, "outputs_before", s.outputs, d.outputs, false, "delayed outputs"));
  if (d.errors > 0)
    parts.push_back(add_scaled(graph, "errors", s.outputs, d.errors, true,
                               "delayed errors, measured - predicted"));
  return graph.add_concat(parts, "window");
}

std::string add_layers(Graph& graph, const Network& network, std::string values) {
  const double* p = network.parameters.data();
  for (int l = 0; l < network.layers(); ++l) {
    const int inputs = network.sizes[l], neurons = network.sizes[l + 1];
    const std::string layer = "layer_" + std::to_string(l + 1);
    // The columns of W one after the other are the rows of its transpose.
    const std::string weights = graph.add_tensor(layer + "_weights", {inputs, neurons}, p);
    p += static_cast<Eigen::Index>(inputs) * neurons;
    const std::string biases = graph.add_tensor(layer + "_biases", {neurons}, p);
    p += neurons;
    values = graph.add_node("Gemm", {values, weights, biases}, layer + "_sum");
    if (l + 1 < network.layers())
      values = graph.add_node(network.activation == Activation::tanh ? "Tanh" : "Sigmoid", {values},
                              layer);
  }
  return values;
}

void add_property(ProtobufMessage& model, const std::string& key, const std::string& value) {
  model.message(14, ProtobufMessage().bytes(1, key).bytes(2, value));
}

void add_channels(ProtobufMessage& model, const std::string& key, const Channels& channels) {
  std::string names, units, lower, upper, change;
  for (const SurrogateChannel& c : channels) {
    const std::string comma = names.empty() ? "" : ", ";
    names += comma + c.name;
    units += comma + c.unit;
    lower += comma + number_text(c.valid_lower);
    upper += comma + number_text(c.valid_upper);
    change += comma + number_text(c.valid_change);
  }
  add_property(model, key + ".names", names);
  add_property(model, key + ".units", units);
  add_property(model, key + ".valid_lower", lower);
  add_property(model, key + ".valid_upper", upper);
  add_property(model, key + ".valid_change", change);
}

void add_properties(ProtobufMessage& model, const Surrogate& s) {
  add_property(model, "name", s.name);
  add_property(model, "sample_time", number_text(s.sample_time) + " s");
  add_channels(model, "inputs", s.inputs);
  add_channels(model, "outputs", s.outputs);
  add_property(model, "delays.inputs",
               std::to_string(s.delays.input_first) + ", " + std::to_string(s.delays.input_last));
  add_property(model, "delays.outputs", std::to_string(s.delays.outputs));
  add_property(model, "delays.errors", std::to_string(s.delays.errors));
  for (const auto& [key, value] : s.made) add_property(model, "made." + key, value);
}

}  // namespace

std::string surrogate_onnx(const Surrogate& s) {
  if (const std::vector<std::string> problems = problems_of(s); !problems.empty())
    throw InputError(problems);
  Graph graph;
  const std::string scaled = add_layers(graph, s.network, add_window(graph, s));
  const std::string range = add_constants(graph, "outputs_range", s.outputs, 1, half);
  const std::string product = graph.add_node("Mul", {scaled, range}, "outputs_centred");
  const std::string centre = add_constants(graph, "outputs_middle", s.outputs, 1, middle);
  graph.add_node("Add", {product, centre}, "outputs");
  graph.add_port(kOutput, "outputs", static_cast<int>(s.outputs.size()), "predicted outputs");

  ProtobufMessage model;
  model.integer(1, kIrVersion).bytes(2, "bramah").bytes(3, version()).message(7, graph.message());
  model.message(8, ProtobufMessage().bytes(1, "").integer(2, kOpset));
  add_properties(model, s);
  return model.encoded();
}

}  // namespace bramah
