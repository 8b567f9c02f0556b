// One WebSocket. What it sends is checked for size and rate before anybody looks at it; what it
// does not read is not kept for it. All of it happens on the thread of the io_context.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "server/client.h"
#include "server/hub.h"

namespace bramah {

class SocketClient : public Client, public std::enable_shared_from_this<SocketClient> {
 public:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;

  SocketClient(boost::beast::tcp_stream&& stream, int id, const ServeLimits& limits,
               ClientOwner& owner, Ticket ticket);

  void accept(Request request);  // the handshake, then messages
  void send(std::string text) override;
  void bye(const std::string& reason, Farewell why) override;
  void drop() override;
  bool idle() const override { return queue_.empty(); }
  bool crowded() const override { return queue_.size() > 1; }
  bool stuck(Clock::time_point now) const override;

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
