// Messages of a client, one a line, to a served machine over a WebSocket: whatever is said, the
// server goes on, answers the next message, and what it says keeps to the protocol.
#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <future>
#include <optional>
#include <sstream>
#include <thread>

#include "bramah/serve.h"
#include "fuzz/property.h"
#include "model_file/scratch_folder.h"
#include "run/driven_servo.h"
#include "server/protocol.h"

namespace bramah::fuzz {
namespace {

namespace beast = boost::beast;
using boost::asio::ip::tcp;
using Json = nlohmann::json;

constexpr int kMostMessages = 16;

class Server {
 public:
  Server() {
    const std::string path = write_driven_servo(folder_.file("servo.yaml"));
    LoadOptions load;
    load.controls = load.faults = true;
    ServeOptions options;
    options.port = 0;
    options.pace.privileges = false;
    options.limits.messages_per_second = options.limits.garbage = 1 << 30;
    options.stop = [this] { return stop_.load(); };
    std::promise<int> ready;
    options.ready = [&ready](const ServeAddress& address) { ready.set_value(address.port); };
    thread_ = std::thread([path, load, options] { serve(path, load, options); });
    port_ = ready.get_future().get();
  }
  ~Server() {
    stop_ = true;
    thread_.join();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  int port() const { return port_; }

 private:
  ScratchFolder folder_;
  std::atomic<bool> stop_{false};
  int port_ = 0;
  std::thread thread_;
};

class Speaker {
 public:
  explicit Speaker(int port) : stream_(io_) {
    const tcp::endpoint server(boost::asio::ip::make_address("127.0.0.1"),
                               static_cast<unsigned short>(port));
    stream_.next_layer().connect(server);
    stream_.handshake("127.0.0.1:" + std::to_string(port), "/ws");
    stream_.text(true);
  }

  bool say(const std::string& text) {  // false: the server has closed the connection
    beast::error_code error;
    stream_.write(boost::asio::buffer(text), error);
    return !error;
  }

  // Reads on to the answer of a command that there is not.
  bool still_answers() {
    if (!say(R"({"type":"are you there"})")) return false;
    for (;;) {
      beast::flat_buffer buffer;
      beast::error_code error;
      stream_.read(buffer, error);
      if (error) return false;
      if (is_answer(Json::parse(beast::buffers_to_string(buffer.data())))) return true;
    }
  }

 private:
  static bool is_answer(const Json& message) {
    const WireRecord* known = find_message(message["type"].get<std::string>());
    if (!known) broken("the server sent a message that is not in the protocol");
    if (const std::string problem = problem_in(message, *known); !problem.empty())
      broken("the server's " + known->tag + " is not as in the protocol: " + problem);
    return known->tag == "error" && message["of"] == "are you there";
  }

  boost::asio::io_context io_;
  beast::websocket::stream<tcp::socket> stream_;
};

}  // namespace
}  // namespace bramah::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bramah;
  static const fuzz::Server server;
  static std::optional<fuzz::Speaker> speaker;
  const auto connect = [] {
    speaker.emplace(server.port());
    speaker->say(R"({"type":"drive"})");
  };
  if (!speaker) connect();
  std::istringstream lines(fuzz::text_of(data, size));
  std::string line;
  for (int k = 0; k < fuzz::kMostMessages && std::getline(lines, line); ++k)
    if (!speaker->say(line)) connect();
  if (speaker->still_answers()) return 0;
  connect();  // it may close a connection, but not the door
  if (!speaker->still_answers()) fuzz::broken("the server does not answer any more");
  return 0;
}
