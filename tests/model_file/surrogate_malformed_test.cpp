// Every way in which the file of a surrogate can be wrong, with its message.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "bramah/basics.h"
#include "model_file/random_surrogate.h"
#include "model_file/scratch_folder.h"
#include "model_file/surrogate_file.h"

namespace bramah {
namespace {

const std::vector<std::string> kLines = {
    "bramah_surrogate: 1",                              // 1
    "name: servo",                                      // 2
    "sample_time: 10 ms",                               // 3
    "inputs:",                                          // 4
    "  U:",                                             // 5
    "    unit: V",                                      // 6
    "    scale: [-10, 10]",                             // 7
    "    valid: [-9.5, 9.25]",                          // 8
    "    change: 2",                                    // 9
    "outputs:",                                         // 10
    "  lift.length:",                                   // 11
    "    unit: m",                                      // 12
    "    scale: [0.6, 1.1]",                            // 13
    "    valid: [0.7, 1]",                              // 14
    "    change: 0.01",                                 // 15
    "delays: {inputs: [0, 0], outputs: 1, errors: 0}",  // 16
    "made:",                                            // 17
    "  seed: 7",                                        // 18
    "network:",                                         // 19
    "  layers: [2, 2, 1]",                              // 20
    "  activation: tanh",                               // 21
    "  parameters:",                                    // 22
    "    - weights:",                                   // 23
    "        - [1, 3]",                                 // 24
    "        - [2, 4]",                                 // 25
    "      biases: [5, 6]",                             // 26
    "    - weights:",                                   // 27
    "        - [7, 8]",                                 // 28
    "      biases: [9]",                                // 29
};

std::string problem_of(const std::string& text) {
  try {
    (void)read_surrogate_text(text, "s.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// The file with one line in another wording; "": without it.
std::string with(int line, const std::string& wording) {
  std::string text;
  for (int i = 1; i <= static_cast<int>(kLines.size()); ++i) {
    if (i == line && wording.empty()) continue;
    text += (i == line ? wording : kLines[static_cast<std::size_t>(i - 1)]) + "\n";
  }
  return text;
}

struct Wrong {
  int line;
  std::string wording, message;

  friend void PrintTo(const Wrong& w, std::ostream* out) { *out << w.line << ": " << w.wording; }
};

TEST(SurrogateMalformed, TheOriginalIsRight) { EXPECT_EQ(problem_of(with(0, "")), "none"); }

class SurrogateMalformed : public testing::TestWithParam<Wrong> {};

TEST_P(SurrogateMalformed, SaysWhere) {
  const auto& [line, wording, message] = GetParam();
  EXPECT_EQ(problem_of(with(line, wording)), message) << line << ": " << wording;
}

INSTANTIATE_TEST_SUITE_P(
    Head, SurrogateMalformed,
    testing::Values(
        Wrong{1, "bramah_surrogate: 2",
              "s.yaml:1: bramah_surrogate: format version \"2\" is not supported; this program "
              "reads version 1"},
        Wrong{1, "bramah_surrogate: [1]",
              "s.yaml:1: bramah_surrogate: format version a list is not supported; this program "
              "reads version 1"},
        Wrong{1, "",
              "s.yaml:1: expected a surrogate file that starts with \"bramah_surrogate: 1\"; found "
              "a map"},
        Wrong{1, "bramah: 1",
              "s.yaml:1: expected a surrogate file that starts with \"bramah_surrogate: 1\"; found "
              "a machine file"},
        Wrong{2, "nam: servo", "s.yaml:2: unknown key \"nam\"; did you mean \"name\"?"},
        Wrong{2, "name: [servo]", "s.yaml:2: name: expected a word, e.g. circuit 3; found a list"},
        Wrong{3, "sample_time: 10",
              "s.yaml:3: sample_time: 10 has no unit; expected a time, e.g. 10 ms"},
        Wrong{3, "sample_time: 10 mm",
              "s.yaml:3: sample_time: expected a time, e.g. 10 ms; found 10 mm (a length)"},
        Wrong{3, "sample_time: -10 ms",
              "s.yaml:3: sample_time: must be greater than zero; found -10 ms"},
        Wrong{
            3, "sample_time: 1e400 s",
            "s.yaml:3: sample_time: cannot read \"1e400 s\": the number is too large or too small"},
        Wrong{3, "sample_time: 1 s/0",
              "s.yaml:3: sample_time: cannot read \"1 s/0\": division by zero"},
        Wrong{3, "",
              "s.yaml:1: missing key \"sample_time\" (time between two samples), e.g. sample_time: "
              "10 ms"},
        Wrong{16, "delays: {inputs: [0, 0], outputs: 1, outputs: 1}",
              "s.yaml:16: \"outputs\" is written twice, first in line 16; remove or rename one"},
        Wrong{16, "delays: {inputs: [1, 0], outputs: 1}",
              "s.yaml:16: delays.inputs: the first delay is longer than the last"},
        Wrong{16, "delays: {inputs: 0, outputs: 1}",
              "s.yaml:16: delays.inputs: expected 2 delays, [first, last]; found \"0\""},
        Wrong{16, "delays: {inputs: [0, 1001], outputs: 1.5, errors: -1}",
              "s.yaml:16: delays.inputs: expected a whole number from 0 to 1000; found \"1001\"\n"
              "s.yaml:16: delays.outputs: expected a whole number from 0 to 1000; found \"1.5\"\n"
              "s.yaml:16: delays.errors: expected a whole number from 0 to 1000; found \"-1\""},
        Wrong{16, "delays: {inputs: [0, 0], output: 1}",
              "s.yaml:16: delays: unknown key \"output\"; did you mean \"outputs\"?\n"
              "s.yaml:16: delays: missing key \"outputs\" (number of past outputs, 0: none), e.g. "
              "outputs: 11"},
        Wrong{16, "delays: {inputs: [0, 3], outputs: 1}",
              "s.yaml:20: network: the network has 2 inputs, but channels and delays make 5"},
        Wrong{18, "  seed: [7]", "s.yaml:18: made: expected a text; found a list"},
        Wrong{17, "made: 7",
              "s.yaml:18: YAML: illegal map value; is a blank missing after a \":\" before, is the "
              "line indented too far, or has it a second \":\"?"}));

INSTANTIATE_TEST_SUITE_P(
    Channels, SurrogateMalformed,
    testing::Values(
        Wrong{4, "inputs: U",
              "s.yaml:5: YAML: illegal map value; is a blank missing after a \":\" before, is the "
              "line indented too far, or has it a second \":\"?"},
        Wrong{5, "  \"\":", "s.yaml:5: input \"\": a channel needs a name"},
        Wrong{6, "    unit: mm",
              "s.yaml:6: input \"U\": unit: expected an SI unit, m; found \"mm\""},
        Wrong{6, "    unit: volts",
              "s.yaml:6: input \"U\": unit: cannot read \"volts\": unknown unit or parameter "
              "\"volts\""},
        Wrong{6,
              "    unit:", "s.yaml:6: input \"U\": unit: expected a word, e.g. m; found nothing"},
        Wrong{6, "",
              "s.yaml:6: input \"U\": missing key \"unit\" (SI unit of its numbers), e.g. unit: m"},
        Wrong{7, "    scale: [10, -10]",
              "s.yaml:7: input \"U\": scale: expected [lower, upper]; found [10, -10], which does "
              "not rise"},
        Wrong{7, "    scale: [1, 1]",
              "s.yaml:7: input \"U\": scale: expected [lower, upper]; found [1, 1], which does not "
              "rise"},
        Wrong{7, "    scale: 10",
              "s.yaml:7: input \"U\": scale: expected 2 numbers, [lower, upper]; found \"10\""},
        Wrong{7, "    scale: [-10, 0, 10]",
              "s.yaml:7: input \"U\": scale: expected 2 numbers, [lower, upper]; found 3"},
        Wrong{
            7, "    scale: [-10 V, 10 V]",
            "s.yaml:7: input \"U\": scale: expected a plain number without a unit; found \"-10 "
            "V\"\n"
            "s.yaml:7: input \"U\": scale: expected a plain number without a unit; found \"10 V\""},
        Wrong{7, "    scale: [-inf, inf]",
              "s.yaml:7: input \"U\": scale: expected a finite number within the range of double; "
              "found \"-inf\"\n"
              "s.yaml:7: input \"U\": scale: expected a finite number within the range of double; "
              "found \"inf\""},
        Wrong{8, "    valid: [nan, 9.25]",
              "s.yaml:8: input \"U\": valid: expected a finite number within the range of double; "
              "found \"nan\""},
        Wrong{8, "    vald: [-9.5, 9.25]",
              "s.yaml:6: input \"U\": missing key \"valid\" (smallest and largest value of the "
              "training data), e.g. valid: [0.65, 1.02]\n"
              "s.yaml:8: input \"U\": unknown key \"vald\"; did you mean \"valid\"?"},
        Wrong{9, "    change: 0",
              "s.yaml:9: input \"U\": change: expected a number greater than zero; found \"0\""},
        Wrong{9, "    change: 1e999",
              "s.yaml:9: input \"U\": change: expected a finite number within the range of double; "
              "found \"1e999\""},
        Wrong{11, "  U:\n    unit: m\n  U:",
              "s.yaml:13: \"U\" is written twice, first in line 11; remove or rename one"}));

INSTANTIATE_TEST_SUITE_P(
    Networks, SurrogateMalformed,
    testing::Values(
        Wrong{20, "  layers: [3, 2, 1]",
              "s.yaml:24: layer 1: expected 3 weights in a row, one for each input of the layer; "
              "found 2\n"
              "s.yaml:25: layer 1: expected 3 weights in a row, one for each input of the layer; "
              "found 2"},
        Wrong{20, "  layers: [2, 3, 1]",
              "s.yaml:24: layer 1: expected 3 rows of weights, one for each neuron; found 2\n"
              "s.yaml:26: layer 1: expected 3 biases, one for each neuron; found 2\n"
              "s.yaml:28: layer 2: expected 3 weights in a row, one for each input of the layer; "
              "found 2"},
        Wrong{20, "  layers: [2, 2, 2]",
              "s.yaml:28: layer 2: expected 2 rows of weights, one for each neuron; found 1\n"
              "s.yaml:29: layer 2: expected 2 biases, one for each neuron; found 1"},
        Wrong{20, "  layers: [2, 1]",
              "s.yaml:23: network: parameters: expected 1 items, one for each layer; found 2"},
        Wrong{20, "  layers: [2]",
              "s.yaml:20: network.layers: expected a list of inputs, neurons of 0 to 31 hidden "
              "layers, outputs, e.g. [33, 15, 2]; found a list"},
        Wrong{20, "  layers: 2",
              "s.yaml:20: network.layers: expected a list of inputs, neurons of 0 to 31 hidden "
              "layers, outputs, e.g. [33, 15, 2]; found \"2\""},
        Wrong{20, "  layers: [2, 0, 1]",
              "s.yaml:20: network.layers: expected a whole number from 1 to 4096; found \"0\""},
        Wrong{20, "  layers: [2, 4097, 1]",
              "s.yaml:20: network.layers: expected a whole number from 1 to 4096; found \"4097\""},
        Wrong{20, "  layers: [2, 2.0, 1]",
              "s.yaml:20: network.layers: expected a whole number from 1 to 4096; found \"2.0\""},
        Wrong{20, "  layers: [2, 99999999999999999999, 1]",
              "s.yaml:20: network.layers: expected a whole number from 1 to 4096; found "
              "\"99999999999999999999\""},
        Wrong{20, "  layers: [4096, 4096, 4096]",
              "s.yaml:24: layer 1: expected 4096 rows of weights, one for each neuron; found 2\n"
              "s.yaml:26: layer 1: expected 4096 biases, one for each neuron; found 2\n"
              "s.yaml:28: layer 2: expected 4096 rows of weights, one for each neuron; found 1\n"
              "s.yaml:29: layer 2: expected 4096 biases, one for each neuron; found 1"},
        Wrong{21, "  activation: tahn",
              "s.yaml:21: network.activation: expected one of tanh, logistic; found \"tahn\"; did "
              "you mean \"tanh\"?"},
        Wrong{21, "  activation: relu",
              "s.yaml:21: network.activation: expected one of tanh, logistic; found \"relu\""},
        Wrong{24, "",
              "s.yaml:24: layer 1: expected 2 rows of weights, one for each neuron; found 1"},
        Wrong{24, "        - [1, 3, 5]",
              "s.yaml:24: layer 1: expected 2 weights in a row, one for each input of the layer; "
              "found 3"},
        Wrong{24, "        - 1",
              "s.yaml:24: layer 1: expected 2 weights in a row, one for each input of the layer; "
              "found \"1\""},
        Wrong{24, "        - [1, x]",
              "s.yaml:24: layer 1: expected a plain number without a unit; found \"x\""},
        Wrong{24, "        - [1, [3]]",
              "s.yaml:24: layer 1: expected a plain number without a unit; found a list"},
        Wrong{24, "        - [1, nan]",
              "s.yaml:24: layer 1: expected a finite number within the range of double; found "
              "\"nan\""},
        Wrong{24, "        - [1, 1e-999]",
              "s.yaml:24: layer 1: expected a finite number within the range of double; found "
              "\"1e-999\""},
        Wrong{24, "        - [1, 0x10]",
              "s.yaml:24: layer 1: expected a plain number without a unit; found \"0x10\""},
        Wrong{24, "        - [1,]",
              "s.yaml:24: layer 1: expected 2 weights in a row, one for each input of the layer; "
              "found 1"},
        Wrong{24, "        - [1, ~]",
              "s.yaml:24: layer 1: expected a plain number without a unit; found nothing"},
        Wrong{26, "      biases: [5]",
              "s.yaml:26: layer 1: expected 2 biases, one for each neuron; found 1"},
        Wrong{26, "      biases: 5",
              "s.yaml:26: layer 1: expected 2 biases, one for each neuron; found \"5\""},
        Wrong{26, "      bias: [5, 6]",
              "s.yaml:23: layer 1: missing key \"biases\" (one number for each neuron), e.g. "
              "biases: [0.1, 0.2]\n"
              "s.yaml:26: layer 1: unknown key \"bias\"; did you mean \"biases\"?"},
        Wrong{26, "",
              "s.yaml:23: layer 1: missing key \"biases\" (one number for each neuron), e.g. "
              "biases: [0.1, 0.2]"},
        Wrong{29, "",
              "s.yaml:27: layer 2: missing key \"biases\" (one number for each neuron), e.g. "
              "biases: [0.1, 0.2]"},
        Wrong{24, "        - [1, 3", "s.yaml:27: YAML: illegal block entry"},
        Wrong{24, "\t- [1, 3]", "s.yaml:24: a tab: YAML indents with spaces"}));

// ----------------------------------------------------------------------------- the file as a whole

TEST(SurrogateMalformed, RefusesWhatIsNoSurrogateFile) {
  const std::string start = "expected a surrogate file that starts with \"bramah_surrogate: 1\"";
  EXPECT_EQ(problem_of(""), "s.yaml:1: " + start + "; found nothing");
  EXPECT_EQ(problem_of("hello"), "s.yaml:1: " + start + "; found \"hello\"");
  EXPECT_EQ(problem_of("\n- 1\n"), "s.yaml:2: " + start + "; found a list");
  EXPECT_EQ(problem_of("{a: [}"), "s.yaml:1: YAML: illegal flow end");
  EXPECT_EQ(problem_of("bramah_surrogate: 1\n---\na: 1\n"),
            "s.yaml:2: a second YAML document begins here; expected one surrogate in a file");
  EXPECT_EQ(problem_of(with(3, std::string("sample_time: \x00 ms", 16))),
            "s.yaml:3: this is not a text file (control character 0); expected a surrogate file in "
            "YAML");
}

TEST(SurrogateMalformed, RefusesRubbish) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(1 + random() % 2000, ' ');
    for (char& c : bytes) c = static_cast<char>(round % 2 ? 0x20 + random() % 0x5f : random());
    EXPECT_NE(problem_of(bytes), "none");
    EXPECT_NE(problem_of("bramah_surrogate: 1\n" + bytes), "none");
  }
}

TEST(SurrogateMalformed, RefusesAFileCutOffAnywhere) {
  const SurrogateShape small{.outputs = 1, .delays = {0, 1, 1, 0}, .hidden = {2}};
  const std::string whole = surrogate_text(random_surrogate(small, 1));
  EXPECT_EQ(problem_of(whole), "none");
  for (std::size_t size = 0; size + 1 < whole.size(); ++size)
    ASSERT_NE(problem_of(whole.substr(0, size)), "none") << size << " bytes";
}

TEST(SurrogateMalformed, TellsAllProblemsAtOnce) {
  std::string text = with(16, "delays: {inputs: [0, 0], outputs: -1}");
  const auto replace = [&](const std::string& old, const std::string& by) {
    text.replace(text.find(old), old.size(), by);
  };
  replace("10 ms", "10");
  replace("[-9.5, 9.25]", "[-9.5]");
  replace("tanh", "tan");
  replace("[7, 8]", "[7, nan]");
  EXPECT_EQ(problem_of(text),
            "s.yaml:3: sample_time: 10 has no unit; expected a time, e.g. 10 ms\n"
            "s.yaml:8: input \"U\": valid: expected 2 numbers, [lower, upper]; found 1\n"
            "s.yaml:16: delays.outputs: expected a whole number from 0 to 1000; found \"-1\"\n"
            "s.yaml:21: network.activation: expected one of tanh, logistic; found \"tan\"; did you "
            "mean \"tanh\"?\n"
            "s.yaml:28: layer 2: expected a finite number within the range of double; found "
            "\"nan\"");
}

TEST(SurrogateMalformed, RefusesHugeFiles) {
  std::string row = "1";
  for (int i = 0; i < 10; ++i) row += ", " + row;  // 1024 values
  std::string text = "bramah_surrogate: 1\na: &a [" + row + "]\nb:\n";
  for (int i = 0; i < 1000; ++i) text += "  - *a\n";
  EXPECT_EQ(problem_of(text),
            "s.yaml:2: more than 1000000 values, aliases expanded; a network of that size is not "
            "supported");
  EXPECT_EQ(problem_of(std::string((std::size_t{32} << 20) + 1, ' ')),
            "s.yaml:1: larger than 32 MB");
}

TEST(SurrogateMalformed, RefusesWhatIsNoFile) {
  const ScratchFolder folder;
  const auto problem = [](const std::string& path) -> std::string {
    try {
      (void)read_surrogate(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const std::string missing = folder.file("none.yaml"), wrong = folder.file("wrong.yaml");
  EXPECT_EQ(problem(missing), "there is no file \"" + missing + "\"");
  EXPECT_EQ(problem(folder.file("")), "\"" + folder.file("") + "\" is not a regular file");
  std::ofstream(wrong) << with(3, "sample_time: 10");
  EXPECT_EQ(problem(wrong), wrong + ":3: sample_time: 10 has no unit; expected a time, e.g. 10 ms");
}

}  // namespace
}  // namespace bramah
