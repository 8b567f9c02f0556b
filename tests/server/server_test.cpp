// A served machine from the outside: what its clients see and what they can do to it.
#include "bramah/run.h"
#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

bool is_paused(const Json& status) { return status["paused"] == true; }
bool is_running(const Json& status) { return status["paused"] == false; }

double length_in(const Json& frame) { return frame["values"][0].get<double>(); }

void watch_length(TestClient& client) {
  client.send({{"type", "subscribe"}, {"channels", {"drive.length"}}, {"rate", 60}});
}
Json length_frame(TestClient& client, const std::function<bool(const Json&)>& wanted = {}) {
  return client.next("frame", [&](const Json& frame) {
    return frame["values"].size() == 1 && (!wanted || wanted(frame));
  });
}

// Frames from before a pause may still be on their way: the first that comes twice.
Json resting_frame(TestClient& client) {
  return length_frame(client, [last = Json()](const Json& f) mutable {
    const bool same = last == f["tick"];
    last = f["tick"];
    return same;
  });
}

void watch_paused(TestClient& client) {
  client.hello();
  watch_length(client);
  client.say("pause");
  client.next("status", is_paused);
}

TEST_F(Server, SaysHelloAndSendsFrames) {
  Served served(servo);
  TestClient client(served.port());
  ASSERT_FALSE(client.opened);
  client.hello();
  const Json hello = client.next("hello");
  EXPECT_EQ(hello["protocol"], 2);
  EXPECT_EQ(hello["role"], "driver");
  EXPECT_EQ(hello["model"]["name"], "Driven servo");
  EXPECT_EQ(hello["status"]["failed"], "");
  const Json first = client.next("frame");
  EXPECT_EQ(first["values"].size(), hello["model"]["channels"].size());
  EXPECT_EQ(first["inputs"][0], 0.0);
  const Json later = client.next("frame", [&](const Json& f) { return f["tick"] > first["tick"]; });
  EXPECT_NEAR(later["t"].get<double>(), 1e-3 * later["tick"].get<double>(), 1e-9);
  const Json status = client.next("status", [](const Json& s) { return s["factor"] > 0.0; });
  EXPECT_GT(status["cpu"]["p999"], 0.0);
  EXPECT_GT(status["histogram"]["counts"].size(), 0u);
  EXPECT_EQ(status["histogram"]["edges"].size(), status["histogram"]["counts"].size() + 1);
}

TEST_F(Server, GreetsClientsThatSayNothing) {
  Served served(servo);
  TestClient client(served.port());
  EXPECT_EQ(client.next("hello")["role"], "driver");
}

TEST_F(Server, LeversMoveTheMachineAndAreClipped) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  watch_length(client);
  const double before = length_in(length_frame(client));
  client.levers(4.0);
  const Json moved =
      length_frame(client, [&](const Json& f) { return length_in(f) > before + 5e-3; });
  EXPECT_EQ(moved["inputs"][0], 4.0);
  client.levers(-1e9);
  length_frame(client, [](const Json& f) { return f["inputs"][0] == -10.0; });  // full command
}

TEST_F(Server, PausesStepsAndResumes) {
  Served served(servo);
  TestClient client(served.port());
  client.say("pause");
  client.next("status", is_paused);
  const Json rest = client.next("frame", [&, last = Json()](const Json& f) mutable {
    const bool same = last == f["tick"];
    last = f["tick"];
    return same;
  });
  client.send({{"type", "step"}, {"count", 3}});
  const Json after = client.next("frame", [&](const Json& f) { return f["tick"] > rest["tick"]; });
  EXPECT_EQ(after["tick"].get<int>(), rest["tick"].get<int>() + 3);
  client.say("resume");
  client.next("status", is_running);
  client.say("step");
  EXPECT_THAT(client.next("error")["message"], HasSubstr("need a pause"));
}

TEST_F(Server, RunsAtAnotherSpeed) {
  Served served(servo);
  TestClient client(served.port());
  client.send({{"type", "speed"}, {"factor", 0}});
  const Json fast = client.next("status", [](const Json& s) { return s["factor"] > 3.0; });
  EXPECT_EQ(fast["speed"], 0.0);
  client.send({{"type", "speed"}, {"factor", 0.1}});
  client.next("status", [](const Json& s) { return s["speed"] == 0.1 && s["factor"] < 0.3; });
  client.send({{"type", "speed"}, {"factor", -1}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("\"factor\": expected a number"));
}

TEST_F(Server, RestoresSnapshotsAndResets) {
  Served served(servo);
  TestClient client(served.port());
  watch_paused(client);
  client.send({{"type", "snapshot"}, {"name", "here"}});
  const Json status = client.next("status", [](const Json& s) { return !s["snapshots"].empty(); });
  EXPECT_EQ(status["snapshots"], Json({"here"}));
  const Json here = resting_frame(client);
  client.levers(5.0);
  client.send({{"type", "step"}, {"count", 200}});
  length_frame(client, [&](const Json& f) { return length_in(f) > length_in(here) + 5e-3; });
  client.send({{"type", "restore"}, {"name", "here"}});
  const Json back = length_frame(client, [&](const Json& f) { return f["tick"] == here["tick"]; });
  EXPECT_EQ(length_in(back), length_in(here));
  EXPECT_EQ(back["inputs"][0], 5.0);  // still in the driver's hand
  client.say("reset");
  EXPECT_EQ(length_in(length_frame(client, [](const Json& f) { return f["tick"] == 0; })), 0.85);
  client.send({{"type", "restore"}, {"name", "nowhere"}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("no snapshot \"nowhere\""));
}

TEST_F(Server, StepsThatWereAskedForEndWithARestore) {
  Served served(servo);
  TestClient client(served.port());
  watch_paused(client);
  const Json here = resting_frame(client);
  client.send({{"type", "snapshot"}, {"name", "here"}});
  client.send({{"type", "step"}, {"count", 100000}});
  length_frame(client, [&](const Json& f) { return f["tick"] > here["tick"]; });
  client.send({{"type", "restore"}, {"name", "here"}});
  EXPECT_EQ(resting_frame(client)["tick"], here["tick"]);
}

TEST_F(Server, KeepsABoundedNumberOfSnapshots) {
  Served served(servo);
  TestClient client(served.port());
  for (int k = 0; k < 33; ++k) client.send({{"type", "snapshot"}, {"name", std::to_string(k)}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("there are 32 snapshots"));
  client.send({{"type", "snapshot"}, {"name", "0"}});  // an old name is taken again
  EXPECT_EQ(client.next("status")["snapshots"].size(), 32u);
}

TEST_F(Server, RecordsChannelsForDownload) {
  Served served(servo);
  EXPECT_EQ(get(served.port(), "/recording.csv").status, 404u);
  TestClient client(served.port());
  client.send({{"type", "record"}, {"on", true}, {"every", 0.005}});
  const Json on = client.next("status", [](const Json& s) { return s["recording"] == true; });
  client.next("status",
              [&](const Json& s) { return s["steps"].get<int>() > on["steps"].get<int>() + 100; });
  client.send({{"type", "record"}, {"on", false}});
  client.next("status", [](const Json& s) { return s["recording"] == false; });
  const Reply csv = get(served.port(), "/recording.csv");
  EXPECT_EQ(csv.status, 200u);
  EXPECT_THAT(csv.body, HasSubstr("time [s],"));
  EXPECT_THAT(csv.body, HasSubstr("drive.length [m]"));
  EXPECT_GT(std::count(csv.body.begin(), csv.body.end(), '\n'), 20);
}

TEST_F(Server, ChangesParametersWhileItRuns) {
  Served served(servo);
  TestClient client(served.port());
  client.send({{"type", "set"}, {"values", {{"load", "700 kg"}}}});
  const Json status = client.next("status", [](const Json& s) { return !s["sets"].empty(); });
  EXPECT_EQ(status["sets"]["load"], "700 kg");
  client.next("frame");
  client.send({{"type", "set"}, {"values", {{"lood", "700 kg"}}}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("did you mean \"load\"?"));
  client.send({{"type", "set"}, {"values", {{"load", "../secret.yaml"}}}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("expected a number with its unit"));
  client.next("frame");
}

// Levers, a snapshot, a pause, other parameters; returns the ticks that were ended in the coarse way.
long long drive_and_replay(const std::string& model, const ScratchFolder& folder,
                           ServeOptions options) {
  const std::string file = folder.file("drive.jsonl");
  options.record = file;
  Served served(model, options);
  {
    TestClient client(served.port());
    client.hello();
    client.levers(3.0);
    client.next("frame", [](const Json& f) { return f["tick"] > 60; });
    client.send({{"type", "snapshot"}, {"name", "a"}});
    client.levers(-6.5);
    client.next("frame", [](const Json& f) { return f["tick"] > 120; });
    client.levers(-0.0);  // equals zero, and has other bits
    client.send({{"type", "pause"}});
    client.levers(2.5);
    client.send({{"type", "snapshot"}, {"name", "paused"}});
    client.send({{"type", "step"}, {"count", 3}});
    client.send({{"type", "restore"}, {"name", "paused"}});
    client.send({{"type", "resume"}});
    client.send({{"type", "set"}, {"values", {{"load", "650 kg"}}}});
    client.next("status", [](const Json& s) { return !s["sets"].empty(); });
    client.send({{"type", "restore"}, {"name", "a"}});
    client.next("frame");
    client.next("frame");
    const Reply so_far = get(served.port(), "/drive");
    EXPECT_EQ(so_far.status, 200u);
    std::ofstream(folder.file("so_far.jsonl")) << so_far.body;
  }  // the driver leaves: its lever returns, which is part of the drive
  std::this_thread::sleep_for(100ms);
  const ServeSummary summary = served.finish();
  EXPECT_TRUE(replay(folder.file("so_far.jsonl"), {}).same);
  const Replay whole = replay(file, {});
  EXPECT_TRUE(whole.complete);
  EXPECT_TRUE(whole.same) << whole.difference;
  EXPECT_EQ(whole.summary.steps, summary.steps);
  EXPECT_GE(whole.events, 5);
  return summary.real_time.statistics.coarse;
}

TEST_F(Server, ADriveIsReplayedBitForBit) { EXPECT_EQ(drive_and_replay(servo, folder, {}), 0); }

// With no time at all every tick is cut short, and the replay cuts it at the same place.
TEST_F(Server, ACoarseDriveIsReplayedBitForBit) {
  ServeOptions options;
  options.pace.deadline = 1e-9;
  EXPECT_GT(drive_and_replay(servo, folder, options), 100);
}

// ------------------------------------------------------------------------------ two clients
TEST_F(Server, OneDrivesTheOthersWatch) {
  Served served(servo);
  TestClient driver(served.port()), watcher(served.port());
  driver.hello();
  EXPECT_EQ(driver.next("hello")["role"], "driver");
  watcher.hello();
  EXPECT_EQ(watcher.next("hello")["role"], "watcher");
  watcher.next("frame");
  watcher.levers(3.0);
  EXPECT_THAT(watcher.next("error")["message"], HasSubstr("you watch"));
  watcher.say("drive");
  EXPECT_THAT(watcher.next("error")["message"], HasSubstr("drives; it must release first"));
  driver.levers(2.0);
  watcher.next("frame", [](const Json& f) { return f["inputs"][0] == 2.0; });
  driver.say("release");
  EXPECT_EQ(driver.next("role")["role"], "watcher");
  watcher.next("frame", [](const Json& f) { return f["inputs"][0] == 0.0; });
  watcher.say("drive");
  EXPECT_EQ(watcher.next("role")["role"], "driver");
  watcher.levers(1.0);
  driver.next("frame", [](const Json& f) { return f["inputs"][0] == 1.0; });
}

TEST_F(Server, LeversReturnWhenTheirDriverVanishes) {
  Served served(servo);
  TestClient watcher(served.port());
  watcher.hello(true);
  EXPECT_EQ(watcher.next("hello")["role"], "watcher");
  {
    TestClient driver(served.port());
    driver.hello();
    EXPECT_EQ(driver.next("hello")["role"], "driver");
    driver.levers(2.0);
    watcher.next("frame", [](const Json& f) { return f["inputs"][0] == 2.0; });
    driver.vanish();  // in the middle of whatever step is computed
  }
  watcher.next("frame", [](const Json& f) { return f["inputs"][0] == 0.0; });
  watcher.next("status", [](const Json& s) { return s["driver"] == 0 && s["clients"] == 1; });
}

TEST_F(Server, LeversReturnHoweverSoonTheirDriverLetsGo) {
  Served served(servo);
  TestClient driver(served.port());
  driver.hello();
  for (int k = 0; k < 10; ++k) {
    driver.levers(2.0 + 0.1 * k);  // may still be on its way when nobody drives any more
    driver.send({{"type", "release"}});
    driver.next("status", [](const Json& s) { return s["driver"] == 0; });
    std::this_thread::sleep_for(20ms);
    driver.send({{"type", "drive"}});
    driver.next("status", [](const Json& s) { return s["driver"] != 0; });
    EXPECT_EQ(driver.next("frame")["inputs"][0], 0.0) << k;
  }
}

TEST_F(Server, AMachineFileThatChangedIsNotMixedIn) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  std::ofstream(servo, std::ios::app) << "\n# another\n";
  client.send({{"type", "set"}, {"values", {{"load", "650 kg"}}}});
  EXPECT_THAT(client.next("error")["message"].get<std::string>(), HasSubstr("has changed since"));
}

TEST_F(Server, TakesABoundedNumberOfClients) {
  ServeOptions options;
  options.limits.clients = 2;
  Served served(servo, options);
  TestClient one(served.port()), two(served.port());
  one.next("hello");
  two.next("hello");
  TestClient three(served.port());
  EXPECT_EQ(three.next("bye")["reason"], "too many clients");
  one.next("frame");
}

// ----------------------------------------------------------------------------------- options
TEST_F(Server, RefusesWhatCannotBeServed) {
  const auto problem = [&](const ServeOptions& options,
                           const LoadOptions& load = {}) -> std::string {
    try {
      serve(servo, load, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  ServeOptions options;
  options.port = 0;
  options.seconds = 0.01;
  options.telemetry = "tcp://1.2.3.4";
  EXPECT_THAT(problem(options), HasSubstr("udp://127.0.0.1:9870"));
  options.telemetry = "";
  options.address = "example.org";
  EXPECT_THAT(problem(options), HasSubstr("expected an IP address"));
  options.address = "127.0.0.1";
  options.record = folder.file("no/such/folder");
  EXPECT_THAT(problem(options), HasSubstr("cannot be written"));
  options.record = "";
  LoadOptions reference;
  reference.integrator = "sundials";
  EXPECT_THAT(problem(options, reference), HasSubstr("cannot keep to a clock"));
  Served served(servo);
  options.port = served.port();
  EXPECT_THAT(problem(options), HasSubstr("choose another with --port"));
  options.port = 0;
  EXPECT_EQ(problem(options), "no error");
}

TEST_F(Server, SendsTelemetryAsNestedObjects) {
  boost::asio::io_context io;
  boost::asio::ip::udp::socket socket(io, {boost::asio::ip::make_address("127.0.0.1"), 0});
  ServeOptions options;
  options.telemetry = "udp://127.0.0.1:" + std::to_string(socket.local_endpoint().port());
  Served served(servo, options);
  std::string data(65536, '\0');
  const std::size_t size = socket.receive(boost::asio::buffer(data));
  const Json line = Json::parse(data.substr(0, size));
  EXPECT_GE(line["timestamp"], 0.0);
  EXPECT_NEAR(line["drive"]["length"].get<double>(), 0.85, 0.01);
  EXPECT_GT(line["drive"]["A"]["p"], 1e5);
}

}  // namespace
}  // namespace bramah::testing
