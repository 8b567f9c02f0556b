// Drives written while a machine is stepped, and replayed.
#include "bramah/run.h"

#include <gmock/gmock.h>

#include <bit>
#include <fstream>

#include "model_file/scratch_folder.h"
#include "run/drive_file.h"
#include "run/drive_lines.h"
#include "run/driven_servo.h"
#include "run/state_text.h"

namespace bramah {
namespace {

using ::testing::HasSubstr;

// Steps a machine as the server does, and writes what happens to it.
class Driver {
 public:
  Driver(const std::string& path, const LoadOptions& options)
      : model_(load(path, options)), state_(model_.initial_state()), work_(model_) {
    text_ = drive_header(path, options, model_, state_);
    inputs_.assign(model_.inputs().size(), 0.0);
  }
  void lever(double value) {
    const std::vector<double> before = inputs_;
    inputs_[0] = value;
    text_ += drive_inputs(steps_, model_, before, inputs_);
  }
  void step(int count) {
    for (int k = 0; k < count; ++k, ++steps_)
      ASSERT_TRUE(bramah::step(model_, state_, work_, Inputs{inputs_}).converged);
  }
  void restore(const State& state) {
    state_ = state;
    text_ += drive_state(steps_, state_);
    const auto held = held_inputs(model_, state_);
    inputs_.assign(held.begin(), held.end());
  }
  const State& state() const { return state_; }
  std::string open_text() const { return text_; }
  std::string text() const { return text_ + drive_end(steps_, state_); }

 private:
  Model model_;
  State state_;
  Workspace work_;
  std::vector<double> inputs_;
  std::string text_;
  long long steps_ = 0;
};

class DriveTest : public ::testing::Test {
 protected:
  ScratchFolder folder;
  std::string servo = write_driven_servo(folder.file("servo.yaml"));

  Driver driven(const LoadOptions& options = {}) {
    Driver driver(servo, options);
    driver.step(7);
    driver.lever(4.0 / 3.0);
    driver.step(60);
    const State middle = driver.state();
    driver.lever(-2.0);
    driver.step(40);
    driver.restore(middle);
    driver.step(25);
    driver.lever(0.1);
    driver.step(30);
    return driver;
  }
  std::string write(const std::string& text) {
    std::ofstream(folder.file("drive.jsonl"), std::ios::binary) << text;
    return folder.file("drive.jsonl");
  }
  std::string problem(const std::string& text, const ReplayOptions& options = {}) {
    try {
      replay(write(text), options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(DriveTest, StatesKeepEveryBitAsText) {
  State state(6);
  state.values()[0] = 7;
  state.values()[1] = 1e-3;
  state.values()[2] = -0.0;
  state.values()[3] = 5e-324;
  state.values()[4] = std::bit_cast<double>(0x7ff8dead0000beefull);
  state.values()[5] = 1.0 / 3.0;
  const auto back = read_state(state_text(state));
  ASSERT_TRUE(back);
  for (std::size_t k = 0; k < 6; ++k)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back->values()[k]),
              std::bit_cast<std::uint64_t>(state.values()[k]));
  EXPECT_FALSE(read_state(state_text(state) + "0"));
  EXPECT_FALSE(read_state(std::string(96, 'g')));
  EXPECT_FALSE(read_state(""));
}

TEST_F(DriveTest, IsReplayedBitForBitThroughARestoredState) {
  const Replay result = replay(write(driven().text()), {});
  EXPECT_TRUE(result.same) << result.difference;
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.summary.steps, 7 + 60 + 40 + 25 + 30);
  EXPECT_EQ(result.events, 4);
  const auto& times = result.recording.times;
  EXPECT_EQ(times.size(), 163u);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  const int length = result.model.find_channel("drive.length");
  ASSERT_GE(length, 0);
  EXPECT_GT(result.recording.row(107)[length], 0.851);  // the lever moved it
}

TEST_F(DriveTest, KeepsTheOptionsItWasRecordedWith) {
  LoadOptions options;
  options.integrator = "trapezoidal";
  options.step = 0.5e-3;
  options.set = {"load=400 kg"};
  const Replay result = replay(write(driven(options).text()), {});
  EXPECT_TRUE(result.same) << result.difference;
  EXPECT_EQ(result.model.integrator(), "trapezoidal");
  EXPECT_EQ(result.model.step_size(), 0.5e-3);
}

TEST_F(DriveTest, SaysWhereAnotherEndDiffers) {
  Driver driver = driven();
  const State shorter = driver.state();
  driver.step(1);
  const std::string text = driver.open_text() + drive_end(163, shorter);
  const Replay result = replay(write(text), {});
  EXPECT_FALSE(result.same);
  EXPECT_THAT(result.difference, HasSubstr("tick: 122 recorded, 123 now"));
}

TEST_F(DriveTest, RefusesAnotherMethodClearly) {
  const std::string text = driven().text();
  ReplayOptions options;
  options.expect.integrator = "trapezoidal";
  EXPECT_THAT(problem(text, options), HasSubstr("--integrator trapezoidal: recorded with sdirk2"));
  EXPECT_THAT(problem(text, options), HasSubstr("another method cannot give the same bits"));
  options.expect = {};
  options.expect.step = 2e-3;
  EXPECT_THAT(problem(text, options), HasSubstr("--step 2 ms: recorded with 1 ms"));
  options.expect = {};
  options.expect.method = "inef";
  EXPECT_THAT(problem(text, options), HasSubstr("--method inef: recorded with"));
  options.expect = {};
  options.expect.integrator = "sdirk2";  // what it was recorded with anyway
  EXPECT_EQ(problem(text, options), "no error");
}

TEST_F(DriveTest, RefusesAMachineThatChanged) {
  const std::string text = driven().text();
  std::ofstream(servo, std::ios::app) << "# changed\n";
  EXPECT_THAT(problem(text), HasSubstr("the machine file has changed since"));
  std::filesystem::remove(servo);
  EXPECT_THAT(problem(text), HasSubstr("say where it is with --model"));
  ReplayOptions elsewhere;
  elsewhere.model = write_driven_servo(folder.file("moved.yaml"));
  EXPECT_EQ(problem(text, elsewhere), "no error");
}

TEST_F(DriveTest, ACutOffFileIsReplayedUpToItsLastEvent) {
  const std::string text = driven().open_text();
  const Replay whole = replay(write(text), {});
  EXPECT_FALSE(whole.complete);
  EXPECT_EQ(whole.summary.steps, 7 + 60 + 40 + 25);
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  const Replay cut = replay(write(text.substr(0, last + 12)), {});  // in the middle of a line
  EXPECT_FALSE(cut.complete);
  EXPECT_EQ(cut.summary.steps, 7 + 60 + 40);
}

TEST_F(DriveTest, EveryByteMayBeWrong) {
  const std::string text = driven().text();
  int refused = 0;
  for (std::size_t k = 0; k < text.size(); k += text.size() / 97) {
    for (const char c : {'\0', '9', '"', '\n', '\xff'}) {
      std::string broken = text;
      broken[k] = c;
      try {
        refused += !replay(write(broken), {}).same;
      } catch (const InputError& error) {
        ++refused;
        EXPECT_FALSE(error.problems().empty());
      }
    }
  }
  EXPECT_GT(refused, 300);
}

TEST_F(DriveTest, BadLinesAreNamed) {
  const std::string good = driven().text();
  const std::string header = good.substr(0, good.find('\n') + 1);
  const auto after_header = [&](const std::string& line) { return problem(header + line + "\n"); };
  EXPECT_THAT(problem(""), HasSubstr("drive.jsonl:1: the file is empty"));
  EXPECT_THAT(problem("hello\n"), HasSubstr("drive.jsonl:1: expected one JSON object"));
  EXPECT_THAT(problem("{}\n"), HasSubstr(":1: this is no recorded drive"));
  EXPECT_THAT(problem("{\"bramah_drive\":2}\n"), HasSubstr(":1: a drive of version 2"));
  EXPECT_THAT(problem("{\"bramah_drive\":1}\n"), HasSubstr("\"model\" is missing"));
  EXPECT_THAT(after_header("[]"), HasSubstr(":2: expected one JSON object"));
  EXPECT_THAT(after_header(R"({"step":-1,"inputs":{}})"), HasSubstr("expected a count of steps"));
  EXPECT_THAT(after_header(R"({"step":1e300,"inputs":{}})"), HasSubstr("count of steps"));
  EXPECT_THAT(after_header(R"({"step":18446744073709551615,"inputs":{}})"), HasSubstr("count of"));
  EXPECT_THAT(after_header(R"({"step":1})"),
              HasSubstr("expected \"inputs\", \"state\", \"set\" or \"coarse\""));
  EXPECT_THAT(after_header(R"({"step":1,"inputs":{"lever":"up"}})"),
              HasSubstr("expected a number"));
  EXPECT_THAT(after_header(R"({"step":1,"inputs":{"lover":1}})"),
              HasSubstr(":2: the machine has no input \"lover\""));
  EXPECT_THAT(after_header(R"({"step":1,"state":"00"})"), HasSubstr("16 hexadecimal digits"));
  EXPECT_THAT(after_header("{\"step\":1,\"state\":\"" + std::string(64, '0') + "\"}"),
              HasSubstr(":2: a state of 4 numbers; the machine has"));
  EXPECT_THAT(after_header("{\"step\":2,\"inputs\":{}}\n{\"step\":1,\"inputs\":{}}"),
              HasSubstr(":3: steps must not run backwards"));
  EXPECT_THAT(problem(good + "{\"step\":900,\"inputs\":{}}\n"),
              HasSubstr("the drive has ended above"));
  EXPECT_THAT(after_header(R"({"step":1,"set":{"load.mess":"3 kg"}})"), HasSubstr(":2: "));
  const std::string nan(16, 'f');
  const std::string start = header.substr(header.find("\"start\":\"") + 9);
  EXPECT_THAT(problem(header.substr(0, header.size() - start.size()) + nan + start.substr(16)),
              HasSubstr("start: a state without a tick"));
}

TEST_F(DriveTest, AParameterMayChangeOnTheWay) {
  std::string text = driven().open_text() + drive_set(140, {{"load", "400 kg"}});
  const Replay result = replay(write(text), {});
  EXPECT_EQ(result.events, 5);
  EXPECT_EQ(result.summary.steps, 140);
}

}  // namespace
}  // namespace bramah
