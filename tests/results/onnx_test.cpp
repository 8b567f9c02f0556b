// The ONNX model against the network it was made from: onnx's own checker, and its graph computed
// in numpy.
#include "results/onnx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "bramah/basics.h"
#include "model_file/random_surrogate.h"
#include "model_file/scratch_folder.h"
#include "surrogate/narx_run.h"
#include "text/number_text.h"
#include "text/protobuf.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;

TEST(Protobuf, EncodesFields) {
  ProtobufMessage inner;
  inner.integer(1, 150);
  EXPECT_EQ(inner.encoded(),
            "\x08\x96\x01");  // the example of protobuf.dev/programming-guides/encoding
  ProtobufMessage outer;
  outer.bytes(2, "testing").message(3, inner).integer(20, 1);
  EXPECT_EQ(outer.encoded(), "\x12\x07testing\x1a\x03\x08\x96\x01\xa0\x01\x01");
}

// Debian's packages belong to Debian's interpreter.
std::string python() {
  return std::system("python3 -c 'import onnx' 2>/dev/null") == 0 ? "python3" : "/usr/bin/python3";
}

// Values of all ports, within and a little outside their scales, and the outputs that belong to
// them.
void write_table(const std::string& path, const Surrogate& s) {
  std::mt19937_64 random(11);
  const ForwardPass forward(s.network);
  ForwardPass::Scratch scratch = forward.make_scratch();
  std::ofstream out(path);
  for (int row = 0; row < 20; ++row) {
    std::vector<double> window, y(s.outputs.size());
    const auto add = [&](const SurrogateChannel& c, int delays, bool error) {
      for (int d = 0; d < delays; ++d) {
        const double place = std::ldexp(static_cast<double>(random()), -64) * 1.2 - 0.1;
        double value = c.lower + place * (c.upper - c.lower);
        if (error) value *= 0.1;
        window.push_back(error ? 2.0 * value / (c.upper - c.lower) : c.scaled(value));
        out << number_text(value) << ' ';
      }
    };
    for (const auto& c : s.inputs) add(c, s.delays.inputs(), false);
    for (const auto& c : s.outputs) add(c, s.delays.outputs, false);
    for (const auto& c : s.outputs) add(c, s.delays.errors, true);
    forward(window, y, scratch);
    for (std::size_t o = 0; o < y.size(); ++o)
      out << number_text(s.outputs[o].physical(y[o])) << ' ';
    for (const auto& c : s.outputs) out << number_text(c.upper - c.lower) << ' ';
    out << '\n';
  }
}

// What a run sees and predicts, sample by sample.
void write_run_table(const std::string& path, const Surrogate& s) {
  const NarxRun run(s);
  std::vector<double> state(run.state_size()), u(run.inputs(), 0.1), y(run.outputs(), 0.2);
  NarxRun::Scratch scratch = run.make_scratch();
  run.start(u, y, state);
  std::ofstream out(path);
  for (int k = 0; k < 20; ++k) {
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = std::sin(0.7 * k + static_cast<double>(i));
    run.sample(u, state, scratch);
    const double* window = state.data() + state.size() - window_size(s);
    const auto add = [&](const SurrogateChannel& c, int delays) {
      for (int d = 0; d < delays; ++d) out << number_text(c.physical(*window++)) << ' ';
    };
    for (const auto& c : s.inputs) add(c, s.delays.inputs());
    for (const auto& c : s.outputs) add(c, s.delays.outputs);
    for (std::size_t e = 0; e < s.outputs.size() * s.delays.errors; ++e) out << "0 ";
    for (int o = 0; o < static_cast<int>(y.size()); ++o)
      out << number_text(run.output_after(o, state)) << ' ';
    for (const auto& c : s.outputs) out << number_text(c.upper - c.lower) << ' ';
    out << '\n';
  }
}

// What check_onnx.py says.
std::string check(const Surrogate& s, void (*write)(const std::string&, const Surrogate&)) {
  const ScratchFolder folder;
  std::ofstream(folder.file("s.onnx"), std::ios::binary) << surrogate_onnx(s);
  write(folder.file("table.txt"), s);
  const std::string command = python() + " " BRAMAH_SOURCE_DIR "/tests/results/check_onnx.py " +
                              folder.file("s.onnx") + " " + folder.file("table.txt") + " >" +
                              folder.file("out.txt") + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_text(folder.file("out.txt"));
  return read_text(folder.file("out.txt"));
}

TEST(Onnx, ComputesWhatTheNetworkComputes) {
  unsigned seed = 1;
  for (const SurrogateShape& shape : surrogate_shapes())
    EXPECT_THAT(check(random_surrogate(shape, seed++), write_table), HasSubstr("rows = 20\n"));
}

TEST(Onnx, PredictsWhatARunPredicts) {
  for (const auto activation : {Activation::tanh, Activation::logistic}) {
    const SurrogateShape shape{.inputs = 2, .delays = {0, 4, 3, 2}, .activation = activation};
    EXPECT_THAT(check(random_surrogate(shape, 8), write_run_table), HasSubstr("rows = 20\n"));
  }
}

TEST(Onnx, TellsItsChannels) {
  Surrogate s =
      random_surrogate({.inputs = 2, .outputs = 2, .delays = {0, 2, 3, 1}, .hidden = {4}}, 3);
  s.inputs[0].valid_lower = -0.125;
  const std::string text = check(s, write_table);
  for (const char* line :
       {"producer = bramah\n", "name = random 3\n", "sample_time = 0.01 s\n",
        "inputs.names = U0, U1\n", "inputs.units = V, V\n", "inputs.valid_lower = -0.125, ",
        "outputs.names = lift0.length, lift1.length\n", "outputs.units = m, m\n",
        "delays.inputs = 0, 2\n", "delays.outputs = 3\n", "delays.errors = 1\n", "made.seed = 3\n",
        "ports = inputs 6, outputs_before 6, errors 2, outputs 2\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(Onnx, RefusesWhatIsNoSurrogate) {
  Surrogate s = random_surrogate({}, 1);
  s.network.parameters.conservativeResize(3);
  EXPECT_THROW((void)surrogate_onnx(s), InputError);
}

}  // namespace
}  // namespace bramah
