// Who may talk to the server. A page of another site must not reach it through the user's browser,
// neither as a WebSocket or fetch (its Origin differs) nor under a name that was made to point here
// (its Host is not ours).
#pragma once

#include <string>
#include <string_view>

namespace bramah {

class Gate {
 public:
  // address: what the server listens on, "127.0.0.1"; token: empty for none.
  Gate(std::string address, bool loopback, std::string token);

  bool knows_host(std::string_view host) const;  // the Host header
  // The Origin header, empty when there is none: not a browser, or the page itself.
  bool knows_origin(std::string_view origin, std::string_view host) const;
  bool knows_token(std::string_view target) const;  // ?token=... of a request

 private:
  std::string address_;
  bool loopback_;
  std::string token_;
};

std::string random_token();

// "/mesh/3?token=x" -> "/mesh/3"; the value of a key of the query, or nothing.
std::string_view path_of(std::string_view target);
std::string_view query_value(std::string_view target, std::string_view key);

}  // namespace bramah
