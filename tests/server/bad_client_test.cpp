// Clients that do what they should not: each is answered or dropped with a reason, and the
// simulation goes on.
#include "server/served.h"
#include "slowness.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

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

// A driver that is told to go and never answers: its levers do not wait for the handshake, which
// takes five seconds.
TEST_F(BadClient, LeversOfADroppedDriverReturnAtOnce) {
  Served served(servo);
  TestClient driver(served.port()), watcher(served.port());
  driver.hello();
  driver.next("hello");
  watcher.hello(true);
  driver.levers(3.0);
  const auto lever = [](const Json& frame) { return frame["inputs"][0].get<double>(); };
  watcher.next("frame", [&](const Json& f) { return lever(f) == 3.0; });
  const auto start = std::chrono::steady_clock::now();
  for (int k = 0; k < 4; ++k) driver.send_text("garbage");
  watcher.next("frame", [&](const Json& f) { return lever(f) == 0.0; });
  // 50 ms, and what a frame takes to come on a busy computer.
  EXPECT_LT(std::chrono::steady_clock::now() - start, 500ms * kSlowness);
}

// The disk behind --record is full: everybody is told, and the server ends with that word.
TEST_F(BadClient, ADiskThatIsFullIsTold) {
  ServeOptions options;
  options.record = "/dev/full";
  Served served(servo, options);
  TestClient client(served.port());
  client.hello();
  const Json status = client.next("status", [](const Json& s) { return s["drive_problem"] != ""; });
  EXPECT_THAT(status["drive_problem"],
              HasSubstr("/dev/full: the drive cannot be written any more"));
  EXPECT_THAT(served.finish().drive_problem, HasSubstr("No space left on device"));
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

}  // namespace
}  // namespace bramah::testing
