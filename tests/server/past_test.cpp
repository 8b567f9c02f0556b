// The last minute: gone back to, and run again.
#include "server/past.h"

#include "bramah/run.h"
#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<const Model> servo_model(const std::string& path) {
  return std::make_shared<const Model>(load(path));
}

// Every lever motion is heard of at the tick it acted at; what came after a cut is gone.
TEST_F(Server, APastKeepsAMinute) {
  const auto model = servo_model(servo);
  State state = model->initial_state();
  const std::vector<double> rest(model->inputs().size(), 0.0), pushed(model->inputs().size(), 1.0);
  Past past(model, state, rest);
  Workspace work(*model);
  const auto advance = [&](int ticks) {
    for (int k = 0; k < ticks; ++k) {
      step(*model, state, work, Inputs{rest});
      past.note(state, rest);
    }
  };
  advance(250);
  past.moved(state.tick(), pushed);
  advance(61'000);
  EXPECT_NEAR(past.oldest(), state.time() - Past::kLongest, Past::kApart);
  EXPECT_TRUE(past.since(0.0, state.tick()).motions.empty());  // it is older than all states
  past.moved(state.tick(), rest);
  EXPECT_EQ(past.since(0.0, state.tick()).motions.size(), 1u);
  const double back = state.time() - 3.0;
  EXPECT_NEAR(past.at(back).state.time(), back - 0.05, 1e-3);
  past.cut(past.at(back).state.tick());
  EXPECT_NEAR(past.at(1e9).state.time(), back - 0.05, 1e-3);
  EXPECT_TRUE(past.since(0.0, state.tick()).motions.empty());
}

// Frames of one tick are the same text, first as they were driven and then run again.
TEST_F(Server, AStretchRunAgainIsTheSame) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  client.send({{"type", "subscribe"}, {"channels", {"drive.length", "drive.A.p"}}, {"rate", 60}});
  for (const double push : {6.0, -3.0, 4.0}) {
    client.levers(push);
    const Json now = client.next("frame");
    client.next("frame", [&](const Json& f) { return f["tick"] > now["tick"].get<int>() + 120; });
  }
  client.say("pause");
  client.next("status", [](const Json& s) { return s["paused"] == true; });
  const Json last = client.next("frame");
  client.send({{"type", "again"}, {"seconds", 0.3}});
  const Json again = client.next("again");
  EXPECT_EQ(again["failed"], "");
  const Json& frames = again["frames"];
  ASSERT_GT(frames.size(), 8u);
  EXPECT_NEAR(frames.front()["t"].get<double>(), last["t"].get<double>() - 0.35, 0.06);
  EXPECT_EQ(frames.back().dump(), last.dump());
}

// Half the load: another motion on the way to the same instant.
TEST_F(Server, AStretchRunAgainWithAnotherLoadDiffers) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  client.send({{"type", "subscribe"}, {"channels", {"drive.A.p"}}, {"rate", 60}});
  client.levers(6.0);
  client.next("frame", [](const Json& f) { return f["tick"] > 400; });
  client.say("pause");
  client.send({{"type", "set"}, {"values", {{"load", "150 kg"}}}});
  client.next("status", [](const Json& s) { return !s["sets"].empty(); });
  const Json last = client.next("frame", [](const Json& f) { return f["values"].size() == 1; });
  client.send({{"type", "again"}});
  const Json again = client.next("again");
  EXPECT_EQ(again["frames"].back()["tick"], last["tick"]);
  EXPECT_NE(again["frames"].back()["values"], last["values"]);
}

TEST_F(Server, TheDriveGoesOnFromAnEarlierInstantAndReplays) {
  ServeOptions options;
  options.record = folder.file("drive.jsonl");
  Served served(servo, options);
  {
    TestClient client(served.port());
    client.hello();
    client.send({{"type", "subscribe"}, {"channels", {"drive.length"}}, {"rate", 60}});
    client.levers(5.0);
    client.next("frame", [](const Json& f) { return f["tick"] > 700; });
    client.say("pause");
    client.next("status", [](const Json& s) { return s["paused"] == true; });
    client.send({{"type", "back"}, {"to", 0.45}});
    const Json frame = client.next("frame", [](const Json& f) { return f["tick"] < 700; });
    EXPECT_EQ(frame["tick"], 400);
    EXPECT_EQ(client.next("status")["oldest"], 0.0);
    client.levers(-5.0);
    client.say("resume");
    client.next("frame", [](const Json& f) { return f["tick"] > 600; });
    TestClient watcher(served.port());
    watcher.hello(true);
    watcher.send({{"type", "back"}, {"to", 0.1}});
    EXPECT_THAT(watcher.next("error")["message"].get<std::string>(), HasSubstr("you watch"));
  }
  EXPECT_EQ(served.finish().failed, "");
  const Replay again = replay(options.record, {});
  EXPECT_TRUE(again.same) << again.difference;
}

}  // namespace
}  // namespace bramah::testing
