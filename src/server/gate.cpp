#include "server/gate.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <random>

namespace bramah {
namespace {

// Without the port: "localhost:8655" -> "localhost", "[::1]:8655" -> "::1".
std::string_view host_name(std::string_view host) {
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

bool is_address(std::string_view name) {
  boost::system::error_code error;
  boost::asio::ip::make_address(std::string(name), error);
  return !error;
}

// Takes the same time wherever the texts differ.
bool equal_secrets(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0u : 1u;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
    difference |= static_cast<unsigned char>(a[k] ^ b[k]);
  return difference == 0;
}

}  // namespace

Gate::Gate(std::string address, bool loopback, std::string token)
    : address_(std::move(address)), loopback_(loopback), token_(std::move(token)) {}

bool Gate::knows_host(std::string_view host) const {
  const std::string_view name = host_name(host);
  if (name == "localhost" || name == "127.0.0.1" || name == "::1" || name == address_) return true;
  return !loopback_ && is_address(name);  // a name could have been made to point here
}

bool Gate::knows_origin(std::string_view origin, std::string_view host) const {
  if (origin.empty()) return true;
  const std::string_view scheme = "http://";
  return origin.starts_with(scheme) && origin.substr(scheme.size()) == host;
}

bool Gate::knows_token(std::string_view target) const {
  return token_.empty() || equal_secrets(query_value(target, "token"), token_);
}

std::string random_token() {
  std::random_device source;
  std::string token;
  for (int k = 0; k < 32; ++k) token += "0123456789abcdef"[source() & 15u];
  return token;
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

std::string_view query_value(std::string_view target, std::string_view key) {
  std::size_t at = target.find('?');
  while (at != std::string_view::npos) {
    const std::string_view rest = target.substr(at + 1);
    const std::string_view pair = rest.substr(0, rest.find('&'));
    if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
      return pair.substr(key.size() + 1);
    at = target.find('&', at + 1);
  }
  return {};
}

}  // namespace bramah
