#include "installed.h"

#include <fmt/format.h>

#include <cstdio>
#include <set>
#include <string_view>

namespace bramah::app {

namespace fs = std::filesystem;

fs::path own_program() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

// bin/bramah, lib/bramah/x86-64-v3/bramah and build/bramah: at most three folders below the top.
fs::path installed(const std::string& name) {
  constexpr int kDepth = 3;
  std::error_code ignored;
  fs::path top = own_program().parent_path();
  if (const fs::path source = top.parent_path() / name;
      fs::exists(top / "build.ninja", ignored) && fs::exists(source, ignored))
    return source;
  for (int depth = 0; depth < kDepth && top.has_relative_path(); ++depth) {
    top = top.parent_path();
    if (const fs::path found = top / "share/bramah" / name; fs::exists(found, ignored))
      return found;
  }
  return {};
}

std::string here_or_installed(const std::string& name) {
  const bool shipped = name.starts_with("models/") || name.starts_with("examples/");
  std::error_code ignored;
  if (!shipped || fs::exists(name, ignored)) return name;
  const fs::path found = installed(name);
  if (found.empty()) return name;
  static std::set<std::string> told;
  if (told.insert(name).second)
    fmt::print(stderr, "bramah: note: {} is not here; taking {}\n", name, found.string());
  return found.string();
}

}  // namespace bramah::app
