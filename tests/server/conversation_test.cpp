// A machine without sockets and threads: what a tab of a browser has.
#include <chrono>
#include <fstream>
#include <thread>

#include "bramah/run.h"
#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

// What was said, by its type.
struct Heard {
  std::vector<Json> all;
  Conversation::Say ear() {
    return [this](const std::string& text) { all.push_back(Json::parse(text)); };
  }
  std::vector<Json> of(const std::string& type) const {
    std::vector<Json> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some),
                 [&](const Json& message) { return message["type"] == type; });
    return some;
  }
};

// Turns of 5 ms, so long by the clock.
void go_on(Conversation& machine, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    machine.turn(0.005);
    std::this_thread::sleep_for(4ms);
  }
}

ServeOptions plain() {
  ServeOptions options;
  options.pace.privileges = false;
  return options;
}

void say(Conversation& machine, const Json& message) { machine.hear(message.dump()); }

TEST_F(Server, AConversationKeepsToTheClock) {
  Heard heard;
  Conversation machine(servo, {}, plain(), heard.ear());
  say(machine, {{"type", "hello"}});
  ASSERT_EQ(heard.of("hello").size(), 1u);
  EXPECT_EQ(heard.of("hello")[0]["role"], "driver");
  EXPECT_EQ(heard.of("hello")[0]["model"], Json::parse(machine.description()));
  go_on(machine, 1.0);
  const std::vector<Json> frames = heard.of("frame");
  ASSERT_GT(frames.size(), 10u);
  EXPECT_NEAR(frames.back()["t"].get<double>(), 1.0, 0.2);  // a computer that does other things too
  EXPECT_GE(heard.of("status").size(), 1u);
}

// A paused machine stands; one at full speed runs ahead of the clock, and a turn ends all the same.
TEST_F(Server, AConversationPausesAndHurries) {
  Heard heard;
  Conversation machine(servo, {}, plain(), heard.ear());
  say(machine, {{"type", "hello"}});
  say(machine, {{"type", "pause"}});
  go_on(machine, 0.1);
  const double before = heard.of("frame").back()["t"];
  go_on(machine, 0.2);
  EXPECT_EQ(heard.of("frame").back()["t"].get<double>(), before);
  say(machine, {{"type", "speed"}, {"factor", 0}});
  say(machine, {{"type", "resume"}});
  const auto start = std::chrono::steady_clock::now();
  machine.turn(0.05);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
  go_on(machine, 0.2);
  EXPECT_GT(heard.of("frame").back()["t"].get<double>(), before + 0.5);
}

TEST_F(Server, AConversationIsRecordedAndReplayed) {
  Heard heard;
  Conversation machine(servo, {}, plain(), heard.ear());
  say(machine, {{"type", "hello"}});
  EXPECT_EQ(machine.recording(), "");
  say(machine, {{"type", "record"}});
  go_on(machine, 0.1);
  say(machine, {{"type", "inputs"}, {"values", {{"lever", 3.0}}}});
  go_on(machine, 0.3);
  say(machine, {{"type", "set"}, {"values", {{"load", "400 kg"}}}});
  go_on(machine, 0.3);
  EXPECT_THAT(machine.recording(), HasSubstr("drive.length [m]"));
  const std::string drive = machine.drive();
  EXPECT_THAT(drive, HasSubstr("\"inputs\""));
  const std::string file = folder.file("drive.jsonl");
  std::ofstream(file) << drive;
  const Replay again = replay(file, {});
  EXPECT_TRUE(again.complete);
  EXPECT_TRUE(again.same) << again.difference;
  EXPECT_GE(again.events, 2);
}

// What a server does beside the machine is done between two turns here.
TEST_F(Server, AConversationLooksAhead) {
  Heard heard;
  Conversation machine(servo, {}, plain(), heard.ear());
  say(machine, {{"type", "hello"}});
  say(machine, {{"type", "look_ahead"}, {"futures", 3}, {"horizon", 0.1}});
  go_on(machine, 0.3);
  for (int k = 0; k < 100 && heard.of("look_ahead").empty() && heard.of("error").empty(); ++k)
    go_on(machine, 0.05);
  EXPECT_EQ(heard.of("look_ahead").size() + heard.of("error").size(), 1u);
  say(machine, {{"type", "nonsense"}});
  EXPECT_THAT(heard.all.back()["message"].get<std::string>(), HasSubstr("no command"));
}

TEST(Conversation, RefusesAsAServerDoes) {
  EXPECT_THROW(Conversation("no_such_file.yaml", {}, {}, [](const std::string&) {}), InputError);
}

}  // namespace
}  // namespace bramah::testing
