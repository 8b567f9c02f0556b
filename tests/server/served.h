// A served machine in a thread of the test, and clients of it.
#pragma once

#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "bramah/serve.h"
#include "io/scratch_folder.h"
#include "realtime/driven_servo.h"

namespace bramah::testing {

using Json = nlohmann::json;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
namespace http = beast::http;
using boost::asio::ip::tcp;
using namespace std::chrono_literals;

class Served {
 public:
  explicit Served(const std::string& path, ServeOptions options = {}, LoadOptions load = {}) {
    load.controls = load.faults = true;
    options.port = 0;
    options.pace.privileges = false;
    options.stop = [this] { return stop_.load(); };
    std::promise<ServeAddress> ready;
    options.ready = [&ready](const ServeAddress& address) { ready.set_value(address); };
    thread_ = std::thread([this, path, options, load, &ready] {
      try {
        summary_ = serve(path, load, options);
      } catch (...) {
        ready.set_exception(std::current_exception());
      }
    });
    address_ = ready.get_future().get();
  }
  ~Served() { finish(); }

  ServeSummary finish() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return summary_;
  }
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
  explicit Connection(int port) : socket_(io_) {
    socket_.connect(
        {boost::asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(port)});
  }

 protected:
  // `begin` starts an operation and gets the handler's place for the outcome.
  template <class Begin>
  beast::error_code await(const Begin& begin) {
    bool done = false;
    beast::error_code result;
    begin([&](beast::error_code error, std::size_t = 0) {
      done = true;
      result = error;
    });
    io_.restart();
    io_.run_for(10s);
    if (!done) {
      socket_.close();
      io_.restart();
      io_.run();
      throw std::runtime_error("the server does not answer");
    }
    return result;
  }

  boost::asio::io_context io_;
  tcp::socket socket_;
};

class TestClient : public Connection {
 public:
  explicit TestClient(int port, const std::string& target = "/ws", const std::string& origin = "",
                      const std::string& host = "")
      : Connection(port), stream_(socket_) {
    stream_.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
      if (!origin.empty()) request.set(http::field::origin, origin);
    }));
    const std::string name = host.empty() ? "127.0.0.1:" + std::to_string(port) : host;
    opened = await([&](auto then) { stream_.async_handshake(response, name, target, then); });
    stream_.text(true);
  }

  void send_text(const std::string& text) {
    await([&](auto then) { stream_.async_write(boost::asio::buffer(text), then); });
  }
  void send(const Json& message) { send_text(message.dump()); }
  void say(const std::string& type) { send({{"type", type}}); }
  void hello(bool watch = false) { send({{"type", "hello"}, {"protocol", 1}, {"watch", watch}}); }
  void levers(double value) { send({{"type", "inputs"}, {"values", {{"lever", value}}}}); }

  // The next message; null when the connection has ended, with closed() saying how.
  Json read() {
    beast::flat_buffer buffer;
    ended = await([&](auto then) { stream_.async_read(buffer, then); });
    return ended ? Json() : Json::parse(beast::buffers_to_string(buffer.data()));
  }
  // Reads on until a message of this type that fulfils `wanted`.
  Json next(const std::string& type, const std::function<bool(const Json&)>& wanted = {}) {
    const auto patience = std::chrono::steady_clock::now() + 10s;
    while (std::chrono::steady_clock::now() < patience) {
      Json message = read();
      if (message.is_null()) break;
      if (message["type"] == type && (!wanted || wanted(message))) return message;
    }
    ADD_FAILURE() << "no such " << type;
    return Json::object();
  }
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

class Browser : public Connection {
 public:
  using Connection::Connection;
  Reply get(const std::string& target, const std::string& host = "localhost",
            const std::string& origin = "", http::verb verb = http::verb::get) {
    http::request<http::empty_body> request{verb, target, 11};
    request.set(http::field::host, host);
    if (!origin.empty()) request.set(http::field::origin, origin);
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    http::response_parser<http::string_body> parser;
    parser.body_limit(1 << 30);
    await([&](auto then) { http::async_write(socket_, request, then); });
    await([&](auto then) { http::async_read(socket_, buffer, parser, then); });
    response = parser.release();
    return {response.result_int(), response.body(),
            std::string(response["Content-Security-Policy"])};
  }
};

inline Reply get(int port, const std::string& target, const std::string& host = "localhost",
                 const std::string& origin = "", http::verb verb = http::verb::get) {
  return Browser(port).get(target, host, origin, verb);
}

}  // namespace bramah::testing
