#include "model_file/surrogate_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "bramah/basics.h"
#include "model_file/random_surrogate.h"
#include "model_file/scratch_folder.h"

namespace bramah {
namespace {

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void expect_same(const std::vector<SurrogateChannel>& a, const std::vector<SurrogateChannel>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].unit, b[i].unit);
    for (const auto member :
         {&SurrogateChannel::lower, &SurrogateChannel::upper, &SurrogateChannel::valid_lower,
          &SurrogateChannel::valid_upper, &SurrogateChannel::valid_change})
      EXPECT_TRUE(same_bits(a[i].*member, b[i].*member)) << a[i].name;
  }
}

void expect_same(const Surrogate& a, const Surrogate& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_TRUE(same_bits(a.sample_time, b.sample_time));
  expect_same(a.inputs, b.inputs);
  expect_same(a.outputs, b.outputs);
  EXPECT_EQ(a.delays.input_first, b.delays.input_first);
  EXPECT_EQ(a.delays.input_last, b.delays.input_last);
  EXPECT_EQ(a.delays.outputs, b.delays.outputs);
  EXPECT_EQ(a.delays.errors, b.delays.errors);
  EXPECT_EQ(a.network.sizes, b.network.sizes);
  EXPECT_EQ(a.network.activation, b.network.activation);
  ASSERT_EQ(a.network.parameters.size(), b.network.parameters.size());
  for (Eigen::Index i = 0; i < a.network.parameters.size(); ++i)
    EXPECT_TRUE(same_bits(a.network.parameters[i], b.network.parameters[i])) << i;
  EXPECT_EQ(a.made, b.made);
}

// ------------------------------------------------------------------------------------- round trips

TEST(SurrogateFile, ReadsBackBitForBit) {
  unsigned seed = 1;
  for (const SurrogateShape& shape : surrogate_shapes()) {
    const Surrogate s = random_surrogate(shape, seed++);
    const std::string text = surrogate_text(s);
    const Surrogate back = read_surrogate_text(text, "s.yaml");
    expect_same(s, back);
    EXPECT_EQ(surrogate_text(back), text);
  }
}

TEST(SurrogateFile, KeepsExtremeNumbers) {
  Surrogate s = random_surrogate({}, 1);
  using Limits = std::numeric_limits<double>;
  const double extreme[] = {0.0,           -0.0,           Limits::max(), -Limits::max(),
                            Limits::min(), 5e-324,         -2.5e-310,     Limits::epsilon(),
                            0.1,           1.0 / 3.0,      1e22,          9007199254740993.0,
                            -1.0,          123456789.0625, 1e-7,          2.2250738585072011e-308};
  for (std::size_t i = 0; i < std::size(extreme); ++i)
    s.network.parameters[static_cast<Eigen::Index>(i)] = extreme[i];
  for (const double time : {0.01, 1.0 / 3.0, 1e-3 / 7.0, 1e-12, 3600.0, 0.0015, 1e200}) {
    s.sample_time = time;
    expect_same(s, read_surrogate_text(surrogate_text(s), "s.yaml"));
  }
}

// ---------------------------------------------------------------------------------------- checksum

TEST(SurrogateFile, AChangedWeightIsNoticed) {
  const std::string text = surrogate_text(random_surrogate({}, 1));
  const auto at = text.find("checksum: ");
  ASSERT_NE(at, std::string::npos);
  const std::string sum = text.substr(at + 10, 16);
  EXPECT_EQ(sum.find_first_not_of("0123456789abcdef"), std::string::npos);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');

  std::string changed = text;
  const auto bias = changed.rfind("biases: [") + 9;
  changed.replace(bias, changed.find_first_of(",]", bias) - bias, "0.123");
  try {
    (void)read_surrogate_text(changed, "s.yaml");
    FAIL() << "read";
  } catch (const InputError& error) {
    const std::string told = error.what();
    EXPECT_EQ(told.substr(0, told.find(", but theirs is ")),
              "s.yaml:" + std::to_string(line) +
                  ": the weights are not those that were trained: checksum " + sum);
    EXPECT_TRUE(told.ends_with("; remove the line `checksum` if the change is meant")) << told;
  }
  // Meant, or from before there were checksums.
  changed.erase(changed.find("checksum: "), 27);
  EXPECT_NO_THROW((void)read_surrogate_text(changed, "s.yaml"));
}

TEST(SurrogateFile, TheChecksumIsOfValuesNotOfTheirText) {
  std::string text = surrogate_text(random_surrogate({}, 1));
  const auto at = text.rfind("biases: [") + 9;
  text.insert(text.find_first_of(",]", at), " ");
  text.insert(text.find("network:"), "# a comment\n");
  EXPECT_NO_THROW((void)read_surrogate_text(text, "s.yaml"));
}

TEST(SurrogateFile, ShippedNetworksHaveTheirChecksums) {
  namespace fs = std::filesystem;
  for (const auto& entry :
       fs::directory_iterator(std::string(BRAMAH_SOURCE_DIR) + "/models/networks")) {
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(text.find("\nchecksum: "), std::string::npos) << entry.path();
    EXPECT_NO_THROW((void)read_surrogate(entry.path().string())) << entry.path();
  }
}

TEST(SurrogateFile, KeepsOddTexts) {
  Surrogate s = random_surrogate({.inputs = 2}, 1);
  s.inputs[0].name = "lift.A.p";
  s.inputs[1].name = "#1: \"a\\b\" {x}";
  s.inputs[0].unit = "kg m2/s3/A";
  s.inputs[1].unit = "1";
  s.name = " - Größe\tin zwei\nZeilen ";
  s.made = {{"null", "null"}, {"~", ""},          {"", "~"},
            {"true", "7 %"},  {"a: b", "[1, 2]"}, {"? x", "&a *a"},
            {"---", "..."},   {"=", "!!str x"},   {"bell", "\x01\x7f"}};
  expect_same(s, read_surrogate_text(surrogate_text(s), "s.yaml"));
  s.name.clear();
  s.made.clear();
  expect_same(s, read_surrogate_text(surrogate_text(s), "s.yaml"));
}

TEST(SurrogateFile, ReadsFromADisk) {
  const ScratchFolder folder;
  const Surrogate s = random_surrogate({}, 5);
  std::ofstream(folder.file("s.narx.yaml")) << surrogate_text(s);
  expect_same(s, read_surrogate(folder.file("s.narx.yaml")));
}

TEST(SurrogateFile, IsWrittenForPeople) {
  Surrogate s;
  s.name = "servo";
  s.inputs = {{.name = "U",
               .unit = "V",
               .lower = -10,
               .upper = 10,
               .valid_lower = -9.5,
               .valid_upper = 9.25,
               .valid_change = 2}};
  s.outputs = {{.name = "lift.length",
                .unit = "m",
                .lower = 0.6,
                .upper = 1.1,
                .valid_lower = 0.7,
                .valid_upper = 1,
                .valid_change = 0.01}};
  s.delays = {0, 0, 1, 0};
  s.network.sizes = {2, 2, 1};
  s.network.parameters.resize(9);
  s.network.parameters << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  s.made = {{"seed", "7"}};
  EXPECT_EQ(surrogate_text(s),
            "bramah_surrogate: 1\n"
            "name: servo\n"
            "sample_time: 10 ms\n"
            "inputs:\n"
            "  U:\n"
            "    unit: V\n"
            "    scale: [-10, 10]\n"
            "    valid: [-9.5, 9.25]\n"
            "    change: 2\n"
            "outputs:\n"
            "  lift.length:\n"
            "    unit: m\n"
            "    scale: [0.6, 1.1]\n"
            "    valid: [0.7, 1]\n"
            "    change: 0.01\n"
            "delays: {inputs: [0, 0], outputs: 1, errors: 0}\n"
            "made:\n"
            "  seed: 7\n"
            "checksum: f1f3eed39c080baf\n"  // as a few lines of Python have it
            "network:\n"
            "  layers: [2, 2, 1]\n"
            "  activation: tanh\n"
            "  parameters:\n"
            "    - weights:  # layer 1\n"
            "        - [1, 3]\n"
            "        - [2, 4]\n"
            "      biases: [5, 6]\n"
            "    - weights:  # layer 2\n"
            "        - [7, 8]\n"
            "      biases: [9]\n");
}

TEST(SurrogateFile, IsAsTheDocumentationShowsIt) {
  const std::string page = read_text(BRAMAH_SOURCE_DIR "/docs/surrogate-file.md");
  const std::string fence = "```yaml\n";
  const std::size_t start = page.find(fence) + fence.size();
  const std::string example = page.substr(start, page.find("```", start) - start);
  EXPECT_EQ(surrogate_text(read_surrogate_text(example, "docs.yaml")), example);
}

TEST(SurrogateFile, WritesNothingThatCannotBeRead) {
  const auto problem = [](const Surrogate& s) -> std::string {
    try {
      return surrogate_text(s);
    } catch (const InputError& error) {
      return error.what();
    }
  };
  Surrogate s = random_surrogate({.inputs = 2}, 1);
  s.inputs[1].name = s.inputs[0].name;
  s.made.push_back({"seed", "8"});
  s.network.parameters[3] = std::nan("");
  EXPECT_EQ(problem(s),
            "cannot write the surrogate: a parameter of the network is not a finite number\n"
            "cannot write the surrogate: the name \"U0\" is there twice\n"
            "cannot write the surrogate: the name \"seed\" is there twice");
}

}  // namespace
}  // namespace bramah
