#include "run/settings.h"

namespace bramah {

void set_anew(LoadOptions& options, const std::string& name, const std::string& value) {
  const std::string to = name + "=";
  std::erase_if(options.set, [&](const std::string& text) { return text.starts_with(to); });
  options.set.push_back(to + value);
}

}  // namespace bramah
