#include "server/telemetry.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <charconv>

namespace bramah {
namespace {

using boost::asio::ip::udp;

udp::endpoint read_endpoint(const std::string& url) {
  const std::string problem =
      "--telemetry " + url + ": expected an address such as udp://127.0.0.1:9870";
  const std::string scheme = "udp://";
  const std::size_t colon = url.rfind(':');
  if (!url.starts_with(scheme) || colon == std::string::npos || colon < scheme.size())
    throw InputError(problem);
  std::string host = url.substr(scheme.size(), colon - scheme.size());
  if (host == "localhost") host = "127.0.0.1";
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  unsigned short port = 0;
  const char* last = url.data() + url.size();
  const auto [end, bad] = std::from_chars(url.data() + colon + 1, last, port);
  if (error || bad != std::errc{} || end != last || port == 0) throw InputError(problem);
  return {address, port};
}

}  // namespace

Telemetry::Telemetry(boost::asio::io_context& io, const std::string& url,
                     const std::vector<Channel>& channels)
    : text_(channels) {
  if (url.empty()) return;
  to_ = read_endpoint(url);
  socket_.emplace(io, to_.protocol());
  socket_->non_blocking(true);
}

// Nobody need listen; what cannot be sent is lost.
void Telemetry::send(const Frame& frame) {
  if (!socket_) return;
  boost::system::error_code ignored;
  for (const std::string& line : text_.lines(frame.t, frame.values))
    socket_->send_to(boost::asio::buffer(line), to_, 0, ignored);
}

}  // namespace bramah
