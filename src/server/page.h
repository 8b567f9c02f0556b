// The page that drives the machine: its script and style are bundled from viewer/ at build time.
#pragma once

#include <string>
#include <string_view>

namespace bramah {

extern const std::string_view kLiveScript;  // generated; empty when the build had no network
extern const std::string_view kLiveStyle;

std::string live_page(const std::string& title);
// Who may do what on the page; `host` is the server's, as the browser calls it.
std::string live_policy(const std::string& host);

}  // namespace bramah
