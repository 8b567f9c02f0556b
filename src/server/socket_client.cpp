#include "server/socket_client.h"

namespace bramah {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

constexpr std::size_t kMostQueued = 64, kMostBytes = 16 << 20;
constexpr int kSendBuffer = 64 << 10;  // the system's: a client that does not read shows soon

websocket::close_code code_of(Farewell why) {
  switch (why) {
    case Farewell::too_big:
      return websocket::close_code::too_big;
    case Farewell::misbehaved:
      return websocket::close_code::policy_error;
    case Farewell::full:
      return websocket::close_code::try_again_later;
    case Farewell::normal:
      break;
  }
  return websocket::close_code::normal;
}

}  // namespace

SocketClient::SocketClient(beast::tcp_stream&& stream, int number, const ServeLimits& limits,
                           ClientOwner& owner, Ticket ticket)
    : Client(number),
      stream_(std::move(stream)),
      limits_(limits),
      owner_(owner),
      ticket_(std::move(ticket)) {}

void SocketClient::accept(Request request) {
  beast::get_lowest_layer(stream_).expires_never();
  boost::system::error_code ignored;
  beast::get_lowest_layer(stream_).socket().set_option(
      boost::asio::socket_base::send_buffer_size(kSendBuffer), ignored);
  beast::get_lowest_layer(stream_).socket().set_option(boost::asio::ip::tcp::no_delay(true),
                                                       ignored);
  // A client that is gone without a word is noticed by its missing answers to pings.
  websocket::stream_base::timeout timeout{std::chrono::seconds(5), std::chrono::seconds(10), true};
  stream_.set_option(timeout);
  stream_.text(true);
  stream_.auto_fragment(false);  // a message is a frame: simple clients need not join pieces
  const auto kept = std::make_shared<Request>(std::move(request));
  stream_.async_accept(*kept, [self = shared_from_this(), kept](beast::error_code error) {
    if (error) return;
    self->owner_.joined(self);
    self->read();
  });
}

void SocketClient::read() {
  if (leaving_ || gone_) return;
  stream_.async_read_some(
      buffer_, limits_.message_bytes + 1 - buffer_.size(),
      [self = shared_from_this()](beast::error_code error, std::size_t) { self->took(error); });
}

void SocketClient::took(beast::error_code error) {
  if (error) return leave();
  if (leaving_) return;
  if (buffer_.size() > limits_.message_bytes)
    return bye("a message of more than " + std::to_string(limits_.message_bytes) + " bytes",
               Farewell::too_big);
  if (!stream_.is_message_done()) return read();
  if (const std::string what = too_many(); !what.empty())
    return bye("too many " + what + " in a second", Farewell::misbehaved);
  const std::string text = stream_.got_text() ? beast::buffers_to_string(buffer_.data()) : "";
  buffer_.consume(buffer_.size());
  owner_.said(*this, text);
  read();
}

std::string SocketClient::too_many() {
  const Clock::time_point now = Clock::now();
  if (now - second_ >= std::chrono::seconds(1)) {
    second_ = now;
    messages_ = 0;
    bytes_ = 0;
  }
  bytes_ += buffer_.size();
  if (++messages_ > limits_.messages_per_second)
    return "messages: more than " + std::to_string(limits_.messages_per_second);
  if (bytes_ > limits_.bytes_per_second)
    return "bytes: more than " + std::to_string(limits_.bytes_per_second);
  return "";
}

void SocketClient::send(std::string text) {
  if (gone_ || leaving_) return;
  queued_bytes_ += text.size();
  queue_.push_back(std::move(text));
  if (queue_.size() > kMostQueued || queued_bytes_ > kMostBytes) {
    reason = "did not read its messages";
    return drop();
  }
  if (queue_.size() == 1) write();
}

void SocketClient::write() {
  writing_since_ = Clock::now();
  stream_.async_write(boost::asio::buffer(queue_.front()),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (error) return self->leave();
                        self->queued_bytes_ -= self->queue_.front().size();
                        self->queue_.pop_front();
                        if (!self->queue_.empty()) return self->write();
                        if (self->leaving_) self->close();
                      });
}

bool SocketClient::stuck(Clock::time_point now) const {
  return !queue_.empty() &&
         std::chrono::duration<double>(now - writing_since_).count() > limits_.write_timeout;
}

void SocketClient::bye(const std::string& why, Farewell how) {
  if (leaving_ || gone_) return;
  reason = why;
  code_ = code_of(how);
  send(R"({"type":"bye","reason":")" + why + "\"}");
  leaving_ = true;
  owner_.leaving(*this);  // the handshake may take as long as the client likes
}

void SocketClient::close() {
  stream_.async_close({code_, reason.substr(0, 120)},
                      [self = shared_from_this()](beast::error_code) { self->leave(); });
}

void SocketClient::drop() {
  boost::system::error_code ignored;
  beast::get_lowest_layer(stream_).socket().close(ignored);
  leave();
}

void SocketClient::leave() {
  if (std::exchange(gone_, true)) return;
  owner_.left(*this);
}

}  // namespace bramah
