#include "server/http.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/page.h"

namespace bramah {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::seconds(20);
constexpr std::uintmax_t kMostMeshBytes = 64 << 20;

std::string mesh_type(const fs::path& path) {
  if (path.extension() == ".glb") return "model/gltf-binary";
  return path.extension() == ".gltf" ? "model/gltf+json" : "text/plain";
}

}  // namespace

HttpSession::HttpSession(boost::asio::ip::tcp::socket&& socket, const Gate& gate, Hub& hub,
                         int& open)
    : stream_(std::move(socket)), gate_(gate), hub_(hub), open_(open) {
  ++open_;
  parser_.header_limit(16 << 10);
  parser_.body_limit(1 << 10);
}

void HttpSession::run() {
  stream_.expires_after(kPatience);
  http::async_read(stream_, buffer_, parser_,
                   [self = shared_from_this()](beast::error_code error, std::size_t) {
                     if (!error) self->answer();
                   });
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
    return reply(Status::ok, "text/html; charset=utf-8", live_page(hub_.model().name()));
  if (path == "/live.js")
    return reply(Status::ok, "text/javascript; charset=utf-8", std::string(kLiveScript));
  if (path == "/live.css")
    return reply(Status::ok, "text/css; charset=utf-8", std::string(kLiveStyle));
  if (!gate_.knows_token(target))
    return refuse(Status::unauthorized,
                  "the token is missing or wrong; use the address printed at the start");
  answer_ours(path);
}

// What needs the token.
void HttpSession::answer_ours(std::string_view path) {
  if (path == "/ws") {
    if (!beast::websocket::is_upgrade(parser_.get()))
      return refuse(Status::upgrade_required, "/ws speaks WebSocket");
    const auto client =
        std::make_shared<Client>(std::move(stream_), hub_.next_id(), hub_.limits(), hub_);
    return client->accept(parser_.release());
  }
  if (path == "/model.json") return reply(Status::ok, "application/json", hub_.description());
  if (path.starts_with("/mesh/")) return give_mesh(path.substr(6));
  if (path == "/drive")
    return hub_.give_drive([self = shared_from_this()](std::string text) {
      self->reply(Status::ok, "application/jsonl", std::move(text));
    });
  if (path == "/recording.csv")
    return hub_.give_recording([self = shared_from_this()](std::string text) {
      if (text.empty()) return self->refuse(Status::not_found, "nothing has been recorded");
      self->reply(Status::ok, "text/csv", std::move(text));
    });
  refuse(Status::not_found, "there is nothing at this address");
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
  if (!fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) > kMostMeshBytes)
    return refuse(Status::not_found, "the mesh's file cannot be read");
  std::ifstream file(path, std::ios::binary);
  reply(Status::ok, mesh_type(path), std::string(std::istreambuf_iterator<char>(file), {}));
}

void HttpSession::reply(Status status, const std::string& type, std::string body) {
  response_.result(status);
  response_.version(11);
  response_.keep_alive(false);
  response_.set(http::field::content_type, type);
  response_.set(http::field::cache_control, "no-store");
  response_.set("X-Content-Type-Options", "nosniff");
  response_.set("Referrer-Policy", "no-referrer");
  response_.set("Content-Security-Policy", live_policy(header(http::field::host)));
  response_.content_length(body.size());
  if (!head_) response_.body() = std::move(body);
  stream_.expires_after(kPatience);
  http::async_write(
      stream_, response_, [self = shared_from_this()](beast::error_code, std::size_t) {
        beast::error_code ignored;
        self->stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
      });
}

}  // namespace bramah
