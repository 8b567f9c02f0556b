// A served machine from the outside: what its clients see and what they can do to it.
#include "bramah/drive.h"
#include "server/served.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

class Server : public ::testing::Test {
 protected:
  ScratchFolder folder;
  std::string servo = write_driven_servo(folder.file("servo.yaml"));
};

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

TEST_F(Server, SaysHelloAndSendsFrames) {
  Served served(servo);
  TestClient client(served.port());
  ASSERT_FALSE(client.opened);
  client.hello();
  const Json hello = client.next("hello");
  EXPECT_EQ(hello["protocol"], 1);
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
  client.hello();
  watch_length(client);
  client.say("pause");
  client.next("status", is_paused);
  client.send({{"type", "snapshot"}, {"name", "here"}});
  const Json status = client.next("status", [](const Json& s) { return !s["snapshots"].empty(); });
  EXPECT_EQ(status["snapshots"], Json({"here"}));
  const Json here = length_frame(client);
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

TEST_F(Server, ADriveIsReplayedBitForBit) {
  const std::string file = folder.file("drive.jsonl");
  ServeOptions options;
  options.record = file;
  Served served(servo, options);
  {
    TestClient client(served.port());
    client.hello();
    client.levers(3.0);
    client.next("frame", [](const Json& f) { return f["tick"] > 60; });
    client.send({{"type", "snapshot"}, {"name", "a"}});
    client.levers(-6.5);
    client.next("frame", [](const Json& f) { return f["tick"] > 120; });
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

// ------------------------------------------------------------------------------- bad clients
class BadClient : public Server {
 protected:
  // The server and its other clients have not noticed anything.
  static void expect_goes_on(Served& served) {
    TestClient other(served.port());
    other.hello();
    const Json hello = other.next("hello");
    const auto tick = hello["status"]["tick"].get<long>();
    other.next("frame", [&](const Json& f) { return f["tick"].get<long>() > tick + 20; });
  }
  static std::string reason(const Json& bye) { return bye.value("reason", ""); }
};

TEST_F(BadClient, UnknownCommandsAreAnswered) {
  Served served(servo);
  TestClient client(served.port());
  client.say("pauze");
  const Json error = client.next("error");
  EXPECT_EQ(error["of"], "pauze");
  EXPECT_THAT(error["message"], HasSubstr("no command \"pauze\""));
  EXPECT_THAT(error["message"], HasSubstr("did you mean \"pause\"?"));
  client.send({{"type", "subscribe"}, {"channels", {"drive.lenght"}}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("no channel"));
  client.send({{"type", "inputs"}, {"values", {{"lever", "up"}}}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("expected a number"));
  client.send({{"type", "inputs"}, {"values", 3}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("expected {name: value}"));
  client.send({{"type", "snapshot"}, {"name", std::string(65, 'x')}});
  EXPECT_THAT(client.next("error")["message"], HasSubstr("1 to 64 characters"));
  client.next("frame");  // still there
}

TEST_F(BadClient, GarbageIsDroppedAfterThreeStrikes) {
  Served served(servo);
  TestClient client(served.port());
  client.send_text("not JSON");
  client.send_text("[1, 2, 3]");
  client.send_text("{\"type\": 7}");
  EXPECT_THAT(reason(client.next("bye")), HasSubstr("garbage"));
  client.read();
  EXPECT_EQ(client.closed().code, websocket::close_code::policy_error);
  expect_goes_on(served);
  EXPECT_THAT(served.finish().dropped, ::testing::Contains(HasSubstr("garbage")));
}

TEST_F(BadClient, OversizedMessagesEndTheConnection) {
  Served served(servo);
  TestClient client(served.port());
  client.next("hello");
  client.send_text(std::string(200'000, 'x'));
  EXPECT_THAT(reason(client.next("bye")), HasSubstr("more than 65536 bytes"));
  while (!client.read().is_null()) {
  }
  EXPECT_EQ(client.closed().code, websocket::close_code::too_big);
  EXPECT_THAT(std::string(client.closed().reason.c_str()), HasSubstr("65536"));
  expect_goes_on(served);
}

TEST_F(BadClient, DeepNestingIsGarbageLikeAnyOther) {
  Served served(servo);
  TestClient client(served.port());
  client.send_text(std::string(60'000, '['));
  EXPECT_THAT(client.next("error")["message"], HasSubstr("expected a JSON object"));
  expect_goes_on(served);
}

TEST_F(BadClient, FloodsAreDropped) {
  Served served(servo);
  TestClient client(served.port());
  client.hello();
  const std::string flood = R"({"type":"inputs","values":{"lever":1}})";
  for (int k = 0; k < 600; ++k) client.send_text(flood);
  EXPECT_THAT(reason(client.next("bye")), HasSubstr("too many messages"));
  expect_goes_on(served);
}

TEST_F(BadClient, ThoseThatDoNotReadAreDropped) {
  ServeOptions options;
  options.limits.write_timeout = 0.3;
  Served served(servo, options);
  TestClient client(served.port());
  client.socket().set_option(boost::asio::socket_base::receive_buffer_size(4096));
  client.hello();
  TestClient other(served.port());
  other.hello(true);
  const std::string all = R"({"type":"subscribe","rate":60})";
  client.send_text(all);
  // Every answer is left unread until the buffers between the two are full.
  for (int k = 0; k < 60; ++k) {
    for (int n = 0; n < 40; ++n) client.send_text(R"({"type":"drive"})");
    std::this_thread::sleep_for(100ms);
    if (other.next("status")["clients"] == 1) break;
  }
  other.next("status", [](const Json& s) { return s["clients"] == 1; });
  expect_goes_on(served);
  EXPECT_THAT(served.finish().dropped, ::testing::Contains(HasSubstr("did not read")));
}

TEST_F(BadClient, PagesOfOtherSitesAreRefused) {
  Served served(servo);
  const std::string host = "127.0.0.1:" + std::to_string(served.port());
  EXPECT_TRUE(TestClient(served.port(), "/ws", "http://evil.example").opened);
  EXPECT_TRUE(TestClient(served.port(), "/ws", "null").opened);
  EXPECT_TRUE(TestClient(served.port(), "/ws", "", "evil.example").opened);
  EXPECT_TRUE(TestClient(served.port(), "/ws", "http://evil.example", "evil.example").opened);
  EXPECT_FALSE(TestClient(served.port(), "/ws", "http://" + host, host).opened);
  EXPECT_EQ(get(served.port(), "/model.json", "evil.example").status, 403u);
  EXPECT_EQ(get(served.port(), "/model.json", "localhost", "http://evil.example").status, 403u);
  EXPECT_EQ(get(served.port(), "/model.json").status, 200u);
  EXPECT_EQ(get(served.port(), "/model.json", "[::1]:80").status, 200u);
}

TEST_F(BadClient, NeedsTheTokenWhereThereIsOne) {
  ServeOptions options;
  options.token = "s3cret";
  Served served(servo, options);
  EXPECT_THAT(served.url(), HasSubstr("/?token=s3cret"));
  for (const char* target : {"/ws", "/ws?token=", "/ws?token=s3cre", "/ws?token=s3cretx",
                             "/ws?x=s3cret", "/ws?Token=s3cret"}) {
    TestClient client(served.port(), target);
    EXPECT_TRUE(client.opened) << target;
    EXPECT_EQ(client.response.result_int(), 401u) << target;
  }
  EXPECT_FALSE(TestClient(served.port(), "/ws?a=b&token=s3cret").opened);
  for (const char* path : {"/model.json", "/drive", "/recording.csv", "/mesh/0"})
    EXPECT_EQ(get(served.port(), path).status, 401u) << path;
  EXPECT_EQ(get(served.port(), "/model.json?token=s3cret").status, 200u);
  EXPECT_EQ(get(served.port(), "/").status, 200u);  // the page itself holds no secret
}

TEST_F(BadClient, OtherAddressesGetATokenOfTheirOwn) {
  ServeOptions options;
  options.address = "0.0.0.0";
  Served served(servo, options);
  EXPECT_THAT(served.url(), ::testing::ContainsRegex("token=[0-9a-f]{32}$"));
  EXPECT_EQ(get(served.port(), "/model.json").status, 401u);
}

TEST_F(BadClient, OddRequestsAreAnswered) {
  Served served(servo);
  EXPECT_EQ(get(served.port(), "/").status, 200u);
  EXPECT_THAT(get(served.port(), "/").policy, HasSubstr("default-src 'none'"));
  EXPECT_EQ(get(served.port(), "/nothing").status, 404u);
  EXPECT_EQ(get(served.port(), "/../../etc/passwd").status, 404u);
  EXPECT_EQ(get(served.port(), "/mesh/999999999999999999999").status, 404u);
  EXPECT_EQ(get(served.port(), "/mesh/-1").status, 404u);
  EXPECT_EQ(get(served.port(), "/", "localhost", "", http::verb::delete_).status, 405u);
  EXPECT_EQ(get(served.port(), "/ws").status, 426u);
  EXPECT_EQ(Json::parse(get(served.port(), "/model.json").body)["name"], "Driven servo");
  expect_goes_on(served);
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
