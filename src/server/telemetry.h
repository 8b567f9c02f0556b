// Channels as JSON lines over UDP, as PlotJuggler reads them.
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <optional>

#include "server/messages.h"

namespace bramah {

class Telemetry {
 public:
  static constexpr double kRate = 50.0;  // [1/s]

  // udp://127.0.0.1:9870, or empty for none. Throws InputError.
  Telemetry(boost::asio::io_context& io, const std::string& url,
            const std::vector<Channel>& channels);
  void send(const Frame& frame);

 private:
  TelemetryText text_;
  std::optional<boost::asio::ip::udp::socket> socket_;
  boost::asio::ip::udp::endpoint to_;
};

}  // namespace bramah
