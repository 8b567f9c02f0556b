// A served machine in a thread of the test, and clients of it.
#pragma once

#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "bramah/serve.h"
#include "model_file/scratch_folder.h"
#include "run/driven_servo.h"

namespace bramah::testing {

using Json = nlohmann::json;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
namespace http = beast::http;
using boost::asio::ip::tcp;
using namespace std::chrono_literals;

class Served {
 public:
  explicit Served(const std::string& path, ServeOptions options = {}, LoadOptions load = {});
  ~Served() { finish(); }

  ServeSummary finish();  // stops it
  int port() const { return address_.port; }
  const std::string& url() const { return address_.url; }

 private:
  std::atomic<bool> stop_{false};
  ServeAddress address_;
  ServeSummary summary_;
  std::thread thread_;
};

// Waits for at most ten seconds; a test that needs longer has failed.
class Connection {
 public:
  explicit Connection(int port);

 protected:
  using Then = std::function<void(beast::error_code, std::size_t)>;
  beast::error_code await(const std::function<void(Then)>& begin);

  boost::asio::io_context io_;
  tcp::socket socket_;
};

class TestClient : public Connection {
 public:
  explicit TestClient(int port, const std::string& target = "/ws", const std::string& origin = "",
                      const std::string& host = "");

  void send_text(const std::string& text);
  void send(const Json& message) { send_text(message.dump()); }
  void say(const std::string& type) { send({{"type", type}}); }
  void hello(bool watch = false) { send({{"type", "hello"}, {"protocol", 2}, {"watch", watch}}); }
  void levers(double value) { send({{"type", "inputs"}, {"values", {{"lever", value}}}}); }

  // The next message, which keeps to the protocol; null when the connection has ended, with closed() saying how.
  Json read();
  // Reads on until a message of this type that fulfils `wanted`.
  Json next(const std::string& type, const std::function<bool(const Json&)>& wanted = {});
  websocket::close_reason closed() const { return stream_.reason(); }
  void vanish() { socket_.close(); }  // without a word
  tcp::socket& socket() { return socket_; }

  websocket::response_type response;
  beast::error_code opened, ended;

 private:
  websocket::stream<tcp::socket&> stream_;
};

struct Reply {
  unsigned status = 0;
  std::string body, policy;
};
Reply get(int port, const std::string& target, const std::string& host = "localhost",
          const std::string& origin = "", http::verb verb = http::verb::get);

class Server : public ::testing::Test {
 protected:
  ScratchFolder folder;
  std::string servo = write_driven_servo(folder.file("servo.yaml"));
};

}  // namespace bramah::testing
