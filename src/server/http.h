// One connection: answers a request, or becomes a Client when it asks for a WebSocket.
#pragma once

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "server/download.h"
#include "server/gate.h"
#include "server/hub.h"

namespace bramah {

class HttpSession;

// The connections there are. Outlives them.
class Sessions {
 public:
  int open() const { return static_cast<int>(all_.size()); }
  void add(HttpSession* session) { all_.push_back(session); }
  void remove(HttpSession* session) { std::erase(all_, session); }
  // Ends one: rather one that has been answered, or has not asked yet, than one that is being
  // answered; of those the one that has waited longest.
  void make_room();

 private:
  std::vector<HttpSession*> all_;
};

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Stage { answered, asking, answering };

  HttpSession(boost::asio::ip::tcp::socket&& socket, const Gate& gate, Hub& hub,
              Sessions& sessions);
  ~HttpSession() { sessions_.remove(this); }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;
  void run();
  void drop();  // at once

  Stage stage() const { return stage_; }
  Clock::time_point since() const { return since_; }  // when it last came further

 private:
  using Status = boost::beast::http::status;

  void took(boost::beast::error_code error);
  void answer();
  void answer_ours(std::string_view path);
  void answer_download(std::string_view path);
  void become_client();
  void give_mesh(std::string_view number);
  void refuse(Status status, const std::string& why);
  void give(Status status, const std::string& type, Download what);
  void send_next();
  void send_piece(const Piece& piece);
  void finish();
  void wait_for_the_end();
  void set_stage(Stage stage);
  bool patient(double seconds);
  std::string header(boost::beast::http::field field) const;

  boost::beast::tcp_stream stream_;
  const Gate& gate_;
  Hub& hub_;
  Sessions& sessions_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request_parser<boost::beast::http::string_body> parser_;
  boost::beast::http::response<boost::beast::http::empty_body> response_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::empty_body>> header_;
  Download download_;
  Ticket ticket_;  // of a download
  Stage stage_ = Stage::asking;
  Clock::time_point since_ = Clock::now();
  bool head_ = false;
};

}  // namespace bramah
