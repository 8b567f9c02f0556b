// One WebSocket. What it sends is checked for size and rate before anybody looks at it; what it
// does not read is not kept for it. All of it happens on the thread of the io_context.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "bramah/serve.h"

namespace bramah {

class Client;

// A place that is taken as long as its holder lives; how many there are is its use count.
using Ticket = std::shared_ptr<const int>;

// Who hears of a client.
class ClientOwner {
 public:
  virtual ~ClientOwner() = default;
  virtual void joined(const std::shared_ptr<Client>& client) = 0;
  virtual void said(Client& client, const std::string& text) = 0;
  virtual void leaving(Client& client) = 0;  // it was told to go; what it held is free
  virtual void left(Client& client) = 0;
};

class Client : public std::enable_shared_from_this<Client> {
 public:
  using Clock = std::chrono::steady_clock;
  using Request = boost::beast::http::request<boost::beast::http::string_body>;

  Client(boost::beast::tcp_stream&& stream, int id, const ServeLimits& limits, ClientOwner& owner,
         Ticket ticket);

  void accept(Request request);  // the handshake, then messages
  void send(std::string text);
  // Says why, then closes.
  void bye(const std::string& reason, boost::beast::websocket::close_code code);
  void drop();                                        // at once: it would not read a reason
  bool idle() const { return queue_.empty(); }        // everything sent so far has been taken
  bool crowded() const { return queue_.size() > 1; }  // more waits than what is being sent
  bool stuck(Clock::time_point now) const;
  bool leaving() const { return leaving_; }

  const int id;
  // What the owner knows of it.
  bool greeted = false, watches = false;
  int garbage = 0;
  double rate = 30.0;         // frames a second
  std::vector<int> channels;  // that it wants
  Clock::time_point connected = Clock::now(), next_frame{};
  std::string reason;  // why it was dropped; empty: it left

 private:
  void read();
  void took(boost::beast::error_code error);
  std::string too_many();
  void write();
  void close();
  void leave();

  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  const ServeLimits& limits_;
  ClientOwner& owner_;
  boost::beast::flat_buffer buffer_;
  std::deque<std::string> queue_;
  std::size_t queued_bytes_ = 0;
  Clock::time_point writing_since_{}, second_{};
  int messages_ = 0;       // in this second
  std::size_t bytes_ = 0;  // the same
  Ticket ticket_;
  bool leaving_ = false, gone_ = false;
  boost::beast::websocket::close_code code_ = boost::beast::websocket::close_code::normal;
};

}  // namespace bramah
