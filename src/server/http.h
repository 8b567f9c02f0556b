// One connection: answers a request, or becomes a Client when it asks for a WebSocket.
#pragma once

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>

#include "server/gate.h"
#include "server/hub.h"

namespace bramah {

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  // `open` counts the sessions there are.
  HttpSession(boost::asio::ip::tcp::socket&& socket, const Gate& gate, Hub& hub, int& open);
  ~HttpSession() { --open_; }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;
  void run();

 private:
  using Status = boost::beast::http::status;

  void answer();
  void answer_ours(std::string_view path);
  void give_mesh(std::string_view number);
  void reply(Status status, const std::string& type, std::string body);
  void refuse(Status status, const std::string& why) { reply(status, "text/plain", why + "\n"); }
  std::string header(boost::beast::http::field field) const;

  boost::beast::tcp_stream stream_;
  const Gate& gate_;
  Hub& hub_;
  int& open_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request_parser<boost::beast::http::string_body> parser_;
  boost::beast::http::response<boost::beast::http::string_body> response_;
  bool head_ = false;
};

}  // namespace bramah
