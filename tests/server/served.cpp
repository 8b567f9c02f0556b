#include "server/served.h"

#include <future>

#include "server/protocol.h"
#include "slowness.h"

namespace bramah::testing {

Served::Served(const std::string& path, ServeOptions options, LoadOptions load) {
  load.controls = load.faults = true;
  options.port = 0;
  options.pace.privileges = false;
  options.stop = [this] { return stop_.load(); };
  const auto ready = std::make_shared<std::promise<ServeAddress>>();
  options.ready = [ready](const ServeAddress& address) { ready->set_value(address); };
  thread_ = std::thread([this, path, options, load, ready] {
    try {
      summary_ = serve(path, load, options);
    } catch (...) {
      ready->set_exception(std::current_exception());
    }
  });
  address_ = ready->get_future().get();
}

ServeSummary Served::finish() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  return summary_;
}

Connection::Connection(int port) : socket_(io_) {
  socket_.connect({boost::asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(port)});
}

// `begin` starts an operation that calls what it is given with the outcome.
beast::error_code Connection::await(const std::function<void(Then)>& begin) {
  const auto done = std::make_shared<bool>(false);
  const auto result = std::make_shared<beast::error_code>();
  begin([done, result](beast::error_code error, std::size_t) {
    *done = true;
    *result = error;
  });
  io_.restart();
  io_.run_for(10s);
  if (!*done) throw std::runtime_error("the server does not answer");
  return *result;
}

TestClient::TestClient(int port, const std::string& target, const std::string& origin,
                       const std::string& host)
    : Connection(port), stream_(socket_) {
  stream_.set_option(websocket::stream_base::decorator([origin](websocket::request_type& request) {
    if (!origin.empty()) request.set(http::field::origin, origin);
  }));
  const std::string name = host.empty() ? "127.0.0.1:" + std::to_string(port) : host;
  opened = await([&](Then then) {
    stream_.async_handshake(response, name, target,
                            [then](beast::error_code error) { then(error, 0); });
  });
  stream_.text(true);
}

void TestClient::send_text(const std::string& text) {
  await([&](Then then) { stream_.async_write(boost::asio::buffer(text), then); });
}

Json TestClient::read() {
  beast::flat_buffer buffer;
  ended = await([&](Then then) { stream_.async_read(buffer, then); });
  if (ended) return Json();
  Json message = Json::parse(beast::buffers_to_string(buffer.data()));
  const WireRecord* known = find_message(message["type"].get<std::string>());
  EXPECT_TRUE(known) << message["type"];
  if (known) {
    EXPECT_EQ(problem_in(message, *known), "") << message["type"];
  }
  return message;
}

Json TestClient::next(const std::string& type, const std::function<bool(const Json&)>& wanted) {
  const auto patience = std::chrono::steady_clock::now() + 20s * kSlowness;
  while (std::chrono::steady_clock::now() < patience) {
    Json message = read();
    if (message.is_null()) break;
    if (message["type"] == type && (!wanted || wanted(message))) return message;
  }
  ADD_FAILURE() << "no such " << type;
  return Json::object();
}

namespace {

class Browser : public Connection {
 public:
  using Connection::Connection;
  Reply get(const http::request<http::empty_body>& request) {
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(1 << 30);
    await([&](Then then) { http::async_write(socket_, request, then); });
    await([&](Then then) { http::async_read(socket_, buffer, parser, then); });
    const auto& response = parser.get();
    return {response.result_int(), response.body(),
            std::string(response["Content-Security-Policy"])};
  }
};

}  // namespace

Reply get(int port, const std::string& target, const std::string& host, const std::string& origin,
          http::verb verb) {
  http::request<http::empty_body> request{verb, target, 11};
  request.set(http::field::host, host);
  if (!origin.empty()) request.set(http::field::origin, origin);
  return Browser(port).get(request);
}

}  // namespace bramah::testing
