// Connections that only hold the door, and requests that are none.
#include "server/served.h"
#include "slowness.h"

namespace bramah::testing {
namespace {

using ::testing::HasSubstr;

class RawConnection : public Connection {
 public:
  explicit RawConnection(int port, const std::string& text) : Connection(port) {
    await([&](Then then) { boost::asio::async_write(socket_, boost::asio::buffer(text), then); });
  }
  // All that comes until the other side closes.
  std::string answer() {
    std::string text;
    for (char part[4096];;) {
      std::size_t count = 0;
      const beast::error_code error = await([&](Then then) {
        socket_.async_read_some(boost::asio::buffer(part),
                                [&, then](beast::error_code e, std::size_t n) {
                                  count = n;
                                  then(e, n);
                                });
      });
      text.append(part, count);
      if (error) return text;
    }
  }
};

TEST_F(Server, RequestsAreAnsweredHoweverManyConnectionsAreSlow) {
  Served served(servo);
  std::vector<std::unique_ptr<RawConnection>> slow;
  for (int k = 0; k < 150; ++k)
    slow.push_back(std::make_unique<RawConnection>(served.port(), "GET /model.json HT"));
  for (int k = 0; k < 5; ++k) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(get(served.port(), "/model.json").status, 200u);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 1s * kSlowness);
  }
  TestClient driver(served.port());
  EXPECT_FALSE(driver.opened);
  EXPECT_EQ(driver.next("hello")["role"], "driver");
  EXPECT_EQ(slow.front()->answer(), "");  // the oldest made room
}

TEST_F(Server, ARequestThatDoesNotComeToItsEndIsGivenUp) {
  ServeOptions options;
  options.limits.head_timeout = 0.3;
  Served served(servo, options);
  RawConnection slow(served.port(), "GET / HTTP/1.1\r\nHost: loc");
  const auto start = std::chrono::steady_clock::now();
  slow.answer();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 3s * kSlowness);
}

TEST_F(Server, WhatIsNoRequestIsAnswered) {
  Served served(servo);
  const auto answer = [&](const std::string& text) {
    return RawConnection(served.port(), text).answer();
  };
  EXPECT_THAT(answer("nonsense\r\n\r\n"), HasSubstr("HTTP/1.1 400 Bad Request"));
  EXPECT_THAT(answer("GET / HTTP/9.9\r\n\r\n"), HasSubstr("HTTP/1.1 400"));
  EXPECT_THAT(answer(std::string("\x16\x03\x01\x02\x00\x01", 6) + std::string(500, 'x')),
              HasSubstr("this is not HTTP"));
  EXPECT_THAT(answer("GET / HTTP/1.1\r\nX: " + std::string(40'000, 'y') + "\r\n\r\n"),
              HasSubstr("HTTP/1.1 431"));
  EXPECT_THAT(answer("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n"),
              HasSubstr("HTTP/1.1 413"));
  EXPECT_EQ(get(served.port(), "/model.json").status, 200u);
}

TEST_F(Server, TooManyBytesInASecondEndTheConnection) {
  ServeOptions options;
  options.limits.bytes_per_second =
      100'000;  // two messages: also a slow server reads them in a second
  Served served(servo, options);
  TestClient client(served.port());
  client.hello();
  const std::string long_name(60'000, 'x');
  for (int k = 0; k < 20; ++k) client.send({{"type", "subscribe"}, {"channels", {long_name}}});
  EXPECT_THAT(client.next("bye")["reason"].get<std::string>(), HasSubstr("too many bytes"));
}

}  // namespace
}  // namespace bramah::testing
