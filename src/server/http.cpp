#include "server/http.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <filesystem>

#include "server/page.h"
#include "server/socket_client.h"

namespace bramah {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace fs = std::filesystem;

constexpr double kFarewell = 1.0;  // [s] for the other side to close
constexpr std::uintmax_t kMostMeshBytes = 64 << 20;
constexpr int kDownloadBuffer = 256 << 10;  // the system's: a reader that does not read shows soon
constexpr const char* kRetryAfter = "2";    // [s]

std::string mesh_type(const fs::path& path) {
  if (path.extension() == ".glb") return "model/gltf-binary";
  return path.extension() == ".gltf" ? "model/gltf+json" : "text/plain";
}

const Piece& live_script() {
  static const Piece text = std::make_shared<const std::string>(kLiveScript);
  return text;
}

const Piece& live_style() {
  static const Piece text = std::make_shared<const std::string>(kLiveStyle);
  return text;
}

}  // namespace

void Sessions::make_room() {
  const auto first = std::ranges::min_element(all_, {}, [](const HttpSession* session) {
    return std::pair(session->stage(), session->since());
  });
  if (first != all_.end()) (*first)->drop();
}

HttpSession::HttpSession(asio::ip::tcp::socket&& socket, const Gate& gate, Hub& hub,
                         Sessions& sessions)
    : stream_(std::move(socket)), gate_(gate), hub_(hub), sessions_(sessions) {
  sessions_.add(this);
  parser_.header_limit(16 << 10);
  parser_.body_limit(1 << 10);
}

void HttpSession::drop() {
  sessions_.remove(this);
  stream_.close();
}

void HttpSession::set_stage(Stage stage) {
  stage_ = stage;
  since_ = Clock::now();
}

// False: it has been dropped.
bool HttpSession::patient(double seconds) {
  if (!stream_.socket().is_open()) return false;
  stream_.expires_after(
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
  return true;
}

// -------------------------------------------------------------------------------- the request
void HttpSession::run() {
  if (!patient(hub_.limits().head_timeout)) return;
  http::async_read(
      stream_, buffer_, parser_,
      [self = shared_from_this()](beast::error_code error, std::size_t) { self->took(error); });
}

void HttpSession::took(beast::error_code error) {
  if (!error) return answer();
  const http::error none = http::error::end_of_stream;  // it closed without a word
  if (error == none || error.category() != make_error_code(none).category()) return;
  if (error == http::error::header_limit)
    return refuse(Status::request_header_fields_too_large, "the request's head is too long");
  if (error == http::error::body_limit)
    return refuse(Status::payload_too_large, "requests have no body here");
  refuse(Status::bad_request, "this is not HTTP: " + error.message());
}

std::string HttpSession::header(http::field field) const {
  return std::string(parser_.get()[field]);
}

void HttpSession::answer() {
  const auto& request = parser_.get();
  const std::string target(request.target()), host = header(http::field::host);
  const std::string_view path = path_of(target);
  head_ = request.method() == http::verb::head;
  if (!gate_.knows_host(host))
    return refuse(Status::forbidden, "this server is not known as \"" + host.substr(0, 80) + "\"");
  if (!gate_.knows_origin(header(http::field::origin), host))
    return refuse(Status::forbidden, "pages of other sites may not use this server");
  if (request.method() != http::verb::get && !head_)
    return refuse(Status::method_not_allowed, "only GET is answered");
  if (path == "/")
    return give(Status::ok, "text/html; charset=utf-8", give_text(live_page(hub_.model().name())));
  if (path == "/live.js")
    return give(Status::ok, "text/javascript; charset=utf-8", give_piece(live_script()));
  if (path == "/live.css")
    return give(Status::ok, "text/css; charset=utf-8", give_piece(live_style()));
  if (!gate_.knows_token(target))
    return refuse(Status::unauthorized,
                  "the token is missing or wrong; use the address printed at the start");
  answer_ours(path);
}

// What needs the token.
void HttpSession::answer_ours(std::string_view path) {
  if (path == "/ws") return become_client();
  if (path == "/model.json")
    return give(Status::ok, "application/json", give_piece(hub_.description()));
  if (path == "/drive" || path == "/recording.csv" || path.starts_with("/mesh/"))
    return answer_download(path);
  refuse(Status::not_found, "there is nothing at this address");
}

void HttpSession::become_client() {
  if (!beast::websocket::is_upgrade(parser_.get()))
    return refuse(Status::upgrade_required, "/ws speaks WebSocket");
  Ticket guest = hub_.admit_client();
  if (!guest) return refuse(Status::service_unavailable, "too many clients");
  const auto client = std::make_shared<SocketClient>(std::move(stream_), hub_.next_id(),
                                                     hub_.limits(), hub_, std::move(guest));
  client->accept(parser_.release());
}

// What may be large, and takes as long as its reader does.
void HttpSession::answer_download(std::string_view path) {
  ticket_ = hub_.admit_download();
  if (!ticket_) return refuse(Status::service_unavailable, "too many downloads at once");
  if (path.starts_with("/mesh/")) return give_mesh(path.substr(6));
  if (path == "/drive") {
    set_stage(Stage::answering);
    return hub_.give_drive([self = shared_from_this()](std::vector<Piece> pieces) {
      self->give(Status::ok, "application/jsonl", give_pieces(std::move(pieces)));
    });
  }
  const auto log = hub_.recording();
  if (!log) return refuse(Status::not_found, "nothing has been recorded");
  give(Status::ok, "text/csv", give_rows(log));
}

// Only files that the machine names.
void HttpSession::give_mesh(std::string_view number) {
  const auto& shapes = hub_.model().scene().shapes;
  std::size_t index = shapes.size();
  std::from_chars(number.data(), number.data() + number.size(), index);
  if (index >= shapes.size() || shapes[index].mesh.empty())
    return refuse(Status::not_found, "no shape of the machine has this number and a mesh");
  const fs::path path = shapes[index].mesh;  // checked when the machine file was read
  std::error_code ignored;
  Download mesh = fs::is_regular_file(path, ignored) ? give_file(path) : Download{};
  if (!mesh.size || *mesh.size > kMostMeshBytes)
    return refuse(Status::not_found, "the mesh's file cannot be read");
  give(Status::ok, mesh_type(path), std::move(mesh));
}

// --------------------------------------------------------------------------------- the answer
void HttpSession::refuse(Status status, const std::string& why) {
  ticket_.reset();
  if (status == Status::service_unavailable) response_.set(http::field::retry_after, kRetryAfter);
  give(status, "text/plain", give_text(why + "\n"));
}

// The head, then piece after piece; without a size the pieces say where they end.
void HttpSession::give(Status status, const std::string& type, Download what) {
  download_ = std::move(what);
  set_stage(Stage::answering);
  response_.result(status);
  response_.version(11);
  response_.keep_alive(false);
  response_.set(http::field::content_type, type);
  response_.set(http::field::cache_control, "no-store");
  response_.set("X-Content-Type-Options", "nosniff");
  response_.set("Referrer-Policy", "no-referrer");
  response_.set("Content-Security-Policy", live_policy(header(http::field::host)));
  if (download_.size)
    response_.content_length(*download_.size);
  else
    response_.chunked(true);
  beast::error_code ignored;
  stream_.socket().set_option(asio::socket_base::send_buffer_size(kDownloadBuffer), ignored);
  if (!patient(hub_.limits().write_timeout)) return;
  header_.emplace(response_);
  http::async_write_header(stream_, *header_,
                           [self = shared_from_this()](beast::error_code error, std::size_t) {
                             if (!error) self->head_ ? self->finish() : self->send_next();
                           });
}

void HttpSession::send_next() {
  if (!download_.slow) return send_piece(download_.next());
  hub_.read_slowly([self = shared_from_this()] { return self->download_.next(); },
                   [self = shared_from_this()](const Piece& piece) { self->send_piece(piece); });
}

void HttpSession::send_piece(const Piece& piece) {
  if (!patient(hub_.limits().write_timeout)) return;
  set_stage(Stage::answering);
  const auto then = [self = shared_from_this(), piece](beast::error_code error, std::size_t) {
    if (error) return;
    piece ? self->send_next() : self->finish();
  };
  const bool chunked = !download_.size;
  if (!piece)
    chunked ? asio::async_write(stream_, http::make_chunk_last(), then) : finish();
  else if (piece->empty())
    send_next();
  else if (chunked)
    asio::async_write(stream_, http::make_chunk(asio::buffer(*piece)), then);
  else
    asio::async_write(stream_, asio::buffer(*piece), then);
}

// What the other side still sends is read, or the system would take the answer back.
void HttpSession::finish() {
  ticket_.reset();
  download_ = {};
  set_stage(Stage::answered);
  beast::error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  if (patient(kFarewell)) wait_for_the_end();
}

void HttpSession::wait_for_the_end() {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            if (!error) self->wait_for_the_end();
                          });
}

}  // namespace bramah
