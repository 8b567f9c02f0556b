// Writes what surrogate_file.cpp reads: one neuron a line, parameters last, so that a file cut off
// anywhere is refused.
#include <algorithm>
#include <set>

#include "bramah/basics.h"
#include "core/units.h"
#include "model_file/surrogate_checksum.h"
#include "model_file/surrogate_file.h"
#include "text/number_text.h"

namespace bramah {
namespace {

bool is_plain(const std::string& text) {
  static const std::set<std::string> kNull = {"null", "Null", "NULL"};
  const auto harmless = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.+/()^ -").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), harmless) &&
         std::string_view("_ -").find(text.front()) == std::string_view::npos &&
         !text.starts_with("...") && text.back() != ' ' && kNull.count(text) == 0;
}

// A text as YAML has it: in quotes where it could be taken for something else.
std::string written(const std::string& text) {
  if (is_plain(text)) return text;
  static const char* const kDigits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      quoted += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    else
      quoted += c;
  }
  return quoted + '"';
}

// In milliseconds, if that is the same number.
std::string time_text(double seconds) {
  const std::string text = number_text(seconds * 1e3) + " ms";
  return parse_as(text, "s") == seconds ? text : number_text(seconds) + " s";
}

std::string range_text(double lower, double upper) {
  return "[" + number_text(lower) + ", " + number_text(upper) + "]";
}

void write_channels(std::string& out, const std::vector<SurrogateChannel>& channels) {
  for (const SurrogateChannel& c : channels) {
    out += "  " + written(c.name) + ":\n";
    out += "    unit: " + written(c.unit) + "\n";
    out += "    scale: " + range_text(c.lower, c.upper) + "\n";
    out += "    valid: " + range_text(c.valid_lower, c.valid_upper) + "\n";
    out += "    change: " + number_text(c.valid_change) + "\n";
  }
}

// [p[0], p[stride], ...]
void write_row(std::string& out, const double* p, int count, int stride) {
  out += '[';
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    char number[kNumberWidth];
    out.append(number, write_number(number, p[static_cast<Eigen::Index>(i) * stride]));
  }
  out += "]\n";
}

void write_network(std::string& out, const Network& network) {
  out += "network:\n  layers: [";
  for (std::size_t i = 0; i < network.sizes.size(); ++i)
    out += (i > 0 ? ", " : "") + std::to_string(network.sizes[i]);
  out += "]\n  activation: ";
  out += network.activation == Activation::tanh ? "tanh" : "logistic";
  out += "\n  parameters:\n";
  const double* p = network.parameters.data();
  for (int l = 0; l < network.layers(); ++l) {
    const int inputs = network.sizes[l], neurons = network.sizes[l + 1];
    out += "    - weights:  # layer " + std::to_string(l + 1) + "\n";
    for (int n = 0; n < neurons; ++n) {
      out += "        - ";
      write_row(out, p + n, inputs, neurons);
    }
    p += static_cast<Eigen::Index>(inputs) * neurons;
    out += "      biases: ";
    write_row(out, p, neurons, 1);
    p += neurons;
  }
}

void require_sound(const Surrogate& s) {
  std::vector<std::string> problems = problems_of(s);
  const auto find_doubles = [&](const auto& items, const auto& name_of) {
    std::set<std::string> names;
    for (const auto& item : items)
      if (!names.insert(name_of(item)).second)
        problems.push_back("the name \"" + name_of(item) + "\" is there twice");
  };
  const auto channel_name = [](const SurrogateChannel& c) { return c.name; };
  find_doubles(s.inputs, channel_name);
  find_doubles(s.outputs, channel_name);
  find_doubles(s.made, [](const auto& entry) { return entry.first; });
  if (problems.empty()) return;
  for (std::string& problem : problems) problem = "cannot write the surrogate: " + problem;
  throw InputError(problems);
}

}  // namespace

std::string surrogate_text(const Surrogate& s) {
  require_sound(s);
  std::string out = "bramah_surrogate: 1\n";
  if (!s.name.empty()) out += "name: " + written(s.name) + "\n";
  out += "sample_time: " + time_text(s.sample_time) + "\ninputs:\n";
  write_channels(out, s.inputs);
  out += "outputs:\n";
  write_channels(out, s.outputs);
  out += "delays: {inputs: [" + std::to_string(s.delays.input_first) + ", " +
         std::to_string(s.delays.input_last) + "], outputs: " + std::to_string(s.delays.outputs) +
         ", errors: " + std::to_string(s.delays.errors) + "}\n";
  if (!s.made.empty()) out += "made:\n";
  for (const auto& [key, value] : s.made) out += "  " + written(key) + ": " + written(value) + "\n";
  out += "checksum: " + checksum_of(s) + "\n";
  write_network(out, s.network);
  return out;
}

}  // namespace bramah
