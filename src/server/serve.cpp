// The public call: checks what was asked for, listens, and lets the io_context run.
#include "bramah/serve.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "core/text.h"
#include "server/http.h"
#include "server/telemetry.h"

namespace bramah {

bool has_server() noexcept { return true; }

namespace {

using boost::asio::ip::tcp;
using Clock = std::chrono::steady_clock;

constexpr int kBacklog = 512;  // connections that the system holds until they are taken
constexpr auto kPause = std::chrono::milliseconds(20);

boost::asio::ip::address read_address(const std::string& text) {
  boost::system::error_code error;
  const auto address =
      boost::asio::ip::make_address(text == "localhost" ? "127.0.0.1" : text, error);
  if (error)
    throw InputError("--address " + text + ": expected an IP address such as 127.0.0.1 or 0.0.0.0");
  return address;
}

tcp::acceptor listen(boost::asio::io_context& io, const ServeOptions& options) {
  if (options.port < 0 || options.port > 65535)
    throw InputError(concat("--port ", options.port, ": expected 0 to 65535"));
  const tcp::endpoint place(read_address(options.address),
                            static_cast<unsigned short>(options.port));
  tcp::acceptor acceptor(io);
  boost::system::error_code error;
  acceptor.open(place.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(place, error);
  if (!error) acceptor.listen(kBacklog, error);
  if (error)
    throw InputError(concat("cannot listen on ", options.address, " port ", options.port, ": ",
                            error.message(),
                            "; choose another with --port, or 0 for any free one"));
  return acceptor;
}

// Takes connections as long as the io_context runs. When there are too many, those that say nothing
// make room: a request is answered however many others only hold the door.
class Door {
 public:
  Door(tcp::acceptor acceptor, const Gate& gate, Hub& hub, Sessions& sessions)
      : acceptor_(std::move(acceptor)),
        gate_(gate),
        hub_(hub),
        sessions_(sessions),
        pause_(acceptor_.get_executor()) {}
  void open() {
    acceptor_.async_accept([this](boost::system::error_code error, tcp::socket socket) {
      if (error == boost::asio::error::operation_aborted) return;
      if (error) return rest();
      if (sessions_.open() >= hub_.limits().connections) sessions_.make_room();
      std::make_shared<HttpSession>(std::move(socket), gate_, hub_, sessions_)->run();
      open();
    });
  }

 private:
  // The system has no more descriptors, say: asking again at once would only take time.
  void rest() {
    sessions_.make_room();
    pause_.expires_after(kPause);
    pause_.async_wait([this](boost::system::error_code error) {
      if (!error) open();
    });
  }

  tcp::acceptor acceptor_;
  const Gate& gate_;
  Hub& hub_;
  Sessions& sessions_;
  boost::asio::steady_timer pause_;
};

// Threads beside the io_context's, and the clock that the hub ticks by.
class Threads : public Surroundings {
 public:
  Threads(boost::asio::io_context& io, const std::string& telemetry,
          const std::vector<Channel>& channels)
      : io_(io), timer_(io), telemetry_(io, telemetry, channels) {}

  void work(std::function<void()> job) override { boost::asio::post(worker_, std::move(job)); }
  void read(std::function<void()> job) override { boost::asio::post(reader_, std::move(job)); }
  void tell(std::function<void()> then) override { boost::asio::post(io_, std::move(then)); }
  void finish() override {
    worker_.join();
    reader_.join();
  }
  void show(const Frame& frame) override {
    const Clock::time_point now = Clock::now();
    if (now < telemetry_at_) return;
    telemetry_at_ = now + std::chrono::microseconds(static_cast<long>(1e6 / Telemetry::kRate));
    telemetry_.send(frame);
  }
  // Until `over` says so.
  void tick(Hub& hub, std::function<bool()> over) {
    timer_.expires_at(Clock::now());
    again(hub, std::move(over));
  }

 private:
  void again(Hub& hub, std::function<bool()> over) {
    hub.tick();
    if (over()) return io_.stop();
    timer_.expires_at(std::max(timer_.expiry() + Hub::kTick, Clock::now()));
    timer_.async_wait([this, &hub, over = std::move(over)](boost::system::error_code error) {
      if (!error) again(hub, over);
    });
  }

  boost::asio::io_context& io_;
  boost::asio::thread_pool worker_{1}, reader_{1};
  boost::asio::steady_timer timer_;
  Telemetry telemetry_;
  Clock::time_point telemetry_at_{};
};

std::string url_of(const tcp::endpoint& place, const std::string& token) {
  const auto address = place.address();
  const std::string host = address.is_unspecified() ? "127.0.0.1"
                           : address.is_v6()        ? "[" + address.to_string() + "]"
                                                    : address.to_string();
  return concat("http://", host, ":", place.port(), "/", token.empty() ? "" : "?token=", token);
}

ServeSummary serve_model(std::shared_ptr<const Model> model, const std::string& path,
                         const LoadOptions& load, const ServeOptions& options) {
  Sessions sessions;  // outlives what the io_context still holds at the end
  boost::asio::io_context io(1);
  tcp::acceptor acceptor = listen(io, options);
  const tcp::endpoint place = acceptor.local_endpoint();
  const bool loopback = place.address().is_loopback();
  const std::string token = !loopback && options.token.empty() ? random_token() : options.token;
  const Gate gate(place.address().to_string(), loopback, token);

  Threads threads(io, options.telemetry, model->channels());
  Hub hub(threads, path, load, options, std::move(model));
  Door door(std::move(acceptor), gate, hub, sessions);
  const Clock::time_point start = Clock::now();
  hub.start();
  threads.tick(hub, [&] {
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    return (options.stop && options.stop()) || (options.seconds > 0.0 && passed >= options.seconds);
  });
  door.open();
  if (options.ready) options.ready({url_of(place, token), place.port()});
  io.run();
  return hub.finish();
}

}  // namespace

ServeSummary serve(const std::string& path, const LoadOptions& load, const ServeOptions& options) {
  return serve_model(load_served(path, load), path, load, options);
}

ServeSummary serve(const Model& model, const std::string& path, const ServeOptions& options) {
  if (!options.feed)
    throw InputError("a machine that is loaded can only be watched: expected a feed of its states");
  return serve_model(std::make_shared<const Model>(model), path, {}, options);
}

}  // namespace bramah
