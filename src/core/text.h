// Messages without a formatting library: concat("bore ", 3.5, " mm").
#pragma once

#include <sstream>
#include <string>

namespace bramah {

template <class... Parts>
[[nodiscard]] std::string concat(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

}  // namespace bramah
